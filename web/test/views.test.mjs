// Every view by clicks and keys.
//
// usage: node views.test.mjs BUILD PAGES TOOLS [--bless]
//
// PAGES has pages that `heddle view` wrote (run.mjs). Screenshots of states are compared
// with test/references; --bless rewrites those. What differs is kept in BUILD/web/shots.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, Tab } from "./browser.mjs";
import { Shots } from "./shots.mjs";

const [build, pages, tools] = process.argv.slice(2);
const shotFolder = join(build, "web/shots");
mkdirSync(shotFolder, { recursive: true });
const shots = await Shots.make(tools, shotFolder, process.argv.includes("--bless"));
const browser = await launch(tools);
const file = (name) => join(pages, name);
let passed = 0;

async function test(name, run) {
  try {
    await run();
    ++passed;
  } catch (error) {
    console.error(`web: ${name}: ${error.stack}`);
    process.exitCode = 1;
  }
}

const Mma = "tensor<32x32xf32, #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>>";
const Replicated = "tensor<4x4xf16, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>>";

await test("a layout, by pointing", async () => {
  const tab = await Tab.open(browser, file("layout.html"));
  await tab.page.waitForSelector('[data-grid="Tensor"]');
  const canvas = await tab.grid("Tensor").locator(".grid-scroll").boundingBox();
  await tab.page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2);
  assert.equal((await tab.marked("Tensor")).length, 1);
  assert.equal((await tab.marked("Hardware")).length, 1);
  assert.match(await tab.text(".words"), /^element \(\d+, \d+\) is held by register/);
  await tab.page.mouse.down();
  await tab.page.mouse.move(canvas.x + canvas.width / 2 + 80, canvas.y + canvas.height / 2 + 40, { steps: 4 });
  await tab.page.mouse.up();
  assert.match(await tab.text(".words"), /^\d+ elements, held by \d+ locations/);
  await shots.compare(tab, "layout-box");
  await tab.page.mouse.move(5, 5);
  assert.ok((await tab.marked("Tensor")).length > 1, "a box stays");
  await tab.grid("Tensor").locator(".grid-scroll").press("Escape");
  assert.deepEqual(await tab.marked("Tensor"), []);
  await tab.close();
});

await test("a layout, by keys", async () => {
  const tab = await Tab.open(browser, file("layout.html"));
  await tab.page.waitForSelector('[data-grid="Tensor"]');
  await tab.walk("Tensor", 3, 5);
  assert.deepEqual(await tab.marked("Tensor"), [3 * 32 + 5]);
  assert.equal(await tab.text(".voice"), "element (3, 5): register 1, lane 14, warp 0");
  await tab.page.keyboard.press(" ");
  assert.match(await tab.text(".words"), /\(3, 5\) = \(0, 1\) \[register bit 0\] ⊕ \(0, 4\) \[lane bit 1\] ⊕ \(1, 0\) \[lane bit 2\] ⊕ \(2, 0\) \[lane bit 3\]/);
  assert.match(tab.page.url(), /at=3%2C5/);
  await shots.compare(tab, "layout-pinned");
  // The link shows the same again.
  const again = await Tab.open(browser, file("layout.html"), { hash: tab.page.url().split("#")[1] });
  await again.page.waitForSelector('[data-grid="Tensor"]');
  assert.deepEqual(await again.marked("Tensor"), [3 * 32 + 5]);
  await again.close();
  await tab.page.keyboard.press("Escape");
  assert.deepEqual(await tab.marked("Hardware"), []);
  await tab.close();
});

await test("the page alone, without data", async () => {
  const tab = await Tab.open(browser, join(tools, "viewer.html"));
  await tab.page.waitForSelector('[data-grid="Tensor"]');
  await tab.walk("Tensor", 1, 2);
  assert.match(await tab.text(".words"), /^element \(1, 2\) is held by register 2, lane 8/);
  await tab.close();
});

await test("copies light up", async () => {
  const tab = await Tab.open(browser, file("layout.html"), { hash: new URLSearchParams({ view: "layout", text: Replicated }) });
  await tab.page.waitForSelector('[data-grid="Hardware"]');
  await tab.walk("Tensor", 1, 0);
  assert.equal((await tab.marked("Hardware")).length, 4);
  assert.match(await tab.text(".words"), /3 copies:/);
  await tab.page.getByLabel("Colour by").selectOption("replica");
  await shots.compare(tab, "layout-copies");
  await tab.close();
});

await test("colours of another layout", async () => {
  const tab = await Tab.open(browser, file("layout.html"));
  await tab.page.waitForSelector('[data-grid="Tensor"]');
  await tab.page.getByLabel("Colour by").selectOption("another layout");
  const field = tab.page.getByLabel("the layout that gives the colours");
  await field.fill("tensor<16x32xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>");
  await tab.page.waitForSelector("text=expects a layout of a tensor of the shape 32x32, but got 16x32");
  await field.fill("tensor<32x32xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>");
  await tab.page.waitForFunction(() => !document.querySelector(".error"));
  await shots.compare(tab, "layout-by-another");
  assert.match(tab.page.url(), /colour=another/);
  await tab.close();
});

await test("typing is answered with the parser's message and a caret", async () => {
  const tab = await Tab.open(browser, file("layout.html"));
  await tab.page.waitForSelector('[data-grid="Tensor"]');
  await tab.page.locator("body").click({ position: { x: 2, y: 2 } });
  await tab.page.keyboard.press("/");
  assert.equal(await tab.page.evaluate(() => document.activeElement.tagName), "TEXTAREA");
  await tab.page.keyboard.press("Control+A");
  // The text is parsed while it is typed: only the answer to the whole of it counts.
  const typed = "tensor<32x32xf32, #ttg.blokced<{}>>";
  await tab.page.keyboard.type(typed);
  await tab.page.waitForFunction((line) => document.querySelector(".error pre")?.textContent.startsWith(`${line}\n`), typed);
  const error = await tab.text(".error");
  assert.match(error, /column \d+: expects .*blokced/s);
  const [line, caret] = (await tab.text(".error pre")).split("\n");
  assert.equal(line.slice(caret.indexOf("^")), "#ttg.blokced<{}>>", "the caret is below the name");
  assert.ok(await tab.grid("Tensor").isVisible(), "the last picture stays");
  await shots.compare(tab, "layout-error");
  await tab.page.keyboard.press("Control+A");
  await tab.page.keyboard.type("A = {register: [[0, 1], [0, 2]]}\nA * {lane: [[1, 0], [2, 0]]}");
  await tab.page.waitForFunction(() => document.querySelector('[data-grid="Locations"]') && !document.querySelector(".error"));
  await tab.walk("Locations", 3, 1);
  assert.match(await tab.text(".words"), /element \(3, 1\) is held by register 1, lane 3/);
  await shots.compare(tab, "layout-expression");
  await tab.close();
});

await test("the parameters of a layout are a list", async () => {
  const tab = await Tab.open(browser, file("layout.html"));
  await tab.page.waitForSelector('[data-grid="Tensor"]');
  const button = tab.page.getByRole("button", { name: "parameters" });
  assert.equal(await button.getAttribute("aria-expanded"), "false");
  await button.press("Enter");
  await tab.page.waitForSelector(".parameters fieldset");
  assert.equal(await button.getAttribute("aria-expanded"), "true");
  assert.match(await tab.text(".parameters legend"), /^#ttg\.nvidia_mma /);
  const text = tab.page.getByLabel("Layout", { exact: true });
  const warps = tab.page.getByLabel("warpsPerCTA");
  const described = await warps.getAttribute("aria-describedby");
  assert.match(await tab.text(`#${described}`), /warps of a block along each dimension.*list of numbers/s);
  // The list changes the text and the picture, and keeps the focus. Two of four warps have room.
  await warps.fill("[4, 1]");
  await tab.page.waitForFunction(() => document.querySelector("textarea").value.includes("warpsPerCTA = [4, 1]"));
  await tab.page.waitForFunction(() => [...document.querySelectorAll(".facts dd")].some((each) => each.textContent.startsWith("[2, 1]")));
  assert.ok(await warps.evaluate((field) => field === document.activeElement));
  await shots.compare(tab, "layout-parameters");
  // The parser's message for a value that is wrong; the list stays to correct it.
  await warps.fill("[3, 1]");
  await tab.page.waitForSelector(".error");
  assert.match(await tab.text(".error"), /expects powers of two as 'warpsPerCTA'|expects .*warpsPerCTA/s);
  await warps.fill("[3");
  await tab.page.waitForFunction(() => document.querySelector(".parameters [aria-invalid]"));
  assert.match(await text.inputValue(), /warpsPerCTA = \[3, 1\]/, "an open bracket is not put into the text");
  await warps.fill("[2, 1]");
  await tab.page.waitForFunction(() => !document.querySelector(".error") && !document.querySelector("[aria-invalid]"));
  // Words are a choice; what may be left out is put in and taken out.
  const versions = await tab.page.getByLabel("versionMajor").locator("option").allInnerTexts();
  assert.ok(versions.includes("2"), String(versions));
  const cga = tab.page.getByLabel("CGALayout");
  await cga.fill("[[0, 1]]");
  await tab.page.waitForFunction(() => document.querySelector("textarea").value.includes(", CGALayout = [[0, 1]]}>>"));
  await cga.fill("");
  await tab.page.waitForFunction(() => !document.querySelector("textarea").value.includes("CGALayout"));
  // The text changes the list: values, and the families themselves.
  await text.fill((await text.inputValue()).replace("[2, 1]", "[1, 2]"));
  await tab.page.waitForFunction(() => [...document.querySelectorAll(".parameters input")].some((each) => each.value === "[1, 2]"));
  await text.fill("tensor<16x16xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>, kWidth = 2}>>");
  await tab.page.waitForFunction(() => document.querySelectorAll(".parameters fieldset").length === 2);
  await tab.page.getByLabel("opIdx").selectOption("1");
  await tab.page.waitForFunction(() => document.querySelector("textarea").value.includes("opIdx = 1"));
  assert.match(tab.page.url(), /parameters=open/);
  await text.fill("{register: [[0, 1]]}");
  await tab.page.waitForSelector("text=The text has no layout with parameters");
  await tab.close();
});

await test("every example opens", async () => {
  const tab = await Tab.open(browser, file("layout.html"));
  const select = tab.page.getByLabel("Examples");
  const names = await select.locator("option").allInnerTexts();
  assert.ok(names.length >= 15);
  for (let i = 1; i < names.length; ++i) {
    await select.selectOption({ index: i });
    await tab.page.waitForFunction(() => document.querySelectorAll(".grid").length > 0 || document.querySelector(".error"));
    assert.equal(await tab.page.locator(".error").count(), 0, `${names[i]}: ${await tab.page.locator(".error").allInnerTexts()}`);
  }
  await tab.close();
});

await test("memory shows banks and gaps", async () => {
  const tab = await Tab.open(browser, file("layout.html"));
  await tab.page.getByLabel("Examples").selectOption("shared memory, padded");
  await tab.page.waitForSelector('[data-grid="Memory"]');
  await tab.walk("Memory", 1, 0);
  assert.equal(await tab.text(".voice"), "a gap in bank 0");
  await tab.walk("Memory", 1, 8);
  assert.match(await tab.text(".voice"), /^offset 64: element \(1, 0\), bank 4$/);
  await shots.compare(tab, "memory-padded");
  await tab.page.getByLabel("Examples").selectOption("shared memory, swizzled");
  await tab.page.waitForTimeout(100);
  await tab.walk("Tensor", 1, 0);
  await shots.compare(tab, "memory-swizzled");
  await tab.close();
});

await test("a conversion, step by step", async () => {
  const tab = await Tab.open(browser, file("convert.html"));
  await tab.page.waitForSelector('[data-grid="Registers"]');
  assert.match(await tab.text(".facts"), /proved: every register gets its element/);
  await tab.walk("Registers", 5, 2);
  await tab.page.keyboard.press(" ");
  const element = /element \(([\d, ]+)\)/.exec(await tab.page.locator(".panel .words").first().innerText())[1];
  const slider = tab.page.getByLabel("Step of the plan");
  const last = Number(await slider.getAttribute("max"));
  for (let step = 1; step <= last; ++step) {
    await slider.press("ArrowRight");
    const words = await tab.page.locator(".panel .words").first().innerText();
    assert.ok(words.startsWith(`element (${element}) after step ${step}: `), words);
    assert.ok(!words.endsWith("nowhere"), words);
    if (step === 2) await shots.compare(tab, "convert-stored");
  }
  assert.equal((await tab.marked("Registers")).length, 1);
  await shots.compare(tab, "convert-end");
  await tab.page.getByText("Code to paste").click();
  await tab.page.waitForFunction(() => document.querySelector(".source")?.textContent.includes("__device__"));
  await tab.page.getByLabel("Strategy").selectOption("padded");
  await tab.page.waitForFunction(() => document.querySelector(".facts")?.textContent.includes("padded"));
  await tab.close();
});

await test("a conversion by shuffles", async () => {
  const tab = await Tab.open(browser, file("convert.html"));
  await tab.page.getByLabel("Examples").selectOption("conversion: transposed lanes by shuffles");
  await tab.page.waitForFunction(() => document.querySelector(".steps")?.textContent.includes("shuffle between lanes"));
  await tab.page.locator(".steps button").last().click();
  await tab.page.waitForFunction(() => document.querySelector("table.plain")?.textContent.includes("each warp in memory of its own"));
  await tab.walk("Registers", 3, 1);
  await shots.compare(tab, "convert-shuffles");
  // What moves in the shuffle, of four registers in each of 32 lanes.
  await tab.page.locator(".steps button").nth(2).click();
  const moved = tab.page.getByRole("button", { name: /^light up the \d+ registers/ });
  const count = Number(/\d+/.exec(await moved.innerText())[0]);
  await moved.click();
  assert.equal((await tab.marked("Registers")).length, count);
  assert.ok(count > 0 && count <= 128, String(count));
  await shots.compare(tab, "convert-moved");
  await tab.close();
});

await test("two plans, side by side", async () => {
  const tab = await Tab.open(browser, file("convert.html"));
  await tab.page.waitForSelector('[data-grid="Registers"]');
  await tab.page.getByLabel("Plan beside it").selectOption("padded");
  await tab.page.waitForSelector('[data-grid="Registers, second plan"]');
  const heads = await tab.page.locator("table.both thead th").allInnerTexts();
  assert.deepEqual(heads.slice(1), ["first plan: shared", "second plan: padded"]);
  const bytes = (await tab.page.locator("table.both tbody tr").nth(1).innerText()).split("\t");
  assert.ok(Number(bytes[2].replace(",", "")) > Number(bytes[1].replace(",", "")), `padding takes room: ${bytes}`);
  // One slider moves both; an element is followed in both.
  const sliders = [tab.page.getByLabel("Step of the plan, first plan"), tab.page.getByLabel("Step of the plan, second plan")];
  const ends = await Promise.all(sliders.map(async (slider) => Number(await slider.getAttribute("max"))));
  await tab.walk("Registers, first plan", 5, 2);
  await tab.page.keyboard.press(" ");
  const words = () => tab.page.locator(".plans .words").allInnerTexts();
  const element = /element \([\d, ]+\)/.exec((await words())[0])[0];
  assert.ok((await words()).every((each) => each.startsWith(`${element} after step 0: `)), String(await words()));
  assert.deepEqual(await tab.marked("Registers, second plan"), await tab.marked("Registers, first plan"), "both begin alike");
  for (let i = 0; i < 2; ++i) await sliders[0].press("ArrowRight");
  const at = Math.round((2 * ends[1]) / ends[0]);
  assert.equal(Number(await sliders[1].inputValue()), at);
  assert.ok((await words())[1].startsWith(`${element} after step ${at}: byte`), (await words())[1]);
  await shots.compare(tab, "convert-beside");
  await sliders[0].press("End");
  assert.equal(Number(await sliders[1].inputValue()), ends[1], "both end together");
  assert.deepEqual(await tab.marked("Registers, second plan"), await tab.marked("Registers, first plan"), "both end alike");
  // Each by itself.
  await tab.page.getByLabel("step through both together").uncheck();
  await sliders[1].press("ArrowLeft");
  assert.equal(Number(await sliders[0].inputValue()), ends[0]);
  assert.match(tab.page.url(), /beside=padded.*linked=no|linked=no.*beside=padded/);
  await tab.grid("Registers, second plan").locator(".grid-scroll").press("Escape");
  assert.deepEqual(await tab.marked("Registers, first plan"), [], "cleared in both");
  // A link leads to the same, and what cannot be planned says why.
  const link = new URL(tab.page.url()).hash.slice(1);
  await tab.page.evaluate(() => (location.hash = "view=product"));
  await tab.page.waitForSelector('[data-grid="C"]');
  await tab.page.evaluate((hash) => (location.hash = hash), link);
  await tab.page.waitForSelector('[data-grid="Registers, second plan"]');
  assert.deepEqual(await Promise.all(sliders.map(async (slider) => Number(await slider.inputValue()))), [ends[0], ends[1] - 1]);
  await tab.page.getByLabel("Plan beside it").selectOption("registers");
  await tab.page.waitForSelector("text=Beside it: registers");
  assert.equal(await tab.page.locator('[data-grid="Registers"]').count(), 1, "the plan is shown alone");
  await tab.close();
});

await test("banks", async () => {
  const tab = await Tab.open(browser, file("banks.html"));
  await tab.page.waitForSelector('[data-grid="Banks"]');
  assert.match(await tab.text(".headline"), /wavefronts more than the ideal/);
  await tab.walk("Banks", 0, 0);
  await tab.page.keyboard.press(" ");
  assert.match(await tab.text(".words b"), /^phase 0, bank 0: \d+ words$/);
  await tab.page.waitForSelector("text=are possible");
  await shots.compare(tab, "banks-conflicts");
  // The slider recounts, and a good swizzle is a click away.
  const before = await tab.text(".headline");
  await tab.page.getByLabel("maxPhase").press("ArrowRight");
  await tab.page.waitForFunction((old) => document.querySelector(".headline").textContent !== old, before);
  await tab.page.locator("button.link").first().click();
  await tab.page.waitForFunction(() => document.querySelector(".headline").textContent === "no bank conflicts");
  await tab.page.waitForSelector("text=among the best");
  await shots.compare(tab, "banks-swizzled");
  await tab.close();
});

await test("a difference", async () => {
  const tab = await Tab.open(browser, file("diff.html"));
  await tab.page.waitForSelector('[data-grid="Moves"]');
  await tab.walk("Moves", 0, 8);
  assert.match(await tab.text(".bar .words"), /element \(0, 8\): register 0, lane 0, warp 1 → .*: other warp/);
  await shots.compare(tab, "difference");
  await tab.close();
});

await test("operands of a product", async () => {
  const tab = await Tab.open(browser, file("layout.html"), { hash: "view=product" });
  await tab.page.waitForSelector('[data-grid="C"]');
  await tab.walk("C", 5, 3);
  assert.deepEqual(await tab.marked("A"), Array.from({ length: 16 }, (_, k) => 5 * 16 + k));
  assert.deepEqual(await tab.marked("B"), Array.from({ length: 16 }, (_, k) => k * 8 + 3));
  assert.match(await tab.text(".bar .words"), /C\(5, 3\) is in register 1, lane 21/);
  await shots.compare(tab, "product");
  await tab.close();
});

await test("a kernel", async () => {
  const tab = await Tab.open(browser, file("kernel.html"));
  await tab.page.waitForSelector(".listing");
  assert.ok((await tab.page.locator("button.convert").count()) > 0, "conversions are marked");
  await shots.compare(tab, "kernel");
  await tab.page.getByLabel("Margin").selectOption("smsp__inst_executed.sum");
  assert.ok((await tab.page.locator(".margin").allInnerTexts()).some((text) => text !== ""), "lines have counts");
  await tab.page.locator(".timeline canvas").press("ArrowRight");
  assert.match(await tab.text(".voice"), /^warp 0: /);
  await tab.page.keyboard.press("Enter");
  assert.equal(await tab.page.locator(".current").count(), 1, "an event leads to its line");
  await shots.compare(tab, "kernel-counters");
  assert.ok((await tab.page.locator(".memory-map .barrier").count()) > 0, "barriers stand in the map of memory");
  assert.match(await tab.text(".memory-map"), /convert_layout of transpose_tiles.ttir:\d+:\d+: \d+ bytes at 0/);
  const texts = tab.page.getByLabel("Text");
  await texts.selectOption({ index: 1 });
  await tab.page.locator("button.type").first().click();
  await tab.page.waitForSelector('#detail [data-grid="Tensor"]');
  await shots.compare(tab, "kernel-layout");
  await tab.page.locator(".listing button.convert").first().click();
  await tab.page.waitForSelector('[data-grid="Registers"]');
  await tab.page.goBack();
  await tab.page.waitForSelector(".listing");
  await tab.close();
});

await test("lines that ncu measured stand beside those simulated", async () => {
  const tab = await Tab.open(browser, file("measured.html"));
  await tab.page.waitForSelector(".listing thead");
  await tab.page.getByLabel("Margin", { exact: true }).selectOption("smsp__inst_executed.sum");
  assert.equal(await tab.page.getByLabel("Measured, in the margin").inputValue(), "Instructions Executed", "what counts the same");
  assert.deepEqual(await tab.page.locator(".listing thead th").allInnerTexts(), ["line", "simulated", "measured", ""]);
  const rows = await tab.page.locator(".listing tr[data-line]").evaluateAll((list) => list.map((row) => [Number(row.dataset.line), row.querySelector(".measured").textContent, row.querySelector(".line").textContent]));
  const counted = rows.filter(([, text]) => text !== "");
  assert.ok(counted.length >= 2);
  for (const [line, text, source] of counted) {
    assert.equal(text, (999 + line).toLocaleString("en"), "a line's own sum, not that of its instructions too");
    assert.match(source, /tt\.|convert_layout/);
  }
  const messages = await tab.page.locator(".panel", { has: tab.page.getByRole("heading", { name: "Measured by ncu" }) }).innerText();
  assert.match(messages, /lines\.csv: 3 counters of \d+ lines of transpose_tiles\.ttir/);
  assert.match(messages, /sass\.csv: 1 instructions have addresses, but no lines of a source: compile with line information/);
  assert.match(messages, /broken\.csv: line 3: expects a quote that ends the cell, but got the end of the file/);
  await shots.compare(tab, "kernel-measured");
  await tab.page.getByLabel("Measured, in the margin").selectOption("L1 Wavefronts Shared");
  assert.match(tab.page.url(), /measured=L1/);
  const texts = tab.page.getByLabel("Text");
  await texts.selectOption({ index: 1 });
  assert.equal(await tab.page.locator(".listing thead").count(), 0, "nothing was measured of the other text");
  await tab.close();
});

await test("two runs are compared, beside measured counters", async () => {
  const tab = await Tab.open(browser, file("runs.html"));
  await tab.page.waitForSelector("table.numbers");
  const heads = await tab.page.locator("table.numbers th").allInnerTexts();
  assert.equal(heads.length, 4, String(heads));
  assert.ok(heads.some((head) => head.includes("measured")));
  assert.match(await tab.text("table.numbers"), /1,234/);
  await tab.close();
});

await test("dark, on a phone", async () => {
  const tab = await Tab.open(browser, file("layout.html"), { width: 390, height: 800, scheme: "dark" });
  await tab.page.waitForSelector('[data-grid="Tensor"]');
  const wide = await tab.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `nothing is wider than the phone: ${wide}`);
  await tab.walk("Tensor", 2, 2);
  await shots.compare(tab, "phone-dark");
  for (const state of [{ view: "convert", beside: "padded" }, { view: "layout", parameters: "open" }]) {
    await tab.go(state);
    await tab.page.waitForSelector(state.beside ? '[data-grid="Registers, second plan"]' : ".parameters fieldset");
    if (state.beside) await tab.page.waitForSelector("text=padding instead of a swizzle");
    assert.ok(await tab.page.evaluate(() => document.documentElement.scrollWidth) <= 390, JSON.stringify(state));
  }
  await tab.close();
});

await test("dark, by the button", async () => {
  const tab = await Tab.open(browser, file("diff.html"));
  await tab.page.getByLabel("light or dark").click();
  assert.equal(await tab.page.evaluate(() => getComputedStyle(document.body).colorScheme), "dark");
  await tab.page.waitForSelector('[data-grid="Moves"]');
  await shots.compare(tab, "difference-dark");
  await tab.close();
});

await test("pictures are saved", async () => {
  const tab = await Tab.open(browser, file("layout.html"));
  await tab.page.waitForSelector('[data-grid="Tensor"]');
  const { readFileSync } = await import("node:fs");
  const saved = async (label) => {
    const [download] = await Promise.all([tab.page.waitForEvent("download"), tab.page.getByLabel(label, { exact: true }).click()]);
    return readFileSync(await download.path());
  };
  const native = (name) => readFileSync(join(pages, name), "utf8");
  assert.equal(String(await saved("Tensor: save as SVG")), native("tensor.svg"), "the same as heddle layout --format svg");
  assert.equal(String(await saved("Hardware: save as SVG")), native("hw.svg"));
  assert.equal((await saved("Hardware: save as PNG")).subarray(1, 4).toString(), "PNG");
  assert.match(String(await saved("Tensor: save as text")), /tensor<32x32xf32/);
  await tab.close();
});

await test("hostile input shows a message, and executes nothing", async () => {
  const tab = await Tab.open(browser, file("hostile.html"));
  await tab.page.waitForSelector(".listing");
  assert.match(await tab.text(".listing"), /<img src=x onerror=alert\(1\)>/);
  assert.equal(await tab.page.locator("img").count(), 0);
  for (const text of ["(".repeat(50000), `tensor<${"<".repeat(50000)}`, "\u0000\ufffe\u202e", '<img src=x onerror="alert(1)">', "</script><script>alert(1)</script>", "{register: [[99999999999999999999]]}"]) {
    await tab.go({ view: "layout", text });
    await tab.page.waitForSelector(".error");
  }
  const big = Array.from({ length: 40 }, (_, i) => `[${2 ** 39 / 2 ** i}]`).join(", ");
  await tab.go({ view: "layout", text: `{register: [${big}]} -> {dim0: ${2 ** 40}}` });
  await tab.page.waitForSelector("text=Too large to draw");
  await tab.go({ view: "nothing", text: Mma });
  await tab.page.waitForSelector(".grid, .listing");
  await tab.close();
});

await browser.close();
shots.finish();
console.log(`web: ${passed} tests of views, ${shots.compared} screenshots${process.exitCode ? ", with failures" : ""}`);
