// The first module of the scorekeeper's pages: it starts what the page has, and keeps the page for when there is no network.

import { startTable } from "./app.js";
import { startHome } from "./home.js";

const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");
const table = read("pk-table");
const home = read("pk-home");

keepPage((table ?? home)?.urls.worker);
if (table) await startTable(document.getElementById("pk"), table);
if (home) await startHome(home);

// A page that was opened once opens without network too. Where it is not served securely there are no workers.
async function keepPage(worker) {
  if (!worker || !navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register(worker);
    const { active } = await navigator.serviceWorker.ready;
    const files = [...document.querySelectorAll("link[rel~=stylesheet], link[rel~=icon], script[src]")];
    active.postMessage({ keep: location.href, files: files.map((file) => file.href ?? file.src) });
  } catch {
    // private windows and the like: the page works, but only with network
  }
}
