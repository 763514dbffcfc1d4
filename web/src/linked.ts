// Several pictures of one layout that light up together: what is pointed at in one is
// shown in all, with its copies.

import { make } from "./dom";
import { Grid, type GridEvent } from "./grid";
import type { Layout } from "./layout";
import type { LinkedContent } from "./layoutGrids";
import { MatrixTable } from "./matrixTable";

interface Linked {
  grid: Grid;
  content: LinkedContent;
  holds: "elements" | "locations";
}

/** What is pointed at: elements, and the location that they were reached by. */
interface Target {
  elements: readonly number[];
  location: number | undefined;
  element: number | undefined;
}

export class LinkedGrids {
  readonly words = make("div", { class: "words", "aria-live": "off" });
  readonly matrix: MatrixTable;
  private readonly parts: Linked[] = [];
  private pinned: Target | undefined;

  constructor(
    readonly layout: Layout,
    private readonly say: (text: string) => void,
    private readonly pin: (text: string) => void,
  ) {
    this.matrix = new MatrixTable(layout, (location) => this.pinAt(this.ofLocation(location)));
    this.show(undefined);
  }

  add(content: LinkedContent, holds: Linked["holds"], height?: number): Grid {
    const part = { content, holds } as Linked;
    part.grid = new Grid(content, {
      say: this.say,
      on: (event, cells) => this.happened(part, event, cells),
      ...(height ? { height } : {}),
    });
    this.parts.push(part);
    return part.grid;
  }

  recolour(contentOf: (part: { holds: Linked["holds"]; content: LinkedContent }) => LinkedContent): void {
    for (const part of this.parts) {
      part.content = contentOf(part);
      part.grid.show(part.content);
    }
    this.show(this.pinned);
  }

  private happened(part: Linked, event: GridEvent, cells: readonly number[]): void {
    if (event === "clear") return this.pinAt(undefined);
    if (event === "leave") return this.show(this.pinned);
    const numbers = cells.map((cell) => part.content.numberOf(cell)).filter((number) => number >= 0);
    const target = numbers.length === 0 ? undefined : this.targetOf(part.holds, numbers);
    if (event === "pin") this.pinAt(target, part);
    else this.show(target);
  }

  private targetOf(holds: Linked["holds"], numbers: readonly number[]): Target {
    if (holds === "locations" && numbers.length === 1) return this.ofLocation(numbers[0]!);
    const elements = holds === "elements" ? numbers : [...new Set(numbers.map((x) => this.layout.elementOf[x]!))];
    const only = elements.length === 1 ? elements[0] : undefined;
    return { elements, location: only === undefined ? undefined : this.layout.holders(only)[0], element: only };
  }

  private ofLocation(location: number): Target {
    const element = this.layout.elementOf[location]!;
    return { elements: [element], location, element };
  }

  /** A pin stays until another, or none. */
  private pinAt(target: Target | undefined, from?: Linked): void {
    this.pinned = target;
    this.pin(target?.element === undefined ? "" : this.layout.elementCoordinates(target.element).join(","));
    this.show(target);
    if (target?.element !== undefined) for (const part of this.parts) if (part !== from) this.reveal(part, target);
  }

  pinElement(coordinates: string): void {
    const values = coordinates.split(",").map(Number);
    const outs = this.layout.viewed.outs;
    if (values.length !== outs.length || values.some((value, i) => !(value >= 0 && value < 2 ** outs[i]!.bits))) return;
    this.pinAt(this.targetOf("elements", [this.layout.elementNumber(values)]));
  }

  private reveal(part: Linked, target: Target): void {
    const number = part.holds === "elements" ? target.element : target.location;
    if (number !== undefined) part.grid.reveal(part.content.cellOf(number));
  }

  private show(target: Target | undefined): void {
    const locations = target ? target.elements.flatMap((element) => [...this.layout.holders(element)]) : [];
    for (const part of this.parts) {
      const numbers = part.holds === "elements" ? target?.elements ?? [] : locations;
      const first = part.holds === "elements" ? target?.element : target?.location;
      part.grid.mark({
        cells: numbers.map((number) => part.content.cellOf(number)),
        first: first === undefined ? undefined : part.content.cellOf(first),
      });
    }
    this.matrix.mark(target?.location);
    this.explain(target, locations);
  }

  private explain(target: Target | undefined, locations: readonly number[]): void {
    const { layout } = this;
    if (!target) {
      this.words.replaceChildren(make("p", { class: "quiet", text: "Point at a cell, drag over several, or walk with the arrows. Space or a click pins, Escape clears." }));
      return;
    }
    if (target.element === undefined) {
      this.words.replaceChildren(make("p", { text: `${target.elements.length} elements, held by ${locations.length} locations` }));
      return;
    }
    const parts: Node[] = [];
    const { element, location } = target;
    if (location === undefined) parts.push(make("p", { text: `element ${layout.elementText(element)} is held by no location` }));
    else {
      parts.push(make("p", {}, make("b", { text: `element ${layout.elementText(element)}` }), " is held by ", make("b", { text: layout.locationText(location) })));
      parts.push(make("p", { class: "sum", text: this.sumText(location) }));
    }
    const shown = 8;
    const others = locations.filter((each) => each !== location);
    if (others.length > 0) {
      const list = others.slice(0, shown).map((each) => layout.locationText(each)).join("; ");
      const more = others.length > shown ? `; and ${others.length - shown} more` : "";
      parts.push(make("p", { class: "quiet", text: `${others.length === 1 ? "a copy" : `${others.length} copies`}: ${list}${more}` }));
    }
    this.words.replaceChildren(...parts);
  }

  /** "(1, 5) = (0, 1) register bit 0 + ...", bit by bit. */
  private sumText(location: number): string {
    const { layout } = this;
    const terms = layout.terms(location).map((basis) => `(${basis.vector.join(", ")}) [${layout.viewed.ins[basis.dim]!.name} bit ${basis.bit}]`);
    const element = layout.elementText(layout.elementOf[location]!);
    return terms.length === 0 ? `${element}: every bit of the location is 0` : `${element} = ${terms.join(" ⊕ ")}`;
  }
}
