// A titled part of a view, with buttons that save it.

import { download, make } from "./dom";
import type { Grid } from "./grid";

export interface SavedForms {
  svg(): string | Promise<string>;
  text(): string | Promise<string>;
}

export function panel(title: string, ...children: (Node | string)[]): HTMLElement {
  return make("section", { class: "panel" }, make("h2", { text: title }), ...children);
}

/** A grid with zoom and export; `forms` replaces the grid's own SVG and text. */
export function gridPanel(title: string, grid: Grid, forms?: SavedForms): HTMLElement {
  const name = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const saved = forms ?? grid;
  const button = (text: string, label: string, action: () => unknown): HTMLButtonElement =>
    make("button", { text, title: label, "aria-label": `${title}: ${label}`, type: "button", click: () => void action() });
  const tools = make(
    "div",
    { class: "tools" },
    button("−", "smaller", () => grid.zoomBy(-1)),
    button("+", "larger", () => grid.zoomBy(1)),
    button("SVG", "save as SVG", async () => download(`${name}.svg`, new Blob([await saved.svg()], { type: "image/svg+xml" }))),
    button("PNG", "save as PNG", async () => download(`${name}.png`, await grid.png())),
    button("TXT", "save as text", async () => download(`${name}.txt`, new Blob([await saved.text()], { type: "text/plain" }))),
  );
  return make("section", { class: "panel" }, make("h2", {}, title, tools), grid.element);
}

/** Names and values. */
export function facts(rows: readonly (readonly [string, Node | string, string?])[]): HTMLElement {
  const list = make("dl", { class: "facts" });
  for (const [name, value, reason] of rows) {
    const shown = make("dd", {}, value);
    if (reason) shown.append(make("small", { text: reason }));
    list.append(make("dt", { text: name }), shown);
  }
  return list;
}

/** The parser's message under the text that it is about, with a caret. */
export function errorBox(message: string, text: string, column: number | undefined): HTMLElement {
  const box = make("div", { class: "error", role: "alert" });
  if (column !== undefined && !text.includes("\n")) {
    const start = Math.max(0, column - 40);
    const shown = text.slice(start, column + 40);
    box.append(make("pre", { text: `${shown}\n${" ".repeat(Math.max(0, column - 1 - start))}^` }));
  }
  box.append(make("p", { text: message }));
  return box;
}
