// A kernel's text as parts that can be pointed at: types with layouts, conversions.

export interface IrPart {
  text: string;
  /** Of a type with a layout: the type itself. */
  type?: string;
}

const Starts = /(?:tensor|!ttg\.memdesc|!triton_gpu\.memdesc|!tt\.memdesc|!tt\.tensordesc)</g;

/** Up to the bracket that closes the first one; an arrow is none. */
function balancedEnd(line: string, start: number): number {
  let depth = 0;
  for (let i = line.indexOf("<", start); i < line.length; ++i) {
    if ("<{[(".includes(line[i]!)) ++depth;
    else if (">}])".includes(line[i]!) && !(line[i] === ">" && line[i - 1] === "-") && --depth === 0) return i + 1;
  }
  return -1;
}

export function partsOf(line: string): IrPart[] {
  const parts: IrPart[] = [];
  let done = 0;
  Starts.lastIndex = 0;
  for (let match = Starts.exec(line); match; match = Starts.exec(line)) {
    if (match.index < done) continue;
    const end = balancedEnd(line, match.index);
    if (end < 0) break;
    const type = line.slice(match.index, end);
    if (!type.includes("#")) continue;
    parts.push({ text: line.slice(done, match.index) }, { text: type, type });
    done = end;
    Starts.lastIndex = end;
  }
  parts.push({ text: line.slice(done) });
  return parts.filter((part) => part.text !== "");
}

/** The lines that give layouts names, which types refer to. */
export function aliasesOf(text: string): string {
  return text
    .split("\n")
    .filter((line) => /^\s*#[\w$.-]+\s*=\s*#/.test(line))
    .join("\n");
}

/** Both types of a line that converts a layout. */
export function conversionOf(line: string): [string, string] | undefined {
  if (!line.includes("convert_layout")) return undefined;
  const types = partsOf(line).flatMap((part) => (part.type ? [part.type] : []));
  return types.length === 2 ? [types[0]!, types[1]!] : undefined;
}

/** "k.ttir:12:8" as its file and line. */
export function locationOf(text: string): { file: string; line: number } | undefined {
  const match = /^(.*):(\d+):\d+$/.exec(text);
  return match ? { file: match[1]!, line: Number(match[2]) } : undefined;
}
