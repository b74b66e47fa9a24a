// Sends a form without leaving the page: `data-inplace` names the part that is taken anew from the answer. What is
// typed in a search field and how far one has scrolled stay. Without network the form is sent the ordinary way.
// Quick presses are sent one after another, and only the last answer is shown: a slow one never hides a later press.

let last = Promise.resolve();
let waiting = 0;

document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-inplace]");
  if (!form) return;
  event.preventDefault();
  const button = event.submitter;
  const body = new FormData(form, button);
  button?.setAttribute("aria-busy", "true");
  waiting += 1;
  last = last.then(() => send(form, button, body));
});

async function send(form, button, body) {
  const { inplace } = form.dataset;
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(inplace);
    if (!answer.ok || !fresh) throw new Error(answer.status);
    waiting -= 1;
    if (!waiting) show(fresh, inplace, button?.name.replace(/^\w+-/, ""));
  } catch {
    form.removeAttribute("data-inplace");
    form.requestSubmit(button);
  }
}

function show(fresh, inplace, pressed) {
  const old = document.querySelector(inplace);
  const typed = new Map([...old.querySelectorAll("input[type=search]")].map((input) => [input.id, input.value]));
  old.replaceWith(fresh);
  for (const [id, value] of typed) document.getElementById(id).value = value;
  document.dispatchEvent(new Event("inplace"));
  fresh.querySelector(`button[name$="-${pressed}"]`)?.focus({ preventScroll: true });
}
