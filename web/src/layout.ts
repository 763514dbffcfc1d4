// A layout as the core describes it, and its evaluation by XOR of basis vectors. The
// core decides what a layout is; here bits are only added up.

export interface DimBits {
  name: string;
  bits: number;
}

/** What the core answers to "layout". */
export interface ViewedLayout {
  kind: "registers" | "shared" | "tensor memory" | "map";
  ins: DimBits[];
  outs: DimBits[];
  text: string;
  reasons: Record<string, string>;
  report: {
    type?: string;
    shape: number[];
    bases: Record<string, number[][]>;
    props: Record<string, unknown>;
    notes?: string[];
  };
  elementBits?: number;
  paddedOffsets?: number[];
}

/** One bit of a location and what it adds to the element. */
export interface Basis {
  dim: number;
  bit: number;
  vector: number[];
}

/** The most elements, and locations, that are drawn. */
export const MostCells = 1 << 22;

export class Layout {
  readonly bases: Basis[] = [];
  readonly inBits: number;
  readonly outBits: number;
  /** Of each location, the element's number, row by row of the tensor. */
  readonly elementOf: Int32Array;
  private readonly firsts: Int32Array;
  private readonly lists: Int32Array;

  constructor(readonly viewed: ViewedLayout) {
    viewed.ins.forEach((dim, i) => {
      viewed.report.bases[dim.name]!.forEach((vector, bit) => this.bases.push({ dim: i, bit, vector }));
    });
    this.inBits = this.bases.length;
    this.outBits = viewed.outs.reduce((sum, out) => sum + out.bits, 0);
    const words = this.bases.map((basis) => this.elementNumber(basis.vector));
    this.elementOf = new Int32Array(this.locations);
    // Location x is x without its highest bit, and that bit.
    for (let bit = 0; bit < this.inBits; ++bit)
      for (let x = 0, high = 1 << bit; x < high; ++x) this.elementOf[high | x] = this.elementOf[x]! ^ words[bit]!;
    this.firsts = new Int32Array(this.elements + 1);
    this.lists = new Int32Array(this.locations);
    this.sortLocations();
  }

  /** Whether its cells can be drawn; tested before one is made. */
  static isDrawable(viewed: ViewedLayout): boolean {
    const bits = (dims: DimBits[]): number => dims.reduce((sum, dim) => sum + dim.bits, 0);
    return 2 ** bits(viewed.ins) <= MostCells && 2 ** bits(viewed.outs) <= MostCells;
  }

  get locations(): number {
    return 2 ** this.inBits;
  }
  get elements(): number {
    return 2 ** this.outBits;
  }

  /** All locations of an element, in ascending order. */
  holders(element: number): Int32Array {
    return this.lists.subarray(this.firsts[element]!, this.firsts[element + 1]!);
  }

  /** -1 if there is none. */
  firstHolder(element: number): number {
    const at = this.firsts[element]!;
    return at < this.firsts[element + 1]! ? this.lists[at]! : -1;
  }

  private sortLocations(): void {
    const { elementOf, firsts, lists, locations, elements } = this;
    for (let x = 0; x < locations; ++x) firsts[elementOf[x]! + 1]!++;
    for (let i = 0; i < elements; ++i) firsts[i + 1]! += firsts[i]!;
    const next = firsts.slice();
    for (let x = 0; x < locations; ++x) lists[next[elementOf[x]!]!++] = x;
  }

  /** Of the tensor's element, the last dimension varies fastest. */
  elementNumber(coordinates: readonly number[]): number {
    let number = 0;
    this.viewed.outs.forEach((out, i) => (number = number * 2 ** out.bits + coordinates[i]!));
    return number;
  }
  elementCoordinates(number: number): number[] {
    const coordinates: number[] = [];
    for (const out of [...this.viewed.outs].reverse()) {
      coordinates.unshift(number % 2 ** out.bits);
      number = Math.floor(number / 2 ** out.bits);
    }
    return coordinates;
  }

  /** The first dimension varies fastest. */
  locationCoordinates(number: number): number[] {
    return this.viewed.ins.map((dim) => {
      const value = number % 2 ** dim.bits;
      number = Math.floor(number / 2 ** dim.bits);
      return value;
    });
  }
  locationText(number: number): string {
    const values = this.locationCoordinates(number);
    return this.viewed.ins
      .map((dim, i) => (dim.bits > 0 ? `${dim.name} ${values[i]}` : ""))
      .filter((text) => text !== "")
      .join(", ") || "the only location";
  }
  elementText(number: number): string {
    return `(${this.elementCoordinates(number).join(", ")})`;
  }

  /** Where a dimension stands among the bits of a location; no bits if there is none. */
  bitsOf(name: string): { shift: number; mask: number } {
    let shift = 0;
    for (const dim of this.viewed.ins) {
      if (dim.name === name) return { shift, mask: 2 ** dim.bits - 1 };
      shift += dim.bits;
    }
    return { shift: 0, mask: 0 };
  }
  inValue(location: number, name: string): number {
    const { shift, mask } = this.bitsOf(name);
    return (location >> shift) & mask;
  }
  sizeOf(name: string): number {
    return 2 ** (this.viewed.ins.find((dim) => dim.name === name)?.bits ?? 0);
  }

  /** The basis vectors that add up to the element of a location. */
  terms(location: number): Basis[] {
    return this.bases.filter((_, bit) => (location >> bit) & 1);
  }
}
