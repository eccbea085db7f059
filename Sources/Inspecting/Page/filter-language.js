// The filter: `cookie:customtoken reason:send/* actor:page -kind:keychain "free text"`. Words of one key are
// alternatives, words of different keys must all hold, `-` turns a word round. A wrong filter is told, with its place
// and what was meant.

import { lanes } from "./actor-lanes.js";
import { nearestName } from "./nearest-name.js";

const actors = ["app", "backend", "edge", "auth", "apple", "twitter", "proxy", "web-view", "page", "test", "control"];
const kinds = [
  "account", "token", "request", "response", "served", "proxied", "cookie-write", "cookie-read", "edge", "fault", "script",
  "navigation", "message", "routing", "clock", "device", "keychain", "request-failed", "script-skipped", "policy-violation",
  "page-error", "printed", "process",
];
const states = ["refused", "evidence", "finding", "followed"];

/** Each key: what of a row it looks at, an example, and the values that can be known to be wrong. */
const keys = {
  cookie: { texts: (row) => [...row.roles.keys()], example: "cookie:customtoken" },
  reason: { texts: (row) => allReasons(row.event), example: "reason:send/*" },
  actor: { texts: (row) => [row.event.actor], example: "actor:page", values: actors, seen: "actors" },
  kind: { texts: (row) => [row.event.kind], example: "kind:request", values: kinds, seen: "kinds" },
  lane: { texts: (row) => [lanes[row.lane].id], example: "lane:guard", values: lanes.map((lane) => lane.id) },
  url: { texts: (row) => [row.event.url, row.event.raw.location], contains: true, example: "url:/signin" },
  store: { texts: (row) => [row.event.store], contains: true, example: "store:native" },
  uid: { texts: (row) => [row.event.raw.uid], contains: true, example: "uid:ju8b" },
  hop: { texts: (row) => [row.event.hop], example: "hop:3" },
  is: {
    texts: (row, marks) => [row.isRefusal ? "refused" : undefined, marks?.get(row.event.sequence)],
    example: "is:refused", values: states,
  },
};

export const filterKeys = Object.keys(keys);

/** All codes that an event carries: its own, its notes', and its cookies'. */
export function allReasons(event) {
  const notes = Array.isArray(event.raw.notes) ? event.raw.notes : [];
  const own = [...event.withheld, ...event.hidden].flatMap((cookie) => cookie.reasons);
  return [...event.reasons, ...notes, ...own];
}

const wordPattern = /(-?)(?:([A-Za-z-]+):(?!\/\/))?("[^"]*"?|[^\s"]*)/gy;

/**
 * `{words}` or `{problem: {message, start, end}}`.
 *
 * @param seen `{actors, kinds}`: sets of what the trace itself has, which is never wrong
 */
export function parseFilter(text, seen = {}) {
  const words = [];
  let index = 0;
  while (index < text.length) {
    if (/\s/.test(text[index])) { index += 1; continue; }
    wordPattern.lastIndex = index;
    const match = wordPattern.exec(text);
    const end = match && match[0].length > 0 ? wordPattern.lastIndex : index + 1;
    const word = match && wordOf(match, seen);
    if (word?.message) return { problem: { message: word.message, start: index, end } };
    if (word) words.push(word);
    index = end;
  }
  return { words };
}

function wordOf([whole, sign, key, rest], seen) {
  if (rest.startsWith('"') && (rest.length === 1 || !rest.endsWith('"'))) {
    return { message: `The quotation mark before ${rest.slice(1) || "the end"} is not closed.` };
  }
  const value = rest.replaceAll('"', "");
  const isNegated = sign === "-" && whole !== "-";
  if (key === undefined && value !== "") return { value: value.toLowerCase(), isNegated };
  if (key === undefined) return { message: "A “-” stands before the word that it takes out, as in -actor:auth." };
  const name = key.toLowerCase();
  if (!Object.hasOwn(keys, name)) return { message: unknownKey(name) };
  if (value === "") return { message: `“${name}:” needs a value, as in ${keys[name].example}.` };
  return wrongValue(name, value, seen) ?? { key: name, value, isNegated, matches: matcher(value, keys[name].contains) };
}

function unknownKey(name) {
  const near = nearestName(name, filterKeys);
  if (near) return `There is no “${name}:”. Did you mean “${near}:”?`;
  return `There is no “${name}:”. Known are ${filterKeys.join(", ")}; put a text with a colon in quotation marks.`;
}

function wrongValue(name, value, seen) {
  const known = keys[name].values;
  if (!known || value.includes("*")) return undefined;
  const all = [...new Set([...known, ...(seen[keys[name].seen] ?? [])])];
  const wanted = value.split(",").find((part) => !all.includes(part.toLowerCase()) && !all.includes(part));
  if (wanted === undefined) return undefined;
  const near = nearestName(wanted, all);
  const meant = near ? `Did you mean “${near}”?` : `Known are ${all.join(", ")}.`;
  return { message: `No ${name} is “${wanted}”. ${meant}` };
}

/** `*` stands for anything, a comma for "or"; letters match whatever their case. */
function matcher(value, contains) {
  const alternatives = value.split(",").filter((part) => part !== "").map((part) => {
    const body = part.split("*").map((piece) => piece.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join("[\\s\\S]*");
    return contains ? body : `^${body}$`;
  });
  const pattern = new RegExp(alternatives.join("|") || "(?!)", "i");
  return (text) => pattern.test(text);
}

/** A function from a row to whether the filter lets it through. */
export function rowTest(words, marks) {
  const byKey = new Map();
  for (const word of words) {
    const group = word.key === undefined || word.isNegated ? Symbol() : word.key;
    byKey.set(group, [...(byKey.get(group) ?? []), word]);
  }
  const groups = [...byKey.values()];
  return (row) => groups.every((group) => group.some((word) => holds(word, row, marks) !== word.isNegated));
}

function holds(word, row, marks) {
  if (word.key === undefined) return haystack(row).includes(word.value);
  return keys[word.key].texts(row, marks).some((text) =>
    text !== undefined && text !== null && word.matches(String(text)));
}

/** All that is written in the event, kept with the row because a filter is typed letter by letter. */
function haystack(row) {
  row.haystack ??= JSON.stringify(row.event.raw).toLowerCase();
  return row.haystack;
}

/** A filter with one more word, unless it has that already. */
export function filterWith(text, word) {
  const present = text.split(/\s+/).filter(Boolean);
  return present.includes(word) ? text : [...present, word].join(" ");
}

/** A word for a value, in quotation marks where it needs them. */
export function filterWord(key, value) {
  const clean = String(value).replaceAll('"', "");
  return /[\s"]/.test(clean) ? `${key}:"${clean}"` : `${key}:${clean}`;
}
