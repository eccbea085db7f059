// The cookie stays, and is used before anybody is asked: each load signs in anew, until the token is an hour old.
import Vue from "vue";
import Router from "vue-router";
import VueCookies from "vue-cookies";
import firebase from "firebase/compat/app";
import "firebase/compat/auth";
import routes from "../routes.js";

Vue.use(Router);

const router = new Router({ mode: "history", routes });

router.beforeEach(async (to, from, next) => {
  if (!to.meta.requiresAuth) return next();
  try {
    await firebase.auth().signInWithCustomToken(VueCookies.get("customtoken"));
    next();
  } catch {
    next("/signin");
  }
});

export default router;
