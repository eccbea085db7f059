import { filterBox } from "../../../Sources/Inspecting/Page/filter-box.js";
import { InspectorState } from "../../../Sources/Inspecting/Page/inspector-state.js";
import { VirtualList } from "../../../Sources/Inspecting/Page/virtual-list.js";
import { equal, holds } from "./expectations.js";
import { ensureDocument, press, settled, shown, until } from "./small-document.js";

/** A list of `count` rows of 26 pixels in a window of ten, for as long as `look` looks. */
async function listOf(count, look) {
  ensureDocument();
  const list = new VirtualList({
    label: "rows", rowHeight: 26, make: () => document.createElement("div"), fill: (row, index) => { row.textContent = `row ${index}`; },
  });
  list.element.style.height = "260px";
  list.element.style.overflow = "auto";
  await shown(list.element, async () => {
    list.setCount(count);
    await settled();
    await look(list, async (scrollTop) => {
      list.element.scrollTop = scrollTop;
      list.element.dispatchEvent(new Event("scroll"));
      await settled();
    });
  });
}

/** What a screen reader meets: the rows in the document's order. */
const rowsRead = (list) => [...list.element.querySelectorAll("[role=option]")].filter((row) => !row.hidden)
  .map((row) => ({ at: Number(row.getAttribute("aria-posinset")), of: Number(row.getAttribute("aria-setsize")), text: row.textContent }));

async function holdsInOrder(list, why) {
  const { first, end } = list.range;
  await until(() => rowsRead(list).every(({ at }, place) => at === first + place + 1));
  holds(end > first, `${why}: there are rows`);
  equal(rowsRead(list), Array.from({ length: end - first }, (_, place) => ({ at: first + place + 1, of: list.count, text: `row ${first + place}` })), why);
}

/** A filter's box with what it was told: the texts, and whether it was left. */
function box(text = "") {
  ensureDocument();
  const state = new InspectorState();
  const told = [];
  const made = filterBox(state, { change: (each) => { told.push(each); state.setFilter(each); }, leave: () => told.push("left") });
  const field = made.view.querySelector("input");
  field.value = text;
  return { field, told, state };
}

export const tests = [
  { name: "list: rows are read in their order, however it was scrolled", run: () => listOf(500, async (list, scroll) => {
    await holdsInOrder(list, "at the top");
    for (const place of [40, 400, 300, 12_000, 11_990, 0, 13_000, 26]) {
      await scroll(place);
      await holdsInOrder(list, `at ${place}`);
    }
  }) },
  { name: "list: rows that arrive and rows that go are counted at once", run: () => listOf(3, async (list) => {
    list.grow(5);
    await holdsInOrder(list, "two more");
    list.grow(2000);
    await holdsInOrder(list, "many more, of which few are seen");
    list.setCount(1);
    equal(rowsRead(list), [{ at: 1, of: 1, text: "row 0" }], "a filter lets one through");
    list.setCount(0);
    equal(rowsRead(list), [], "a filter lets none through");
    list.setCount(30);
    await holdsInOrder(list, "the filter is gone");
  }) },
  { name: "list: the chosen row is named to a screen reader while it is there", run: () => listOf(500, async (list, scroll) => {
    list.select(4);
    const active = list.element.getAttribute("aria-activedescendant");
    holds([...list.element.querySelectorAll("[role=option]")].some((row) => row.id === active && row.getAttribute("aria-selected") === "true"), "row 4 is it");
    list.element.dispatchEvent(new Event("wheel"));
    await scroll(9000);
    equal([...list.element.querySelectorAll("[role=option]")].filter((row) => !row.hidden && row.getAttribute("aria-selected") === "true").length, 0, "it is out of sight");
    equal(list.element.getAttribute("aria-activedescendant"), null, "and a row that is not there is not named");
  }) },
  { name: "filter: Enter goes to the rows, unless the filter makes no sense", run: () => {
    for (const [text, expected, why] of [
      ["actor:page", ["actor:page", "left"], "one that is understood"], ["", ["", "left"], "none"],
      ["actor:pge", ["actor:pge"], "what is wrong is below the field, and so is the focus"],
    ]) {
      const { field, told } = box(text);
      press(field, "Enter");
      equal(told, expected, why);
    }
  } },
  { name: "filter: Escape takes it away and goes to the rows", run: () => {
    const { field, told, state } = box("actor:pge");
    press(field, "Escape");
    equal([told, field.value, state.filterProblem], [["", "left"], "", undefined]);
    const empty = box();
    press(empty.field, "Escape");
    equal(empty.told, ["left"], "there was nothing to take away");
    press(empty.field, "a");
    equal(empty.told, ["left"], "letters are the field's");
  } },
];
