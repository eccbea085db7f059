// The sample app's routes in Vue Router 4, under the same guard.
import { createRouter, createWebHistory } from "vue-router";
import { expiredCookie, readCookie } from "../../app/cookies.js";
import { customTokenGuard } from "../../app/guard.js";
import routes from "../../app/routes.json";
import AboutView from "./views/AboutView.vue";
import AccountView from "./views/AccountView.vue";
import NotFoundView from "./views/NotFoundView.vue";
import OrderView from "./views/OrderView.vue";
import OrdersView from "./views/OrdersView.vue";
import SignInView from "./views/SignInView.vue";

const views = {
  main: AccountView,
  orders: OrdersView,
  order: OrderView,
  about: AboutView,
  signin: SignInView,
  "not-found": NotFoundView,
};

/** routes.json is written for Vue Router 3: its `*` is a parameter that takes everything in Vue Router 4. */
function withViews({ path, name, children, ...rest }) {
  return {
    ...rest,
    name,
    path: path === "*" ? "/:path(.*)*" : path,
    component: views[name],
    ...(children && { children: children.map(withViews) }),
  };
}

export function makeRouter(session, cookieName) {
  const router = createRouter({ history: createWebHistory(), routes: routes.map(withViews) });
  router.beforeEach(
    customTokenGuard({
      auth: session.auth,
      cookie: {
        read: () => readCookie(document.cookie, cookieName),
        remove: () => (document.cookie = expiredCookie(cookieName)),
      },
      signInPath: "/signin",
      report: session.report,
    }),
  );
  return router;
}
