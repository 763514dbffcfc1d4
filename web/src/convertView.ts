// A conversion, step by step: who holds what after each, and where one element goes.

import { choice, field, make } from "./dom";
import { facts, panel } from "./panel";
import { Presets } from "./presets";
import type { Session, View } from "./session";
import { stepper, type Conversion, type Stepper, type Trace, type Wavefronts } from "./stepper";
import { textInput } from "./textInput";

const Strategies = ["", "nothing", "registers", "shuffle", "shared", "cluster", "padded"] as const;

export async function targetChoice(session: Session, value: string, changed: () => void): Promise<HTMLSelectElement> {
  const names = await session.core.ask<{ name: string }[]>({ ask: "targets" }).catch(() => [{ name: value }]);
  return choice(names.map(({ name }) => [name, name] as const), value, changed, "GPU");
}

export function convertView(session: Session): View {
  const preset = Presets.find((each) => each.state["view"] === "convert")!.state;
  const { state } = session;
  const body = make("div", { class: "body" });
  const from = textInput("From", state["from"] ?? preset["from"]!, () => void update());
  const to = textInput("To", state["to"] ?? preset["to"]!, () => void update());
  const strategy = choice(Strategies.map((name) => [name, name || "the cheapest"] as const), state["strategy"] ?? "", () => void update(), "Strategy");
  const beside = choice(Strategies.map((name) => [name, name || "no other plan"] as const), state["beside"] ?? "", () => void update(), "Plan beside it");
  const controls = make("div", { class: "row" }, field("by", strategy), field("beside it", beside));
  let target: HTMLSelectElement | undefined;
  let asked = 0;

  async function update(): Promise<void> {
    const current = ++asked;
    target ??= await targetChoice(session, state["target"] ?? preset["target"]!, () => void update());
    if (!target.isConnected) controls.prepend(field("on", target));
    const values = { from: from.field.value, to: to.field.value, target: target.value, strategy: strategy.value, beside: beside.value };
    session.note(values);
    const question = { from: values.from, to: values.to, target: values.target, ...(values.strategy ? { strategy: values.strategy } : {}) };
    try {
      const conversion = await session.core.ask<Conversion>({ ask: "convert", ...question, pareto: true });
      if (current !== asked) return;
      from.fail(undefined);
      to.fail(undefined);
      const steps = make("div", {});
      const source = make("pre", { class: "source" });
      const ways = make("div", { class: "wide" });
      void waysTable(session, conversion, question).then((table) => ways.replaceChildren(table));
      body.replaceChildren(summary(conversion, ways), steps, ...details(conversion, source, () => session.core.ask<string>({ ask: "source", ...question })));
      const parts = await (values.beside ? twoPlans(session, conversion, question, values.beside) : onePlan(session, conversion, question));
      if (current === asked) steps.replaceChildren(...parts);
    } catch (error) {
      if (current !== asked) return;
      const isTo = String((error as Error).message).startsWith("to:");
      from.fail(isTo ? undefined : error);
      to.fail(isTo ? error : undefined);
    }
  }
  void update();
  return { element: make("div", {}, make("div", { class: "question two" }, from.element, to.element, controls), body), input: from.field };
}

type Question = Record<string, string>;

function message(title: string, error: unknown): HTMLElement {
  return panel(title, make("p", { class: "quiet", text: (error as Error).message }));
}

async function onePlan(session: Session, conversion: Conversion, question: Question): Promise<HTMLElement[]> {
  try {
    const trace = await session.core.ask<Trace>({ ask: "trace", ...question });
    const plan = stepper(session, conversion, trace, {
      name: "",
      step: stepOf(session, "step"),
      stepped: (step) => session.note({ step: stepText(step) }),
      followed: () => undefined,
    });
    return plan?.parts ?? [];
  } catch (error) {
    return [message("Steps", error)];
  }
}

function stepOf(session: Session, key: string): number {
  return Math.max(0, Math.floor(Number(session.state[key] ?? 0)) || 0);
}
function stepText(step: number): string {
  return step === 0 ? "" : String(step);
}

/** Both plans, each with its steps; what is pointed at in one lights up in the other. */
async function twoPlans(session: Session, first: Conversion, question: Question, strategy: string): Promise<HTMLElement[]> {
  let second: Conversion, traces: Trace[];
  const other = { ...question, strategy };
  try {
    second = await session.core.ask<Conversion>({ ask: "convert", ...other });
  } catch (error) {
    return [message(`Beside it: ${strategy}`, error), ...(await onePlan(session, first, question))];
  }
  try {
    traces = [await session.core.ask<Trace>({ ask: "trace", ...question }), await session.core.ask<Trace>({ ask: "trace", ...other })];
  } catch (error) {
    return [panel("Both plans", costTable(first, second)), message("Steps", error)];
  }
  const linked = make("input", { type: "checkbox", id: "linked" });
  linked.checked = session.state["linked"] !== "no";
  const plans: (Stepper | undefined)[] = [];
  const keys = ["step", "step2"];
  const planOf = (number: number, conversion: Conversion): Stepper | undefined =>
    stepper(session, conversion, traces[number]!, {
      name: number === 0 ? "first plan" : "second plan",
      step: stepOf(session, keys[number]!),
      stepped(step) {
        session.note({ [keys[number]!]: stepText(step) });
        if (linked.checked) align(number, step);
      },
      followed: (element, pinned) => plans[1 - number]?.follow(element, pinned),
    });
  /** Linked plans begin together, end together, and are as far in between. */
  function align(from: number, step: number): void {
    const one = plans[from], another = plans[1 - from];
    if (!one || !another) return;
    const to = one.last === 0 ? 0 : Math.round((step * another.last) / one.last);
    another.go(to);
    session.note({ [keys[1 - from]!]: stepText(to) });
  }
  plans.push(planOf(0, first), planOf(1, second));
  linked.addEventListener("change", () => {
    session.note({ linked: linked.checked ? "" : "no" });
    if (linked.checked) align(0, stepOf(session, "step"));
  });
  if (linked.checked) align(0, Math.min(stepOf(session, "step"), plans[0]?.last ?? 0));
  const columns = plans.map((plan) => make("div", { class: "stack" }, ...(plan?.parts ?? [])));
  return [
    panel("Both plans", costTable(first, second), make("label", { class: "field", for: "linked" }, linked, make("span", { text: "step through both together" }))),
    make("div", { class: "grids plans" }, ...columns),
  ];
}

/** What both plans cost. */
function costTable({ report: a }: Conversion, { report: b }: Conversion): HTMLElement {
  const wavefronts = ({ wavefronts: { write, read } }: Conversion["report"], key: keyof Wavefronts): number => write[key] + read[key];
  const rows: [string, (report: Conversion["report"]) => number][] = [
    ["cycles of a block", (each) => each.predicted_cycles],
    ["shared bytes", (each) => each.scratch_bytes],
    ["wavefronts", (each) => wavefronts(each, "actual")],
    ["wavefronts beyond the ideal", (each) => wavefronts(each, "actual") - wavefronts(each, "minimum")],
    ["shuffles", (each) => each.shuffles],
    ["barriers", ({ barriers }) => barriers.warp + barriers.block + barriers.cluster],
    ["stores", (each) => each.instructions.stores],
    ["loads", (each) => each.instructions.loads],
    ["permutes and selects", (each) => each.instructions.permutes + each.instructions.selects],
  ];
  const table = make("table", { class: "plain numbers both" }, make("thead", {}, make("tr", {}, ...["", `first plan: ${a.strategy}`, `second plan: ${b.strategy}`].map((text) => make("th", { text })))));
  const body = make("tbody");
  for (const [name, of] of rows) {
    const values = [of(a), of(b)] as const;
    const least = Math.min(...values);
    const cell = (value: number): HTMLElement => make("td", { text: cyclesText(value), class: values[0] !== values[1] && value === least ? "better" : undefined });
    body.append(make("tr", {}, make("th", { scope: "row", text: name }), ...values.map(cell)));
  }
  table.append(body);
  return table;
}

function wavefrontText({ actual, minimum }: Wavefronts): string {
  return actual === minimum ? `${actual}, none to spare` : `${actual}, ${minimum} would do`;
}

function summary({ report }: Conversion, ways: HTMLElement): HTMLElement {
  const { barriers, instructions } = report;
  const rows: [string, string][] = [
    ["way", report.strategy],
    ["predicted", `${cyclesText(report.predicted_cycles)} cycles of a block`],
    ["certificate", report.certificate === true ? "proved: every register gets its element" : report.certificate],
  ];
  if (report.shuffles > 0) rows.push(["shuffles", `${report.shuffles} in all warps, ${report.shuffle_bound} at least`]);
  if (report.scratch_bytes > 0)
    rows.push(
      ["shared memory", `${report.scratch_bytes} bytes`],
      ["stores", `${instructions.stores} × ${instructions.store_names.join(", ")}; wavefronts: ${wavefrontText(report.wavefronts.write)}`],
      ["loads", `${instructions.loads} × ${instructions.load_names.join(", ")}; wavefronts: ${wavefrontText(report.wavefronts.read)}`],
    );
  const waits = Object.entries(barriers).filter(([, count]) => count > 0).map(([scope, count]) => `${count} of the ${scope}`);
  rows.push(["barriers", waits.join(", ") || "none"], ["permutes, selects", `${instructions.permutes}, ${instructions.selects}`]);
  return make("div", { class: "grids" }, panel("Plan", facts(rows)), panel("Ways", ways));
}

/** All ways that there are, with their costs; those that were not planned are planned now. */
async function waysTable(session: Session, { report }: Conversion, question: Record<string, string>): Promise<HTMLElement> {
  const heads = ["way", "cycles", "shared bytes", "wavefronts", "shuffles", "barriers", "why, or why not"];
  const table = make("table", { class: "plain" }, make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { text })))));
  const body = make("tbody");
  const reasons = new Map(report.alternatives.map((each) => [each.strategy, each.reason]));
  const costs = (each: Conversion["report"]): string[] => [
    cyclesText(each.predicted_cycles), String(each.scratch_bytes),
    String(each.wavefronts.write.actual + each.wavefronts.read.actual), String(each.shuffles),
    String(each.barriers.warp + each.barriers.block + each.barriers.cluster),
  ];
  body.append(row([report.strategy, ...costs(report), question["strategy"] ? "asked for" : "taken"], "taken"));
  for (const strategy of ["registers", "shuffle", "shared", "padded"]) {
    if (strategy === report.strategy) continue;
    const other = await session.core.ask<Conversion>({ ask: "convert", ...question, strategy }).catch((error: Error) => error);
    if (other instanceof Error) {
      const reason = reasons.get(strategy);
      if (reason) body.append(row([strategy, "–", "", "", "", "", reason]));
    } else body.append(row([strategy, ...costs(other.report), reasons.get(strategy) ?? (strategy === "padded" ? "padding instead of a swizzle" : "")]));
  }
  for (const other of report.pareto ?? [])
    if (other.scratch_bytes !== report.scratch_bytes)
      body.append(row([other.strategy, cyclesText(other.predicted_cycles), String(other.scratch_bytes), "", "", "", `needs less shared memory${other.note ? `: ${other.note}` : ""}`]));
  table.append(body);
  return table;
}

function cyclesText(cycles: number): string {
  return cycles.toLocaleString("en", { maximumFractionDigits: 2 });
}

function row(cells: string[], kind?: string): HTMLElement {
  return make("tr", { class: kind }, ...cells.map((text) => make("td", { text })));
}

function details(conversion: Conversion, source: HTMLElement, ask: () => Promise<string>): HTMLElement[] {
  const folded = (title: string, ...content: Node[]): HTMLDetailsElement => make("details", {}, make("summary", { text: title }), ...content);
  const code = folded("Code to paste", source);
  code.addEventListener("toggle", () => {
    if (!source.textContent) void ask().then((text) => (source.textContent = text), (error: Error) => (source.textContent = error.message));
  });
  return [
    folded("Why this way", make("pre", { text: conversion.explanation })),
    folded("Instructions of a thread", make("pre", { text: conversion.program })),
    code,
  ];
}
