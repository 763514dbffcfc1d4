//===- SimtDialect.td - The dialect of one thread ----------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// The dialect, what all of its ops have in common, and the types of their
/// operands.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_SIMTDIALECT_TD
#define HEDDLE_SIMT_SIMTDIALECT_TD

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

/// An op that accesses no memory and lets nobody wait; `counts` is the C++ of
/// what it executes.
class QuietOp<string mnemonic, string counts, list<Trait> traits>
    : SimtOp<mnemonic, traits> {
  let extraClassDefinition = [{
    InstructionCounts $cppClass::getInstructions() { return }] # counts # [{; }
    MemoryAccesses $cppClass::getAccesses() { return {}; }
    std::optional<Scope> $cppClass::getSynchronizedScope() {
      return std::nullopt;
    }
  }];
}

/// It executes `count` instructions of the class `kind`; the count is C++, in a
/// method of the op.
class RegisterOp<string mnemonic, string kind, string count = "1",
                 list<Trait> traits = [Pure]>
    : QuietOp<mnemonic, "{{InstructionClass::" # kind # ", " # count # "}}",
              traits>;

/// It executes nothing: it names registers.
class NamingOp<string mnemonic, list<Trait> traits = [Pure]>
    : QuietOp<mnemonic, "{}", traits>;

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

#endif // HEDDLE_SIMT_SIMTDIALECT_TD
