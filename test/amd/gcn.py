"""Executes AMDGCN, the assembly of AMD's GPUs, as LLVM prints it: what a wave of 64 lanes does.

A subset of gfx942 (CDNA3 ISA), and some of gfx950: vector and scalar arithmetic of integers and f32,
comparisons, branches and masks, data-parallel moves, the data share, global memory, also by
descriptors. What is not known raises `Unknown`. Waits are not needed, since each instruction ends
before the next one begins.
"""

import dataclasses
import re
import struct

import numpy as np

import mfma

LANES = 64
U32, I32, F32, U64, I64 = np.uint32, np.int32, np.float32, np.uint64, np.int64
NUMBER = np.arange(LANES)
ALL = (1 << LANES) - 1
VCC = 106


class Unknown(Exception):
    """An instruction, or a form of one, that is not executed here."""


@dataclasses.dataclass
class Instruction:
    name: str
    operands: list
    modifiers: dict
    text: str


@dataclasses.dataclass
class Program:
    """A kernel's instructions, and what its metadata say."""

    instructions: list
    labels: dict
    arguments: list  # (offset, size, kind)
    shared: int
    threads: int
    target: str
    has_axes: tuple  # of the grid, whether waves get their number along it


MODIFIER = re.compile(r"^(offset|offset0|offset1|row_ror|row_mask|bank_mask|bound_ctrl|quad_perm"
                      r"|op_sel_hi|op_sel|dst_sel|dst_unused|src0_sel|src1_sel|cbsz|abid|blgp"
                      r"|bitop3):(.*)$")
FLAGS = {"off", "offen", "sc0", "sc1", "nt", "glc", "row_mirror", "row_half_mirror", "gds", "clamp"}


def split(text):
    """At commas outside of brackets and parentheses."""
    parts, depth, part = [], 0, ""
    for char in text:
        depth += (char in "[(") - (char in "])")
        if char == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += char
    return [each.strip() for each in [*parts, part] if each.strip()]


def instruction_of(line):
    """Its name goes without what says only how it is encoded."""
    name, _, rest = line.strip().partition(" ")
    name = re.sub(r"_(e32|e64|dpp|sdwa)$", "", name)
    rest = re.sub(r"quad_perm:\[([\d,]+)\]", lambda m: "quad_perm:" + m[1].replace(",", "/"), rest)
    operands, modifiers = [], {}
    for part in split(rest):
        for word in part.split():
            if found := MODIFIER.match(word):
                modifiers[found[1]] = found[2]
            elif word in FLAGS:
                modifiers[word] = True
            else:
                operands.append(word)
    return Instruction(name, operands, modifiers, line.strip())


def parse(text, kernel):
    body = text[text.index(f"\n{kernel}:\n") + len(kernel) + 3:]
    body = body[:body.index("\t.section")]
    instructions, labels = [], {}
    for line in body.splitlines():
        line = line.split(";")[0].rstrip()
        if label := re.match(r"^(\.\w+):$", line):
            labels[label[1]] = len(instructions)
        elif line.strip() and not line.strip().startswith("."):
            instructions.append(instruction_of(line.replace("\t", " ")))
    arguments = [(int(each[1]), int(each[2]), each[3]) for each in re.finditer(
        r"\.offset: +(\d+)\s+\.size: +(\d+)\s+\.value_kind: +(\w+)", text)]
    number = {key: int(re.search(rf"{key} +(\d+)", text)[1])
              for key in ("group_segment_fixed_size", "max_flat_workgroup_size:",
                          "workgroup_id_x", "workgroup_id_y", "workgroup_id_z")}
    return Program(instructions, labels, arguments, number["group_segment_fixed_size"],
                   number["max_flat_workgroup_size:"],
                   re.search(r'amdgcn_target ".*--(\w+)', text)[1],
                   tuple(number[f"workgroup_id_{axis}"] for axis in "xyz"))


def bits_of_half(values, kind):
    """Of an f16 or a bf16, rounded to the nearest, ties to even."""
    if kind == "f16":
        return values.astype(np.float16).view(np.uint16).astype(U32)
    bits = values.view(U32)
    rounded = bits + U32(0x7FFF) + (bits >> U32(16) & U32(1)) >> U32(16)
    return np.where(np.isnan(values), U32(0x7FC0), rounded)


class Memory:
    """Buffers at addresses of their own; what lies in none of them may not be touched."""

    def __init__(self):
        self.buffers, self.next = [], 1 << 32

    def place(self, data):
        """The address of the bytes of an array, which is changed in place."""
        at = self.next
        self.buffers.append((at, data.reshape(-1).view(np.uint8)))
        self.next += (data.nbytes + (1 << 16)) & ~0xFFFF
        return at

    def find(self, address, count):
        for at, data in self.buffers:
            if at <= address and address + count <= at + data.size:
                return data, address - at
        raise IndexError(f"no buffer has {count} bytes at {address:#x}")

    def read(self, address, count):
        data, at = self.find(int(address), count)
        return data[at:at + count]

    def write(self, address, value):
        data, at = self.find(int(address), value.size)
        data[at:at + value.size] = value


class Buffer:
    """Memory as instructions with a descriptor see it (CDNA3 ISA, "Memory Buffer Instructions"):
    addresses count from its base, and words at or past its number of bytes are zero and stay so."""

    def __init__(self, memory, descriptor):
        self.memory, self.base = memory, descriptor & ((1 << 48) - 1)
        self.bytes = descriptor >> 64 & 0xFFFFFFFF
        stride_and_swizzles, flags = descriptor >> 48 & 0xFFFF, descriptor >> 96
        is_typed = flags >> 30 == 0 and flags >> 15 & 15 != 0
        if stride_and_swizzles or not is_typed:
            raise Unknown(f"descriptor {descriptor:#x}")

    def words(self, offset, count):
        """Those that are inside: where they begin in the access, and their address."""
        for at in range(0, count, 4):
            if offset + at < self.bytes:
                yield at, self.base + offset + at

    def read(self, offset, count):
        data = np.zeros(count, np.uint8)
        for at, address in self.words(offset, count):
            data[at:at + 4] = self.memory.read(address, min(4, count))
        return data

    def write(self, offset, value):
        for at, address in self.words(offset, value.size):
            self.memory.write(address, value[at:at + 4])


TYPES = {"i16": np.int16, "i32": I32, "i64": I64, "u16": np.uint16, "u32": U32, "u64": U64,
         "f16": np.float16}
COMPARE = {"eq": np.equal, "ne": np.not_equal, "lg": np.not_equal, "lt": np.less,
           "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
           "neq": np.not_equal, "nlt": lambda a, b: ~(a < b), "nle": lambda a, b: ~(a <= b),
           "ngt": lambda a, b: ~(a > b), "nge": lambda a, b: ~(a >= b),
           "u": lambda a, b: np.isnan(a) | np.isnan(b),
           "o": lambda a, b: ~(np.isnan(a) | np.isnan(b)),
           "nlg": lambda a, b: ~((a < b) | (a > b))}


def class_of(numbers):
    """v_cmp_class_f32: the number of the one bit that a mask has for a float."""
    bits = numbers.view(U32)
    exponent, fraction = bits >> U32(23) & U32(0xFF), bits & U32(0x7FFFFF)
    finite = np.select([exponent != 0, fraction != 0], [8, 7], 6)
    of_number = np.where(exponent == 0xFF, 9, finite)
    signed = np.where(bits >> U32(31) != 0, 11 - of_number, of_number)
    is_nan = (exponent == 0xFF) & (fraction != 0)
    return np.where(is_nan, fraction >> U32(22), signed).astype(U32)


def high(a, b, kind):
    return ((a.astype(kind) * b.astype(kind)) >> kind(32)).astype(U32)


def permuted(a, b, selector):
    """v_perm_b32: bytes 0 to 3 are b's, 4 to 7 are a's; 12 is 0, what is above 0xFF."""
    both = (a.astype(U64) << U64(32)) | b.astype(U64)
    result = np.zeros(LANES, U32)
    for byte in range(4):
        which = (selector >> U32(8 * byte)) & U32(0xFF)
        picked = (both >> (U64(8) * (which.astype(U64) & U64(7)))) & U64(0xFF)
        # 8 to 11: the sign of the bytes 1, 3, 5, 7.
        sign = (both >> (U64(16) * (which.astype(U64) & U64(3)) + U64(15))) & U64(1)
        picked = np.where(which < 8, picked, np.where(which < 12, sign * U64(0xFF), np.where(
            which == 12, U64(0), U64(0xFF))))
        result |= picked.astype(U32) << U32(8 * byte)
    return result


def lanes_of(mask):
    """Whether a mask of 64 bits has each lane."""
    return (U64(mask) >> NUMBER.astype(U64)) & U64(1) == 1


def counted(function, *operands):
    """Of Python's integers, lane by lane."""
    return np.array([function(*map(int, each)) & 0xFFFFFFFF for each in zip(*operands)], U32)


def signed_field(word, offset, width):
    field = word >> offset & (1 << width) - 1
    return field - (1 << width) if width and field >> width - 1 else field


def fma(a, b, c):
    return (a.astype(np.float64) * b.astype(np.float64) + c.astype(np.float64)).astype(F32)


WORDS = {  # Of uint32, in the order of the operands.
    "add_u32": lambda a, b: a + b, "sub_u32": lambda a, b: a - b, "subrev_u32": lambda a, b: b - a,
    "mul_lo_u32": lambda a, b: a * b, "mul_hi_u32": lambda a, b: high(a, b, U64),
    "mul_hi_i32": lambda a, b: high(a.view(I32), b.view(I32), I64),
    "mul_u32_u24": lambda a, b: (a & U32(0xFFFFFF)) * (b & U32(0xFFFFFF)),
    "and_b32": lambda a, b: a & b, "or_b32": lambda a, b: a | b, "xor_b32": lambda a, b: a ^ b,
    "not_b32": lambda a: ~a, "mov_b32": lambda a: a,
    "lshlrev_b32": lambda a, b: b << (a & U32(31)), "lshrrev_b32": lambda a, b: b >> (a & U32(31)),
    "ashrrev_i32": lambda a, b: (b.view(I32) >> (a & U32(31)).view(I32)).view(U32),
    "lshrrev_b16": lambda a, b: (b & U32(0xFFFF)) >> (a & U32(15)),
    "lshlrev_b16": lambda a, b: (b << (a & U32(15))) & U32(0xFFFF),
    "min_u32": np.minimum, "max_u32": np.maximum,
    "min_i32": lambda a, b: np.minimum(a.view(I32), b.view(I32)).view(U32),
    "max_i32": lambda a, b: np.maximum(a.view(I32), b.view(I32)).view(U32),
    "min3_i32": lambda *each: np.minimum.reduce([one.view(I32) for one in each]).view(U32),
    "max3_i32": lambda *each: np.maximum.reduce([one.view(I32) for one in each]).view(U32),
    "min3_u32": lambda *each: np.minimum.reduce(each),
    "max3_u32": lambda *each: np.maximum.reduce(each),
    "add3_u32": lambda a, b, c: a + b + c, "or3_b32": lambda a, b, c: a | b | c,
    "lshl_add_u32": lambda a, b, c: (a << (b & U32(31))) + c,
    "add_lshl_u32": lambda a, b, c: (a + b) << (c & U32(31)),
    "lshl_or_b32": lambda a, b, c: (a << (b & U32(31))) | c,
    "and_or_b32": lambda a, b, c: (a & b) | c, "xad_u32": lambda a, b, c: (a ^ b) + c,
    "bfe_u32": lambda a, b, c: (a >> (b & U32(31))) & ((U32(1) << (c & U32(31))) - U32(1)),
    "bfi_b32": lambda a, b, c: (a & b) | (~a & c),
    "mad_u32_u24": lambda a, b, c: (a & U32(0xFFFFFF)) * (b & U32(0xFFFFFF)) + c,
    "alignbit_b32": lambda a, b, c: (((a.astype(U64) << U64(32)) | b.astype(U64))
                                     >> (c.astype(U64) & U64(31))).astype(U32),
    "perm_b32": permuted, "accvgpr_write_b32": lambda a: a, "accvgpr_read_b32": lambda a: a,
    "accvgpr_mov_b32": lambda a: a,
    "bfrev_b32": lambda a: counted(lambda x: int(f"{x:032b}"[::-1], 2), a),
    "bcnt_u32_b32": lambda a, b: counted(int.bit_count, a) + b,
    "ffbh_u32": lambda a: counted(lambda x: 32 - x.bit_length() if x else -1, a),
    "bfe_i32": lambda a, b, c: counted(signed_field, a, b & U32(31), c & U32(31)),
    "sub_u16": lambda a, b: (a - b) & U32(0xFFFF), "add_u16": lambda a, b: (a + b) & U32(0xFFFF),
    "mul_lo_u16": lambda a, b: (a * b) & U32(0xFFFF),
    "mul_i32_i24": lambda a, b: ((a << U32(8)).view(I32) >> I32(8)).view(U32)
    * ((b << U32(8)).view(I32) >> I32(8)).view(U32),
    "cvt_f32_i32": lambda a: a.view(I32).astype(F32).view(U32),
    "cvt_f32_u32": lambda a: a.astype(F32).view(U32),
    "cvt_f32_ubyte0": lambda a: (a & U32(0xFF)).astype(F32).view(U32),
    "cvt_f32_f16": lambda a: a.astype(np.uint16).view(np.float16).astype(F32).view(U32),
    "pack_b32_f16": lambda a, b: (a & U32(0xFFFF)) | (b << U32(16))}
# What an atomic access leaves, of what was there and of what it was given.
ATOMICS = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "and": lambda a, b: a & b,
           "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b, "swap": lambda a, b: b,
           "umax": np.maximum, "umin": np.minimum,
           "smax": lambda a, b: np.maximum(a.view(I32), b.view(I32)).view(U32),
           "smin": lambda a, b: np.minimum(a.view(I32), b.view(I32)).view(U32),
           "add_f32": lambda a, b: (a.view(F32) + b.view(F32)).view(U32)}
HALVES = {  # Of float16.
    "add_f16": lambda a, b: a + b, "sub_f16": lambda a, b: a - b, "subrev_f16": lambda a, b: b - a,
    "mul_f16": lambda a, b: a * b, "max_f16": np.fmax, "min_f16": np.fmin,
    "fma_f16": lambda a, b, c: a.astype(np.float64) * b.astype(np.float64)
    + c.astype(np.float64)}
PACKED = {  # Of float16.
    "pk_add_f16": lambda a, b: a + b, "pk_mul_f16": lambda a, b: a * b,
    "pk_max_f16": np.fmax, "pk_min_f16": np.fmin,
    "pk_fma_f16": lambda a, b, c: a.astype(np.float64) * b.astype(np.float64)
    + c.astype(np.float64)}
FLOATS = {  # Of float32.
    "add_f32": lambda a, b: a + b, "sub_f32": lambda a, b: a - b, "subrev_f32": lambda a, b: b - a,
    "mul_f32": lambda a, b: a * b, "max_f32": np.fmax, "min_f32": np.fmin,
    "max3_f32": lambda a, b, c: np.fmax(np.fmax(a, b), c),
    "min3_f32": lambda a, b, c: np.fmin(np.fmin(a, b), c),
    "med3_f32": lambda a, b, c: np.fmax(np.fmin(a, b), np.fmin(np.fmax(a, b), c)), "fma_f32": fma,
    "fmamk_f32": fma, "fmaak_f32": fma, "div_fmas_f32": fma,
    "div_fixup_f32": lambda p, b, a: np.where(
        np.isfinite(p) & (p != 0) & np.isfinite(a / b), p, a / b),
    "rcp_iflag_f32": lambda a: F32(1) / a, "rcp_f32": lambda a: F32(1) / a,
    "rsq_f32": lambda a: F32(1) / np.sqrt(a),
    "sqrt_f32": np.sqrt, "exp_f32": np.exp2, "log_f32": np.log2,
    "sin_f32": lambda a: np.sin(a * F32(2 * np.pi)),
    "cos_f32": lambda a: np.cos(a * F32(2 * np.pi)),
    "fract_f32": lambda a: a - np.floor(a), "floor_f32": np.floor, "ceil_f32": np.ceil,
    "trunc_f32": np.trunc, "rndne_f32": np.rint,
    "frexp_mant_f32": lambda a: np.frexp(a)[0].astype(F32)}


def registers_of(text):
    """The numbers of vector registers, those for accumulation behind the others; None of what are
    none."""
    found = re.match(r"^([va])(?:\[(\d+):(\d+)\]|(\d+))$", text)
    if not found:
        return None
    first, last = int(found[2] or found[4]), int(found[3] or found[4])
    return range(256 * (found[1] == "a") + first, 256 * (found[1] == "a") + last + 1)


class Wave:
    """A wave's registers, and its place in the block."""

    def __init__(self, block, number):
        self.block, self.program = block, block.program
        self.v = np.full((512, LANES), 0xDEADBEEF, U32)
        self.s, self.m0 = [0xBADC0DE] * 128, 0xBADC0DE
        self.scratch = np.full((4096, LANES), 0xDEADBEEF, U32)
        self.exec, self.scc, self.at = ALL, 0, 0
        # Accesses of global memory that nothing has waited for, as `s_waitcnt` counts them: for
        # copies to shared memory what ends them, None for others, which are done at once.
        self.under_way = []
        self.s[0], self.s[1] = block.arguments & 0xFFFFFFFF, block.arguments >> 32
        for place, axis in enumerate(axis for axis in range(3) if self.program.has_axes[axis]):
            self.s[2 + place] = block.number[axis]
        self.v[0] = NUMBER + LANES * number

    # Operands.

    def active(self):
        return lanes_of(self.exec)

    def scalar(self, text, words=1):
        """The bits of a scalar operand."""
        if text == "exec":
            return self.exec
        if text == "vcc":
            return self.s[VCC] | self.s[VCC + 1] << 32
        if text in ("exec_lo", "exec_hi"):
            return self.exec >> 32 * (text == "exec_hi") & 0xFFFFFFFF
        if text == "vcc_lo" or text == "vcc_hi":
            return self.s[VCC + (text == "vcc_hi")]
        if text == "m0":
            return self.m0
        if found := re.match(r"^s\[(\d+):(\d+)\]$", text):
            return sum(self.s[int(found[1]) + each] << 32 * each
                       for each in range(int(found[2]) - int(found[1]) + 1))
        if re.match(r"^s\d+$", text):
            return self.s[int(text[1:])]
        if re.match(r"^-?(0x[0-9a-f]+|\d+)$", text):
            return int(text, 0) & ((1 << 32 * words) - 1)
        if re.match(r"^-?\d+\.\d+$", text):
            return int(F32(text).view(U32))
        raise Unknown(f"operand {text}")

    def set_scalar(self, text, value, words=1):
        if text == "exec":
            self.exec = value & ALL
        elif text == "vcc" or text.startswith("s["):
            first = VCC if text == "vcc" else int(re.match(r"^s\[(\d+)", text)[1])
            for each in range(2 if text == "vcc" else words):
                self.s[first + each] = value >> 32 * each & 0xFFFFFFFF
        elif text in ("vcc_lo", "vcc_hi"):
            self.s[VCC + (text == "vcc_hi")] = value & 0xFFFFFFFF
        elif text == "m0":
            self.m0 = value & 0xFFFFFFFF
        elif re.match(r"^s\d+$", text):
            self.s[int(text[1:])] = value & 0xFFFFFFFF
        else:
            raise Unknown(f"result {text}")

    def vector(self, text):
        """The word of each lane."""
        if registers := registers_of(text):
            return self.v[registers[0]].copy()
        return np.full(LANES, self.scalar(text) & 0xFFFFFFFF, U32)

    def wide(self, text):
        """Two words of each lane."""
        if registers := registers_of(text):
            low, top = self.v[registers[0]], self.v[registers[1]]
            return low.astype(U64) | top.astype(U64) << U64(32)
        return np.full(LANES, self.scalar(text, 2), U64)

    def floats(self, text):
        if text.startswith("-|") or text.startswith("|"):
            size = np.abs(self.vector(text.strip("-|")).view(F32))
            return -size if text[0] == "-" else size
        if re.match(r"^-[vs]\d+$", text):
            return -self.vector(text[1:]).view(F32)
        return self.vector(text).view(F32)

    def set(self, register, values):
        self.v[register] = np.where(self.active(), values.astype(U32), self.v[register])

    def set_vector(self, text, values):
        self.set(registers_of(text)[0], values)

    def set_wide(self, text, values):
        low, top = registers_of(text)
        self.set(low, values & U64(0xFFFFFFFF))
        self.set(top, values >> U64(32))

    def set_mask(self, text, condition):
        mask = sum(1 << int(lane) for lane in NUMBER[condition & self.active()])
        self.set_scalar(text, mask, 2)

    # One instruction.

    def run(self):
        """Yields at each barrier of the block."""
        while True:
            instruction = self.program.instructions[self.at]
            self.at += 1
            if instruction.name == "s_endpgm":
                self.wait(0)
                return
            if instruction.name == "s_trap":
                raise RuntimeError("the kernel ends by a trap")
            if instruction.name == "s_barrier":
                yield
                continue
            try:
                self.step(instruction)
            except Unknown as error:
                raise Unknown(f"{error} in: {instruction.text}") from None

    def step(self, each):
        kind, _, what = each.name.partition("_")
        {"s": self.scalar_step, "v": self.vector_step, "global": self.global_step,
         "ds": self.shared_step, "buffer": self.buffer_step,
         "scratch": self.scratch_step}.get(kind, self.unknown)(what, each)

    def unknown(self, what, each):
        raise Unknown(what)

    def scratch_step(self, what, each):
        """A lane's own memory, at constant addresses."""
        way, _, form = what.partition("_dword")
        o, words = each.operands, int(form[1:] or 1)
        first = int(each.modifiers.get("offset", 0)) // 4
        if len(o) != 1 or "off" not in each.modifiers or way not in ("load", "store"):
            raise Unknown(what)
        for index, register in enumerate(registers_of(o[0])[:words]):
            if way == "load":
                self.set(register, self.scratch[first + index])
            else:
                active = self.active()
                self.scratch[first + index][active] = self.v[register][active]

    def wait(self, left):
        """Until at most so many accesses are under way; they end in the order they began."""
        while len(self.under_way) > left:
            if end := self.under_way.pop(0):
                end()

    def scalar_step(self, what, each):
        o = each.operands
        if what in ("waitcnt", "nop", "setprio", "sleep"):
            if found := re.search(r"vmcnt\((\d+)\)", each.text):
                self.wait(int(found[1]))
            return
        if what == "branch" or what.startswith("cbranch"):
            vcc = self.scalar("vcc")
            taken = {"branch": True, "cbranch_scc0": not self.scc, "cbranch_scc1": self.scc,
                     "cbranch_execz": self.exec == 0, "cbranch_execnz": self.exec != 0,
                     "cbranch_vccz": vcc == 0, "cbranch_vccnz": vcc != 0}[what]
            if taken:
                self.at = self.program.labels[o[0]]
            return
        if what.startswith("load_dword"):
            words = int(what.removeprefix("load_dwordx") if "x" in what else 1)
            data = self.block.memory.read(self.scalar(o[1]) + self.scalar(o[2]), 4 * words)
            return self.set_scalar(o[0], int.from_bytes(data.tobytes(), "little"), words)
        base, _, kind = what.rpartition("_")
        bits = {"b64": 64, "i64": 64, "u64": 64}.get(kind, 32)
        words, mask = bits // 32, (1 << bits) - 1
        value = [self.scalar(text, words) for text in o[1:]]
        signed = [x - (1 << bits) if x >> (bits - 1) else x for x in value]
        if base in ("bitcmp0", "bitcmp1"):
            bit = self.scalar(o[0]) >> (self.scalar(o[1]) & 31) & 1
            self.scc = int(bit == (base == "bitcmp1"))
            return
        if base == "ff1_i32":
            value = self.scalar(o[1], words)
            return self.set_scalar(o[0], (value & -value).bit_length() - 1 & 0xFFFFFFFF)
        if base.startswith("cmpk_"):
            number, base = int(o[1], 0), base.replace("cmpk", "cmp")
            number = number - 65536 if kind[0] == "i" and number > 32767 else number
            o = [o[0], str(number)]
        if base.startswith("cmp_"):
            a, b = self.scalar(o[0], words), self.scalar(o[1], words)
            if kind[0] == "i":
                a, b = (x - (1 << bits) if x >> (bits - 1) else x for x in (a, b))
            self.scc = int({"eq": a == b, "lg": a != b, "gt": a > b, "ge": a >= b, "lt": a < b,
                            "le": a <= b}[base.removeprefix("cmp_")])
            return
        if base.endswith("saveexec"):
            before = self.exec
            self.exec = {"and": before & value[0], "or": before | value[0],
                         "andn2": value[0] & ~before & ALL, "xor": before ^ value[0]}[base[:-9]]
            self.set_scalar(o[0], before, 2)
            self.scc = int(self.exec != 0)
            return
        if base == "movk":
            number = int(o[1], 0)
            return self.set_scalar(o[0], (number - 65536 if number > 32767 else number) & mask)
        if base in ("addk", "mulk"):
            number = int(o[1], 0)
            number = number - 65536 if number > 32767 else number
            own = self.scalar(o[0])
            return self.set_scalar(o[0], (own + number if base == "addk" else own * number) & mask)
        if base == "cselect":
            return self.set_scalar(o[0], value[0] if self.scc else value[1], words)
        result = self.scalar_result(base, kind, value, signed, bits)
        if base in ("add", "sub", "addc", "subb") and kind == "u32":
            self.scc = int(result != result & mask)
        elif base in ("and", "or", "xor", "andn2", "orn2", "not", "lshl", "lshr", "ashr", "bfe"):
            self.scc = int(result & mask != 0)
        elif base in ("add", "sub", "min", "max"):
            self.scc = None
        self.set_scalar(o[0], result & mask, words)

    def scalar_result(self, base, kind, value, signed, bits):
        by = value[1] & (bits - 1) if len(value) > 1 else 0
        a, b = value[0], value[1] if len(value) > 1 else 0
        ones = (1 << bits) - 1
        if base == "bfe":
            offset, width = b & 31, b >> 16 & 0x7F
            return signed_field(a, offset, width) if kind[0] == "i" else \
                a >> offset & (1 << width) - 1
        if base == "mul_hi":
            return (a * b if kind == "u32" else signed[0] * signed[1]) >> 32
        if base in ("min", "max"):
            pair = signed if kind[0] == "i" else value
            return min(pair) if base == "min" else max(pair)
        table = {"mov": a, "add": a + b, "sub": a - b, "addc": a + b + (self.scc or 0),
                 "mul": a * b, "and": a & b, "or": a | b, "xor": a ^ b, "andn2": a & ~b & ones,
                 "orn2": a | ~b & ones, "not": ~a & ones, "lshl": a << by, "lshr": a >> by,
                 "ashr": signed[0] >> by, "abs": abs(signed[0]),
                 "brev": int(f"{a:0{bits}b}"[::-1], 2), "subb": a - b - (self.scc or 0),
                 "sext_i32": a - (1 << 16) if kind == "i16" and a & 0x8000 else a,
                 "lshl1_add": 2 * a + b, "lshl2_add": 4 * a + b}
        if base not in table or (base == "addc" and self.scc is None):
            raise Unknown("s_" + base)
        return table[base]

    def vector_step(self, what, each):
        o = each.operands
        if what.startswith("mfma_"):
            return self.matrix_step(what, each)
        with np.errstate(all="ignore"):
            if what.startswith("cmp_"):
                _, how, kind = what.split("_")
                if what == "cmp_class_f32":
                    classes = class_of(self.selected(o[1], each, 0, kind))
                    return self.set_mask(o[0], (self.vector(o[2]) >> classes & U32(1)) != 0)
                a, b = (self.selected(text, each, place, kind) for place, text in enumerate(o[1:]))
                return self.set_mask(o[0], COMPARE[how](a, b))
            if what == "cndmask_b32":
                condition = lanes_of(self.scalar(o[3] if len(o) > 3 else "vcc"))
                return self.set_vector(o[0], np.where(condition, self.vector(o[2]),
                                                      self.vector(o[1])))
            if what == "bitop3_b32":
                # Of each three bits the bit of a table with that number.
                table, words = int(each.modifiers["bitop3"], 16), [self.vector(t) for t in o[1:]]
                result = np.zeros(LANES, U32)
                for number in range(8):
                    if table >> number & 1:
                        a, b, c = (word if number >> place & 1 else ~word
                                   for place, word in zip((2, 1, 0), words))
                        result |= a & b & c
                return self.set_vector(o[0], result)
            if what in ("permlane16_swap_b32", "permlane32_swap_b32"):
                # Odd rows of the first change places with even ones of the second.
                size = int(what[8:10])
                a, b, is_odd = self.vector(o[0]), self.vector(o[1]), NUMBER & size != 0
                self.set_vector(o[0], np.where(is_odd, b[NUMBER ^ size], a))
                return self.set_vector(o[1], np.where(is_odd, b, a[NUMBER ^ size]))
            if what in ("readlane_b32", "readfirstlane_b32"):
                lane = self.scalar(o[2]) % LANES if len(o) > 2 else int(NUMBER[self.active()][0])
                return self.set_scalar(o[0], int(self.vector(o[1])[lane]))
            if what == "pk_mov_b32":
                picked = each.modifiers.get("op_sel", "[0,0]")[1:-1].split(",")
                pair = [self.wide(text) >> U64(32 * int(upper)) & U64(0xFFFFFFFF)
                        for text, upper in zip(o[1:], picked)]
                return self.set_wide(o[0], pair[0] | pair[1] << U64(32))
            if what == "mov_b64":
                return self.set_wide(o[0], self.wide(o[1]))
            if what == "lshl_add_u64":
                return self.set_wide(o[0], (self.wide(o[1]) << (self.wide(o[2]) & U64(7)))
                                     + self.wide(o[3]))
            if what in ("lshlrev_b64", "lshrrev_b64", "ashrrev_i64"):
                by, value = self.wide(o[1]) & U64(63), self.wide(o[2])
                return self.set_wide(o[0], value << by if what[3] == "l" else
                                     value >> by if what[0] == "l" else
                                     (value.view(I64) >> by.view(I64)).view(U64))
            if what in ("mad_u64_u32", "mad_i64_i32"):
                a, b = self.vector(o[2]), self.vector(o[3])
                if what == "mad_i64_i32":
                    product = (a.view(I32).astype(I64) * b.view(I32).astype(I64)).view(U64)
                else:
                    product = a.astype(U64) * b.astype(U64)
                return self.set_wide(o[0], product + self.wide(o[4]))
            if what in ("add_co_u32", "addc_co_u32", "sub_co_u32", "subb_co_u32", "subrev_co_u32",
                        "subbrev_co_u32"):
                return self.carry(what, o)
            if what in ("mbcnt_lo_u32_b32", "mbcnt_hi_u32_b32"):
                mask, first = self.scalar(o[1]), 32 * ("hi" in what)
                counts = [(mask & ((1 << max(0, min(32, lane - first))) - 1)).bit_count()
                          for lane in range(LANES)]
                return self.set_vector(o[0], np.array(counts, U32) + self.vector(o[2]))
            if what == "div_scale_f32":
                # Numbers far from the ends of the range are not scaled.
                self.set_scalar(o[1], 0, 2)
                return self.set_vector(o[0], self.floats(o[2]).view(U32))
            if what == "ldexp_f32":
                exponent = self.vector(o[2]).view(I32)
                return self.set_vector(o[0], np.ldexp(self.floats(o[1]), exponent).astype(F32)
                                       .view(U32))
            if what == "frexp_exp_i32_f32":
                return self.set_vector(o[0], np.frexp(self.floats(o[1]))[1].astype(I32).view(U32))
            if what == "fmac_f32":
                return self.set_vector(o[0], fma(self.floats(o[1]), self.floats(o[2]),
                                                 self.floats(o[0])).view(U32))
            if what in HALVES:
                values = [self.selected(text, each, place, "f16")
                          for place, text in enumerate(o[1:])]
                return self.set_selected(o[0], each, HALVES[what](*values).astype(np.float16)
                                         .view(np.uint16).astype(U32))
            if what in PACKED:
                return self.packed_step(what, each)
            if what in ("cvt_f16_u16", "cvt_f16_i16"):
                words = self.selected(o[1], each, 0, "i16" if what[-3] == "i" else "u16")
                return self.set_selected(o[0], each, words.astype(np.float16).view(np.uint16)
                                         .astype(U32))
            if what in ("fma_mix_f32", "fma_mixlo_f16", "fma_mixhi_f16"):
                return self.mix(what, each)
            if what in ("cvt_u32_f32", "cvt_i32_f32"):
                low, top = (0, 2**32 - 1) if what[4] == "u" else (-2**31, 2**31 - 1)
                whole = np.trunc(np.nan_to_num(self.floats(o[1]).astype(np.float64)))
                return self.set_selected(o[0], each, (np.clip(whole, low, top).astype(I64)
                                                      & 0xFFFFFFFF).astype(U32))
            if what in ("cvt_pk_f16_f32", "cvt_pk_bf16_f32"):
                halves = [bits_of_half(self.floats(text), what[7:-4]) for text in o[1:]]
                return self.set_vector(o[0], halves[0] | halves[1] << U32(16))
            if what == "cvt_f16_f32":
                return self.set_vector(o[0], self.floats(o[1]).astype(np.float16)
                                       .view(np.uint16))
            if what in ("max_i16", "min_i16", "max_u16", "min_u16"):
                a, b = (self.selected(text, each, place, what[-3:])
                        for place, text in enumerate(o[1:]))
                return self.set_selected(o[0], each, (np.maximum if what[1] == "a" else np.minimum)
                                         (a, b).view(np.uint16).astype(U32))
            if what in FLOATS:
                values = [self.moved(self.floats(text).view(U32), each, place).view(F32)
                          for place, text in enumerate(o[1:])]
                return self.set_vector(o[0], FLOATS[what](*values).astype(F32).view(U32))
            if what in WORDS:
                values = [self.selected(text, each, place, "u32")
                          for place, text in enumerate(o[1:])]
                return self.set_selected(o[0], each, WORDS[what](*values))
        raise Unknown("v_" + what)

    def matrix_step(self, what, each):
        """Masked lanes take part, too."""
        to, left, right, own = (registers_of(text) for text in each.operands[:4])
        a, b = self.v[left], self.v[right]
        c = self.v[own] if own else np.full((len(to), LANES), self.scalar(each.operands[3]), U32)
        if what.startswith("mfma_scale_"):
            scales = [self.vector(text) for text in each.operands[4:]]
            result = mfma.multiply_scaled(what, a, b, c, scales, each.modifiers)
        else:
            result = mfma.multiply(what, a, b, c, each.modifiers, self.block.program.target)
        if result is None:
            raise Unknown("v_" + what)
        self.v[to] = result

    def packed_step(self, what, each):
        """Two halves: op_sel says which half of each operand the lower one is of, op_sel_hi which
        the upper one."""
        to, *operands = each.operands
        if not all(re.match(r"^[vs]\d+$", text) for text in operands):
            raise Unknown("constants as halves")
        result = np.zeros(LANES, U32)
        for place, (name, usual) in enumerate((("op_sel", 0), ("op_sel_hi", 1))):
            picked = each.modifiers.get(name, str([usual] * len(operands)))[1:-1].split(",")
            halves = [(self.vector(text) >> U32(16 * int(upper))).astype(np.uint16)
                      .view(np.float16) for text, upper in zip(operands, picked)]
            half = PACKED[what](*halves).astype(np.float16).view(np.uint16)
            result |= half.astype(U32) << U32(16 * place)
        self.set_vector(to, result)

    def carry(self, what, o):
        a, b = self.vector(o[2]).astype(I64), self.vector(o[3]).astype(I64)
        if "rev" in what:
            a, b = b, a
        into = 0
        if what[:4] in ("addc", "subb"):
            into = lanes_of(self.scalar(o[4])).astype(I64)
        result = a + b + into if what.startswith("add") else a - b - into
        self.set_vector(o[0], (result & 0xFFFFFFFF).astype(U32))
        self.set_mask(o[1], (result >> 32) != 0)

    def mix(self, what, each):
        """Operands are halves where op_sel_hi says so, the upper ones where op_sel does."""
        halves, upper = ([int(bit) for bit in each.modifiers.get(name, "[0,0,0]")[1:-1].split(",")]
                         for name in ("op_sel_hi", "op_sel"))
        values = []
        for place, text in enumerate(each.operands[1:]):
            if halves[place]:
                sign, text = (-1, text[1:]) if text[0] == "-" else (1, text)
                bits = (self.vector(text) >> U32(16 * upper[place])).astype(np.uint16)
                values.append(F32(sign) * bits.view(np.float16).astype(F32))
            else:
                values.append(self.floats(text))
        result, to = fma(*values), each.operands[0]
        if what == "fma_mix_f32":
            return self.set_vector(to, result.view(U32))
        bits = result.astype(np.float16).view(np.uint16).astype(U32)
        own = self.vector(to)
        self.set_vector(to, own & U32(0xFFFF0000) | bits if what == "fma_mixlo_f16" else
                        own & U32(0xFFFF) | bits << U32(16))

    def moved(self, words, each, place):
        """The first operand of a data-parallel move, from other lanes of its row."""
        if place != 0 or "row_mask" not in each.modifiers:
            return words
        m, row, lane = each.modifiers, NUMBER & ~15, NUMBER & 15
        if (m["row_mask"], m["bank_mask"]) != ("0xf", "0xf") or "bound_ctrl" not in m:
            raise Unknown("a move of some lanes")
        if "quad_perm" in m:
            order = np.array([int(each) for each in m["quad_perm"].split("/")])
            return words[NUMBER & ~3 | order[NUMBER & 3]]
        if "row_ror" in m:
            return words[row | (lane - int(m["row_ror"])) & 15]
        if "row_mirror" in m:
            return words[row | 15 - lane]
        if "row_half_mirror" in m:
            return words[NUMBER & ~7 | 7 - (NUMBER & 7)]
        raise Unknown("this move")

    def selected(self, text, each, place, kind):
        """An operand, or a part of it, as the type has it."""
        if kind == "f32":
            return self.floats(text)
        if kind == "f16" and re.match(r"^-?\d+\.\d+$", text):
            return np.full(LANES, np.float16(text))
        if kind in ("i64", "u64"):
            return self.wide(text).view(TYPES[kind])
        if kind not in TYPES:
            raise Unknown(f"operands of {kind}")
        is_signed = text.startswith("sext(")
        words = self.moved(self.vector(text[5:-1] if is_signed else text), each, place)
        part = each.modifiers.get(f"src{place}_sel", "DWORD")
        if part.startswith("BYTE"):
            words = words >> U32(8 * int(part[-1])) & U32(0xFF)
        elif part.startswith("WORD"):
            words = words >> U32(16 * int(part[-1])) & U32(0xFFFF)
        if is_signed and part != "DWORD":
            kept = U32(24 if part[0] == "B" else 16)
            words = ((words << kept).view(I32) >> kept.view(I32)).view(U32)
        if kind in ("i16", "u16", "f16"):
            return words.astype(np.uint16).view(TYPES[kind])
        return words.view(TYPES[kind])

    def set_selected(self, text, each, words):
        part = each.modifiers.get("dst_sel", "DWORD")
        if part == "DWORD":
            return self.set_vector(text, words)
        size, index = (8, int(part[-1])) if part[0] == "B" else (16, int(part[-1]))
        mask = (1 << size) - 1
        placed = (words & U32(mask)) << U32(size * index)
        if each.modifiers.get("dst_unused") == "UNUSED_PRESERVE":
            placed |= self.vector(text) & U32(~(mask << size * index) & 0xFFFFFFFF)
        return self.set_vector(text, placed)

    # Memory.

    def addresses(self, address, base, each):
        offset = int(each.modifiers.get("offset", 0))
        if base is None:
            return self.wide(address).astype(object) + offset
        return self.vector(address).astype(object) + self.scalar(base) + offset


    def load(self, memory, addresses, to, form):
        size = {"ubyte": 1, "sbyte": 1, "u8": 1, "i8": 1, "ushort": 2, "sshort": 2, "u16": 2,
                "i16": 2}.get(form)
        is_signed = form in ("sbyte", "i8", "sshort", "i16")
        registers = registers_of(to)
        for lane in NUMBER[self.active()]:
            data = memory.read(addresses[lane], size or 4 * len(registers)).tobytes()
            if size:
                self.v[registers[0], lane] = int.from_bytes(data, "little", signed=is_signed) \
                    & 0xFFFFFFFF
            else:
                self.v[list(registers), lane] = np.frombuffer(data, U32)

    def store(self, memory, addresses, source, form):
        size = {"byte": 1, "b8": 1, "short": 2, "b16": 2, "short_d16_hi": 2,
                "b16_d16_hi": 2}.get(form)
        first = 2 if "d16_hi" in form else 0
        registers = list(registers_of(source))
        for lane in NUMBER[self.active()]:
            data = self.v[registers, lane].view(np.uint8)
            memory.write(addresses[lane], data[first:first + size] if size else data)

    def memory_step(self, what, each, place):
        """Of global memory: `place` says from the other operands which, and where in it."""
        how, _, form = what.partition("_")
        if how not in ("load", "store", "atomic"):
            raise Unknown(each.name)
        self.under_way.append(None)
        # Of an atomic access with a result, which is what was there, sc0 is said.
        has_result = how == "load" or (how == "atomic" and "sc0" in each.modifiers)
        to = each.operands[0] if has_result else None
        operands = each.operands[has_result:]
        given, (memory, addresses) = place(how, operands)
        if how == "load":
            self.load(memory, addresses, to, form)
        elif how == "store":
            self.store(memory, addresses, given, form)
        else:
            self.atomic(memory, addresses, given, form, to)

    def copy_to_share(self, what, each):
        """A lane's words go as far past the wave's address as those of the lanes before need."""
        words = int(what.partition("dwordx")[2] or 1)
        address, *rest = each.operands
        base = rest[0] if rest else None
        addresses, start = self.addresses(address, base, each), self.m0
        copied = [(start + 4 * words * lane,
                   self.block.memory.read(addresses[lane], 4 * words).copy())
                  for lane in NUMBER[self.active()]]

        def end():
            for at, data in copied:
                self.block.share.write(at, data)

        self.under_way.append(end)

    def global_step(self, what, each):
        if what.startswith("load_lds_dword"):
            return self.copy_to_share(what, each)

        def place(how, operands):
            address, *rest = operands
            given = None if how == "load" else rest.pop(0)
            return given, (self.block.memory,
                           self.addresses(address, rest[0] if rest else None, each))

        self.memory_step(what, each, place)

    def buffer_step(self, what, each):
        # Here are no caches.
        if what in ("inv", "wbl2"):
            return

        def place(how, operands):
            given = None if how == "load" else operands.pop(0)
            lanes = self.vector(operands.pop(0)) if "offen" in each.modifiers else np.zeros(LANES)
            descriptor, base = operands
            constant = int(each.modifiers.get("offset", 0)) + self.scalar(base)
            return given, (Buffer(self.block.memory, self.scalar(descriptor)),
                           lanes.astype(U32).astype(object) + constant)

        self.memory_step(what, each, place)

    def atomic(self, memory, addresses, given, form, to=None):
        if form != "cmpswap" and form not in ATOMICS:
            raise Unknown("atomic " + form)
        given = list(registers_of(given))
        for lane in NUMBER[self.active()]:
            before = memory.read(addresses[lane], 4).view(U32).copy()
            value = self.v[given, lane]
            after = ATOMICS[form](before, value[:1]) if form != "cmpswap" else \
                np.where(before == value[1], value[0], before)
            memory.write(addresses[lane], after.astype(U32).view(np.uint8))
            if to is not None:
                self.v[int(to[1:]), lane] = before[0]

    def swizzled(self, text):
        """The lanes that are read: bits of the number are kept, flipped, or constant."""
        if found := re.search(r"swizzle\(SWAP,(\d+)\)", text):
            return NUMBER ^ int(found[1])
        found = re.search(r'swizzle\(BITMASK_PERM,"([pi01]{5})"\)', text)
        if not found:
            raise Unknown("this swizzle")
        lanes = NUMBER & 32
        for bit, how in enumerate(reversed(found[1])):
            own = NUMBER >> bit & 1
            lanes = lanes | {"p": own, "i": 1 - own, "0": 0 * own, "1": 0 * own + 1}[how] << bit
        return lanes

    def transposed_load(self, o, offset, bytes):
        """Each 16 lanes have a matrix of 16 columns in the order of lanes, 8 bytes each; a lane
        gets one column."""
        if not self.active().all():
            raise Unknown("a transposed load by some lanes")
        addresses = self.vector(o[1]).astype(object) + offset
        pieces = np.stack([self.block.share.read(each, 8) for each in addresses])
        matrices = pieces.reshape(LANES // 16, 8 // bytes, 16, bytes)
        columns = np.ascontiguousarray(matrices.transpose(0, 2, 1, 3)).reshape(LANES, 8)
        self.v[list(registers_of(o[0]))] = columns.view(U32).T

    def shared_step(self, what, each):
        o, share = each.operands, self.block.share
        if what in ("bpermute_b32", "swizzle_b32"):
            words = self.vector(o[2] if what[0] == "b" else o[1])
            if what[0] == "b":
                offset = U32(int(each.modifiers.get("offset", 0)))
                lanes = (self.vector(o[1]) + offset) // 4 % LANES
            else:
                lanes = self.swizzled(each.text)
            return self.set_vector(o[0], words[lanes])
        offset = int(each.modifiers.get("offset", 0))
        if what.startswith("read2") or what.startswith("write2"):
            is_read = what[0] == "r"
            size = 8 if what.endswith("b64") else 4
            step = size * (64 if "st64" in what else 1)
            address = self.vector(o[1] if is_read else o[0]).astype(object)
            halves = registers_of(o[0]) if is_read else None
            for place in range(2):
                at = address + step * int(each.modifiers.get(f"offset{place}", 0))
                if is_read:
                    words = len(halves) // 2
                    first = halves[place * words]
                    self.load(share, at, f"v[{first}:{first + words - 1}]", "")
                else:
                    self.store(share, at, o[1 + place], "")
            return
        if what in ("read_b64_tr_b16", "read_b64_tr_b8"):
            return self.transposed_load(o, offset, int(what.rpartition("b")[2]) // 8)
        how, _, form = what.partition("_")
        if how == "read":
            return self.load(share, self.vector(o[1]).astype(object) + offset, o[0], form)
        if how == "write":
            return self.store(share, self.vector(o[0]).astype(object) + offset, o[1], form)
        if form in ("u32", "b32", "i32") or what.endswith("rtn_u32"):
            is_read = "rtn" in what
            name = {"max": "umax" if "u32" in what else "smax",
                    "min": "umin" if "u32" in what else "smin"}.get(how, how)
            address = self.vector(o[1] if is_read else o[0]).astype(object) + offset
            return self.atomic(share, address, o[2 if is_read else 1], name,
                               o[0] if is_read else None)
        raise Unknown("ds_" + what)


class Share(Memory):
    """A block's own memory, from address 0 on; it holds anything at first."""

    def __init__(self, size):
        super().__init__()
        self.buffers = [(0, np.random.default_rng(size).integers(0, 256, size, np.uint8))]


class Block:
    def __init__(self, program, memory, arguments, number):
        self.program, self.memory, self.arguments, self.number = program, memory, arguments, number
        self.share = Share(program.shared)

    def run(self):
        waves = [Wave(self, number).run() for number in range(self.program.threads // LANES)]
        while waves:
            # Those that are at the barrier wait for the others.
            waves = [wave for wave in waves if next(wave, "done") != "done"]


class Printed:
    """HIP's buffer for printf: how many bytes of records it has, how many it has room for, and the
    records. One begins with its size and what it is, the hash of its format, and has eight bytes
    for each argument."""

    HEADER, CONSTANT_FORMAT = 8, 2

    def __init__(self, text, size=1 << 20):
        self.formats = {int(each[1], 16): each[2].encode().decode("unicode_escape")
                        for each in re.finditer(r'- +"0:0:([0-9a-f]{16}),(.*)"$', text, re.M)}
        self.data = np.zeros(size, np.uint8)
        self.data.view(U32)[1] = size - self.HEADER

    def lines(self):
        left = int(self.data.view(U32)[0])
        texts, at = [], 0
        while left > 0:
            record = self.data[self.HEADER + at:]
            control = int(record[:4].view(U32)[0])
            size = control >> 2
            if not control & self.CONSTANT_FORMAT or size < 12 or size > left:
                raise Unknown(f"record {control:#x} of printf")
            data = record[4:size].tobytes()
            numbers = [int.from_bytes(data[place:place + 8], "little")
                       for place in range(0, len(data), 8)]
            texts.append(formatted(self.formats[numbers[0]], numbers[1:]))
            at, left = at + size, left - size
        return "".join(texts).splitlines()


def formatted(format, numbers):
    """As printf, of arguments that have 64 bits each."""
    left = iter(numbers)

    def one(found):
        if found[0] == "%%":
            return "%"
        bits, kind = next(left), found[3]
        if kind in "feg":
            return (found[1] + kind) % struct.unpack("<d", bits.to_bytes(8, "little"))
        width = 64 if "l" in found[2] else 32
        bits &= (1 << width) - 1
        if kind == "d" and bits >> width - 1:
            bits -= 1 << width
        return (found[1] + kind.replace("u", "d")) % bits

    return re.sub(r"(%[-+ #0]*\d*(?:\.\d+)?)(l*)([duxXfeg])|%%", one, format)


def run(text, kernel, grid, values):
    """Executes all blocks of a grid, and gives the lines that are printed. `values` are arrays,
    which are changed, or the bytes of scalars."""
    program, memory, printed = parse(text, kernel), Memory(), Printed(text)
    given = [memory.place(each).to_bytes(8, "little") if isinstance(each, np.ndarray) else each
             for each in values]
    size = max(offset + bytes for offset, bytes, _ in program.arguments)
    # As much as a loader allocates: scalar loads may read beyond the arguments.
    segment = np.zeros(size + 64, np.uint8)
    for (offset, bytes, kind), value in zip(program.arguments, [*given, *[None] * 99]):
        if kind.startswith("hidden_block_count"):
            value = int(grid["xyz".index(kind[-1])]).to_bytes(4, "little")
        if kind == "hidden_printf_buffer":
            value = memory.place(printed.data).to_bytes(8, "little")
        if value is not None:
            segment[offset:offset + len(value)] = np.frombuffer(value, np.uint8)
    arguments = memory.place(segment)
    for z in range(grid[2]):
        for y in range(grid[1]):
            for x in range(grid[0]):
                Block(program, memory, arguments, (x, y, z)).run()
    return printed.lines()
