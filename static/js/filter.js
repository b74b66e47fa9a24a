// Finds in a long list as one types: `data-filter` names the list, its items stay whose text has the words in it.

const plain = (text) => text.toLowerCase().replaceAll("ё", "е");

function filter(input) {
  const list = document.querySelector(input.closest("[data-filter]").dataset.filter);
  const words = plain(input.value).split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const item of list.children) {
    const text = plain(item.textContent);
    item.hidden = !words.every((word) => text.includes(word));
    shown += !item.hidden;
  }
  const none = document.getElementById("find-none");
  if (none) none.hidden = shown > 0;
}

document.addEventListener("input", (event) => {
  if (event.target.closest("[data-filter]")) filter(event.target);
});

for (const renewed of ["inplace", "live:changed"]) {
  document.addEventListener(renewed, () => {
    for (const input of document.querySelectorAll("[data-filter] input")) filter(input);
  });
}
