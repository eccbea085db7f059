// What is shown, in one place. Views listen to topics and are told once a frame, however much has happened in it.

import { FilteredRows } from "./filtered-rows.js";
import { parseFilter, rowTest } from "./filter-language.js";
import { TraceModel } from "./trace-model.js";

/** Rows that stream in are shown a dozen times a second: nobody reads faster, and frames are left for scrolling. */
const rowRhythm = 80;

export class InspectorState {
  session = { producer: "", mode: "", world: false, profiles: [] };
  /** Summaries as the server lists them, by id, newest first. */
  traces = new Map();
  traceID;
  model = new TraceModel();
  /** `undefined`, or what to say in place of events: `{message, fix}`. */
  problem;
  isLoading = false;
  shown = new FilteredRows();
  filterText = "";
  filterProblem;
  /** The words of the last filter that made sense. */
  words = [];
  /** The sequence of the selected event. */
  selected;
  #chosenCookie;
  tab = "requests";
  connection = "connecting";
  reasons = {};
  #listeners = new Map();
  #dirty = new Set();
  #frame;
  #rowsTimer;
  #rowsToldAt = -Infinity;

  /** Topics: `session`, `traces`, `counts` (of live traces), `trace`, `rows`, `filter`, `selection`, `cookie`, `tab`, `connection`, `reasons`. */
  on(topics, listener) {
    for (const topic of topics.split(" ")) {
      if (!this.#listeners.has(topic)) this.#listeners.set(topic, new Set());
      this.#listeners.get(topic).add(listener);
    }
  }

  changed(...topics) {
    for (const topic of topics) this.#dirty.add(topic);
    this.#frame ??= requestAnimationFrame(() => this.flush());
  }

  flush() {
    cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    const topics = this.#dirty;
    this.#dirty = new Set();
    if (topics.has("rows")) {
      clearTimeout(this.#rowsTimer);
      this.#rowsTimer = undefined;
      this.#rowsToldAt = performance.now();
    }
    const listeners = new Set([...topics].flatMap((topic) => [...(this.#listeners.get(topic) ?? [])]));
    for (const listener of listeners) listener(topics);
  }

  get row() {
    return this.selected === undefined ? undefined : this.model.rowOf(this.selected);
  }

  get summary() {
    return this.traces.get(this.traceID);
  }

  get cookie() {
    return this.#chosenCookie ?? this.model.cookies.favourite(this.model.handoffCookie);
  }

  get chosenCookie() {
    return this.#chosenCookie;
  }

  chooseCookie(name) {
    this.#chosenCookie = name;
    this.changed("cookie");
  }

  select(sequence) {
    if (this.selected === sequence) return;
    this.selected = sequence;
    this.changed("selection");
  }

  showTab(tab) {
    this.tab = tab;
    this.changed("tab");
  }

  /** An empty model for a trace that is about to be read. */
  beginTrace(id) {
    this.traceID = id;
    this.model = new TraceModel();
    this.problem = undefined;
    this.selected = undefined;
    this.#refilter();
    this.changed("trace", "rows", "selection", "cookie");
  }

  /** Takes a model that was read anew for the same trace; what is selected stays selected. */
  adopt(model) {
    this.model = model;
    this.problem = undefined;
    this.#refilter();
    this.changed("trace", "rows", "selection", "cookie");
  }

  accept(entry) {
    const row = this.model.accept(entry);
    if (row) this.shown.append(row);
    if (entry.head || entry.outcome) this.changed("trace", "cookie");
    if (entry.outcome) this.#refilter();
    if (row || entry.problem) this.#rowsArrived();
  }

  #rowsArrived() {
    const pause = this.#rowsToldAt + rowRhythm - performance.now();
    if (pause <= 0) this.changed("rows");
    else this.#rowsTimer ??= setTimeout(() => this.changed("rows"), pause);
  }

  /** A wrong filter is told, and the last right one stays in force. */
  setFilter(text) {
    this.filterText = text;
    const { words, problem } = parseFilter(text, this.model);
    this.filterProblem = problem;
    if (words) {
      this.words = words;
      this.#refilter();
    }
    this.changed("filter", "rows");
  }

  #refilter() {
    this.shown.setFilter(rowTest(this.words, this.model.marks), this.model.rows);
  }
}
