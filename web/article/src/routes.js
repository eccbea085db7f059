// The sample shop's routes, with a view each.
import { About, Account, NotFound, Order, Orders, SignIn } from "./views.js";

export default [
  { path: "/", name: "main", component: Account, meta: { requiresAuth: true, title: "Your account" } },
  {
    path: "/orders",
    name: "orders",
    component: Orders,
    meta: { requiresAuth: true, title: "Your orders" },
    children: [{ path: ":id", name: "order", component: Order, meta: { title: "An order" } }],
  },
  { path: "/about", name: "about", component: About, meta: { title: "About this page" } },
  { path: "/signin", name: "signin", component: SignIn, meta: { title: "Sign in" } },
  { path: "*", name: "not-found", component: NotFound, meta: { title: "Not found" } },
];
