//===- AccessCosts.cpp - What accesses cost with a layout -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/AccessWidth.h"
#include "heddle/analysis/LayoutCosts.h"
#include "heddle/analysis/SharedAccessCost.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/ir/Ttg.h"
#include "heddle/plan/Cost.h"
#include "heddle/plan/GatherPlan.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

using namespace mlir;

namespace {

/// Of an element in memory; none if it is no number.
std::optional<unsigned> bytesOfElement(Type type) {
  if (isa<tt::PointerType>(type))
    return 8;
  Result<ElementType> element = ir::elementType(type);
  return element ? std::optional(std::max(1U, element->bits / 8))
                 : std::nullopt;
}

/// The layout of a descriptor's block in shared memory; row-major, as in global
/// memory, if none is chosen.
Encoding encodingOfBlock(tt::TensorDescType block) {
  if (const Encoding *chosen = ir::encodingOf(block.getLayout()))
    return *chosen;
  SwizzledSharedEncoding rows;
  for (std::size_t axis = block.getShape().size(); axis-- > 0;)
    rows.order.push_back(static_cast<unsigned>(axis));
  return rows;
}

} // namespace

double sharedAccessCycles(const LinearLayout &registers,
                          const LinearLayout &memory, const Encoding &encoding,
                          unsigned bytes, AccessKind kind,
                          const Target &target) {
  SharedTensor tensor = {.layout = memory,
                         .paddings = paddingsOf(encoding),
                         .elementBits = 8 * bytes,
                         .alignment = std::max(16U, alignmentOf(encoding))};
  Result<SharedAccess> access =
      cheapestAccess(registers, tensor, 0, kind, target);
  return access ? cyclesOf(*access, registers.inSize(Dim::Warp), target)
                : ImpossibleCycles;
}

double LayoutCosts::sharedAccess(RankedTensorType type, Type memory,
                                 AccessKind kind) {
  const LinearLayout *registers = layoutOf(type);
  Result<LinearLayout> layout = ir::linearLayoutOf(memory);
  std::optional<unsigned> bytes = bytesOfElement(type.getElementType());
  if (registers == nullptr || !layout || !bytes)
    return ImpossibleCycles;
  return sharedAccessCycles(*registers, *layout, *ir::encodingOf(memory),
                            *bytes, kind, target);
}

double LayoutCosts::blockAccess(RankedTensorType type, tt::TensorDescType block,
                                AccessKind kind) {
  const LinearLayout *registers = layoutOf(type);
  std::optional<unsigned> bytes = bytesOfElement(type.getElementType());
  if (registers == nullptr || !bytes)
    return ImpossibleCycles;
  std::vector<std::uint64_t> sizes(type.getShape().begin(),
                                   type.getShape().end());
  Encoding encoding = encodingOfBlock(block);
  Result<LinearLayout> layout =
      toLinearLayout(encoding, sizes, ir::releaseOf(type.getContext()));
  if (!layout)
    return ImpossibleCycles;
  return sharedAccessCycles(*registers, *layout, encoding, *bytes, kind,
                            target);
}

double LayoutCosts::gather(tt::GatherOp gather, RankedTensorType result,
                           RankedTensorType source) {
  const LinearLayout *to = layoutOf(result);
  const LinearLayout *from = layoutOf(source);
  std::optional<unsigned> bytes = bytesOfElement(source.getElementType());
  if (to == nullptr || from == nullptr || !bytes)
    return ImpossibleCycles;
  GatherChoice choice =
      chooseGather(*from, *to, gather.getAxis(), *bytes, target);
  Price price = priceOf(choice.counts, target);
  return price.cycles + price.latency;
}

double LayoutCosts::globalAccess(Value pointers, Value mask,
                                 RankedTensorType type, AccessKind kind) {
  const LinearLayout *layout = layoutOf(type);
  std::optional<unsigned> bytes =
      bytesOfElement(tt::pointee(getElementTypeOrSelf(pointers.getType())));
  if (layout == nullptr || !bytes)
    return ImpossibleCycles;
  std::optional<AxisInfo> constancy;
  if (mask)
    constancy = facts.of(mask);
  return globalAccessCycles(*layout, facts.of(pointers),
                            constancy ? &*constancy : nullptr, *bytes,
                            kind == AccessKind::Store, target);
}

// With the memory in the best layout for that.
double LayoutCosts::leastReading(const CopyNeighbours &copied,
                                 RankedTensorType type) {
  const LinearLayout *registers = layoutOf(type);
  if (registers == nullptr)
    return ImpossibleCycles;
  std::vector<std::uint64_t> sizes(type.getShape().begin(),
                                   type.getShape().end());
  for (const KnownReading &known : leastReadings)
    if (known.type == type && known.copied == copied)
      return known.cycles;
  double least = ImpossibleCycles;
  // Where rows are short, several parameters mean the same.
  std::unordered_set<LinearLayout> tried;
  for (const Encoding &encoding : swizzlesFor(copied)) {
    Result<LinearLayout> memory =
        toLinearLayout(encoding, sizes, ir::releaseOf(type.getContext()));
    if (memory && widthIn(*memory, copied) == copied.elements() &&
        tried.insert(*memory).second)
      least = std::min(least, sharedAccessCycles(*registers, *memory, encoding,
                                                 ir::elementBits(type) / 8,
                                                 AccessKind::Load, target));
  }
  leastReadings.push_back({.copied = copied, .type = type, .cycles = least});
  return least;
}

double LayoutCosts::readingCopy(tt::LoadOp load, Attribute to) {
  auto type = cast<RankedTensorType>(load.getType());
  const LinearLayout *registers = layoutOf(type);
  unsigned bytes = ir::elementBits(type) / 8;
  if (registers == nullptr || bytes == 0 || bytes > 8)
    return ImpossibleCycles;
  auto reading = [&](RankedTensorType wanted) {
    auto [found, isNew] =
        readings.try_emplace({load, wanted}, ImpossibleCycles);
    if (isNew) {
      CopyNeighbours copied = neighboursOf(load, *registers, facts, bytes);
      if (bytes * copied.elements() >= LeastCopyBytes)
        found->second = leastReading(copied, wanted);
    }
    return found->second;
  };
  double own = reading(type), other = reading(type.cloneWithEncoding(to));
  return own >= ImpossibleCycles || other >= ImpossibleCycles
             ? ImpossibleCycles
             : std::max(0.0, other - own);
}

double LayoutCosts::perRegister(RankedTensorType type, double cycles) {
  const LinearLayout *layout = layoutOf(type);
  if (layout == nullptr)
    return ImpossibleCycles;
  return cycles * static_cast<double>(layout->inSize(Dim::Register) *
                                      layout->inSize(Dim::Warp));
}

std::optional<double>
LayoutCosts::access(Operation *op, llvm::ArrayRef<RankedTensorType> tensors,
                    llvm::ArrayRef<Attribute> encodings) {
  // Most ops access nothing: types are made where they are needed.
  auto type = [&](unsigned port) {
    return RankedTensorType(tensors[port]).cloneWithEncoding(encodings[port]);
  };
  using Cycles = std::optional<double>;
  // Of a warp, for one register.
  const Costs &costs = target.costs;
  const double counter = 2 * (costs.wavefront + costs.access);
  // A call of a function with a line of text, about.
  constexpr double PrintInstructions = 64;
  return llvm::TypeSwitch<Operation *, Cycles>(op)
      .Case<tt::LoadOp>([&](auto load) {
        return globalAccess(load.getPtr(), load.getMask(), type(0),
                            AccessKind::Load);
      })
      .Case<tt::StoreOp>([&](auto store) {
        return globalAccess(store.getPtr(), store.getMask(), type(0),
                            AccessKind::Store);
      })
      .Case<ttg::LocalLoadOp>([&](auto load) {
        return sharedAccess(type(0), load.getSrc().getType(), AccessKind::Load);
      })
      .Case<ttg::LocalStoreOp>([&](auto store) {
        return sharedAccess(type(0), store.getDst().getType(),
                            AccessKind::Store);
      })
      .Case<ttg::LocalAllocOp>([&](auto alloc) {
        return sharedAccess(type(0), alloc.getType(), AccessKind::Store);
      })
      .Case<tt::DescriptorLoadOp>([&](auto load) {
        return blockAccess(type(0), load.getDesc().getType(), AccessKind::Load);
      })
      .Case<tt::DescriptorStoreOp>([&](auto store) {
        return blockAccess(type(0), store.getDesc().getType(),
                           AccessKind::Store);
      })
      .Case<tt::GatherOp>([&](auto op) { return gather(op, type(0), type(1)); })
      .Case<tt::HistogramOp>(
          [&](auto) { return perRegister(type(0), counter); })
      .Case<tt::PrintOp>([&](auto) {
        return perRegister(type(0), PrintInstructions * costs.issue);
      })
      .Case<tt::AssertOp>(
          [&](auto) { return perRegister(type(0), 2 * costs.issue); })
      .Default([](Operation *) { return Cycles(); });
}

} // namespace heddle
