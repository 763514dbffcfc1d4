//===- TtDialect.td - The dialect tt -----------------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// The dialect `tt`: what a Triton kernel says about tiles of a tensor, before
/// it is decided which thread holds what. Syntax and semantics are those
/// of Triton 3.6 to 3.9; what only some of these releases have is listed in
/// `ReleaseTable.cpp`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TTDIALECT_TD
#define HEDDLE_IR_TTDIALECT_TD

include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"

def TtDialect : Dialect {
  let name = "tt";
  let cppNamespace = "::heddle::tt";
  let summary = "Tile programs as Triton's front end writes them";
  let description = [{
    Tensors, pointers to global memory and tensors of pointers. A program is run
    by a grid of instances, told apart by `tt.get_program_id`. Arithmetic is that
    of `arith` and `math`, control flow that of `scf` and `cf`.

    A tensor has a power of two of elements along each axis. In a `ttg` module
    its type carries a layout too; ops say by `LayoutFlow` how layouts of
    operands and results go together.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect"
  ];
  let hasConstantMaterializer = 1;
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    /// The release whose text is printed.
    ::heddle::TritonVersion getRelease() const { return release; }
    void setRelease(::heddle::TritonVersion wanted) { release = wanted; }
    /// Unknown ops: the names of other releases are answered with today's.
    std::optional<ParseOpHook>
    getParseOperationHook(::llvm::StringRef opName) const override;

  private:
    void registerAttributesAndTypes();
    ::heddle::TritonVersion release = ::heddle::NewestTriton;
  }];
}

#endif // HEDDLE_IR_TTDIALECT_TD
