// Sends a form without leaving the page: `data-inplace` names the part that is taken anew from the answer. What is
// typed in a search field and how far one has scrolled stay. Without network the form is sent the ordinary way.

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-inplace]");
  if (!form) return;
  event.preventDefault();
  const { inplace } = form.dataset;
  const body = new FormData(form, event.submitter);
  const pressed = event.submitter?.name.replace(/^\w+-/, "");
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(inplace);
    if (!answer.ok || !fresh) throw new Error(answer.status);
    const old = document.querySelector(inplace);
    const typed = new Map([...old.querySelectorAll("input[type=search]")].map((input) => [input.id, input.value]));
    old.replaceWith(fresh);
    for (const [id, value] of typed) document.getElementById(id).value = value;
    document.dispatchEvent(new Event("inplace"));
    fresh.querySelector(`button[name$="-${pressed}"]`)?.focus({ preventScroll: true });
  } catch {
    form.removeAttribute("data-inplace");
    form.requestSubmit(event.submitter);
  }
});
