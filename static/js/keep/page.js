// Small helpers of the page: texts, drawings, words.

const MARKS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const esc = (text) => String(text).replace(/[&<>"']/g, (mark) => MARKS[mark]);

// Fills `%(name)s` in a text of the server.
export const fill = (text, values) => text.replace(/%\((\w+)\)[sd]/g, (_, name) => values[name]);

export const icon = (name) => `<svg class="ic" viewBox="0 0 16 16" aria-hidden="true"><use href="#i-${name}"/></svg>`;

export const drawTile = (tile) =>
  `<svg class="tile" viewBox="0 0 22 42" aria-hidden="true"><rect class="tile-face" x=".5" y=".5" width="21" height="41" rx="4"/>` +
  `<path class="tile-bar" d="M4 21h14"/><use href="#h${tile[0]}" x="1" y="1" width="20" height="20"/><use href="#h${tile[2]}" x="1" y="21" width="20" height="20"/></svg>`;

export const badge = (seat, letters) => `<span class="seat${letters.length > 1 ? " long" : ""}" data-seat="${seat}" aria-hidden="true">${esc(letters)}</span>`;

export function make(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html.trim();
  return holder.content.firstElementChild;
}

// Writes only what is different, so that a screen reader and the eye are left alone by the rest.
export function write(element, html) {
  if (element.dataset.said === html) return;
  element.dataset.said = html;
  element.innerHTML = html;
}
