//===- Trial.cpp - Arguments to try kernels with ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"
#include "heddle/ir/Tt.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/FormatVariadic.h"

#include <array>

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// For all integers among the arguments: a whole tile, part of one, nothing,
/// one, one more than a tile, some of them.
std::array<std::int64_t, 6> sizesFor(std::int64_t tile) {
  return {tile, tile * 25 / 32, 0, 1, tile + 1, 3 * tile - 1};
}
/// For arguments by chance.
std::array<std::int64_t, 12> choicesFor(std::int64_t tile) {
  return {0,        1,        2,        7,        16,           31,
          tile / 2, tile - 1, tile + 1, 2 * tile, 2 * tile + 7, 4 * tile};
}

/// The longest row of numbers in the kernel, or side of a descriptor's block:
/// as a rule the side of a tile.
std::int64_t tileOf(tt::FuncOp function) {
  constexpr std::int64_t Least = 32, Most = 1024;
  std::int64_t tile = Least;
  auto addBlock = [&](Type type) {
    if (auto descriptor = dyn_cast<tt::TensorDescType>(type))
      for (std::int64_t size : descriptor.getShape())
        tile = std::max(tile, size);
  };
  llvm::for_each(function.getArgumentTypes(), addBlock);
  function.walk([&](Operation *op) {
    llvm::for_each(op->getResultTypes(), addBlock);
    if (auto range = dyn_cast<tt::MakeRangeOp>(op))
      tile = std::max<std::int64_t>(tile, range.getType().getDimSize(0));
  });
  return std::min(tile, Most);
}

/// Some fractions, so that thresholds let some through.
Bits randomScalar(std::uint64_t seed, Type type, Contents contents) {
  constexpr std::array<double, 6> Fractions = {0.5, 1, 0.25, 2, -1, 0.125};
  if (contents == Contents::Special)
    return randomNumber(seed, type, contents);
  return fromDouble(Fractions[seed % Fractions.size()], type);
}

constexpr std::array<std::uint32_t, 3> Grid = {4, 3, 2};

/// Rounded up to what the kernel was promised.
std::int64_t multipleOf(std::int64_t number, std::uint64_t divisor) {
  auto step = static_cast<std::int64_t>(divisor);
  return (number + step - 1) / step * step;
}

/// The pointers among the arguments through which scales of products are
/// loaded.
llvm::SmallPtrSet<Value, 4> scalePointers(tt::FuncOp function) {
  llvm::SetVector<Value> sources;
  function.walk([&](tt::DotScaledOp dot) {
    for (Value scale : {dot.getAScale(), dot.getBScale()})
      if (scale)
        sources.insert(scale);
  });
  llvm::SmallPtrSet<Value, 4> pointers;
  for (std::size_t at = 0; at < sources.size(); ++at) {
    Value value = sources[at];
    auto argument = dyn_cast<BlockArgument>(value);
    if (Operation *op = value.getDefiningOp()) {
      // Of a load its pointers alone.
      for (Value operand : op->getOperands().take_front(
               isa<tt::LoadOp, tt::AddPtrOp>(op) ? 1 : op->getNumOperands()))
        sources.insert(operand);
    } else if (auto loop =
                   dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())) {
      if (OpOperand *init = loop.getTiedLoopInit(argument))
        sources.insert(init->get());
    } else if (argument.getOwner() == &function.getBody().front()) {
      pointers.insert(value);
    }
  }
  return pointers;
}

Datum scalarOf(Type type, Bits bits) {
  return std::make_shared<const Tensor>(Tensor{type, {}, {cut(bits, type)}});
}

} // namespace

std::uint64_t divisibilityOf(tt::FuncOp function, unsigned argument) {
  auto promise =
      function.getArgAttrOfType<IntegerAttr>(argument, "tt.divisibility");
  return promise ? std::max<std::uint64_t>(1, promise.getValue().getZExtValue())
                 : 1;
}

Trial trialOf(unsigned number, std::uint64_t seed) {
  // The first ones are the clearest if they fail.
  constexpr unsigned Exact = 8, Rounds = 3;
  Trial trial{.contents = number < Exact || number % Rounds == 0
                              ? Contents::Exact
                          : number % Rounds == 1 ? Contents::Spread
                                                 : Contents::Special,
              .program = {},
              .seed = mix(seed, number),
              .size = std::nullopt};
  trial.program.grid = Grid;
  constexpr unsigned Kinds = 6;
  if (number < 2 * Kinds)
    trial.size = number % Kinds;
  // Each size is tried in the first program and in another one.
  if ((number + number / Kinds) % 2 != 0)
    for (unsigned axis = 0; axis < Grid.size(); ++axis)
      trial.program.id[axis] =
          static_cast<std::uint32_t>(mix(trial.seed, axis) % Grid[axis]);
  return trial;
}

/// An argument's name in its location, else its number.
static std::string nameOf(tt::FuncOp function, unsigned argument) {
  if (auto name = dyn_cast<NameLoc>(function.getArgument(argument).getLoc()))
    return name.getName().str();
  return "argument " + std::to_string(argument);
}

bool Arguments::canMakeFor(tt::FuncOp function) {
  return llvm::all_of(function.getArgumentTypes(), [](Type type) {
    return isa<IntegerType, FloatType, IndexType, tt::TensorDescType>(type) ||
           (isa<tt::PointerType>(type) &&
            !isa<RankedTensorType>(cast<tt::PointerType>(type).getPointee()));
  });
}

std::int64_t Arguments::sizeOf(std::uint64_t chance) const {
  if (trial.size)
    return sizesFor(tile)[*trial.size];
  std::array choices = choicesFor(tile);
  return choices[chance % choices.size()];
}

void Arguments::add(Type type, Bits bits) { scalars.push_back({type, bits}); }

/// A tensor whose rows are multiples of 16 bytes apart.
void Arguments::addDescriptor(tt::TensorDescType type, std::string name,
                              Memory &memory) {
  MLIRContext *context = type.getContext();
  Type wide = IntegerType::get(context, 64);
  add(tt::PointerType::get(type.getElementType(), 1),
      memory.addRegion(type.getElementType(), std::move(name)));
  llvm::SmallVector<std::int64_t> sizes, strides;
  std::int64_t stride = 1;
  for (std::size_t axis = type.getShape().size(); axis-- > 0;) {
    std::int64_t size = sizeOf(mix(seed, axis));
    sizes.insert(sizes.begin(), std::max<std::int64_t>(1, size));
    strides.insert(strides.begin(), stride);
    stride *= multipleOf(sizes.front(), 16);
  }
  for (std::int64_t size : sizes)
    add(wide, static_cast<Bits>(size));
  for (std::int64_t each : strides)
    add(wide, static_cast<Bits>(each));
  add(IntegerType::get(context, 1), 0);
}

Arguments::Arguments(tt::FuncOp function, const Trial &trial, Memory &memory)
    : trial(trial), seed(trial.seed), tile(tileOf(function)) {
  auto scales = scalePointers(function);
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto argument = static_cast<unsigned>(index);
    std::string name = nameOf(function, argument);
    seed = mix(trial.seed, index);
    if (auto descriptor = dyn_cast<tt::TensorDescType>(type)) {
      addDescriptor(descriptor, name, memory);
      continue;
    }
    if (auto pointer = dyn_cast<tt::PointerType>(type)) {
      bool isOfScales = scales.contains(function.getArgument(argument));
      add(type, memory.addRegion(pointer.getPointee(), name,
                                 isOfScales ? Role::Scales : Role::Data));
      continue;
    }
    Bits bits =
        isFloat(type)
            ? randomScalar(seed, type, trial.contents)
            : cut(static_cast<Bits>(multipleOf(
                      sizeOf(seed), divisibilityOf(function, argument))),
                  type);
    add(type, bits);
    words += (words.empty() ? "" : ", ") + name + " = " +
             (isFloat(type) ? llvm::formatv("{0}", toDouble(bits, type)).str()
                            : std::to_string(signedOf(bits, type)));
  }
}

std::string Arguments::text() const { return words; }

std::optional<llvm::SmallVector<Datum>>
Arguments::passTo(tt::FuncOp function) const {
  llvm::SmallVector<Datum> data;
  std::size_t next = 0;
  auto take = [&](Type type) -> std::optional<Bits> {
    // Integers of a descriptor may be narrower; pointers may have lost what
    // they point to.
    if (next == scalars.size() ||
        isFloat(type) != isFloat(scalars[next].type) ||
        isa<tt::PointerType>(type) != isa<tt::PointerType>(scalars[next].type))
      return std::nullopt;
    return scalars[next++].bits;
  };
  for (Type type : function.getArgumentTypes()) {
    auto descriptor = dyn_cast<tt::TensorDescType>(type);
    if (!descriptor) {
      std::optional<Bits> bits = take(type);
      if (!bits)
        return std::nullopt;
      data.push_back(scalarOf(type, *bits));
      continue;
    }
    Box box;
    box.element = descriptor.getElementType();
    box.block = Shape(descriptor.getShape());
    std::size_t rank = box.block.size();
    if (next + 2 * rank + 2 > scalars.size())
      return std::nullopt;
    box.base = scalars[next++].bits;
    for (auto *list : {&box.sizes, &box.strides})
      for (std::size_t axis = 0; axis < rank; ++axis)
        list->push_back(static_cast<std::int64_t>(scalars[next++].bits));
    box.readsNan = scalars[next++].bits != 0;
    data.push_back(std::make_shared<const Box>(std::move(box)));
  }
  if (next != scalars.size())
    return std::nullopt;
  return data;
}

} // namespace heddle::equivalence
