// Two layouts of one tensor: which elements stay, and how far the others move.

import { choice, field, make, isDark } from "./dom";
import { Grid } from "./grid";
import { Layout, type ViewedLayout } from "./layout";
import { shortHolder, tensorContent } from "./layoutGrids";
import { Meanings, type Rgb } from "./palette";
import { gridPanel, panel } from "./panel";
import { Presets } from "./presets";
import type { Session, View } from "./session";
import { textInput } from "./textInput";

interface Difference {
  report: { result: string; differences: { dim: string; bit: number; a: number[] | null; b: number[] | null }[] };
  text: string;
  a: ViewedLayout;
  b: ViewedLayout;
}

type Move = keyof typeof Meanings;
const Words: Record<Move, string> = {
  same: "same register of the same thread",
  register: "other register of the same thread",
  lane: "other lane of the same warp",
  warp: "other warp",
  block: "other block",
};

export function diffView(session: Session): View {
  const preset = Presets.find((each) => each.state["view"] === "diff")!;
  const body = make("div", { class: "body" });
  const first = textInput("First", session.state["a"] ?? preset.state["a"]!, () => void update());
  const second = textInput("Second", session.state["b"] ?? preset.state["b"]!, () => void update());
  let asked = 0;
  async function update(): Promise<void> {
    const current = ++asked;
    session.note({ a: first.field.value, b: second.field.value });
    try {
      const difference = await session.core.ask<Difference>({ ask: "diff", a: first.field.value, b: second.field.value });
      if (current !== asked) return;
      first.fail(undefined);
      second.fail(undefined);
      body.replaceChildren(...pictures(session, difference));
    } catch (error) {
      if (current !== asked) return;
      const isSecond = String((error as Error).message).startsWith("second");
      first.fail(isSecond ? undefined : error);
      second.fail(isSecond ? error : undefined);
    }
  }
  void update();
  return { element: make("div", {}, make("div", { class: "question two" }, first.element, second.element), body), input: first.field };
}

/** The nearest move from any copy to the copy that is nearest. */
export function moveOf(a: Layout, b: Layout, element: number): Move {
  const order: Move[] = ["same", "register", "lane", "warp", "block"];
  let best = order.length - 1;
  for (const to of b.holders(element))
    for (const from of a.holders(element)) {
      const differs = (name: string): boolean => a.inValue(from, name) !== b.inValue(to, name);
      const move = differs("block") ? 4 : differs("warp") ? 3 : differs("lane") ? 2 : differs("register") || differs("offset") ? 1 : 0;
      best = Math.min(best, move);
    }
  return order[best]!;
}

function pictures(session: Session, difference: Difference): HTMLElement[] {
  const summary = panel("Result", make("p", { class: "headline", text: difference.report.result }), make("pre", { text: difference.text }));
  if (!Layout.isDrawable(difference.a) || !Layout.isDrawable(difference.b)) return [summary];
  const a = new Layout(difference.a), b = new Layout(difference.b);
  const moves = Array.from({ length: a.elements }, (_, element) => moveOf(a, b, element));
  const counts = new Map<Move, number>();
  for (const move of moves) counts.set(move, (counts.get(move) ?? 0) + 1);
  const colourOf = (move: Move): Rgb => (move === "same" ? (isDark() ? [52, 58, 68] : [228, 232, 238]) : Meanings[move]);
  const base = tensorContent(a, { name: "", noun: "", count: 1, of: () => [0, 0, 0] });
  let shown: "a" | "b" = "b";
  const holder = (element: number): string => shortHolder(shown === "a" ? a : b, (shown === "a" ? a : b).holders(element)[0] ?? 0);
  const words = make("div", { class: "words" });
  const content = {
    ...base,
    title: "Moves",
    colour: (row: number, column: number): Rgb => colourOf(moves[row * base.columns + column]!),
    label: (row: number, column: number): string => holder(row * base.columns + column),
    say: (row: number, column: number): string => sayOf(row * base.columns + column),
  };
  function sayOf(element: number): string {
    const place = (layout: Layout): string => {
      const at = layout.holders(element)[0];
      return at === undefined ? "nowhere" : layout.locationText(at);
    };
    return `element ${a.elementText(element)}: ${place(a)} → ${place(b)}: ${Words[moves[element]!]}`;
  }
  const hint = (): HTMLElement => make("p", { class: "quiet", text: "Point at an element: where it is in both." });
  words.append(hint());
  let pinned: number | undefined;
  const grid = new Grid(content, {
    say: session.say,
    on: (event, cells) => {
      if (event === "clear") pinned = undefined;
      if (event === "pin") pinned = cells[0];
      const cell = event === "hover" ? cells[0] : pinned;
      grid.mark({ cells: cell === undefined ? [] : [cell], first: cell });
      words.replaceChildren(cell === undefined ? hint() : sayOf(cell));
    },
  });
  const key = make("ul", { class: "legend" });
  for (const [move, word] of Object.entries(Words) as [Move, string][]) {
    const swatch = make("span", { class: "swatch" });
    swatch.style.background = `rgb(${colourOf(move).join(",")})`;
    key.append(make("li", {}, swatch, `${word}: ${counts.get(move) ?? 0} of ${a.elements}`));
  }
  const labels = choice([["a", "holders in the first"], ["b", "holders in the second"]], shown, (value) => {
    shown = value as "a" | "b";
    grid.show(content);
  });
  return [make("div", { class: "bar" }, field("labels", labels), words), make("div", { class: "grids" }, gridPanel("Moves", grid), make("div", {}, panel("What moves", key), summary))];
}
