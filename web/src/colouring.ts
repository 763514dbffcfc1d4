// By what the cells of a layout are coloured.

import type { Layout } from "./layout";
import { categories, type Rgb } from "./palette";

export interface Colouring {
  name: string;
  /** Of a location. */
  of(location: number): Rgb;
  /** What the colours stand for, for the key beside the pictures. */
  count: number;
  noun: string;
}

const Banks = 32;
const WordBits = 32;

/** The bank of a location of memory, gaps included. */
export function bankOf(layout: Layout, location: number): number {
  const offset = layout.inValue(location, "offset");
  const padded = layout.viewed.paddedOffsets?.[offset] ?? offset;
  const bits = Math.max(8, layout.viewed.elementBits ?? WordBits);
  return Math.floor((padded * bits) / WordBits) % Banks;
}

/** Which of the element's locations it is. */
function replicaOf(layout: Layout, location: number): number {
  return layout.holders(layout.elementOf[location]!).indexOf(location);
}

/** The words that `colouringOf` takes for a layout. */
export function colouringNames(layout: Layout): string[] {
  const dims = layout.viewed.ins.filter((dim) => dim.bits > 0).map((dim) => dim.name);
  const names = dims.filter((name) => name !== "offset");
  if (layout.viewed.kind === "registers") names.unshift("thread");
  if (dims.includes("offset")) names.push("bank", "offset");
  if (layout.locations > layout.elements || layout.viewed.report.props["injective"] === false) names.push("replica");
  return [...new Set(names.length > 0 ? names : ["location"])];
}

export function defaultColouring(layout: Layout): string {
  const names = colouringNames(layout);
  const wanted = layout.viewed.kind === "shared" ? "bank" : names.includes("lane") ? "lane" : names[0]!;
  return names.includes(wanted) ? wanted : names[0]!;
}

export function colouringOf(layout: Layout, name: string, isDark: boolean): Colouring {
  const valued = (noun: string, count: number, value: (location: number) => number): Colouring => {
    const shown = Math.min(count, 1024);
    const colours = categories(shown, isDark);
    const each = Math.max(1, count / shown);
    return { name, noun, count, of: (location) => colours[Math.floor((value(location) % count) / each)]! };
  };
  // Cells are many: where a dimension stands is looked up once.
  const bits = layout.bitsOf(name);
  switch (name) {
    case "thread": {
      const lane = layout.bitsOf("lane"), warp = layout.bitsOf("warp");
      return valued("thread", (lane.mask + 1) * (warp.mask + 1), (x) => ((x >> lane.shift) & lane.mask) + (lane.mask + 1) * ((x >> warp.shift) & warp.mask));
    }
    case "bank":
      return valued("bank", Banks, (x) => bankOf(layout, x));
    case "replica":
      return valued("copy", Math.max(1, layout.locations / layout.elements), (x) => replicaOf(layout, x));
    case "location":
      return valued("location", layout.locations, (x) => x);
    default:
      return valued(name, layout.sizeOf(name), (x) => (x >> bits.shift) & bits.mask);
  }
}

/** By who holds the element in another layout of the same tensor; nothing for others. */
export function colouringBy(layout: Layout, other: Layout, isDark: boolean): Colouring | undefined {
  const shape = ({ viewed }: Layout): string => viewed.outs.map((out) => out.bits).join();
  if (shape(layout) !== shape(other)) return undefined;
  const theirs = colouringOf(other, defaultColouring(other), isDark);
  const grey: Rgb = isDark ? [60, 60, 60] : [225, 225, 225];
  return {
    ...theirs,
    name: Another,
    of: (location) => {
      const holder = other.firstHolder(layout.elementOf[location]!);
      return holder < 0 ? grey : theirs.of(holder);
    },
  };
}

/** The choice that takes another layout's text. */
export const Another = "another layout";
