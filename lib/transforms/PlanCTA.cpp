//===- PlanCTA.cpp - How the blocks of a cluster share tensors ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockTiles.h"
#include "ChangeLayout.h"
#include "heddle/analysis/EngineBlocks.h"
#include "heddle/analysis/LayoutGraph.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Traits.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONNVIDIAGPUPLANCTA
#define GEN_PASS_DEF_TRITONNVIDIAGPUASSIGNCGALAYOUTS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Bases of blocks, first so many along the rows, then along the columns.
Bases basesOf(unsigned rows, unsigned columns) {
  Bases cga;
  for (unsigned step = 1; step < rows; step *= 2)
    cga.push_back({step, 0});
  for (unsigned step = 1; step < columns; step *= 2)
    cga.push_back({0, step});
  return cga;
}

/// The tiles of a result in which blocks together load the fewest bytes: each
/// row of A is loaded by as many blocks as there are tiles across, and each
/// column of B by as many as there are tiles above each other. None if tiles
/// would be smaller than the instructions of a warp.
std::optional<Bases> tilesOf(tt::DotOp dot, unsigned blocks) {
  constexpr std::int64_t GroupRows = 64, Rows = 16, Columns = 8;
  RankedTensorType a = dot.getA().getType(), b = dot.getB().getType(),
                   d = dot.getType();
  auto bytesOf = [](RankedTensorType type) {
    return type.getNumElements() * ir::elementBits(type) / 8;
  };
  std::optional<Bases> best;
  std::int64_t least = 0;
  for (std::int64_t leastRows : {GroupRows, Rows}) {
    for (unsigned rows = blocks; rows > 0; rows /= 2) {
      unsigned columns = blocks / rows;
      std::int64_t bytes = columns * bytesOf(a) + rows * bytesOf(b);
      if (d.getDimSize(0) / rows < leastRows ||
          d.getDimSize(1) / columns < Columns || (best && bytes >= least))
        continue;
      best = basesOf(rows, columns);
      least = bytes;
    }
    if (best)
      break;
  }
  return best;
}

/// Lets what loads the value load in each block what the block needs.
void loadInBlocks(Value value, const Bases &cga) {
  Operation *op = beforeConversions(value).getDefiningOp();
  if (op == nullptr)
    return;
  if (isTensorLoad(op)) {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (Attribute layout = inBlocks(op, type, cga))
      changeLayout(op, type.getShape(), layout);
    return;
  }
  if (auto trans = dyn_cast<tt::TransOp>(op)) {
    Bases turned = cga;
    for (auto [from, to] : llvm::zip_equal(cga, turned))
      for (auto [index, axis] : llvm::enumerate(trans.getOrder()))
        to[static_cast<std::size_t>(axis)] = from[index];
    return loadInBlocks(trans.getSrc(), turned);
  }
  if (!op->hasTrait<OpTrait::Elementwise>() && !isa<tt::FpToFpOp>(op))
    return;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      loadInBlocks(operand, cga);
}

/// Lets each block store its tile of what is computed from a value by elements.
void storeInBlocks(Value value, const Bases &cga,
                   llvm::SmallPtrSetImpl<Value> &seen) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() != static_cast<std::int64_t>(cga[0].size()) ||
      !seen.insert(value).second)
    return;
  llvm::SmallVector<OpOperand *> uses;
  for (OpOperand &use : value.getUses())
    uses.push_back(&use);
  for (OpOperand *use : uses) {
    Operation *user = use->getOwner();
    if (isa<tt::StoreOp, tt::DescriptorStoreOp, tt::DescriptorReduceOp>(user)) {
      if (Attribute layout = inBlocks(user, type, cga))
        changeLayout(user, type.getShape(), layout);
    } else if (auto yield = dyn_cast<scf::YieldOp>(user)) {
      Operation *loop = yield->getParentOp();
      if (isa<scf::ForOp, scf::IfOp>(loop))
        storeInBlocks(loop->getResult(use->getOperandNumber()), cga, seen);
    } else if (isa<ttg::ConvertLayoutOp, tt::FpToFpOp>(user) ||
               user->hasTrait<OpTrait::Elementwise>()) {
      storeInBlocks(user->getResult(0), cga, seen);
    }
  }
}

/// The product with a result of that layout.
void multiplyIn(tt::DotOp dot, Attribute layout) {
  OpBuilder builder(dot);
  auto convert = [&](Value value, Attribute to) -> Value {
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getEncoding() == to)
      return value;
    return ttg::ConvertLayoutOp::create(builder, dot.getLoc(),
                                        type.cloneWithEncoding(to), value);
  };
  auto factor = [&](Value value, unsigned index) {
    DotOperandEncoding operand;
    operand.opIdx = index;
    operand.parent = *ir::encodingOf(layout);
    return convert(value, ir::layoutAttr(dot.getContext(), operand));
  };
  Attribute own = dot.getType().getEncoding();
  if (own == layout)
    return;
  dot.getAMutable().assign(factor(dot.getA(), 0));
  dot.getBMutable().assign(factor(dot.getB(), 1));
  dot.getCMutable().assign(convert(dot.getC(), layout));
  RankedTensorType before = dot.getType();
  dot.getResult().setType(before.cloneWithEncoding(layout));
  builder.setInsertionPointAfter(dot);
  auto back = ttg::ConvertLayoutOp::create(builder, dot.getLoc(), before,
                                           dot.getResult());
  dot.getResult().replaceAllUsesExcept(back, back);
}

void planProduct(tt::DotOp dot, unsigned blocks) {
  if (blockedOf(dot.getType()) == nullptr || dot.getType().getRank() != 2)
    return;
  std::optional<Bases> tiles = tilesOf(dot, blocks);
  Attribute layout = tiles ? inBlocks(dot, dot.getType(), *tiles) : Attribute();
  if (!layout)
    return;
  Bases rows = *tiles, columns = *tiles;
  for (UnsignedList &basis : rows)
    basis[1] = 0;
  for (UnsignedList &basis : columns)
    basis[0] = 0;
  loadInBlocks(dot.getA(), rows);
  loadInBlocks(dot.getB(), columns);
  llvm::SmallPtrSet<Value, 16> seen;
  storeInBlocks(dot.getResult(), *tiles, seen);
  multiplyIn(dot, layout);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Tiles in which each block has all elements along an axis, and less along
/// others. Nothing if that is so already, or if the others are too short.
std::optional<Bases> wholeAlong(unsigned axis, RankedTensorType type,
                                Bases cga) {
  UnsignedList parts(static_cast<std::size_t>(type.getRank()), 1);
  bool isWhole = true;
  for (const UnsignedList &basis : cga) {
    isWhole = isWhole && basis[axis] == 0;
    for (auto [count, step] : llvm::zip_equal(parts, basis))
      count *= step != 0 ? 2 : 1;
  }
  if (isWhole)
    return std::nullopt;
  auto left = [&](std::size_t other) {
    return type.getDimSize(static_cast<unsigned>(other)) /
           static_cast<std::int64_t>(parts[other]);
  };
  for (UnsignedList &basis : cga) {
    if (basis[axis] == 0)
      continue;
    std::size_t longest = axis == 0 ? 1 : 0;
    for (std::size_t other = 0; other < parts.size(); ++other)
      if (other != axis && left(other) > left(longest))
        longest = other;
    if (left(longest) < 2)
      return std::nullopt;
    basis[axis] = 0;
    basis[longest] = parts[longest];
    parts[longest] *= 2;
  }
  return cga;
}

/// Blocks that have all along the axis need nothing of each other.
void planReduction(tt::ReduceOp reduce) {
  auto type = cast<RankedTensorType>(reduce.getSrcs().front().getType());
  const BlockedEncoding *own = blockedOf(type);
  if (own == nullptr || type.getRank() < 2)
    return;
  std::optional<Bases> tiles = wholeAlong(reduce.getAxis(), type, own->cga);
  Attribute layout = tiles ? inBlocks(reduce, type, *tiles) : Attribute();
  if (!layout)
    return;
  for (Value source : reduce.getSrcs())
    loadInBlocks(source, *tiles);
  changeLayout(reduce, type.getShape(), layout);
  Attribute slice =
      ir::layoutAttr(type.getContext(),
                     SliceEncoding{reduce.getAxis(), *ir::encodingOf(layout)});
  OpBuilder builder(reduce->getContext());
  builder.setInsertionPointAfter(reduce);
  for (OpResult result : reduce->getResults()) {
    auto before = cast<RankedTensorType>(result.getType());
    result.setType(before.cloneWithEncoding(slice));
    auto back =
        ttg::ConvertLayoutOp::create(builder, reduce.getLoc(), before, result);
    result.replaceAllUsesExcept(back, back);
  }
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

/// How blocks share the first tensor that is loaded or stored by a descriptor.
Bases blocksOf(Value descriptor, unsigned blocks) {
  for (Operation *user : descriptor.getUsers())
    for (Value value :
         {user->getNumResults() != 0 ? user->getResult(0) : Value(),
          user->getNumOperands() > 1 ? user->getOperand(1) : Value()})
      if (value)
        if (const BlockedEncoding *layout = blockedOf(value.getType()))
          return layout->cga;
  auto type = cast<tt::TensorDescType>(descriptor.getType());
  return Bases(llvm::Log2_32(blocks), UnsignedList(type.getShape().size(), 0));
}

void planDescriptor(Value descriptor, unsigned blocks) {
  auto type = dyn_cast<tt::TensorDescType>(descriptor.getType());
  if (!type || !type.getLayout())
    return;
  Attribute layout = engineLayout(type.getShape(), type.getElementType(),
                                  blocksOf(descriptor, blocks));
  // Tiles that the engine does not have are copies.
  if (!layout)
    layout = engineLayout(
        type.getShape(), type.getElementType(),
        Bases(llvm::Log2_32(blocks), UnsignedList(type.getShape().size(), 0)));
  descriptor.setType(tt::TensorDescType::get(type.getContext(), type.getShape(),
                                             type.getElementType(), layout));
}

/// Those that the kernel is given, and those that it makes.
void planDescriptors(tt::FuncOp function, unsigned blocks) {
  if (function.isDeclaration())
    return;
  for (BlockArgument argument : function.getArguments())
    planDescriptor(argument, blocks);
  function.walk([&](tt::MakeTensorDescOp make) {
    planDescriptor(make.getResult(), blocks);
  });
  function.setFunctionType(FunctionType::get(
      function.getContext(), function.getBody().getArgumentTypes(),
      function.getFunctionType().getResults()));
}

void planBlocks(ModuleOp module) {
  unsigned blocks = ir::blocksAt(module).value_or(1);
  if (blocks == 1)
    return;
  llvm::SmallVector<tt::DotOp> dots;
  module.walk([&](tt::DotOp dot) { dots.push_back(dot); });
  for (tt::DotOp dot : dots)
    planProduct(dot, blocks);
  // What is reduced of products would be exchanged, instead of its sums.
  if (dots.empty())
    module.walk([](tt::ReduceOp reduce) { planReduction(reduce); });
  for (tt::FuncOp function : module.getOps<tt::FuncOp>())
    planDescriptors(function, blocks);
}

class TritonNvidiaGPUPlanCTA
    : public impl::TritonNvidiaGPUPlanCTABase<TritonNvidiaGPUPlanCTA> {
public:
  using Base::Base;
  void runOnOperation() final { planBlocks(getOperation()); }
};

class TritonNvidiaGPUAssignCGALayouts
    : public impl::TritonNvidiaGPUAssignCGALayoutsBase<
          TritonNvidiaGPUAssignCGALayouts> {
public:
  using Base::Base;
  void runOnOperation() final { planBlocks(getOperation()); }
};

} // namespace
} // namespace heddle
