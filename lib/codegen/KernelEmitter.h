//===- KernelEmitter.h - LLVM IR of a kernel --------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM IR of one kernel. Each register of a vector is a value of its own.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_KERNELEMITTER_H
#define HEDDLE_LIB_CODEGEN_KERNELEMITTER_H

#include "heddle/simt/Simt.h"
#include "heddle/target/Target.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace heddle {

class KernelEmitter {
public:
  KernelEmitter(llvm::Module &module, const Target &target)
      : module(module), target(target), builder(module.getContext()) {}

  mlir::LogicalResult emit(simt::KernelOp kernel);

private:
  using Registers = llvm::SmallVector<llvm::Value *>;

  mlir::LogicalResult emitBlock(mlir::Block &block);
  mlir::LogicalResult emitOp(mlir::Operation *op);
  mlir::LogicalResult emitFor(mlir::scf::ForOp loop);
  mlir::LogicalResult emitIf(mlir::scf::IfOp branch);
  mlir::LogicalResult emitWhile(mlir::scf::WhileOp loop);
  mlir::LogicalResult emitBlocks(mlir::Region &body);
  void emitBranch(mlir::Operation *op);
  void emitAssert(simt::AssertOp op);
  void emitPrint(simt::PrintOp op);
  void emitAssembly(simt::AssemblyOp op);
  /// Registers that merge what several blocks give them.
  Registers phis(mlir::Type type);
  /// What one of those blocks gives them.
  static void addIncoming(llvm::ArrayRef<llvm::Value *> phis,
                          llvm::ArrayRef<llvm::Value *> registers,
                          llvm::BasicBlock *from);
  llvm::BasicBlock *block(llvm::StringRef name);
  llvm::Constant *text(llvm::StringRef value);
  mlir::LogicalResult emitLoad(simt::LoadOp load);
  mlir::LogicalResult emitStore(simt::StoreOp store);
  mlir::LogicalResult emitAtomic(simt::AtomicOp op);
  void emitMatrixLoad(simt::MatrixLoadOp load);
  void emitMatrixStore(simt::MatrixStoreOp store);
  mlir::LogicalResult emitElementwise(mlir::Operation *op);
  mlir::LogicalResult emitExtended(mlir::Operation *op);
  mlir::LogicalResult emitApproximate(simt::ApproximateOp op);
  mlir::LogicalResult emitConvertFloat(simt::ConvertFloatOp op);
  /// One register of an op of `arith` or `math`; null if there is no code.
  llvm::Value *emitScalar(mlir::Operation *op,
                          llvm::ArrayRef<llvm::Value *> operands);
  llvm::Value *emitCast(mlir::Operation *op, llvm::Value *operand);
  llvm::Value *emitQuotient(llvm::Value *a, llvm::Value *b);
  llvm::Value *emitMath(mlir::Operation *op,
                        llvm::ArrayRef<llvm::Value *> operands);

  Registers toWords(llvm::ArrayRef<llvm::Value *> registers, unsigned bytes);
  Registers fromWords(llvm::ArrayRef<llvm::Value *> words, llvm::Type *type,
                      unsigned bytes, unsigned count);
  /// \name Elements of one or two bytes
  /// Where they come in words, these are kept beside them: what moves whole
  /// words, through loops too, need not take them apart.
  /// @{
  static bool isPackable(mlir::Type type);
  Registers wordsOf(mlir::Value value);
  void setWords(mlir::Value value, Registers words);
  void emitSplat(simt::SplatOp splat);
  void emitPermute(simt::PermuteOp permute);
  /// False if the op has to be of single elements.
  bool emitPacked(mlir::Operation *op);
  /// Floats of small whole numbers in words, if these are.
  bool emitFloatsOfWords(mlir::Operation *op);
  /// Is there, or will there be, a value in words?
  bool comesInWords(mlir::Value value);
  /// @}

  /// Units that are one register each.
  Registers fromUnits(llvm::ArrayRef<llvm::Value *> units, llvm::Type *type,
                      unsigned elementBytes);
  /// Registers `first` to `first + count - 1` of a value, in the units that an
  /// instruction moves.
  Registers unitsOf(mlir::Value value, std::size_t first, unsigned count,
                    unsigned unitBits);
  llvm::Value *asInteger(llvm::Value *value, unsigned bytes);
  llvm::Value *fromInteger(llvm::Value *value, llvm::Type *type);

  const Registers &get(mlir::Value value) { return values[value]; }
  llvm::Value *scalar(mlir::Value value) { return values[value].front(); }
  void set(mlir::Value value, Registers registers) {
    values[value] = std::move(registers);
  }
  llvm::Type *typeOf(mlir::Type type);
  llvm::Value *assembly(llvm::StringRef text, llvm::StringRef constraints,
                        llvm::Type *result,
                        llvm::ArrayRef<llvm::Value *> operands);
  /// Assembly of which nothing is known but its result.
  llvm::Value *pureAssembly(llvm::StringRef text, llvm::StringRef constraints,
                            llvm::Type *result,
                            llvm::ArrayRef<llvm::Value *> operands);
  llvm::GlobalVariable *sharedMemory();
  llvm::Value *sharedBase();
  mlir::InFlightDiagnostic refuse(mlir::Operation *op) {
    return op->emitOpError() << "has no code for " << target.name << " yet";
  }

  llvm::Module &module;
  const Target &target;
  llvm::IRBuilder<> builder;
  llvm::Function *function = nullptr;
  llvm::DenseMap<mlir::Value, Registers> values;
  /// The words of values that come in words.
  llvm::DenseMap<mlir::Value, Registers> packed;
  llvm::DenseMap<mlir::Block *, llvm::BasicBlock *> blocks;
};

} // namespace heddle

#endif // HEDDLE_LIB_CODEGEN_KERNELEMITTER_H
