// The steps of a plan: who holds what after each, and where one element goes.

import { isDark, make } from "./dom";
import { Grid, type GridContent, type GridEvent } from "./grid";
import { Layout, type ViewedLayout } from "./layout";
import { categories, type Rgb } from "./palette";
import { gridPanel, panel } from "./panel";
import type { Session } from "./session";

export interface Wavefronts {
  actual: number;
  minimum: number;
}
export interface Conversion {
  report: {
    strategy: string;
    target: string;
    scratch_bytes: number;
    barriers: { warp: number; block: number; cluster: number };
    shuffles: number;
    shuffle_bound: number;
    wavefronts: { write: Wavefronts; read: Wavefronts };
    instructions: { stores: number; loads: number; permutes: number; selects: number; store_names: string[]; load_names: string[] };
    predicted_cycles: number;
    certificate: true | string;
    alternatives: { strategy: string; cycles: number | null; reason: string }[];
    pareto?: { scratch_bytes: number; predicted_cycles: number; strategy: string; note: string }[];
  };
  program: string;
  explanation: string;
  from: ViewedLayout;
  to: ViewedLayout;
}

interface Step {
  kind: string;
  instructions: { name: string; count: number }[];
  slots: number;
  registers: number[];
  memory: number[];
}
export interface Trace {
  threads: number;
  lanes: number;
  slotBytes: number;
  banks: number;
  steps: Step[];
}

const StepWords: Record<string, string> = {
  start: "before",
  rename: "renumber registers",
  registers: "rearrange within threads",
  shuffle: "shuffle between lanes",
  store: "store to shared memory",
  barrier: "wait at a barrier",
  load: "load from shared memory",
};

/** Registers of all threads, and memory, after one step. */
class StepGrids {
  readonly registers: Grid;
  readonly memory: Grid | undefined;
  private readonly colours: Rgb[];
  private step = 0;
  private element: number | undefined;
  private pinned: number | undefined;

  constructor(
    session: Session,
    private readonly source: Layout,
    private readonly trace: Trace,
    /** Behind the titles, where there are two plans. */
    private readonly suffix: string,
    /** `isOwn`: pointed at here, not in the plan beside it. */
    private readonly changed: (element: number | undefined, pinned: number | undefined, isOwn: boolean) => void,
  ) {
    // By the thread that has the element at first, so that moves are seen.
    this.colours = categories(Math.min(32, trace.lanes), isDark());
    const on = (content: (cell: number) => number | undefined) => (event: GridEvent, cells: readonly number[]): void => {
      if (event === "clear") this.pinned = undefined;
      const element = cells.length > 0 ? content(cells[0]!) : undefined;
      const known = element !== undefined && element >= 0 ? element : undefined;
      if (event === "pin") this.pinned = known;
      this.follow(event === "hover" ? known ?? this.pinned : this.pinned);
    };
    this.registers = new Grid(this.registerContent(), { say: session.say, on: on((cell) => this.heldAt(cell)) });
    if (trace.steps.some((step) => step.memory.some((element) => element >= 0)))
      this.memory = new Grid(this.memoryContent(), { say: session.say, on: on((cell) => this.trace.steps[this.step]!.memory[cell]), height: 360 });
  }

  private get columns(): number {
    return Math.max(1, ...this.trace.steps.map((each) => each.slots));
  }
  private heldAt(cell: number): number | undefined {
    const { registers, slots } = this.trace.steps[this.step]!;
    const column = cell % this.columns;
    return column < slots ? registers[Math.floor(cell / this.columns) * slots + column] : undefined;
  }

  show(step: number): void {
    this.step = step;
    this.registers.show(this.registerContent());
    this.memory?.show(this.memoryContent());
    this.mark(this.element);
    this.reveal();
    this.changed(this.element, this.pinned, false);
  }

  private follow(element: number | undefined): void {
    this.mark(element);
    this.changed(element, this.pinned, true);
  }
  followOther(element: number | undefined, pinned: number | undefined): void {
    this.pinned = pinned;
    this.mark(element);
    this.reveal();
    this.changed(element, pinned, false);
  }
  /** Two plans have half of the room each: what is followed may be out of sight. */
  private reveal(): void {
    if (this.suffix === "" || this.element === undefined) return;
    const { registers, memory, slots } = this.trace.steps[this.step]!;
    const held = registers.indexOf(this.element), stored = memory.indexOf(this.element);
    if (held >= 0) this.registers.reveal(Math.floor(held / slots) * this.columns + (held % slots));
    if (stored >= 0) this.memory?.reveal(stored);
  }

  private mark(element: number | undefined): void {
    this.element = element;
    const { registers, memory, slots } = this.trace.steps[this.step]!;
    const cells = (list: readonly number[]): number[] => (element === undefined ? [] : list.flatMap((each, cell) => (each === element ? [cell] : [])));
    this.registers.mark({ cells: cells(registers).map((at) => Math.floor(at / slots) * this.columns + (at % slots)) });
    this.memory?.mark({ cells: cells(memory) });
  }

  /** Registers whose element was in another thread, or in memory, before the step. */
  moved(step: number): number[] {
    const now = this.trace.steps[step]!, before = this.trace.steps[step - 1];
    if (!before) return [];
    const threadsOf = new Map<number, Set<number>>();
    before.registers.forEach((element, cell) => {
      if (!threadsOf.has(element)) threadsOf.set(element, new Set());
      threadsOf.get(element)!.add(Math.floor(cell / before.slots));
    });
    return now.registers.flatMap((element, cell) => {
      const thread = Math.floor(cell / now.slots);
      return element < 0 || threadsOf.get(element)?.has(thread) ? [] : [thread * this.columns + (cell % now.slots)];
    });
  }
  markMoved(): void {
    this.registers.mark({ cells: this.moved(this.step) });
  }

  /** The core counts an element's bits from dim0 upwards; here rows come first. */
  coordinates(element: number): number[] {
    let rest = element;
    return this.source.viewed.outs.map((out) => {
      const value = rest % 2 ** out.bits;
      rest = Math.floor(rest / 2 ** out.bits);
      return value;
    });
  }

  where(element: number, step: number): string {
    const { registers, memory, slots } = this.trace.steps[step]!;
    const places: string[] = [];
    registers.forEach((each, cell) => {
      if (each === element) places.push(`${this.threadText(Math.floor(cell / slots))} slot ${cell % slots}`);
    });
    memory.forEach((each, cell) => {
      if (each === element) places.push(`byte ${cell * this.trace.slotBytes} of shared memory`);
    });
    const shown = 4;
    return places.length === 0 ? "nowhere" : places.slice(0, shown).join("; ") + (places.length > shown ? `; ${places.length} in all` : "");
  }

  private threadText(thread: number): string {
    return `warp ${Math.floor(thread / this.trace.lanes)} lane ${thread % this.trace.lanes}`;
  }

  private colourOf(element: number): Rgb | null {
    if (element < 0) return null;
    const location = this.source.holders(this.source.elementNumber(this.coordinates(element)))[0] ?? 0;
    return this.colours[this.source.inValue(location, "lane") % this.colours.length]!;
  }

  private registerContent(): GridContent {
    const { registers, slots } = this.trace.steps[this.step]!;
    const { lanes, threads } = this.trace;
    // As many columns in each step, so that nothing jumps.
    const { columns } = this;
    const at = (row: number, column: number): number => (column < slots ? registers[row * slots + column]! : -1);
    return this.content(`Registers${this.suffix}`, threads, columns, at, (r) => `w${Math.floor(r / lanes)} l${r % lanes}`, (c) => `s${c}`, (row, column, element) => `${this.threadText(row)} slot ${column}: ${element}`, lanes, Math.max(1, 4 / this.trace.slotBytes));
  }

  private memoryContent(): GridContent {
    const { memory } = this.trace.steps[this.step]!;
    const { slotBytes, banks } = this.trace;
    const columns = Math.min((banks * 4) / slotBytes, Math.max(1, memory.length));
    const at = (row: number, column: number): number => memory[row * columns + column] ?? -1;
    return this.content(`Shared memory${this.suffix}`, Math.max(1, Math.ceil(memory.length / columns)), columns, at, (r) => String(r * columns * slotBytes), (c) => `b${Math.floor((c * slotBytes) / 4)}`, (row, column, element) => `byte ${(row * columns + column) * slotBytes}: ${element}`, undefined, Math.max(1, 32 / slotBytes));
  }

  private content(
    title: string, rows: number, columns: number, at: (row: number, column: number) => number,
    rowLabel: (row: number) => string, columnLabel: (column: number) => string,
    say: (row: number, column: number, element: string) => string, rowGroup: number | undefined, columnGroup: number,
  ): GridContent {
    const text = (element: number): string => (element < 0 ? "" : this.coordinates(element).join(","));
    return {
      title, rows, columns, rowLabel, columnLabel, columnGroup,
      colour: (row, column) => this.colourOf(at(row, column)),
      label: (row, column) => text(at(row, column)),
      labelLength: this.source.viewed.outs.map((out) => String(2 ** out.bits - 1)).join(",").length,
      say: (row, column) => say(row, column, at(row, column) < 0 ? "nothing" : `element (${text(at(row, column))})`),
      ...(rowGroup ? { rowGroup } : {}),
    };
  }
}

/** A plan that is stepped through. */
export interface Stepper {
  parts: HTMLElement[];
  readonly last: number;
  go(step: number): void;
  /** Lights up an element, which stays if it is pinned. */
  follow(element: number | undefined, pinned: number | undefined): void;
}

export interface StepperOptions {
  /** What tells the plan from another one beside it; empty for a plan that is alone. */
  name: string;
  step: number;
  /** Someone has stepped, or pointed at an element. */
  stepped(step: number): void;
  followed(element: number | undefined, pinned: number | undefined): void;
}

/** Nothing for tensors that are too large to draw. */
export function stepper(session: Session, conversion: Conversion, trace: Trace, options: StepperOptions): Stepper | undefined {
  if (!Layout.isDrawable(conversion.from)) return undefined;
  const last = trace.steps.length - 1;
  const suffix = options.name ? `, ${options.name}` : "";
  const words = make("div", { class: "words" });
  const slider = make("input", { type: "range", min: 0, max: last, value: 0, "aria-label": `Step of the plan${suffix}` });
  const list = make("ol", { class: "steps", start: 0 });
  const source = new Layout(conversion.from);
  let step = Math.min(options.step, last);
  let followed: number | undefined;
  const grids = new StepGrids(session, source, trace, suffix, (element, pinned, isOwn) => {
    followed = element;
    explain();
    if (isOwn) options.followed(element, pinned);
  });
  const buttons = trace.steps.map((each, i) => {
    const counts = each.instructions.map(({ name, count }) => `${count} × ${name}`).join(", ");
    const button = make("button", { type: "button", click: () => goAndSay(i) }, make("b", { text: StepWords[each.kind] ?? each.kind }), counts ? make("small", { text: `${counts} in a warp` }) : "");
    list.append(make("li", {}, button));
    return button;
  });
  const moved = make("button", { type: "button", text: "", click: () => grids.markMoved() });
  function explain(): void {
    if (followed === undefined) {
      words.replaceChildren(make("p", { class: "quiet", text: "Point at an element to follow it. Left and right on the slider step through the plan." }));
      return;
    }
    const coordinates = grids.coordinates(followed).join(", ");
    words.replaceChildren(make("p", {}, make("b", { text: `element (${coordinates})` }), ` after step ${step}: ${grids.where(followed, step)}`));
    buttons.forEach((button, i) => (button.title = `element (${coordinates}): ${grids.where(followed!, i)}`));
  }
  function go(to: number): void {
    step = to;
    slider.value = String(to);
    slider.setAttribute("aria-valuetext", StepWords[trace.steps[to]!.kind] ?? "");
    buttons.forEach((button, i) => button.setAttribute("aria-current", i === to ? "step" : "false"));
    grids.show(to);
    const count = grids.moved(to).length;
    moved.textContent = `light up the ${count} ${count === 1 ? "register" : "registers"} that got something from elsewhere`;
    moved.hidden = count === 0;
    explain();
  }
  function goAndSay(to: number): void {
    go(to);
    options.stepped(to);
  }
  slider.addEventListener("input", () => goAndSay(Number(slider.value)));
  go(step);
  const pictures = [gridPanel(`Registers after the step${suffix}`, grids.registers)];
  if (grids.memory) pictures.push(gridPanel(`Shared memory after the step${suffix}`, grids.memory));
  const steps = panel(options.name ? `Steps${suffix}` : "Steps", slider, list, words, moved);
  return {
    parts: [steps, make("div", { class: options.name ? "stack" : "grids" }, ...pictures)],
    last, go,
    follow: (element, pinned) => grids.followOther(element, pinned),
  };
}
