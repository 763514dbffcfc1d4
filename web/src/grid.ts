// A table of many cells on a canvas: coloured, labelled where there is room, walked
// through by arrows. It draws what is in sight only, and keeps the colours as a picture
// of one pixel a cell, so that a million cells scroll as well as a hundred.

import { make, isDark } from "./dom";
import { css, inkOn, type Rgb } from "./palette";

export interface GridContent {
  title: string;
  rows: number;
  columns: number;
  rowLabel(row: number): string;
  columnLabel(column: number): string;
  /** Nothing for a cell that is empty. */
  colour(row: number, column: number): Rgb | null;
  /** A short text in the cell. */
  label(row: number, column: number): string;
  /** What a screen reader says of the cell. */
  say(row: number, column: number): string;
  /** A thicker line after so many columns, or rows. */
  columnGroup?: number;
  rowGroup?: number;
  /** The longest label in characters, from which the cells get their width. */
  labelLength: number;
}

export type GridEvent = "hover" | "pin" | "leave" | "clear";

export interface GridOptions {
  on(event: GridEvent, cells: readonly number[]): void;
  say(text: string): void;
  /** Height of the picture at most, in pixels. */
  height?: number;
}

/** Cells to outline: the first is the one that was pointed at. */
export interface Marks {
  cells: Iterable<number>;
  first?: number | undefined;
}

const HeadSize = 18;
const CharacterWidth = 6.4;
/** Empty cells are seen to be there. */
const EmptyPixel = 0x16808080;
const MostExported = 1 << 16;

export class Grid {
  readonly element: HTMLElement;
  private readonly scroll = make("div", { class: "grid-scroll" });
  private readonly space = make("div", { class: "grid-space" });
  private readonly base = make("canvas", { class: "grid-base", "aria-hidden": "true" });
  private readonly top = make("canvas", { class: "grid-top", "aria-hidden": "true" });
  private readonly picture = document.createElement("canvas");
  private cell = { width: 16, height: 16 };
  private side = 40;
  private zoom = 0;
  private focus = { row: 0, column: 0 };
  private marks = new Set<number>();
  private firstMark = -1;
  private dragFrom: { row: number; column: number } | undefined;
  private box: [number, number, number, number] | undefined;

  constructor(
    private content: GridContent,
    private readonly options: GridOptions,
  ) {
    this.space.append(make("div", { class: "grid-view" }, this.base, this.top));
    this.scroll.append(this.space);
    this.scroll.tabIndex = 0;
    this.scroll.setAttribute("role", "application");
    this.scroll.setAttribute("aria-roledescription", "grid");
    this.scroll.style.maxHeight = `${options.height ?? 460}px`;
    this.element = make("div", { class: "grid" }, this.scroll);
    this.listen();
    new ResizeObserver(() => this.resize()).observe(this.scroll);
    this.show(content);
  }

  show(content: GridContent): void {
    this.content = content;
    this.focus.row = Math.min(this.focus.row, content.rows - 1);
    this.focus.column = Math.min(this.focus.column, content.columns - 1);
    this.element.dataset["grid"] = content.title;
    this.scroll.setAttribute(
      "aria-label",
      `${content.title}, ${content.rows} rows of ${content.columns}: arrows move, space pins, escape clears`,
    );
    this.paint();
    this.resize();
  }

  /** Colours have changed, cells have not. */
  repaint(): void {
    this.paint();
    this.draw();
  }

  mark(marks: Marks): void {
    this.marks = new Set(marks.cells);
    this.firstMark = marks.first ?? -1;
    this.drawMarks();
    // What tests and other programs see of the canvas.
    this.element.dataset["marked"] = [...this.marks].slice(0, 4096).join(" ");
  }

  /** Scrolls there if it is out of sight. */
  reveal(cell: number): void {
    const { width, height } = this.cell;
    const x = (cell % this.content.columns) * width, y = Math.floor(cell / this.content.columns) * height;
    const wide = this.scroll.clientWidth - this.side, high = this.scroll.clientHeight - HeadSize;
    if (x < this.scroll.scrollLeft || x + width > this.scroll.scrollLeft + wide) this.scroll.scrollLeft = x - wide / 2;
    if (y < this.scroll.scrollTop || y + height > this.scroll.scrollTop + high) this.scroll.scrollTop = y - high / 2;
  }

  zoomBy(steps: number): void {
    this.zoom += steps;
    this.resize();
  }

  focusHere(): void {
    this.scroll.focus();
  }

  private paint(): void {
    const { rows, columns } = this.content;
    this.picture.width = columns;
    this.picture.height = rows;
    const context = this.picture.getContext("2d")!;
    const image = context.createImageData(columns, rows);
    // Bytes stand as red, green, blue, alpha, which are a little-endian word.
    const pixels = new Uint32Array(image.data.buffer);
    for (let row = 0, at = 0; row < rows; ++row)
      for (let column = 0; column < columns; ++column, ++at) {
        const colour = this.content.colour(row, column);
        pixels[at] = colour ? (0xff << 24) | (colour[2] << 16) | (colour[1] << 8) | colour[0] : EmptyPixel;
      }
    context.putImageData(image, 0, 0);
  }

  /** Cells fill the width, within what is readable; zooming doubles or halves them. */
  private resize(): void {
    const { rows, columns, labelLength } = this.content;
    const wide = this.scroll.clientWidth;
    if (wide === 0) return;
    this.side = 10 + CharacterWidth * Math.max(1, this.content.rowLabel(rows - 1).length, this.content.rowLabel(0).length);
    const fitting = Math.floor((wide - this.side) / columns);
    const labelled = Math.ceil(labelLength * 7.4 + 8);
    const least = columns <= 64 ? Math.min(labelled, 16) : 3;
    const width = Math.max(least, Math.min(fitting, Math.max(labelled, 26)));
    const factor = 2 ** (this.zoom / 2);
    this.cell.width = Math.max(1, Math.round(width * factor));
    const height = Math.min(width, 22, Math.max(3, Math.ceil(4096 / rows)));
    this.cell.height = Math.max(1, Math.round((rows <= 64 ? Math.min(width, 22) : height) * factor));
    this.space.style.width = `${this.side + columns * this.cell.width}px`;
    this.space.style.height = `${HeadSize + rows * this.cell.height}px`;
    this.draw();
  }

  private context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
    const ratio = devicePixelRatio;
    const wide = Math.min(this.scroll.clientWidth, Math.ceil(this.side + this.content.columns * this.cell.width));
    const high = Math.min(this.scroll.clientHeight, HeadSize + this.content.rows * this.cell.height);
    if (canvas.width !== Math.round(wide * ratio) || canvas.height !== Math.round(high * ratio)) {
      canvas.width = Math.round(wide * ratio);
      canvas.height = Math.round(high * ratio);
      canvas.style.width = `${wide}px`;
      canvas.style.height = `${high}px`;
    }
    const context = canvas.getContext("2d")!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, wide, high);
    return context;
  }

  /** The rows and columns in sight. */
  private sight(): { row: number; rows: number; column: number; columns: number } {
    const { width, height } = this.cell;
    const row = Math.max(0, Math.floor(this.scroll.scrollTop / height));
    const column = Math.max(0, Math.floor(this.scroll.scrollLeft / width));
    return {
      row,
      column,
      rows: Math.min(this.content.rows, row + Math.ceil(this.scroll.clientHeight / height) + 1),
      columns: Math.min(this.content.columns, column + Math.ceil(this.scroll.clientWidth / width) + 1),
    };
  }
  private xOf(column: number): number {
    return this.side + column * this.cell.width - this.scroll.scrollLeft;
  }
  private yOf(row: number): number {
    return HeadSize + row * this.cell.height - this.scroll.scrollTop;
  }

  private draw(): void {
    if (this.scroll.clientWidth === 0) return;
    const context = this.context(this.base);
    const seen = this.sight();
    const { width, height } = this.cell;
    context.imageSmoothingEnabled = width < 1;
    const columns = seen.columns - seen.column, rows = seen.rows - seen.row;
    context.drawImage(
      this.picture, seen.column, seen.row, columns, rows,
      this.xOf(seen.column), this.yOf(seen.row), columns * width, rows * height,
    );
    this.drawLines(context, seen);
    if (width >= this.content.labelLength * CharacterWidth * 0.8 && height >= 11) this.drawLabels(context, seen);
    this.drawHeads(context, seen);
    this.drawMarks();
  }

  private drawLines(context: CanvasRenderingContext2D, seen: ReturnType<Grid["sight"]>): void {
    const { width, height } = this.cell;
    const dark = isDark();
    const line = (x0: number, y0: number, x1: number, y1: number): void => {
      context.beginPath();
      context.moveTo(x0, y0);
      context.lineTo(x1, y1);
      context.stroke();
    };
    const right = this.xOf(seen.columns), bottom = this.yOf(seen.rows);
    for (const [isGroup, colour] of [
      [false, dark ? "rgba(0,0,0,.35)" : "rgba(255,255,255,.75)"],
      [true, dark ? "rgba(255,255,255,.35)" : "rgba(20,23,28,.45)"],
    ] as const) {
      context.strokeStyle = colour;
      context.lineWidth = 1;
      const columnStep = isGroup ? this.content.columnGroup : width >= 6 ? 1 : undefined;
      const rowStep = isGroup ? this.content.rowGroup : height >= 6 ? 1 : undefined;
      if (columnStep && columnStep * width >= 6)
        for (let c = Math.ceil(seen.column / columnStep) * columnStep; c <= seen.columns; c += columnStep)
          line(Math.round(this.xOf(c)) + 0.5, HeadSize, Math.round(this.xOf(c)) + 0.5, bottom);
      if (rowStep && rowStep * height >= 6)
        for (let r = Math.ceil(seen.row / rowStep) * rowStep; r <= seen.rows; r += rowStep)
          line(this.side, Math.round(this.yOf(r)) + 0.5, right, Math.round(this.yOf(r)) + 0.5);
    }
  }

  private drawLabels(context: CanvasRenderingContext2D, seen: ReturnType<Grid["sight"]>): void {
    const { width, height } = this.cell;
    const most = (width - 2) / Math.max(1, this.content.labelLength);
    context.font = `${Math.min(12, height - 2, most * 1.72)}px ui-monospace, "DejaVu Sans Mono", monospace`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (let row = seen.row; row < seen.rows; ++row)
      for (let column = seen.column; column < seen.columns; ++column) {
        const colour = this.content.colour(row, column);
        if (!colour) continue;
        context.fillStyle = inkOn(colour);
        context.fillText(this.content.label(row, column), this.xOf(column) + width / 2, this.yOf(row) + height / 2 + 0.5);
      }
  }

  /** Numbers at the edges, as many as do not touch each other. */
  private drawHeads(context: CanvasRenderingContext2D, seen: ReturnType<Grid["sight"]>): void {
    const { width, height } = this.cell;
    const style = getComputedStyle(this.element);
    context.fillStyle = style.getPropertyValue("--panel");
    context.fillRect(0, 0, 1e5, HeadSize);
    context.fillRect(0, 0, this.side, 1e5);
    context.fillStyle = style.getPropertyValue("--quiet");
    context.font = '10.5px ui-monospace, "DejaVu Sans Mono", monospace';
    context.textBaseline = "middle";
    context.textAlign = "center";
    const longest = this.content.columnLabel(this.content.columns - 1).length;
    const columnStep = step(Math.ceil((longest * CharacterWidth + 5) / width));
    for (let c = Math.ceil(seen.column / columnStep) * columnStep; c < seen.columns; c += columnStep)
      if (this.xOf(c) >= this.side - width / 2)
        context.fillText(this.content.columnLabel(c), this.xOf(c) + width / 2, HeadSize / 2);
    context.textAlign = "right";
    const rowStep = step(Math.ceil(12 / height));
    for (let r = Math.ceil(seen.row / rowStep) * rowStep; r < seen.rows; r += rowStep)
      if (this.yOf(r) >= HeadSize - height / 2)
        context.fillText(this.content.rowLabel(r), this.side - 5, this.yOf(r) + height / 2);
  }

  private drawMarks(): void {
    if (this.scroll.clientWidth === 0) return;
    const context = this.context(this.top);
    const { columns } = this.content;
    context.save();
    context.beginPath();
    context.rect(this.side, HeadSize, 1e5, 1e5);
    context.clip();
    if (this.marks.size > 0) {
      const width = Math.max(this.cell.width, 5), height = Math.max(this.cell.height, 5);
      context.fillStyle = isDark() ? "rgba(16,18,23,.62)" : "rgba(255,255,255,.66)";
      context.fillRect(this.side, HeadSize, 1e5, 1e5);
      const seen = this.sight();
      context.lineWidth = 2;
      context.strokeStyle = isDark() ? "#fff" : "#14171c";
      const lone = this.marks.size <= 2048;
      for (const cell of this.marks) {
        const row = Math.floor(cell / columns), column = cell % columns;
        if (row < seen.row || row >= seen.rows || column < seen.column || column >= seen.columns) continue;
        const x = this.xOf(column), y = this.yOf(row);
        context.clearRect(x, y, width, height);
        if (this.cell.width < 5 || this.cell.height < 5) {
          context.fillStyle = isDark() ? "#ffd54a" : "#c62828";
          context.fillRect(x, y, width, height);
        } else if (lone) context.strokeRect(x + 1, y + 1, width - 1, height - 1);
      }
      this.drawFirst(context, width, height);
    }
    if (document.activeElement === this.scroll) this.drawFocus(context);
    if (this.box) {
      const [row, column, toRow, toColumn] = this.box;
      context.strokeStyle = "#0072b2";
      context.setLineDash([4, 3]);
      context.strokeRect(
        this.xOf(column), this.yOf(row),
        (toColumn - column + 1) * this.cell.width, (toRow - row + 1) * this.cell.height,
      );
    }
    context.restore();
  }

  private drawFirst(context: CanvasRenderingContext2D, width: number, height: number): void {
    if (this.firstMark < 0) return;
    context.strokeStyle = "#d55e00";
    context.lineWidth = 3;
    context.strokeRect(
      this.xOf(this.firstMark % this.content.columns) + 1.5,
      this.yOf(Math.floor(this.firstMark / this.content.columns)) + 1.5,
      width - 2, height - 2,
    );
  }

  private drawFocus(context: CanvasRenderingContext2D): void {
    context.strokeStyle = "#0072b2";
    context.lineWidth = 2;
    context.setLineDash([3, 2]);
    context.strokeRect(
      this.xOf(this.focus.column) - 0.5, this.yOf(this.focus.row) - 0.5, this.cell.width + 1, this.cell.height + 1,
    );
    context.setLineDash([]);
  }

  private cellAt(event: PointerEvent): { row: number; column: number } | undefined {
    const bounds = this.scroll.getBoundingClientRect();
    const x = event.clientX - bounds.left - this.scroll.clientLeft, y = event.clientY - bounds.top - this.scroll.clientTop;
    if (x < this.side || y < HeadSize) return undefined;
    const row = Math.floor((y - HeadSize + this.scroll.scrollTop) / this.cell.height);
    const column = Math.floor((x - this.side + this.scroll.scrollLeft) / this.cell.width);
    return row < this.content.rows && column < this.content.columns ? { row, column } : undefined;
  }

  private listen(): void {
    this.scroll.addEventListener("scroll", () => this.draw());
    this.scroll.addEventListener("focus", () => this.drawMarks());
    this.scroll.addEventListener("blur", () => this.drawMarks());
    this.scroll.addEventListener("pointermove", (event) => this.moved(event));
    this.scroll.addEventListener("pointerleave", () => this.options.on("leave", []));
    this.scroll.addEventListener("pointerdown", (event) => {
      this.dragFrom = event.button === 0 ? this.cellAt(event) : undefined;
    });
    this.scroll.addEventListener("pointerup", (event) => this.released(event));
    this.scroll.addEventListener("keydown", (event) => this.pressed(event));
  }

  private moved(event: PointerEvent): void {
    const at = this.cellAt(event);
    if (this.dragFrom && at && (event.buttons & 1) !== 0) {
      const from = this.dragFrom;
      if (this.box || at.row !== from.row || at.column !== from.column)
        this.box = [
          Math.min(at.row, from.row), Math.min(at.column, from.column),
          Math.max(at.row, from.row), Math.max(at.column, from.column),
        ];
      if (this.box) return this.drawMarks();
    }
    this.options.on(at ? "hover" : "leave", at ? [at.row * this.content.columns + at.column] : []);
  }

  private released(event: PointerEvent): void {
    const at = this.cellAt(event), box = this.box;
    this.box = undefined;
    this.dragFrom = undefined;
    if (box) return this.options.on("pin", this.cellsOf(box));
    if (!at) return;
    this.focus = at;
    this.chosen("pin");
  }

  private cellsOf([row, column, toRow, toColumn]: [number, number, number, number]): number[] {
    const cells: number[] = [];
    for (let r = row; r <= toRow; ++r)
      for (let c = column; c <= toColumn; ++c) cells.push(r * this.content.columns + c);
    return cells;
  }

  private chosen(event: GridEvent): void {
    const { row, column } = this.focus;
    this.options.on(event, [row * this.content.columns + column]);
    this.options.say(this.content.say(row, column));
  }

  private pressed(event: KeyboardEvent): void {
    const moves: Record<string, [number, number]> = {
      ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
      PageUp: [-8, 0], PageDown: [8, 0], Home: [0, -1e9], End: [0, 1e9],
    };
    const move = moves[event.key];
    if (move) {
      const clamp = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value));
      this.focus = {
        row: clamp(this.focus.row + move[0], this.content.rows),
        column: clamp(this.focus.column + move[1], this.content.columns),
      };
      this.reveal(this.focus.row * this.content.columns + this.focus.column);
      this.chosen("hover");
    } else if (event.key === " ") this.chosen("pin");
    else if (event.key === "Escape") this.options.on("clear", []);
    else if (event.key === "+" || event.key === "=") this.zoomBy(1);
    else if (event.key === "-") this.zoomBy(-1);
    else return;
    event.preventDefault();
  }

  /** The whole grid as SVG, with labels where it is small. */
  svg(): string {
    const { rows, columns, labelLength, title } = this.content;
    const wide = Math.max(16, Math.ceil(labelLength * 7 + 6)), high = 18, side = 60;
    const isLabelled = rows * columns <= MostExported;
    const size = isLabelled ? { wide, high } : { wide: 2, high: 2 };
    const parts = [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${side + columns * size.wide}" height="${24 + rows * size.high}" font-family="monospace" font-size="11">`,
      `<title>${escaped(title)}</title>`,
    ];
    for (let row = 0; row < rows; ++row)
      for (let column = 0; column < columns; ++column) {
        const colour = this.content.colour(row, column);
        if (!colour) continue;
        const x = side + column * size.wide, y = 24 + row * size.high;
        parts.push(`<rect x="${x}" y="${y}" width="${size.wide}" height="${size.high}" fill="${css(colour)}" stroke="#fff" stroke-width=".5"/>`);
        const label = isLabelled ? this.content.label(row, column) : "";
        if (label !== "")
          parts.push(`<text x="${x + wide / 2}" y="${y + 13}" text-anchor="middle" fill="${inkOn(colour)}">${escaped(label)}</text>`);
      }
    for (let row = 0; isLabelled && row < rows; ++row)
      parts.push(`<text x="${side - 6}" y="${24 + row * high + 13}" text-anchor="end" fill="#555">${escaped(this.content.rowLabel(row))}</text>`);
    for (let column = 0; isLabelled && column < columns; ++column)
      parts.push(`<text x="${side + column * wide + wide / 2}" y="16" text-anchor="middle" fill="#555">${escaped(this.content.columnLabel(column))}</text>`);
    return parts.join("\n") + "\n</svg>\n";
  }

  /** What is in sight, marks included. */
  png(): Promise<Blob> {
    const canvas = document.createElement("canvas");
    canvas.width = this.base.width;
    canvas.height = this.base.height;
    const context = canvas.getContext("2d")!;
    context.drawImage(this.base, 0, 0);
    context.drawImage(this.top, 0, 0);
    return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!)));
  }

  text(): string {
    const { rows, columns } = this.content;
    const lines = [["", ...Array.from({ length: columns }, (_, c) => this.content.columnLabel(c))].join("\t")];
    for (let row = 0; row < rows; ++row)
      lines.push([this.content.rowLabel(row), ...Array.from({ length: columns }, (_, c) => (this.content.colour(row, c) ? this.content.label(row, c) : ""))].join("\t"));
    return lines.join("\n") + "\n";
  }
}

/** The next of 1, 2, 4, 8, ... */
function step(least: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, least)));
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}
