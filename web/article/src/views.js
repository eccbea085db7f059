// What is shown. Render functions, so that neither a template compiler nor .vue files are needed.
import firebase from "firebase/compat/app";

const page = (title, body) => ({
  render(h) {
    return h("section", [h("h1", title), ...[body(h, this)].flat()]);
  },
});

const link = (h, to, text) => h("router-link", { props: { to } }, text);

export const App = {
  render: (h) =>
    h("div", { attrs: { id: "app" } }, [
      h("nav", [link(h, "/", "Account"), " ", link(h, "/orders", "Orders"), " ", link(h, "/about", "About")]),
      h("router-view"),
    ]),
};

export const Account = page("Your account", (h, view) => {
  const user = firebase.auth().currentUser;
  const signOut = async () => {
    await firebase.auth().signOut();
    view.$router.push("/signin");
  };
  return h("div", { attrs: { id: "signed-in" } }, [
    h("p", `Signed in as ${user?.email ?? user?.uid ?? "nobody"}`),
    h("button", { on: { click: signOut } }, "Sign out"),
  ]);
});

export const Orders = page("Your orders", (h) => [h("p", "Nothing ordered yet."), h("router-view")]);
export const Order = page("An order", (h, view) => h("p", `Order ${view.$route.params.id}`));
export const About = page("About this page", (h) => h("p", "This page opens without signing in."));
export const SignIn = page("Sign in", (h) => h("p", { attrs: { id: "trouble" } }, "Open this page from the app."));
export const NotFound = page("Not found", (h, view) => h("p", `There is no page at ${view.$route.path}.`));
