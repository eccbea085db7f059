// Times of the world, as people read them. The world's clock is UTC and need not be today's.

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Milliseconds since 1970, or NaN for what is no time. */
export function instantOf(text) {
  return typeof text === "string" ? Date.parse(text) : NaN;
}

/** `21:26:07.263`, or the text itself where it is no time. */
export function clockTime(instant, fallback = "") {
  return Number.isFinite(instant) ? new Date(instant).toISOString().slice(-13, -1) : fallback;
}

/** `2026-11-22 21:26:07.263 UTC`. */
export function fullTime(instant, fallback = "") {
  if (!Number.isFinite(instant)) return fallback;
  return `${new Date(instant).toISOString().replace("T", " ").slice(0, -1)} UTC`;
}

/** `2026-11-22 21:26`, for lists. */
export function shortDate(instant, fallback = "") {
  return Number.isFinite(instant) ? new Date(instant).toISOString().replace("T", " ").slice(0, 16) : fallback;
}

/** A length of time in its two largest units: `61 min` is `1 h 1 min`. */
export function durationText(milliseconds) {
  if (!Number.isFinite(milliseconds)) return "";
  const size = Math.abs(milliseconds);
  const sign = milliseconds < 0 ? "−" : "";
  if (size < second) return `${sign}${Math.round(size)} ms`;
  if (size < minute) return `${sign}${Math.round(size / 100) / 10} s`;
  const [unit, name, next, nextName] =
    size < hour ? [minute, "min", second, "s"] : size < day ? [hour, "h", minute, "min"] : [day, "d", hour, "h"];
  const whole = Math.floor(size / unit);
  const rest = Math.floor((size - whole * unit) / next);
  return rest === 0 ? `${sign}${whole} ${name}` : `${sign}${whole} ${name} ${rest} ${nextName}`;
}

/** How old something is; what lies ahead is `in 3.2 s`, which a log in another order may have. */
export function ageText(milliseconds) {
  return milliseconds < 0 ? `in ${durationText(-milliseconds)}` : durationText(milliseconds);
}

/** A jump that deserves to be seen between two rows: `+1 h 1 min`. Empty for the ordinary passing of time. */
export function jumpText(earlier, later) {
  const length = later - earlier;
  return Math.abs(length) >= 30 * second ? `${length < 0 ? "" : "+"}${durationText(length)}` : "";
}
