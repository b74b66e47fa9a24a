// What the dock says: always the next thing to do, then what the hand comes to. `step` decides it from the hand alone
// and from the last preview; nothing here touches the page.
//
// A step: {big, why, alarm, html, choices, button}. `html` stands in place of big and why where the server has spoken.
// A choice: {label, act, value, on}. The button: {label, act} with act "next", "save" or null (nothing to do yet), and
// `doubt` where it asks to look again. `answered`: codes of the doubts in `html` that stay hidden.

import { OTHER, RESERVE, askable, counted, following, missing, mustAsk, needsTiles, tilesOf } from "./model.js";
import { fill } from "./page.js";

// Doubts that need no second answer from who has said that the last tile was another.
const LAST_TILE = ["doubt_early_win", "doubt_early_win_either"];

export function step(table, hand, ui) {
  const { shape, words } = table;
  const save = { label: fill(shape.result ? words.saveResult : words.save, { number: ui.number }), act: null };
  const found = blocked(table, hand, ui, save);
  if (ui.warn) return { ...(found ?? previewed(table, hand, ui, save)), big: ui.warn, why: "", html: "", alarm: true };
  return found ?? previewed(table, hand, ui, save);
}

// What is still to be said before a preview can be asked for; null where nothing is.
export function blocked(table, hand, ui, save = {}) {
  const { shape, seats, words } = table;
  if (shape.result) return hand.result === undefined ? { big: words.whoWon, why: "", button: save } : null;
  if (hand.end === "play") return playing(table, hand, save);
  if (hand.end === "out" && hand.by === null) {
    return { big: words.whoOut, why: needsTiles(hand, shape) ? words.whoHelp : words.whoHelpShort, button: save };
  }
  const name = hand.by === null ? "" : seats[hand.by].short;
  if (hand.end === "out" && tilesOf(hand, hand.by).length) return slipped(table, hand, name, save);
  const forward = onward(table, hand, save);
  if (mustAsk(hand, shape, "last")) return question(table, hand, "last", fill(words.lastQuestion, { name }), forward);
  if (mustAsk(hand, shape, "first")) return question(table, hand, "first", words.firstQuestion, forward);
  return lacking(table, hand, ui, forward);
}

function playing({ shape, seats, words }, hand, save) {
  if (hand.plays.length) return null;
  const name = hand.active === null ? "" : seats[hand.active].short;
  return { big: name ? fill(words.playsNow, { name }) : words.whoPlays, why: words.playsHelp, button: save };
}

// Who went out still holds tiles: most likely the name was a slip.
function slipped({ shape, seats, words }, hand, name, save) {
  const tiles = words.tiles[tilesOf(hand, hand.by).length];
  const empty = seats.map((_, seat) => seat).filter((seat) => seat !== hand.by && !tilesOf(hand, seat).length && !hand.pips[seat]);
  const choices = empty.map((seat) => ({ label: seats[seat].short, act: "give", value: seat }));
  return {
    big: fill(words.outHolds, { name, tiles }), why: words.outHoldsHelp, alarm: true, button: save,
    choices: [...choices, { label: words.takeOff, act: "give", value: "" }],
  };
}

function question({ shape, words }, hand, what, big, button) {
  const free = askable(hand, shape);
  const said = hand[what];
  const is = (tiles) => Array.isArray(said) ? said.join() === tiles.join() : said === tiles.join();
  const choices = [{ label: words.other, act: what, value: OTHER, on: said === OTHER }];
  for (const tile of free) choices.push({ label: tile, tiles: [tile], act: what, value: tile, on: is([tile]) });
  if (what === "last" && free.length > 1) choices.push({ label: words.both, act: what, value: free.join(" "), on: is(free) });
  return { big, why: what === "last" ? words.lastHelp : "", choices, button, ask: true };
}

// The question after the last tile once more, while the hand of who went out is the active one.
function again(table, hand) {
  const asks = hand.end === "out" && hand.by !== null && hand.active === hand.by && table.shape.asks.includes("last");
  return asks ? question(table, hand, "last", "", null).choices : [];
}

function onward({ shape, seats, words }, hand, save) {
  const next = following(hand, shape);
  const here = hand.active !== null && hand.active !== hand.by && hand.active !== RESERVE;
  const begun = here && (tilesOf(hand, hand.active).length || hand.pips[hand.active]);
  if (next === undefined || (here && !begun)) return save;
  return { label: fill(words.next, { name: seats[next].short }), act: "next" };
}

function lacking(table, hand, ui, button) {
  const { shape, seats, words } = table;
  const lack = missing(hand, shape);
  if (!lack.length) return null;
  const known = Object.keys(hand.left).length || Object.keys(hand.pips).length;
  if (hand.end === "fish" && hand.by === null && !known) return { big: words.whoFish, why: words.fishHelp, button };
  const choices = again(table, hand);
  if (hand.end === "fish" && shape.emptyMaker && lack.includes(hand.by) && lack.length === 1) {
    choices.push({ label: fill(words.makerEmpty, { name: seats[hand.by].short }), act: "emptied", value: "1" });
  }
  const names = lack.map((seat) => seats[seat].short).join(", ");
  return { big: fill(words.missing, { names }), why: words.missingHelp, choices, button };
}

function previewed(table, hand, ui, save) {
  const { shape, words } = table;
  const { look } = ui;
  const ready = { ...save, act: "save" };
  const extra = shape.result ? hows(shape, hand) : again(table, hand);
  if (look.kind === "refused") return { big: look.message, why: "", alarm: true, choices: extra, button: save };
  const answered = hand.last === OTHER ? LAST_TILE : [];
  const doubt = look.kind === "fresh" && look.doubts.some((code) => !answered.includes(code));
  const button = { ...ready, doubt, label: doubt ? words.saveAnyway : look.finished ? words.saveEnd : ready.label };
  if (hand.end === "play" && !(look.kind === "fresh" && look.finished)) button.act = null;
  const waiting = look.kind === "offline" ? words.offlineDock : words.looking;
  if (!look.html) return { big: waiting, why: "", choices: extra, button };
  const note = look.kind === "offline" ? words.staleDock : ui.changed ? words.changed : "";
  return { html: look.html, stale: look.kind === "offline", note, answered, choices: extra, button };
}

function hows(shape, hand) {
  return shape.result[hand.result === null ? "drawn" : "won"].map(([code, label]) => ({ label, act: "how", value: code, on: hand.how === code }));
}

export const wantsPreview = (table, hand, ui) => !blocked(table, hand, ui);
export const shows = (hand, shape) => (counted(hand, shape).length || needsTiles(hand, shape) || shape.asks.length ? "tiles" : "none");
