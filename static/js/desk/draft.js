// A draft mended by taps and by drag. Everything goes through the page's own form, so that nothing is done here that
// the buttons do not do: two boxes ticked are swapped; one ticked, or dragged, is put where a table says.

const FAR = 6; // pixels a pointer moves before it drags
const EDGE = 72; // this near to the edge of the window it scrolls

const draft = () => document.querySelector("[data-draft]");
const ticked = () => [...draft().querySelectorAll("[name=entry]:checked")];
const nameOf = (person) => person.querySelector(".dr-name").textContent;
let busy = false;

async function send(action, entries = ticked().map((box) => box.value)) {
  if (busy) return;
  const form = draft();
  const body = new FormData(form);
  body.delete("entry");
  for (const entry of entries) body.append("entry", entry);
  body.set("do", action);
  busy = true;
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const content = page.querySelector("#content");
    if (!answer.ok || !content) throw new Error(answer.status);
    document.querySelector("#content").replaceWith(content);
    begin();
    document.getElementById(`dr-${entries[0]}`)?.focus({ preventScroll: true });
  } catch {
    location.reload();
  } finally {
    busy = false;
  }
}

function say() {
  const form = draft();
  const chosen = ticked();
  const line = form.querySelector(".dr-chosen");
  form.classList.toggle("choosing", chosen.length > 0);
  line.textContent = chosen.length
    ? `${chosen.map((box) => nameOf(box.closest("[data-entry]"))).join(", ")}. ${line.dataset.one}`
    : line.dataset.none;
}

function begin() {
  const form = draft();
  if (!form) return;
  form.classList.add("scripted");
  form.querySelector("#dr-help").hidden = true;
  form.querySelector(".dr-help-js").hidden = false;
  say();
}

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-draft] [name=entry]")) return;
  say();
  if (ticked().length === 2) send(draft().classList.contains("pairing") ? "forbid" : "swap");
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-draft]") || !event.submitter) return;
  event.preventDefault();
  if (event.submitter.value === "forbid" && ticked().length === 1) {
    draft().classList.add("pairing"); // the next one ticked is the other of the two
    return;
  }
  send(event.submitter.value);
});

// ---- drag, by the mouse anywhere on a name, by a finger on its handle ----

let drag = null;

function under(x, y) {
  const found = document.elementFromPoint(x, y);
  const person = found?.closest("[data-entry]");
  if (person && person !== drag.person) return person;
  const table = found?.closest("[data-table]");
  return table && !table.contains(drag.person) ? table : null;
}

document.addEventListener("pointerdown", (event) => {
  const person = event.target.closest?.("[data-draft] [data-entry]");
  if (!person || busy || event.button || (event.pointerType !== "mouse" && !event.target.closest(".dr-grip"))) return;
  drag = { person, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null, target: null };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  const { clientX: x, clientY: y } = event;
  if (!drag.ghost) {
    if (Math.hypot(x - drag.x, y - drag.y) < FAR) return;
    drag.ghost = document.body.appendChild(document.createElement("p"));
    drag.ghost.className = "dr-ghost";
    drag.ghost.textContent = nameOf(drag.person);
    drag.person.classList.add("dragged");
    getSelection()?.removeAllRanges();
  }
  event.preventDefault();
  drag.ghost.style.transform = `translate(${x}px, ${y}px)`;
  drag.speed = y < EDGE ? y - EDGE : y > innerHeight - EDGE ? y - innerHeight + EDGE : 0;
  if (drag.speed && !drag.scrolling) scroll();
  const target = under(x, y);
  if (target === drag.target) return;
  drag.target?.classList.remove("target");
  target?.classList.add("target");
  drag.target = target;
});

function scroll() {
  drag.scrolling = true;
  requestAnimationFrame(() => {
    if (!drag) return;
    if (drag.speed) scrollBy(0, drag.speed / 4);
    if (drag.speed) scroll();
    else drag.scrolling = false;
  });
}

function refuse(click) {
  click.preventDefault();
  click.stopPropagation();
}

function drop(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const { person, ghost, target } = drag;
  drag = null;
  ghost?.remove();
  person.classList.remove("dragged");
  target?.classList.remove("target");
  if (!ghost) return;
  addEventListener("click", refuse, true); // the click that ends a drag ticks no box
  setTimeout(() => removeEventListener("click", refuse, true));
  if (event.type === "pointercancel" || !target) return;
  if (target.dataset.entry) send("swap", [person.dataset.entry, target.dataset.entry]);
  else send(`move ${target.dataset.table}`, [person.dataset.entry]);
}

document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);
document.addEventListener("dragstart", (event) => event.target.closest?.("[data-draft]") && event.preventDefault());
begin();
