// Puts the pieces together: configuration, session, router, app.
import "../../app/style.css";
import { createApp } from "vue";
import App from "./App.vue";
import { makeRouter } from "./router.js";
import { openSession } from "./session.js";

async function start() {
  const response = await fetch("/config.json", { credentials: "same-origin" });
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  const config = await response.json();
  const session = await openSession(config);
  const router = makeRouter(session, config.cookieName);
  createApp(App).provide("session", session).use(router).mount("#app");
}

start().catch((error) => {
  document.title = "Could not start";
  document.querySelector("#app main").textContent =
    `This page could not start: ${error.message}. Is the server still running?`;
});
