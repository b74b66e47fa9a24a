// Seeds by drag, or by ↑ and ↓: the rows change places and their numbers follow. What is saved are the numbers.

const rows = (list) => [...list.querySelectorAll("[data-row]")];

function number(list) {
  for (const [at, row] of rows(list).entries()) row.querySelector("input[type=number]").value = at + 1;
}

function move(row, by) {
  const list = row.parentElement;
  const all = rows(list);
  const target = all[all.indexOf(row) + by];
  if (!target) return;
  if (by < 0) target.before(row);
  else target.after(row);
  number(list);
}

for (const form of document.querySelectorAll("[data-reorder]")) {
  const list = form.querySelector("ol");
  for (const row of rows(list)) {
    row.draggable = true;
    row.querySelector(".people-move").hidden = false;
  }
  let held = null;
  list.addEventListener("dragstart", (event) => {
    held = event.target.closest("[data-row]");
    held?.classList.add("held");
  });
  list.addEventListener("dragover", (event) => {
    const over = event.target.closest("[data-row]");
    if (!held || !over || over === held) return;
    event.preventDefault();
    const { top, height } = over.getBoundingClientRect();
    if (event.clientY < top + height / 2) over.before(held);
    else over.after(held);
  });
  list.addEventListener("dragend", () => {
    held?.classList.remove("held");
    held = null;
    number(list);
  });
  list.addEventListener("click", (event) => {
    const button = event.target.closest("[data-up], [data-down]");
    if (!button) return;
    move(button.closest("[data-row]"), "up" in button.dataset ? -1 : 1);
    button.focus();
  });
  list.addEventListener("change", (event) => {
    if (event.target.type !== "number") return;
    const row = event.target.closest("[data-row]");
    const others = rows(list).filter((other) => other !== row);
    const at = Math.min(Math.max(Number(event.target.value) || 1, 1), others.length + 1) - 1;
    if (at < others.length) others[at].before(row);
    else others.at(-1)?.after(row);
    number(list);
  });
}
