// Screenshots of states, compared with references that people have looked at.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "./browser.mjs";

const References = new URL("references/", import.meta.url).pathname;
// Fonts differ a little from system to system; what is drawn does not.
const MostDifferent = 0.02;

export class Shots {
  compared = 0;
  different = [];

  static async make(tools, folder, doesBless) {
    const shots = new Shots();
    shots.folder = folder;
    shots.doesBless = doesBless;
    shots.PNG = (await load(tools, "pngjs")).default.PNG;
    shots.pixelmatch = (await load(tools, "pixelmatch")).default;
    mkdirSync(References, { recursive: true });
    return shots;
  }

  async compare(tab, name) {
    const image = await tab.page.screenshot({ animations: "disabled", caret: "hide" });
    ++this.compared;
    const reference = join(References, `${name}.png`);
    if (this.doesBless) return writeFileSync(reference, image);
    writeFileSync(join(this.folder, `${name}.png`), image);
    if (!existsSync(reference)) return void this.different.push(`${name}: there is no reference`);
    const a = this.PNG.sync.read(readFileSync(reference)), b = this.PNG.sync.read(image);
    if (a.width !== b.width || a.height !== b.height) return void this.different.push(`${name}: another size`);
    const difference = new this.PNG({ width: a.width, height: a.height });
    const pixels = this.pixelmatch(a.data, b.data, difference.data, a.width, a.height, { threshold: 0.2 });
    const shown = join(this.folder, `${name}.difference.png`);
    rmSync(shown, { force: true });
    if (pixels <= MostDifferent * a.width * a.height) return;
    writeFileSync(shown, this.PNG.sync.write(difference));
    this.different.push(`${name}: ${pixels} pixels differ, see ${shown}`);
  }

  finish() {
    for (const each of this.different) console.error(`web: ${each}`);
    if (this.different.length > 0) process.exitCode = 1;
  }
}
