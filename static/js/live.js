// An open page follows its tournament: every few seconds it asks for its title and main part, and gets 304 while nothing
// has changed. What has changed is put in place, with scroll, focus and what is unfolded kept, and its row is marked for
// a moment. Pages say that they follow by `data-live` on <main>, which holds the ETag of what they show; the line with
// `data-live-state` says how fresh they are.

import { Idiomorph } from "../vendor/idiomorph/idiomorph.esm.js";

const EVERY = 4000; // milliseconds; with the jitter below 5 seconds at the most
const SLOWEST = 60000;
const MARKED_FOR = 4000;
const ROWS = "tr, li, article, [data-row]";

const main = document.querySelector("main[data-live]");
const state = document.querySelector("[data-live-state]");
let wait = EVERY;
let timer = 0;
let etag = main?.dataset.live;
let seen = new Date();

if (main) {
  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : ask()));
  addEventListener("online", ask);
  say();
  later();
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(ask, wait + Math.random() * 800);
}

async function ask() {
  clearTimeout(timer);
  try {
    const headers = { "Ryba-Part": "main", ...(etag && { "If-None-Match": etag }) };
    const answer = await fetch(location.href, { headers, cache: "no-store" });
    if (answer.status === 200) {
      etag = answer.headers.get("ETag");
      show(await answer.text());
    } else if (answer.status !== 304) {
      throw new Error(`${answer.status}`);
    }
    wait = EVERY;
    seen = new Date();
    say(true);
  } catch {
    wait = Math.min(wait * 2, SLOWEST);
    say(false);
  }
  if (!document.hidden) later();
}

function show(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const content = fresh.querySelector("main[data-live]");
  if (!content) return location.reload(); // another kind of page by now: signed out, finished, a notice
  document.title = fresh.title;
  const changed = new Set();
  const mark = (node) => {
    const row = (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)?.closest(ROWS);
    if (row && main.contains(row)) changed.add(row);
  };
  Idiomorph.morph(main, content.innerHTML, {
    morphStyle: "innerHTML",
    ignoreActiveValue: true,
    callbacks: {
      beforeNodeMorphed: (old, next) => {
        if (old.nodeType === Node.ELEMENT_NODE && old.hasAttribute("data-still")) return false;
        if (old.nodeType === Node.TEXT_NODE && old.nodeValue.trim() !== next.nodeValue.trim()) mark(old);
        return true;
      },
      // What a visitor has unfolded stays unfolded.
      beforeAttributeUpdated: (name, node) => !(name === "open" && node.localName === "details"),
      afterNodeAdded: (node) => {
        if (node.nodeType === Node.ELEMENT_NODE) mark(node);
      },
    },
  });
  for (const row of changed) {
    row.classList.remove("fresh");
    void row.offsetWidth; // a row that changes again is marked again
    row.classList.add("fresh");
    setTimeout(() => row.classList.remove("fresh"), MARKED_FOR);
  }
  document.dispatchEvent(new CustomEvent("live:changed"));
}

function say(fresh = true) {
  if (!state) return;
  state.hidden = false;
  state.classList.toggle("lost", !fresh);
  const time = seen.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  state.textContent = fresh ? state.dataset.on : state.dataset.off.replace("{time}", time);
}
