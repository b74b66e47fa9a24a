// The switches of a page, without losing what one has typed: colours change in place, and a change of the language,
// which needs the page anew, asks first where something is typed. Without this module both work by their buttons.

const asks = (form) => form.method === "post" && !form.closest(".switches");
let typed = false;

document.addEventListener("input", (event) => {
  if (event.target.form && asks(event.target.form)) typed = true;
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-theme-switch]")) {
    event.preventDefault();
    changeColours(form, event.submitter);
  } else if (form.matches("[data-ask]") && typed && !confirm(form.dataset.ask)) {
    event.preventDefault();
  }
});

function changeColours(form, chosen) {
  const root = document.documentElement;
  if (chosen.value === "auto") delete root.dataset.theme;
  else root.dataset.theme = chosen.value;
  for (const button of document.querySelectorAll("[data-theme-switch] button")) {
    button.setAttribute("aria-pressed", String(button.value === chosen.value));
  }
  fetch(form.action, { method: "POST", body: new FormData(form, chosen), redirect: "manual" }).catch(() => {});
}
