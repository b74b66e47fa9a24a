// The search box while one types: the server's options appear under it, arrow keys go through them, Enter opens one,
// Escape puts them away. Roles and keys are those of the combobox pattern. Without this module the form is sent.

import Combobox from "../vendor/combobox-nav/index.js";

const PAUSE = 150;

for (const form of document.querySelectorAll("[data-search]")) follow(form);

function follow(form) {
  const box = form.querySelector("input");
  const list = form.querySelector("[role=listbox]");
  const said = form.querySelector("[role=status]");
  const combobox = new Combobox(box, list, { tabInsertsSuggestions: false });
  let waiting = null;
  let asking = null;

  function close() {
    clearTimeout(waiting);
    asking?.abort();
    if (list.hidden) return;
    list.hidden = true;
    combobox.stop();
  }

  function open() {
    combobox.stop();
    list.hidden = false;
    combobox.start();
  }

  async function ask() {
    const text = box.value.trim();
    if (!text) return close();
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    try {
      const answer = await fetch(`${form.action}?typing=1&q=${encodeURIComponent(text)}`, { signal });
      if (!answer.ok) return close();
      const found = await answer.text();
      if (signal.aborted) return;
      list.innerHTML = found;
    } catch {
      return; // taken back, or no network: the form still works
    }
    const options = list.querySelectorAll("[role=option]");
    options.forEach((option, at) => (option.id = `${list.id}-${at}`));
    tell(options.length);
  }

  function tell(count) {
    said.textContent = count ? form.dataset.said.replace("%(count)s", count) : form.dataset.nothing;
    if (count) open();
    else close();
  }

  box.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, PAUSE);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      close();
    } else if (event.key === "ArrowDown" && list.hidden) {
      event.preventDefault();
      ask();
    }
  });
  list.addEventListener("mousedown", (event) => event.preventDefault()); // the box keeps the focus
  box.addEventListener("blur", close);
  form.addEventListener("submit", close);
}
