// The hall screen turns its pages. A panel lays its lines out in columns as high as the screen, so a page is one
// width of it; after the last page comes the next panel. Nothing is written into the lines themselves, so they can
// be renewed at any time. The round's clock strikes five minutes and one minute before its end, and at its end, where
// somebody has switched the sound on: browsers make none unasked.

const main = document.querySelector("main");
const panels = main.dataset.panels.split(" ");
let at = -1;

turn();
setInterval(turn, Number(main.dataset.seconds) * 1000);
document.addEventListener("live:changed", () => place(page()));
addEventListener("resize", () => place(0));

const fullscreen = document.querySelector("[data-fullscreen]");
if (document.fullscreenEnabled) {
  fullscreen.hidden = false;
  fullscreen.addEventListener("click", () => document.documentElement.requestFullscreen());
}
const WARNINGS = new Map([[300, 1], [60, 2], [0, 4]]); // seconds left: how many strokes
let sound = null;
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-sound]");
  if (!button) return;
  sound = sound ? null : new AudioContext();
  button.setAttribute("aria-pressed", String(sound !== null));
  if (sound) strike(1);
});
const told = new Map(); // of each clock, by its end: the seconds left when they were last told
document.addEventListener("clock:left", ({ detail: { left, ends } }) => {
  const before = told.get(ends) ?? left;
  told.set(ends, left);
  const [, strokes] = [...WARNINGS].findLast(([at]) => left <= at && at < before) ?? [];
  if (strokes) strike(strokes);
});

keepAwake();
document.addEventListener("visibilitychange", keepAwake);

function lines() {
  return document.querySelector(`#panel-${panels[at]} ol`);
}

function width(list) {
  return list.clientWidth + parseFloat(getComputedStyle(list).columnGap || "0");
}

function page() {
  const list = lines();
  return list ? Math.round(list.scrollLeft / width(list)) : 0;
}

function turn() {
  const list = at < 0 ? null : lines();
  const next = page() + 1;
  if (list && next < Math.round((list.scrollWidth + 1) / width(list) + 0.49)) return place(next);
  for (let tries = 0; tries < panels.length; tries += 1) {
    at = (at + 1) % panels.length;
    if (lines()?.children.length || tries === panels.length - 1) break;
  }
  main.dataset.shown = panels[at];
  place(0);
}

function place(number) {
  const list = lines();
  if (list) list.scrollLeft = number * width(list);
}

function strike(times) {
  if (!sound) return;
  for (let at = 0; at < times; at += 1) {
    const start = sound.currentTime + at * 0.7;
    const tone = sound.createOscillator();
    const loud = sound.createGain();
    tone.frequency.value = 660;
    loud.gain.setValueAtTime(0.4, start);
    loud.gain.exponentialRampToValueAtTime(0.001, start + 0.6);
    tone.connect(loud).connect(sound.destination);
    tone.start(start);
    tone.stop(start + 0.6);
  }
}

function keepAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}
