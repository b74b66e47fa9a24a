// A table's page: the hand being entered (the draft), the hands on their way, how the game stands; and who does what
// when something is pressed. The draft is kept on the phone after every change, a saved hand until it is acknowledged;
// while the phone is still writing it down (`keeping`), it is not counted as kept.

import { step, wantsPreview } from "./dock.js";
import { drawEntry, paintEntry } from "./entry.js";
import * as model from "./model.js";
import { listenToKeys } from "./keys.js";
import { Offline, preview, send, standing as askStanding } from "./net.js";
import { fill } from "./page.js";
import { playOf } from "./plays.js";
import * as queue from "./queue.js";
import { addMenu, paintNet, paintNotices, paintScreens } from "./screens.js";
import { keepAwake } from "./wake.js";

const PAUSE = 120;
const QUIET = 900;

export async function startTable(root, data) {
  const table = { ...data, pairs: data.sides.length !== data.seats.length };
  const { shape, words, urls } = table;
  const draftKey = `${data.actor}:${data.game}`;
  const urlsOf = (game) => Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, url.replace(/\/\d+\//, `/${game}/`)]));
  const ui = { standing: data.standing, number: 0, look: { kind: "none" }, asked: "", warn: "", typed: "", pips: false, counted: null, changed: false };
  const app = { table, ui, records: [], keeping: new Set(), net: "ok", who: "", root, act, resolve, correct, drop, sendAll };
  let draft = fresh();
  let looking = 0;
  let speaking = 0;

  const form = drawEntry(table);
  root.querySelector(".pk-entry").append(form);

  function fresh() {
    return { hand: model.newHand(shape), version: null, order: null, number: null, uuid: null, parked: null };
  }

  const waiting = () => app.records.filter((record) => record.actor === data.actor && record.game === data.game);
  const isEntering = () => !model.isEmpty(draft.hand);

  // ---- changing and painting ----

  async function load() {
    app.records = await queue.all();
    ui.number = draft.number ?? ui.standing.number + waiting().length;
    paint();
  }

  function changed() {
    if (isEntering() && draft.version === null) draft.version = ui.standing.version + waiting().length;
    if (!isEntering() && draft.order === null) draft.version = null;
    queue.keepDraft(draftKey, isEntering() || draft.parked ? draft : null).catch(() => {});
    keepAwake(isEntering());
    ui.asked = ui.warn = "";
    if (wantsPreview(table, draft.hand, ui)) look();
    else ui.look = { kind: "none" };
    if (ui.look.kind === "none") ui.counted = null;
    paint();
  }

  function paint() {
    ui.number = draft.number ?? ui.standing.number + waiting().length;
    paintEntry(form, table, draft.hand, ui);
    paintScreens(app, waiting(), isEntering());
    paintNet(app, isEntering());
    clearTimeout(speaking);
    speaking = setTimeout(() => { form.querySelector("[role=status]").textContent = form.querySelector(".pk-say").innerText; }, QUIET);
  }

  // ---- the preview: a moment after the last change, the latest question alone ----

  function look(now = false) {
    clearTimeout(looking);
    ui.look = { ...ui.look, kind: "looking", doubts: [], finished: false };
    looking = setTimeout(ask, now ? 0 : PAUSE);
  }

  async function ask() {
    const { hand } = draft;
    try {
      const answer = await preview(urls, { facts: model.factsOf(hand, shape), going: hand.end === "play" });
      if (hand !== draft.hand || !wantsPreview(table, hand, ui)) return;
      if (answer.ok) {
        ui.look = { kind: "fresh", html: answer.html, doubts: answer.doubts, finished: answer.finished };
        ui.counted = answer.counted;
        ui.changed = answer.version !== draft.version && !waiting().length && draft.version !== null;
      } else ui.look = { kind: "refused", message: answer.message ?? words.signedOut };
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!(error instanceof Offline)) throw error;
      ui.look = { ...ui.look, kind: "offline" };
      app.net = "offline";
    }
    paint();
  }

  // ---- saving ----

  async function save() {
    const now = step(table, draft.hand, ui).button;
    if (now.act !== "save") return;
    const { hand, version, order, uuid, parked } = draft;
    const record = {
      order: order ?? Math.max(Date.now(), ...app.records.map((one) => one.order + 1)),
      game: data.game, actor: data.actor, who: data.who, uuid: uuid ?? queue.newUuid(), version, number: ui.number,
      facts: model.factsOf(hand, shape), state: "waiting",
    };
    const kept = draft;
    draft = parked ?? fresh();
    app.records = [...app.records.filter((one) => one.order !== record.order), record].sort((a, b) => a.order - b.order);
    app.keeping.add(record.order);
    changed();
    try {
      await queue.put(record).finally(() => app.keeping.delete(record.order));
    } catch {
      draft = kept;
      await load();
      return warn(words.cannotKeep);
    }
    form.querySelector("[data-who], [data-result]")?.focus({ preventScroll: true });
    paint();
    sendAll();
  }

  function sendAll() {
    return send(data.actor, urlsOf, async (event, record, answer) => {
      app.net = { sending: "sending", offline: "offline", actor: "actor", gone: "gone" }[event] ?? "ok";
      if (event === "actor") app.who = answer.actor;
      if (event === "offline" && wantsPreview(table, draft.hand, ui) && ui.look.kind === "looking") ui.look = { ...ui.look, kind: "offline" };
      if (event === "saved" && record.game === data.game && answer.standing.version >= ui.standing.version) ui.standing = answer.standing;
      await load();
      if (event === "refused" && record.game === data.game && !isEntering()) correct(record.order);
      if (event === "stale" && record.game === data.game) root.scrollIntoView();
    });
  }

  // Later hands of this game were written down on top of that one: they move with it.
  async function renumber(after, version) {
    for (const record of waiting()) {
      if (record.order <= after) continue;
      await queue.put({ ...record, version: version++ });
    }
    if (isEntering() && draft.order === null) draft.version = version;
  }

  // A comparison is decided: "theirs" drops one's own hand, "mine" saves it as the next one.
  async function resolve(order, choice) {
    const record = app.records.find((one) => one.order === order);
    if (choice === "mine") await queue.put({ ...record, state: "waiting", version: record.newVersion });
    else await queue.remove(order);
    await load();
    await renumber(order, record.newVersion + (choice === "mine" ? 1 : 0));
    await Promise.all([sendAll(), refresh()]);
  }

  async function correct(order) {
    const record = app.records.find((one) => one.order === order);
    await queue.remove(order);
    const parked = isEntering() ? draft : draft.parked;
    draft = { hand: model.handOf(record.facts, shape), version: record.version, order, number: record.number, uuid: null, parked };
    await load();
    changed();
    if (record.reason) warn(record.reason);
  }

  async function drop(order) {
    const { version } = app.records.find((one) => one.order === order);
    await queue.remove(order);
    await load();
    await renumber(order, version);
    sendAll();
  }

  // How the game stands now, where nothing of one's own is on its way.
  async function refresh() {
    if (waiting().length) return sendAll();
    try {
      const answer = await askStanding(urls);
      app.net = answer.code === "gone" ? "gone" : answer.actor === data.actor ? "ok" : "actor";
      if (!answer.standing) return paint();
      if (isEntering()) ui.changed = draft.version !== null && answer.standing.version !== draft.version;
      else if (answer.standing.version >= ui.standing.version) {
        ui.standing = answer.standing;
        await queue.keepTable(data.game, answer.standing);
      }
    } catch (error) {
      if (!(error instanceof Offline)) throw error;
      app.net = "offline";
    }
    if (ui.look.kind === "offline" && app.net === "ok") look(true);
    return load();
  }

  function warn(text) {
    ui.warn = text;
    paint();
  }

  // ---- what is pressed ----

  function act(name, value) {
    const { hand } = draft;
    const seats = table.seats;
    if (name === "last" || name === "first") {
      hand[name] = value === model.OTHER || name === "first" ? value : value.split(" ");
      if (name === "last" && hand.active === hand.by) model.follow(hand, shape);
    } else if (name === "give") model.giveAll(hand, hand.by, value === "" ? null : Number(value));
    else if (name === "emptied") hand.emptied = true;
    else if (name === "how") hand.how = hand.how === value ? "" : value;
    else if (name === "unplay") hand.plays = hand.plays.slice(0, -1);
    else if (name === "next") model.follow(hand, shape);
    else if (name === "end") model.setEnd(hand, value);
    else if (name === "who") {
      const seat = Number(value);
      if (hand.end === "play") hand.active = hand.active === seat ? null : seat;
      else if (hand.end !== "stopped") model.setBy(hand, seat, shape);
    } else if (name === "result") {
      hand.result = value === "" ? null : Number(value);
      hand.how = "";
    } else if (name === "hand") hand.active = value === model.RESERVE ? value : Number(value);
    else if (name === "play") {
      if (hand.active === null) return warn(words.whoPlays);
      hand.plays = [...hand.plays, playOf(table, hand, value)];
    } else if (name === "tile") {
      const stopped = model.tap(hand, value, shape, ui.asked);
      const of = seats[hand.left[value]]?.short ?? words.reserve;
      const why = { choose: words.chooseHand, taken: fill(words.taken, { tile: value, name: of }), full: fill(words.tooMany, { name: seats[hand.active]?.short, most: shape.most }) }[stopped];
      if (stopped) {
        warn(why);
        ui.asked = stopped === "taken" ? value : "";
        return paint();
      }
    } else if (name === "untile") {
      const tile = hand.taken.pop();
      if (tile) delete hand.left[tile];
    } else if (name === "pips") ui.pips = true;
    else if (name === "tiles") ui.pips = false;
    else if (name === "clear") draft = { ...fresh(), parked: draft.parked };
    else if (name === "save") return save();
    return changed();
  }

  function onClick(event) {
    const button = event.target.closest("button");
    if (!button || button.type === "submit") return;
    for (const name of ["end", "who", "result", "hand", "tile", "play"]) {
      if (button.dataset[name] !== undefined) return act(name, name === "play" ? Number(button.dataset[name]) : button.dataset[name]);
    }
    if (button.dataset.act) act(button.dataset.act, button.dataset.value);
  }

  form.addEventListener("click", onClick);
  form.addEventListener("input", (event) => {
    const seat = event.target.dataset.pips;
    if (seat === undefined) return;
    const pips = Number(event.target.value.replace(/\D/g, ""));
    model.giveAll({ ...draft.hand, left: draft.hand.left }, Number(seat), null);
    if (pips) draft.hand.pips[seat] = pips;
    else delete draft.hand.pips[seat];
    changed();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { act: what } = step(table, draft.hand, ui).button;
    if (what) act(what);
  });
  // Whatever else changes the game waits until the hands before it are sent; the last of these is taken back here.
  document.querySelector("main").addEventListener("submit", (event) => {
    if (event.target === form) return;
    const mine = waiting().filter((record) => record.state === "waiting");
    if (!mine.length && app.net !== "offline") return;
    event.preventDefault();
    if (mine.length && event.target.closest(".pk-last")) correct(mine.at(-1).order);
    else warn(mine.length ? fill(words.notSent, { count: mine.length }) : words.offline);
  });
  listenToKeys(form, { table, ui, hand: () => draft.hand, act, paint, lookNow: () => wantsPreview(table, draft.hand, ui) && look(true) });
  addMenu(app);
  window.addEventListener("online", refresh);
  window.addEventListener("offline", () => { app.net = "offline"; paint(); });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());

  const kept = await queue.keptTable(data.game).catch(() => null);
  if (kept && kept.version > ui.standing.version) ui.standing = kept;
  else queue.keepTable(data.game, ui.standing).catch(() => {});
  const keptDraft = await queue.keptDraft(draftKey).catch(() => null);
  const { version } = data.standing;
  if (data.facts && keptDraft?.undone !== version) draft = { ...fresh(), hand: model.handOf(data.facts, shape), undone: version };
  else if (keptDraft) draft = keptDraft;
  await load();
  changed();
  root.hidden = false;
  document.documentElement.classList.add("pk-on");
  refresh();
}
