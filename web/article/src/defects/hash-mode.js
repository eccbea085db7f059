// No `mode`: Vue Router 3 keeps its route behind a #, and the path of the link that the app opens is not looked at.
import Vue from "vue";
import Router from "vue-router";
import VueCookies from "vue-cookies";
import firebase from "firebase/compat/app";
import "firebase/compat/auth";
import routes from "../routes.js";
import { whoIsSignedIn } from "../session.js";

Vue.use(Router);
Vue.use(VueCookies);

const router = new Router({ routes });

router.beforeEach(async (to, from, next) => {
  if (!to.meta.requiresAuth || (await whoIsSignedIn())) return next();
  try {
    await firebase.auth().signInWithCustomToken(VueCookies.get("customtoken"));
  } catch {
    return next("/signin");
  }
  next();
});

export default router;
