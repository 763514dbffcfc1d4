// The core as WebAssembly in node, with the page's own shim.
import { readFileSync } from "node:fs";

/** Questions as objects, answers as objects: {schema, ok} or {schema, error}. */
export async function loadCore(wasmPath, makeWasi) {
  const wasi = makeWasi();
  const module = await WebAssembly.compile(readFileSync(wasmPath));
  const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.imports });
  wasi.attach(exports.memory);
  exports._initialize();
  return (question) => {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const start = exports.heddle_allocate(bytes.length);
    new Uint8Array(exports.memory.buffer, start, bytes.length).set(bytes);
    const answer = exports.heddle_answer(start, bytes.length);
    const view = new DataView(exports.memory.buffer);
    const text = new Uint8Array(exports.memory.buffer, view.getUint32(answer, true), view.getUint32(answer + 4, true));
    return JSON.parse(new TextDecoder().decode(text));
  };
}
