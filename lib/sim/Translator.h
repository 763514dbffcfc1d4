//===- Translator.h - From a kernel to instructions -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the functions that translate ops to the simulator's instructions share:
/// where values have their registers, and the instructions until now.
/// Structured control flow becomes jumps.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_TRANSLATOR_H
#define HEDDLE_LIB_SIM_TRANSLATOR_H

#include "Executors.h"
#include "GroupSearch.h"
#include "RegisterFile.h"

namespace heddle::sim {

struct Translator {
  Translator(simt::KernelOp kernel, const Executors &runs)
      : runs(runs), groups(kernel) {}

  const Executors &runs;
  const GroupSearch groups;
  Code code;
  RegisterFile registers;

  /// \name Values
  /// @{
  Operand define(mlir::Value value, unsigned parts = 1) {
    return registers.define(value, parts);
  }
  /// Where a value is that has been defined, with so many masks for a register:
  /// if it has other ones, as a copy that lives as long as the op.
  Operand of(mlir::Value value, unsigned parts = 1);
  unsigned partsOf(mlir::Value value) const {
    return registers.at(value).parts;
  }
  /// A constant's elements are these, in all lanes.
  void addConstant(mlir::Value constant, llvm::ArrayRef<std::uint64_t> numbers);
  /// @}

  /// \name Instructions
  /// @{
  Instruction &add(mlir::Operation *op, Run run);
  /// Of an op with one result and at most three operands, in order.
  Instruction &addSimple(mlir::Operation *op, Run run, unsigned parts = 1);
  /// All at once: what one copy overwrites another still reads.
  void copyAll(mlir::Operation *op, mlir::ValueRange to, mlir::ValueRange from);
  /// Where the next instruction will be.
  std::size_t here() const { return code.instructions.size(); }
  /// Jumps forward, to a position that is not known yet: see `land`.
  std::size_t jump(mlir::Operation *op);
  std::size_t jumpUnless(mlir::Operation *op, mlir::Value condition);
  void land(std::size_t jump) { code.instructions[jump].immediate = here(); }
  /// To the beginning of a block of a graph.
  void jump(mlir::Operation *op, mlir::Block *to) {
    open.emplace_back(jump(op), to);
  }
  /// @}

  mlir::LogicalResult translateRegion(mlir::Region &region);
  mlir::InFlightDiagnostic refuse(mlir::Operation *op) {
    return op->emitOpError() << "cannot be simulated yet";
  }

  /// Where each `while` is left.
  llvm::DenseMap<mlir::Operation *, std::size_t> leaves;

  /// The code, once all is translated.
  Code finish();

private:
  mlir::LogicalResult translateBlock(mlir::Block &block);
  mlir::LogicalResult translateOp(mlir::Operation *op);
  /// Finds where each value of a block is used last.
  void findLastUses(mlir::Block &block);
  /// Before an op that writes these values: products that still read what is in
  /// their registers are a trap.
  void expectNotRead(mlir::Operation *op, mlir::ValueRange values);
  /// All registers of a value to where another has its own.
  void copy(mlir::Operation *op, const Slot &to, const Slot &from);

  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> lastUses;
  llvm::DenseMap<mlir::Operation *, std::uint32_t> numbers;
  /// The op that is being translated, and copies of values that it needs.
  mlir::Operation *current = nullptr;
  std::vector<Slot> lent;
  /// An op could not be translated, and an error was emitted.
  bool isBroken = false;
  /// Where blocks begin, and which jumps wait for that.
  llvm::DenseMap<mlir::Block *, std::size_t> begins;
  std::vector<std::pair<std::size_t, mlir::Block *>> open;
  /// Elements of constants.
  struct Constant {
    Operand where;
    unsigned count;
    std::vector<std::uint8_t> elements;
  };
  std::vector<Constant> constants;
};

/// The instructions of a kernel. Emits an error at an op that cannot be
/// simulated, and fails then.
mlir::FailureOr<Code> translate(simt::KernelOp kernel, const Executors &runs);

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_TRANSLATOR_H
