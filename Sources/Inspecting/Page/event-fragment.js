// The address of what is shown: `#trace=1&event=31&tab=stores&cookie=sid&filter=actor:page`.

/** `{trace, event, tab, cookie, filter}`; members that are missing or make no sense are undefined. */
export function readFragment(fragment) {
  const parameters = new URLSearchParams(String(fragment ?? "").replace(/^#/, ""));
  const text = (name) => parameters.get(name) || undefined;
  const event = /^\d{1,15}$/.test(parameters.get("event") ?? "") ? Number(parameters.get("event")) : undefined;
  return { trace: text("trace"), event, tab: text("tab"), cookie: text("cookie"), filter: text("filter") };
}

export function writeFragment({ trace, event, tab, cookie, filter }) {
  const parameters = new URLSearchParams();
  const put = (name, value) => {
    if (value !== undefined && value !== "") parameters.set(name, String(value));
  };
  put("trace", trace);
  put("event", event);
  put("tab", tab);
  put("cookie", cookie);
  put("filter", filter);
  // Slashes and colons may stand in a fragment as they are, and are easier to read so.
  const text = parameters.toString().replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%2A", "*");
  return text === "" ? "" : `#${text}`;
}
