// The accounts of a served world, and what was sent to them: codes to copy, links to open.

import { copyButton } from "./copy-button.js";
import { button, element, replaceContents } from "./page-element.js";
import { server } from "./server-calls.js";
import { simpleTable } from "./simple-table.js";
import { briefText, visibleText } from "./visible-text.js";

const listOf = (value) =>
  (Array.isArray(value) ? value.filter((member) => typeof member === "object" && member !== null) : []);
const newest = (value) => listOf(value).slice(-100).reverse();

export function peopleTab(state) {
  const status = element("p.status", { role: "status" });
  const people = simpleTable({
    caption: "Accounts", empty: "Nobody has an account yet.",
    columns: [
      { title: "account", className: "mono wrap", cell: ({ uid }) => withCopy(uid) },
      { title: "e-mail", className: "wrap", cell: ({ email }) => briefText(email, 120) || "–" },
      { title: "phone", cell: ({ phone }) => briefText(phone, 40) || "–" },
      { title: "signs in by", cell: ({ providers }) => listText(providers) },
      {
        title: "second factors",
        cell: ({ factors }) => listText(listOf(factors).map(({ kind, name }) => `${kind ?? ""} ${name ?? ""}`.trim())),
      },
      {
        title: "state",
        cell: ({ disabled }) => (disabled === true ? element("span.bad-text", { text: "✗ disabled" }) : "active"),
      },
    ],
  });
  const inbox = element("div.inbox");
  const view = element("div", {},
    element("div.tools", {}, element("h3", { text: "People" }), button("Refresh", () => load()), status), people.view,
    element("h3", { text: "Inbox" }), inbox);
  let eventsSeen = -1;

  const textOf = (value) => briefText(typeof value === "string" ? value : JSON.stringify(value), 40);
  const listText = (values) => (Array.isArray(values) ? values : []).slice(0, 10).map(textOf).join(", ") || "–";
  const withCopy = (text) => [briefText(text, 60), " ", copyButton(String(text ?? ""))];

  async function load() {
    try {
      const { users, inbox: sent } = await server.people();
      people.draw(Array.isArray(users) ? users : []);
      drawInbox(sent ?? {});
      status.textContent = "";
    } catch (problem) {
      status.textContent = `✗ ${visibleText(problem.message)} ${visibleText(problem.fix ?? "")}`;
    }
  }

  function drawInbox({ sms, mails, authenticators }) {
    const items = [
      ...newest(sms).map(({ phoneNumber, code }) => item("SMS", phoneNumber, code)),
      ...newest(mails).map(({ email, requestType, oobLink }) => {
        const purpose = String(requestType ?? "").toLowerCase().replaceAll("_", " ");
        return item("Mail", `${email ?? ""} · ${purpose}`, oobLink, true);
      }),
      ...newest(authenticators).map(({ localId, code }) => item("Authenticator", localId, code)),
    ];
    replaceContents(inbox,
      items.length === 0
        ? element("p.muted", { text: "No code and no mail has been sent." })
        : element("ul.letters", {}, items));
  }

  function item(kind, to, content, isLink = false) {
    const text = visibleText(content ?? "");
    const shown = isLink && /^https?:\/\//i.test(String(content))
      ? element("a.value", { href: content, target: "_blank", rel: "noopener noreferrer", text })
      : element("code.value", { text });
    return element("li", {}, element("b", { text: kind }), element("span.muted", { text: briefText(to, 120) }), shown,
      copyButton(String(content ?? "")));
  }

  function update(topics) {
    // New events may have changed accounts; the same ones have not.
    const seen = state.model.rows.length;
    if (topics.has("tab") || seen !== eventsSeen) load();
    eventsSeen = seen;
  }

  return {
    id: "people", label: "People & inbox", topics: "rows session", view, update,
    isThere: () => state.session.world === true,
  };
}
