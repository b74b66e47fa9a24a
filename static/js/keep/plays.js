// What is scored during a hand: a name, then a button; every event stays in its order, the last can be taken back.

import { badge, esc, fill, icon, write } from "./page.js";

export function drawPlays({ shape, words }) {
  const ends = shape.plays[0].ends !== undefined;
  const button = ({ label, points }, i) =>
    `<button type="button" class="pk-event${points ? " scores" : ""}" data-play="${i}"><b>${esc(ends ? label : `+ ${label}`)}</b>${points ? `<span>+${points}</span>` : ""}</button>`;
  return `<div class="pk-plays" hidden><div class="pk-events${ends ? " ends" : ""}" role="group" aria-label="${esc(words.scored)}">${shape.plays.map(button).join("")}</div></div>
    <div class="pk-log" hidden><ol></ol><button type="button" class="link" data-act="unplay">${icon("undo")}<span></span></button></div>`;
}

// What an event is called in the list.
const told = ({ shape }, play) => shape.plays.find(({ ends, event }) => (ends === undefined ? event === play.event : ends === play.ends)) ?? {};

export function paintPlays(root, table, hand) {
  const { words, seats } = table;
  root.querySelector(".pk-plays").hidden = hand.end !== "play";
  const log = root.querySelector(".pk-log");
  log.hidden = !root.querySelector(".pk-grid").hidden || !root.querySelector(".pk-pips").hidden;
  const said = (play) => `${told(table, play).label}${play.count ? ` × ${play.count}` : ""}`;
  const items = hand.plays.map((play) => `<li>${badge(play.seat, seats[play.seat].letters)}<span class="vh">${esc(seats[play.seat].name)}: </span>${esc(said(play))}${told(table, play).points ? ` <b>+${told(table, play).points}</b>` : ""}</li>`);
  write(log.querySelector("ol"), items.reverse().join("") || `<li class="dim">${esc(words.noPlays)}</li>`);
  const undo = log.querySelector("button");
  const last = hand.plays.at(-1);
  undo.hidden = !last;
  if (last) write(undo.querySelector("span"), esc(fill(words.undoPlay, { what: `${seats[last.seat].short}, ${said(last)}` })));
  for (const button of root.querySelectorAll("[data-play]")) button.setAttribute("aria-disabled", hand.active === null);
}

export function playOf(table, hand, index) {
  const { ends, event } = table.shape.plays[index];
  return ends === undefined ? { seat: hand.active, event } : { seat: hand.active, ends };
}
