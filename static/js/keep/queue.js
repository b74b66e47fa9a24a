// Hands on their way to the server, in IndexedDB, so that they outlive the page: one record a hand, `order` its key.
//
// A record: {order, game, actor, who, uuid, version, number, facts, state, reason, html, newVersion}. `state` is
// "waiting", "refused" (with its reason) or "stale" (with both hands to compare). Beside them lie how each game stood
// last ("tables"), which is later than what a kept page says, and the hand that was being entered ("drafts").

const NAME = "ryba";
let opened = null;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("hands", { keyPath: "order" });
      request.result.createObjectStore("tables");
      request.result.createObjectStore("drafts");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function work(store, mode, act) {
  const transaction = (await database()).transaction(store, mode, { durability: "strict" });
  const request = act(transaction.objectStore(store));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

export const all = () => work("hands", "readonly", (store) => store.getAll());
export const put = (record) => work("hands", "readwrite", (store) => store.put(record));
export const remove = (order) => work("hands", "readwrite", (store) => store.delete(order));

export const keepTable = (game, standing) => work("tables", "readwrite", (store) => store.put(standing, game));
export const keptTable = (game) => work("tables", "readonly", (store) => store.get(game));

export const keepDraft = (key, draft) => work("drafts", "readwrite", (store) => (draft ? store.put(draft, key) : store.delete(key)));
export const keptDraft = (key) => work("drafts", "readonly", (store) => store.get(key));

// A random uuid, also where the page is not served securely and crypto.randomUUID is missing.
export function newUuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
