// tough-cookie on the workload's two files: node tough-cookie.js SETS GETS PASSES
//
// Prints the best passes: sets a second, look-ups a second, bytes of all Cookie headers.
// Inside the timed region, as for every subject: reading the URL's text and the cookie's, the jar's own work, and the
// header's text.
"use strict";
const { readFileSync } = require("fs");
const { CookieJar } = require("tough-cookie");

const [sets, gets, passes] = process.argv.slice(2);
const readLines = (path) => readFileSync(path, "utf8").trimEnd().split("\n");
const lines = readLines(sets).map((line) => line.split("\t"));
const urls = readLines(gets);

const rate = (count, start, end) => (count * 1e9) / Number(end - start);
let bestSet = 0, bestGet = 0, bytes = 0;
for (let pass = 0; pass < Number(passes); pass++) {
  const jar = new CookieJar();
  const start = process.hrtime.bigint();
  for (const [url, cookie] of lines) jar.setCookieSync(cookie, url, { http: true, ignoreError: true });
  const middle = process.hrtime.bigint();
  bytes = 0;
  for (const url of urls) bytes += jar.getCookieStringSync(url, { http: true }).length;
  const end = process.hrtime.bigint();
  bestSet = Math.max(bestSet, rate(lines.length, start, middle));
  bestGet = Math.max(bestGet, rate(urls.length, middle, end));
}
console.log(`${bestSet} ${bestGet} ${bytes}`);
