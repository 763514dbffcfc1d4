// The pictures of one layout as contents of grids: the tensor, and the hardware or the
// memory that holds it.

import { bankOf, type Colouring } from "./colouring";
import type { GridContent } from "./grid";
import type { Layout } from "./layout";

/** A picture whose cells are elements, or locations. */
export interface LinkedContent extends GridContent {
  /** The element, or the location, of a cell; -1 for a gap. */
  numberOf(cell: number): number;
  cellOf(number: number): number;
}

/** "T5:2": who holds it, in few characters. */
export function shortHolder(layout: Layout, location: number): string {
  const { kind } = layout.viewed;
  if (kind === "registers") {
    const thread = layout.inValue(location, "lane") + layout.sizeOf("lane") * layout.inValue(location, "warp");
    return `T${thread}:${layout.inValue(location, "register")}`;
  }
  if (kind === "shared") return String(layout.viewed.paddedOffsets?.[layout.inValue(location, "offset")] ?? layout.inValue(location, "offset"));
  return layout.locationCoordinates(location).join(":");
}

export function tensorContent(layout: Layout, colouring: Colouring): LinkedContent {
  const outs = layout.viewed.outs;
  const columns = outs.length > 0 ? 2 ** outs[outs.length - 1]!.bits : 1;
  const rows = layout.elements / columns;
  const first = (cell: number): number => layout.firstHolder(cell);
  return {
    title: "Tensor",
    rows,
    columns,
    rowLabel: (row) => layout.elementCoordinates(row * columns).slice(0, -1).join(",") || "0",
    columnLabel: String,
    colour: (row, column) => {
      const location = first(row * columns + column);
      return location < 0 ? null : colouring.of(location);
    },
    label: (row, column) => shortHolder(layout, first(row * columns + column)),
    labelLength: shortHolder(layout, layout.locations - 1).length,
    say: (row, column) => {
      const cell = row * columns + column, holders = layout.holders(cell);
      if (holders.length === 0) return `element ${layout.elementText(cell)}: held by no location`;
      const copies = holders.length > 1 ? `, and ${holders.length - 1} more` : "";
      return `element ${layout.elementText(cell)}: ${layout.locationText(holders[0]!)}${copies}`;
    },
    numberOf: (cell) => cell,
    cellOf: (number) => number,
    ...(outs.length > 2 ? { rowGroup: 2 ** outs[outs.length - 2]!.bits } : {}),
  };
}

function elementLabel(layout: Layout, location: number): string {
  return layout.elementCoordinates(layout.elementOf[location]!).join(",");
}
function longestElement(layout: Layout): number {
  return layout.elementCoordinates(layout.elements - 1).join(",").length;
}
function sayLocation(layout: Layout, location: number): string {
  return `${layout.locationText(location)}: element ${layout.elementText(layout.elementOf[location]!)}`;
}

/** Columns are registers, rows are threads; of other maps, the first dimension. */
export function hardwareContent(layout: Layout, colouring: Colouring): LinkedContent {
  const columns = 2 ** (layout.viewed.ins[0]?.bits ?? 0);
  const isRegisters = layout.viewed.kind === "registers";
  const lanes = layout.sizeOf("lane");
  return {
    title: isRegisters ? "Hardware" : "Locations",
    rows: layout.locations / columns,
    columns,
    rowLabel: (row) => {
      if (isRegisters) {
        const block = Math.floor(row / (lanes * layout.sizeOf("warp")));
        const warp = Math.floor(row / lanes) % layout.sizeOf("warp");
        return `${block > 0 ? `b${block} ` : ""}w${warp} l${row % lanes}`;
      }
      return layout.locationCoordinates(row * columns).slice(1).join(",") || "0";
    },
    columnLabel: (column) => (isRegisters ? `r${column}` : String(column)),
    colour: (row, column) => colouring.of(row * columns + column),
    label: (row, column) => elementLabel(layout, row * columns + column),
    labelLength: longestElement(layout),
    say: (row, column) => sayLocation(layout, row * columns + column),
    numberOf: (cell) => cell,
    cellOf: (number) => number,
    ...(isRegisters ? { rowGroup: lanes } : {}),
  };
}

const RowBytes = 128;

/** Memory as it is accessed: a row is a word of every bank. */
export function memoryContent(layout: Layout, colouring: Colouring): LinkedContent {
  const bytes = Math.max(8, layout.viewed.elementBits ?? 32) / 8;
  const columns = Math.max(1, RowBytes / bytes);
  const offsets = layout.sizeOf("offset");
  const others = layout.locations / offsets;
  const padded = layout.viewed.paddedOffsets;
  const size = padded ? padded[padded.length - 1]! + 1 : offsets;
  const rowsOfOne = Math.ceil(size / columns);
  const standing = (location: number): number => padded?.[location % offsets] ?? location % offsets;
  const locations = new Int32Array(rowsOfOne * columns * others).fill(-1);
  const cellOf = (location: number): number =>
    Math.floor(location / offsets) * rowsOfOne * columns + standing(location);
  for (let x = 0; x < layout.locations; ++x) locations[cellOf(x)] = x;
  return {
    title: "Memory",
    rows: rowsOfOne * others,
    columns,
    rowLabel: (row) => `${(row % rowsOfOne) * RowBytes}`,
    columnLabel: (column) => `b${Math.floor((column * bytes) / 4)}`,
    colour: (row, column) => {
      const location = locations[row * columns + column]!;
      return location < 0 ? null : colouring.of(location);
    },
    label: (row, column) => {
      const location = locations[row * columns + column]!;
      return location < 0 ? "" : elementLabel(layout, location);
    },
    labelLength: longestElement(layout),
    say: (row, column) => {
      const location = locations[row * columns + column]!;
      return location < 0
        ? `a gap in bank ${Math.floor((column * bytes) / 4)}`
        : `${sayLocation(layout, location)}, bank ${bankOf(layout, location)}`;
    },
    numberOf: (cell) => locations[cell]!,
    cellOf,
    columnGroup: Math.max(1, 4 / bytes) * 8,
    rowGroup: rowsOfOne,
  };
}
