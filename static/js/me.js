// A player's own page tells its owner when a table is known: in the title, by vibration, and by a notice of the device
// where that was allowed. It follows its tournament by live.js; nothing reaches a phone whose page is closed.

const tell = document.querySelector("#tell");
const button = document.querySelector("[data-tell]");
let known = now();

document.addEventListener("live:changed", () => {
  const fresh = now();
  if (fresh && fresh !== known) announce(fresh);
  known = fresh;
});

if (tell && "Notification" in window && Notification.permission !== "denied") {
  tell.hidden = false;
  if (Notification.permission === "granted") told();
  button.addEventListener("click", async () => {
    if ((await Notification.requestPermission()) === "granted") told();
    else tell.hidden = true;
  });
}

function now() {
  return document.querySelector("[data-now]")?.dataset.now ?? "";
}

function told() {
  tell.textContent = button.dataset.told;
}

function announce(text) {
  document.title = `● ${text}`;
  navigator.vibrate?.([200, 100, 200]);
  if ("Notification" in window && Notification.permission === "granted") {
    try {
      new Notification(text, { tag: "table" });
    } catch {
      // some phones let only a service worker do this; the title and the page itself have said it
    }
  }
}
