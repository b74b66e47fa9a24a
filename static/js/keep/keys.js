// The keyboard: two digits toggle a tile for the active hand, Tab goes on to the next hand, Enter previews and, pressed
// again, saves. Before a name is chosen a digit chooses it, counted from 1. A dash answers the question after the last
// tile: another one. Backspace takes back, arrows walk the triangle.

import { OTHER, following, mustAsk } from "./model.js";
import { step } from "./dock.js";
import { fill } from "./page.js";

export function listenToKeys(form, { table, ui, hand, act, paint, lookNow }) {
  const { shape, seats } = table;
  const save = form.querySelector(".pk-save");
  const typed = (digit) => {
    ui.typed = digit;
    ui.warn = digit ? fill(table.words.typed, { digit }) : "";
    paint();
  };
  const free = () => !document.activeElement || document.activeElement === document.body || form.contains(document.activeElement);

  document.addEventListener("keydown", (event) => {
    if (form.closest("[hidden]") || event.ctrlKey || event.metaKey || event.altKey || !free()) return;
    if (event.target.matches("input, textarea, select")) return;
    if (take(event)) event.preventDefault();
  });

  function take(event) {
    const { key } = event;
    if (/^[0-9]$/.test(key)) return digit(key);
    if (key === "-") return another();
    if (key === "Tab" && !event.shiftKey) return tab(event.target);
    if (key === "Enter") return enter(event.target);
    if (key === "Escape" && ui.typed) return typed(""), true;
    if (key === "Backspace") return ui.typed ? typed("") : act(hand().end === "play" ? "unplay" : "untile"), true;
    if (key.startsWith("Arrow") && event.target.dataset?.tile) return walk(event.target, key);
    return false;
  }

  function digit(key) {
    const now = hand();
    if (shape.result || (now.end === "play" ? now.active === null : now.end === "out" && now.by === null)) {
      const value = Number(key) - 1;
      if (shape.result && value >= 0 && value < 3) act("result", ["0", "", "1"][value]);
      else if (seats[value]) act("who", value);
      return true;
    }
    if (now.end === "play" || now.end === "stopped" || form.querySelector(".pk-grid").hidden) return false;
    if (key > "6") return true;
    if (!ui.typed) return typed(key), true;
    const [high, low] = [ui.typed, key].sort().reverse();
    ui.typed = "";
    act("tile", `${high}-${low}`);
    return true;
  }

  function another() {
    const what = ["last", "first"].find((one) => mustAsk(hand(), shape, one));
    if (what) act(what, OTHER);
    return Boolean(what);
  }

  // Only from the page itself or the triangle: from the last hand on Tab goes where it always goes.
  function tab(target) {
    if (target !== document.body && !target.closest(".pk-grid, .pk-who")) return false;
    if (hand().by === null && hand().end !== "fish") return false;
    if (following(hand(), shape) === undefined || step(table, hand(), ui).button.act !== "next") return false;
    act("next");
    return true;
  }

  function enter(target) {
    if (target.matches("a, summary, .pk-choice, [data-end], [data-act]")) return false;
    if (target === save) return false;
    if (target.matches("[data-tile], [data-hand], [data-who]") && step(table, hand(), ui).button.act !== "save") return false;
    lookNow();
    save.focus();
    return true;
  }

  function walk(cell, key) {
    const [row, column] = [Number(cell.dataset.r), Number(cell.dataset.c)];
    const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key];
    const next = form.querySelector(`[data-tile="${row + down}-${column + right}"]`);
    if (!next) return true;
    cell.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    return true;
  }
}
