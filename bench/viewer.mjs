// How fast the viewer's page is, by the browser's own profiler: the time until the grids
// are on the screen, and what a move of the pointer costs until its highlight is painted.
//
// usage: node bench/viewer.mjs BUILD

import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { launch, Tab } from "../web/test/browser.mjs";

const build = resolve(process.argv[2] ?? "build");
const folder = join(build, "web/bench");
mkdirSync(folder, { recursive: true });

/** A warp's fragment of mma.m16n8, by eight warps. */
const mma = (size) => `tensor<${size}x${size}xf16, #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [16, 8]}>>`;
const Moves = 120, Starts = 7;

const sorted = (list) => [...list].sort((a, b) => a - b);
const median = (list) => sorted(list)[Math.floor(list.length / 2)] ?? NaN;

/** Milliseconds from the start of navigation until both grids have been painted. */
async function start(browser, file) {
  const tab = await Tab.open(browser, file);
  const time = await tab.page.evaluate(() => new Promise((done) => {
    const check = () => {
      const grids = document.querySelectorAll(".grid-base");
      if (grids.length < 2 || [...grids].some((canvas) => canvas.width === 0)) return requestAnimationFrame(check);
      // The frame after this one has been presented.
      requestAnimationFrame(() => setTimeout(() => done(performance.now())));
    };
    check();
  }));
  await tab.close();
  return time;
}

/** What each pointermove costs: the event's handlers, and all work of its frame. */
async function moves(browser, file) {
  const tab = await Tab.open(browser, file);
  await tab.page.waitForSelector('[data-grid="Hardware"]');
  const box = await tab.grid("Hardware").locator(".grid-scroll").boundingBox();
  const profiler = await tab.page.context().newCDPSession(tab.page);
  const events = [];
  profiler.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await profiler.send("Tracing.start", { categories: "devtools.timeline,disabled-by-default-devtools.timeline", transferMode: "ReportEvents" });
  for (let i = 0; i < Moves; ++i) await tab.page.mouse.move(box.x + 60 + ((i * 37) % (box.width - 80)), box.y + 30 + ((i * 53) % (box.height - 60)));
  const complete = new Promise((done) => profiler.once("Tracing.tracingComplete", done));
  await profiler.send("Tracing.end");
  await complete;
  const handlers = events.filter((each) => each.name === "EventDispatch" && each.args?.data?.type === "pointermove");
  const { pid, tid } = handlers[0];
  const tasks = events.filter((each) => each.pid === pid && each.tid === tid && each.name === "RunTask" && each.dur);
  // Everything on the main thread while the pointer moves, by moves.
  const first = Math.min(...handlers.map((each) => each.ts)), last = Math.max(...handlers.map((each) => each.ts + each.dur));
  const busy = tasks.filter((each) => each.ts + each.dur >= first && each.ts <= last).reduce((sum, each) => sum + each.dur, 0);
  await tab.close();
  const times = handlers.map((each) => each.dur / 1000);
  return { count: handlers.length, median: median(times), most: Math.max(...times), perMove: busy / 1000 / handlers.length };
}

const browser = await launch(join(build, "web"));
for (const size of [256, 1024]) {
  const file = join(folder, `${size}.html`);
  execFileSync(join(build, "bin/heddle"), ["view", mma(size), "-o", file]);
  const starts = [];
  for (let i = 0; i < Starts; ++i) starts.push(await start(browser, file));
  const move = await moves(browser, file);
  console.log(`${size} x ${size}: painted after ${median(starts).toFixed(0)} ms (median of ${Starts}); ` +
    `highlight: handler ${move.median.toFixed(2)} ms, at most ${move.most.toFixed(2)} ms, ` +
    `whole main thread ${move.perMove.toFixed(2)} ms a move (${move.count} moves)`);
}
await browser.close();
