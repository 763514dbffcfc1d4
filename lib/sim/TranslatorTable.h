//===- TranslatorTable.h - Which function translates an op ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which function translates which op to instructions, by its class:
///
///     table.add<simt::ShuffleXorOp>(translateShuffleXor);
///
/// All others are elementwise ops of `arith` and `math`, which the executors
/// know by their classes (Elementwise.h), or refused.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_TRANSLATORTABLE_H
#define HEDDLE_LIB_SIM_TRANSLATORTABLE_H

#include "Translator.h"
#include "heddle/simt/OpFunction.h"

namespace heddle::sim {

using TranslateOp = simt::OpFunction<Translator>;

/// Refuses what the executors do not have.
mlir::LogicalResult translateElementwise(Translator &translator,
                                         mlir::Operation *op);

class TranslatorTable {
public:
  /// What the op's last instruction executes, the op itself says: see
  /// heddle/simt/Instructions.h. Those before it make copies of its operands.
  template <class Op, class Function> void add(Function translate) {
    functions[mlir::TypeID::get<Op>()] =
        counted(simt::opFunction<Op, Translator>(translate));
  }
  /// An op that becomes branches, which count themselves.
  template <class Op, class Function> void addBranching(Function translate) {
    functions[mlir::TypeID::get<Op>()] =
        simt::opFunction<Op, Translator>(translate);
  }
  const TranslateOp &find(mlir::Operation *op) const;
  /// Whether there is a function for this very op.
  bool has(mlir::OperationName name) const {
    return functions.contains(name.getTypeID());
  }

private:
  static TranslateOp counted(TranslateOp translate);

  llvm::DenseMap<mlir::TypeID, TranslateOp> functions;
  TranslateOp elementwise = counted(translateElementwise);
};

const TranslatorTable &translators();

/// \name The families of ops, a file each
/// @{
void addFlow(TranslatorTable &table);
void addElementwise(TranslatorTable &table);
/// Splats, permutes, words.
void addRegisters(TranslatorTable &table);
/// Ids, shuffles, reductions of lanes, barriers.
void addLanes(TranslatorTable &table);
/// Shared memory, loads, stores, atomic accesses.
void addMemory(TranslatorTable &table);
void addMatrices(TranslatorTable &table);
/// From global to shared memory, going on by themselves.
void addCopies(TranslatorTable &table);
void addMbarriers(TranslatorTable &table);
/// Copies of boxes and tensor maps.
void addBoxes(TranslatorTable &table);
void addPartitions(TranslatorTable &table);
void addProducts(TranslatorTable &table);
/// Of warp groups.
void addGroups(TranslatorTable &table);
/// Assertions and printing.
void addMessages(TranslatorTable &table);
/// @}

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_TRANSLATORTABLE_H
