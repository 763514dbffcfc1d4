//===- Traits.cpp - Rules that ops share ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Traits.h"
#include "heddle/encoding/Queries.h"
#include "heddle/ir/Amdg.h"
#include "heddle/ir/Ttg.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::ir {

using namespace mlir;
using mlir::failure;

namespace {

/// As many elements as Triton allows in a tensor of `tt`.
constexpr int64_t MostElements = 1 << 20;

std::optional<unsigned> moduleNumber(Operation *op, llvm::StringRef name) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  if (!module)
    return std::nullopt;
  if (auto number = module->getAttrOfType<IntegerAttr>(name))
    return static_cast<unsigned>(number.getInt());
  return std::nullopt;
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
        return static_cast<unsigned>(number.getInt());
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

LogicalResult verifyTensors(Operation *op) {
  for (const NamedType &value : typesOf(op)) {
    auto tensor = dyn_cast<RankedTensorType>(value.type);
    if (!tensor)
      continue;
    if (failed(verifyShape(op, value, tensor.getShape())))
      return failure();
    if (encodingOf(tensor) == nullptr)
      continue;
    Result<LinearLayout> layout = linearLayoutOf(tensor);
    if (!layout)
      return report([&] { return op->emitOpError(); }, layout.error());
    if (!isOfAnyThreads(op) && failed(verifyThreads(op, value, *layout)))
      return failure();
  }
  return success();
}

LogicalResult verifyMemory(Operation *op) {
  for (const NamedType &value : typesOf(op)) {
    auto memory = dyn_cast<ttg::MemDescType>(value.type);
    if (!memory || encodingOf(memory) == nullptr)
      continue;
    Result<LinearLayout> layout = linearLayoutOf(memory);
    // The layout of a part has sizes of its own; who allocates it needs them.
    if (!layout && encodingOf(memory)->is<PartitionedSharedEncoding>())
      continue;
    if (!layout)
      return report([&] { return op->emitOpError(); }, layout.error());
    std::optional<unsigned> blocks = blocksAt(op);
    if (blocks && layout->inSize(Dim::Block) != *blocks)
      return op->emitOpError()
             << "expects a layout of " << *blocks
             << " blocks, as there are here, but got one of "
             << layout->inSize(Dim::Block) << " in " << value.noun << " "
             << value.number << ", " << value.type;
  }
  return success();
}

LogicalResult verifySameLayouts(Operation *op, bool withResults) {
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
    if (cast<RankedTensorType>(first->type).getEncoding() !=
        tensor.getEncoding())
      return op->emitOpError()
             << "expects one layout of all tensors, but got " << first->type
             << " as " << first->noun << " " << first->number << " and "
             << value.type << " as " << value.noun << " " << value.number;
  }
  return success();
}

} // namespace heddle::ir
