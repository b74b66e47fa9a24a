// Lets every running clock of the page run on: `data-ends` says when it ends, `data-left` how many seconds the server
// saw left; the phone's own clock may be wrong, so only what has passed since the page came is counted.

const began = new Map();

function tick() {
  for (const clock of document.querySelectorAll("[data-ends]")) {
    const key = `${clock.dataset.ends} ${clock.dataset.left}`;
    if (!began.has(key)) began.set(key, performance.now());
    const left = Math.max(0, Math.round(Number(clock.dataset.left) - (performance.now() - began.get(key)) / 1000));
    const hours = Math.floor(left / 3600);
    const minutes = Math.floor(left / 60) % 60;
    const seconds = String(left % 60).padStart(2, "0");
    const text = hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
    const shown = clock.querySelector(".clock-left");
    if (shown.textContent !== text) shown.textContent = text;
    clock.classList.toggle("up", left === 0);
    clock.classList.toggle("near", left > 0 && left <= 300);
    clock.querySelector(".clock-over").hidden = left > 0;
  }
}

tick();
setInterval(tick, 1000);
