// Keeps the scorekeeper's pages for when there is no network: what they are made of, and the pages that were opened.
// Pages come from the network where it answers in time; files whose names carry a mark of their content never change.

const CACHE = "ryba-1";
const ASSETS = {{ assets|safe }};
const WAIT = 4000;
const KEPT = { ignoreSearch: true, ignoreVary: true };
const MARKED = /\.[0-9a-f]{8,}\.\w+$/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...ASSETS, "{{ home }}"])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const { keep: address, files = [] } = event.data ?? {};
  if (address) event.waitUntil(Promise.all([keep(address), ...files.map(keepFile)]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (MARKED.test(url.pathname)) event.respondWith(caches.match(request, KEPT).then((kept) => kept ?? fetched(request)));
  else if (/\/(js|css|img)\//.test(url.pathname)) event.respondWith(fetched(request).catch(() => caches.match(request, KEPT)));
});

async function keep(address) {
  const answer = await fetch(address, { credentials: "same-origin", redirect: "error" });
  if (answer.ok) await (await caches.open(CACHE)).put(address, answer);
}

async function keepFile(address) {
  if (!(await caches.match(address, KEPT))) await (await caches.open(CACHE)).add(address);
}

async function fetched(request) {
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    caches.open(CACHE).then((cache) => cache.put(request, copy));
  }
  return answer;
}

// The page from the network, or the kept one where the network is silent.
async function page(request) {
  const kept = await caches.match(request, KEPT);
  const asked = fetch(request).then(async (answer) => {
    if (answer.ok && !answer.redirected && kept && !new URL(request.url).search) await (await caches.open(CACHE)).put(request, answer.clone());
    return answer;
  });
  if (!kept) return asked;
  const late = new Promise((resolve) => setTimeout(resolve, WAIT, kept));
  return Promise.race([asked.catch(() => kept), late]);
}
