// The hand form, made quicker: the preview follows what one types, digits fall into tiles, and nothing unsaved is
// left without a question. Without this module the same form works by its buttons.

const PAUSE = 350;

const form = document.querySelector(".keep-form");
if (form) start(form);

function start(form) {
  const dock = form.querySelector("#dock");
  const net = document.querySelector(".keep-net");
  let timer = 0;
  let asked = 0;
  let unsaved = dock.querySelector("[name=seen]") !== null;

  form.classList.add("keep-live");

  form.addEventListener("input", (event) => {
    if (event.target.closest(".keep-tiles-in") && !event.inputType?.startsWith("delete")) intoTiles(event.target);
    changed();
  });
  form.addEventListener("change", changed);
  document.addEventListener("submit", () => { unsaved = false; });
  window.addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });

  function changed() {
    unsaved = true;
    if (net) {
      net.classList.add("unsaved");
      net.querySelector("span").textContent = net.dataset.words;
    }
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  }

  async function look() {
    const turn = ++asked;
    try {
      const answer = await fetch(form.dataset.preview, { method: "POST", body: new FormData(form), redirect: "error" });
      if (!answer.ok) return;
      const page = await answer.text();
      if (turn === asked && !dock.contains(document.activeElement)) dock.innerHTML = page;
    } catch {
      // Offline: the buttons of the form still say what happens.
    }
  }
}

function intoTiles(field) {
  if (field.selectionStart !== field.value.length) return;
  field.value = field.value.replace(/(^|\s)([0-6]{2})(?=[0-6])/g, "$1$2 ");
}
