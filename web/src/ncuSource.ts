// The source page of ncu as CSV: counters of each line of a source file.
//
//     ncu --import report.ncu-rep --page source --csv --print-source cuda,sass
//
// Rows are lines of the source, which have a number, or instructions, which have an
// address and belong to the line above them. Names of columns differ from release to
// release, so that all columns of numbers are taken for counters.

import { CsvError, numberOf, readCsv, type CsvRow } from "./csv";
import type { KernelText } from "./session";

/** What was counted in the lines of one file. */
export interface MeasuredFile {
  /** As ncu names it; nothing if it does not. */
  path: string | undefined;
  /** Of each counter, by line. */
  counters: Map<string, Map<number, number>>;
  /** What the lines are, as far as ncu says it. */
  sources: Map<number, string>;
}
export interface MeasuredSource {
  files: MeasuredFile[];
  /** What was left out, and why. */
  notes: string[];
}

const LineNames = ["Line No", "Line No.", "Line Number", "Line", "Source Line"];
const FileNames = ["File", "File Path", "File Name", "Source File"];
const OtherNames = ["#", "Address", "Source", "SASS", "PTX", "ID", "Kernel Name", "Function Name", "View", "Address Space", "Access Operation", "Access Size"];
// What ncu writes where a row has nothing, and in place of instructions of other lines.
const isNothing = (cell: string): boolean => cell === "" || cell === "-" || cell === "...";

/** The columns of a table's head; nothing if the row is none. */
interface Head {
  names: string[];
  line: number;
  number: number;
  address: number;
  source: number;
  file: number;
  counters: [name: string, column: number][];
}

function headOf({ cells }: CsvRow): Head | undefined {
  const find = (names: readonly string[]): number => cells.findIndex((cell) => names.includes(cell));
  const head = { names: cells, line: find(LineNames), number: find(["#"]), address: find(["Address"]), source: find(["Source"]), file: find(FileNames) };
  if (head.source < 0 || (head.line < 0 && head.number < 0 && head.address < 0)) return undefined;
  const known = new Set([...LineNames, ...FileNames, ...OtherNames, ""]);
  const counters = cells.flatMap((name, column): [string, number][] => (known.has(name) || cells.indexOf(name) < column ? [] : [[name, column]]));
  return { ...head, counters };
}

/** Whether the file is a source page at all. */
export function isNcuSource(text: string): boolean {
  try {
    return readCsv(text).some((row) => headOf(row) !== undefined);
  } catch {
    // The head is in front of what is wrong.
    return text.split("\n").some((line) => /(^|,)"?Source"?(,|\s*$)/.test(line) && !line.includes("Metric Name"));
  }
}

type Sums = Map<string, Map<number, number>>;

function add(sums: Sums, name: string, line: number, value: number): void {
  if (!sums.has(name)) sums.set(name, new Map());
  const lines = sums.get(name)!;
  lines.set(line, (lines.get(line) ?? 0) + value);
}

/** Sums of lines that say them, and of the instructions of a line. */
class FileSums {
  readonly lines: Sums = new Map();
  readonly instructions: Sums = new Map();
  readonly sources = new Map<number, string>();

  constructor(readonly path: string | undefined) {}

  /** A line's own sums hold for all of its instructions. */
  finish(rejected: ReadonlySet<string>): MeasuredFile {
    const counters: Sums = new Map();
    for (const [name, lines] of [...this.instructions, ...this.lines]) {
      if (rejected.has(name)) continue;
      if (!counters.has(name)) counters.set(name, new Map());
      for (const [line, value] of lines) counters.get(name)!.set(line, value);
    }
    return { path: this.path, counters, sources: this.sources };
  }
}

/** Throws a CsvError for what is no such file. Launches that follow each other are added up. */
export function readNcuSource(text: string): MeasuredSource {
  const files = new Map<string | undefined, FileSums>();
  const rejected = new Map<string, string>(), numeric = new Set<string>();
  let head: Head | undefined, path: string | undefined, line: number | undefined;
  let instructions = 0, withoutLine = 0;

  for (const row of readCsv(text)) {
    const next = headOf(row);
    if (next) {
      head = next;
      line = undefined;
      continue;
    }
    const { cells } = row;
    const named = FileNames.includes(cells[0]!.replace(/:$/, "")) && cells.length === 2;
    if (named) {
      path = cells[1];
      line = undefined;
      continue;
    }
    if (!head) continue;
    if (cells.length !== head.names.length) {
      // A name and its value, between two tables.
      if (cells.length <= 2 && numberOf(cells[0]!) === undefined && !/^0x/i.test(cells[0]!)) continue;
      throw new CsvError(row.line, `expects ${head.names.length} cells, as the head of the table has, but got ${cells.length}`);
    }
    if (head.file >= 0 && cells[head.file]) path = cells[head.file];
    const address = head.address >= 0 ? cells[head.address]! : "";
    if (address === "...") continue;
    const isInstruction = !isNothing(address);
    // Beside an address, # counts instructions.
    const numberText = head.line >= 0 ? cells[head.line]! : isInstruction ? "" : cells[head.number] ?? "";
    const number = numberOf(numberText);
    if (numberText !== "" && (number === undefined || !Number.isInteger(number) || number < 0))
      throw new CsvError(row.line, `expects the number of a line, but got '${numberText}'`);
    if (number !== undefined) line = number;
    if (isInstruction) ++instructions;
    if (line === undefined) {
      ++withoutLine;
      continue;
    }
    if (!files.has(path)) files.set(path, new FileSums(path));
    const sums = files.get(path)!;
    if (!isInstruction && cells[head.source]) sums.sources.set(line, cells[head.source]!);
    for (const [name, column] of head.counters) {
      const cell = cells[column]!;
      if (isNothing(cell)) continue;
      const value = numberOf(cell);
      if (value === undefined) {
        if (!rejected.has(name)) rejected.set(name, `line ${row.line} has '${cell}'`);
        continue;
      }
      numeric.add(name);
      add(isInstruction ? sums.instructions : sums.lines, name, line, value);
    }
  }
  if (!head) throw new CsvError(1, "expects ncu's source page, whose table has a column 'Source', but got none");
  const notes: string[] = [];
  if (withoutLine > 0)
    notes.push(files.size > 0
      ? `${withoutLine} instructions belong to no line and are left out`
      : `${instructions || withoutLine} instructions have addresses, but no lines of a source: compile with line information, as Triton and nvcc -lineinfo do, and write the page with --print-source cuda,sass`);
  if (withoutLine === 0 && numeric.size === 0)
    notes.push("the file has lines of a source, but no counters: write the page with --print-source cuda,sass");
  for (const [name, why] of rejected) if (numeric.has(name)) notes.push(`'${name}' is left out, because ${why}, which is no number`);
  return { files: [...files.values()].map((sums) => sums.finish(new Set(rejected.keys()))), notes };
}

const baseName = (path: string): string => path.replace(/^.*[\\/]/, "");

/** The text that the file is: by its name, or, without one, by what the lines are. */
export function textOf(file: MeasuredFile, texts: readonly KernelText[]): KernelText | undefined {
  const { path } = file;
  if (path !== undefined) return texts.find(({ name }) => name === path) ?? texts.find(({ name }) => baseName(name) === baseName(path));
  let best: KernelText | undefined, most = 0;
  for (const text of texts) {
    const lines = text.text.split("\n");
    let same = 0;
    for (const [line, source] of file.sources) if (source.trim() !== "" && lines[line - 1]?.trim() === source.trim()) ++same;
    if (same > most) [best, most] = [text, same];
  }
  return best;
}

/** The column of ncu that counts what a simulated metric counts, loads and stores together. */
export const Counterparts: Record<string, string> = {
  "smsp__inst_executed.sum": "Instructions Executed",
  "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": "L1 Wavefronts Shared",
  "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum": "L1 Wavefronts Shared",
  "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum": "L1 Wavefronts Shared Excessive",
  "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum": "L1 Wavefronts Shared Excessive",
  "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": "L2 Theoretical Sectors Global",
  "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": "L2 Theoretical Sectors Global",
};
