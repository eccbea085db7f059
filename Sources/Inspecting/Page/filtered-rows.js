// The rows that a filter lets through, kept as rows arrive: a new row costs one test, a new filter one pass.

export class FilteredRows {
  /** Positions in the trace, ascending. */
  positions = [];
  #test = () => true;

  setFilter(test, rows) {
    this.#test = test;
    this.positions = [];
    for (const row of rows) this.append(row);
  }

  append(row) {
    if (this.#test(row)) this.positions.push(row.position);
  }

  get count() {
    return this.positions.length;
  }

  /** Where a row stands among those shown: its index, or that of the next one after it. */
  indexAtOrAfter(position) {
    let [low, high] = [0, this.positions.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.positions[middle] < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The index of exactly this row, or -1. */
  indexOf(position) {
    const index = this.indexAtOrAfter(position);
    return this.positions[index] === position ? index : -1;
  }
}
