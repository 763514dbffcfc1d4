//===- LayoutProps.cpp - Properties of a layout ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutProps.h"
#include "heddle/answers/LayoutReport.h"
#include "heddle/encoding/Queries.h"
#include "heddle/f2/Elimination.h"

#include <algorithm>

namespace heddle {

namespace {

using List = std::vector<std::uint64_t>;

List toList(const UnsignedList &numbers) {
  return {numbers.begin(), numbers.end()};
}

unsigned rankOf(const LinearLayout &layout) {
  f2::VectorEchelon span;
  for (Word basis : layout.bases())
    span.insert(basis);
  return span.rank();
}

/// "register bits 2, 3; lane bit 4": the bits of locations that only copy.
std::string copiesText(const LinearLayout &layout) {
  std::string text;
  for (const Coordinate &mask : layout.freeVariableMasks()) {
    if (mask.value == 0)
      continue;
    bool isOne = std::popcount(mask.value) == 1;
    text += concat(text.empty() ? "" : "; ", mask.dim.name(),
                   isOne ? " bit" : " bits");
    std::string_view separator = " ";
    for (unsigned bit = 0; bit < f2::MaxBits; ++bit)
      if ((mask.value >> bit & 1) != 0) {
        text += concat(separator, bit);
        separator = ", ";
      }
  }
  return text;
}

/// The dimension along which a thread's accesses are widest: that of its first
/// register.
unsigned fastestAxis(const LinearLayout &layout) {
  return layout.outs().empty() ? 0 : registerOrder(layout).front();
}

void addDistributed(const LinearLayout &layout,
                    std::vector<LayoutProp> &props) {
  for (auto [name, query] :
       {std::pair{"sizePerThread", &sizePerThread},
        std::pair{"threadsPerWarp", &threadsPerWarp},
        std::pair{"warpsPerCTA", &warpsPerCTA},
        std::pair{"registerOrder", &registerOrder},
        std::pair{"threadOrder", &threadOrder},
        std::pair{"warpOrder", &warpOrder},
        std::pair{"CTAsPerCGA", &ctasPerCGA},
        std::pair{"CTASplitNum", &ctaSplitNum},
        std::pair{"CTAOrder", &ctaOrder},
        std::pair{"shapePerCTA", &shapePerCTA},
        std::pair{"shapePerCTATile", &shapePerCTATile},
        std::pair{"contiguityPerThread", &contiguityPerThread}})
    props.push_back({name, toList(query(layout))});
  props.push_back({"elementsPerThread", elementsPerThread(layout)});
  if (layout.outs().empty())
    return;
  unsigned axis = fastestAxis(layout);
  props.push_back({"contiguousDim", std::uint64_t(axis)});
  for (unsigned bits : {8U, 16U, 32U, 64U})
    props.push_back({concat("widestAccessBits", bits),
                     std::uint64_t(widestAccess(layout, axis, bits))});
}

/// The elements that a block's part of memory takes, with gaps.
std::uint64_t paddedSize(std::uint64_t elements,
                         std::span<const Padding> paddings) {
  return elements == 0 ? 0 : paddedOffset(paddings, elements - 1) + 1;
}

/// The most consecutive elements of one dimension that stand at consecutive
/// offsets, starting at multiples of that number: what one access can cover.
std::uint64_t contiguousOffsets(const LinearLayout &layout) {
  std::span<const Word> offsets = layout.bases(Dim::Offset);
  unsigned longest = 0;
  for (const DimBits &out : layout.outs()) {
    unsigned run = 0;
    while (run < offsets.size() && run < out.bits &&
           offsets[run] == f2::unit(layout.outShift(out.dim) + run))
      ++run;
    // Bits further up may permute groups, but not within a group.
    for (Word basis : offsets.subspan(run))
      if (std::uint64_t moved = layout.field(basis, out.dim); moved != 0)
        run = std::min(run, f2::lowestBit(moved));
    longest = std::max(longest, run);
  }
  return f2::unit(longest);
}

void addShared(const LayoutSubject &subject, std::vector<LayoutProp> &props) {
  const LinearLayout &layout = subject.layout;
  std::uint64_t elements =
      paddedSize(layout.inSize(Dim::Offset), paddingsOf(subject.encoding));
  unsigned bits = subject.type.element.bits;
  props.push_back({"alignment", std::uint64_t(alignmentOf(subject.encoding))});
  props.push_back({"elementsPerBlock", elements});
  // A layout may be of a shape that no memory holds.
  std::uint64_t bytes = 0;
  if (!__builtin_mul_overflow(elements, bits, &bytes))
    props.push_back({"bytesPerBlock", bytes / 8 + (bytes % 8 != 0 ? 1 : 0)});
  std::uint64_t run = contiguousOffsets(layout);
  for (const Padding &padding : paddingsOf(subject.encoding))
    run = std::min(run, padding.interval);
  props.push_back({"contiguousOffsets", run});
}

} // namespace

std::vector<LayoutProp> layoutProps(const LayoutSubject &subject) {
  const LinearLayout &layout = subject.layout;
  std::vector<LayoutProp> props;
  unsigned rank = rankOf(layout);
  unsigned copies = layout.totalInBits() - rank;
  props.push_back({"surjective", layout.isSurjective()});
  props.push_back({"injective", layout.isInjective()});
  props.push_back({"replication", f2::unit(std::min(copies, 63U))});
  props.push_back({"replicatedIn", copiesText(layout)});
  switch (subject.encoding.kind()) {
  case EncodingKind::Distributed:
    addDistributed(layout, props);
    break;
  case EncodingKind::Shared:
    addShared(subject, props);
    break;
  case EncodingKind::TensorMemory:
    props.push_back({"rows", layout.inSize(Dim::Row)});
    props.push_back({"columns", layout.inSize(Dim::Col)});
    break;
  }
  return props;
}

namespace {

/// The elements of a row that one block has.
std::uint64_t rowOfBlock(const LinearLayout &layout, Dim row) {
  std::uint64_t columns = layout.outSize(row);
  for (Word basis : layout.bases(Dim::Block))
    if (std::uint64_t part = layout.field(basis, row); part != 0)
      columns = std::min(columns, part);
  return columns;
}

/// Both swizzled families.
template <class E>
void addSwizzleNotes(const E &e, const LayoutSubject &subject,
                     std::vector<std::string> &notes) {
  std::uint64_t width = std::uint64_t(e.vec) * e.maxPhase;
  std::uint64_t columns =
      rowOfBlock(subject.layout, Dim::standard(e.order.front()));
  if (e.order.size() > 1 && e.maxPhase > 1 && width > columns)
    notes.push_back(concat("the swizzle of vec * maxPhase = ", width,
                           " elements is wider than a row of ", columns,
                           ": it wraps modulo the row"));
}

void addPaddingNote(std::span<const Padding> paddings,
                    std::vector<std::string> &notes) {
  std::string list;
  for (const Padding &padding : paddings)
    list += concat(list.empty() ? "" : ", ", padding.interval, ":+",
                   padding.padding);
  if (!paddings.empty())
    notes.push_back(concat("offsets number the elements; the gaps [", list,
                           "] come on top, as --view memory shows"));
}

} // namespace

std::vector<std::string> layoutNotes(const LayoutSubject &subject) {
  std::vector<std::string> notes;
  const Encoding &encoding = subject.encoding;
  if (const auto *swizzled = encoding.getIf<SwizzledSharedEncoding>())
    addSwizzleNotes(*swizzled, subject, notes);
  if (const auto *rotating = encoding.getIf<AmdRotatingSharedEncoding>())
    addSwizzleNotes(*rotating, subject, notes);
  const auto *nvmma = encoding.getIf<NvmmaSharedEncoding>();
  if (nvmma != nullptr && nvmma->fp4Padded)
    notes.emplace_back("fp4Padded leaves the upper 8 of each 16 bytes free; "
                       "the layout shows copies there");
  addPaddingNote(paddingsOf(encoding), notes);
  if (!subject.type.allocShape.empty())
    notes.emplace_back("the layout is that of the whole allocation, of which "
                       "the type is a part");
  return notes;
}

namespace {

struct ValueText {
  std::string operator()(bool value) { return value ? "yes" : "no"; }
  std::string operator()(std::uint64_t value) { return std::to_string(value); }
  std::string operator()(const std::string &value) {
    return value.empty() ? "none" : value;
  }
  std::string operator()(const List &list) {
    std::string text = "[";
    for (std::uint64_t value : list)
      text += concat(text.size() > 1 ? ", " : "", value);
    return text + "]";
  }
};

} // namespace

std::string propsText(const LayoutSubject &subject) {
  std::string text;
  constexpr std::size_t NameWidth = 22;
  for (const LayoutProp &prop : layoutProps(subject)) {
    std::string padding(NameWidth - std::min(NameWidth, prop.name.size()), ' ');
    text +=
        concat(prop.name, padding, std::visit(ValueText(), prop.value), "\n");
  }
  return text;
}

std::string notesText(const LayoutSubject &subject) {
  std::string text;
  for (const std::string &note : layoutNotes(subject))
    text += concat("note: ", note, "\n");
  return text;
}

} // namespace heddle
