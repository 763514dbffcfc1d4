// Everything about the page that runs without a person: the core against `heddle`, the
// page in a browser.
//
// usage: node run.mjs BUILD [--bless]

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import assert from "node:assert/strict";

const build = resolve(process.argv[2]);
const root = new URL("../..", import.meta.url).pathname;
const here = new URL(".", import.meta.url).pathname;
const tools = join(build, "web"), pages = join(build, "web/pages");
mkdirSync(pages, { recursive: true });
const heddle = (...args) => execFileSync(join(build, "bin/heddle"), args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const page = (name) => join(pages, name);

const mma = (element, warps) => `tensor<32x32x${element}, #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [${warps}], instrShape = [16, 8]}>>`;
const blocked = "tensor<32x32xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>";
heddle("view", mma("f32", "2, 2"), "-o", page("layout.html"));
heddle("view", blocked, mma("f16", "2, 2"), "--target", "sm_90", "-o", page("convert.html"));
heddle("view", mma("f32", "2, 2"), mma("f32", "4, 1"), "-o", page("diff.html"));
heddle("view", "tensor<32x32xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [0, 1]}>>",
  "!ttg.memdesc<32x32xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>", "--target", "sm_90", "-o", page("banks.html"));
heddle("layout", mma("f32", "2, 2"), "--format", "svg", "-o", page("tensor.svg"), "--force");
heddle("layout", mma("f32", "2, 2"), "--format", "svg", "--view", "hw", "-o", page("hw.svg"), "--force");

// A kernel with a conversion, run for two grids; counters as ncu writes them.
const kernel = "examples/kernels/transpose_tiles.ttir";
const launch = JSON.parse(readFileSync(join(root, "examples/kernels/transpose_tiles.launch.json"), "utf8"));
const args = Object.values(launch.arguments).flatMap((argument, i) => ["--arg", `${i}=${argument.value ?? `${argument.type.replace("*fp", "f")}[${argument.shape.join("x")}]:randn`}`]);
const sim = (stages, ...more) => heddle("sim", kernel, "--target", "sm_90", "--num-stages", stages, "--num-warps", String(launch.num_warps), "--grid", launch.grid.join(","), ...args, "--json", "--force", ...more);
sim("3", "-o", page("run.json"), "--timeline", page("timeline.json"));
sim("1", "-o", page("other.json"));
writeFileSync(page("ncu.csv"), '"ID","Kernel Name","Metric Name","Metric Unit","Metric Value"\n"0","k","smsp__inst_executed.sum","inst","1,234"\n');
heddle("view", kernel, page("run.json"), page("timeline.json"), "--target", "sm_90", "--num-warps", String(launch.num_warps), "-o", page("kernel.html"));
// The source page of ncu: of the lines of the kernel, of instructions alone, and cut off.
const source = readFileSync(join(root, kernel), "utf8").split("\n");
const quoted = (cells) => cells.map((cell) => `"${String(cell).replace(/"/g, '""')}"`).join(",");
const measured = [quoted(["Kernel Name", launch.kernel ?? "kernel"]), quoted(["File Path", `/somewhere/else/${kernel.replace(/.*\//, "")}`]),
  quoted(["Line No", "Source", "Address", "Warp Stall Sampling (All Samples)", "Instructions Executed", "L1 Wavefronts Shared"])];
source.forEach((line, i) => {
  if (/tt\.(load|store)|convert_layout|tt\.trans/.test(line)) measured.push(quoted([i + 1, line, "", 10 + i, (1000 + i).toLocaleString("en"), 2 * i]), quoted(["", "MOV R1, c[0x0][0x28]", "0x7f10", 10 + i, 1, 1]));
});
writeFileSync(page("lines.csv"), measured.join("\n") + "\n");
writeFileSync(page("sass.csv"), '"#","Address","Source","Instructions Executed"\n"1","0x7f10","MOV R1, c[0x0][0x28]","64"\n');
writeFileSync(page("broken.csv"), '"#","Source","Instructions Executed"\n"1","int x;","64"\n"2","int y;\n');
heddle("view", kernel, page("run.json"), page("lines.csv"), page("sass.csv"), page("broken.csv"), "--target", "sm_90", "--num-warps", String(launch.num_warps), "-o", page("measured.html"));
heddle("view", page("run.json"), page("other.json"), page("ncu.csv"), "-o", page("runs.html"));

// Names with markup, in a file that is IR as far as its first bytes tell.
writeFileSync(page("hostile.ttir"), '// </script><script>alert(1)</script>\nmodule { "<img src=x onerror=alert(1)>" }\n');
spawnSync(join(build, "bin/heddle"), ["view", page("hostile.ttir"), "--target", "sm_90", "-o", page("hostile.html")]);

const KiB = 1000;
const whole = statSync(page("layout.html")).size;
const core = /id="heddle-core">([^<]*)</.exec(readFileSync(page("layout.html"), "utf8"))[1].length;
assert.ok(whole - core < 400 * KiB && whole < 1500 * KiB, `${whole} bytes, ${core} of the core`);
console.log(`web: a page has ${whole} bytes, ${core} of them the core`);

// Two at a time, which is as many as there are cores where this runs most.
const run = (test) => new Promise((done) => {
  const child = spawn(process.execPath, [join(here, `${test}.test.mjs`), build, pages, tools, ...process.argv.slice(3)], { stdio: "inherit" });
  child.on("exit", (code) => done(code === 0));
});
async function runAll(tests) {
  let ok = true;
  for (const test of tests) ok = (await run(test)) && ok;
  return ok;
}
const ok = await Promise.all([runAll(["ncu", "core", "kernels"]), runAll(["linked", "views"])]);
process.exit(ok.every(Boolean) ? 0 : 1);
