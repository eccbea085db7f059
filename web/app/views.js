// What each route shows. Text goes in as text, never as markup.
import { byForm, noteReason, noteSignIn, plain } from "./session.js";

function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

function facts(rows) {
  return element("dl", {}, ...rows.flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)]));
}

function signedInCard({ auth, session, router }) {
  const user = auth.currentUser;
  const signOut = async () => {
    await auth.signOut();
    noteReason(session, "page/signed-out");
    router.navigate("/signin", "push");
  };
  const rows = [["Account", user.email ?? "no e-mail address"], ["User id", user.uid]];
  if (auth.client) rows.push(["Client", auth.client]);
  return element(
    "section",
    { class: "card", id: "signed-in" },
    element("h2", {}, "Signed in"),
    facts(rows),
    element("p", { id: "how" }, session.how ?? ""),
    element("button", { type: "button", onclick: signOut }, "Sign out"),
  );
}

function troubleCard({ trouble }) {
  return element(
    "section",
    { class: "card trouble", id: "trouble", role: "status" },
    element("h2", {}, "Why you are not signed in"),
    element("p", {}, trouble.text),
    element("p", {}, element("code", {}, trouble.code)),
  );
}

function signInForm({ auth, session, router }) {
  const status = element("p", { role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    try {
      await auth.signInWithPassword(form.get("email"), form.get("password"));
    } catch (error) {
      status.textContent = `Could not sign in: ${plain(error)}.`;
      return;
    }
    noteSignIn(session, byForm);
    router.navigate("/", "push");
  };
  return element(
    "form",
    { class: "card", onsubmit: submit },
    element("label", { for: "email" }, "E-mail address"),
    element("input", { id: "email", name: "email", type: "email", autocomplete: "username", required: "" }),
    element("label", { for: "password" }, "Password"),
    element("input", { id: "password", name: "password", type: "password", autocomplete: "current-password", required: "" }),
    element("button", { type: "submit" }, "Sign in"),
    status,
  );
}

const bodies = {
  main: (page) => [signedInCard(page)],
  orders: () => [element("p", {}, "Nothing ordered yet.")],
  order: ({ route }) => [element("p", {}, `Order ${route.params.id}`)],
  about: () => [
    element("p", {}, "A page that opens without signing in. The other pages ask for a user before they open."),
  ],
  signin: (page) => [...(page.session.trouble ? [troubleCard(page.session)] : []), signInForm(page)],
  "not-found": ({ route }) => [element("p", {}, `There is no page at ${route.path}.`)],
};

/** Says that the page was asked to use the official SDK and cannot, and how it could. */
export function renderMissingSDK(view, why) {
  view.replaceChildren(
    element("h1", {}, "The official SDK is not here"),
    element(
      "section",
      { class: "card trouble", id: "trouble", role: "alert" },
      element("h2", {}, "Why this page did not start"),
      element("p", {}, element("code", {}, "?sdk=official"), " in its address asks for the official firebase package."),
      element("p", {}, why),
      element("p", {}, element("a", { href: window.location.pathname }, "Open it with the page's own client")),
      element("p", {}, element("code", {}, "page/sdk-missing")),
    ),
  );
}

/** Replaces what is shown with the view of `page.route`, and moves the focus there. */
export function render(view, page) {
  const title = page.route.meta.title ?? "Sample shop";
  document.title = title;
  document.documentElement.dataset.route = page.route.name ?? "";
  document.documentElement.dataset.uid = page.auth.currentUser?.uid ?? "";
  view.replaceChildren(element("h1", {}, title), ...(bodies[page.route.name] ?? bodies["not-found"])(page));
  view.focus();
}
