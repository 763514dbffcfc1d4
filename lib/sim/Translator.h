//===- Translator.h - Kernels as instructions -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From a kernel of `simt` to the instructions of the simulator.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_TRANSLATOR_H
#define HEDDLE_LIB_SIM_TRANSLATOR_H

#include "Arena.h"
#include "Executors.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace heddle::sim {

/// Registers of a value, and bytes of each.
unsigned countOf(mlir::Type type);
unsigned bytesOf(mlir::Type type);
/// Whether registers have elements of this type.
bool isKnown(mlir::Type type);

/// Values have their registers from where they are defined to their last use,
/// after which others get them. Structured control flow becomes jumps.
class Translator {
public:
  explicit Translator(const Executors &runs) : runs(runs) {}
  mlir::FailureOr<Code> translate(simt::KernelOp kernel);

private:
  mlir::LogicalResult translateRegion(mlir::Region &region);
  mlir::LogicalResult translateBlock(mlir::Block &block);
  mlir::LogicalResult translateOp(mlir::Operation *op);
  /// Says which class the instruction of an op belongs to.
  static void classify(Instruction &each, mlir::Operation *op);
  mlir::LogicalResult translateElementwise(mlir::Operation *op);
  /// Part of a word or half, or a half as a word, byte by byte; false of any
  /// other op.
  bool translatePartial(mlir::Operation *op);
  mlir::LogicalResult translateSimt(mlir::Operation *op);
  mlir::LogicalResult translateFlow(mlir::Operation *op);
  mlir::LogicalResult translateFor(mlir::scf::ForOp loop);
  mlir::LogicalResult translateWhile(mlir::scf::WhileOp loop);
  mlir::LogicalResult translateIf(mlir::scf::IfOp branch);
  mlir::LogicalResult translateConstant(mlir::Operation *op);
  void addPoison(mlir::ub::PoisonOp poison);
  void addConstant(mlir::Value constant, llvm::ArrayRef<std::uint64_t> numbers);
  void translatePermute(simt::PermuteOp permute);
  void translateToWords(simt::ToWordsOp words);
  void translateAtomic(simt::AtomicOp atomic);
  void translatePrint(simt::PrintOp print);
  void translateMatrixLoad(simt::MatrixLoadOp load);
  void translateMatrixStore(simt::MatrixStoreOp store);
  Instruction &addMatrices(mlir::Operation *op, std::uint32_t offset,
                           bool isTransposed, Operand address, unsigned count,
                           mlir::Value predicate);
  void translateLoad(simt::LoadOp load);
  void translateStore(simt::StoreOp store);
  /// What both have, which move a value of this type.
  template <class Access> AccessTable tableOf(Access access, mlir::Type moved);
  Instruction &addAccess(mlir::Operation *op, Run run, AccessTable table,
                         mlir::Type moved);

  /// \name Registers
  /// @{
  static constexpr std::uint32_t NoStorage = ~std::uint32_t(0);
  struct Slot {
    Operand where;
    unsigned count, bytes;
    /// Masks of each register.
    unsigned parts = 1;
    /// Its place in `storages`; none of those that have their registers for
    /// good.
    std::uint32_t storage = NoStorage;
  };
  static std::uint32_t masksOf(std::uint32_t count, std::uint32_t parts);
  std::uint32_t sizeOf(const Slot &slot) const;
  Slot take(unsigned count, unsigned bytes, unsigned parts = 1);
  void give(const Slot &slot);
  /// A place for a value that is defined now.
  Operand define(mlir::Value value, unsigned parts = 1);
  /// A value that is `count` registers of another, from this one on: it has
  /// them where they are. What is loaded, computed or moved is never written
  /// again but by whoever does it again, in the next round of a loop.
  void rename(mlir::Value value, mlir::Value other, unsigned first = 0);
  /// Where a value is that has been defined, with so many masks for a register:
  /// if it has other ones, as a copy that lives as long as the op.
  Operand of(mlir::Value value, unsigned parts = 1);
  unsigned partsOf(mlir::Value value) { return slots.lookup(value).parts; }
  bool areSame(const Slot &a, const Slot &b) const;
  bool doOverlap(const Slot &a, const Slot &b) const;
  void share(mlir::Value value, mlir::Value with) {
    slots[value] = slots.lookup(with);
  }
  void give(mlir::Value value);
  /// Finds where each value of a block is used last.
  void findLastUses(mlir::Block &block);
  /// @}

  /// \name Instructions
  /// @{
  Instruction &add(mlir::Operation *op, Run run);
  /// An op with one result and at most three operands, in order.
  Instruction &addSimple(mlir::Operation *op, Run run, unsigned parts);
  /// All registers of a value to where another has its own.
  void copy(mlir::Operation *op, const Slot &to, const Slot &from);
  /// All at once: what one copy overwrites another still reads.
  void copyAll(mlir::Operation *op, mlir::ValueRange to, mlir::ValueRange from);
  std::size_t here() const { return code.instructions.size(); }
  void jump(mlir::Operation *op, mlir::Block *to);
  /// Goes on behind where it stands, once that is known: see `land`.
  std::size_t jumpUnless(mlir::Operation *op, mlir::Value condition);
  std::size_t jump(mlir::Operation *op);
  void land(std::size_t jump) { code.instructions[jump].immediate = here(); }
  mlir::InFlightDiagnostic refuse(mlir::Operation *op);
  /// @}

  const Executors &runs;
  Code code;
  llvm::DenseMap<mlir::Value, Slot> slots;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> lastUses;
  llvm::DenseMap<mlir::Operation *, std::uint32_t> numbers;
  Arena data, masks;
  /// The op that is being translated, and copies of values that it needs.
  mlir::Operation *current = nullptr;
  std::vector<Slot> lent;
  std::uint32_t liveWords = 0;
  /// The most that there were where values were only renamed; the next
  /// instruction of the block says so.
  std::uint32_t liveBefore = 0;
  /// Registers of values, and how many values have some of them.
  struct Storage {
    Slot whole;
    unsigned values;
  };
  std::vector<Storage> storages;
  /// An op could not be translated, which was said.
  bool isBroken = false;
  /// Where blocks begin, and which jumps wait for that.
  llvm::DenseMap<mlir::Block *, std::size_t> begins;
  std::vector<std::pair<std::size_t, mlir::Block *>> open;
  /// Where each `while` is left.
  llvm::DenseMap<mlir::Operation *, std::size_t> leaves;
  /// Elements of constants, which have their registers for good.
  struct Constant {
    Operand where;
    unsigned count;
    std::vector<std::uint8_t> elements;
  };
  std::vector<Constant> constants;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_TRANSLATOR_H
