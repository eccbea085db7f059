// What each route shows. Text goes in as text, never as markup.

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
  const signOut = () => {
    auth.signOut();
    session.how = null;
    session.trouble = { code: "page/signed-out", text: "You signed out of this page." };
    router.navigate("/signin", "push");
  };
  return element(
    "section",
    { class: "card", id: "signed-in" },
    element("h2", {}, "Signed in"),
    facts([["Account", user.email ?? "no e-mail address"], ["User id", user.uid]]),
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
      status.textContent = `Could not sign in: ${error.message.replace(/\.$/, "")}.`;
      return;
    }
    session.trouble = null;
    session.how = "You signed in here with your e-mail address and password.";
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

/** Replaces what is shown with the view of `page.route`, and moves the focus there. */
export function render(view, page) {
  const title = page.route.meta.title ?? "Sample shop";
  document.title = title;
  document.documentElement.dataset.route = page.route.name ?? "";
  document.documentElement.dataset.uid = page.auth.currentUser?.uid ?? "";
  view.replaceChildren(element("h1", {}, title), ...(bodies[page.route.name] ?? bodies["not-found"])(page));
  view.focus();
}
