//===- Instructions.cpp - What ops execute and access ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/Instructions.h"
#include "Access.h"
#include "heddle/simt/Orders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "heddle/simt/InstructionInterface.cpp.inc"

namespace heddle::simt {

using namespace mlir;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

namespace {

using enum InstructionClass;
using Form = MemoryAccess::Form;

/// What loads and stores have in common.
template <class Op> MemoryAccess vectorAccess(Op op, bool reads) {
  bool isDistributed = op.getSpace() == Space::Cluster;
  MemoryAccess access = {.space = isDistributed ? Space::Shared : op.getSpace(),
                         .reads = reads,
                         .writes = !reads,
                         .completion = Completion::AtOnce};
  access.isDistributed = isDistributed;
  access.addresses = op.getBases();
  access.form = Form::Vector;
  access.bytes = op.getAccessBytes();
  for (auto [at, offset] : llvm::zip(op.getAt(), op.getOffsets()))
    access.instructions.push_back({static_cast<unsigned>(at), offset});
  access.predicates = op.getPredicates();
  return access;
}

template <class Op>
MemoryAccess matrixAccess(Op op, Type words, Value predicate, bool reads) {
  constexpr unsigned WordBytes = 4;
  MemoryAccess access = {.space = Space::Shared,
                         .reads = reads,
                         .writes = !reads,
                         .completion = Completion::AtOnce};
  access.addresses = op.getAddress();
  access.form = op.getTransposed() ? Form::MatrixTransposed : Form::Matrix;
  access.bytes = WordBytes * registerCount(words);
  access.instructions.push_back({0, static_cast<std::int32_t>(op.getOffset())});
  access.predicates = predicate;
  return access;
}

/// ptxas takes the instruction that gives nothing back (PTX ISA, red): not for
/// exchanges and what is made of them, and not if what comes later has to wait
/// for it, unless that waits for several together
/// (codegen/common/AccessOrder.h).
bool isReduction(AtomicOp op) {
  return op.use_empty() && op.getSpace() == Space::Global &&
         op.getKind() != Atomic::Exchange &&
         op.getKind() != Atomic::CompareAndSwap &&
         op.getKind() != Atomic::MaxFloat && op.getKind() != Atomic::MinFloat &&
         (!acquires(op.getOrder()) || registerCount(op.getType()) > 1);
}

} // namespace

/// The class of accesses to a memory, of the three.
static InstructionClass classOf(Space space, InstructionClass ofGlobal,
                                InstructionClass ofShared,
                                InstructionClass ofCluster) {
  switch (space) {
  case Space::Global:
    return ofGlobal;
  case Space::Shared:
    return ofShared;
  case Space::Cluster:
    return ofCluster;
  }
  return ofGlobal;
}

InstructionCounts LoadOp::getInstructions() {
  return one(classOf(getSpace(), GlobalLoad, SharedLoad, DistributedLoad),
             getAt().size());
}
MemoryAccesses LoadOp::getAccesses() {
  return {vectorAccess(*this, /*reads=*/true)};
}
std::optional<Scope> LoadOp::getSynchronizedScope() { return std::nullopt; }

InstructionCounts StoreOp::getInstructions() {
  return one(classOf(getSpace(), GlobalStore, SharedStore, DistributedStore),
             getAt().size());
}
MemoryAccesses StoreOp::getAccesses() {
  return {vectorAccess(*this, /*reads=*/false)};
}
std::optional<Scope> StoreOp::getSynchronizedScope() { return std::nullopt; }

InstructionCounts MatrixLoadOp::getInstructions() { return one(MatrixLoad, 1); }
MemoryAccesses MatrixLoadOp::getAccesses() {
  return {matrixAccess(*this, getType(), Value(), /*reads=*/true)};
}
std::optional<Scope> MatrixLoadOp::getSynchronizedScope() {
  return std::nullopt;
}

InstructionCounts MatrixStoreOp::getInstructions() {
  return one(MatrixStore, 1);
}
MemoryAccesses MatrixStoreOp::getAccesses() {
  return {matrixAccess(*this, getValue().getType(), getPredicate(),
                       /*reads=*/false)};
}
std::optional<Scope> MatrixStoreOp::getSynchronizedScope() {
  return std::nullopt;
}

InstructionCounts AtomicOp::getInstructions() {
  InstructionClass kind = getSpace() == Space::Shared ? SharedAtomic
                          : isReduction(*this)        ? GlobalReduction
                                                      : GlobalAtomic;
  return one(kind, registerCount(getType()));
}
MemoryAccesses AtomicOp::getAccesses() {
  MemoryAccess access = {.space = getSpace(),
                         .reads = true,
                         .writes = true,
                         .completion = Completion::AtOnce};
  access.isAtomic = true;
  access.addresses = getAddresses();
  access.form = Form::Vector;
  access.bytes = bytesOf(getType().getElementType());
  for (unsigned index = 0; index < registerCount(getType()); ++index)
    access.instructions.push_back({index, 0});
  access.predicates = getPredicates();
  return {access};
}
std::optional<Scope> AtomicOp::getSynchronizedScope() { return std::nullopt; }

InstructionCounts ReductionOp::getInstructions() {
  return one(GlobalReduction, getAt().size());
}
MemoryAccesses ReductionOp::getAccesses() {
  MemoryAccess access = vectorAccess(*this, /*reads=*/false);
  access.reads = true;
  access.isAtomic = true;
  return {access};
}
std::optional<Scope> ReductionOp::getSynchronizedScope() {
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Together, and the rest
//===----------------------------------------------------------------------===//

// Nobody knows what it executes; it is given values, no addresses in shared
// memory.
static MemoryAccesses unknownAccesses(bool isPure) {
  if (isPure)
    return {};
  return {{.space = Space::Global,
           .reads = true,
           .writes = true,
           .completion = Completion::AtOnce}};
}
InstructionCounts AssemblyOp::getInstructions() { return {}; }
MemoryAccesses AssemblyOp::getAccesses() { return unknownAccesses(getPure()); }
std::optional<Scope> AssemblyOp::getSynchronizedScope() { return std::nullopt; }
InstructionCounts GridDependencyOp::getInstructions() { return {}; }
MemoryAccesses GridDependencyOp::getAccesses() {
  return unknownAccesses(/*isPure=*/false);
}
std::optional<Scope> GridDependencyOp::getSynchronizedScope() {
  return std::nullopt;
}
InstructionCounts ExternalCallOp::getInstructions() { return {}; }
MemoryAccesses ExternalCallOp::getAccesses() {
  return unknownAccesses(getPure());
}
std::optional<Scope> ExternalCallOp::getSynchronizedScope() {
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Ops of any dialect
//===----------------------------------------------------------------------===//

namespace {

/// The unit that computes on registers of this type.
InstructionClass arithmeticOn(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (element.isF64())
    return Double;
  if (!isa<FloatType>(element))
    return Integer;
  return element.isF32() ? Float : Half;
}

} // namespace

InstructionCounts RoundedOp::getInstructions() {
  return one(arithmeticOn(getType()), registerCount(getType()));
}
MemoryAccesses RoundedOp::getAccesses() { return {}; }
std::optional<Scope> RoundedOp::getSynchronizedScope() { return std::nullopt; }

namespace {

/// Units for floats take any operand with the opposite sign.
bool isOperandModifier(Operation *op) {
  return isa<arith::NegFOp>(op) &&
         llvm::all_of(op->getUsers(),
                      llvm::IsaPred<arith::AddFOp, arith::SubFOp, arith::MulFOp,
                                    math::FmaOp>);
}

InstructionClass classOfElementwise(Operation *op) {
  if (op->getNumOperands() == 0 || isa<arith::BitcastOp>(op) ||
      isOperandModifier(op))
    return None;
  if (isa<arith::SIToFPOp, arith::UIToFPOp, arith::FPToSIOp, arith::FPToUIOp,
          arith::ExtFOp, arith::TruncFOp>(op))
    return Conversion;
  return arithmeticOn(op->getOperands().back().getType());
}

/// One for each register of each result.
InstructionCounts countElementwise(Operation *op) {
  InstructionClass kind = classOfElementwise(op);
  unsigned count = 0;
  for (Type type : op->getResultTypes())
    count += registerCount(type);
  if (kind == None || count == 0)
    return {};
  return one(kind, count);
}

InstructionCounts countFlow(Operation *op) {
  if (isa<scf::ForOp, scf::IfOp, scf::ConditionOp, cf::BranchOp>(op))
    return one(Branch, 1);
  if (isa<cf::CondBranchOp>(op))
    return one(Branch, 2);
  if (!isa<scf::YieldOp>(op))
    return {};
  Operation *parent = op->getParentOp();
  if (isa<scf::ForOp>(parent))
    return {{Integer, 1}, {Branch, 2}};
  // Over the other branch, if there is one.
  auto branch = dyn_cast<scf::IfOp>(parent);
  bool jumps = branch ? !branch.getElseRegion().empty() &&
                            op->getParentRegion() == &branch.getThenRegion()
                      : isa<scf::WhileOp>(parent);
  return jumps ? one(Branch, 1) : InstructionCounts();
}

} // namespace

InstructionCounts instructionsOf(Operation *op) {
  if (auto known = dyn_cast<InstructionOpInterface>(op))
    return known.getInstructions();
  if (isa<scf::SCFDialect, cf::ControlFlowDialect>(op->getDialect()))
    return countFlow(op);
  return countElementwise(op);
}

MemoryAccesses accessesOf(Operation *op) {
  if (auto known = dyn_cast<InstructionOpInterface>(op))
    return known.getAccesses();
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
      isMemoryEffectFree(op))
    return {};
  MemoryAccesses everything;
  for (Space space : {Space::Global, Space::Shared})
    everything.push_back({.space = space,
                          .reads = true,
                          .writes = true,
                          .completion = Completion::AtOnce});
  return everything;
}

std::optional<Scope> synchronizedBy(Operation *op) {
  auto known = dyn_cast<InstructionOpInterface>(op);
  return known ? known.getSynchronizedScope() : std::nullopt;
}

std::optional<MemoryAccess> sharedAccessOf(Operation *op) {
  for (MemoryAccess &access : accessesOf(op))
    if (access.space == Space::Shared)
      return std::move(access);
  return std::nullopt;
}

} // namespace heddle::simt
