// Keeps the screen on while a hand is being entered, where the device can.

let lock = null;
let wanted = false;

export async function keepAwake(on) {
  wanted = on;
  if (!on) return lock?.release().catch(() => {}).then(() => { lock = null; });
  if (lock || !navigator.wakeLock || document.visibilityState !== "visible") return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
  } catch {
    lock = null; // the battery is low, or the device does not want to
  }
}

document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wanted && keepAwake(true));
