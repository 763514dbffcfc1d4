//===- OperandTile.cpp - A dot operand's tile in memory -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandTile.h"
#include "ParameterErrors.h"
#include "TileBuilder.h"

#include <algorithm>

namespace heddle {

Result<void> checkOrder(ListRef<std::uint64_t> shape, ListRef<unsigned> order) {
  if (shape.empty())
    return failure("expects a tensor of one dimension or more, but got none");
  if (auto bits = shapeBits(shape); !bits)
    return tl::unexpected(bits.error());
  UnsignedList sorted(order.begin(), order.end());
  std::sort(sorted.begin(), sorted.end());
  bool permutes = sorted.size() == shape.size();
  for (unsigned i = 0; permutes && i < sorted.size(); ++i)
    permutes = sorted[i] == i;
  if (permutes)
    return {};
  return failure(concat("expects an order of the dimensions 0 ... ",
                        shape.size() - 1, ", but got ",
                        listText(UnsignedList(order.begin(), order.end()))),
                 {}, "name each dimension once, the fastest first");
}

Result<std::vector<std::uint64_t>> blockShape(ListRef<std::uint64_t> shape,
                                              const Bases &cga) {
  std::vector<std::uint64_t> block(shape.begin(), shape.end());
  for (const UnsignedList &basis : cga) {
    if (basis.size() != shape.size())
      return failure(concat("expects vectors of ", shape.size(),
                            " coordinates as 'cga', but got ",
                            listText(basis)));
    for (std::size_t axis = 0; axis < basis.size(); ++axis) {
      if (basis[axis] == 0)
        continue;
      block[axis] = std::min(block[axis], shape[axis] / 2 / basis[axis]);
      if (!std::has_single_bit(basis[axis]) || block[axis] == 0)
        return failure(concat("expects 'cga' to split the ", shape[axis],
                              " elements of dimension ", axis,
                              " into powers of two, but got ", listText(basis)),
                       {},
                       "use a smaller cluster, or a zero vector for copies");
    }
  }
  return block;
}

Result<void> checkOperand(const DotOperandEncoding &operand,
                          ListRef<std::uint64_t> shape) {
  Encoding encoding = operand;
  if (Result<void> valid = verify(encoding); !valid)
    return valid;
  if (encoding.rank() == shape.size())
    return {};
  return failure(concat("expects a shape of ", encoding.rank(),
                        " dimensions, as the operand has, but got ",
                        shape.size()));
}

} // namespace heddle
