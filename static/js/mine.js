// A visitor who has said once who he is, by a tap on his name under "Where do I sit?" or by opening his personal link,
// finds his place at the top of each round and his line marked everywhere. The phone alone remembers it.

const KEY = "ryba.me";
const main = document.querySelector("main");
const said = main.dataset.iAm;

if (said) remember(said);
show();
if (recalled() && banner()) main.querySelector(".rd-find")?.removeAttribute("open");
document.addEventListener("live:changed", show);
document.addEventListener("click", (event) => {
  const place = event.target.closest(".rd-find [data-player]");
  if (place) remember(place.dataset.player);
  else if (event.target.closest("[data-forget]")) remember("");
  else return;
  show();
});

function recalled() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function remember(player) {
  try {
    localStorage.setItem(KEY, player);
  } catch {}
}

function banner() {
  return main.querySelector("[data-mine]");
}

function show() {
  const me = recalled();
  for (const row of main.querySelectorAll(".own")) row.classList.remove("own");
  const place = me && main.querySelector(`.rd-find [data-player="${CSS.escape(me)}"]`);
  const top = banner();
  if (top) top.hidden = !place;
  if (top && place) {
    const link = top.querySelector("a");
    link.href = place.getAttribute("href");
    link.replaceChildren(...[...place.children].map((part) => part.cloneNode(true)));
  }
  if (!me) return;
  for (const name of main.querySelectorAll(`[data-player="${CSS.escape(me)}"], a[href="/p/${CSS.escape(me)}/"]`)) {
    name.closest("tr, li")?.classList.add("own");
  }
}
