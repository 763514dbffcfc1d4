//===- ToLinearLayout.cpp - What an encoding means ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/ToLinearLayout.h"
#include "FamilyTraits.h"
#include "heddle/encoding/TensorType.h"
#include "heddle/encoding/Verify.h"
#include "heddle/f2/Elimination.h"

namespace heddle {

namespace {

/// Does the family, or the one that it is made from, leave elements out?
bool mayMissElements(const Encoding &encoding) {
  return encoding.visit([](const auto &family) {
    const auto &traits = traitsOf<std::remove_cvref_t<decltype(family)>>();
    return traits.mayMissElements ||
           (traits.nested != nullptr &&
            mayMissElements(*(family.*traits.nested)));
  });
}

Result<void> checkCovered(const LinearLayout &layout) {
  f2::VectorEchelon span;
  for (Word basis : layout.bases())
    span.insert(basis);
  if (span.rank() == layout.totalOutBits())
    return {};
  for (unsigned bit = 0; bit < layout.totalOutBits(); ++bit)
    if (span.insert(f2::unit(bit)))
      return failure("expects a layout that holds every element of the tensor",
                     concat("no location holds element ",
                            elementText(layout, f2::unit(bit))),
                     "use a tensor that is not smaller than the layout");
  return {};
}

} // namespace

Result<LinearLayout> toLinearLayout(const Encoding &encoding,
                                    ListRef<std::uint64_t> shape,
                                    TritonVersion version) {
  if (Result<void> valid = verify(encoding); !valid)
    return tl::unexpected(std::move(valid.error()));
  Result<InplaceVector<unsigned, MaxDims>> bits = shapeBits(shape);
  if (!bits)
    return tl::unexpected(std::move(bits.error()));
  if (encoding.rank() != shape.size())
    return failure(concat("expects a tensor of the layout's rank ",
                          encoding.rank(), ", but got one of rank ",
                          shape.size()));
  ShapeContext context = {*bits, factsOf(version)};
  Result<LinearLayout> layout = encoding.visit([&]<class E>(const E &family) {
    return traitsOf<E>().layout(family, context);
  });
  if (layout && mayMissElements(encoding))
    if (Result<void> covered = checkCovered(*layout); !covered)
      return tl::unexpected(std::move(covered.error()));
  return layout;
}

std::span<const Padding> paddingsOf(const Encoding &encoding) {
  return encoding.visit(
      []<class E>(const E &family) -> std::span<const Padding> {
        const FamilyTraits<E> &traits = traitsOf<E>();
        if (traits.paddings != nullptr)
          return family.*traits.paddings;
        if (traits.nested != nullptr)
          return paddingsOf(*(family.*traits.nested));
        return {};
      });
}

unsigned alignmentOf(const Encoding &encoding) {
  return encoding.visit([]<class E>(const E &family) {
    // What shared memory wants of any layout.
    constexpr unsigned DefaultAlignment = 16;
    if (auto *alignment = traitsOf<E>().alignment)
      return alignment(family);
    return familyOf<E>().kind == EncodingKind::Shared ? DefaultAlignment : 1;
  });
}

std::size_t TensorType::leadingDims() const {
  std::size_t rank = encoding ? encoding->rank() : shape.size();
  bool isArray = kind == Kind::MemDesc && rank < shape.size();
  return isArray ? shape.size() - rank : 0;
}

std::vector<std::uint64_t> TensorType::layoutShape() const {
  const std::vector<std::uint64_t> &whole =
      allocShape.empty() ? shape : allocShape;
  std::size_t rank = shape.size() - leadingDims();
  return {whole.end() - static_cast<std::ptrdiff_t>(rank), whole.end()};
}

Result<LinearLayout> toLinearLayout(const TensorType &type,
                                    TritonVersion version) {
  if (!type.encoding)
    return failure("expects a type with a layout, but got one without", {},
                   "add the layout after the element type");
  if (Result<void> valid = verify(type); !valid)
    return tl::unexpected(std::move(valid.error()));
  return toLinearLayout(*type.encoding, type.layoutShape(), version);
}

} // namespace heddle
