// A kernel: its text with layouts and conversions to click on, costs in the margin, what
// runs counted, when warps did what, and where things are in shared memory.

import { baseName, byLine, counterTable, Metrics } from "./counters";
import { CoreError } from "./core";
import { choice, field, isDark, make } from "./dom";
import { aliasesOf, conversionOf, locationOf, partsOf } from "./irText";
import type { ViewedLayout } from "./layout";
import { pictures } from "./layoutView";
import { readMeasured, type Measured } from "./measured";
import { Counterparts } from "./ncuSource";
import { categories, css, heat } from "./palette";
import { facts, panel } from "./panel";
import type { KernelData, KernelReport, KernelText, Session, View } from "./session";
import { timeline } from "./timeline";

const Cycles = "cycles";

export function kernelView(session: Session): View {
  const kernel = session.data.kernel!;
  const detail = make("div", { class: "body", id: "detail" }, make("p", { class: "quiet", text: "Click on a type to see its layout, on ⇄ to see a conversion." }));
  const reports = make("div", {});
  const code = make("div", { class: "code" });
  const metricNames: [string, string][] = kernel.reports.length > 0 ? [[Cycles, "cycles of a block, from the report"]] : [];
  if (kernel.runs.length > 0) metricNames.push(...Metrics.map(([name, text]) => [name, `${text}, simulated`] as [string, string]));
  let metric = session.state["metric"] ?? metricNames[0]?.[0] ?? "";
  let text: KernelText | undefined = kernel.texts.find((each) => each.name === session.state["text"]) ?? kernel.texts[0];
  const measured = readMeasured(kernel);
  const beside = (): string => (measured.names.includes(Counterparts[metric] ?? "") ? Counterparts[metric]! : measured.names[0] ?? "");
  let measuredName = session.state["measured"] && measured.names.includes(session.state["measured"]) ? session.state["measured"] : beside();

  const show = (): void => {
    code.replaceChildren(...(text ? [listing(session, kernel, text, metric, measured, measuredName, detail)] : []));
  };
  const goTo = (location: string): void => {
    const place = locationOf(location);
    const named = kernel.texts.find((each) => each.name === place?.file);
    if (!place || !named) return;
    if (named !== text) {
      text = named;
      texts.value = named.name;
      show();
    }
    const line = code.querySelector<HTMLElement>(`[data-line="${place.line}"]`);
    for (const each of code.querySelectorAll(".current")) each.classList.remove("current");
    line?.classList.add("current");
    line?.scrollIntoView({ block: "center" });
    session.note({ line: String(place.line) });
  };
  const texts = choice(kernel.texts.map(({ name }) => [name, name] as const), text?.name ?? "", (name) => {
    text = kernel.texts.find((each) => each.name === name);
    session.note({ text: name });
    show();
  }, "Text");
  const metrics = choice(metricNames, metric, (name) => {
    metric = name;
    // Beside it, what counts the same.
    if (measured.names.includes(Counterparts[name] ?? "")) measuredNames.value = measuredName = beside();
    session.note({ metric: name, measured: measured.names.length > 0 ? measuredName : "" });
    show();
  }, "Margin");
  const measuredNames = choice(measured.names.map((name) => [name, name] as const), measuredName, (name) => {
    measuredName = name;
    session.note({ measured: name });
    show();
  }, "Measured, in the margin");
  reports.append(...kernel.reports.map((report) => reportPanel(session, report, goTo)));
  for (const { name, trace } of kernel.timelines) reports.append(panel(`Warps: ${baseName(name)}`, timeline(trace, goTo, session.say)));
  for (const report of kernel.reports) if (report.shared_allocations.length > 0) reports.append(panel("Shared memory", memoryMap(report, goTo)));
  if (measured.messages.length > 0) reports.append(panel("Measured by ncu", ...measured.messages));
  const counted = kernel.runs.length + measured.totals.length;
  if (counted > 0) reports.append(panel(counted > 1 ? "Counters, compared" : "Counters", counterTable(kernel, measured.totals)));
  show();
  const controls = make("div", { class: "bar" });
  if (kernel.texts.length > 0) controls.append(field("text", texts));
  if (metricNames.length > 0) controls.append(field("margin", metrics));
  if (measured.names.length > 0) controls.append(field("measured", measuredNames));
  const element = make("div", {}, controls, make("div", { class: "kernel" }, code, reports), detail);
  if (session.state["line"] && text) queueMicrotask(() => goTo(`${text!.name}:${session.state["line"]}:1`));
  return { element };
}

/** Cycles of a block of everything that the report says of a line. */
function costsOf(kernel: KernelData, file: string): Map<number, number> {
  const costs = new Map<number, number>();
  const add = (location: string, cycles: number): void => {
    const at = locationOf(location);
    if (at?.file === file) costs.set(at.line, (costs.get(at.line) ?? 0) + cycles);
  };
  for (const report of kernel.reports) {
    for (const each of report.conversions) add(each.location, each.cycles_per_block);
    for (const each of report.global_accesses) add(each.location, each.cycles_per_block);
    const converted = new Set(report.conversions.map((each) => each.location));
    for (const each of report.shared_accesses) if (!converted.has(each.location)) add(each.location, each.cycles_per_block);
  }
  return costs;
}

function listing(session: Session, kernel: KernelData, text: KernelText, metric: string, measured: Measured, measuredName: string, detail: HTMLElement): HTMLElement {
  const aliases = aliasesOf(text.text);
  const values = metric === Cycles ? costsOf(kernel, text.name) : new Map<number, number>();
  const [first, second] = kernel.runs;
  if (metric !== Cycles && first) for (const [line, value] of byLine(first.run, text.name, metric)) values.set(line, value);
  // Of two runs, what the second has, where that is something else.
  const after = metric !== Cycles && second ? byLine(second.run, text.name, metric) : undefined;
  const numberText = (value: number): string => value.toLocaleString("en", { maximumFractionDigits: 1 });
  const marginText = (line: number): string => {
    const value = values.get(line);
    if (!after || after.get(line) === value) return value === undefined ? "" : numberText(value);
    return `${numberText(value ?? 0)} → ${numberText(after.get(line) ?? 0)}`;
  };
  const most = Math.max(1, ...values.values());
  const conversions = new Map(kernel.reports.flatMap((report) => report.conversions).map((each) => {
    const at = locationOf(each.location);
    return [at?.file === text.name ? at.line : -1, each] as const;
  }));
  const counted = measured.byLine(text.name, measuredName);
  const mostCounted = Math.max(1, ...(counted?.values() ?? []));
  const table = make("table", { class: "listing" });
  if (counted)
    table.append(make("thead", {}, make("tr", {}, ...["line", metric === Cycles ? "cycles" : "simulated", "measured", ""].map((head) => make("th", { text: head })))));
  text.text.split("\n").forEach((line, i) => {
    const number = i + 1, value = values.get(number);
    const margin = make("td", { class: "margin", text: marginText(number) });
    if (value !== undefined) margin.style.background = css(heat((value / most) * 0.7, isDark()));
    const cells = [margin];
    if (counted) {
      const count = counted.get(number);
      const cell = make("td", { class: "margin measured", text: count === undefined ? "" : numberText(count), title: count === undefined ? undefined : `${measuredName}, measured` });
      if (count !== undefined) cell.style.background = css(heat((count / mostCounted) * 0.7, isDark()));
      cells.push(cell);
    }
    const content = make("td", { class: "line" });
    for (const part of partsOf(line)) {
      const { type } = part;
      content.append(type ? make("button", { type: "button", class: "type", text: type, click: () => void showLayout(session, aliases, type, detail) }) : part.text);
    }
    const types = conversionOf(line), reported = conversions.get(number);
    if (types || reported)
      content.append(make("button", {
        type: "button", class: "convert", text: "⇄", title: "show the conversion", "aria-label": `conversion of line ${number}`,
        click: () => void (types ? convertTypes(session, kernel, aliases, types, detail) : goConvert(session, `tensor<${reported!.tensor}, ${reported!.from}>`, `tensor<${reported!.tensor}, ${reported!.to}>`, targetOf(kernel))),
      }));
    table.append(make("tr", { "data-line": number }, make("td", { class: "number", text: number }), ...cells, content));
  });
  return table;
}

function targetOf(kernel: KernelData): string {
  return kernel.reports[0]?.target ?? kernel.runs[0]?.run.launch.target ?? "sm_90";
}

async function showLayout(session: Session, aliases: string, type: string, detail: HTMLElement): Promise<void> {
  const question = { ask: "layout", text: `${aliases}\n${type}` };
  try {
    const viewed = await session.core.ask<ViewedLayout>(question);
    detail.replaceChildren(make("h2", { class: "title", text: viewed.report.type ?? type }), ...pictures(session, viewed, question));
  } catch (error) {
    detail.replaceChildren(make("div", { class: "error", role: "alert" }, make("pre", { text: `${type}\n${(error as Error).message || (error as CoreError).text}` })));
  }
  detail.scrollIntoView({ block: "start" });
}

async function convertTypes(session: Session, kernel: KernelData, aliases: string, types: [string, string], detail: HTMLElement): Promise<void> {
  try {
    const [from, to] = await Promise.all(types.map((type) => session.core.ask<ViewedLayout>({ ask: "layout", text: `${aliases}\n${type}` })));
    goConvert(session, from!.report.type!, to!.report.type!, targetOf(kernel));
  } catch (error) {
    detail.replaceChildren(make("div", { class: "error", role: "alert", text: (error as CoreError).text ?? String(error) }));
  }
}

/** By a link, so that Back leads to the kernel again. */
function goConvert(_session: Session, from: string, to: string, target: string): void {
  location.hash = String(new URLSearchParams({ view: "convert", from, to, target }));
}

function link(location: string, goTo: (location: string) => void): HTMLElement {
  return make("button", { type: "button", class: "link", text: baseName(location), title: location, click: () => goTo(location) });
}

function reportPanel(session: Session, report: KernelReport, goTo: (location: string) => void): HTMLElement {
  const costs = make("table", { class: "plain costs" }, make("thead", {}, make("tr", {}, ...["cycles", "what costs most, and why"].map((text) => make("th", { text })))));
  const rows = make("tbody");
  for (const cost of report.costs)
    rows.append(make("tr", {}, make("td", { text: cost.cycles }), make("td", {}, make("b", { text: cost.op }), " ", link(cost.location, goTo), make("small", { text: [cost.what, ...cost.changes].join("; ") }))));
  costs.append(rows);
  const conversions = make("ul", { class: "conversions" });
  for (const each of report.conversions)
    conversions.append(make("li", {},
      make("button", { type: "button", class: "convert", text: "⇄", "aria-label": `conversion at ${each.location}`, click: () => goConvert(session, `tensor<${each.tensor}, ${each.from}>`, `tensor<${each.tensor}, ${each.to}>`, report.target) }),
      " ", link(each.location, goTo), ` ${each.tensor}, by ${each.strategy}: ${each.cycles} cycles each time, wavefronts ${each.wavefronts} of ${each.wavefronts_ideal}, shuffles ${each.shuffles}`));
  return panel(`${report.kernel} on ${report.target}`,
    facts([
      ["cycles of a block", String(report.cycles)],
      ["warps", String(report.num_warps)],
      ["shared memory", `${report.shared_bytes} bytes`],
      ["barriers", `${report.block_barriers} of the block`],
      ["conversions", report.conversions.length === 0 ? "none" : conversions],
    ]), costs);
}

const MapHeight = 220, LeastHeight = 14;

/** The runs of moments at which an allocation lives, as [first, behind the last]. */
function livesOf(report: KernelReport, allocation: number): [number, number][] {
  const moments = report.shared_moments ?? [];
  const runs: [number, number][] = [];
  moments.forEach(({ live }, i) => {
    if (!live.includes(allocation)) return;
    const last = runs[runs.length - 1];
    if (last && last[1] === i) last[1] = i + 1;
    else runs.push([i, i + 1]);
  });
  return runs.length > 0 ? runs : [[0, Math.max(1, moments.length)]];
}

/** Who lives where, from top to bottom, and when, from left to right; barriers are lines. */
function memoryMap(report: KernelReport, goTo: (location: string) => void): HTMLElement {
  const allocations = report.shared_allocations;
  const moments = report.shared_moments ?? [];
  const end = Math.max(1, ...allocations.map((each) => each.offset + each.bytes));
  const count = Math.max(1, moments.length);
  const colours = categories(Math.max(8, allocations.length), isDark()).map(css);
  const map = make("div", { class: "memory-map" });
  map.style.height = `${MapHeight}px`;
  allocations.forEach((each, i) => {
    const text = `${each.op.replace(/^ttg\./, "")} of ${baseName(each.location)}: ${each.bytes} bytes at ${each.offset}`;
    for (const [from, to] of livesOf(report, i)) {
      const bar = make("button", { type: "button", text, title: text, click: () => goTo(each.location) });
      bar.style.top = `${(each.offset / end) * MapHeight}px`;
      bar.style.height = `${Math.max(LeastHeight, (each.bytes / end) * MapHeight - 1)}px`;
      bar.style.left = `${(from / count) * 100}%`;
      bar.style.width = `${((to - from) / count) * 100}%`;
      bar.style.background = colours[i]!;
      map.append(bar);
    }
  });
  moments.forEach((each, i) => {
    if (!each.barrier) return;
    const line = make("button", { type: "button", class: "barrier", title: `barrier at ${each.location}`, "aria-label": `barrier at ${each.location}`, click: () => goTo(each.location) });
    line.style.left = `${((i + 0.5) / count) * 100}%`;
    map.append(line);
  });
  const words = moments.length > 0
    ? `${end} bytes from top to bottom; from left to right the program, what is in a loop once; dashed lines are barriers.`
    : `${end} bytes from top to bottom.`;
  return make("div", {}, map, make("p", { class: "quiet", text: words }));
}
