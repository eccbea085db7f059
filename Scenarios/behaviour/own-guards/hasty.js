// The same app's first guard, for Vue Router 3: it does not wait, and knows no way out without a cookie.
import firebase from "firebase/compat/app";
import "firebase/compat/auth";
import VueCookies from "vue-cookies";

export function setupGuards(router) {
  router.beforeEach((to, from, next) => {
    if (firebase.auth().currentUser) {
      next();
      return;
    }
    const token = VueCookies.get("customtoken");
    if (token) {
      firebase
        .auth()
        .signInWithCustomToken(token)
        .then(() => next())
        .catch(() => {
          next("/signin");
          next();
        });
    }
  });
}
