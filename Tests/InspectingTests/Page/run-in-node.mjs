// node --test Tests/InspectingTests/Page/run-in-node.mjs

import { test } from "node:test";
import { tests } from "./every-test.js";

for (const { name, run } of tests) test(name, run);
