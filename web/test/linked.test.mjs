// The linked highlight equals what `heddle` says: on 200 random layouts, an element's
// holders (--at) and a location's element (--loc), copies included.
//
// usage: node linked.test.mjs BUILD PAGES TOOLS

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { launch, Tab } from "./browser.mjs";

const [build, pages, tools] = process.argv.slice(2);
const Layouts = 200, Seed = 20261126;

/** Numbers below a limit, the same each time (a 32-bit linear congruential generator). */
let state = Seed;
function below(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}

/** Any map of registers, lanes and warps onto a tensor, with copies where bits repeat. */
function randomLayout() {
  const outs = [1 + below(5), 1 + below(5)];
  const units = outs.flatMap((bits, dim) => Array.from({ length: bits }, (_, bit) => (dim === 0 ? [2 ** bit, 0] : [0, 2 ** bit])));
  const vectors = units.map((unit, i) => {
    // A sum with a unit before it keeps the map surjective.
    const other = i > 0 && below(2) ? units[below(i)] : [0, 0];
    return [unit[0] ^ other[0], unit[1] ^ other[1]];
  });
  for (let copies = below(3); copies > 0; --copies) vectors.push(below(2) ? [0, 0] : vectors[below(vectors.length)]);
  for (let i = vectors.length - 1; i > 0; --i) {
    const j = below(i + 1);
    [vectors[i], vectors[j]] = [vectors[j], vectors[i]];
  }
  const dims = { register: [], lane: [], warp: [], block: [] };
  // Triton lets only warps mix dimensions and bits.
  const isMixed = (vector) => vector.filter((value) => value !== 0).length > 1 || vector.some((value) => (value & (value - 1)) !== 0);
  vectors.forEach((vector) => dims[isMixed(vector) ? "warp" : ["register", "lane", "warp"][below(3)]].push(vector));
  const text = (list) => `[${list.map((vector) => `[${vector.join(", ")}]`).join(", ")}]`;
  const bases = Object.entries(dims).map(([name, list]) => `${name} = ${text(list)}`).join(", ");
  return { outs, dims, type: `tensor<${2 ** outs[0]}x${2 ** outs[1]}xf32, #ttg.generic_linear<{${bases}}>>` };
}

function heddle(type, ...query) {
  return JSON.parse(execFileSync(join(build, "bin/heddle"), ["layout", type, "--json", ...query], { encoding: "utf8" }));
}

const browser = await launch(tools);
const tab = await Tab.open(browser, join(pages, "layout.html"));
let copies = 0;
for (let i = 0; i < Layouts; ++i) {
  const { outs, dims, type } = randomLayout();
  const columns = 2 ** outs[1];
  const element = [below(2 ** outs[0]), below(columns)];
  await tab.go({ view: "layout", text: type, at: element.join(",") });
  await tab.page.waitForFunction(
    ([text, cell]) => document.querySelector("textarea")?.value === text && document.querySelector('[data-grid="Tensor"]')?.dataset.marked === cell,
    [type, String(element[0] * columns + element[1])],
    { timeout: 5000 },
  ).catch(async (error) => assert.fail(`${type} at ${element}: ${error.message}\n${await tab.page.locator("main").innerText()}`));
  const bits = ["register", "lane", "warp"].map((name) => dims[name].length);
  const number = (location) => location.register + 2 ** bits[0] * (location.lane + 2 ** bits[1] * location.warp);
  const holders = heddle(type, "--at", element.join(",")).holders.map(number).sort((a, b) => a - b);
  assert.deepEqual((await tab.marked("Hardware")).sort((a, b) => a - b), holders, `${type} at ${element}`);
  copies += holders.length > 1 ? 1 : 0;
  // From the other side: the location's element, and all its holders.
  const location = { register: below(2 ** bits[0]), lane: below(2 ** bits[1]), warp: below(2 ** bits[2]) };
  const held = heddle(type, "--loc", Object.entries(location).map(([name, value]) => `${name}=${value}`).join(",")).element;
  const cell = number(location);
  await tab.page.evaluate(([row, column]) => {
    const scroll = document.querySelector('[data-grid="Hardware"] .grid-scroll');
    const press = (key) => scroll.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    press("Home");
    for (let i = 0; i < row; ++i) press("ArrowDown");
    for (let i = 0; i < column; ++i) press("ArrowRight");
    if (row === 0 && column === 0) press("Home");
  }, [Math.floor(cell / 2 ** bits[0]), cell % 2 ** bits[0]]);
  assert.deepEqual(await tab.marked("Tensor"), [held.dim0 * columns + held.dim1], `${type} at ${JSON.stringify(location)}`);
  assert.ok((await tab.marked("Hardware")).includes(cell));
}
assert.ok(copies > 20 && copies < Layouts, `${copies} of ${Layouts} with copies`);
await tab.close();
await browser.close();
console.log(`web: the highlight of ${Layouts} random layouts is the core's, ${copies} of them with copies`);
