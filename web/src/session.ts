// What all views share: the core, the state in the URL, the voice for screen readers.

import type { Core } from "./core";
import type { State } from "./state";

export interface Session {
  core: Core;
  /** What `heddle` put into the page. */
  data: PageData;
  state: State;
  /** Shows another view, or the same with other values. */
  go(state: State): void;
  /** Remembers values without showing anything again. */
  note(values: State): void;
  say(text: string): void;
}

export interface View {
  element: HTMLElement;
  /** The text field that `/` goes to. */
  input?: HTMLElement;
}

export interface PageData {
  version: string;
  /** The state to begin with. */
  state?: State;
  answers?: Record<string, unknown>;
  kernel?: KernelData;
}

export interface KernelText {
  name: string;
  text: string;
}

export interface KernelData {
  texts: KernelText[];
  reports: KernelReport[];
  runs: { name: string; run: SimRun }[];
  timelines: { name: string; trace: Trace }[];
  /** What ncu wrote with --csv. */
  measured: KernelText[];
}

export interface ReportedOp {
  op: string;
  location: string;
}

export interface KernelReport {
  kernel: string;
  target: string;
  num_warps: number;
  cycles: number;
  shared_bytes: number;
  block_barriers: number;
  costs: (ReportedOp & { cycles: number; what: string; changes: string[] })[];
  conversions: (ReportedOp & {
    tensor: string;
    from: string;
    to: string;
    strategy: string;
    cycles: number;
    cycles_per_block: number;
    shuffles: number;
    scratch_bytes: number;
    wavefronts: number;
    wavefronts_ideal: number;
    producers: ReportedOp[];
    consumers: ReportedOp[];
  })[];
  global_accesses: (ReportedOp & { bytes: number; bytes_most: number; limits: string[]; cycles_per_block: number })[];
  shared_accesses: (ReportedOp & { kind: string; wavefronts: number; wavefronts_ideal: number; cycles_per_block: number })[];
  shared_allocations: (ReportedOp & { offset: number; bytes: number })[];
  /** In the order of the program; not in what `heddle compile` writes. */
  shared_moments?: (ReportedOp & { barrier: boolean; live: number[] })[];
}

export interface SimRun {
  ok: boolean;
  counters: Record<string, number>;
  launch: { kernel: string; target: string; grid: number[]; warps: number };
  lines: { file: string; line: number; counters: Record<string, number> }[];
  ops: { op: string; file: string; line: number; column: number; counters: Record<string, number> }[];
  predicted?: { gpu: string; cycles: number };
}

export interface Trace {
  traceEvents: {
    name: string;
    cat?: string;
    ph: string;
    ts: number;
    dur?: number;
    tid: number;
    args?: { name?: string; op?: string; at?: string; instructions?: number };
  }[];
}
