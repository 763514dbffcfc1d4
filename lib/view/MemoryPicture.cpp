//===- MemoryPicture.cpp - What each bank holds ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryMap.h"
#include "Picture.h"
#include "Tokens.h"

namespace heddle::view {

namespace {

/// The one axis in which these elements are 0, 1, 2, ... further than the
/// first, all else being equal.
const Axis *runAxis(const IndexedLayout &layout,
                    std::span<const Word> elements) {
  auto isRun = [&](const Axis &axis) {
    Word others = ~f2::shiftLeft(f2::lowMask(axis.bits), axis.shift);
    for (std::size_t i = 1; i < elements.size(); ++i)
      if (axis.of(elements[i]) != axis.of(elements[0]) + i ||
          ((elements[i] ^ elements[0]) & others) != 0)
        return false;
    return true;
  };
  auto run = std::find_if(layout.outs().begin(), layout.outs().end(), isRun);
  return run == layout.outs().end() ? nullptr : &*run;
}

/// "(0,2..3)", or one after the other.
std::string elementsText(const IndexedLayout &layout,
                         std::span<const Word> elements) {
  const Axis *run = elements.size() < 2 ? nullptr : runAxis(layout, elements);
  std::string text;
  if (run == nullptr) {
    for (Word element : elements)
      text += (text.empty() ? "" : " ") + elementText(layout, element);
    return text;
  }
  for (const Axis &axis : layout.outs()) {
    text += concat(text.empty() ? "(" : ",", axis.of(elements[0]));
    if (axis.dim == run->dim)
      text += concat("..", axis.of(elements.back()));
  }
  return text + ')';
}

/// The row of the tensor that an element stands in.
std::optional<std::uint64_t> rowOf(const IndexedLayout &layout, Word element) {
  if (layout.outs().size() < 2)
    return std::nullopt;
  return element >> layout.outs().back().bits;
}

/// One memory: the offsets of one block and partition.
struct Memory {
  const IndexedLayout &layout;
  MemoryMap map;
  Word first;

  Cell cell(std::uint64_t row, std::uint64_t bank) const {
    MemoryMap::Slots slots = map.slots(row, bank);
    if (slots.isContinued)
      return {"\"", colourAt(slots.first)};
    // Runs of elements and gaps take turns.
    std::string text;
    std::vector<Word> run;
    bool isInGap = false;
    auto endRun = [&] {
      if (!run.empty())
        text += (text.empty() ? "" : " ") + elementsText(layout, run);
      run.clear();
    };
    for (std::uint64_t i = 0; i < slots.count; ++i) {
      std::uint64_t address = slots.first + i;
      if (std::optional<Word> element = elementAt(address)) {
        run.push_back(*element);
        isInGap = false;
        continue;
      }
      endRun();
      if (!isInGap && address < map.extent())
        text += text.empty() ? "-" : " -";
      isInGap = true;
    }
    endRun();
    return {text, colourAt(slots.first)};
  }

  std::string note(std::uint64_t row, std::uint64_t bank) const {
    return concat("byte ", row * map.rowBytes() + bank * map.bankBytes(),
                  ", bank ", bank, ": ", cell(row, bank).text);
  }

private:
  std::optional<Word> elementAt(std::uint64_t address) const {
    if (std::optional<std::uint64_t> offset = map.offsetAt(address))
      return layout.apply(first | *offset);
    return std::nullopt;
  }
  std::optional<std::uint64_t> colourAt(std::uint64_t address) const {
    std::optional<Word> element = elementAt(address);
    return element ? rowOf(layout, *element) : std::nullopt;
  }
};

Table memoryTable(const Memory &memory) {
  const MemoryMap &map = memory.map;
  Table table;
  std::span<const Axis> ins = memory.layout.ins();
  Axes shown;
  for (const Axis &axis : ins.first(ins.size() - 1))
    if (axis.bits != 0)
      shown.push_back(axis);
  table.title = axesText(shown, memory.first, " = ");
  table.corner = "byte\\bank";
  table.rowNoun = "rows from byte";
  table.colNoun = "banks";
  table.rows = map.rows();
  table.cols = map.cols();
  table.rowLabel = [bytes = map.rowBytes()](std::uint64_t row) {
    return std::to_string(row * bytes);
  };
  table.colLabel = [](std::uint64_t bank) { return std::to_string(bank); };
  table.cell = [memory](std::uint64_t row, std::uint64_t bank) {
    return memory.cell(row, bank);
  };
  table.note = [memory](std::uint64_t row, std::uint64_t bank) {
    return memory.note(row, bank);
  };
  return table;
}

std::vector<std::string> memoryLegend(const MemoryOptions &options) {
  std::vector<std::string> legend = {
      concat(options.banks, " banks of ", options.bankBytes,
             " bytes, elements of ", options.elementBits, " bits")};
  if (options.elementBits < options.bankBytes * 8)
    legend.push_back(
        "(0,2..3): the elements (0,2) to (0,3), lowest bits first");
  if (options.elementBits > options.bankBytes * 8)
    legend.push_back("\": the element on the left goes on");
  if (!options.paddings.empty())
    legend.push_back("-: padding");
  return legend;
}

} // namespace

Result<Picture> memoryPicture(const IndexedLayout &layout,
                              const MemoryOptions &options) {
  Result<MemoryMap> map = MemoryMap::of(layout, options);
  if (!map)
    return tl::unexpected(std::move(map.error()));
  Picture picture;
  picture.title = concat("Shared memory of a ", shapeText(layout), " tensor");
  Axis offset = layout.in(Dim::Offset);
  picture.tables = f2::unit(layout.inBits() - offset.bits);
  picture.table = [&layout, map = *map, offset](std::uint64_t index) {
    return memoryTable({layout, map, f2::shiftLeft(index, offset.bits)});
  };
  picture.legend = memoryLegend(options);
  picture.colourNoun = layout.outs().size() < 2 ? "" : "row of the tensor";
  return picture;
}

} // namespace heddle::view
