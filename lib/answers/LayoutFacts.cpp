//===- LayoutFacts.cpp - Properties of a layout, and why ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/answers/LayoutFacts.h"
#include "LayoutJson.h"
#include "LayoutProps.h"
#include "PropReasons.h"
#include "heddle/encoding/Construct.h"
#include "heddle/encoding/Queries.h"
#include "heddle/plan/SharedAccess.h"
#include "heddle/view/PlainText.h"

#include <algorithm>
#include <numeric>

namespace heddle {

namespace {

/// The facts of `layoutProps` by their names.
class Props {
public:
  explicit Props(const LayoutSubject &subject) : all(layoutProps(subject)) {}

  template <class T> T get(std::string_view name) const {
    auto found = std::ranges::find(all, name, &LayoutProp::name);
    const T *value =
        found == all.end() ? nullptr : std::get_if<T>(&found->value);
    return value == nullptr ? T() : *value;
  }

private:
  std::vector<LayoutProp> all;
};

std::string reasonOf(const json &reasons, const char *name) {
  auto found = reasons.find(name);
  return found == reasons.end() ? "" : found->get<std::string>();
}

void addRegisters(const LayoutSubject &subject, const json &reasons,
                  std::vector<LayoutFact> &facts) {
  const LinearLayout &layout = subject.layout;
  std::uint64_t elements = elementsPerThread(layout);
  std::uint64_t bits = subject.type.element.bits;
  std::uint64_t threads = layout.inSize(Dim::Lane) * layout.inSize(Dim::Warp);
  facts.push_back({"elements per thread", std::to_string(elements),
                   concat(std::max<std::uint64_t>(1, elements * bits / 8),
                          " bytes in each of ", threads, " threads")});
  if (layout.outs().empty())
    return;
  std::string list;
  for (std::uint64_t each : contiguityPerThread(layout))
    list += concat(list.empty() ? "" : ", ", each);
  facts.push_back({"contiguous per thread", concat("[", list, "]"),
                   elements == 1 ? "a thread has one element"
                                 : reasonOf(reasons, "contiguityPerThread")});
  unsigned axis = registerOrder(layout).front();
  unsigned width = widestAccess(layout, axis, static_cast<unsigned>(bits));
  facts.push_back(
      {"widest access", countText(width, "bit"),
       concat(countText(std::max<std::uint64_t>(1, width / bits), "element"),
              " of ", subject.type.element.text, " along dim", axis)});
}

/// A warp that accesses the memory, its lanes along `order.front()` first, a
/// number of elements each.
std::optional<SharedAccess> readAlong(const LayoutSubject &subject,
                                      const std::vector<unsigned> &order,
                                      unsigned elements, const Target &target) {
  std::vector<std::uint64_t> shape = subject.type.layoutShape();
  std::vector<unsigned> sizes(shape.size(), 1);
  sizes[order.front()] = static_cast<unsigned>(
      std::min<std::uint64_t>(elements, shape[order.front()]));
  Result<BlockedEncoding> blocked = defaultBlocked(
      shape, sizes, order, {.numWarps = 1, .threadsPerWarp = target.lanes});
  if (!blocked)
    return std::nullopt;
  Result<LinearLayout> registers = toLinearLayout(Encoding(*blocked), shape);
  if (!registers)
    return std::nullopt;
  SharedTensor memory = {.layout = subject.layout,
                         .paddings = paddingsOf(subject.encoding),
                         .elementBits = subject.type.element.bits,
                         .alignment =
                             std::max(16U, alignmentOf(subject.encoding))};
  Result<SharedAccess> access =
      accessShared(*registers, memory, AccessKind::Load, target);
  return access ? std::optional(std::move(*access)) : std::nullopt;
}

/// The dimensions, the one whose elements stand side by side in memory first.
std::vector<unsigned> memoryOrder(const LinearLayout &layout) {
  std::vector<unsigned> order(layout.outs().size());
  std::iota(order.rbegin(), order.rend(), 0U);
  for (unsigned dim = 0; dim < order.size(); ++dim)
    if (layout.basis(Dim::Offset, 0, Dim::standard(dim)) == 1) {
      std::erase(order, dim);
      order.insert(order.begin(), dim);
    }
  return order;
}

void addConflicts(const LayoutSubject &subject, const Target &target,
                  std::vector<LayoutFact> &facts) {
  // More than any chip has: with paddings they would be counted one by one.
  constexpr unsigned MostOffsetBits = 20;
  std::vector<unsigned> order = memoryOrder(subject.layout);
  if (order.empty() || subject.layout.inSize(Dim::Block) != 1 ||
      subject.layout.inBits(Dim::Offset) > MostOffsetBits)
    return;
  constexpr unsigned VectorBits = 128;
  unsigned vector =
      std::max(1U, VectorBits / std::max(8U, subject.type.element.bits));
  std::string value, reason;
  auto add = [&](const std::vector<unsigned> &along, unsigned elements,
                 std::string_view how) {
    std::optional<SharedAccess> access =
        readAlong(subject, along, elements, target);
    if (!access)
      return;
    std::string_view comma = value.empty() ? "" : ", ";
    value +=
        concat(comma, how, " dim", along.front(), " ",
               decimalText(double(access->wavefronts) / access->ideal), "x");
    reason += concat(
        comma, instructionText(access->instruction, AccessKind::Load, target),
        ": ", access->wavefronts, " wavefronts of ", access->ideal);
  };
  add(order, vector, "along");
  if (order.size() > 1) {
    std::swap(order[0], order[1]);
    add(order, 1, "down");
  }
  if (!value.empty())
    facts.push_back({concat("conflicts on ", target.name), value, reason});
}

void addShared(const LayoutSubject &subject, const Target *target,
               std::vector<LayoutFact> &facts) {
  Props props(subject);
  auto number = [&](const char *name) {
    return props.get<std::uint64_t>(name);
  };
  facts.push_back(
      {"size", countText(number("bytesPerBlock"), "byte"),
       concat(countText(number("elementsPerBlock"), "element"), ", aligned to ",
              countText(number("alignment"), "byte"))});
  facts.push_back({"contiguous offsets",
                   std::to_string(number("contiguousOffsets")),
                   "elements of one dimension side by side"});
  if (target != nullptr)
    addConflicts(subject, *target, facts);
}

} // namespace

std::vector<LayoutFact> layoutFacts(const LayoutSubject &subject,
                                    const Target *target) {
  const LinearLayout &layout = subject.layout;
  std::vector<LayoutFact> facts;
  json reasons = reasonsJson(layout);
  switch (subject.encoding.kind()) {
  case EncodingKind::Distributed:
    addRegisters(subject, reasons, facts);
    break;
  case EncodingKind::Shared:
    addShared(subject, target, facts);
    break;
  case EncodingKind::TensorMemory:
    facts.push_back(
        {"rows x columns",
         concat(layout.inSize(Dim::Row), " x ", layout.inSize(Dim::Col)), ""});
    break;
  }
  facts.push_back(
      {"replication",
       concat(Props(subject).get<std::uint64_t>("replication"), "x"),
       reasonOf(reasons, "replication")});
  bool isPermutation = layout.isInvertible();
  facts.push_back({"permutation", isPermutation ? "yes" : "no",
                   isPermutation ? "each element is held by one location"
                                 : reasonOf(reasons, layout.isSurjective()
                                                         ? "injective"
                                                         : "surjective")});
  return facts;
}

std::string basesLines(const LinearLayout &layout) {
  TextTable table;
  const json all = basesJson(layout);
  for (const auto &[name, bases] : all.items()) {
    std::string text;
    for (char c : bases.dump())
      text += c == ',' ? std::string(", ") : std::string(1, c);
    table.push_back({name + ":", text});
  }
  return tableText(table, "");
}

} // namespace heddle
