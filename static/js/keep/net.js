// Speaking with the server: previews, and the queue of hands, one after another and each until it is acknowledged.

import * as queue from "./queue.js";

const WAIT = 8000;
const AGAIN = [2000, 5000, 10000, 20000];

export class Offline extends Error {}

const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";

// An answer in JSON with its status; `Offline` where none came, or none that our server could have given.
async function ask(url, body, controller = new AbortController()) {
  const options = { redirect: "error", credentials: "same-origin", cache: "no-store", signal: controller.signal };
  if (body !== undefined) {
    options.method = "POST";
    options.headers = { "Content-Type": "application/json", "X-CSRFToken": token() };
    options.body = JSON.stringify(body);
  }
  let late = false;
  const limit = setTimeout(() => { late = true; controller.abort(); }, WAIT);
  try {
    const answer = await fetch(url, options);
    const json = answer.headers.get("Content-Type")?.startsWith("application/json");
    if (answer.status >= 500 || (!json && answer.status !== 403)) throw new Offline();
    return { status: answer.status, ...(json ? await answer.json() : { code: "csrf" }) };
  } catch (error) {
    if (error.name === "AbortError" && !late) throw error;
    throw new Offline();
  } finally {
    clearTimeout(limit);
  }
}

// Asks, and once more with a fresh token where the old one had run out.
async function askFresh(urls, url, body, controller) {
  const answer = await ask(url, body, controller);
  if (answer.code !== "csrf") return answer;
  await ask(urls.standing, undefined, controller);
  return ask(url, body, controller);
}

export const standing = (urls) => ask(urls.standing);

let looking = null;

// The preview of `{facts, going}`; a later question calls the earlier one off (`AbortError`).
export function preview(urls, question) {
  looking?.abort();
  looking = new AbortController();
  return askFresh(urls, urls.preview, question, looking);
}

// ---- the queue ----

let failed = 0;
let timer = 0;
let busy = false;

// Sends what waits, in order, for this person alone. `urlsOf(game)`: where to; `told(event, record, answer)` hears of
// "sending", "saved", "refused", "stale", "actor", "gone", "offline", "done". A hand that was refused holds up the later
// ones of its game, since they were written down on top of it.
export async function send(actor, urlsOf, told) {
  clearTimeout(timer);
  if (busy) return;
  busy = true;
  try {
    const run = () => sendAll(actor, urlsOf, told);
    await (navigator.locks ? navigator.locks.request("ryba-queue", run) : run());
    failed = 0;
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
    told("offline");
    timer = setTimeout(() => send(actor, urlsOf, told), AGAIN[Math.min(failed++, AGAIN.length - 1)]);
  } finally {
    busy = false;
  }
}

async function sendAll(actor, urlsOf, told) {
  const held = new Set();
  for (let record = await next(actor, held); record; record = await next(actor, held)) {
    told("sending", record);
    const urls = urlsOf(record.game);
    const { uuid, version, facts } = record;
    const answer = await askFresh(urls, urls.save, { actor, uuid, version, facts });
    if (answer.saved === uuid) {
      if (answer.standing) await queue.keepTable(record.game, answer.standing);
      await queue.remove(record.order);
      told("saved", record, answer);
      continue;
    }
    held.add(record.game);
    if (answer.code === "actor" || answer.code === "gone" || answer.code === "csrf") return told(answer.code === "actor" ? "actor" : "gone", record, answer);
    const stale = answer.code === "stale";
    const kept = { ...record, state: stale ? "stale" : "refused", reason: answer.message ?? answer.code, html: answer.html, newVersion: answer.version };
    await queue.put(kept);
    told(kept.state, kept, answer);
  }
  told("done");
}

async function next(actor, held) {
  const mine = (await queue.all()).filter((record) => record.actor === actor);
  for (const record of mine) if (record.state !== "waiting") held.add(record.game);
  return mine.find((record) => !held.has(record.game));
}
