// The operands of a matrix product as they meet: A on the left, B above, C in the
// corner. An element of C lights up its row of A and its column of B.

import { colouringOf } from "./colouring";
import { isDark, make } from "./dom";
import { Grid, type GridEvent } from "./grid";
import { Layout, type ViewedLayout } from "./layout";
import { tensorContent } from "./layoutGrids";
import { gridPanel } from "./panel";
import { Presets } from "./presets";
import type { Session, View } from "./session";
import { textInput, type TextInput } from "./textInput";

type Name = "a" | "b" | "c";
const Names: readonly Name[] = ["a", "b", "c"];

export function productView(session: Session): View {
  const preset = Presets.find((each) => each.state["view"] === "product")!;
  const body = make("div", { class: "product" });
  const words = make("div", { class: "words" });
  const inputs = Object.fromEntries(
    Names.map((name) => [name, textInput(name.toUpperCase(), session.state[name] ?? preset.state[name]!, () => void update())]),
  ) as Record<Name, TextInput>;
  let asked = 0;

  async function read(name: Name): Promise<Layout | undefined> {
    try {
      const viewed = await session.core.ask<ViewedLayout>({ ask: "layout", text: inputs[name].field.value });
      inputs[name].fail(undefined);
      return Layout.isDrawable(viewed) ? new Layout(viewed) : undefined;
    } catch (error) {
      inputs[name].fail(error);
      return undefined;
    }
  }
  async function update(): Promise<void> {
    const current = ++asked;
    session.note(Object.fromEntries(Names.map((name) => [name, inputs[name].field.value])));
    const layouts = await Promise.all(Names.map(read));
    if (current !== asked) return;
    const [a, b, c] = layouts;
    if (!a || !b || !c) return;
    body.replaceChildren(...meeting(session, { a, b, c }, words));
  }
  void update();
  return {
    element: make("div", {}, make("div", { class: "question three" }, ...Names.map((name) => inputs[name].element)), make("div", { class: "bar" }, words), body),
    input: inputs.a.field,
  };
}

function columnsOf(layout: Layout): number {
  const outs = layout.viewed.outs;
  return 2 ** outs[outs.length - 1]!.bits;
}

function meeting(session: Session, layouts: Record<Name, Layout>, words: HTMLElement): HTMLElement[] {
  const { a, b, c } = layouts;
  const inner = columnsOf(a), columns = columnsOf(b);
  const rows = a.elements / inner;
  if (b.elements / columns !== inner || c.elements !== rows * columns || columnsOf(c) !== columns) {
    const shape = (layout: Layout): string => `${layout.elements / columnsOf(layout)}x${columnsOf(layout)}`;
    return [make("p", { class: "error", text: `expects shapes MxK, KxN and MxN, but got ${shape(a)}, ${shape(b)} and ${shape(c)}` })];
  }
  const grids = {} as Record<Name, Grid>;
  const show = (cell: number | undefined): void => {
    const row = cell === undefined ? 0 : Math.floor(cell / columns), column = cell === undefined ? 0 : cell % columns;
    const list = (each: (i: number) => number): number[] => (cell === undefined ? [] : Array.from({ length: inner }, (_, i) => each(i)));
    const ofA = list((k) => row * inner + k), ofB = list((k) => k * columns + column);
    grids.a.mark({ cells: ofA });
    grids.b.mark({ cells: ofB });
    grids.c.mark({ cells: cell === undefined ? [] : [cell], first: cell });
    if (cell === undefined) return words.replaceChildren(make("p", { class: "quiet", text: "Point at an element of C." }));
    const threads = (layout: Layout, cells: number[]): number =>
      new Set(cells.flatMap((each) => [...layout.holders(each)].map((x) => layout.inValue(x, "lane") + 32 * layout.inValue(x, "warp")))).size;
    const holder = c.holders(cell)[0];
    words.replaceChildren(
      make("p", {}, make("b", { text: `C${c.elementText(cell)}` }), ` is in ${holder === undefined ? "no location" : c.locationText(holder)}; its row of A is in ${threads(a, ofA)} threads, its column of B in ${threads(b, ofB)}`),
    );
  };
  let pinned: number | undefined;
  const happened = (name: Name) => (event: GridEvent, cells: readonly number[]): void => {
    const cell = name === "c" ? cells[0] : undefined;
    if (event === "clear") pinned = undefined;
    if (event === "pin" && cell !== undefined) pinned = cell;
    show(event === "hover" && cell !== undefined ? cell : pinned);
  };
  for (const name of Names)
    grids[name] = new Grid(
      { ...tensorContent(layouts[name], colouringOf(layouts[name], "lane", isDark())), title: name.toUpperCase() },
      { say: session.say, on: happened(name), height: 420 },
    );
  const place = (name: Name): HTMLElement => {
    const element = gridPanel(name.toUpperCase(), grids[name]);
    element.classList.add(`operand-${name}`);
    return element;
  };
  show(undefined);
  return Names.map(place);
}
