// currentUser is asked at once: the SDK has not read its storage yet, and the user of the last visit is nobody.
import Vue from "vue";
import Router from "vue-router";
import VueCookies from "vue-cookies";
import firebase from "firebase/compat/app";
import "firebase/compat/auth";
import routes from "../routes.js";

Vue.use(Router);

const router = new Router({ mode: "history", routes });

router.beforeEach(async (to, from, next) => {
  if (!to.meta.requiresAuth || firebase.auth().currentUser) return next();
  const token = VueCookies.get("customtoken");
  if (!token) return next("/signin");
  await firebase.auth().signInWithCustomToken(token);
  VueCookies.remove("customtoken");
  next();
});

export default router;
