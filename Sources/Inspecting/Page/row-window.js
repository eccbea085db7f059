// The arithmetic of a list that makes rows only for what is visible.

/** Rows beyond each edge, so that a flick of the wheel meets rows that are there. */
export const overscan = 12;

/** The half-open range of rows to make. */
export function rowWindow({ scrollTop, viewport, rowHeight, count }) {
  const top = Math.max(0, scrollTop);
  const first = Math.max(0, Math.min(count, Math.floor(top / rowHeight) - overscan));
  const end = Math.min(count, Math.ceil((top + viewport) / rowHeight) + overscan);
  return { first, end: Math.max(first, end) };
}

/** The scroll position that shows a row with as little movement as possible; a third from the top where it was far. */
export function scrollToShow({ index, scrollTop, viewport, rowHeight }) {
  const top = index * rowHeight;
  const bottom = top + rowHeight;
  if (top >= scrollTop && bottom <= scrollTop + viewport) return scrollTop;
  const isNear = top >= scrollTop - 3 * rowHeight && bottom <= scrollTop + viewport + 3 * rowHeight;
  if (!isNear) return Math.max(0, top - viewport / 3);
  return top < scrollTop ? top : Math.max(0, bottom - viewport);
}

/** Whether the list stands at its end, and so follows what arrives. */
export function isAtEnd({ scrollTop, viewport, rowHeight, count }) {
  return scrollTop + viewport >= count * rowHeight - rowHeight / 2;
}
