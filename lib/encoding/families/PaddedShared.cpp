//===- PaddedShared.cpp - Rows with gaps between them ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BasesRules.h"
#include "FamilyTraits.h"
#include "ParameterRows.h"
#include "SharedBases.h"
#include "SyntaxValues.h"

#include <algorithm>
#include <array>
#include <bit>

namespace heddle {

template <>
const Family<PaddedSharedEncoding> &familyOf<PaddedSharedEncoding>() {
  using E = PaddedSharedEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"offset", &E::offsets, Always, AnyValue,
       "elements at offsets 1, 2, 4, ... before the gaps are put in; for rows "
       "one after the other write order and shape instead"},
      {"block", &E::blocks, Always, AnyValue,
       "the same of blocks 1, 2, 4, ..."},
      {"rank", &E::rankOfOne, Unwritten, AnyValue,
       "how many dimensions a tensor of one element has; said by order and "
       "shape"}};
  static constexpr Family<E> Table = {
      "ttg",
      "padded_shared",
      EncodingKind::Shared,
      Wrapping::Padded,
      Parameters,
      "rows in shared memory with gaps between them"};
  return Table;
}

namespace {

Checked checkRules(const PaddedSharedEncoding &e, unsigned rank) {
  if (e.paddings.empty())
    return wrongValue("padding", "one interval or more", "none");
  for (std::size_t i = 0; i < e.paddings.size(); ++i) {
    auto [interval, padding] = e.paddings[i];
    constexpr std::uint64_t Limit = std::uint64_t(1) << 31;
    if (!std::has_single_bit(interval) || !std::has_single_bit(padding) ||
        interval > Limit || padding > Limit)
      return wrongValue("padding", "powers of two up to 2^31",
                        concat(interval, ":+", padding));
    for (std::size_t j = 0; j < i; ++j)
      if (e.paddings[j].interval == interval)
        return wrongValue("padding", "each interval once",
                          concat(interval, " twice"));
  }
  if (e.rankOfOne != 0 && !(e.offsets.empty() && e.blocks.empty()))
    return wrongValue("rank", "none beside basis vectors",
                      std::to_string(e.rankOfOne));
  for (const UnsignedList &basis : e.offsets)
    if (std::ranges::all_of(basis, [](unsigned c) { return c == 0; }))
      return wrongValue("offset", "an element of its own at each offset",
                        coordinateText(basis));
  // Blocks may hold the same.
  Bases blocks;
  for (const UnsignedList &basis : e.blocks)
    if (std::ranges::find(e.offsets, basis) == e.offsets.end() &&
        std::ranges::find(blocks, basis) == blocks.end())
      blocks.push_back(basis);
  std::array<NamedBases, 2> lists = {
      {{"offset", &e.offsets}, {"block", &blocks}}};
  return checkPermutationOfBits(lists, rank);
}

unsigned rankOf(const PaddedSharedEncoding &e) {
  return e.rankOfOne != 0 ? e.rankOfOne : rankOfBases({&e.offsets, &e.blocks});
}

Result<LinearLayout> layoutOf(const PaddedSharedEncoding &e,
                              const ShapeContext &c) {
  return explicitLayout(e.offsets, e.blocks, c);
}

// `order` and `shape` are short for the bases of rows one after the other.
// Beside bases they say nothing, nor do other names.
Parsed<void> readRows(SyntaxAttribute &attribute, const ReadOptions &) {
  SyntaxFields &fields = attribute.braces;
  if (fields.find("offset") != nullptr) {
    std::erase_if(fields.fields, [](const SyntaxField &field) {
      return field.name != "offset" && field.name != "block";
    });
    return {};
  }
  std::optional<SyntaxField> order = fields.take("order");
  std::optional<SyntaxField> shape = fields.take("shape");
  if (!order && !shape)
    return {};
  const SyntaxField &any = order ? *order : *shape;
  if (!order || !shape)
    return failAt(any.position, "expects 'order' and 'shape' together, but got "
                                "only one of them");
  for (const SyntaxField &other : fields.fields)
    if (other.name != "block")
      return failAt(other.position,
                    concat("expects nothing but 'order' and 'shape', but got '",
                           other.name, "'"));
  Parsed<UnsignedList> axes = numbersOf(*order);
  if (!axes)
    return tl::unexpected(std::move(axes.error()));
  Parsed<UnsignedList> sizes = powersOfTwo(*shape);
  if (!sizes)
    return tl::unexpected(std::move(sizes.error()));
  std::size_t rank = sizes->size();
  std::vector<bool> seen(rank, false);
  if (axes->size() != rank)
    return failAt(order->value.position,
                  concat("expects as many numbers in 'order' as in 'shape', "
                         "but got ",
                         axes->size(), " and ", rank));
  Bases bases;
  for (unsigned axis : *axes) {
    if (axis >= rank || seen[axis])
      return failAt(order->value.position,
                    concat("expects a permutation of 0 ... ", rank - 1,
                           " as 'order', but got ", axis,
                           axis < rank ? " twice" : ""));
    seen[axis] = true;
    appendBases(bases, rank, axis, 1, (*sizes)[axis], 1);
  }
  if (bases.empty())
    setField(fields, "rank", {any.position, std::uint64_t(rank)});
  setField(fields, "offset", basesValue(any.position, bases));
  if (fields.find("block") == nullptr)
    setField(fields, "block", {any.position, SyntaxValue::List()});
  return {};
}

// The identity: unit vectors along one dimension after the other, each
// complete. Dimensions of size 1 stand last, the later ones first.
std::optional<std::string> shortBody(const PaddedSharedEncoding &e) {
  if (!e.blocks.empty() || rankOf(e) == 0)
    return std::nullopt;
  unsigned rank = rankOf(e);
  UnsignedList shape(rank, 1), order;
  for (const UnsignedList &basis : e.offsets) {
    auto unit = std::ranges::find_if(basis, [](unsigned c) { return c != 0; });
    if (unit == basis.end())
      return std::nullopt;
    unsigned axis = static_cast<unsigned>(unit - basis.begin());
    bool isAlone =
        std::all_of(unit + 1, basis.end(), [](unsigned c) { return c == 0; });
    if (!isAlone || *unit != shape[axis])
      return std::nullopt;
    if (shape[axis] == 1)
      order.push_back(axis);
    else if (order.back() != axis)
      return std::nullopt;
    shape[axis] *= 2;
  }
  for (unsigned axis = rank; axis-- > 0;)
    if (std::ranges::find(order, axis) == order.end())
      order.push_back(axis);
  return concat("{order = ", listText(order), ", shape = ", listText(shape),
                "}");
}

} // namespace

template <>
const FamilyTraits<PaddedSharedEncoding> &traitsOf<PaddedSharedEncoding>() {
  using E = PaddedSharedEncoding;
  static constexpr FamilyTraits<E> Traits = {
      .rank = rankOf,
      .check = checkRules,
      .layout = layoutOf,
      .paddings = &E::paddings,
      .shortBody = shortBody,
      .old = {.read = readRows},
  };
  return Traits;
}

} // namespace heddle
