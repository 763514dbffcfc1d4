// Questions to the C++ core, which is a WebAssembly module in the page. What `heddle`
// has answered already when it wrote the page is not asked again.

import { makeWasi } from "./wasi";

/** What the core says against a question. */
export class CoreError extends Error {
  constructor(
    readonly text: string,
    /** Where in the text it is, counted from 1. */
    readonly column: number | undefined,
  ) {
    super(text);
  }
}

export type Question = { ask: string; [key: string]: string | boolean };

interface Exports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  heddle_allocate(size: number): number;
  heddle_answer(question: number, size: number): number;
}

export class Core {
  private module: WebAssembly.Module | undefined;
  private exports: Exports | undefined;

  /** `answers`: of questions as their JSON; `packed`: the module, deflated, in base64. */
  constructor(
    private readonly answers: Record<string, unknown>,
    private readonly packed: string,
  ) {}

  get canAsk(): boolean {
    return this.packed !== "";
  }

  async ask<T>(question: Question): Promise<T> {
    const text = JSON.stringify(question);
    const known = this.answers[text];
    const line = (known ?? (await this.compute(text))) as {
      ok?: T;
      error?: { text: string };
    };
    if (line.error) throw asError(line.error.text);
    return line.ok as T;
  }

  private async compute(question: string): Promise<unknown> {
    if (!this.canAsk)
      throw new CoreError("this page was built without the core, and shows only what it was made for", undefined);
    this.exports ??= await this.start();
    const core = this.exports;
    const bytes = new TextEncoder().encode(question);
    try {
      const start = core.heddle_allocate(bytes.length);
      new Uint8Array(core.memory.buffer, start, bytes.length).set(bytes);
      const answer = core.heddle_answer(start, bytes.length);
      const view = new DataView(core.memory.buffer);
      const text = new Uint8Array(core.memory.buffer, view.getUint32(answer, true), view.getUint32(answer + 4, true));
      return JSON.parse(new TextDecoder().decode(text));
    } catch (error) {
      // The module may be in any state: the next question gets another one.
      this.exports = undefined;
      throw new CoreError(`the core had to stop: ${(error as Error).message}`, undefined);
    }
  }

  private async start(): Promise<Exports> {
    this.module ??= await WebAssembly.compile(await inflate(this.packed));
    const wasi = makeWasi();
    const instance = await WebAssembly.instantiate(this.module, { wasi_snapshot_preview1: wasi.imports });
    const exports = instance.exports as Exports;
    wasi.attach(exports.memory);
    exports._initialize();
    return exports;
  }
}

function asError(text: string): CoreError {
  const column = /column (\d+)/.exec(text);
  return new CoreError(text, column ? Number(column[1]) : undefined);
}

async function inflate(base64: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}
