"""What a code object for AMD GPUs has, as LLVM's llvm-readelf and llvm-objdump show it."""

import collections
import dataclasses
import re
import subprocess

TOOLS = "/usr/lib/llvm-22/bin/"

# What a lane moves, by how the mnemonic ends: LLVM's names up to gfx9 and from gfx11 on.
BYTES = {"ubyte": 1, "sbyte": 1, "byte": 1, "u8": 1, "i8": 1, "b8": 1, "ushort": 2, "sshort": 2,
         "short": 2, "u16": 2, "i16": 2, "b16": 2, "dword": 4, "dwordx2": 8, "dwordx3": 12,
         "dwordx4": 16, "dwordx8": 32, "dwordx16": 64, "b32": 4, "b64": 8, "b96": 12, "b128": 16,
         "b256": 32, "b512": 64}

# The class of an instruction by how its mnemonic begins, the first that fits. Together they have
# everything that accesses memory, waits for other waves, or multiplies matrices.
CLASSES = [(re.compile(pattern), name) for pattern, name in [
    (r"ds_(swizzle|bpermute|permute)_", "ds_shuffle"),
    (r"ds_(read|load)", "ds_load"),
    (r"ds_(write|store)_(?!xchg|rtn)|ds_(write|store)2", "ds_store"),
    (r"ds_(pk_)?(add|sub|inc|dec|min|max|and|or|xor|cmpst|cmpstore|wrxchg|storexchg)_",
     "ds_atomic"),
    (r"ds_nop|ds_gws", "none"),
    (r"(global|flat)_load_", "vector_load"),
    (r"(global|flat)_store_", "vector_store"),
    (r"(global|flat)_atomic_", "vector_atomic"),
    (r"buffer_load_", "vector_load"),
    (r"buffer_store_", "vector_store"),
    (r"buffer_atomic_", "vector_atomic"),
    (r"scratch_", "scratch"),
    (r"(buffer|global)_(wb|inv|gl[012]_inv)", "none"),
    (r"s_load_", "scalar_load"),
    (r"s_dcache_|s_icache_", "none"),
    (r"s_barrier_signal$", "none"),  # the first half of a barrier, from gfx12 on
    (r"s_barrier(_wait)?$", "barrier"),
    (r"v_(mfma|smfmac|wmma|swmmac)_", "matrix_product"),
]]
# What has to be in one of them.
MEMORY = re.compile(r"(ds|global|flat|buffer|tbuffer|scratch|image|s_load|s_store|s_buffer|"
                    r"s_scratch|s_atomic|s_barrier)_?")
# Data-parallel moves, which read other lanes.
MOVES = re.compile(r"\b(quad_perm|row_\w+|wave_\w+|dpp8):|\brow_(half_)?mirror\b|^v_permlane")


class Unknown(Exception):
    """Something that is not in the tables here."""


@dataclasses.dataclass
class Instruction:
    mnemonic: str
    operands: list[str]
    text: str

    @property
    def kind(self):
        """One of CLASSES, "lane_move", or "none"."""
        # Up to gfx90a LLVM spills through a buffer, at the same offset in all lanes.
        if re.match(r"buffer_(load|store)_.* off, ", self.text):
            return "scratch"
        for pattern, name in CLASSES:
            if pattern.match(self.mnemonic):
                return name
        if MEMORY.match(self.mnemonic):
            raise Unknown(self.text)
        return "lane_move" if MOVES.search(self.text) else "none"

    @property
    def bytes(self):
        """What a lane, or of scalar loads a wave, moves."""
        stem = re.sub(r"_d16(_hi)?(?=_|$)|_tr_b\d+|_2addr(_stride64)?|_format", "", self.mnemonic)
        word = stem.rsplit("_", 1)[-1]
        if word not in BYTES:
            raise Unknown(self.text)
        two = re.match(r"ds_\w+?2(st64)?_|ds_\w+_2addr_", self.mnemonic)
        return BYTES[word] * (2 if two else 1)


@dataclasses.dataclass
class CodeObject:
    """Of one kernel."""
    name: str
    # Of the metadata: ".group_segment_fixed_size" and so on, and [(offset, size, kind)].
    facts: dict[str, str]
    arguments: list[tuple[int, int, str]]
    # Of the descriptor: ".amdhsa_kernarg_size" and so on.
    descriptor: dict[str, int]
    undefined: list[str]
    # The arguments of each print.
    prints: list[int]
    code: list[Instruction]

    def fact(self, key):
        return int(self.facts[key])

    @property
    def kernarg_pointer(self):
        """The number of the first of the two scalar registers that have it. (LLVM, User Guide for
        AMDGPU Backend, "Initial Kernel Execution State".)"""
        before = [("private_segment_buffer", 4), ("dispatch_ptr", 2), ("queue_ptr", 2)]
        return sum(count for name, count in before
                   if self.descriptor.get(f".amdhsa_user_sgpr_{name}"))

    def counted(self):
        """{class: [instructions, bytes]}. Scalar loads of anything but arguments are "scalar_data";
        "compare_and_swap" are among the "vector_atomic"."""
        counts = collections.defaultdict(lambda: [0, 0])
        pointer = {self.kernarg_pointer, self.kernarg_pointer + 1}
        for each in self.code:
            kind = each.kind
            if kind == "scalar_load" and not registers(each.operands[1]) <= pointer:
                kind = "scalar_data"
            if kind != "none":
                counts[kind][0] += 1
                if kind.endswith(("_load", "_store", "_data")):
                    counts[kind][1] += each.bytes
                if kind == "vector_atomic" and "_cmpswap" in each.mnemonic:
                    counts["compare_and_swap"][0] += 1
                    is_wide = each.mnemonic.endswith(("x2", "b64"))
                    counts["compare_and_swap"][1] += 8 if is_wide else 4
            follow(each, pointer)
        return counts


def registers(operand):
    """The numbers of scalar registers, "s7" and "s[6:7]"; none of another operand."""
    found = re.fullmatch(r"s(\d+)|s\[(\d+):(\d+)\]", operand)
    if not found:
        return set()
    first = int(found[1] or found[2])
    return set(range(first, int(found[3] or first) + 1))


def follow(instruction, pointer):
    """The registers that have the pointer to the arguments, or one a constant away from it, after
    this instruction; in the order of the code, whatever it branches to."""
    if not instruction.operands or re.match(r"s_(cmp|bitcmp|wait)", instruction.mnemonic):
        return
    written = registers(instruction.operands[0])
    sources = instruction.operands[1:]
    keeps = (re.match(r"s_(mov_b(32|64)|addc?_u32|add_(nc_u64|co_u32|co_ci_u32))$",
                      instruction.mnemonic) and
             any(registers(each) for each in sources) and
             all(registers(each) <= pointer if registers(each) else each[:1].isdigit()
                 for each in sources))
    pointer -= written
    if keeps:
        pointer |= written


def shown(tool, *arguments):
    return subprocess.run([TOOLS + tool, *map(str, arguments)], capture_output=True, text=True,
                          check=True).stdout


def instructions_of(text):
    code = []
    for line in text.splitlines():
        words = line.split("//")[0].split(None, 1)
        if not line.startswith("\t") or not words:
            continue
        # Two operations of one instruction on RDNA.
        for part in " ".join(words).split(" :: "):
            mnemonic, _, rest = part.strip().partition(" ")
            operands = [each.strip() for each in rest.split(",")] if rest else []
            if operands:
                operands[-1] = operands[-1].split(" ")[0]
            code.append(Instruction(re.sub(r"_e(32|64)$", "", mnemonic), operands, part.strip()))
    return code


def read(path):
    notes = shown("llvm-readelf", "--notes", path)
    facts = dict(re.findall(r"^    (\.\w+): +(\S+)$", notes, re.MULTILINE))
    facts |= dict(re.findall(r"^(amdhsa\.target): +(\S+)$", notes, re.MULTILINE))
    arguments = [(int(offset), int(size), kind) for offset, size, kind in re.findall(
        r"- \.offset: +(\d+)\s+\.size: +(\d+)\s+\.value_kind: +(\w+)", notes)]
    symbols = shown("llvm-readelf", "--dyn-syms", "--symbols", path)
    descriptor = {key: int(value) for key, value in re.findall(
        r"^\s(\.amdhsa_\w+) (\d+)$", shown("llvm-objdump", "-D", "-j", ".rodata", path),
        re.MULTILINE)}
    return CodeObject(
        name=facts[".name"], facts=facts, arguments=arguments, descriptor=descriptor,
        prints=[len(re.findall(r"%[^%]", each)) for each in re.findall(
            r"^  - '?\"?0:0:[0-9a-f]{16},(.*)$", notes, re.MULTILINE)],
        undefined=re.findall(r" UND +(\S+)$", symbols, re.MULTILINE),
        code=instructions_of(shown("llvm-objdump", "-d", "--no-show-raw-insn", path)))
