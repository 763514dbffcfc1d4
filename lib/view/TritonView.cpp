//===- TritonView.cpp - What triton-tensor-layout prints ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/view/TritonView.h"

#include "Decimal.h"
#include "IndexedLayout.h"

namespace heddle {

using namespace view;

namespace {

Result<void> checkPrintable(const IndexedLayout &layout) {
  if (layout.kind() != LayoutKind::Distributed &&
      layout.kind() != LayoutKind::Shared)
    return failure(
        concat("expects a distributed layout or one of shared memory, but got ",
               kindText(layout.kind())),
        "Triton has no text for it", "use one of the other formats");
  if (layout.in(Dim::Partition).bits != 0)
    return failure(concat("expects shared memory of one partition, but got ",
                          layout.in(Dim::Partition).size()),
                   "Triton has no text for it", "use one of the other formats");
  const char *remedy =
      "view a smaller tensor, or one element or location of this one";
  if (layout.inBits() > MaxTritonViewBits)
    return failure(concat("expects at most 2^", MaxTritonViewBits,
                          " locations, but got 2^", layout.inBits()),
                   "", remedy);
  if (layout.outBits() > MaxTritonViewBits)
    return failure(concat("expects at most 2^", MaxTritonViewBits,
                          " elements, but got 2^", layout.outBits()),
                   "", remedy);
  return {};
}

/// The cells of a tensor in row-major order with Triton's brackets: one line a
/// row, and as many brackets as axes begin or end there.
template <class AppendCell>
std::string bracketGrid(std::span<const Axis> axes, unsigned elementBits,
                        std::string_view separator, AppendCell appendCell) {
  unsigned columnBits = axes.empty() ? 0 : axes.back().bits;
  std::span<const Axis> outer =
      axes.empty() ? axes : axes.first(axes.size() - 1);
  auto trailingZeros = [&](std::uint64_t row) {
    std::size_t zeros = 0;
    while (zeros < outer.size() &&
           outer[outer.size() - 1 - zeros].of(row << columnBits) == 0)
      ++zeros;
    return zeros;
  };
  std::string text;
  std::uint64_t rows = f2::unit(elementBits - columnBits);
  for (std::uint64_t row = 0; row < rows; ++row) {
    std::size_t zeros = trailingZeros(row);
    text.append(1 + zeros, '[').append(outer.size() - zeros, ' ');
    for (std::uint64_t column = 0; column < f2::unit(columnBits); ++column) {
      if (column != 0)
        text += separator;
      appendCell(text, row << columnBits | column);
    }
    text.append(1 + trailingZeros((row + 1) & (rows - 1)), ']') += '\n';
  }
  return text;
}

/// "(0, 4)" with each coordinate aligned to its size. Triton counts the digits
/// of the size, not of the largest coordinate.
class ElementPrinter {
public:
  explicit ElementPrinter(std::span<const Axis> axes) : axes(axes) {
    for (const Axis &axis : axes)
      widths.push_back(digits(axis.size()));
  }
  void append(std::string &text, Word element, char separator) const {
    text += '(';
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (i != 0)
        text += separator;
      appendPadded(text, axes[i].of(element), widths[i]);
    }
    text += ')';
  }

private:
  std::span<const Axis> axes;
  InplaceVector<unsigned, MaxDims> widths;
};

/// "B1:T5:2" with the blanks of all three numbers in front.
class TokenPrinter {
public:
  explicit TokenPrinter(const IndexedLayout &layout)
      : block(layout.in(Dim::Block)), thread(layout.in(Dim::Lane)),
        reg(layout.in(Dim::Register)) {
    thread.bits += layout.in(Dim::Warp).bits;
    width = digits(block.size()) + digits(thread.size()) + digits(reg.size());
  }
  void append(std::string &text, Word location) const {
    std::uint64_t b = block.of(location);
    std::uint64_t t = thread.of(location);
    std::uint64_t r = reg.of(location);
    text.append(width - digits(b) - digits(t) - digits(r), ' ');
    if (block.bits != 0) {
      text += 'B';
      appendNumber(text, b);
      text += ':';
    }
    text += 'T';
    appendNumber(text, t);
    text += ':';
    appendNumber(text, r);
  }

private:
  Axis block, thread, reg;
  unsigned width;
};

std::string distributedTensorView(const IndexedLayout &layout) {
  TokenPrinter printer(layout);
  std::vector<Word> replicas = allImages(layout.replicas());
  LinearCounter remainder(layout.remainderColumns());
  LinearCounter holder(layout.holderColumns());
  // The grid visits the elements in ascending order, as the counters do.
  auto appendCell = [&](std::string &text, Word) {
    if (remainder.value() == 0)
      for (Word replica : replicas) {
        if (replica != 0)
          text += '|';
        printer.append(text, holder.value() ^ replica);
      }
    remainder.next();
    holder.next();
  };
  return bracketGrid(layout.outs(), layout.outBits(), ", ", appendCell);
}

std::string distributedHardwareView(const IndexedLayout &layout) {
  ElementPrinter printer(layout.outs());
  Axis block = layout.in(Dim::Block);
  Axis warp = layout.in(Dim::Warp);
  Axis lane = layout.in(Dim::Lane);
  Axis reg = layout.in(Dim::Register);
  std::vector<Word> laneElements =
      allImages(layout.bases().subspan(lane.shift, lane.bits));
  std::string text;
  auto appendWarp = [&](Word firstLocation) {
    for (Word r = 0; r < reg.size(); ++r) {
      Word element = layout.apply(firstLocation | r);
      for (std::size_t i = 0; i < laneElements.size(); ++i) {
        if (i != 0)
          text += ", ";
        printer.append(text, element ^ laneElements[i], ',');
      }
      text += '\n';
    }
  };
  for (Word b = 0; b < block.size(); ++b) {
    if (block.bits != 0)
      text += concat("Block", b, ":\n");
    for (Word w = 0; w < warp.size(); ++w) {
      text += concat("Warp", w, ":\n");
      appendWarp(f2::shiftLeft(b, block.shift) | f2::shiftLeft(w, warp.shift));
    }
  }
  return text;
}

/// The offsets of shared memory that Triton prints: the elements divided by the
/// blocks is the memory of each block, which holds unless blocks have copies.
struct PrintedMemory {
  explicit PrintedMemory(const IndexedLayout &layout)
      : layout(layout), block(layout.in(Dim::Block)),
        offset(layout.in(Dim::Offset)),
        perBlock(f2::unit(layout.outBits()) >> block.bits) {}

  /// Bits past the size of the offset are ignored, as Triton does.
  Word element(std::uint64_t b, std::uint64_t o) const {
    return layout.apply(f2::shiftLeft(b, block.shift) |
                        (o & f2::lowMask(offset.bits)));
  }

  const IndexedLayout &layout;
  Axis block, offset;
  std::uint64_t perBlock;
};

std::string sharedTensorView(const IndexedLayout &layout) {
  ElementPrinter printer(layout.outs());
  PrintedMemory memory(layout);
  auto appendCell = [&](std::string &text, std::uint64_t offset) {
    if (memory.perBlock != 0)
      printer.append(
          text,
          memory.element(offset / memory.perBlock, offset % memory.perBlock),
          ':');
  };
  return bracketGrid(layout.outs(), layout.outBits(), ",", appendCell);
}

std::string sharedHardwareView(const IndexedLayout &layout) {
  ElementPrinter printer(layout.outs());
  PrintedMemory memory(layout);
  std::string text;
  for (std::uint64_t b = 0; b < memory.block.size(); ++b) {
    text += concat("Block: ", b, ":\n");
    for (std::uint64_t o = 0; o < memory.perBlock; ++o) {
      text += "Offset: ";
      appendNumber(text, o);
      text += " -> ";
      printer.append(text, memory.element(b, o), ',');
      text += '\n';
    }
  }
  return text;
}

} // namespace

Result<std::string> tritonTensorView(const LinearLayout &layout) {
  IndexedLayout indexed(layout);
  return checkPrintable(indexed).map([&] {
    return indexed.kind() == LayoutKind::Shared
               ? sharedTensorView(indexed)
               : distributedTensorView(indexed);
  });
}

Result<std::string> tritonHardwareView(const LinearLayout &layout) {
  IndexedLayout indexed(layout);
  return checkPrintable(indexed).map([&] {
    return indexed.kind() == LayoutKind::Shared
               ? sharedHardwareView(indexed)
               : distributedHardwareView(indexed);
  });
}

} // namespace heddle
