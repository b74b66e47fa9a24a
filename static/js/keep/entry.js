// The entry of a hand on the page: how it ended, the names with their accounts, the triangle of tiles with the hands in
// its free corner, what was scored in play, the dock. Made once, then only painted, so that focus stays where it was.

import { step } from "./dock.js";
import { OTHER, RESERVE, TILES, counted, endsGame, needsTiles, pipsIn, tilesOf } from "./model.js";
import { badge, drawTile, esc, fill, icon, make, write } from "./page.js";
import { drawPlays, paintPlays } from "./plays.js";

const EMPTY = `<svg class="ic pk-tick" viewBox="0 0 14 14" aria-hidden="true"><path d="M2 7.5l3.5 3.5L12 3.5"/></svg>`;

export function drawEntry(table) {
  const { shape, words } = table;
  const root = make(`<form class="pk-form${shape.result ? " result" : ""}${table.pairs ? " pairs" : ""}" novalidate>
    <div class="pk-end"><h2></h2>${shape.result ? "" : drawEnds(table)}</div>
    <div class="pk-who" role="group">${shape.result ? drawResults(table) : drawWho(table)}</div>
    ${shape.result ? "" : `<div class="pk-grid" role="group" aria-label="${esc(words.grid)}">${drawTiles()}${drawHands(table)}</div>`}
    <div class="pk-pips" hidden>${shape.result ? "" : drawPips(table)}</div>
    ${shape.plays ? drawPlays(table) : ""}
    <div class="pk-dock"><div class="pk-say"></div><div class="pk-choices" role="group"></div>
      <button type="submit" class="btn main wide-btn pk-save"></button></div>
    <p class="vh" role="status" aria-live="polite"></p></form>`);
  return root;
}

function drawEnds({ shape, words }) {
  const ends = shape.plays ? ["play", "out", "fish", "stopped"] : ["out", "fish"];
  const label = { play: words.endPlay, out: words.endOut, fish: words.endFish, stopped: words.endStopped };
  return `<div class="pk-seg" role="group" aria-label="${esc(words.howEnded)}">` +
    ends.map((end) => `<button type="button" data-end="${end}">${esc(label[end])}</button>`).join("") + "</div>";
}

// In a pair game the partners stand side by side below the account that they share.
const order = (table) => table.sides.flatMap((_, side) => table.seats.map((_, seat) => seat).filter((seat) => table.seats[seat].side === side));

function drawWho(table) {
  const pair = (side) => `<p class="pk-pair"><span>${esc(table.sides[side])}</span><b data-total="${side}"></b></p>`;
  const card = (seat) => `<button type="button" class="pk-card" data-who="${seat}"><span class="pk-nm">${badge(seat, table.seats[seat].letters)}<span>${esc(table.seats[seat].short)}</span></span>` +
    `<span class="pk-sc"><span${table.pairs ? "" : ` data-total="${table.seats[seat].side}"`}></span><span class="pk-flag" hidden>${icon("flag")}<span class="vh">${esc(table.words.opens)}</span></span>${EMPTY}</span></button>`;
  return (table.pairs ? table.sides.map((_, side) => pair(side)).join("") : "") + order(table).map(card).join("");
}

function drawResults({ seats, words }) {
  const button = (value, name, detail) => `<button type="button" class="pk-card" data-result="${value}"><b>${esc(name)}</b><span>${esc(detail)}</span>${EMPTY}</button>`;
  return button("0", seats[0].name, words.white) + button("", words.draw, "½ : ½") + button("1", seats[1].name, words.black);
}

const drawTiles = () => TILES.map((tile, i) =>
  `<button type="button" class="pk-cell" data-tile="${tile}" data-r="${tile[0]}" data-c="${tile[2]}" tabindex="${i ? -1 : 0}">${drawTile(tile)}<i></i></button>`).join("");

function drawHands(table) {
  const hand = (seat, row) => `<button type="button" class="pk-hand" data-hand="${seat}" data-seat="${seat}" data-r="${row}">${badge(seat, table.seats[seat].letters)}` +
    `<span class="pk-hn">${esc(table.seats[seat].short)}</span><span class="pk-ct"></span><b class="pk-pp"></b></button>`;
  const reserve = table.shape.reserve
    ? `<button type="button" class="pk-reserve" data-hand="${RESERVE}"><span class="pk-hn">${esc(table.words.reserve)}</span><b class="pk-pp"></b></button>`
    : `<p class="pk-sum"></p>`;
  return order(table).map(hand).join("") + reserve;
}

const drawPips = ({ seats, words }) => seats.map(({ name, letters }, seat) =>
  `<label>${badge(seat, letters)}<span>${esc(fill(words.pipsOf, { name }))}</span><input inputmode="numeric" autocomplete="off" maxlength="3" data-pips="${seat}"></label>`).join("") +
  `<button type="button" class="btn" data-act="tiles">${esc(words.backToTiles)}</button>`;

// ---- painting ----

export function paintEntry(root, table, hand, ui) {
  const { shape, words } = table;
  const $ = (selector) => root.querySelector(selector);
  write($("h2"), esc(fill(words.hand, { number: ui.number })));
  for (const button of root.querySelectorAll("[data-end]")) button.setAttribute("aria-pressed", button.dataset.end === hand.end);
  paintWho(root, table, hand, ui);
  if (!shape.result) {
    const inPlay = hand.end === "play" || hand.end === "stopped";
    $(".pk-grid").hidden = inPlay || ui.pips || !(needsTiles(hand, shape) || shape.asks.includes("last"));
    $(".pk-pips").hidden = inPlay || !ui.pips;
    paintTiles(root, table, hand, ui);
    paintHands(root, table, hand, ui);
    for (const input of root.querySelectorAll("[data-pips]")) if (input !== document.activeElement) input.value = hand.pips[input.dataset.pips] ?? "";
  }
  if (shape.plays) paintPlays(root, table, hand);
  paintDock(root, step(table, hand, ui), words);
}

function paintWho(root, table, hand, ui) {
  const { shape, words } = table;
  const inPlay = hand.end === "play";
  const chosen = inPlay ? hand.active : hand.by;
  const who = root.querySelector(".pk-who");
  who.setAttribute("aria-label", shape.result ? words.whoWon : inPlay ? words.whoPlays : hand.end === "fish" ? words.whoFish : words.whoOut);
  who.classList.toggle("ask", shape.result ? hand.result === undefined : chosen === null && hand.end !== "stopped" && !Object.keys(hand.left).length);
  for (const card of root.querySelectorAll("[data-who]")) {
    const seat = Number(card.dataset.who);
    card.setAttribute("aria-pressed", chosen === seat);
    card.querySelector(".pk-flag").hidden = ui.standing.opener !== seat;
  }
  for (const total of root.querySelectorAll("[data-total]")) total.textContent = ui.standing.totals[total.dataset.total];
  for (const card of root.querySelectorAll("[data-result]")) {
    const value = card.dataset.result === "" ? null : Number(card.dataset.result);
    card.setAttribute("aria-pressed", hand.result === value);
  }
}

function paintTiles(root, table, hand, ui) {
  const last = Array.isArray(hand.last) ? hand.last : [];
  for (const cell of root.querySelectorAll("[data-tile]")) {
    const { tile } = cell.dataset;
    const isLast = last.includes(tile);
    const holder = isLast ? hand.by : hand.left[tile];
    const seat = table.seats[holder];
    if (holder === undefined) delete cell.dataset.seat;
    else cell.dataset.seat = holder;
    cell.classList.toggle("last", isLast);
    cell.classList.toggle("asked", ui.asked === tile);
    cell.querySelector("i").textContent = seat ? seat.letters : holder === RESERVE ? "·" : "";
    cell.classList.toggle("long", Boolean(seat) && seat.letters.length > 1);
    cell.setAttribute("aria-pressed", holder !== undefined);
    const name = seat ? seat.name : table.words.reserve;
    const label = isLast ? fill(table.words.tileLast, { tile }) : holder === undefined ? tile : fill(table.words.tileOf, { tile, name });
    cell.setAttribute("aria-label", label);
  }
}

function paintHands(root, table, hand, ui) {
  const { shape, words } = table;
  const wanted = counted(hand, shape);
  for (const button of root.querySelectorAll("[data-hand]")) {
    const holder = button.dataset.hand === RESERVE ? RESERVE : Number(button.dataset.hand);
    const out = hand.end === "out" && hand.by === holder;
    const tiles = tilesOf(hand, holder);
    button.classList.toggle("out", out && !tiles.length);
    button.classList.toggle("less", !out && !wanted.includes(holder) && !tiles.length);
    button.setAttribute("aria-pressed", hand.active === holder);
    const says = button.querySelector(".pk-ct");
    if (says) says.textContent = out && !tiles.length ? outSays(hand, shape, words) : handSays(table, hand, holder, wanted);
    const known = tiles.length || hand.pips[holder];
    button.querySelector(".pk-pp").textContent = known ? ui.counted?.[holder] ?? pipsIn(hand, holder) : out ? "" : "–";
  }
  const sum = root.querySelector(".pk-sum");
  const tiles = TILES.filter((tile) => typeof hand.left[tile] === "number");
  if (sum) write(sum, tiles.length ? `<span>${esc(fill(words.all, { tiles: words.tiles[tiles.length] }))}</span>` : "");
}

function outSays(hand, shape, words) {
  if (Array.isArray(hand.last)) return fill(words.outLast, { tiles: hand.last.join(", ") });
  if (hand.last === OTHER) return words.outOther;
  return shape.asks.includes("last") ? words.outWhich : words.out;
}

function handSays({ shape, words }, hand, holder, wanted) {
  const tiles = tilesOf(hand, holder);
  const fish = hand.end === "fish" && hand.by === holder;
  if (fish && hand.emptied) return words.emptied;
  const count = tiles.length ? words.tiles[tiles.length] : hand.pips[holder] ? words.pips : endsGame(hand, shape) || !wanted.includes(holder) ? words.optional : words.none;
  if (!fish) return count;
  return count === words.none ? words.madeFish : `${words.madeFish} · ${count}`;
}

function paintDock(root, { big, why, alarm, html, stale, note, answered = [], choices = [], button, ask }, words) {
  const say = root.querySelector(".pk-say");
  const aside = note ? `<p class="keep-doubt">${icon("alert")}<span>${esc(note)}</span></p>` : "";
  write(say, html ? html + aside : `<p class="pk-big${alarm ? " alarm" : ask ? " ask" : ""}">${esc(big)}</p>${why ? `<p class="pk-why">${esc(why)}</p>` : ""}`);
  say.classList.toggle("stale", Boolean(stale));
  for (const doubt of say.querySelectorAll("[data-doubt]")) doubt.hidden = answered.includes(doubt.dataset.doubt);
  const drawn = ({ label, tiles, act, value, on }) => `<button type="button" class="pk-choice" data-act="${act}" data-value="${esc(value)}"${on === undefined ? "" : ` aria-pressed="${on}"`}>${(tiles ?? []).map(drawTile).join("")}<span>${esc(label)}</span></button>`;
  write(root.querySelector(".pk-choices"), choices.map(drawn).join(""));
  root.querySelector(".pk-choices").setAttribute("aria-label", big || words.howEnded);
  const save = root.querySelector(".pk-save");
  write(save, esc(button.label));
  save.classList.toggle("doubt", Boolean(button.doubt));
  save.classList.toggle("next", button.act === "next");
  save.dataset.do = button.act ?? "";
  save.setAttribute("aria-disabled", button.act === null);
}
