// The listener stays, and hears of the sign-in that it has made: next is called for that again. And behind a refusal
// stands the next() that was meant for a sign-in.
import Vue from "vue";
import Router from "vue-router";
import VueCookies from "vue-cookies";
import firebase from "firebase/compat/app";
import "firebase/compat/auth";
import routes from "../routes.js";

Vue.use(Router);

const router = new Router({ mode: "history", routes });

router.beforeEach((to, from, next) => {
  if (!to.meta.requiresAuth) return next();
  firebase.auth().onAuthStateChanged(async (user) => {
    if (user) return next();
    const token = VueCookies.get("customtoken");
    await firebase
      .auth()
      .signInWithCustomToken(token)
      .catch(() => next("/signin"));
    next();
  });
});

export default router;
