// Lets every running clock of the page run on, whatever the phone's own clock says: `data-ends` says when it ends by the
// server's clock. A page that follows its tournament may have been kept for a while, so there the server is asked what
// time it is; elsewhere the page has just come, and `data-left` says it.
// Each second is told as `clock:left`.

const live = document.querySelector("main[data-live]");
let server = null; // the server's time less the page's own, in milliseconds

if (document.querySelector("[data-ends]")) setServer();
document.addEventListener("live:changed", () => server === null && setServer());
tick();
setInterval(tick, 1000);

async function setServer() {
  const clock = document.querySelector("[data-ends]");
  if (!clock) return;
  if (!live) {
    server = Date.parse(clock.dataset.ends) - Number(clock.dataset.left) * 1000 - performance.now();
    return;
  }
  try {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    const date = Date.parse(answer.headers.get("Date"));
    if (!Number.isNaN(date)) server = date + 500 - performance.now();
  } catch {
    // no connection: the next change of the page asks again
  }
  tick();
}

function tick() {
  if (server === null) return;
  for (const clock of document.querySelectorAll("[data-ends]")) {
    const left = Math.max(0, Math.round((Date.parse(clock.dataset.ends) - server - performance.now()) / 1000));
    const hours = Math.floor(left / 3600);
    const minutes = Math.floor(left / 60) % 60;
    const seconds = String(left % 60).padStart(2, "0");
    const text = hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
    const shown = clock.querySelector(".clock-left");
    if (shown.textContent !== text) shown.textContent = text;
    shown.classList.toggle("long", hours > 0);
    clock.classList.toggle("up", left === 0);
    clock.classList.toggle("near", left > 0 && left <= 300);
    clock.querySelector(".clock-over").hidden = left > 0;
    document.dispatchEvent(new CustomEvent("clock:left", { detail: { left, ends: clock.dataset.ends } }));
  }
}
