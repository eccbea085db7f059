// Texts of a trace come from pages, peers and files. They are only ever inserted as text; what is left to do is to keep
// them from lying to the eye: a control character, a direction override or an invisible letter is shown as what it is.

const controlNames = (
  "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
).split(" ");

/** Characters that are invisible, or that change how others are laid out. */
const deceiving =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;
const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function picture(character) {
  const code = character.charCodeAt(0);
  if (character === "\n") return "\u21b5";
  if (code < 0x20) return `‹${controlNames[code]}›`;
  return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
}

/** The text on one line, with nothing invisible in it. */
export function visibleText(text) {
  return String(text ?? "").replace(loneSurrogates, "\ufffd").replace(deceiving, picture);
}

/** As `visibleText`, with line breaks and tabs left alone, for places that show several lines. */
export function visibleLines(text) {
  return String(text ?? "")
    .replace(/\r\n/g, "\n")
    .split(/([\n\t])/)
    .map((part) => (part === "\n" || part === "\t" ? part : visibleText(part)))
    .join("");
}

/** At most `limit` characters, and never half of a surrogate pair. */
export function cutText(text, limit) {
  const whole = String(text ?? "");
  if (whole.length <= limit) return whole;
  const isPairCut = /[\ud800-\udbff]/.test(whole[limit - 1]);
  return `${whole.slice(0, isPairCut ? limit - 1 : limit)}…`;
}

/** A row's worth of a text: cut first, so that 100 kB cost no more than a line. */
export function briefText(text, limit = 160) {
  return visibleText(cutText(text, limit));
}

/** A URL without its scheme, which in rows is noise; the event itself shows it whole. */
export function briefURL(url, limit = 120) {
  return briefText(String(url ?? "").replace(/^https?:\/\//i, ""), limit);
}

/** `1 cookie`, `2 cookies`. */
export const countText = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
export const eventCount = (count) => countText(count, "event");

/** A part of an event's sentence: a text, `{strong}`, the word that an eye looks for, or `{url}`. */
export function partText(part) {
  if (typeof part === "string") return briefText(part, 200);
  return part.url === undefined ? briefText(part.strong, 60) : briefURL(part.url);
}

export const sentenceText = ({ sentence }) => sentence.map(partText).join("");
