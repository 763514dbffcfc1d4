//===- AccelerateMatmul.cpp - Products by matrix instructions -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBody.h"
#include "ProductElements.h"
#include "ProductFactor.h"
#include "ProductLayouts.h"
#include "ScaledProducts.h"
#include "heddle/analysis/LayoutGraph.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/analysis/ProductChoice.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/LayoutFlow.h"
#include "heddle/ir/MatrixTypes.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/ir/Traits.h"
#include "heddle/ir/Ttng.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONGPUACCELERATEMATMUL
#define GEN_PASS_DEF_TRITONAMDGPUACCELERATEMATMUL
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

RankedTensorType tensorOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Ops that give each element of the result what they compute of the elements
/// at its place, and views: data come through them as they are.
bool passesElements(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() ||
         isa<ttg::ConvertLayoutOp, tt::FpToFpOp, tt::TransOp, tt::ReshapeOp>(
             op);
}

/// The fewest bits that an element of a factor comes in: a lane that holds
/// enough neighbours along K unpacks whole words of them.
unsigned bitsAtOrigin(Value factor) {
  constexpr unsigned Fewest = 4;
  unsigned bits = tensorOf(factor).getElementTypeBitWidth();
  llvm::SmallVector<std::pair<Value, unsigned>> open = {{factor, 1}};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!open.empty()) {
    auto [value, parts] = open.pop_back_val();
    auto type = dyn_cast<RankedTensorType>(value.getType());
    // Conditions tell elements apart and are none.
    if (!type || !type.getElementType().isIntOrFloat() ||
        type.getElementTypeBitWidth() == 1)
      continue;
    bits = std::min(bits, type.getElementTypeBitWidth() / parts);
    Operation *op = value.getDefiningOp();
    if (op == nullptr || !seen.insert(op).second)
      continue;
    bool isPair = isa<ttg::Fp4ToFpOp>(op);
    if (isPair || isa<tt::JoinOp>(op) || passesElements(op))
      for (Value operand : op->getOperands())
        open.emplace_back(operand, isPair ? 2 * parts : parts);
  }
  return std::max(bits, Fewest);
}

/// Is the value made from the result of a product in the same block?
bool isMadeByProduct(Value factor) {
  Operation *maker = factor.getDefiningOp();
  if (maker == nullptr)
    return false;
  BackwardSliceOptions options;
  options.filter = [&](Operation *op) {
    return op->getBlock() == maker->getBlock();
  };
  options.omitBlockArguments = true;
  options.inclusive = true;
  SetVector<Operation *> makers;
  static_cast<void>(getBackwardSlice(maker, &makers, options));
  return llvm::any_of(makers, isProduct);
}

/// Is the result a factor of a product in the same block, or does the first
/// factor come from one?
bool isChained(tt::DotOp dot) {
  Block *block = dot->getBlock();
  ForwardSliceOptions options;
  options.filter = [&](Operation *op) { return op->getBlock() == block; };
  SetVector<Operation *> users;
  getForwardSlice(dot.getResult(), &users, options);
  auto takes = [&](Operation *user, Value factor) {
    return isProduct(user) && (factor == dot.getResult() ||
                               users.contains(factor.getDefiningOp()));
  };
  bool isFactor = llvm::any_of(users, [&](Operation *user) {
    return user->getNumOperands() != 0 && takes(user, user->getOperand(0));
  });
  return isFactor || isMadeByProduct(dot.getA());
}

/// The warps of a product by matrix instructions; nothing of others.
std::optional<WarpSplit> warpsOf(Operation *product) {
  const Encoding *encoding = ir::encodingOf(product->getResult(0).getType());
  UnsignedList warps;
  if (encoding == nullptr)
    return std::nullopt;
  if (const auto *mma = encoding->getIf<NvidiaMmaEncoding>()) {
    warps = mma->warpsPerCTA;
  } else if (const auto *mfma = encoding->getIf<AmdMfmaEncoding>()) {
    warps = mfma->warpsPerCTA;
  } else if (const auto *wmma = encoding->getIf<AmdWmmaEncoding>()) {
    warps.assign(wmma->rank, 1);
    for (const UnsignedList &basis : wmma->warps)
      for (auto [count, step] : llvm::zip(warps, basis))
        count *= step == 0 ? 1 : 2;
  }
  if (warps.size() != 2)
    return std::nullopt;
  return WarpSplit{warps[0], warps[1]};
}

/// Those of a later product in the same block that adds to the result, as it is
/// or changed element by element.
std::optional<WarpSplit> warpsThatAddTo(tt::DotOp dot) {
  constexpr unsigned Sum = 2;
  ForwardSliceOptions options;
  options.filter = [&](Operation *op) {
    return op->getBlock() == dot->getBlock() && passesElements(op);
  };
  options.inclusive = true;
  SetVector<Operation *> makers;
  getForwardSlice(dot.getResult(), &makers, options);
  makers.insert(dot);
  for (Operation *maker : makers)
    for (OpOperand &use : maker->getUses())
      if (isProduct(use.getOwner()) && use.getOperandNumber() == Sum &&
          use.getOwner()->getBlock() == dot->getBlock())
        if (std::optional<WarpSplit> warps = warpsOf(use.getOwner()))
          return warps;
  return std::nullopt;
}

/// Of 32 bits, a factor in registers has one element of K in each: that it
/// comes with neighbours along the other axis does not matter there.
bool isTurnedWords(Value factor, unsigned index) {
  constexpr unsigned WordBits = 32;
  return tensorOf(factor).getElementTypeBitWidth() == WordBits &&
         comesTurned(factor, index);
}

/// What products may be.
struct ProductWishes {
  /// Of warp groups.
  bool hasGroups = false;
  /// `ProductShape::side`, `FactorOrigin::kPack`.
  unsigned side = 0, kPack = 0;
  /// Loads that will be copies to shared memory.
  llvm::SetVector<Operation *> copies = {};
};

class Accelerator {
public:
  Accelerator(tt::DotOp dot, const Target &target, const ProductWishes &wishes)
      : dot(dot), target(target), wishes(wishes), builder(dot) {}

  void run();

private:
  struct Plan {
    ProductElements elements;
    ProductChoice choice;
  };
  std::optional<Plan> plan();
  Value widen(Value factor, Type element);
  Value convert(Value value, Attribute layout);
  Value multiply(const Plan &plan, Value a, Value b, Value c);
  /// By instructions of a warp, and of warp groups.
  Value multiplyInWarps(const Plan &plan, Value a, Value b, Value c);
  Value multiplyInGroups(const Plan &plan, Value a, Value b, Value c);
  /// Whether the transposed product is better: the second factor, which would
  /// be unpacked or turned and stored, is then the first, and stays in
  /// registers.
  bool isBetterTurned();
  /// D^T = B^T * A^T. No data moves: layouts are transposed, too.
  void turn();
  void remarkMissed();

  tt::DotOp dot;
  const Target &target;
  const ProductWishes &wishes;
  OpBuilder builder;
};

std::optional<Accelerator::Plan> Accelerator::plan() {
  ArrayRef<int64_t> a = tensorOf(dot.getA()).getShape();
  const llvm::SmallVector<int64_t> inBlock = shapeInBlock(dot.getType());
  ArrayRef<int64_t> d = inBlock;
  ProductShape shape;
  shape.batch = static_cast<std::uint64_t>(
      d.size() > 2 ? ShapedType::getNumElements(d.drop_back(2)) : 1);
  shape.m = static_cast<std::uint64_t>(d[d.size() - 2]);
  shape.n = static_cast<std::uint64_t>(d.back());
  shape.k = static_cast<std::uint64_t>(a.back());
  shape.warps = static_cast<unsigned>(ir::warpsAt(dot).value_or(1));
  shape.isChained = isChained(dot);
  shape.side = wishes.side;
  shape.addedToBy = warpsThatAddTo(dot);
  std::optional<Plan> best;
  for (const ProductElements &elements : wideningsOf(elementsOf(dot))) {
    std::optional<MatrixTypes> types = ir::matrixTypes(
        elements.a, elements.b, elements.sum, dot.getInputPrecision(), target);
    if (!types)
      continue;
    shape.types = *types;
    // The first ones are the product's own.
    shape.storedA = shape.storedA.value_or(types->a);
    shape.storedB = shape.storedB.value_or(types->b);
    for (MatrixFamily family : {MatrixFamily::Wgmma, MatrixFamily::Mma,
                                MatrixFamily::Mfma, MatrixFamily::Wmma}) {
      if (family == MatrixFamily::Wgmma &&
          (!wishes.hasGroups || isTooImprecise(elements, dot)))
        continue;
      auto choice = chooseProduct(target, shape, family);
      if (choice && (!best || choice->cycles < best->choice.cycles))
        best = Plan{elements, *choice};
    }
  }
  return best;
}

Value Accelerator::widen(Value factor, Type element) {
  auto type = tensorOf(factor);
  if (type.getElementType() == element)
    return factor;
  return tt::FpToFpOp::create(builder, dot.getLoc(), type.clone(element),
                              factor, tt::RoundingModeAttr());
}

Value Accelerator::convert(Value value, Attribute layout) {
  auto type = tensorOf(value);
  return ttg::ConvertLayoutOp::create(builder, dot.getLoc(),
                                      type.cloneWithEncoding(layout), value);
}

Value Accelerator::multiplyInGroups(const Plan &plan, Value a, Value b,
                                    Value c) {
  const ProductChoice &choice = plan.choice;
  constexpr unsigned WarpRows = 16;
  NvidiaMmaEncoding result;
  result.versionMajor = 3;
  result.warpsPerCTA = {choice.rowWarps, choice.columnWarps};
  result.instrShape = {WarpRows, choice.columns, choice.instruction->k};
  // Each block has the rows and columns that it needs, along all of K.
  result.cga = ir::encodingOf(dot.getType())->getIf<BlockedEncoding>()->cga;
  Bases rows = result.cga, columns = result.cga;
  for (UnsignedList &basis : rows)
    basis[1] = 0;
  for (UnsignedList &basis : columns)
    basis[0] = 0;
  MLIRContext *context = dot.getContext();
  Attribute layout = ir::layoutAttr(context, result);
  Value left;
  // What is unpacked in registers stays there: the narrow elements are moved.
  if (isMadeByProduct(a) || isTurnedWords(a, 0) ||
      bitsAtOrigin(a) < tensorOf(a).getElementTypeBitWidth()) {
    constexpr unsigned WordBits = 32;
    DotOperandEncoding operand;
    operand.opIdx = 0;
    operand.parent = Encoding(result);
    operand.kWidth = WordBits / tensorOf(a).getElementTypeBitWidth();
    left = convert(a, ir::layoutAttr(context, operand));
  } else {
    left = storeFactor(dot, a, 0, rows, target, wishes.copies);
  }
  Value right = storeFactor(dot, b, 1, columns, target, wishes.copies);
  Value sum = convert(c, layout);
  return ttng::WarpGroupDotOp::create(
      builder, dot.getLoc(), sum.getType(), left, right, sum,
      /*useC=*/Value(), dot.getInputPrecision(), dot.getMaxNumImpreciseAcc(),
      /*isAsync=*/false);
}

Value Accelerator::multiply(const Plan &plan, Value a, Value b, Value c) {
  return plan.choice.instruction->family == MatrixFamily::Wgmma
             ? multiplyInGroups(plan, a, b, c)
             : multiplyInWarps(plan, a, b, c);
}

Value Accelerator::multiplyInWarps(const Plan &plan, Value a, Value b,
                                   Value c) {
  auto rank = static_cast<unsigned>(dot.getType().getRank());
  Encoding result =
      inBlocksOf(dot.getType(), resultLayout(plan.choice, target, rank));
  FactorOrigin origin = {
      .bits = std::min(bitsAtOrigin(dot.getA()), bitsAtOrigin(dot.getB())),
      .depth = static_cast<std::uint64_t>(tensorOf(a).getShape().back()),
      .isProduct = isMadeByProduct(dot.getA()),
      .kPack = wishes.kPack};
  unsigned width = neighboursAlongK(plan.choice, origin);
  MLIRContext *context = dot.getContext();
  auto factor = [&](Value value, unsigned index) {
    DotOperandEncoding operand;
    operand.opIdx = index;
    operand.parent = result;
    operand.kWidth = width;
    return convert(value, ir::layoutAttr(context, operand));
  };
  Attribute layout = ir::layoutAttr(context, result);
  Value x = factor(a, 0), y = factor(b, 1), z = convert(c, layout);
  return tt::DotOp::create(builder, dot.getLoc(), z.getType(), x, y, z,
                           dot.getInputPrecision(),
                           dot.getMaxNumImpreciseAcc());
}

void Accelerator::remarkMissed() {
  remark::missed(dot.getLoc(), remark::RemarkOpts::name("multiplied-singly")
                                   .category("tritongpu-accelerate-matmul"))
      << remark::reason("no matrix instruction of {0} multiplies {1} and {2}, "
                        "and adds in {3}",
                        target.name, elementsOf(dot).a, elementsOf(dot).b,
                        elementsOf(dot).sum);
}

// In registers the narrow elements go through shared memory, in and out; else
// the wide ones go in. Words that come turned go in and out as well, else in,
// out, and in again.
bool Accelerator::isBetterTurned() {
  constexpr int64_t GroupRows = 64;
  auto bits = [](Value factor) {
    return tensorOf(factor).getElementTypeBitWidth();
  };
  if (!wishes.hasGroups || dot.getType().getRank() != 2 ||
      dot.getType().getDimSize(1) % GroupRows != 0 ||
      bitsAtOrigin(dot.getA()) != bits(dot.getA()) || isChained(dot))
    return false;
  if (2 * bitsAtOrigin(dot.getB()) < bits(dot.getB()))
    return true;
  if (!isTurnedWords(dot.getB(), 1) || isTurnedWords(dot.getA(), 0))
    return false;
  // Warps load both factors to registers, however they come.
  std::optional<Plan> own = plan();
  return own && own->choice.instruction->family == MatrixFamily::Wgmma;
}

void Accelerator::turn() {
  constexpr std::array<int32_t, 2> Turned = {1, 0};
  auto turned = [&](Value value) -> Value {
    auto type = tensorOf(value);
    auto result = RankedTensorType::get(
        {type.getDimSize(1), type.getDimSize(0)}, type.getElementType());
    auto trans =
        tt::TransOp::create(builder, dot.getLoc(), result, value, Turned);
    trans.getResult().setType(result.cloneWithEncoding(
        ir::layoutOfResult(trans, 0, type.getEncoding(), 0)));
    return trans;
  };
  Value a = turned(beforeConversions(dot.getB()));
  Value b = turned(beforeConversions(dot.getA()));
  Value c = turned(dot.getC());
  auto other =
      tt::DotOp::create(builder, dot.getLoc(), c.getType(), a, b, c,
                        dot.getInputPrecision(), dot.getMaxNumImpreciseAcc());
  Value d = turned(other.getD());
  dot.replaceAllUsesWith(d);
  dot.erase();
  dot = other;
  builder.setInsertionPoint(dot);
}

void Accelerator::run() {
  const Encoding *own = ir::encodingOf(dot.getType());
  if (own == nullptr || !own->is<BlockedEncoding>())
    return;
  if (isBetterTurned())
    turn();
  std::optional<Plan> chosen = plan();
  if (!chosen)
    return remarkMissed();
  Location loc = dot.getLoc();
  Type sum = chosen->elements.sum;
  Value c = dot.getC();
  bool isWider = sum != dot.getType().getElementType();
  if (isWider)
    c = arith::ExtFOp::create(builder, loc, dot.getType().clone(sum), c);
  Value d = multiply(*chosen, widen(dot.getA(), chosen->elements.a),
                     widen(dot.getB(), chosen->elements.b), c);
  d = convert(d, dot.getType().getEncoding());
  if (isWider)
    d = arith::TruncFOp::create(builder, loc, dot.getType(), d);
  dot.replaceAllUsesWith(d);
  dot.erase();
}

void accelerate(ModuleOp module, const Target &target, ProductWishes wishes,
                std::int64_t stages) {
  llvm::SmallVector<tt::DotOp> dots;
  module.walk([&](tt::DotOp dot) { dots.push_back(dot); });
  // The assembler lets products of warp groups wait for each other where a
  // kernel calls functions, as printing does.
  bool prints = module.walk([](tt::PrintOp) { return WalkResult::interrupt(); })
                    .wasInterrupted();
  wishes.hasGroups = target.vendor == Vendor::Nvidia && !prints;
  if (wishes.hasGroups && target.asyncCopies.reachAnywhere())
    wishes.copies = likelyCopies(module, stages);
  // A later product sees those before it as they were.
  for (tt::DotOp dot : llvm::reverse(dots))
    Accelerator(dot, target, wishes).run();
  module.walk(
      [&](tt::DotScaledOp dot) { accelerateScaledProduct(dot, target); });
}

class TritonGPUAccelerateMatmul
    : public impl::TritonGPUAccelerateMatmulBase<TritonGPUAccelerateMatmul> {
public:
  using Base::Base;

  void runOnOperation() final {
    if (const Target *target = ir::nearestTargetOf(getOperation()))
      accelerate(getOperation(), *target, {}, numStages);
  }
};

class TritonAMDGPUAccelerateMatmul
    : public impl::TritonAMDGPUAccelerateMatmulBase<
          TritonAMDGPUAccelerateMatmul> {
public:
  using Base::Base;

  void runOnOperation() final {
    auto expects = [&](const Twine &what, const char *option, const auto &got) {
      getOperation().emitError()
          << "expects " << what << " as '" << option << "', but got " << got;
      signalPassFailure();
    };
    if (matrixInstructionSize != 0 && matrixInstructionSize != 16 &&
        matrixInstructionSize != 32)
      return expects("0, 16 or 32", "matrix-instruction-size",
                     unsigned(matrixInstructionSize));
    if (kPack > 2)
      return expects("0, 1 or 2", "kPack", unsigned(kPack));
    const Target *target = ir::nearestTargetOf(getOperation());
    if (!archGenerationName.empty()) {
      Result<const Target *> named = findTarget(archGenerationName);
      if (!named || (*named)->vendor != Vendor::Amd)
        return expects("a chip of AMD", "arch-generation-name",
                       "'" + archGenerationName + "'");
      target = *named;
      auto lanes = getOperation()->getAttrOfType<IntegerAttr>(ttg::LanesAttr);
      if (lanes && lanes.getInt() != target->lanes)
        return expects("a chip whose warps have " + Twine(lanes.getInt()) +
                           " threads, as the module's,",
                       "arch-generation-name", "'" + archGenerationName + "'");
    }
    if (target != nullptr)
      accelerate(
          getOperation(), *target,
          {.hasGroups = false, .side = matrixInstructionSize, .kPack = kPack},
          /*stages=*/1);
  }
};

} // namespace
} // namespace heddle
