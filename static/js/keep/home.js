// The list of tables: hands that were not sent yet are sent from here too, and it says how many wait.

import { send } from "./net.js";
import { make } from "./page.js";
import * as queue from "./queue.js";
import { paintNotices, sayNet } from "./screens.js";

export async function startHome(data) {
  const head = document.querySelector(".head");
  const net = make(`<p class="keep-net" role="status"></p>`);
  const notices = make(`<div class="pk-notices"></div>`);
  head.after(net, notices);
  const app = { table: { ...data, game: null }, records: [], net: "ok" };
  const paint = async () => {
    app.records = await queue.all().catch(() => []);
    const count = app.records.filter((record) => record.actor === data.actor).length;
    sayNet(net, data.words, app.net, count);
    net.hidden = !count && app.net === "ok";
    paintNotices(notices, app);
  };
  const urlsOf = (game) => Object.fromEntries(Object.entries(data.urls).map(([name, url]) => [name, url.replace("/0/", `/${game}/`)]));
  const sendAll = () => send(data.actor, urlsOf, (event) => {
    app.net = { sending: "sending", offline: "offline", actor: "actor", gone: "gone" }[event] ?? "ok";
    return paint();
  });
  window.addEventListener("online", sendAll);
  window.addEventListener("offline", () => { app.net = "offline"; paint(); });
  await paint();
  if (app.records.length) await sendAll();
}
