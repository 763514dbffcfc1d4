//===- LoopOverDotDepth.cpp - Products as loops over slices ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product of blocked tensors is computed by single products, each factor in
// registers over the whole summed axis: deep ones are thousands of
// instructions, and more registers than a thread has. Here such a product
// becomes a loop over slices of that axis, which are loaded from shared memory.
//
// The factors are stored before the loop, from the layouts that they have
// before they are converted to those of factors (SlicedFactor.h).
//
// Factors that are loaded from shared memory are there already. The product is
// computed slice by slice then, but not in a loop: ptxas loads the next slice
// while one is multiplied.
//
//===----------------------------------------------------------------------===//

#include "LoadedFactor.h"
#include "SlicedFactor.h"
#include "heddle/analysis/LayoutCosts.h"
#include "heddle/analysis/SharedAccessCost.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/ir/Subslices.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONGPULOOPOVERDOTDEPTH
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// Products of a thread that stay unrolled.
constexpr std::uint64_t MostUnrolled = 256;
/// Those of one round: as many as the first, or, where a slice has few bytes
/// along the depth, as the second: accesses of fewer take more wavefronts.
constexpr std::uint64_t EnoughOfRound = 128, MostOfRound = 256;
constexpr std::uint64_t FewBytes = 8;
/// Those of factors that are loaded from shared memory: as many instructions
/// stay in the instruction cache.
constexpr std::uint64_t MostOfMemory = 2048;
/// Narrow results are rounded after so many products
/// (lowering/emitters/Dot.cpp), and between rounds.
constexpr std::uint64_t ProductsPerRounding = 16;

/// A factor that is loaded from shared memory, and may be converted then.
struct LoadedSlices {
  ttg::LocalLoadOp load;
  /// Of the factor, and the axis that is summed up.
  RankedTensorType type;
  unsigned axis;

  static std::optional<LoadedSlices> match(Value factor, unsigned axis);
  /// So many elements of that axis, from one on.
  Value slice(OpBuilder &builder, int64_t begin, int64_t length) const;
  bool canBeCut(int64_t length) const {
    return !ir::mixedElement(ttg::LocalLoadOp(load).getSrc().getType(), axis,
                             length);
  }
  /// Cycles of a multiprocessor that loads of all slices take.
  double cycles(const Target &target) const;
};

/// A product that becomes a loop.
struct DeepDot {
  tt::DotOp op;
  std::array<SlicedFactor, 2> factors;
  /// Steps of a slice.
  int64_t length;
  /// If both are loaded from shared memory.
  std::optional<std::array<LoadedSlices, 2>> loaded;

  /// Nothing if the product is computed otherwise than by single products, or
  /// is no loop's worth.
  static std::optional<DeepDot> match(tt::DotOp op, const Target &target);
};

/// Products of a thread for one step along the summed axis; 0 if factors are
/// not those of a blocked result.
std::uint64_t productsOfStep(tt::DotOp op) {
  const Encoding *result = ir::encodingOf(op.getType());
  if (result == nullptr || !result->is<BlockedEncoding>())
    return 0;
  for (Value factor : {op.getA(), op.getB()}) {
    const Encoding *encoding = ir::encodingOf(factor.getType());
    const auto *operand =
        encoding ? encoding->getIf<DotOperandEncoding>() : nullptr;
    if (operand == nullptr || *operand->parent != *result)
      return 0;
  }
  Result<LinearLayout> layout = ir::linearLayoutOf(op.getType());
  return layout ? layout->inSize(Dim::Register) : 0;
}

/// Steps along the summed axis in a round, which have so many products each.
std::uint64_t stepsOfRound(std::uint64_t products, std::uint64_t bytes) {
  std::uint64_t enough = EnoughOfRound / products;
  if (enough * bytes < FewBytes)
    enough = std::min(FewBytes / bytes, MostOfRound / products);
  return std::max<std::uint64_t>(enough, 1);
}

std::optional<LoadedSlices> LoadedSlices::match(Value factor, unsigned axis) {
  Value value = factor;
  if (auto convert = value.getDefiningOp<ttg::ConvertLayoutOp>();
      convert && convert->hasOneUse())
    value = convert.getSrc();
  auto load = value.getDefiningOp<ttg::LocalLoadOp>();
  if (!load || !load->hasOneUse())
    return std::nullopt;
  return LoadedSlices{.load = load,
                      .type = cast<RankedTensorType>(factor.getType()),
                      .axis = axis};
}

Value LoadedSlices::slice(OpBuilder &builder, int64_t begin,
                          int64_t length) const {
  ttg::LocalLoadOp each = load;
  Value from = sliceOf(builder, each.getSrc(), axis, begin, length);
  return ttg::LocalLoadOp::create(builder, each.getLoc(),
                                  withLength(type, axis, length), from,
                                  each.getToken());
}

double LoadedSlices::cycles(const Target &target) const {
  Type memory = ttg::LocalLoadOp(load).getSrc().getType();
  Result<LinearLayout> registers = ir::linearLayoutOf(type);
  Result<LinearLayout> layout = ir::linearLayoutOf(memory);
  if (!registers || !layout)
    return ImpossibleCycles;
  return sharedAccessCycles(
      *registers, *layout, *ir::encodingOf(memory),
      static_cast<unsigned>(bytesOfElement(type.getElementType())),
      AccessKind::Load, target);
}

/// Slices of so many steps. Nothing if there are more products than stay
/// unrolled, if memory cannot be cut, if loads would take much longer, or if
/// something between the loads and the product may change what they load.
std::optional<std::array<LoadedSlices, 2>> loadedSlices(tt::DotOp op,
                                                        std::uint64_t products,
                                                        int64_t length,
                                                        const Target &target) {
  auto axis = static_cast<unsigned>(op.getA().getType().getRank() - 1);
  auto left = LoadedSlices::match(op.getA(), axis);
  auto right = LoadedSlices::match(op.getB(), axis - 1);
  if (products > MostOfMemory || !left || !right)
    return std::nullopt;
  for (const LoadedSlices &each : {*left, *right}) {
    if (each.load->getBlock() != op->getBlock() || !each.canBeCut(length))
      return std::nullopt;
    for (Operation *at = each.load->getNextNode(); at != op;
         at = at->getNextNode())
      if (!isa<ttg::LocalLoadOp>(at) && !isMemoryEffectFree(at))
        return std::nullopt;
  }
  double multiplying = static_cast<double>(products) *
                       static_cast<double>(ir::warpsAt(op).value_or(1)) *
                       target.costs.issue;
  // From a buffer of its own the loop would load as much: without conflicts
  // that is not twice as long either.
  constexpr double MostLoading = 2;
  if (left->cycles(target) + right->cycles(target) > MostLoading * multiplying)
    return std::nullopt;
  return std::array{*left, *right};
}

std::optional<DeepDot> DeepDot::match(tt::DotOp op, const Target &target) {
  std::uint64_t step = productsOfStep(op);
  auto a = cast<RankedTensorType>(op.getA().getType());
  auto axis = static_cast<unsigned>(a.getRank() - 1);
  auto depth = static_cast<std::uint64_t>(a.getDimSize(axis));
  std::uint64_t bytes = bytesOfElement(a.getElementType());
  if (bytes == 0 || step * depth <= MostUnrolled)
    return std::nullopt;
  std::uint64_t length = stepsOfRound(step, bytes);
  Type element = op.getType().getElementType();
  if (element.isF16() || element.isBF16())
    length = std::max(length, ProductsPerRounding);
  if (length >= depth)
    return std::nullopt;
  auto steps = static_cast<int64_t>(length);
  auto left = SlicedFactor::plan(op.getA(), axis, steps, target);
  auto right = SlicedFactor::plan(op.getB(), axis - 1, steps, target);
  if (!left || !right)
    return std::nullopt;
  return DeepDot{.op = op,
                 .factors = {*left, *right},
                 .length = steps,
                 .loaded = loadedSlices(op, step * depth, steps, target)};
}

/// Before the outermost loop around the product that does not make the source.
Operation *placeOf(Value source, tt::DotOp op) {
  Operation *place = op;
  for (Operation *around = op->getParentOp(); !isa<tt::FuncOp>(around);
       around = around->getParentOp()) {
    if (around->isAncestor(source.getParentBlock()->getParentOp()))
      break;
    if (isa<LoopLikeOpInterface>(around))
      place = around;
  }
  return place;
}

/// Makes loops of the products of a function.
class Looper {
public:
  Looper(tt::FuncOp function, const Target &target);

  void run();

private:
  /// A buffer that can be read where the product stands; null if there is none.
  Value storedBefore(tt::DotOp op, const SlicedFactor &factor) const;
  Value store(tt::DotOp op, const SlicedFactor &factor);
  bool hasRoomFor(const DeepDot &deep) const;
  void makeLoop(const DeepDot &deep);
  static void makeSlices(const DeepDot &deep);

  tt::FuncOp function;
  const Target &target;
  /// Bytes of shared memory, more than are needed up to now.
  std::uint64_t used;
  /// By what was stored, and as what.
  llvm::DenseMap<std::tuple<Value, Type, Type>,
                 llvm::SmallVector<ttg::LocalAllocOp>>
      buffers;
};

std::tuple<Value, Type, Type> keyOf(const SlicedFactor &factor) {
  return {factor.source(), factor.slicesType(), factor.memoryType()};
}

Value Looper::storedBefore(tt::DotOp op, const SlicedFactor &factor) const {
  auto found = buffers.find(keyOf(factor));
  if (found == buffers.end())
    return {};
  for (ttg::LocalAllocOp buffer : found->second)
    if (Operation *here = buffer->getBlock()->findAncestorOpInBlock(*op);
        here != nullptr && buffer->isBeforeInBlock(here))
      return buffer;
  return {};
}

Value Looper::store(tt::DotOp op, const SlicedFactor &factor) {
  if (Value buffer = storedBefore(op, factor))
    return buffer;
  OpBuilder builder(placeOf(factor.source(), op));
  ttg::LocalAllocOp buffer = factor.store(builder, op.getLoc());
  buffers[keyOf(factor)].push_back(buffer);
  used += factor.bytes();
  return buffer;
}

void Looper::makeLoop(const DeepDot &deep) {
  tt::DotOp op = deep.op;
  std::array<Value, 2> memories;
  for (auto [factor, memory] : llvm::zip(deep.factors, memories))
    memory = store(op, factor);
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, loc, builder.getI32IntegerAttr(static_cast<int32_t>(value)));
  };
  Value begin = number(0), step = number(1);
  Value end = number(deep.factors[0].count());
  auto body = [&](OpBuilder &inner, Location, Value index, ValueRange sums) {
    auto product = cast<tt::DotOp>(inner.clone(*op));
    inner.setInsertionPoint(product);
    for (unsigned which : {0U, 1U})
      product.setOperand(
          which, deep.factors[which].load(inner, loc, memories[which], index));
    product.getCMutable().assign(sums.front());
    inner.setInsertionPointAfter(product);
    scf::YieldOp::create(inner, loc, product.getResult());
  };
  auto loop = scf::ForOp::create(builder, loc, begin, end, step,
                                 ValueRange(op.getC()), body);
  op.replaceAllUsesWith(loop.getResult(0));
  op.erase();
}

void Looper::makeSlices(const DeepDot &deep) {
  tt::DotOp op = deep.op;
  OpBuilder builder(op);
  Value sums = op.getC();
  auto depth = op.getA().getType().getShape().back();
  for (int64_t begin = 0; begin < depth; begin += deep.length) {
    auto product = cast<tt::DotOp>(builder.clone(*op));
    builder.setInsertionPoint(product);
    for (unsigned which : {0U, 1U})
      product.setOperand(
          which, (*deep.loaded)[which].slice(builder, begin, deep.length));
    product.getCMutable().assign(sums);
    builder.setInsertionPointAfter(product);
    sums = product.getResult();
  }
  op.replaceAllUsesWith(sums);
  op.erase();
}

//===----------------------------------------------------------------------===//
// Room
//===----------------------------------------------------------------------===//

std::uint64_t bytesOf(RankedTensorType type) {
  return static_cast<std::uint64_t>(type.getNumElements()) *
         bytesOfElement(type.getElementType());
}

/// More shared memory than a function needs: for all of its buffers, as if they
/// lived at one time, and for the largest tensors that an op moves.
std::uint64_t roomOf(tt::FuncOp function) {
  std::uint64_t buffers = 0, moved = 0;
  function.walk([&](Operation *op) {
    if (auto alloc = dyn_cast<ttg::LocalAllocOp>(op)) {
      ttg::MemDescType type = alloc.getType();
      const Encoding *encoding = ir::encodingOf(Type(type));
      auto count = static_cast<std::uint64_t>(
          ShapedType::getNumElements(type.getShape()));
      buffers +=
          (encoding ? paddedOffset(paddingsOf(*encoding), count) : count) *
          bytesOfElement(type.getElementType());
      return;
    }
    if (!isa<ttg::ConvertLayoutOp, tt::ReduceOp, tt::ScanOp, tt::GatherOp,
             tt::HistogramOp>(op))
      return;
    std::uint64_t bytes = 0;
    for (Value value : op->getOperands())
      if (auto type = dyn_cast<RankedTensorType>(value.getType()))
        bytes += bytesOf(type);
    for (Value value : op->getResults())
      if (auto type = dyn_cast<RankedTensorType>(value.getType()))
        bytes += bytesOf(type);
    moved = std::max(moved, bytes);
  });
  return buffers + moved;
}

Looper::Looper(tt::FuncOp function, const Target &target)
    : function(function), target(target), used(roomOf(function)) {}

bool Looper::hasRoomFor(const DeepDot &deep) const {
  std::uint64_t bytes = used;
  for (const SlicedFactor &factor : deep.factors)
    bytes += storedBefore(deep.op, factor) ? 0 : factor.bytes();
  return bytes <= target.sharedBytes;
}

void Looper::run() {
  llvm::SmallVector<tt::DotOp> dots;
  function.walk([&](tt::DotOp op) { dots.push_back(op); });
  for (tt::DotOp op : dots)
    if (std::optional<DeepDot> deep = DeepDot::match(op, target)) {
      if (deep->loaded)
        makeSlices(*deep);
      else if (hasRoomFor(*deep))
        makeLoop(*deep);
    }
}

class TritonGPULoopOverDotDepth
    : public impl::TritonGPULoopOverDotDepthBase<TritonGPULoopOverDotDepth> {
public:
  using Base::Base;

  void runOnOperation() final {
    const Target *target = ir::nearestTargetOf(getOperation());
    if (target == nullptr)
      return;
    getOperation().walk(
        [&](tt::FuncOp function) { Looper(function, *target).run(); });
  }
};

} // namespace
} // namespace heddle
