// The few words that the tests of the page speak. No library: the same files run in browsers and in node.

const shown = (value) => JSON.stringify(value, (_, member) =>
  member instanceof Map || member instanceof Set ? [...member] : member === undefined ? "‹undefined›" : Number.isNaN(member) ? "‹NaN›" : member);

export function equal(actual, expected, what = "") {
  const [a, b] = [shown(actual), shown(expected)];
  if (a !== b) throw new Error(`${what}${what && ": "}expected ${b}, and it is ${a}`);
}

export function holds(condition, what) {
  if (!condition) throw new Error(`not so: ${what}`);
}

export function includes(text, part, what = "") {
  if (!String(text).includes(part)) throw new Error(`${what}${what && ": "}expected “${part}” in “${text}”`);
}
