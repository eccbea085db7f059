// "Did you mean": the name that is the fewest keystrokes away, if it is near enough to have been meant.

/** The edit distance of two short texts, a swap of neighbours counted once. */
export function editDistance(a, b) {
  let beforeLast = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      current[j] = Math.min(last[j] + 1, current[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) current[j] = Math.min(current[j], beforeLast[j - 2] + 1);
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length];
}

export function nearestName(text, names) {
  if (text.length > 40) return undefined;
  const wanted = text.toLowerCase();
  const beginsLike = names.find((name) => wanted.length >= 2 && name.startsWith(wanted));
  if (beginsLike) return beginsLike;
  const ranked = names
    .map((name) => ({ name, distance: editDistance(wanted, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return ranked.length > 0 && ranked[0].distance <= Math.max(1, Math.floor(wanted.length / 3))
    ? ranked[0].name
    : undefined;
}
