// One access of a warp to shared memory, phase by phase: how many words each bank has to
// deliver. Swizzles are tried at once.

import { targetChoice } from "./convertView";
import { choice, field, isDark, make } from "./dom";
import { Grid } from "./grid";
import type { ViewedLayout } from "./layout";
import { calm, heat } from "./palette";
import { facts, gridPanel, panel } from "./panel";
import { Presets } from "./presets";
import type { Session, View } from "./session";
import { textInput } from "./textInput";

interface Access {
  instruction: string;
  bytes: number;
  instructions: number;
  wavefronts: { actual: number; ideal: number; excess: number };
}
interface BankAnswer {
  report: Access & { any_order: Access | null; matrices: Access[]; phases: { lanes: number[]; wavefronts: number }[] };
  banks: number;
  phases: { wavefronts: number; words: { lane: number; bank: number; word: number; element: number[] | null }[] }[];
  registers: ViewedLayout;
  shared: ViewedLayout;
}

const Swizzle = /(vec = )(\d+)(, perPhase = )(\d+)(, maxPhase = )(\d+)/;
const Sliders = ["vec", "perPhase", "maxPhase"] as const;
const MostLog = 5;

/** The text with other parameters; nothing if it is no swizzled layout. */
function withSwizzle(text: string, [vec, perPhase, maxPhase]: readonly number[]): string {
  return text.replace(Swizzle, `$1${vec}$3${perPhase}$5${maxPhase}`);
}

export function banksView(session: Session): View {
  const preset = Presets.find((each) => each.state["view"] === "banks")!.state;
  const { state } = session;
  const body = make("div", { class: "body" });
  const registers = textInput("Registers", state["registers"] ?? preset["registers"]!, () => void update());
  const shared = textInput("Shared memory", state["shared"] ?? preset["shared"]!, () => void update());
  const op = choice([["load", "load"], ["store", "store"]], state["op"] ?? preset["op"]!, () => void update(), "Access");
  const controls = make("div", { class: "row" }, field("access", op));
  const sliders = make("div", { class: "row sliders" });
  let target: HTMLSelectElement | undefined;
  let asked = 0;
  const question = (text: string): { ask: string; [key: string]: string } => ({
    ask: "banks", registers: registers.field.value, shared: text, target: target!.value, op: op.value,
  });

  async function update(): Promise<void> {
    const current = ++asked;
    target ??= await targetChoice(session, state["target"] ?? preset["target"]!, () => void update());
    if (!target.isConnected) controls.prepend(field("on", target));
    session.note({ registers: registers.field.value, shared: shared.field.value, target: target.value, op: op.value });
    showSliders();
    try {
      const answer = await session.core.ask<BankAnswer>(question(shared.field.value));
      if (current !== asked) return;
      registers.fail(undefined);
      shared.fail(undefined);
      body.replaceChildren(...pictures(session, answer));
      if (Swizzle.test(shared.field.value)) body.append(await search(answer, current));
    } catch (error) {
      if (current !== asked) return;
      const isShared = String((error as Error).message).startsWith("shared");
      registers.fail(isShared ? undefined : error);
      shared.fail(isShared ? error : undefined);
    }
  }

  function showSliders(): void {
    const match = Swizzle.exec(shared.field.value);
    if (!match) return sliders.replaceChildren();
    const values = [2, 4, 6].map((i) => Number(match[i]));
    if (sliders.children.length === Sliders.length) {
      [...sliders.querySelectorAll("input")].forEach((slider, i) => {
        slider.value = String(Math.log2(values[i]!));
        slider.nextElementSibling!.textContent = String(values[i]);
      });
      return;
    }
    sliders.replaceChildren(...Sliders.map((name, i) => {
      const slider = make("input", { type: "range", min: 0, max: MostLog, value: Math.log2(values[i]!), "aria-label": name });
      const shown = make("output", { text: String(values[i]) });
      slider.addEventListener("input", () => {
        const now = [...sliders.querySelectorAll("input")].map((each) => 2 ** Number(each.value));
        shared.field.value = withSwizzle(shared.field.value, now);
        void update();
      });
      return field(name, make("span", {}, slider, shown));
    }));
  }

  /** All small swizzles, the least wavefronts of the whole access first. */
  async function search(now: BankAnswer, current: number): Promise<HTMLElement> {
    const found: { values: number[]; access: Access }[] = [];
    for (let vec = 1; vec <= 16; vec *= 2)
      for (let perPhase = 1; perPhase <= 8; perPhase *= 2)
        for (let maxPhase = 1; maxPhase <= 16; maxPhase *= 2) {
          if (current !== asked) break;
          const values = [vec, perPhase, maxPhase];
          const answer = await session.core.ask<BankAnswer>(question(withSwizzle(shared.field.value, values))).catch(() => undefined);
          if (answer) found.push({ values, access: answer.report });
        }
    const cost = ({ instructions, wavefronts }: Access): number => instructions * wavefronts.actual;
    found.sort((a, b) => cost(a.access) - cost(b.access) || a.values[2]! - b.values[2]!);
    const table = make("table", { class: "plain" }, make("thead", {}, make("tr", {}, ...["vec", "perPhase", "maxPhase", "instruction", "wavefronts of a warp"].map((text) => make("th", { text })))));
    const rows = make("tbody");
    for (const { values, access } of found.slice(0, 8)) {
      const take = (): void => {
        shared.field.value = withSwizzle(shared.field.value, values);
        void update();
      };
      rows.append(make("tr", {}, ...values.map((value) => make("td", { text: value })), make("td", {}, make("button", { type: "button", class: "link", text: `${access.instructions} × ${access.instruction}`, click: take })), make("td", { text: cost(access) })));
    }
    table.append(rows);
    const best = found[0] ? cost(found[0].access) : 0;
    return panel("Swizzles", make("p", { text: cost(now.report) <= best ? `No swizzle of these takes fewer than ${best} wavefronts: this one is among the best.` : `This takes ${cost(now.report)} wavefronts a warp; ${best} are possible.` }), table);
  }
  void update();
  return { element: make("div", {}, make("div", { class: "question two" }, registers.element, shared.element, controls, sliders), body), input: registers.field };
}

function accessText(access: Access): string {
  const { actual, ideal } = access.wavefronts;
  return `${access.instructions} × ${access.instruction}, ${actual} ${actual === 1 ? "wavefront" : "wavefronts"} each, ideal ${ideal}`;
}

function pictures(session: Session, answer: BankAnswer): HTMLElement[] {
  const { phases, banks, report } = answer;
  // Words that a bank delivers in a phase; lanes that ask for the same word share it.
  const words = phases.map((phase) => {
    const of = Array.from({ length: banks }, () => new Map<number, number[]>());
    for (const { lane, bank, word } of phase.words) of[bank]!.set(word, [...(of[bank]!.get(word) ?? []), lane]);
    return of;
  });
  const most = Math.max(2, ...words.flat().map((bank) => bank.size));
  const detail = make("div", { class: "words" }, make("p", { class: "quiet", text: "Point at a bank: its lanes and elements." }));
  const say = (phase: number, bank: number): string => {
    const delivered = words[phase]![bank]!;
    return delivered.size === 0 ? `phase ${phase}, bank ${bank}: idle` : `phase ${phase}, bank ${bank}: ${delivered.size} ${delivered.size === 1 ? "word" : "words"}`;
  };
  const show = (cell: number | undefined): void => {
    if (cell === undefined) return detail.replaceChildren(make("p", { class: "quiet", text: "Point at a bank: its lanes and elements." }));
    const phase = Math.floor(cell / banks), bank = cell % banks;
    const list = make("ul");
    for (const [word, lanes] of words[phase]![bank]!) {
      const elements = new Set(phases[phase]!.words.filter((each) => each.bank === bank && each.word === word && each.element).map((each) => `(${each.element!.join(", ")})`));
      list.append(make("li", { text: `bytes ${word * 4} to ${word * 4 + 3}, from element ${[...elements].join(" and ")}: ${lanes.length === 1 ? "lane" : "lanes"} ${lanes.join(", ")}` }));
    }
    detail.replaceChildren(make("p", {}, make("b", { text: say(phase, bank) })), list);
  };
  let pinned: number | undefined;
  const grid: Grid = new Grid(
    {
      title: "Banks", rows: phases.length, columns: banks,
      rowLabel: (row) => `phase ${row}`,
      columnLabel: String,
      colour: (row, column) => {
        const { size } = words[row]![column]!;
        return size === 1 ? calm(isDark()) : heat(size === 0 ? 0 : 0.35 + (0.65 * size) / most, isDark());
      },
      label: (row, column) => String(words[row]![column]!.size || ""),
      labelLength: String(most).length + 1,
      say,
      columnGroup: 8,
    },
    {
      say: session.say,
      on: (event, cells) => {
        if (event === "clear") pinned = undefined;
        if (event === "pin") pinned = cells[0];
        const cell = event === "hover" ? cells[0] : pinned;
        grid.mark({ cells: cell === undefined ? [] : [cell], first: cell });
        show(cell);
      },
    },
  );
  const bars = make("table", { class: "plain" }, make("thead", {}, make("tr", {}, ...["phase", "wavefronts", "ideal", "lanes"].map((text) => make("th", { text })))));
  const body = make("tbody");
  phases.forEach((phase, i) => {
    const bar = make("meter", { min: 0, max: most, value: phase.wavefronts, high: 1.5, optimum: 1, title: `${phase.wavefronts} wavefronts` });
    body.append(make("tr", {}, make("td", { text: i }), make("td", {}, bar, ` ${phase.wavefronts}`), make("td", { text: "1" }), make("td", { text: ranges(report.phases[i]!.lanes) })));
  });
  bars.append(body);
  const { actual, ideal } = report.wavefronts;
  const verdict = actual === ideal ? "no bank conflicts" : `${actual - ideal} wavefronts more than the ideal ${ideal}`;
  const rows: [string, string][] = [["access", accessText(report)]];
  if (report.any_order) rows.push(["registers reordered", accessText(report.any_order)]);
  for (const matrix of report.matrices) rows.push(["by matrices", accessText(matrix)]);
  return [
    make("div", { class: "grids" }, panel("Access", make("p", { class: actual === ideal ? "headline good" : "headline bad", text: verdict }), facts(rows)), panel("Wavefronts", bars)),
    gridPanel("Words that each bank delivers", grid),
    panel("Bank", detail),
  ];
}

/** "0..3 20..23". */
export function ranges(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < numbers.length; ) {
    let end = i;
    while (numbers[end + 1] === numbers[end]! + 1) ++end;
    parts.push(end === i ? `${numbers[i]}` : `${numbers[i]}..${numbers[end]}`);
    i = end + 1;
  }
  return parts.join(" ");
}
