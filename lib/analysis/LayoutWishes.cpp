//===- LayoutWishes.cpp - What authors say of layouts ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/LayoutWishes.h"
#include "heddle/analysis/Coalescing.h"
#include "heddle/analysis/LayoutCosts.h"
#include "heddle/encoding/Construct.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/ir/Tt.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace heddle {

using namespace mlir;

namespace {

constexpr double DefaultCycles = 100;

llvm::StringRef nameOf(LayoutWish::Kind kind) {
  switch (kind) {
  case LayoutWish::Kind::Pin:
    return PinAttr;
  case LayoutWish::Kind::Prefer:
    return PreferAttr;
  case LayoutWish::Kind::Forbid:
    return ForbidAttr;
  }
  llvm_unreachable("unknown kind");
}

/// Along the axis of which a thread has the most.
std::int64_t contiguousBytesOf(const LinearLayout &layout, unsigned bits) {
  std::int64_t most = 1;
  for (unsigned axis = 0; axis < layout.outs().size(); ++axis) {
    auto size = static_cast<std::int64_t>(layout.outSize(Dim::standard(axis)));
    AddressRun run = {.parts = {{.axis = axis, .count = size}},
                      .length = size,
                      .alignment = bits * size};
    most = std::max<std::int64_t>(most, neighboursHeld(layout, run));
  }
  return most * bits / 8;
}

/// Reads the entries of one attribute.
class WishReader {
public:
  WishReader(Operation *op, LayoutWish::Kind kind) : op(op) {
    wish.kind = kind;
    wish.op = op;
  }

  FailureOr<LayoutWish> read(Attribute attribute);

private:
  LogicalResult readEntry(NamedAttribute entry);
  LogicalResult readNumber(NamedAttribute entry,
                           std::optional<std::int64_t> &number);
  InFlightDiagnostic error() {
    return op->emitOpError("has ") << nameOf(wish.kind) << ", which ";
  }

  Operation *op;
  LayoutWish wish;
  std::optional<bool> isThroughShared;
};

LogicalResult WishReader::readNumber(NamedAttribute entry,
                                     std::optional<std::int64_t> &number) {
  auto value = dyn_cast<IntegerAttr>(entry.getValue());
  if (!value || value.getInt() <= 0)
    return error() << "expects a positive number for " << entry.getName()
                   << ", but got " << entry.getValue();
  number = value.getInt();
  return success();
}

LogicalResult WishReader::readEntry(NamedAttribute entry) {
  llvm::StringRef name = entry.getName();
  if (name == "layout") {
    wish.layout = entry.getValue();
    if (ir::encodingOf(wish.layout) == nullptr)
      return error() << "expects a layout, but got " << wish.layout;
    return success();
  }
  if (name == "contiguous")
    return readNumber(entry, wish.contiguousBytes);
  if (name == "registers")
    return readNumber(entry, wish.mostRegisters);
  if (name == "shared") {
    auto value = dyn_cast<BoolAttr>(entry.getValue());
    bool wanted = wish.kind == LayoutWish::Kind::Forbid;
    if (!value || value.getValue() != wanted)
      return error() << "expects shared = " << (wanted ? "true" : "false")
                     << ": conversions may always avoid shared memory, but "
                        "cannot be made to use it";
    wish.isOfConversions = true;
    return success();
  }
  if (name == "cycles" && wish.kind == LayoutWish::Kind::Prefer) {
    auto value = dyn_cast<FloatAttr>(entry.getValue());
    if (!value || !(value.getValueAsDouble() > 0) ||
        value.getValueAsDouble() >= ImpossibleCycles)
      return error() << "expects cycles above 0.0 and below 1.0e9, but got "
                     << entry.getValue();
    wish.cycles = value.getValueAsDouble();
    return success();
  }
  return error() << "has an unknown entry, " << entry.getName()
                 << "; there are layout, contiguous, registers, shared"
                 << (wish.kind == LayoutWish::Kind::Prefer ? " and cycles"
                                                           : "");
}

FailureOr<LayoutWish> WishReader::read(Attribute attribute) {
  if (!wishedTensor(op))
    return error() << "is for ops that compute or store a tensor of "
                      "registers; neither loops nor branches do";
  if (wish.kind == LayoutWish::Kind::Prefer)
    wish.cycles = DefaultCycles;
  if (ir::encodingOf(attribute) != nullptr) {
    wish.layout = attribute;
    return wish;
  }
  auto entries = dyn_cast<DictionaryAttr>(attribute);
  if (!entries || entries.empty())
    return error() << "expects a layout or a dictionary, but got " << attribute;
  for (NamedAttribute entry : entries)
    if (failed(readEntry(entry)))
      return mlir::failure();
  bool isOfTensor = wish.layout || wish.contiguousBytes || wish.mostRegisters;
  if (wish.isOfConversions == isOfTensor)
    return error() << (isOfTensor
                           ? "says something of conversions and of the tensor: "
                             "the op may have another attribute for one of them"
                           : "says nothing of a layout");
  return wish;
}

} // namespace

bool LayoutWish::describes(RankedTensorType type) const {
  Result<LinearLayout> own = ir::linearLayoutOf(type);
  if (!own)
    return false;
  if (layout && layout != type.getEncoding()) {
    Result<LinearLayout> asked =
        ir::linearLayoutOf(type.cloneWithEncoding(layout));
    if (!asked || *asked != *own)
      return false;
  }
  unsigned bits = ir::elementBits(type);
  auto registers = static_cast<std::int64_t>(own->inSize(Dim::Register));
  return (!contiguousBytes ||
          contiguousBytesOf(*own, bits) >= *contiguousBytes) &&
         (!mostRegisters || (registers * bits + 31) / 32 <= *mostRegisters);
}

double LayoutWish::priceOf(RankedTensorType type) const {
  if (isOfConversions || describes(type) == (kind != Kind::Forbid))
    return 0;
  return kind == Kind::Prefer ? cycles : ImpossibleCycles;
}

double LayoutWish::priceOfShared() const {
  if (!isOfConversions)
    return 0;
  return kind == Kind::Prefer ? cycles : ImpossibleCycles;
}

std::vector<Attribute> LayoutWish::candidates() const {
  constexpr unsigned MostBytes = 16;
  if (isOfConversions)
    return {};
  // Layouts that are made here are of one block.
  if (!layout && ir::blocksAt(op).value_or(1) != 1)
    return {};
  if (layout && kind != Kind::Forbid)
    return {layout};
  RankedTensorType type = wishedTensor(op);
  const std::vector<std::uint64_t> shape(type.getShape().begin(),
                                         type.getShape().end());
  ThreadGrid threads = {.numWarps = ir::warpsAt(op).value_or(1),
                        .threadsPerWarp = ir::lanesAt(op).value_or(32),
                        .numCTAs = 1};
  std::vector<Attribute> all;
  for (unsigned axis = 0; axis < shape.size(); ++axis) {
    std::vector<unsigned> order = {axis}, each(shape.size(), 1);
    for (auto other = static_cast<unsigned>(shape.size()); other-- > 0;)
      if (other != axis)
        order.push_back(other);
    auto bytes = std::max<std::int64_t>(contiguousBytes.value_or(0), MostBytes);
    std::int64_t most =
        std::max<std::int64_t>(1, 8 * bytes / ir::elementBits(type));
    for (; each[axis] <= most && each[axis] <= shape[axis]; each[axis] *= 2)
      if (Result<BlockedEncoding> blocked =
              defaultBlocked(shape, each, order, threads)) {
        Attribute found = ir::layoutAttr(op->getContext(), *blocked);
        if (priceOf(type.cloneWithEncoding(found)) == 0)
          all.push_back(found);
      }
  }
  return all;
}

std::string LayoutWish::text() const {
  std::string text;
  llvm::raw_string_ostream(text)
      << nameOf(kind) << " = " << op->getAttr(nameOf(kind));
  return text;
}

Value wishedValue(Operation *op) {
  Value value;
  if (isa<LoopLikeOpInterface, RegionBranchOpInterface>(op))
    return value;
  if (op->getNumResults() > 0)
    value = op->getResult(0);
  else if (auto store = dyn_cast<tt::StoreOp>(op))
    value = store.getValue();
  else if (auto store = dyn_cast<ttg::LocalStoreOp>(op))
    value = store.getSrc();
  else if (auto store = dyn_cast<tt::DescriptorStoreOp>(op))
    value = store.getSrc();
  return value && isa<RankedTensorType>(value.getType()) ? value : Value();
}

RankedTensorType wishedTensor(Operation *op) {
  Value value = wishedValue(op);
  auto type =
      value ? cast<RankedTensorType>(value.getType()) : RankedTensorType();
  return type && ir::encodingOf(Type(type)) != nullptr ? type
                                                       : RankedTensorType();
}

FailureOr<std::vector<LayoutWish>> layoutWishes(Operation *root) {
  std::vector<LayoutWish> wishes;
  WalkResult result = root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (LayoutWish::Kind kind :
         {LayoutWish::Kind::Pin, LayoutWish::Kind::Prefer,
          LayoutWish::Kind::Forbid})
      if (Attribute attribute = op->getAttr(nameOf(kind))) {
        FailureOr<LayoutWish> wish = WishReader(op, kind).read(attribute);
        if (failed(wish))
          return WalkResult::interrupt();
        wishes.push_back(*wish);
      }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return mlir::failure();
  return wishes;
}

} // namespace heddle
