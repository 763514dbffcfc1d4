//===- AffineLayout.cpp - Layouts with an offset: A*x ^ b -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/AffineLayout.h"

#include "CommonSpace.h"
#include "FieldMap.h"
#include "LayoutBuilder.h"
#include "heddle/f2/Elimination.h"
#include "heddle/layout/Compose.h"

namespace heddle {

Result<AffineLayout> AffineLayout::create(const LinearLayout &linear,
                                          ListRef<Coordinate> offset) {
  AffineLayout result(linear);
  Word given = 0;
  for (const Coordinate &coordinate : offset) {
    unsigned index = indexOf(linear.outs(), coordinate.dim);
    if (index == linear.outs().size())
      return unknownDim(linear.outs(), coordinate.dim, Side::Out);
    if ((given >> index & 1) != 0)
      return failure(concat("expects one offset for each output dimension, but "
                            "got two for '",
                            coordinate.dim.name(), "'"));
    unsigned bits = linear.outs()[index].bits;
    if ((coordinate.value & ~f2::lowMask(bits)) != 0)
      return failure(concat("expects an offset below the size of ",
                            coordinate.dim.name(), ", which is ",
                            sizeText(bits), ", but got ", coordinate.value));
    given |= f2::unit(index);
    result.constant |=
        f2::shiftLeft(coordinate.value, linear.outShift(coordinate.dim));
  }
  return result;
}

Result<AffineLayout> AffineLayout::flip1D(std::uint64_t size, Dim in, Dim out) {
  Result<LinearLayout> identity = LinearLayout::identity1D(size, in, out);
  if (!identity)
    return tl::unexpected(identity.error());
  AffineLayout result(*identity);
  result.constant = size - 1;
  return result;
}

Result<Coordinates> AffineLayout::apply(ListRef<Coordinate> location) const {
  Result<Coordinates> element = part.apply(location);
  if (element)
    for (Coordinate &coordinate : *element)
      coordinate.value ^= part.field(constant, coordinate.dim);
  return element;
}

// outer(inner(x)) = Ao*(Ai*x ^ bi) ^ bo = (Ao*Ai)*x ^ (Ao*bi ^ bo)
Result<AffineLayout> compose(const AffineLayout &inner,
                             const AffineLayout &outer) {
  Result<LinearLayout> linear = compose(inner.linear(), outer.linear());
  if (!linear)
    return tl::unexpected(linear.error());
  FieldMap toOuter(inner.linear().outs(), outer.linear().ins());
  AffineLayout result(*linear);
  result.constant =
      outer.linear().applyWord(toOuter(inner.offset())) ^ outer.offset();
  return result;
}

// y = A*x ^ b means x = A^-1 * y ^ A^-1 * b
Result<AffineLayout> invert(const AffineLayout &a) {
  Result<LinearLayout> linear = invert(a.linear());
  if (!linear)
    return tl::unexpected(linear.error());
  AffineLayout result(*linear);
  result.constant = linear->applyWord(a.offset());
  return result;
}

// Ao*X(x) ^ bo = A*x ^ b: the linear part converts A to Ao, and the offset is
// a preimage of b ^ bo under Ao.
Result<AffineLayout> invertAndCompose(const AffineLayout &a,
                                      const AffineLayout &outer) {
  Result<LinearLayout> linear = invertAndCompose(a.linear(), outer.linear());
  if (!linear)
    return tl::unexpected(linear.error());
  Result<CommonSpace> space = CommonSpace::create(a.linear(), outer.linear());
  f2::ColumnEchelon echelon;
  for (Word basis : outer.linear().bases())
    echelon.insert(space->fromOuter(basis));
  auto reduced = echelon.reduce(space->fromA(a.offset()) ^
                                space->fromOuter(outer.offset()));
  if (reduced.remainder != 0)
    return failure("expects an outer layout that holds every element of the "
                   "layout, but got one that does not",
                   concat("location 0 holds element ",
                          elementText(a.linear(), a.offset()),
                          ", which no location of the outer layout holds; its "
                          "location 0 holds ",
                          elementText(outer.linear(), outer.offset())),
                   "make the linear part of the outer layout surjective onto "
                   "the tensor");
  AffineLayout result(*linear);
  result.constant = reduced.columns;
  return result;
}

} // namespace heddle
