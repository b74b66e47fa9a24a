// What stands round the entry: the state of the network, hands that were not sent, the comparison of two hands, the end
// of a game, the menu.

import { esc, fill, icon, make, write } from "./page.js";

const NET = {
  ok: `<svg class="ic" viewBox="0 0 14 14" aria-hidden="true"><circle cx="7" cy="7" r="5" fill="currentColor"/></svg>`,
  wait: `<svg class="ic" viewBox="0 0 14 14" aria-hidden="true"><circle cx="7" cy="7" r="5"/><path d="M7 2a5 5 0 0 1 0 10z" fill="currentColor"/></svg>`,
  off: `<svg class="ic" viewBox="0 0 14 14" aria-hidden="true"><path d="M2 2l10 10M12 2L2 12"/></svg>`,
};

export function sayNet(element, words, net, count, entering = false) {
  const offline = net === "offline";
  const text = offline ? (count ? words.offlineWaits : words.offline) : net === "sending" ? words.sending : count ? words.notSent : entering ? words.unsaved : words.saved;
  element.dataset.net = offline ? "off" : count ? "wait" : entering ? "enter" : "ok";
  write(element, `${NET[offline ? "off" : count || entering ? "wait" : "ok"]}<span>${esc(fill(text, { count }))}</span>`);
}

export function paintNet(app, entering) {
  const element = document.querySelector(".keep-net");
  const { actor, words } = app.table;
  const count = app.records.filter((record) => record.actor === actor && !app.keeping.has(record.order)).length;
  element.setAttribute("role", "status");
  element.classList.remove("unsaved");
  element.hidden &&= count === 0;
  sayNet(element, words, app.net, count, entering || app.keeping.size > 0);
}

// ---- hands that wait, were refused, or belong to somebody else ----

export function noticesOf({ table, records, net }) {
  const { actor, words, game } = table;
  const notices = [];
  if (net === "gone" || net === "actor") notices.push({ html: esc(words.signedOut) });
  const others = records.filter((record) => record.actor !== actor);
  for (const name of new Set(others.map((record) => record.who))) {
    notices.push({ html: esc(fill(words.otherActor, { count: others.filter((record) => record.who === name).length, name })) });
  }
  for (const record of records.filter((one) => one.actor === actor && one.state === "refused" && one.game === game)) {
    const buttons = ["correct", "drop"].map((what) => `<button type="button" class="btn less" data-do="${what}" data-order="${record.order}">${esc(words[what])}</button>`);
    notices.push({ html: `${esc(fill(words.refused, { number: record.number, reason: record.reason }))} ${buttons.join(" ")}` });
  }
  return notices;
}

export function paintNotices(element, app) {
  write(element, noticesOf(app).map(({ html }) => `<p class="pk-notice">${icon("alert")}<span>${html}</span></p>`).join(""));
}

// A row that was opened stays open.
function writeSheet(element, sheet) {
  const boxes = () => [...element.querySelectorAll(".sh-open input")];
  const open = boxes().map((box) => box.checked);
  write(element, sheet);
  boxes().forEach((box, at) => (box.checked = open[at] ?? false));
}

export function paintScreens(app, mine, entering) {
  const { root, ui } = app;
  const stale = mine.find((record) => record.state === "stale");
  const { last, end, sheet, notice } = ui.standing.html;
  const over = Boolean(end) && !entering && !mine.length;
  paintNotices(root.querySelector(".pk-notices"), app);
  write(root.querySelector(".pk-last"), last);
  root.querySelector(".pk-last").hidden = over && !last;
  const screen = root.querySelector(".pk-screen");
  write(screen, stale ? stale.html : over ? end : "");
  screen.hidden = !stale && !over;
  root.querySelector(".pk-entry").hidden = Boolean(stale) || over;
  root.classList.toggle("over", over || Boolean(stale));
  writeSheet(document.querySelector("#sheet-body"), sheet);
  write(document.querySelector("#keep-notice"), notice);
  // The other forms of the page are about the game as it stands now.
  for (const field of document.querySelectorAll("input[name=version], input[name$='-version']")) field.value = ui.standing.version;
  for (const button of root.querySelectorAll("[data-do]:not([data-heard])")) {
    button.dataset.heard = "";
    const order = Number(button.dataset.order ?? stale?.order);
    const does = { theirs: () => app.resolve(order, "theirs"), mine: () => app.resolve(order, "mine"), correct: () => app.correct(order), drop: () => app.drop(order) };
    button.addEventListener("click", () => does[button.dataset.do]?.());
  }
}

// ---- the menu ----

export function addMenu(app) {
  const { words, shape } = app.table;
  const item = (what, text) => `<button type="button" data-menu="${what}">${esc(text)}</button>`;
  const tiles = shape.result || !shape.pips ? "" : item("pips", words.menuPips);
  const stopped = shape.result || shape.plays ? "" : item("stopped", words.menuStopped);
  const menu = make(`<details class="pk-menu"><summary aria-label="${esc(words.menu)}"><svg class="ic" viewBox="0 0 16 16" aria-hidden="true"><path d="M3 8h.01M8 8h.01M13 8h.01"/></svg></summary>
    <div>${item("undo", words.menuUndo)}${tiles}${stopped}${item("clear", words.menuClear)}${item("more", words.menuMore)}${item("sheet", words.menuSheet)}<a href="?as=text">${esc(words.menuText)}</a></div></details>`);
  document.querySelector(".keep-bar").append(menu);
  menu.addEventListener("click", (event) => {
    const what = event.target.closest("[data-menu]")?.dataset.menu;
    if (!what) return;
    menu.open = false;
    if (what === "undo") app.root.querySelector(".pk-last form")?.requestSubmit();
    else if (what === "stopped") app.act("end", "stopped");
    else if (what === "sheet") document.getElementById("sheet").scrollIntoView();
    else if (what === "more") {
      const more = document.querySelector(".keep-more");
      if (more) more.open = true;
      more?.scrollIntoView();
    } else app.act(what);
  });
  document.addEventListener("click", (event) => { if (!menu.contains(event.target)) menu.open = false; });
  menu.addEventListener("keydown", (event) => { if (event.key === "Escape") menu.open = false; });
}
