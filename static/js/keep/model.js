// A hand while it is entered: plain data, changed by the functions of this module alone. No rule of a game is here:
// `shape` says what a variant looks at, the server says what it comes to.
//
// `by`: who went out or made the fish. `active`: whose tiles are being entered, a seat or "reserve". `left`: tile → holder.
// `last`, `first`: tiles, or OTHER for "none of those that decide", or null while unanswered. `plays`: in order.

export const OTHER = "other";
export const RESERVE = "reserve";
export const TILES = Array.from({ length: 28 }, (_, i) => {
  const high = Math.floor((Math.sqrt(8 * i + 1) - 1) / 2);
  return `${high}-${i - (high * (high + 1)) / 2}`;
});

export const pipsOf = (tile) => Number(tile[0]) + Number(tile[2]);
const isDouble = (tile) => tile[0] === tile[2];

export function newHand(shape) {
  return {
    end: shape.plays ? "play" : "out", by: null, active: null, left: {}, pips: {}, last: null, first: null,
    emptied: false, plays: [], result: undefined, how: "", taken: [],
  };
}

// The hand that gives these facts, such as one that was just taken back.
export function handOf(facts, shape) {
  const hand = newHand(shape);
  if ("result" in facts) return { ...hand, result: facts.result, how: facts.how ?? "" };
  if (!("end" in facts)) return hand;
  hand.end = facts.end;
  hand.by = facts.by ?? null;
  for (const [seat, tiles] of Object.entries(facts.left ?? {})) for (const tile of tiles) hand.left[tile] = Number(seat);
  for (const tile of facts.reserve ?? []) hand.left[tile] = RESERVE;
  hand.pips = { ...facts.pips };
  hand.last = facts.last ?? (shape.asks.includes("last") && hand.end === "out" ? OTHER : null);
  hand.first = facts.first ?? (shape.asks.includes("first") ? OTHER : null);
  hand.plays = facts.plays ?? [];
  hand.emptied = hand.end === "fish" && hand.by !== null && facts.left?.[hand.by]?.length === 0;
  return hand;
}

export const isEmpty = (hand) =>
  hand.by === null && hand.result === undefined && !hand.plays.length && !Object.keys(hand.left).length && !Object.keys(hand.pips).length;

export const tilesOf = (hand, holder) => TILES.filter((tile) => hand.left[tile] === holder);
export const pipsIn = (hand, holder) => hand.pips[holder] ?? tilesOf(hand, holder).reduce((sum, tile) => sum + pipsOf(tile), 0);
const laid = (hand) => (Array.isArray(hand.last) ? hand.last : []);

// Whose hands the rule counts, as far as it is known how the hand ended.
export function counted(hand, shape) {
  if (hand.end === "fish") return shape.counts.fish;
  if (hand.end !== "out") return [];
  if (hand.by === null) return [...new Set(shape.counts.out.flat())];
  return endsGame(hand, shape) ? [] : shape.counts.out[hand.by];
}

export const endsGame = (hand, shape) => shape.wins && hand.end === "out" && laid(hand).length > 0 && laid(hand).every((tile) => shape.asked.includes(tile));

export const needsTiles = (hand, shape) => counted(hand, shape).length > 0 || hand.end === "fish" && shape.counts.fish.length > 0;

export const missing = (hand, shape) =>
  counted(hand, shape).filter((seat) => !tilesOf(hand, seat).length && !hand.pips[seat] && !(hand.emptied && seat === hand.by));

// Which of the deciding tiles could have been the last, or the first: those that are in no hand.
export const askable = (hand, shape) => shape.asked.filter((tile) => hand.left[tile] === undefined);

export const mustAsk = (hand, shape, what) =>
  shape.asks.includes(what) && hand[what] === null && (what === "first" || hand.end === "out" && hand.by !== null) && askable(hand, shape).length > 0;

// ---- changes ----

export function setEnd(hand, end) {
  hand.end = end;
  if (end !== "out") hand.last = null;
  if (end === "play" || end === "stopped") hand.by = null;
  if (end !== "fish") hand.emptied = false;
}

export function setBy(hand, seat, shape) {
  hand.by = hand.by === seat ? null : seat;
  hand.last = null;
  hand.emptied = false;
  follow(hand, shape);
}

// The next hand in the order of play that still lacks its tiles becomes the active one.
export function follow(hand, shape) {
  const wanting = missing(hand, shape);
  const seats = shape.counts.out.length;
  const from = hand.active === null || hand.active === hand.by || hand.active === RESERVE ? hand.by ?? seats - 1 : hand.active;
  const next = Array.from({ length: seats }, (_, k) => (from + k + 1) % seats).find((seat) => wanting.includes(seat));
  if (next !== undefined && next !== hand.active) hand.active = next;
  return next;
}

export const following = (hand, shape) => follow({ ...hand }, shape);

// A tap on a tile. Gives a word on what stood in its way: "choose", "taken", "full"; "" where it was done.
export function tap(hand, tile, shape, asked) {
  const holder = hand.left[tile];
  const { active } = hand;
  if (active === null) {
    if (holder === undefined) return "choose";
    hand.active = holder;
    return "";
  }
  if (hand.end === "out" && active === hand.by && holder !== active) return mark(hand, tile, shape);
  if (holder === active) {
    delete hand.left[tile];
    hand.taken = hand.taken.filter((one) => one !== tile);
    return "";
  }
  if (holder !== undefined && asked !== tile) return "taken";
  if (tilesOf(hand, active).length >= (active === RESERVE ? 28 : shape.most)) return "full";
  unmark(hand, tile);
  hand.left[tile] = active;
  delete hand.pips[active];
  hand.taken = [...hand.taken.filter((one) => one !== tile), tile];
  return "";
}

function mark(hand, tile, shape) {
  if (hand.left[tile] !== undefined) return "taken";
  const now = laid(hand);
  if (now.includes(tile)) unmark(hand, tile);
  else if (now.length && now.length < 3 && (shape.lastAny || (isDouble(tile) && now.every(isDouble)))) hand.last = [...now, tile];
  else hand.last = [tile];
  return "";
}

function unmark(hand, tile) {
  const now = laid(hand);
  if (now.includes(tile)) hand.last = now.length > 1 ? now.filter((one) => one !== tile) : null;
}

export function giveAll(hand, from, to) {
  for (const tile of tilesOf(hand, from)) {
    if (to === null) delete hand.left[tile];
    else hand.left[tile] = to;
  }
  if (to !== null) hand.active = to;
}

// ---- the facts, as one object of the game record ----

export function factsOf(hand, shape) {
  if (shape.result) return { result: hand.result ?? null, ...(hand.how ? { how: hand.how } : {}) };
  const end = hand.end === "play" ? "stopped" : hand.end;
  const facts = { end };
  if (hand.by !== null && end !== "stopped") facts.by = hand.by;
  const left = {};
  const pips = {};
  for (let seat = 0; seat < shape.counts.out.length; seat++) {
    const tiles = tilesOf(hand, seat);
    if (tiles.length) left[seat] = tiles;
    else if (hand.pips[seat]) pips[seat] = hand.pips[seat];
  }
  if (hand.emptied && hand.by !== null) left[hand.by] = [];
  if (Object.keys(left).length) facts.left = left;
  if (Object.keys(pips).length) facts.pips = pips;
  if (laid(hand).length) facts.last = laid(hand);
  if (hand.first && hand.first !== OTHER) facts.first = hand.first;
  const reserve = tilesOf(hand, RESERVE);
  if (reserve.length) facts.reserve = reserve;
  if (hand.plays.length) facts.plays = hand.plays;
  return facts;
}
