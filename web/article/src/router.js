// The router, and the guard that takes over the session that the app has put into a cookie.
import Vue from "vue";
import Router from "vue-router";
import VueCookies from "vue-cookies";
import firebase from "firebase/compat/app";
import "firebase/compat/auth";
import routes from "./routes.js";
import { whoIsSignedIn } from "./session.js";

Vue.use(Router);
Vue.use(VueCookies);

const router = new Router({ mode: "history", routes });

router.beforeEach(async (to, from, next) => {
  if (!to.matched.some((record) => record.meta.requiresAuth)) return next();
  if (await whoIsSignedIn()) return next();
  const token = Vue.$cookies.get("customtoken");
  if (!token) return next("/signin");
  try {
    await firebase.auth().signInWithCustomToken(token);
  } catch {
    return next("/signin");
  }
  // It has served: whoever reads it later could sign in with it for the rest of its hour.
  Vue.$cookies.remove("customtoken");
  next();
});

export default router;
