// What ncu measured: counters of lines, totals, and what is to be said of its files.

import { baseName, readNcu } from "./counters";
import { make } from "./dom";
import { isNcuSource, readNcuSource, textOf } from "./ncuSource";
import type { KernelData } from "./session";

export interface Measured {
  /** Counters of lines. */
  names: string[];
  totals: { name: string; metrics: Map<string, number> }[];
  /** What was read, what was left out, and errors. */
  messages: HTMLElement[];
  /** Of one text; nothing if no file says anything of it. */
  byLine(text: string, counter: string): Map<number, number> | undefined;
}

export function readMeasured(kernel: KernelData): Measured {
  const names = new Set<string>();
  const totals: Measured["totals"] = [];
  const messages: HTMLElement[] = [];
  const lines = new Map<string, Map<string, Map<number, number>>[]>();
  const say = (file: string, text: string): void => void messages.push(make("p", {}, make("b", { text: baseName(file) }), `: ${text}`));

  function readSource(file: string, content: string): void {
    const source = readNcuSource(content);
    for (const measured of source.files) {
      const text = textOf(measured, kernel.texts);
      const counted = new Set([...measured.counters.values()].flatMap((each) => [...each.keys()])).size;
      if (!text) {
        const path = measured.path === undefined ? "a file without a name" : `'${measured.path}'`;
        say(file, `${counted} lines of ${path}, which is none of the texts here: name it too, heddle view KERNEL SOURCE CSV`);
        continue;
      }
      say(file, `${measured.counters.size} counters of ${counted} lines of ${baseName(text.name)}`);
      for (const name of measured.counters.keys()) names.add(name);
      if (!lines.has(text.name)) lines.set(text.name, []);
      lines.get(text.name)!.push(measured.counters);
    }
    for (const note of source.notes) say(file, note);
  }

  for (const { name, text } of kernel.measured) {
    try {
      if (isNcuSource(text)) readSource(name, text);
      else totals.push({ name, metrics: readNcu(text) });
    } catch (error) {
      messages.push(make("div", { class: "error", role: "alert" }, make("p", { text: `${baseName(name)}: ${(error as Error).message}` })));
    }
  }
  return {
    names: [...names], totals, messages,
    byLine(text, counter) {
      const files = lines.get(text);
      if (!files) return undefined;
      const sums = new Map<number, number>();
      for (const counters of files) for (const [line, value] of counters.get(counter) ?? []) sums.set(line, (sums.get(line) ?? 0) + value);
      return sums;
    },
  };
}
