//===- Traits.cpp - Rules that ops share ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Traits.h"
#include "Verify.h"
#include "heddle/encoding/Queries.h"
#include "heddle/encoding/Verify.h"
#include "heddle/ir/Amdg.h"
#include "heddle/ir/Ttng.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

namespace heddle::ir {

using namespace mlir;
using mlir::failure;

namespace {

/// Of any type and width; 0 of one below.
unsigned numberOf(IntegerAttr number) {
  if (number.getValue().isNegative())
    return 0;
  constexpr std::uint64_t Most = std::numeric_limits<unsigned>::max();
  return static_cast<unsigned>(number.getValue().getLimitedValue(Most));
}

/// As many elements as Triton allows in a tensor of `tt`.
constexpr int64_t MostElements = 1 << 20;

std::optional<unsigned> moduleNumber(Operation *op, llvm::StringRef name) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  if (!module)
    return std::nullopt;
  if (auto number = module->getAttrOfType<IntegerAttr>(name))
    return numberOf(number);
  return std::nullopt;
}

/// How many blocks a layout of a text is for; nothing where it does not say so.
std::optional<std::uint64_t> blocksOfText(const Encoding &encoding) {
  return encoding.visit(
      []<class E>(const E &family) -> std::optional<std::uint64_t> {
        if constexpr (requires { family.cga; })
          return std::uint64_t(1)
                 << std::min<std::size_t>(family.cga.size(), f2::MaxBits - 1);
        else
          return std::nullopt;
      });
}

/// Texts may name instructions that no chip has. Which one it is changes
/// nothing for the threads that hold a result: a layout of a known one.
Encoding withKnownInstruction(const Encoding &encoding) {
  if (const auto *slice = encoding.getIf<SliceEncoding>())
    return SliceEncoding{.dim = slice->dim,
                         .parent = withKnownInstruction(*slice->parent)};
  if (const auto *operand = encoding.getIf<DotOperandEncoding>()) {
    // Of one axis there is nothing to multiply.
    if (operand->parent->rank() == 1)
      return withKnownInstruction(*operand->parent);
    return DotOperandEncoding{.opIdx = operand->opIdx,
                              .parent = withKnownInstruction(*operand->parent),
                              .kWidth = operand->kWidth};
  }
  if (const auto *mma = encoding.getIf<NvidiaMmaEncoding>()) {
    constexpr unsigned Least = 8, Rows = 16, MostColumns = 256;
    NvidiaMmaEncoding known = *mma;
    UnsignedList &shape = known.instrShape;
    if (mma->versionMajor == 3 && shape.size() >= 2 && shape[0] >= Least &&
        llvm::isPowerOf2_32(shape[0]))
      shape = {Rows, std::min(shape[1], MostColumns), Rows};
    if (mma->versionMajor == 2 && shape.size() == 3 &&
        mma->warpsPerCTA.size() == 3)
      shape[0] = 1;
    return known;
  }
  if (const auto *mfma = encoding.getIf<AmdMfmaEncoding>()) {
    constexpr unsigned Step = 8;
    AmdMfmaEncoding known = *mfma;
    known.version = std::max(known.version, 1U);
    known.instrShape.resize(2);
    known.instrShape.push_back(Step);
    return known;
  }
  return encoding;
}

/// The layout of a tensor, as far as a text means one.
Result<LinearLayout> layoutOfText(RankedTensorType type) {
  Result<LinearLayout> layout = linearLayoutOf(type);
  const Encoding &encoding = *encodingOf(type);
  if (layout || heddle::verify(encoding))
    return layout;
  Result<LinearLayout> known = linearLayoutOf(RankedTensorType::get(
      type.getShape(), type.getElementType(),
      layoutAttr(type.getContext(), withKnownInstruction(encoding))));
  return known ? known : layout;
}

/// What the values of an op are, for messages.
struct NamedType {
  llvm::StringRef noun;
  unsigned number;
  Type type;
};

llvm::SmallVector<NamedType> typesOf(Operation *op) {
  llvm::SmallVector<NamedType> types;
  for (auto [number, type] : llvm::enumerate(op->getOperandTypes()))
    types.push_back({"operand", static_cast<unsigned>(number), type});
  for (auto [number, type] : llvm::enumerate(op->getResultTypes()))
    types.push_back({"result", static_cast<unsigned>(number), type});
  return types;
}

/// Tensors that ops of `tt` make are limited; what moves data between memories
/// may be larger.
bool hasLimit(Operation *op) {
  return op->getName().getDialectNamespace() ==
         tt::TtDialect::getDialectNamespace();
}

/// Elements have no place of their own in the ops, which may be of any sizes
/// then.
bool takesAnySize(Operation *op, RankedTensorType tensor) {
  bool isFree = op->hasTrait<OpTrait::Elementwise>() || isa<tt::SplatOp>(op);
  bool isOpen = !tensor.hasStaticShape() || tensor.getNumElements() == 0;
  return isFree && isOpen && !tensor.getEncoding();
}

LogicalResult verifyShape(Operation *op, const NamedType &value,
                          ArrayRef<int64_t> shape) {
  int64_t elements = 1;
  for (auto [axis, size] : llvm::enumerate(shape)) {
    if (size <= 0 || !llvm::isPowerOf2_64(static_cast<uint64_t>(size)))
      return op->emitOpError()
             << "expects sizes that are powers of two, but got " << size
             << " along axis " << axis << " of " << value.noun << " "
             << value.number;
    if (hasLimit(op) && elements > MostElements / size)
      return op->emitOpError() << "expects at most " << MostElements
                               << " elements, but got more in " << value.noun
                               << " " << value.number << ", " << value.type;
    elements = hasLimit(op) ? elements * size : 1;
  }
  return success();
}

LogicalResult verifyThreads(Operation *op, const NamedType &value,
                            const LinearLayout &layout) {
  struct {
    Dim dim;
    llvm::StringRef noun;
    std::optional<unsigned> expected;
  } const counts[] = {{Dim::Lane, "threads per warp", lanesAt(op)},
                      {Dim::Warp, "warps", warpsAt(op)},
                      {Dim::Block, "blocks", blocksAt(op)}};
  for (const auto &count : counts)
    if (count.expected && layout.inSize(count.dim) != *count.expected)
      return op->emitOpError()
             << "expects a layout of " << *count.expected << " " << count.noun
             << ", as there are here, but got one of "
             << layout.inSize(count.dim) << " in " << value.noun << " "
             << value.number << ", " << value.type;
  return success();
}

} // namespace

std::optional<unsigned> warpsAt(Operation *op) {
  for (Operation *inner = op; inner != nullptr; inner = inner->getParentOp()) {
    if (auto function = dyn_cast<tt::FuncOp>(inner))
      if (auto number = function->getAttrOfType<IntegerAttr>(ttg::WarpsAttr))
        return numberOf(number);
    auto partitions =
        dyn_cast_or_null<ttg::WarpSpecializePartitionsOp>(inner->getParentOp());
    if (!partitions)
      continue;
    auto specialize =
        dyn_cast_or_null<ttg::WarpSpecializeOp>(partitions->getParentOp());
    unsigned number = inner->getParentRegion()->getRegionNumber();
    if (specialize && number < specialize.getPartitionNumWarps().size())
      return static_cast<unsigned>(specialize.getPartitionNumWarps()[number]);
  }
  return moduleNumber(op, ttg::WarpsAttr);
}

std::optional<unsigned> lanesAt(Operation *op) {
  return moduleNumber(op, ttg::LanesAttr);
}

std::optional<unsigned> blocksAt(Operation *op) {
  return moduleNumber(op, ttg::BlocksAttr);
}

/// These are of tensors in a part of the threads too.
static bool isOfAnyThreads(Operation *op) {
  return isa<amdg::ConcatOp, amdg::ExtractSliceOp>(op);
}

/// Ops of `amdg` take layouts of any threads in a text.
static bool checksThreads(Operation *op, Meaning meaning) {
  return meaning == Meaning::Required ||
         op->getName().getDialectNamespace() !=
             amdg::AmdgDialect::getDialectNamespace();
}

static LogicalResult expectNoMemory(Operation *op, RankedTensorType tensor) {
  if (!isa_and_nonnull<ttg::SharedMemoryAttr, ttng::TensorMemoryAttr>(
          tensor.getEncoding()))
    return success();
  return op->emitOpError() << "expects a layout of a tensor, but got a memory, "
                           << tensor;
}

LogicalResult expectTensors(Operation *op, Meaning meaning) {
  bool isText = meaning == Meaning::Optional;
  for (const NamedType &value : typesOf(op)) {
    auto tensor = dyn_cast<RankedTensorType>(value.type);
    if (!tensor || (isText && takesAnySize(op, tensor)))
      continue;
    if (failed(verifyShape(op, value, tensor.getShape())) ||
        failed(expectNoMemory(op, tensor)))
      return failure();
    if (encodingOf(tensor) == nullptr)
      continue;
    Result<LinearLayout> layout =
        isText ? layoutOfText(tensor) : linearLayoutOf(tensor);
    if (!layout)
      return report([&] { return op->emitOpError(); }, layout.error());
    if (!isOfAnyThreads(op) && checksThreads(op, meaning) &&
        failed(verifyThreads(op, value, *layout)))
      return failure();
  }
  return success();
}

LogicalResult verifyTensors(Operation *op) {
  return expectTensors(op, Meaning::Optional);
}

LogicalResult verifyMemory(Operation *op) {
  return expectMemory(op, Meaning::Optional);
}

LogicalResult expectMemory(Operation *op, Meaning meaning) {
  for (const NamedType &value : typesOf(op)) {
    auto memory = dyn_cast<ttg::MemDescType>(value.type);
    if (!memory || encodingOf(memory) == nullptr)
      continue;
    Result<LinearLayout> layout = linearLayoutOf(memory);
    // The layout of a part has sizes of its own; who allocates it needs them.
    if (!layout && encodingOf(memory)->is<PartitionedSharedEncoding>())
      continue;
    std::optional<std::uint64_t> got;
    if (layout)
      got = layout->inSize(Dim::Block);
    else if (meaning == Meaning::Optional &&
             !heddle::verify(*encodingOf(memory)))
      got = blocksOfText(*encodingOf(memory));
    else
      return report([&] { return op->emitOpError(); }, layout.error());
    std::optional<unsigned> blocks = blocksAt(op);
    if (blocks && got && *got != *blocks && checksThreads(op, meaning))
      return op->emitOpError()
             << "expects a layout of " << *blocks
             << " blocks, as there are here, but got one of " << *got << " in "
             << value.noun << " " << value.number << ", " << value.type;
  }
  return success();
}

LogicalResult verifySameLayouts(Operation *op, bool withResults,
                                Meaning meaning) {
  const NamedType *first = nullptr;
  llvm::SmallVector<NamedType> types = typesOf(op);
  for (const NamedType &value : types) {
    auto tensor = dyn_cast<RankedTensorType>(value.type);
    if (!tensor || (!withResults && value.noun == "result"))
      continue;
    if (first == nullptr) {
      first = &value;
      continue;
    }
    Attribute expected = cast<RankedTensorType>(first->type).getEncoding();
    bool isOpen = !expected || !tensor.getEncoding();
    if (meaning == Meaning::Optional && isOpen)
      continue;
    if (expected != tensor.getEncoding())
      return op->emitOpError()
             << "expects one layout of all tensors, but got " << first->type
             << " as " << first->noun << " " << first->number << " and "
             << value.type << " as " << value.noun << " " << value.number;
  }
  return success();
}

} // namespace heddle::ir
