// Counters of runs, simulated and measured, side by side.

import { CsvError, numberOf, readCsv } from "./csv";
import { make } from "./dom";
import type { KernelData, SimRun } from "./session";

/** What ncu writes with --csv: one metric a line. Kernels that ran often are added up. Throws a CsvError. */
export function readNcu(text: string): Map<string, number> {
  const rows = readCsv(text);
  const head = rows.findIndex(({ cells }) => cells.includes("Metric Name") && cells.includes("Metric Value"));
  const metrics = new Map<string, number>();
  if (head < 0) throw new CsvError(1, "expects ncu's metrics, whose table has the columns 'Metric Name' and 'Metric Value', but got none");
  const name = rows[head]!.cells.indexOf("Metric Name"), value = rows[head]!.cells.indexOf("Metric Value");
  for (const { cells } of rows.slice(head + 1)) {
    const number = numberOf(cells[value] ?? "");
    if (cells[name] && number !== undefined) metrics.set(cells[name], (metrics.get(cells[name]) ?? 0) + number);
  }
  return metrics;
}

/** A short name for the counters that most people ask for. */
export const Metrics: readonly (readonly [string, string])[] = [
  ["smsp__inst_executed.sum", "instructions"],
  ["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "sectors loaded"],
  ["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "sectors stored"],
  ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "shared load wavefronts"],
  ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "shared store wavefronts"],
  ["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "shared load conflicts"],
  ["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "shared store conflicts"],
  ["instructions.shuffle", "shuffles"],
  ["instructions.barrier.block", "block barriers"],
];

/** Without the folders, which are long and the same. */
export function baseName(path: string): string {
  return path.replace(/^.*\//, "");
}

/** `measured`: of ncu's metrics, the totals. */
export function counterTable(kernel: KernelData, measured: readonly { name: string; metrics: Map<string, number> }[]): HTMLElement {
  const columns: { name: string; metrics: Map<string, number> }[] = [
    ...kernel.runs.map(({ name, run }) => ({ name: baseName(name), metrics: new Map(Object.entries(run.counters)) })),
    ...measured.map(({ name, metrics }) => ({ name: `${baseName(name)} (measured)`, metrics })),
  ];
  const names = new Set(columns.flatMap(({ metrics }) => [...metrics.keys()].filter((metric) => metrics.get(metric) !== 0)));
  const short = new Map(Metrics);
  const table = make("table", { class: "plain numbers" });
  const heads = ["counter", ...columns.map(({ name }) => name), ...(columns.length === 2 ? ["change"] : [])];
  table.append(make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { text })))));
  const body = make("tbody");
  for (const name of names) {
    const values = columns.map(({ metrics }) => metrics.get(name));
    const cells = values.map((value) => make("td", { text: value === undefined ? "" : value.toLocaleString("en") }));
    const row = make("tr", {}, make("td", { text: short.get(name) ?? name, title: name }), ...cells);
    if (columns.length === 2) row.append(change(values[0], values[1]));
    body.append(row);
  }
  table.append(body);
  return table;
}

function change(before: number | undefined, after: number | undefined): HTMLElement {
  if (before === undefined || after === undefined || before === after) return make("td", { text: before === after ? "=" : "" });
  const percent = before === 0 ? "new" : `${after > before ? "+" : ""}${(((after - before) / before) * 100).toFixed(1)} %`;
  return make("td", { class: after > before ? "worse" : "better", text: percent });
}

/** A counter of each line of a file. */
export function byLine(run: SimRun, file: string, metric: string): Map<number, number> {
  const lines = new Map<number, number>();
  for (const each of run.lines) if (each.file === file && each.counters[metric]) lines.set(each.line, each.counters[metric]);
  return lines;
}
