// Every example kernel opens: its text, its report, and the layout of a type in it.
//
// usage: node kernels.test.mjs BUILD PAGES TOOLS

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { launch, Tab } from "./browser.mjs";

const [build, pages, tools] = process.argv.slice(2);
const root = new URL("../..", import.meta.url).pathname;
const kernels = readdirSync(join(root, "examples/kernels")).filter((name) => name.endsWith(".ttir"));
assert.ok(kernels.length > 50);
const run = promisify(execFile);
const write = (name) => run(join(build, "bin/heddle"), ["view", `examples/kernels/${name}`, "--target", "sm_90", "-o", join(pages, `${name}.html`)], { cwd: root });

const browser = await launch(tools);
let written = write(kernels[0]), shown = 0;
for (let i = 0; i < kernels.length; ++i) {
  await written;
  if (i + 1 < kernels.length) written = write(kernels[i + 1]);
  const tab = await Tab.open(browser, join(pages, `${kernels[i]}.html`));
  await tab.page.waitForSelector(".listing");
  assert.match(await tab.text(".kernel"), /cycles of a block/, kernels[i]);
  const texts = tab.page.getByLabel("Text");
  await texts.selectOption({ index: 1 });
  const type = tab.page.locator("button.type").first();
  if ((await type.count()) > 0) {
    await type.click();
    await tab.page.waitForSelector("#detail .panel");
    assert.equal(await tab.page.locator("#detail .error").count(), 0, `${kernels[i]}: ${await tab.text("#detail")}`);
    ++shown;
  }
  await tab.close();
}
await browser.close();
assert.ok(shown > 50, `${shown} layouts`);
console.log(`web: ${kernels.length} example kernels open, ${shown} with a layout shown`);
