//===- Views.cpp - Ops that move no data ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Views.h"
#include "Verify.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Ttg.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::ir {

using namespace mlir;

namespace {

using Numbers = llvm::SmallVector<std::uint64_t>;

/// The elements' numbers that the bits of an input dimension stand for.
Numbers numbersOf(const LinearLayout &layout, Dim in) {
  Numbers numbers;
  for (Word basis : layout.bases(in)) {
    std::uint64_t number = 0;
    for (const DimBits &out : layout.outs())
      number = number << out.bits | layout.field(basis, out.dim);
    numbers.push_back(number);
  }
  return numbers;
}

bool agree(Numbers expected, Numbers got, Registers how) {
  if (how != Registers::Exact) {
    llvm::erase(expected, 0);
    llvm::erase(got, 0);
  }
  if (how == Registers::AnyOrder) {
    llvm::sort(expected);
    llvm::sort(got);
  }
  return expected == got;
}

/// The layout of a type whose axes it covers, all of them.
std::optional<LinearLayout> wholeLayout(Type type) {
  if (encodingOf(type) == nullptr)
    return std::nullopt;
  Result<LinearLayout> layout = linearLayoutOf(type);
  if (!layout || layout->outs().size() != shapeOf(type).size())
    return std::nullopt;
  return *layout;
}

} // namespace

/// The attribute of a tensor whose layout is still to be found.
static Attribute openLayoutOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && encodingOf(tensor) == nullptr ? tensor.getEncoding()
                                                 : Attribute();
}

LogicalResult expectSameOpenLayouts(Operation *op) {
  llvm::SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  auto *open = llvm::find_if(types, openLayoutOf);
  if (open == types.end())
    return success();
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && tensor.getEncoding() != openLayoutOf(*open))
      return op->emitOpError() << "expects " << openLayoutOf(*open)
                               << " of all tensors or of none, but got "
                               << *open << " and " << tensor;
  return success();
}

LogicalResult expectAllOrNoLayouts(Operation *op) {
  if (failed(expectSameOpenLayouts(op)))
    return mlir::failure();
  Type with, without;
  auto look = [&](Type type) {
    if (!isa<RankedTensorType>(type))
      return;
    (encodingOf(type) != nullptr ? with : without) = type;
  };
  llvm::for_each(op->getOperandTypes(), look);
  llvm::for_each(op->getResultTypes(), look);
  if (!with || !without)
    return success();
  return op->emitOpError() << "expects a layout of all tensors or of none, but "
                              "got "
                           << with << " and " << without;
}

LogicalResult expectRenamed(Operation *op, Type source, Type result,
                            Renaming rename, Registers registers,
                            ArrayRef<std::uint64_t> added) {
  std::optional<LinearLayout> from = wholeLayout(source);
  std::optional<LinearLayout> to = wholeLayout(result);
  if (!from || !to)
    return success();
  struct {
    Dim in;
    llvm::StringRef noun;
  } const dims[] = {{Dim::Register, "registers"},
                    {Dim::Lane, "lanes"},
                    {Dim::Warp, "warps"},
                    {Dim::Block, "blocks"},
                    {Dim::Offset, "offsets"}};
  for (const auto &dim : dims) {
    Numbers expected;
    if (dim.in == Dim::Register)
      expected.append(added.begin(), added.end());
    for (std::uint64_t number : numbersOf(*from, dim.in))
      expected.push_back(rename(number));
    if (!agree(expected, numbersOf(*to, dim.in),
               dim.in == Dim::Register ? registers : Registers::Exact))
      return op->emitOpError()
             << "expects a result whose " << dim.noun
             << " hold what those of the source hold, since no data moves, but "
                "got "
             << source << " and " << result;
  }
  return success();
}

bool arePairsOf(Type half, Type pairs) {
  std::optional<LinearLayout> from = wholeLayout(half);
  std::optional<LinearLayout> to = wholeLayout(pairs);
  if (!from || !to)
    return false;
  for (Dim in : {Dim::Register, Dim::Lane, Dim::Warp, Dim::Block}) {
    Numbers expected;
    if (in == Dim::Register)
      expected.push_back(1);
    for (std::uint64_t number : numbersOf(*from, in))
      expected.push_back(number << 1);
    if (!agree(expected, numbersOf(*to, in),
               in == Dim::Register ? Registers::AnyOrder : Registers::Exact))
      return false;
  }
  return true;
}

bool areRenamed(Type source, Type result) {
  std::optional<LinearLayout> from = wholeLayout(source);
  std::optional<LinearLayout> to = wholeLayout(result);
  if (!from || !to)
    return true;
  return llvm::all_of(
      std::array{Dim::Register, Dim::Lane, Dim::Warp, Dim::Block},
      [&](Dim dim) { return numbersOf(*from, dim) == numbersOf(*to, dim); });
}

/// Where the bits of each axis start in an element's number.
static llvm::SmallVector<unsigned> shiftsOf(ArrayRef<int64_t> shape) {
  llvm::SmallVector<unsigned> shifts(shape.size());
  unsigned shift = 0;
  for (size_t axis = shape.size(); axis-- > 0;) {
    shifts[axis] = shift;
    shift += llvm::Log2_64(static_cast<uint64_t>(shape[axis]));
  }
  return shifts;
}

/// What the layout describes: of a part of a buffer, the buffer.
static ArrayRef<int64_t> shapeOfWhole(Type type) {
  ArrayRef<int64_t> shape = shapeOf(type);
  auto memory = dyn_cast<ttg::MemDescType>(type);
  return memory && memory.getAllocShape().size() >= shape.size()
             ? memory.getAllocShape().take_back(shape.size())
             : shape;
}

LogicalResult expectTransposed(Operation *op, Type source, Type result,
                               ArrayRef<int32_t> order) {
  ArrayRef<int64_t> from = shapeOfWhole(source);
  ArrayRef<int64_t> to = shapeOfWhole(result);
  llvm::SmallVector<unsigned> shiftsFrom = shiftsOf(from);
  llvm::SmallVector<unsigned> shiftsTo = shiftsOf(to);
  return expectRenamed(op, source, result, [&](std::uint64_t number) {
    std::uint64_t renamed = 0;
    for (auto [axis, old] : llvm::enumerate(order)) {
      auto mask = static_cast<std::uint64_t>(from[old]) - 1;
      renamed |= (number >> shiftsFrom[old] & mask) << shiftsTo[axis];
    }
    return renamed;
  });
}

bool isIdentity(llvm::ArrayRef<int32_t> order) {
  return llvm::all_of(llvm::enumerate(order), [](auto each) {
    return static_cast<int64_t>(each.index()) == each.value();
  });
}

llvm::SmallVector<int32_t> composedOrder(llvm::ArrayRef<int32_t> inner,
                                         llvm::ArrayRef<int32_t> outer) {
  return llvm::map_to_vector(
      outer, [&](int32_t axis) { return inner[static_cast<size_t>(axis)]; });
}

std::uint64_t dropAxis(std::uint64_t number, ArrayRef<int64_t> shape,
                       int64_t axis) {
  unsigned shift = shiftsOf(shape)[static_cast<size_t>(axis)];
  unsigned bits = llvm::Log2_64(static_cast<uint64_t>(shape[axis]));
  std::uint64_t low = number & ((std::uint64_t(1) << shift) - 1);
  return number >> (shift + bits) << shift | low;
}

} // namespace heddle::ir
