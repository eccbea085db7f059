// Lines from each event that is seen to the one that led to it. They are drawn for the rows of the window only, in a
// drawing that moves with the window: a drawing as tall as ten thousand rows would cost more than all else.

const namespace = "http://www.w3.org/2000/svg";

const dotRadius = 6;

export class CauseLines {
  #list;
  #state;
  #columnOf;
  #lanes;
  #drawing = document.createElementNS(namespace, "svg");
  #plain = document.createElementNS(namespace, "path");
  #chosen = document.createElementNS(namespace, "path");

  /** @param columnOf the column of a lane, or -1 */
  constructor(list, state, columnOf) {
    this.#list = list;
    this.#state = state;
    this.#columnOf = columnOf;
    this.#drawing.classList.add("causes");
    this.#drawing.setAttribute("aria-hidden", "true");
    this.#plain.classList.add("cause");
    this.#chosen.classList.add("cause", "of-chosen");
    this.#drawing.append(this.#plain, this.#chosen);
    list.canvas.append(this.#drawing);
  }

  /** Where the lanes stand has changed, by the window's width or by another trace. */
  moved() {
    this.#lanes = undefined;
  }

  /** Asked for once, not while scrolling: the answer makes the browser lay the page out. */
  #measure() {
    const cell = this.#list.canvas.querySelector("[role=option]:not([hidden]) .lane-cell");
    const width = parseFloat(getComputedStyle(this.#list.element).getPropertyValue("--lane-width"));
    return cell && Number.isFinite(width) ? { left: cell.offsetLeft, width } : undefined;
  }

  draw({ first, end }) {
    const { model, shown } = this.#state;
    const height = this.#list.rowHeight;
    this.#drawing.style.transform = `translateY(${first * height}px)`;
    this.#drawing.style.height = `${(end - first) * height}px`;
    this.#lanes ??= this.#measure();
    if (!this.#lanes) return;
    const place = { ...this.#lanes, height, first };
    const chosen = this.#chosenChain();
    const lines = { plain: "", chosen: "" };
    for (let index = first; index < end; index += 1) {
      const row = model.rows[shown.positions[index]];
      const cause = row && this.#shownCause(row);
      if (!cause) continue;
      const isChosen = chosen.has(row.event.sequence) && chosen.has(cause.event.sequence);
      lines[isChosen ? "chosen" : "plain"] += this.#line(cause, row, index, place);
    }
    this.#plain.setAttribute("d", lines.plain);
    this.#chosen.setAttribute("d", lines.chosen);
  }

  /** The nearest ancestor that the filter lets through. */
  #shownCause(row) {
    const { model, shown } = this.#state;
    let sequence = model.causeOf(row.event);
    for (let steps = 0; sequence !== undefined && steps < 20; steps += 1) {
      const cause = model.rowOf(sequence);
      if (!cause || cause.position >= row.position) return undefined;
      if (shown.indexOf(cause.position) >= 0) return cause;
      sequence = model.causeOf(cause.event);
    }
    return undefined;
  }

  /** From below the cause's dot to above or beside the event's; within one lane it bows, to be told from the lane. */
  #line(cause, row, index, { left, width, height, first }) {
    const x = (lane) => left + (this.#columnOf(lane) + 0.5) * width;
    const y = (place) => (place - first + 0.5) * height;
    const from = {
      x: x(cause.lane), y: Math.max(-2 * height, y(this.#state.shown.indexOf(cause.position)) + dotRadius),
    };
    const to = { x: x(row.lane), y: y(index) };
    if (from.x === to.x) {
      const bow = Math.min(width * 0.3, 5 + (to.y - from.y) * 0.04);
      const corner = Math.min(8, (to.y - dotRadius - from.y) / 2);
      const out = `q${-bow} 0 ${-bow} ${corner}`;
      return `M${from.x} ${from.y}${out}V${to.y - dotRadius - corner}q0 ${corner} ${bow} ${corner}`;
    }
    const side = Math.sign(to.x - from.x);
    const bend = Math.min(height * 0.6, to.y - from.y, Math.abs(to.x - from.x) - dotRadius);
    const corner = `Q${from.x} ${to.y} ${from.x + side * bend} ${to.y}`;
    return `M${from.x} ${from.y}V${to.y - bend}${corner}H${to.x - side * dotRadius}`;
  }

  /** The selected event, what led to it, and what it led to. */
  #chosenChain() {
    const { model, row } = this.#state;
    if (!row) return new Set();
    return new Set([
      ...model.ancestry(row.event).map((link) => link.sequence),
      row.event.sequence,
      ...model.effectsOf(row.event.sequence),
    ]);
  }
}
