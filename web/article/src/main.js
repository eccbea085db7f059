// Starts the page: where auth is, which router, and the app around it.
import Vue from "vue";
import firebase from "firebase/compat/app";
import "firebase/compat/auth";
import { App } from "./views.js";

/** The page as tutorials have it, one mistake each: `?router=hash-mode` in the address. */
const defects = {
  "before-ready": () => import("./defects/before-ready.js"),
  "cookie-kept": () => import("./defects/cookie-kept.js"),
  "hash-mode": () => import("./defects/hash-mode.js"),
  "next-twice": () => import("./defects/next-twice.js"),
  "no-way-out": () => import("./defects/no-way-out.js"),
};

async function start() {
  const response = await fetch("/config.json");
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  const config = await response.json();
  firebase.initializeApp({ apiKey: config.apiKey, projectId: config.projectId });
  firebase.auth().useEmulator(config.auth, { disableWarnings: true });

  const chosen = defects[new URLSearchParams(window.location.search).get("router")];
  const { default: router } = await (chosen ?? (() => import("./router.js")))();
  // Told to tests: the route that is shown, and whose it is.
  router.afterEach((to) => {
    document.title = to.meta.title ?? "Sample shop";
    document.documentElement.dataset.route = to.name ?? "";
    document.documentElement.dataset.uid = firebase.auth().currentUser?.uid ?? "";
  });
  new Vue({ router, render: (h) => h(App) }).$mount("#app");
}

start().catch((error) => {
  document.title = "Could not start";
  document.body.textContent = `This page could not start: ${error.message}. Is the server still running?`;
});
