// The few functions of WASI that the C library of the core imports. The core has no
// files and no clock that matters; what it would print when it stops is kept.

export interface Wasi {
  imports: WebAssembly.ModuleImports;
  attach(memory: WebAssembly.Memory): void;
  /** What was written to the standard error. */
  text(): string;
}

const BadFile = 8;
const Done = 0;

export function makeWasi(): Wasi {
  let memory: WebAssembly.Memory | undefined;
  let written = "";
  const view = (): DataView => new DataView(memory!.buffer);
  const functions: WebAssembly.ModuleImports = {
    fd_write(file: number, vectors: number, count: number, size: number): number {
      let total = 0;
      for (let i = 0; i < count; ++i) {
        const start = view().getUint32(vectors + 8 * i, true);
        const length = view().getUint32(vectors + 8 * i + 4, true);
        if (file === 2)
          written += new TextDecoder().decode(new Uint8Array(memory!.buffer, start, length));
        total += length;
      }
      view().setUint32(size, total, true);
      return Done;
    },
    fd_close: () => BadFile,
    fd_seek: () => BadFile,
    fd_fdstat_get: () => BadFile,
    environ_sizes_get(count: number, size: number): number {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return Done;
    },
    environ_get: () => Done,
    clock_time_get(_clock: number, _precision: bigint, time: number): number {
      view().setBigUint64(time, BigInt(Math.round(performance.now() * 1e6)), true);
      return Done;
    },
    proc_exit(code: number): never {
      throw new Error(`the core stopped with code ${code}`);
    },
  };
  return {
    // What is not known here fails when it is called, with its name.
    imports: new Proxy(functions, {
      get: (known, name) =>
        known[name as string] ??
        (() => {
          throw new Error(`the core called ${String(name)}, which a page does not have`);
        }),
    }),
    attach(given) {
      memory = given;
    },
    text: () => written,
  };
}
