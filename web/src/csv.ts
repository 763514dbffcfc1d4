// Comma-separated values as ncu writes them, with a message for what is no such file.

/** What is wrong with a file, and in which of its lines. */
export class CsvError extends Error {
  constructor(line: number, text: string) {
    super(`line ${line}: ${text}`);
  }
}

export interface CsvRow {
  /** Where the row begins, from 1. */
  line: number;
  cells: string[];
}

/** Rows that are not empty; quoted cells may have commas, quotes as "" and line ends. */
export function readCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0, line = 1;
  while (at < text.length) {
    const row: CsvRow = { line, cells: [] };
    // What ncu says of its work stands between the rows.
    if (text.startsWith("==", at)) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end + 1;
      ++line;
      continue;
    }
    for (let more = true; more; ) {
      let cell = "";
      if (text[at] === '"') {
        const opened = line;
        for (++at; ; ++at) {
          if (at >= text.length) throw new CsvError(opened, "expects a quote that ends the cell, but got the end of the file");
          if (text[at] === '"' && text[at + 1] !== '"') break;
          if (text[at] === '"') ++at;
          if (text[at] === "\n") ++line;
          cell += text[at];
        }
        ++at;
        if (at < text.length && !",\r\n".includes(text[at]!)) throw new CsvError(line, `expects a comma behind a quoted cell, but got '${text[at]}'`);
      } else {
        const start = at;
        while (at < text.length && !",\r\n".includes(text[at]!)) ++at;
        cell = text.slice(start, at);
      }
      row.cells.push(cell.trim());
      more = text[at] === ",";
      if (more) ++at;
    }
    if (text[at] === "\r") ++at;
    if (text[at] === "\n") ++at;
    ++line;
    if (row.cells.length > 1 || row.cells[0] !== "") rows.push(row);
  }
  return rows;
}

/** "1,234" and "1.5e3"; nothing for other texts. */
export function numberOf(cell: string): number | undefined {
  return /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(cell) && /\d/.test(cell) ? Number(cell.replace(/,/g, "")) : undefined;
}
