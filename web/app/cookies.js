// Reads one cookie out of `document.cookie` the way the vue-cookies package does, quirks included:
// the first cookie of the text wins over all others of its name, otherwise the last one does;
// an absent cookie and an empty one are both null; what is in braces or brackets is JSON if it can be.

/**
 * @param {string} text what `document.cookie` gave
 * @param {string} name the cookie's name
 * @returns {unknown} the percent-decoded value, or what it means as JSON; null when there is none
 * @throws {URIError} when the value holds a broken percent escape
 */
function readCookie(text, name) {
  const wanted = encodeURIComponent(name);
  const values = text.split(";").flatMap((pair, position) => {
    const equals = pair.indexOf("=");
    if (equals < 0 || pair.slice(0, equals).trim() !== wanted) return [];
    return [{ position, value: pair.slice(equals + 1).trimStart() }];
  });
  if (values.length === 0) return null;
  const chosen = values[0].position === 0 ? values[0] : values[values.length - 1];
  const value = decodeURIComponent(chosen.value);
  if (!/^(\{[^]*\}|\[[^]*\])$/.test(value)) return value || null;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/**
 * What to write to `document.cookie` so that the cookie goes. Only one of the whole site does: a script sees neither
 * the path nor the domain that a cookie was set with.
 *
 * @param {string} name the cookie's name
 */
function expiredCookie(name) {
  return `${encodeURIComponent(name)}=; max-age=0; path=/`;
}

export { readCookie, expiredCookie };
