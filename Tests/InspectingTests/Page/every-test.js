// All tests of the page's logic.

import * as cookieLife from "./cookie-life.test.js";
import * as devicesTab from "./devices-tab.test.js";
import * as filterLanguage from "./filter-language.test.js";
import * as listAndAddress from "./list-and-address.test.js";
import * as listAndFilter from "./list-and-filter.test.js";
import * as runList from "./run-list.test.js";
import * as servedStanding from "./served-standing.test.js";
import * as traceLines from "./trace-lines.test.js";
import * as traceLoading from "./trace-loading.test.js";
import * as traceModel from "./trace-model.test.js";
import * as worldTab from "./world-tab.test.js";

export const tests = [traceLines, traceModel, traceLoading, cookieLife, filterLanguage, listAndAddress, servedStanding, runList, listAndFilter, devicesTab, worldTab].flatMap((file) => file.tests);

/** `{passed: [name], failed: [{name, message}]}`. */
export async function runAll() {
  const results = { passed: [], failed: [] };
  for (const { name, run } of tests) {
    try {
      await run();
      results.passed.push(name);
    } catch (failure) {
      results.failed.push({ name, message: String(failure?.message ?? failure) });
    }
  }
  return results;
}
