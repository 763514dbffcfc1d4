// The page in a real browser, from file://: what every test starts from, and what may
// never happen: an error, something on the console, a request.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const Programs = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** npm's packages lie in the build folder. */
export async function load(tools, name) {
  return import(pathToFileURL(createRequire(join(tools, "package.json")).resolve(name)));
}

export async function launch(tools) {
  const { existsSync } = await import("node:fs");
  const { chromium } = (await load(tools, "playwright-core")).default;
  const executablePath = Programs.find((program) => existsSync(program));
  assert.ok(executablePath, "chromium is not installed");
  // A container has no user namespaces for the browser's own sandbox.
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--force-color-profile=srgb", "--font-render-hinting=none"] });
}

export class Tab {
  troubles = [];

  static async open(browser, file, { hash = "", width = 1360, height = 1000, scheme = "light" } = {}) {
    const tab = new Tab();
    tab.page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme, reducedMotion: "reduce", acceptDownloads: true });
    tab.page.on("console", (message) => tab.troubles.push(`console: ${message.text()}`));
    tab.page.on("pageerror", (error) => tab.troubles.push(`error: ${error.stack}`));
    tab.page.on("dialog", (dialog) => {
      tab.troubles.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    tab.page.on("request", (request) => {
      if (!/^(blob|data):/.test(request.url()) && request.url().split("#")[0] !== tab.url) tab.troubles.push(`request: ${request.url()}`);
    });
    tab.url = String(pathToFileURL(file));
    await tab.page.goto(`${tab.url}${hash ? `#${hash}` : ""}`);
    return tab;
  }

  /** Shows the view of another fragment, without loading the page again. */
  async go(state) {
    await this.page.evaluate((hash) => (location.hash = hash), String(new URLSearchParams(state)));
  }

  grid(title) {
    return this.page.locator(`[data-grid="${title}"]`);
  }

  /** The cells that are lit up. */
  async marked(title) {
    const text = await this.grid(title).getAttribute("data-marked");
    return text ? text.split(" ").map(Number) : [];
  }

  /** Walks there with the arrows; a grid of so many columns and rows. */
  async walk(title, row, column) {
    const scroll = this.grid(title).locator(".grid-scroll");
    await scroll.focus();
    await this.page.keyboard.press("Home");
    for (let i = 0; i < 64; ++i) await this.page.keyboard.press("PageUp");
    for (let i = 0; i < row; ++i) await this.page.keyboard.press("ArrowDown");
    for (let i = 0; i < column; ++i) await this.page.keyboard.press("ArrowRight");
  }

  text(selector) {
    return this.page.locator(selector).first().innerText();
  }

  async close() {
    await this.page.close();
    assert.deepEqual(this.troubles, [], "nothing on the console, no request, no dialog");
  }
}
