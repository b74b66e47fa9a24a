// The hall screen turns its pages. A panel lays its lines out in columns as high as the screen, so a page is one
// width of it; after the last page comes the next panel. Nothing is written into the lines themselves, so they can
// be renewed at any time.

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

function keepAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}
