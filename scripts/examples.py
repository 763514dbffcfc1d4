"""The kernels of examples/kernels as data: how they are launched, what they are given,
and whether what came out is right. Needs NumPy, and Triton only for the kernels themselves;
examples/kernels/README.md describes the files.

Values of bf16 and fp8 are arrays of bit patterns (uint16, uint8) everywhere here.
"""

import dataclasses
import importlib.util
import json
import pathlib
import sys

import numpy as np

KERNELS = pathlib.Path(__file__).resolve().parent.parent / "examples" / "kernels"
sys.path.insert(0, str(KERNELS))

import number_formats  # noqa: E402  (it lies beside the kernels)

SEED = 1
# The arrays that hold the elements of a type as Triton names it.
STORAGE = {"i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32,
           "i64": np.int64, "u8": np.uint8, "u16": np.uint16, "u32": np.uint32,
           "u64": np.uint64, "fp16": np.float16, "fp32": np.float32, "fp64": np.float64,
           "bf16": np.uint16, "fp8e4nv": np.uint8, "fp8e5": np.uint8}
FLOATS = ("fp16", "fp32", "fp64", "bf16", "fp8e4nv", "fp8e5")
# One unsigned integer of each width, to look at the bits of floats.
BITS = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}


@dataclasses.dataclass
class Argument:
    """One parameter of a kernel that is not a constant. A tensor has a shape and a fill, a
    number has a value; `type` is the element's type without the asterisk of a pointer."""

    name: str
    type: str
    divisible: int | None = None
    shape: list | None = None
    fill: object = None
    value: object = None

    @property
    def is_tensor(self):
        return self.shape is not None

    @property
    def signature(self):
        return f"*{self.type}" if self.is_tensor else self.type


@dataclasses.dataclass
class Launch:
    """What NAME.launch.json says."""

    name: str
    num_warps: int
    grid: list
    constexprs: dict
    constexprs_of: dict
    options: dict
    not_for: dict
    arguments: dict
    outputs: dict


KEYS = {"num_warps", "grid", "constexprs", "constexprs_of", "options", "not_for",
        "arguments", "outputs"}
ARGUMENT_KEYS = {"type", "divisible", "shape", "fill", "value"}


def names():
    return sorted(path.name.split(".")[0] for path in KERNELS.glob("*.launch.json"))


def read_argument(name, data, outputs):
    if unknown := set(data) - ARGUMENT_KEYS:
        raise ValueError(f"expects keys of {sorted(ARGUMENT_KEYS)}, but {name} has "
                         f"{sorted(unknown)}")
    is_tensor = data["type"].startswith("*")
    element = data["type"].removeprefix("*")
    if element not in STORAGE:
        raise ValueError(f"expects a type of {list(STORAGE)}, but {name} has {element}")
    if is_tensor != ("shape" in data) or is_tensor == ("value" in data):
        raise ValueError(f"expects a shape for a tensor and a value for a number, but "
                         f"{name} of type {data['type']} has {sorted(data)}")
    fill = data.get("fill")
    if is_tensor and fill is None:
        if name in outputs:
            fill = "poison"
        elif element in FLOATS:
            fill = "randn"
        else:
            raise ValueError(f"expects a fill for integers, but {name} has none")
    return Argument(name, element, data.get("divisible"), data.get("shape"), fill,
                    data.get("value"))


def load_launch(name):
    data = json.loads((KERNELS / f"{name}.launch.json").read_text())
    if unknown := set(data) - KEYS:
        raise ValueError(f"expects keys of {sorted(KEYS)}, but {name}.launch.json has "
                         f"{sorted(unknown)}")
    outputs = data["outputs"]
    arguments = {key: read_argument(key, value, outputs)
                 for key, value in data["arguments"].items()}
    if unknown := set(outputs) - {key for key, a in arguments.items() if a.is_tensor}:
        raise ValueError(f"expects outputs that are tensors, but got {sorted(unknown)}")
    return Launch(name, data["num_warps"], data["grid"], data.get("constexprs", {}),
                  data.get("constexprs_of", {}), data.get("options", {}),
                  data.get("not_for", {}), arguments, outputs)


def load_module(path):
    spec = importlib.util.spec_from_file_location(path.stem.replace(".", "_"), path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_reference(name):
    """The function `reference` of NAME.reference.py."""
    return load_module(KERNELS / f"{name}.reference.py").reference


def load_kernel(name):
    """The kernel NAME of NAME.py, which needs Triton."""
    return getattr(load_module(KERNELS / f"{name}.py"), name)


def constants_of(launch, target):
    """The launch's constants on a target."""
    return {**launch.constexprs, **launch.constexprs_of.get(target, {})}


def source_of(kernel, launch, target):
    """The kernel with its constants and types, as Triton's compiler takes it."""
    from triton.compiler import ASTSource
    constants = constants_of(launch, target)
    names = kernel.arg_names
    signature = {name: argument.signature for name, argument in launch.arguments.items()}
    signature.update({name: "constexpr" for name in constants})
    if set(signature) != set(names):
        raise ValueError(f"expects types of {names}, but got those of {list(signature)}")
    divisible = {(names.index(name),): [["tt.divisibility", argument.divisible]]
                 for name, argument in launch.arguments.items() if argument.divisible}
    ordered = {name: signature[name] for name in names}
    return ASTSource(kernel, ordered, constants, divisible)


def decode(array, type):
    """Elements of a type as numbers: floats as float64, integers as they are."""
    if type in number_formats.FORMATS:
        return number_formats.decode(array, type)
    return array.astype(np.float64) if type in FLOATS else array


def encode(values, type):
    """Numbers as elements of a type, rounded once, to the nearest, ties to even."""
    if type in number_formats.FORMATS:
        return number_formats.encode(values, type)
    values = np.asarray(values)
    if type not in FLOATS and values.dtype.kind == "f":
        values = np.rint(values)
    return values.astype(STORAGE[type])


# How inputs are made. Every element depends on the seed, the names of the kernel and of
# the argument, and its index, by integer arithmetic and at most two roundings, so the
# same inputs can be made in any language.

GOLDEN = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1


def fnv1a(text):
    """The hash of Fowler, Noll and Vo with 64 bits, of the text's bytes."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) & MASK
    return value


def key_of(name, argument, seed):
    """FNV-1a of "NAME.ARGUMENT", exclusive or the seed times GOLDEN."""
    return fnv1a(f"{name}.{argument}") ^ ((seed * GOLDEN) & MASK)


def words(key, count):
    """Word i is what SplitMix64 gives for the state key + (i + 1) * GOLDEN."""
    state = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(GOLDEN) + np.uint64(key)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


def normal(key, count):
    """Nearly normal numbers of mean 0 and variance 1: (sum - 393210) / 65536, where sum
    adds the twelve 16-bit fields of words 3i, 3i + 1 and 3i + 2. Each is exact."""
    fields = words(key, 3 * count).reshape(count, 3)
    total = sum((fields >> np.uint64(shift)) & np.uint64(0xFFFF)
                for shift in (0, 16, 32, 48))
    return (total.sum(axis=1).astype(np.float64) - 393210.0) / 65536.0


def uniform(key, count, low, high):
    """low + (high - low) * (word >> 11) / 2^53, in float64."""
    unit = (words(key, count) >> np.uint64(11)).astype(np.float64) / 2.0**53
    return low + (high - low) * unit


def integers(key, count, begin, end):
    """begin + floor((word >> 32) * (end - begin) / 2^32); end - begin is at most 2^32."""
    high = (words(key, count) >> np.uint64(32)) * np.uint64(end - begin)
    return begin + (high >> np.uint64(32)).astype(np.int64)


def poison(count, type):
    """What no kernel writes: a NaN, or an integer of bytes 0xA5."""
    if type in number_formats.FORMATS:
        return np.full(count, number_formats.FORMATS[type].nan, STORAGE[type])
    if type in FLOATS:
        return np.full(count, np.nan, STORAGE[type])
    size = np.dtype(STORAGE[type]).itemsize
    return np.frombuffer(b"\xa5" * (size * count), STORAGE[type]).copy()


def make_tensor(argument, key):
    """The elements of a tensor before the launch; a list of arrays for a table of
    addresses: how many there are and of what shape, `fill` says."""
    fill, type, shape = argument.fill, argument.type, argument.shape
    count = int(np.prod(shape))
    if fill == "randn":
        flat = encode(normal(key, count), type)
    elif fill == "poison":
        flat = poison(count, type)
    elif fill == "zeros":
        flat = np.zeros(count, STORAGE[type])
    elif fill == "arange":
        flat = encode(np.arange(count), type)
    elif isinstance(fill, list):
        flat = encode(np.array(fill).reshape(count), type)
    elif set(fill) == {"from", "to"}:
        flat = encode(integers(key, count, fill["from"], fill["to"]), type)
    elif set(fill) == {"uniform"}:
        flat = encode(uniform(key, count, *fill["uniform"]), type)
    elif set(fill) == {"addresses", "of"}:
        return [make_tensor(Argument("", fill["of"], shape=of, fill="randn"), key + i)
                for i, of in enumerate(fill["addresses"])]
    else:
        raise ValueError(f"expects a fill that the README lists, but got {fill}")
    return flat.reshape(shape)


def make_inputs(launch, seed=SEED):
    """Arrays and numbers by name, in the kernel's order. A float is what its type holds."""
    inputs = {}
    for name, argument in launch.arguments.items():
        if argument.is_tensor:
            inputs[name] = make_tensor(argument, key_of(launch.name, name, seed))
        elif argument.type in FLOATS:
            value = encode(np.array([argument.value]), argument.type)
            inputs[name] = float(decode(value, argument.type)[0])
        else:
            inputs[name] = int(argument.value)
    return inputs


# How outputs are compared.


def ordered(array, type):
    """Bit patterns of floats as integers in the order of the numbers."""
    bits = array.view(BITS[array.dtype.itemsize]).astype(np.int64)
    sign = 1 << (8 * array.dtype.itemsize - 1)
    return np.where(bits & sign, -(bits & (sign - 1)), bits)


def same(got, want):
    """Which elements have the same bits, any NaN counting as any other."""
    kind = BITS[got.dtype.itemsize]
    equal = got.view(kind) == want.view(kind)
    return equal | (np.isnan(got) & np.isnan(want)) if got.dtype.kind == "f" else equal


def stored(want, type):
    """A reference's answer as elements of a type: it may already be that."""
    want = np.asarray(want)
    return want if want.dtype == STORAGE[type] else encode(want, type)


@dataclasses.dataclass
class Comparison:
    """`message` is None where the output is right. `used` is the largest part of the
    tolerance that an element needs, 1 being all of it."""

    message: str | None
    used: float


def excess_of(got, want, type, tolerance):
    """How far each element is off, in parts of the tolerance."""
    magnitude = None
    if isinstance(want, tuple):
        want, magnitude = want
    if tolerance == "exact":
        return np.where(same(got, stored(want, type)), 0.0, np.inf)
    if tolerance == "unordered":
        pair = (np.sort(got, axis=None), np.sort(stored(want, type), axis=None))
        return np.where(same(*pair), 0.0, np.inf).reshape(got.shape)
    if set(tolerance) == {"ulp"}:
        rounded = stored(want, type)
        steps = np.abs(ordered(got, type) - ordered(rounded, type)) / tolerance["ulp"]
        return np.where(np.isnan(decode(got, type)), np.inf, steps)
    if not set(tolerance) <= {"rtol", "atol", "magnitude"}:
        raise ValueError(f"expects a tolerance that the README lists, but got {tolerance}")
    want = np.asarray(want, dtype=np.float64)
    allowed = tolerance.get("atol", 0.0) + tolerance.get("rtol", 0.0) * np.abs(want)
    if "magnitude" in tolerance:
        allowed += tolerance["magnitude"] * np.asarray(magnitude, dtype=np.float64)
    off = np.abs(decode(got, type).astype(np.float64) - want)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(off == 0, 0.0, np.nan_to_num(off / allowed, nan=np.inf))


def compare(launch, name, got, want):
    """Whether an output is what the reference says, within the launch's tolerance."""
    type, tolerance = launch.arguments[name].type, launch.outputs[name]
    answer = want[0] if isinstance(want, tuple) else want
    if np.shape(answer) != got.shape:
        return Comparison(f"{name}: expects shape {list(got.shape)} of the reference, but "
                          f"got {list(np.shape(answer))}", np.inf)
    excess = excess_of(got, want, type, tolerance)
    used = float(excess.max())
    if used <= 1:
        return Comparison(None, used)
    place = np.unravel_index(np.argmax(excess > 1), got.shape)
    expected = decode(stored(answer, type), type)[place]
    return Comparison(
        f"{name}: expects {expected} at {[int(index) for index in place]} within "
        f"{json.dumps(tolerance)}, but got {decode(got, type)[place]}; "
        f"{int((excess > 1).sum())} of {got.size} elements are wrong", used)
