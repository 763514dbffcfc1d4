// The core as WebAssembly says what `heddle layout --json` says: on 500 layouts of all
// families, in the releases of Triton, and on texts that are cut off.
//
// usage: node core.test.mjs BUILD ...; build.mjs has written the shim to BUILD/web/wasi.mjs

import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { pathToFileURL } from "node:url";
import assert from "node:assert/strict";
import { loadCore } from "./core.mjs";

const build = process.argv[2];
const cases = new URL("../../test/encoding/cases/", import.meta.url);
const { makeWasi } = await import(pathToFileURL(join(build, "web/wasi.mjs")));
const ask = await loadCore(join(build, "web/heddle.wasm"), makeWasi);
const run = promisify(execFile);
const releases = ["3.9", "3.8", "3.7", "3.6"];
const Layouts = 500;

/** {report} or {error} of the program. */
async function native(text, triton) {
  try {
    const { stdout } = await run(join(build, "bin/heddle"), ["layout", text, "--json", "--view", "props", "--triton", triton]);
    return { report: JSON.parse(stdout) };
  } catch (failed) {
    assert.ok(failed.stderr.startsWith("heddle: error: "), failed.stderr);
    return { error: failed.stderr.slice("heddle: error: ".length, -1) };
  }
}

const texts = [];
for (const file of readdirSync(cases).sort()) {
  const lines = readFileSync(new URL(file, cases), "utf8").trim().split("\n");
  const wanted = Math.ceil(Layouts / readdirSync(cases).length);
  for (let i = 0; i < wanted; ++i) texts.push(JSON.parse(lines[Math.floor((i * lines.length) / wanted)]).type);
}
assert.ok(texts.length >= Layouts);

let answers = 0, errors = 0;
async function compare(text, triton) {
  const wanted = await native(text, triton);
  const got = ask({ ask: "layout", text, triton });
  if (wanted.report) {
    ++answers;
    assert.deepEqual(got.ok?.report, wanted.report, `${triton}: ${text}`);
  } else {
    ++errors;
    assert.equal(got.error?.text, wanted.error, `${triton}: ${text}`);
  }
}

await Promise.all([0, 1].map(async (part) => {
  for (let i = part; i < texts.length; i += 2) {
    await compare(texts[i], releases[i % 4 === 3 ? (i >> 2) % 4 : 0]);
    if (i % 10 === 0) await compare(texts[i].slice(0, 20 + (i % texts[i].length)).trimEnd(), "3.9");
  }
}));
assert.ok(answers > 400 && errors > 20, `${answers} answers, ${errors} errors`);

// The parameters of all families are those of heddle, found in texts and changed there.
const { stdout: families } = await run(join(build, "bin/heddle"), ["layout", "--families", "--json"]);
const table = new Map(JSON.parse(families).map((each) => [`#${each.family}`, each]));
const found = new Set();
for (const text of texts) {
  for (const [number, { attribute, meaning, parameters }] of ask({ ask: "parameters", text }).ok.entries()) {
    const family = table.get(attribute);
    found.add(attribute);
    assert.equal(meaning, family.meaning);
    for (const { name, value, ...rest } of parameters) {
      const known = family.parameters.find((each) => [each.group, each.name].filter(Boolean).join(".") === name);
      if (known) assert.deepEqual([rest.type, rest.values, rest.optional, rest.meaning], [known.type, known.values, known.optional, known.meaning], `${attribute} ${name}`);
      if (value !== undefined) assert.equal(ask({ ask: "change", text, attribute: String(number), parameter: name, value }).ok, text);
    }
  }
}
assert.deepEqual([...found].sort(), [...table.keys()].sort(), "the cases have all families");

// What nobody should ask: an error each, and no trap.
const hostile = ["", "\0\u{10ffff}", "(".repeat(1e5), "{".repeat(1e5), "tensor<" + "<".repeat(1e5), "inv(".repeat(1e4),
  "tensor<99999999999999999999x2xf16, #ttg.x<{}>>", "A = B\nB = A", "</script><script>alert(1)</script>", "{register: [[-1]]}"];
for (const text of hostile) {
  assert.ok(ask({ ask: "layout", text }).error, text.slice(0, 40));
  assert.ok(Array.isArray(ask({ ask: "parameters", text }).ok), text.slice(0, 40));
  assert.ok(ask({ ask: "change", text, attribute: "99", parameter: text, value: text }).error, text.slice(0, 40));
}
for (const attribute of ["", "-1", "1x", "99999999999999999999999"]) assert.ok(ask({ ask: "change", text: texts[0], attribute, parameter: "order", value: "[0]" }).error);
const names = ["A0 = {x: [1]} -> {x: 2}"];
for (let i = 1; i < 40; ++i) names.push(`A${i} = A${i - 1}(A${i - 1})`);
assert.ok(ask({ ask: "layout", text: names.join("\n") }).ok, "each definition is evaluated once");

console.log(`core: ${answers} answers and ${errors} errors are those of heddle`);
