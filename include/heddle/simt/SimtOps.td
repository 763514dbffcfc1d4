//===- SimtOps.td - The program of one thread --------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// The program of one thread. A tensor of `ttg` has become one vector, the
/// registers of this thread; `arith` and `math` apply to vectors as they are,
/// `scf` and `cf` branch for all threads of a block alike.
///
/// ```mlir
/// simt.kernel @add(%x: i64, %n: i32) warps(4) lanes(32) {
///   %thread = simt.thread
///   ...
///   %v = simt.load global %bases [0, 0] + [0, 2048] width 4
///       : (vector<1xi64>) -> vector<8xf32>
///   simt.return
/// }
/// ```
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_SIMTOPS_TD
#define HEDDLE_SIMT_SIMTOPS_TD

include "heddle/simt/InstructionInterface.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def SimtDialect : Dialect {
  let name = "simt";
  let cppNamespace = "::heddle::simt";
  let summary = "Programs of one thread, the same for every vendor";
  let description = [{
    Values are scalars or vectors of registers; a vector of n is n registers, not
    a packed one. Addresses in global memory are numbers of 64 bits, in shared
    memory of 32. Whatever is not said of a lane is said of all: there is no
    divergence but by predicates.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect"
  ];
  let useDefaultAttributePrinterParser = 1;
}

/// Every op says what it executes and accesses: see Instructions.h.
class SimtOp<string mnemonic, list<Trait> traits = []>
    : Op<SimtDialect, mnemonic,
         traits # [DeclareOpInterfaceMethods<InstructionOpInterface>]>;

/// An op that accesses no memory and lets nobody wait. It executes `count`
/// instructions of the class `kind`; the count is C++, in a method of the op.
class RegisterOp<string mnemonic, string kind, string count = "1",
                 list<Trait> traits = [Pure]>
    : SimtOp<mnemonic, traits> {
  let extraClassDefinition = [{
    InstructionCounts $cppClass::getInstructions() {
      return {{InstructionClass::}] # kind # [{, }] # count # [{}};
    }
    MemoryAccesses $cppClass::getAccesses() { return {}; }
    std::optional<Scope> $cppClass::getSynchronizedScope() {
      return std::nullopt;
    }
  }];
}

/// The same of an op that executes nothing: it names registers.
class NamingOp<string mnemonic, list<Trait> traits = [Pure]>
    : SimtOp<mnemonic, traits> {
  let extraClassDefinition = [{
    InstructionCounts $cppClass::getInstructions() { return {}; }
    MemoryAccesses $cppClass::getAccesses() { return {}; }
    std::optional<Scope> $cppClass::getSynchronizedScope() {
      return std::nullopt;
    }
  }];
}

/// Registers of one thread.
def Registers : VectorOfRankAndType<[1], [AnyInteger, AnyFloat]>;
def Words : VectorOfRankAndType<[1], [I32]>;
def Scalar : AnyTypeOf<[AnyInteger, AnyFloat], "one register">;
def Predicates : VectorOfRankAndType<[1], [I1]>;
def Addresses : VectorOfRankAndType<[1], [I32, I64]>;

/// Part of a location: see Origin.h.
def OriginAttr : AttrDef<SimtDialect, "Origin"> {
  let mnemonic = "origin";
  let summary = "the op of the tensor program that an op was made for";
  let parameters = (ins "::mlir::StringAttr":$op, "unsigned":$number);
  let assemblyFormat = "`<` $op `,` $number `>`";
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

def KernelOp
    : NamingOp<"kernel", [FunctionOpInterface, IsolatedFromAbove, AutomaticAllocationScope,
                        HasParent<"::mlir::ModuleOp">]> {
  let summary = "what each thread of a grid executes";
  let description = [{
    A block has `warps` warps of `lanes` lanes; `sharedBytes` of shared memory
    are its own. Arguments are what the host gives, in order; addresses are
    numbers. Nothing is returned.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       I32Attr:$warps, I32Attr:$lanes,
                       DefaultValuedAttr<I32Attr, "0">:$sharedBytes,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region MinSizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::mlir::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
  }];
}

def ReturnOp : NamingOp<"return", [Pure, Terminator]> {
  let summary = "the thread is done";
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Who am I
//===----------------------------------------------------------------------===//

class IdOp<string mnemonic, string what> : RegisterOp<mnemonic, "Integer"> {
  let summary = what;
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}
def ThreadOp : IdOp<"thread", "the number of this thread in its block"> {
  let description = "The lane is in the low bits, the warp in those above.";
}

def GridAxis : I32EnumAttr<"GridAxis", "axis of the grid", [
  I32EnumAttrCase<"X", 0, "x">, I32EnumAttrCase<"Y", 1, "y">,
  I32EnumAttrCase<"Z", 2, "z">
]> {
  let cppNamespace = "::heddle::simt";
}
class GridOp<string mnemonic, string what> : RegisterOp<mnemonic, "Integer"> {
  let summary = what;
  let arguments = (ins GridAxis:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict";
}
def ProgramOp : GridOp<"program", "the number of this program along an axis">;
def ProgramsOp : GridOp<"programs", "how many programs there are along an axis">;

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

def SplatOp : NamingOp<"splat"> {
  let summary = "one value in each register";
  let arguments = (ins Scalar:$src);
  let results = (outs Registers:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

def ExtractOp : NamingOp<"extract"> {
  let summary = "one of several registers";
  let arguments = (ins Registers:$src, I32Attr:$index);
  let results = (outs Scalar:$result);
  let assemblyFormat = "$src `[` $index `]` attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

def PermuteOp : NamingOp<"permute"> {
  let summary = "registers by their numbers";
  let description = [{
    Register i of the result is register `indices[i]` of the operands, which
    count on from one operand to the next. No instruction: registers are named.
  }];
  let arguments = (ins Variadic<Registers>:$srcs, DenseI32ArrayAttr:$indices);
  let results = (outs Registers:$result);
  let assemblyFormat = [{
    $srcs $indices attr-dict `:` type($srcs) `->` type($result)
  }];
  let hasVerifier = 1;
}

def ToWordsOp
    : RegisterOp<"to_words", "Integer", "packingCount(getSrc().getType())"> {
  let summary = "the same bytes as words of 32 bits";
  let description = [{
    The bytes of all registers in order, four to a word, the lowest first; bits
    of i1 are bytes. The last word is filled with zeros.
  }];
  let arguments = (ins Registers:$src);
  let results = (outs Words:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

def FromWordsOp
    : RegisterOp<"from_words", "Integer", "unpackingCount(getType())"> {
  let summary = "what `to_words` was given";
  let arguments = (ins Words:$src);
  let results = (outs Registers:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

def BytePermuteOp : RegisterOp<"byte_permute", "Integer"> {
  let summary = "four of the eight bytes of two words";
  let description = [{
    Hex digit i of the selector names the byte that goes to byte i: 0 to 3 of
    `a`, 4 to 7 of `b`. (PTX ISA: prmt.b32; CDNA3 ISA: V_PERM_B32.)
  }];
  let arguments = (ins I32:$a, I32:$b, I32:$selector);
  let results = (outs I32:$result);
  let assemblyFormat = "$a `,` $b `,` $selector attr-dict";
}

//===----------------------------------------------------------------------===//
// Approximations
//===----------------------------------------------------------------------===//

def Approximation : I32EnumAttr<"Approximation", "what the hardware approximates", [
  I32EnumAttrCase<"Exp2", 0, "exp2">, I32EnumAttrCase<"Log2", 1, "log2">,
  I32EnumAttrCase<"Sin", 2, "sin">, I32EnumAttrCase<"Cos", 3, "cos">,
  I32EnumAttrCase<"Tanh", 4, "tanh">,
  I32EnumAttrCase<"Reciprocal", 5, "reciprocal">,
  I32EnumAttrCase<"Rsqrt", 6, "rsqrt">, I32EnumAttrCase<"Sqrt", 7, "sqrt">,
  I32EnumAttrCase<"Exp2Normal", 8, "exp2_normal">
]> {
  let cppNamespace = "::heddle::simt";
}
def SingleOrRegisters : AnyTypeOf<[F32, VectorOfRankAndType<[1], [F32]>]>;

def ApproximateOp
    : RegisterOp<"approximate", "Special", "registerCount(getType())",
                 [Pure, SameOperandsAndResultType]> {
  let summary = "a function as the hardware approximates it";
  let description = [{
    One instruction of the unit for special functions. Subnormal numbers are
    taken and given as they are. (PTX ISA, ex2.approx.f32 and the others, without
    .ftz; CUDA C++ Programming Guide, "Mathematical Functions", for the last
    places of exp2f, rsqrtf.)

    | function   | error                                                        |
    |------------|--------------------------------------------------------------|
    | exp2       | relative 2^-22.5, 2 units in the last place                  |
    | log2       | absolute 2^-22 within [0.5, 2], 3 units elsewhere            |
    | sin, cos   | absolute 2^-20.9 within [-pi, pi]; grows with x beyond       |
    | tanh       | relative 2^-11 (from sm_75 on)                               |
    | reciprocal | 1 unit                                                       |
    | rsqrt      | relative 2^-22.9, 2 units                                    |
    | sqrt       | relative 2^-23                                               |
    | exp2_normal | as exp2, but results below 2^-126 are 0, and so are          |
    |            | subnormal x (.ftz)                                           |

    What is exact everywhere: exp2 of zeros is 1, of -inf is 0; log2 of zeros is
    -inf; reciprocal of zeros is infinite and of infinities zero, with the sign;
    rsqrt of zeros is infinite with the sign, of inf 0; sqrt of zeros is the zero;
    NaN is NaN.
  }];
  let arguments = (ins Approximation:$function, SingleOrRegisters:$x);
  let results = (outs SingleOrRegisters:$result);
  let assemblyFormat = "$function $x attr-dict `:` type($result)";
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

def Rounding : I32EnumAttr<"Rounding", "to which neighbour", [
  I32EnumAttrCase<"NearestEven", 0, "nearest_even">,
  I32EnumAttrCase<"TowardZero", 1, "toward_zero">
]> {
  let cppNamespace = "::heddle::simt";
}

def ConvertFloatOp
    : RegisterOp<"convert_float", "Conversion", "registerCount(getType())"> {
  let summary = "a conversion of floats that `arith` has not";
  let description = [{
    | from              | to                   | rounding       |
    |-------------------|----------------------|----------------|
    | f32               | f8E4M3FN, f8E5M2     | `nearest_even` |
    | f8E4M3FN, f8E5M2  | f16, exact           | `nearest_even` |
    | f32               | f16                  | `toward_zero`  |

    8-bit results saturate: what is larger than the largest finite number, also
    infinity, becomes that number with its sign; a NaN becomes 0x7F. An f16 is
    rounded toward zero to the largest finite number at most, but infinity stays
    infinite. A NaN becomes a NaN. Subnormal numbers are numbers. (PTX ISA, cvt,
    .rn.satfinite.e4m3x2.f32, .rn.f16x2.e4m3x2, .rz.f16.f32.)
  }];
  let arguments = (ins Rounding:$rounding, AnyTypeOf<[Scalar, Registers]>:$src);
  let results = (outs AnyTypeOf<[Scalar, Registers]>:$result);
  let assemblyFormat = "$rounding $src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

def ShuffleXorOp : RegisterOp<"shuffle_xor", "Shuffle"> {
  let summary = "a register of the lane whose number differs in these bits";
  let arguments = (ins I32:$src, I32Attr:$lanes);
  let results = (outs I32:$result);
  let assemblyFormat = "$src `,` $lanes attr-dict";
}

def ShuffleIndexOp : RegisterOp<"shuffle_index", "Shuffle"> {
  let summary = "a register of the lane with this number";
  let arguments = (ins I32:$src, I32:$lane);
  let results = (outs I32:$result);
  let assemblyFormat = "$src `,` $lane attr-dict";
}

def Combination : I32EnumAttr<"Combination", "of two words", [
  I32EnumAttrCase<"Add", 0, "addi">, I32EnumAttrCase<"And", 1, "andi">,
  I32EnumAttrCase<"Or", 2, "ori">, I32EnumAttrCase<"Xor", 3, "xori">,
  I32EnumAttrCase<"MinSigned", 4, "minsi">, I32EnumAttrCase<"MaxSigned", 5, "maxsi">,
  I32EnumAttrCase<"MinUnsigned", 6, "minui">, I32EnumAttrCase<"MaxUnsigned", 7, "maxui">
]> {
  let cppNamespace = "::heddle::simt";
}

def LaneReduceOp : RegisterOp<"lane_reduce", "Shuffle"> {
  let summary = "a register of all lanes of the warp, combined";
  let description = [{
    Each lane gets what `arith`'s op of that name makes of all lanes' registers.
    One instruction. (PTX ISA: redux.sync.)
  }];
  let arguments = (ins Combination:$how, I32:$src);
  let results = (outs I32:$result);
  let assemblyFormat = "$how $src attr-dict";
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

def Space : I32EnumAttr<"Space", "memory", [
  I32EnumAttrCase<"Global", 0, "global">, I32EnumAttrCase<"Shared", 1, "shared">
]> {
  let cppNamespace = "::heddle::simt";
}

def CacheLevel : I32EnumAttr<"CacheLevel", "where a line is kept", [
  I32EnumAttrCase<"All", 1, "ca">, I32EnumAttrCase<"Global", 2, "cg">,
  I32EnumAttrCase<"Streaming", 3, "cs">, I32EnumAttrCase<"WriteBack", 4, "wb">,
  I32EnumAttrCase<"WriteThrough", 5, "wt">, I32EnumAttrCase<"Volatile", 6, "cv">
]> {
  let cppNamespace = "::heddle::simt";
}
def Eviction : I32EnumAttr<"Eviction", "when a line is given up", [
  I32EnumAttrCase<"First", 1, "evict_first">,
  I32EnumAttrCase<"Last", 2, "evict_last">
]> {
  let cppNamespace = "::heddle::simt";
}

def SharedOp : NamingOp<"shared", []> {
  let summary = "a piece of the block's shared memory";
  let description = [{
    The address of the first of `bytes` bytes, a multiple of `align`. Every
    execution begins a new life of them: what they hold is not known until it is
    stored. The life ends with the last access whose address comes from this one
    and that no other execution precedes; from then on the bytes may be others'.
    Nobody accesses a byte of it in any other way than from here.

    The address is `at`, which `simt-allocate-shared` attaches: pieces that live
    at the same time share no byte. What runs has it everywhere. No instruction.
  }];
  let arguments = (ins I32Attr:$bytes, I32Attr:$alignment, OptionalAttr<I32Attr>:$at);
  let results = (outs Res<I32, "", [MemAlloc]>:$result);
  let assemblyFormat = "$bytes `align` $alignment (`at` $at^)? attr-dict";
  let hasVerifier = 1;
}

class AccessOp<string mnemonic, list<Trait> traits = []>
    : SimtOp<mnemonic, traits> {
  let description = [{
    Access i moves `width` registers, from register i * `width` on, to or from
    the address `bases[at[i]] + offsets[i]`, in bytes, which is a multiple of what
    it moves. With predicates, access i takes place if `predicates[i]` is true;
    of a load that does not, the registers are those of `other`, or anything.
    An i1 is a byte, 0 or 1. All accesses of shared memory are of the block's own.
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Bytes that one access moves.
    unsigned getAccessBytes();
  }];
}

def LoadOp : AccessOp<"load", [AttrSizedOperandSegments]> {
  let summary = "registers from memory";
  let arguments = (ins Space:$space, Addresses:$bases,
                       Optional<Predicates>:$predicates,
                       Optional<Registers>:$other, DenseI32ArrayAttr:$at,
                       DenseI32ArrayAttr:$offsets, I32Attr:$width,
                       OptionalAttr<CacheLevel>:$cache,
                       OptionalAttr<Eviction>:$eviction, UnitAttr:$isVolatile);
  let results = (outs Registers:$result);
  let assemblyFormat = [{
    $space $bases $at `+` $offsets `width` $width (`if` $predicates^)?
    (`else` $other^)? (`cache` $cache^)? (`policy` $eviction^)?
    (`volatile` $isVolatile^)? attr-dict `:` functional-type(operands, $result)
  }];
}

def StoreOp : AccessOp<"store"> {
  let summary = "registers to memory";
  let arguments = (ins Space:$space, Addresses:$bases, Registers:$value,
                       Optional<Predicates>:$predicates, DenseI32ArrayAttr:$at,
                       DenseI32ArrayAttr:$offsets, I32Attr:$width,
                       OptionalAttr<CacheLevel>:$cache,
                       OptionalAttr<Eviction>:$eviction);
  let assemblyFormat = [{
    $space $bases $at `+` $offsets `,` $value `width` $width
    (`if` $predicates^)? (`cache` $cache^)? (`policy` $eviction^)? attr-dict
    `:` type(operands)
  }];
}

class MatrixAccessOp<string mnemonic> : SimtOp<mnemonic> {
  let description = [{
    One, two or four matrices of 8 rows, each 16 bytes of the block's shared
    memory. Lane 8 * m + r gives the address of row r of matrix m, a multiple of
    16, to which `offset` is added; those of other lanes do not matter. Word m of
    lane l holds the 16-bit units 2 * (l % 4), in its low half, and the next of
    row l / 4 of matrix m; transposed, those of column l / 4. A predicate is the
    same in all lanes of a warp. (PTX ISA, ldmatrix and stmatrix.)
  }];
  let hasVerifier = 1;
}

def MatrixLoadOp : MatrixAccessOp<"matrix_load"> {
  let summary = "small matrices from shared memory";
  let arguments = (ins I32:$address, I32Attr:$offset, UnitAttr:$transposed);
  let results = (outs Words:$result);
  let assemblyFormat = [{
    $address `+` $offset (`transposed` $transposed^)? attr-dict `:` type($result)
  }];
}

def MatrixStoreOp : MatrixAccessOp<"matrix_store"> {
  let summary = "small matrices to shared memory";
  let arguments = (ins I32:$address, Words:$value, Optional<I1>:$predicate,
                       I32Attr:$offset, UnitAttr:$transposed);
  let assemblyFormat = [{
    $address `+` $offset `,` $value (`transposed` $transposed^)?
    (`if` $predicate^)? attr-dict `:` type($value)
  }];
}

def Atomic : I32EnumAttr<"Atomic", "what an atomic access does", [
  I32EnumAttrCase<"And", 1, "and">, I32EnumAttrCase<"Or", 2, "or">,
  I32EnumAttrCase<"Xor", 3, "xor">, I32EnumAttrCase<"Add", 4, "add">,
  I32EnumAttrCase<"AddFloat", 5, "fadd">, I32EnumAttrCase<"Max", 6, "max">,
  I32EnumAttrCase<"Min", 7, "min">, I32EnumAttrCase<"MaxUnsigned", 8, "umax">,
  I32EnumAttrCase<"MinUnsigned", 9, "umin">,
  I32EnumAttrCase<"Exchange", 10, "exch">,
  I32EnumAttrCase<"CompareAndSwap", 11, "cas">
]> {
  let cppNamespace = "::heddle::simt";
}
def Order : I32EnumAttr<"Order", "what is seen in order", [
  I32EnumAttrCase<"Relaxed", 1, "relaxed">,
  I32EnumAttrCase<"Acquire", 2, "acquire">,
  I32EnumAttrCase<"Release", 3, "release">,
  I32EnumAttrCase<"AcquireRelease", 4, "acq_rel">
]> {
  let cppNamespace = "::heddle::simt";
}
def Reach : I32EnumAttr<"Reach", "among which threads", [
  I32EnumAttrCase<"Gpu", 1, "gpu">, I32EnumAttrCase<"Block", 2, "block">,
  I32EnumAttrCase<"System", 3, "system">
]> {
  let cppNamespace = "::heddle::simt";
}

def AtomicOp : SimtOp<"atomic", [AttrSizedOperandSegments]> {
  let summary = "reads, combines and writes with nobody in between";
  let description = [{
    Register i of the value is combined with what is at address i, one after the
    other; the result is what was there before. With predicates only where they
    are true; elsewhere the result is anything. `cas` writes the value where
    `expected` is there, bit by bit. `fadd` is rounded to the nearest and keeps
    subnormal numbers, except that an f32 in global memory loses them. Order and
    reach are those of the memory model (PTX ISA, "Memory Consistency Model", and
    atom).
  }];
  let arguments = (ins Atomic:$kind, Order:$order, Reach:$reach, Space:$space,
                       Addresses:$addresses, Registers:$value,
                       Optional<Registers>:$expected,
                       Optional<Predicates>:$predicates);
  let results = (outs Registers:$result);
  let assemblyFormat = [{
    $kind $order $reach $space $addresses `,` $value (`expects` $expected^)?
    (`if` $predicates^)? attr-dict `:` functional-type(operands, $result)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Together
//===----------------------------------------------------------------------===//

def Scope : I32EnumAttr<"Scope", "who waits for whom", [
  I32EnumAttrCase<"Warp", 0, "warp">, I32EnumAttrCase<"Block", 1, "block">
]> {
  let cppNamespace = "::heddle::simt";
}

def BarrierOp : SimtOp<"barrier"> {
  let summary = "all threads of the scope wait for each other";
  let description = [{
    What they did before in shared and global memory is seen behind it.
  }];
  let arguments = (ins Scope:$scope);
  let assemblyFormat = "$scope attr-dict";
}

//===----------------------------------------------------------------------===//
// Rest
//===----------------------------------------------------------------------===//

def AssertOp
    : RegisterOp<"assert", "Branch", "registerCount(getCondition().getType())", []> {
  let summary = "stops everything with a message unless all registers are true";
  let description = [{
    Each thread checks its own registers. The kernel ends with an error, which
    the next call of the host sees.
  }];
  let arguments = (ins AnyTypeOf<[I1, Predicates]>:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
}

def PrintOp : NamingOp<"print", [AttrSizedOperandSegments]> {
  let summary = "prints as C's printf, in threads whose predicate is true";
  let description = [{
    Arguments are i32, i64 or f64, as the format says.
  }];
  let arguments = (ins StrAttr:$format, Optional<I1>:$predicate,
                       Variadic<AnyTypeOf<[I32, I64, F64]>>:$arguments);
  let assemblyFormat = [{
    $format (`if` $predicate^)? (`(` $arguments^ `:` type($arguments) `)`)? attr-dict
  }];
}

def AssemblyOp : SimtOp<"assembly", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "instructions of the vendor, as the user wrote them";
  let description = [{
    Operands and results are single registers of 16, 32 or 64 bits; `constraints`
    as in LLVM. Only the vendor's tools know what it does.
  }];
  let arguments = (ins StrAttr:$text, StrAttr:$constraints, UnitAttr:$pure,
                       Variadic<Scalar>:$operands);
  let results = (outs Variadic<Scalar>:$results);
  let assemblyFormat = [{
    (`pure` $pure^)? $text `,` $constraints `(` $operands `)` attr-dict `:`
    functional-type($operands, $results)
  }];
}

#endif // HEDDLE_SIMT_SIMTOPS_TD
