// The map as a matrix over F2: a column a bit of the location, a row a bit of the
// element. Pointing at a location shows which columns are added up.

import { make } from "./dom";
import type { Layout } from "./layout";

export class MatrixTable {
  readonly element = make("div", { class: "matrix", tabindex: 0, role: "group", "aria-label": "Matrix over F2" });
  private readonly columns: HTMLElement[][] = [];
  private readonly rows: HTMLElement[][] = [];

  constructor(
    private readonly layout: Layout,
    pointed: (location: number) => void,
  ) {
    const table = make("table");
    const heads = make("tr", {}, make("th", { text: "" }));
    layout.bases.forEach((basis, bit) => {
      const name = layout.viewed.ins[basis.dim]!.name;
      const head = make("th", { scope: "col", text: `${name.slice(0, name === "row" ? 3 : 1)}${basis.bit}`, title: `${name} bit ${basis.bit}` });
      head.addEventListener("click", () => pointed(2 ** bit));
      heads.append(head);
      this.columns.push([head]);
      if (bit > 0 && layout.bases[bit - 1]!.dim !== basis.dim) head.classList.add("starts");
    });
    table.append(make("thead", {}, heads));
    const body = make("tbody");
    layout.viewed.outs.forEach((out, dim) => {
      for (let bit = out.bits - 1; bit >= 0; --bit) body.append(this.row(out.name, dim, bit, bit === out.bits - 1));
    });
    table.append(body);
    this.element.append(table);
  }

  private row(name: string, dim: number, bit: number, starts: boolean): HTMLElement {
    const head = make("th", { scope: "row", text: `${name}.${bit}`, title: `${name} bit ${bit}` });
    const row = make("tr", starts ? { class: "starts" } : {}, head);
    const cells: HTMLElement[] = [head];
    this.layout.bases.forEach((basis, column) => {
      const isOne = Math.floor(basis.vector[dim]! / 2 ** bit) % 2 === 1;
      const cell = make("td", { class: isOne ? "one" : "zero", text: isOne ? "1" : "·" });
      if (column > 0 && this.layout.bases[column - 1]!.dim !== basis.dim) cell.classList.add("starts");
      row.append(cell);
      cells.push(cell);
      this.columns[column]!.push(cell);
    });
    // Rows stand with the highest bit first; they are numbered as the element's bits.
    this.rows.push(cells);
    row.dataset["bit"] = `${dim}.${bit}`;
    return row;
  }

  /** Columns of the location's bits, and rows of its element's. */
  mark(location: number | undefined): void {
    for (const cell of this.element.querySelectorAll(".on")) cell.classList.remove("on");
    if (location === undefined) return;
    this.columns.forEach((cells, bit) => {
      if ((location >> bit) & 1) for (const cell of cells) cell.classList.add("on");
    });
    const coordinates = this.layout.elementCoordinates(this.layout.elementOf[location]!);
    let row = 0;
    this.layout.viewed.outs.forEach((out, dim) => {
      for (let bit = out.bits - 1; bit >= 0; --bit, ++row)
        if ((coordinates[dim]! >> bit) & 1) this.rows[row]![0]!.classList.add("on");
    });
  }
}
