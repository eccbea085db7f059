// Reads one cookie out of `document.cookie` the way the vue-cookies package does, quirks included:
// the first cookie of the text wins over all others of its name, otherwise the last one does;
// an absent cookie and an empty one are both null.

/**
 * @param {string} text what `document.cookie` gave
 * @param {string} name the cookie's name
 * @returns {string | null} the percent-decoded value
 * @throws {URIError} when the value holds a broken percent escape
 */
export function readCookie(text, name) {
  const wanted = encodeURIComponent(name);
  const values = text.split(";").flatMap((pair, position) => {
    const equals = pair.indexOf("=");
    if (equals < 0 || pair.slice(0, equals).trim() !== wanted) return [];
    return [{ position, value: pair.slice(equals + 1).trimStart() }];
  });
  if (values.length === 0) return null;
  const chosen = values[0].position === 0 ? values[0] : values[values.length - 1];
  return decodeURIComponent(chosen.value) || null;
}
