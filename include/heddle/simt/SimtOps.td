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

include "heddle/simt/SimtBarrierOps.td"
include "heddle/simt/SimtDialect.td"
include "heddle/simt/SimtCopyOps.td"
include "heddle/simt/SimtMatrixOps.td"
include "heddle/simt/SimtMemoryOps.td"

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

def KernelOp
    : NamingOp<"kernel", [FunctionOpInterface, IsolatedFromAbove, AutomaticAllocationScope,
                        HasParent<"::mlir::ModuleOp">]> {
  let summary = "what each thread of a grid executes";
  let description = [{
    A block has `warps` warps of `lanes` lanes; `sharedBytes` of shared memory
    are its own. Each `clusterBlocks` blocks, a program, are a cluster: they run
    at the same time, and access each other's shared memory. Arguments are what
    the host gives, in order; addresses are numbers. Nothing is returned.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       I32Attr:$warps, I32Attr:$lanes,
                       DefaultValuedAttr<I32Attr, "0">:$sharedBytes,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs,
                       DefaultValuedAttr<I32Attr, "1">:$clusterBlocks);
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

def BlockRankOp
    : IdOp<"block_rank", "the number of this block in its cluster">;

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
  I32EnumAttrCase<"Rsqrt", 6, "rsqrt">, I32EnumAttrCase<"Sqrt", 7, "sqrt">
]> {
  let cppNamespace = "::heddle::simt";
}
def SingleOrRegisters : AnyTypeOf<[F32, VectorOfRankAndType<[1], [F32]>]>;

def ApproximateOp
    : RegisterOp<"approximate", "Special", "registerCount(getType())",
                 [Pure, SameOperandsAndResultType]> {
  let summary = "a function as the hardware approximates it";
  let description = [{
    One instruction of the unit for special functions. With `ftz`, subnormal
    operands count as zero and subnormal results become zero, both with their
    sign; without it they are kept, which takes up to three instructions more.
    (PTX ISA, ex2.approx{.ftz}.f32 and the others; CUDA C++ Programming Guide,
    "Mathematical Functions", for the last places of exp2f, rsqrtf.)

    | function   | error                                                        |
    |------------|--------------------------------------------------------------|
    | exp2       | relative 2^-22.5, 2 units in the last place                  |
    | log2       | absolute 2^-22 within [0.5, 2], 3 units elsewhere            |
    | sin, cos   | absolute 2^-20.9 within [-pi, pi]; grows with x beyond       |
    | tanh       | relative 2^-11 (from sm_75 on)                               |
    | reciprocal | 1 unit                                                       |
    | rsqrt      | relative 2^-22.9, 2 units                                    |
    | sqrt       | relative 2^-23                                               |

    What is exact everywhere: exp2 of zeros is 1, of -inf is 0; log2 of zeros is
    -inf; reciprocal of zeros is infinite and of infinities zero, with the sign;
    rsqrt of zeros is infinite with the sign, of inf 0; sqrt of zeros is the zero;
    NaN is NaN.
  }];
  let arguments = (ins Approximation:$function, SingleOrRegisters:$x,
                       UnitAttr:$ftz);
  let results = (outs SingleOrRegisters:$result);
  let assemblyFormat = "$function $x (`ftz` $ftz^)? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

def Rounding : I32EnumAttr<"Rounding", "to which neighbour", [
  I32EnumAttrCase<"NearestEven", 0, "nearest_even">,
  I32EnumAttrCase<"TowardZero", 1, "toward_zero">,
  I32EnumAttrCase<"Upward", 2, "upward">,
  I32EnumAttrCase<"Downward", 3, "downward">
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

def Arithmetic : I32EnumAttr<"Arithmetic", "what is rounded", [
  I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Multiply", 1, "mul">,
  I32EnumAttrCase<"Divide", 2, "div">, I32EnumAttrCase<"Fma", 3, "fma">,
  I32EnumAttrCase<"Sqrt", 4, "sqrt">
]> {
  let cppNamespace = "::heddle::simt";
}
def FloatOrDouble : AnyTypeOf<[F32, F64, VectorOfRankAndType<[1], [F32, F64]>]>;

def RoundedOp : SimtOp<"rounded", [Pure, SameOperandsAndResultType]> {
  let summary = "arithmetic in a rounding direction, which `arith` has not";
  let description = [{
    The exact result rounded once, as IEEE 754-2019, 4.3, has it for overflow
    and for the sign of a zero sum. Subnormal numbers are numbers. (PTX ISA,
    add, mul, div, fma, sqrt with .rn, .rz, .rp, .rm.)
  }];
  let arguments = (ins Arithmetic:$kind, Rounding:$rounding,
                       Variadic<FloatOrDouble>:$operands);
  let results = (outs FloatOrDouble:$result);
  let assemblyFormat = [{
    $kind $rounding $operands attr-dict `:` functional-type($operands, $result)
  }];
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
// Together
//===----------------------------------------------------------------------===//

def GridDependency : I32EnumAttr<"GridDependency", "of grids launched in a row", [
  I32EnumAttrCase<"Wait", 0, "wait">, I32EnumAttrCase<"Launch", 1, "launch">
]> {
  let cppNamespace = "::heddle::simt";
}

def GridDependencyOp : SimtOp<"grid_dependency"> {
  let summary = "lets grids overlap that were launched to do so";
  let description = [{
    `wait` returns once the grids before have ended, and what they wrote is seen
    behind it; `launch` lets the next grid start when all programs have executed
    it or ended. Neither does anything for a grid that is launched as usual.
    (PTX ISA: griddepcontrol.wait, griddepcontrol.launch_dependents.)
  }];
  let arguments = (ins GridDependency:$kind);
  let assemblyFormat = "$kind attr-dict";
}

def ClockOp : RegisterOp<"clock", "Integer", "1", []> {
  let summary = "nanoseconds since a time that is the same for all threads";
  let description = [{
    Never less than what the thread read before; chips count in steps of up to a
    microsecond. On the simulator each reading is a microsecond after the warp's
    last. (PTX ISA: %globaltimer.)
  }];
  let results = (outs I64:$result);
  let assemblyFormat = "attr-dict";
}

def ScheduleHint : I32EnumAttr<"ScheduleHint", "what a compiler or a chip is told", [
  I32EnumAttrCase<"Priority", 0, "priority">,
  I32EnumAttrCase<"Barrier", 1, "barrier">,
  I32EnumAttrCase<"Group", 2, "group">,
  I32EnumAttrCase<"Strategy", 3, "strategy">,
  I32EnumAttrCase<"Sleep", 4, "sleep">, I32EnumAttrCase<"Nop", 5, "nop">
]> {
  let cppNamespace = "::heddle::simt";
}

def ScheduleOp : QuietOp<"schedule", "{}", [MemoryEffects<[MemWrite]>]> {
  let summary = "how instructions around it are to be ordered and timed";
  let description = [{
    It changes no result. `values` are the numbers of AMD's instruction or of
    LLVM's directive: s_setprio (the warp's priority), sched_barrier (which
    kinds of instructions may be moved across it), sched_group_barrier (kinds,
    how many, number of the sequence), iglp_opt (the strategy), s_sleep, s_nop.
    (CDNA3 ISA, "S_SETPRIO"; LLVM, "User Guide for AMDGPU Backend".)
  }];
  let arguments = (ins ScheduleHint:$hint, DenseI32ArrayAttr:$values);
  let assemblyFormat = "$hint $values attr-dict";
}

def DelayOp : QuietOp<"delay", "{}", [MemoryEffects<[MemWrite]>]> {
  let summary = "does nothing for at least so many cycles";
  let description = [{
    It changes no result. Of warps that do the same, those that have been
    delayed stay behind the others, and use other units of the chip at a time.
    (PTX ISA, "%clock".)
  }];
  let arguments = (ins I32:$cycles);
  let assemblyFormat = "$cycles attr-dict";
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

def ObserveOp : NamingOp<"observe", []> {
  let summary = "shows the registers of a value to whoever watches the simulation";
  let description = [{
    Lowering leaves these behind where it is asked to (LoweringRecord::observe), each with a
    number of its own; no GPU has them.
  }];
  let arguments = (ins I64Attr:$number, AnyTypeOf<[Registers, Scalar]>:$value);
  let assemblyFormat = "$number `,` $value attr-dict `:` type($value)";
}

def AssemblyOp : SimtOp<"assembly", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "instructions of the vendor, as the user wrote them";
  let description = [{
    Operands and results are single registers of 16, 32 or 64 bits; `constraints`
    as in LLVM (AssemblyText.h). Only the vendor's tools know what it does.
  }];
  let arguments = (ins StrAttr:$text, StrAttr:$constraints, UnitAttr:$pure,
                       Variadic<Scalar>:$operands);
  let results = (outs Variadic<Scalar>:$results);
  let assemblyFormat = [{
    (`pure` $pure^)? $text `,` $constraints `(` $operands `)` attr-dict `:`
    functional-type($operands, $results)
  }];
  let hasVerifier = 1;
}

def ExternalCallOp : SimtOp<"external_call", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a function of the vendor's or the user's library, by its name";
  let description = [{
    Called once for each register: register i of the result is the function of
    registers i of the operands. The library is linked when code is made; only it
    knows what the function does.
  }];
  let arguments = (ins StrAttr:$function, UnitAttr:$pure,
                       Variadic<AnyTypeOf<[Scalar, Registers]>>:$operands);
  let results = (outs AnyTypeOf<[Scalar, Registers]>:$result);
  let assemblyFormat = [{
    (`pure` $pure^)? $function `(` $operands `)` attr-dict `:`
    functional-type($operands, $result)
  }];
  let hasVerifier = 1;
}

#endif // HEDDLE_SIMT_SIMTOPS_TD
