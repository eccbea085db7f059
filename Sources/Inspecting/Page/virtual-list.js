// A list of any length whose rows exist only where they are seen. Rows are filled, not made, while it scrolls. To screen
// readers and the keyboard it is a list box: one tab stop, arrows move the choice.

import { whenCalm } from "./calm-pace.js";
import { element } from "./page-element.js";
import { isAtEnd, rowWindow, scrollToShow } from "./row-window.js";

let listCount = 0;

export class VirtualList {
  count = 0;
  selected = -1;
  /** Whether new rows are scrolled to while the list stands at its end. */
  follows = false;
  isFollowing = false;
  #rows = new Map();
  #spare = [];
  #range = { first: 0, end: 0 };
  #rowHeight;
  #viewport = 0;
  /** As it was last told or set: to ask for it while rows change makes the browser lay the page out at once. */
  #scrollTop = 0;
  #options;
  #frame;
  #isPrinting = false;
  /** A row that must stay in sight while the page around the list takes shape; the first scroll by hand lets it go. */
  #kept = -1;

  /**
   * @param options `label`, `rowHeight`, `make()` → an empty row, `fill(row, index)`, `choose(index)` when the choice is
   * moved, `open(index)` for Enter and double click, `windowed({first, end})` after rows were placed
   */
  constructor(options) {
    this.#options = options;
    this.#rowHeight = options.rowHeight;
    this.prefix = `list${(listCount += 1)}-`;
    this.canvas = element("div.canvas", { role: "presentation" });
    this.element = element("div.virtual-list", {
      role: "listbox", tabindex: "0", "aria-label": options.label,
      on: {
        scroll: () => {
          this.#scrollTop = this.element.scrollTop;
          this.#later();
        },
        wheel: () => { this.#kept = -1; },
        pointerdown: () => { this.#kept = -1; },
        keydown: (event) => this.#key(event),
        click: (event) => this.#choose(this.#indexOf(event.target)),
        dblclick: (event) => this.#indexOf(event.target) >= 0 && options.open?.(this.#indexOf(event.target)),
      },
    }, this.canvas);
    new ResizeObserver(() => {
      this.#viewport = this.element.clientHeight;
      this.#scrollTop = this.element.scrollTop;
      if (this.#kept >= 0) this.reveal(this.#kept);
      this.#place();
    }).observe(this.element);
  }

  get rowHeight() {
    return this.#rowHeight;
  }

  set rowHeight(height) {
    if (height === this.#rowHeight) return;
    this.#rowHeight = height;
    this.setCount(this.count);
  }

  get range() {
    return this.#range;
  }

  /** Takes a new number of rows; those that are seen are filled again. */
  setCount(count) {
    const wasFollowing = this.isFollowing;
    this.count = count;
    // Fewer rows leave less to scroll.
    this.#scrollTop = Math.max(0, Math.min(this.#scrollTop, count * this.#rowHeight - this.#viewport));
    this.refresh();
    if (wasFollowing) this.#goToEnd();
  }

  /** Rows were added at the end; what is there already stays as it is. */
  grow(count) {
    this.count = count;
    this.canvas.style.height = `${count * this.#rowHeight}px`;
    for (const row of this.#rows.values()) row.setAttribute("aria-setsize", count);
    if (this.isFollowing) this.#goToEnd();
    else this.#place();
  }

  #goToEnd() {
    this.#scrollTo(this.count * this.#rowHeight - this.#viewport);
  }

  #scrollTo(wanted) {
    this.#scrollTop = Math.max(0, Math.min(wanted, this.count * this.#rowHeight - this.#viewport));
    this.element.scrollTop = this.#scrollTop;
    this.#place();
  }

  refresh() {
    this.canvas.style.height = `${this.count * this.#rowHeight}px`;
    for (const [index, row] of this.#rows) {
      if (index < this.count) this.#fill(row, index);
    }
    this.#place();
  }

  /** Marks a row as chosen and brings it into view, without telling `choose`. */
  select(index, { reveal = true } = {}) {
    const before = this.selected;
    this.selected = index;
    for (const changed of [before, index]) if (this.#rows.has(changed)) this.#mark(this.#rows.get(changed), changed);
    if (index >= 0 && reveal) this.keepInSight(index);
    if (this.#rows.has(index)) this.element.setAttribute("aria-activedescendant", this.prefix + index);
    else this.element.removeAttribute("aria-activedescendant");
  }

  /** Shows a row, and goes on showing it while the page around the list takes shape. */
  keepInSight(index) {
    this.#kept = index;
    this.reveal(index);
  }

  reveal(index) {
    const target = scrollToShow({
      index, scrollTop: this.#scrollTop, viewport: this.#viewport || this.element.clientHeight, rowHeight: this.#rowHeight,
    });
    if (target !== this.#scrollTop) this.#scrollTo(target);
  }

  /** For paper all rows are made, up to a limit; afterwards the list is as before. */
  setPrinting(isPrinting) {
    this.#isPrinting = isPrinting;
    this.#place();
  }

  #later() {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#place();
    });
  }

  #place() {
    const geometry = {
      scrollTop: this.#scrollTop, viewport: this.#viewport, rowHeight: this.#rowHeight, count: this.count,
    };
    this.isFollowing = this.follows && isAtEnd(geometry);
    const { first, end } = this.#isPrinting ? { first: 0, end: Math.min(this.count, 2000) } : rowWindow(geometry);
    this.#range = { first, end };
    const left = [];
    for (const [index, row] of this.#rows) {
      if (index >= first && index < end) continue;
      this.#rows.delete(index);
      left.push(row);
      if (index === this.selected) this.element.removeAttribute("aria-activedescendant");
    }
    for (let index = first; index < end; index += 1) {
      if (this.#rows.has(index)) continue;
      const row = left.pop() ?? this.#spare.pop() ?? this.#make();
      this.#rows.set(index, row);
      if (row.hidden) row.hidden = false;
      this.#fill(row, index);
    }
    // A row that goes on to another place is never hidden: that would have it laid out from nothing.
    for (const row of left) row.hidden = true;
    this.#spare.push(...left);
    this.#putInOrder();
    this.#options.windowed?.(this.#range);
  }

  /**
   * Screen readers read rows in the order in which they stand in the document, wherever they are seen. While a list scrolls,
   * nobody reads it, and moving rows would cost more than filling them: they are put in order when it is calm.
   */
  #putInOrder = whenCalm(() => {
    let next = null;
    for (let index = this.#range.end - 1; index >= this.#range.first; index -= 1) {
      const row = this.#rows.get(index);
      if (row === undefined) continue;
      if (row.nextElementSibling !== next) this.canvas.insertBefore(row, next);
      next = row;
    }
  });

  #make() {
    const row = this.#options.make();
    row.setAttribute("role", "option");
    this.canvas.append(row);
    return row;
  }

  #fill(row, index) {
    row.id = this.prefix + index;
    row.style.transform = `translateY(${index * this.#rowHeight}px)`;
    row.style.height = `${this.#rowHeight}px`;
    row.setAttribute("aria-posinset", index + 1);
    row.setAttribute("aria-setsize", this.count);
    this.#options.fill(row, index);
    this.#mark(row, index);
  }

  #mark(row, index) {
    const isSelected = index === this.selected;
    row.setAttribute("aria-selected", isSelected);
    if (isSelected) this.element.setAttribute("aria-activedescendant", row.id);
  }

  #indexOf(target) {
    const row = target.closest?.("[role=option]");
    return row ? Number(row.id.slice(this.prefix.length)) : -1;
  }

  #choose(index) {
    if (index < 0 || index >= this.count) return;
    this.select(index);
    this.#options.choose?.(index);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.#viewport / this.#rowHeight) - 1);
    const from = this.selected;
    const targets = {
      ArrowDown: from + 1, ArrowUp: from < 0 ? this.count - 1 : from - 1,
      PageDown: from + page, PageUp: from - page, Home: 0, End: this.count - 1,
    };
    if (event.key === "Enter" && from >= 0) {
      this.#options.open?.(from);
    } else if (Object.hasOwn(targets, event.key)) {
      this.#choose(Math.max(0, Math.min(this.count - 1, targets[event.key])));
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
