// Texts to begin with. They are no more than texts: the core says what they mean.

export interface Preset {
  name: string;
  state: Record<string, string>;
}

const mma = (warps: string): string =>
  `#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [${warps}], instrShape = [16, 8]}>`;
const blocked = (size: string, lanes: string, warps: string, order = "1, 0"): string =>
  `#ttg.blocked<{sizePerThread = [${size}], threadsPerWarp = [${lanes}], warpsPerCTA = [${warps}], order = [${order}]}>`;
const swizzled = (vec: number, perPhase: number, maxPhase: number): string =>
  `#ttg.swizzled_shared<{vec = ${vec}, perPhase = ${perPhase}, maxPhase = ${maxPhase}, order = [1, 0]}>`;
const layout = (name: string, text: string): Preset => ({ name, state: { view: "layout", text } });
const memory = (shape: string, encoding: string): string => `!ttg.memdesc<${shape}, ${encoding}, #ttg.shared_memory>`;

const mmaV2 = mma("2, 2");
const wgmma = "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>";
const operand = (index: number): string => `#ttg.dot_op<{opIdx = ${index}, parent = ${mma("1, 1")}, kWidth = 2}>`;

export const Presets: readonly Preset[] = [
  layout("blocked, 32 x 32", `tensor<32x32xf16, ${blocked("1, 4", "4, 8", "4, 1")}>`),
  layout("mma.m16n8, four warps", `tensor<32x32xf32, ${mmaV2}>`),
  layout("wgmma.m64n64", `tensor<64x64xf32, ${wgmma}>`),
  layout("mma operand A", `tensor<16x16xf16, ${operand(0)}>`),
  layout("mma operand B", `tensor<16x8xf16, ${operand(1)}>`),
  layout("mfma 32x32", "tensor<32x32xf32, #ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = false}>>"),
  layout("wmma", "tensor<16x16xf32, #ttg.amd_wmma<{version = 1, isTranspose = false, ctaLayout = {warp = []}}>>"),
  layout("a row sliced from blocked", `tensor<32xf16, #ttg.slice<{dim = 0, parent = ${blocked("1, 4", "4, 8", "4, 1")}}>>`),
  layout("shared memory, row by row", memory("32x64xf16", swizzled(1, 1, 1))),
  layout("shared memory, swizzled", memory("32x64xf16", swizzled(8, 1, 8))),
  layout("shared memory, 128-byte swizzle of TMA", memory("64x64xf16", "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>")),
  layout("shared memory, padded", memory("32x64xf16", "#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [32, 64]}>")),
  layout("a product of two maps", "A = {register: [[0, 1], [0, 2]]} -> {dim0: 1, dim1: 4}\nB = {lane: [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]]} -> {dim0: 8, dim1: 4}\nA * B"),
  layout("an inverse", "inv({register: [[0, 1], [1, 1]], lane: [[0, 2], [2, 0]]})"),
  { name: "operands of a product: A left, B above", state: { view: "product", a: `tensor<16x16xf16, ${operand(0)}>`, b: `tensor<16x8xf16, ${operand(1)}>`, c: `tensor<16x8xf32, ${mma("1, 1")}>` } },
  { name: "conversion: blocked to mma", state: { view: "convert", from: `tensor<32x32xf16, ${blocked("1, 4", "4, 8", "4, 1")}>`, to: `tensor<32x32xf16, ${mmaV2}>`, target: "sm_90" } },
  { name: "conversion: transposed lanes by shuffles", state: { view: "convert", from: `tensor<8x16xf32, ${blocked("1, 4", "8, 4", "1, 1")}>`, to: `tensor<8x16xf32, ${blocked("4, 1", "2, 16", "1, 1", "0, 1")}>`, target: "sm_90" } },
  { name: "banks: a column read from rows", state: { view: "banks", registers: `tensor<32x32xf32, ${blocked("1, 1", "32, 1", "1, 1", "0, 1")}>`, shared: memory("32x32xf32", swizzled(1, 1, 1)), target: "sm_90", op: "load" } },
  { name: "banks: ldmatrix", state: { view: "banks", registers: `tensor<16x64xf16, ${operand(0)}>`, shared: memory("16x64xf16", swizzled(8, 1, 8)), target: "sm_90", op: "load" } },
  { name: "difference: two warps' arrangements", state: { view: "diff", a: `tensor<32x32xf32, ${mmaV2}>`, b: `tensor<32x32xf32, ${mma("4, 1")}>` } },
];
