//===- SharedAccess.cpp - Registers and a given shared memory -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/SharedAccess.h"
#include "AccessForms.h"
#include "WarpOffsets.h"

#include <algorithm>
#include <bit>

namespace heddle {

namespace {

using f2::unit;

/// log2 of the bytes of the widest vector, and of a row of a matrix.
constexpr unsigned VectorLog = 4, RowLog = 4;
/// With paddings each offset of each lane is looked at, this many at most.
constexpr unsigned MostCountedBits = 24;

/// The widest vector that start and paddings leave aligned, as log2 of bytes.
unsigned alignedLog(const SharedTensor &memory, unsigned elementLog) {
  auto log = [](std::uint64_t number) {
    return static_cast<unsigned>(std::countr_zero(number));
  };
  unsigned least = std::min(VectorLog, log(memory.alignment));
  for (const Padding &padding : memory.paddings)
    least = std::min({least, log(padding.interval) + elementLog,
                      log(padding.padding) + elementLog});
  return least;
}

/// The vectors 1, 2, ..., 2^(log - 1).
Words lowUnits(unsigned log) {
  Words units;
  for (unsigned bit = 0; bit < log; ++bit)
    units.push_back(unit(bit));
  return units;
}

/// The gaps of a tensor, in bytes.
struct Gaps {
  std::span<const Padding> paddings;
  unsigned elementLog = 0;

  Word padded(Word offset) const {
    Word inElement = offset & f2::lowMask(elementLog);
    Word element = paddedOffset(paddings, f2::shiftRight(offset, elementLog));
    return f2::shiftLeft(element, elementLog) | inElement;
  }
};

using Offsets = std::vector<std::optional<std::uint64_t>>;

/// Of the lanes whose bits have these images, at a base.
Offsets laneOffsets(std::span<const Word> images, Word base, const Gaps &gaps) {
  Offsets offsets;
  offsets.reserve(unit(images.size()));
  for (Word lane = 0; lane < unit(images.size()); ++lane)
    offsets.emplace_back(gaps.padded(base ^ f2::multiply(images, lane)));
  return offsets;
}

/// The access by this instruction without paddings.
SharedAccess linearAccess(const SharedInstruction &instruction, AccessMap map,
                          AccessKind kind, const Target &target) {
  return {.instruction = instruction,
          .instructions = unit(map.starts.size()),
          .wavefronts = wavefrontsOf(instruction, kind, map.lanes, target),
          .ideal = idealWavefronts(instruction, kind, target),
          .offsets = laneOffsets(map.lanes, 0, {}),
          .map = std::move(map)};
}

/// Looks at all instructions of all warps and blocks for one that takes the
/// most.
Result<void> countPadded(SharedAccess &access, unsigned elementLog,
                         const SharedTensor &memory, AccessKind kind,
                         const Target &target) {
  Words bases = access.map.starts;
  for (Word image : access.map.others)
    bases.push_back(image);
  unsigned bits = bases.size() + access.map.lanes.size();
  if (bits > MostCountedBits)
    return failure(concat("expects at most 2^", MostCountedBits,
                          " offsets in memory with paddings, but got 2^", bits),
                   {}, "take a part of the tensor");
  access.wavefronts = 0;
  for (Word i = 0; i < unit(bases.size()); ++i) {
    Offsets lanes = laneOffsets(access.map.lanes, f2::multiply(bases, i),
                                {memory.paddings, elementLog});
    unsigned count = countWavefronts(access.instruction, kind, lanes, target);
    if (count > access.wavefronts) {
      access.wavefronts = count;
      access.offsets = std::move(lanes);
    }
  }
  return {};
}

/// How a matrix instruction meets the registers, lanes and memory. Its rows are
/// 16 bytes, so offsets change their lowest four bits only inside of a row.
struct MatrixShape {
  SharedInstruction::Form form;
  /// Images that the bits of a register have in a row.
  Words inRegister;
  /// Lane bits from `firstRowLane` on move along the row, by these images.
  unsigned firstRowLane;
  Words inRow;
};

/// ldmatrix, stmatrix: a register has 4 bytes of a row, lane bits 0 and 1 the
/// rest of it, lane bits 2 to 4 say which row.
MatrixShape plainShape() {
  return {.form = SharedInstruction::Form::Matrix,
          .inRegister = lowUnits(2),
          .firstRowLane = 0,
          .inRow = Words(ListRef<Word>({unit(2), unit(3)}))};
}

/// With .trans: lane bits 2 to 4 have the 16-bit units of a row; the low bit of
/// the row is in the register, the others are lane bits 0 and 1.
MatrixShape transposedShape() {
  return {.form = SharedInstruction::Form::MatrixTransposed,
          .inRegister = lowUnits(1),
          .firstRowLane = 2,
          .inRow = Words(ListRef<Word>({unit(1), unit(2), unit(3)}))};
}

bool isRowLane(const MatrixShape &shape, unsigned lane) {
  return lane >= shape.firstRowLane &&
         lane < shape.firstRowLane + shape.inRow.size();
}

/// Do the lanes that move along a row, and only they, do so?
bool lanesFit(const WarpOffsets &offsets, const MatrixShape &shape) {
  Word outside = 0;
  for (Word image : offsets.others)
    outside |= image;
  for (unsigned lane = 0; lane < offsets.lanes.size(); ++lane) {
    Word image = offsets.lanes[lane];
    if (!isRowLane(shape, lane))
      outside |= image;
    else if (image != shape.inRow[lane - shape.firstRowLane])
      return false;
  }
  return (outside & f2::lowMask(RowLog)) == 0;
}

/// Takes the register bit that is the lowest bit of a row: the one with which
/// the rows of a matrix meet the fewest others in their banks.
Word takeRowBit(Words &starts, std::span<const Word> lanes, AccessKind kind,
                const Target &target) {
  auto wavefronts = [&](Word start) {
    Word rows[] = {start, lanes[0], lanes[1]};
    return wavefrontsOf({SharedInstruction::Form::MatrixTransposed, 4}, kind,
                        rows, target);
  };
  Word *best = std::ranges::min_element(starts, {}, wavefronts);
  Word taken = *best;
  std::rotate(best, best + 1, starts.end());
  starts.resizeUninitialized(starts.size() - 1);
  return taken;
}

std::optional<SharedAccess> matrixAccess(const WarpOffsets &offsets,
                                         const MatrixShape &shape,
                                         AccessKind kind,
                                         const Target &target) {
  RegisterSplit split =
      splitRegisters(offsets, shape.inRegister, RegisterOrder::Any);
  Word inRow = 0;
  for (Word start : split.starts)
    inRow |= start & f2::lowMask(RowLog);
  if (!split.covers || inRow != 0 || !lanesFit(offsets, shape))
    return std::nullopt;
  AccessMap map = {.registers = offsets.registers,
                   .inLane = shape.inRegister,
                   .starts = {},
                   .lanes = {},
                   .others = offsets.others};
  if (shape.form == SharedInstruction::Form::MatrixTransposed) {
    if (split.starts.empty())
      return std::nullopt;
    map.lanes.push_back(takeRowBit(split.starts, offsets.lanes, kind, target));
    map.inLane.push_back(map.lanes.back());
  }
  for (unsigned lane = 0; lane < offsets.lanes.size(); ++lane)
    if (!isRowLane(shape, lane))
      map.lanes.push_back(offsets.lanes[lane]);
  // One matrix, two or four: its lanes address the rows of all of them.
  unsigned log = std::min(split.starts.size(), 2U);
  for (unsigned bit = 0; bit < split.starts.size(); ++bit)
    if (bit < log) {
      map.lanes.push_back(split.starts[bit]);
      map.inLane.push_back(split.starts[bit]);
    } else {
      map.starts.push_back(split.starts[bit]);
    }
  return linearAccess({.form = shape.form, .bytes = 4U << log}, std::move(map),
                      kind, target);
}

/// log2 of the lanes that exchange what they load, and of the bytes of each.
constexpr unsigned GroupLog = 4, PieceLog = 3;

/// Lanes that have neighbours in memory get an element each of as many rows,
/// which other lanes of the group load.
std::optional<SharedAccess> exchangedLoad(const WarpOffsets &offsets,
                                          const Target &target) {
  unsigned log = PieceLog - std::min(PieceLog, offsets.elementLog);
  if (offsets.elementLog > 1 || offsets.lanes.size() < GroupLog)
    return std::nullopt;
  RegisterSplit split =
      splitRegisters(offsets, lowUnits(offsets.elementLog), RegisterOrder::Any);
  if (!split.covers || split.starts.size() < log)
    return std::nullopt;
  Word outside = 0;
  for (Word image : offsets.others)
    outside |= image;
  for (Word image : split.starts)
    outside |= image;
  for (unsigned lane = 0; lane < offsets.lanes.size(); ++lane)
    if (lane >= log)
      outside |= offsets.lanes[lane];
    else if (offsets.lanes[lane] != unit(offsets.elementLog + lane))
      return std::nullopt;
  if ((outside & f2::lowMask(PieceLog)) != 0)
    return std::nullopt;
  AccessMap map = {.registers = offsets.registers,
                   .inLane = lowUnits(offsets.elementLog),
                   .starts = {},
                   .lanes = {},
                   .others = offsets.others};
  // Lane 16 / width * j + i of a group loads piece i of row j.
  for (unsigned lane = log; lane < GroupLog; ++lane)
    map.lanes.push_back(offsets.lanes[lane]);
  for (unsigned bit = 0; bit < split.starts.size(); ++bit)
    if (bit < log) {
      map.lanes.push_back(split.starts[bit]);
      map.inLane.push_back(split.starts[bit]);
    } else {
      map.starts.push_back(split.starts[bit]);
    }
  for (unsigned lane = GroupLog; lane < offsets.lanes.size(); ++lane)
    map.lanes.push_back(offsets.lanes[lane]);
  SharedAccess access = linearAccess({.bytes = 1U << PieceLog}, std::move(map),
                                     AccessKind::Load, target);
  access.isTransposed = true;
  return access;
}

/// Has each lane elements of its own?
bool areDistinct(std::span<const Word> registers, std::span<const Word> lanes) {
  f2::VectorEchelon known;
  for (Word image : registers)
    known.insert(image);
  return std::ranges::all_of(lanes,
                             [&](Word image) { return known.insert(image); });
}

Result<SharedAccess> vectorAccess(const WarpOffsets &offsets,
                                  const SharedTensor &memory, AccessKind kind,
                                  const Target &target, RegisterOrder order) {
  unsigned log = alignedLog(memory, offsets.elementLog);
  while ((offsets.threadBits() & f2::lowMask(log)) != 0 ||
         !splitRegisters(offsets, lowUnits(log), order).covers)
    --log;
  AccessMap map = {.registers = offsets.registers,
                   .inLane = lowUnits(log),
                   .starts =
                       splitRegisters(offsets, lowUnits(log), order).starts,
                   .lanes = offsets.lanes,
                   .others = offsets.others};
  SharedAccess access =
      linearAccess({.bytes = 1U << log}, std::move(map), kind, target);
  if (!memory.paddings.empty())
    if (Result<void> counted =
            countPadded(access, offsets.elementLog, memory, kind, target);
        !counted)
      return tl::unexpected(std::move(counted.error()));
  return access;
}

Result<std::vector<SharedAccess>> matrixAccesses(const WarpOffsets &offsets,
                                                 const SharedTensor &memory,
                                                 AccessKind kind,
                                                 const Target &target) {
  const MatrixAccess &has =
      kind == AccessKind::Load ? target.loadMatrix : target.storeMatrix;
  std::vector<SharedAccess> accesses;
  if (alignedLog(memory, offsets.elementLog) < RowLog)
    return accesses;
  if (has.exists)
    if (auto access = matrixAccess(offsets, plainShape(), kind, target))
      accesses.push_back(std::move(*access));
  if (has.transposes16 && offsets.elementLog == 1)
    if (auto access = matrixAccess(offsets, transposedShape(), kind, target))
      accesses.push_back(std::move(*access));
  for (SharedAccess &access : accesses)
    if (!memory.paddings.empty())
      if (Result<void> counted =
              countPadded(access, offsets.elementLog, memory, kind, target);
          !counted)
        return tl::unexpected(std::move(counted.error()));
  return accesses;
}

Result<std::optional<SharedAccess>> transposedLoadAt(const WarpOffsets &offsets,
                                                     const SharedTensor &memory,
                                                     const Target &target) {
  if (!target.dsReadTranspose ||
      alignedLog(memory, offsets.elementLog) < PieceLog)
    return std::nullopt;
  std::optional<SharedAccess> access = exchangedLoad(offsets, target);
  if (access && !memory.paddings.empty())
    if (Result<void> counted = countPadded(*access, offsets.elementLog, memory,
                                           AccessKind::Load, target);
        !counted)
      return tl::unexpected(std::move(counted.error()));
  return access;
}

} // namespace

Result<SharedAccess> accessShared(const LinearLayout &registers,
                                  const SharedTensor &memory, AccessKind kind,
                                  const Target &target, RegisterOrder order) {
  Result<WarpOffsets> offsets = makeWarpOffsets(registers, memory, target);
  if (!offsets)
    return tl::unexpected(std::move(offsets.error()));
  return vectorAccess(*offsets, memory, kind, target, order);
}

Result<std::vector<SharedAccess>>
accessSharedByMatrices(const LinearLayout &registers,
                       const SharedTensor &memory, AccessKind kind,
                       const Target &target) {
  Result<WarpOffsets> offsets = makeWarpOffsets(registers, memory, target);
  if (!offsets)
    return tl::unexpected(std::move(offsets.error()));
  return matrixAccesses(*offsets, memory, kind, target);
}

Result<std::optional<SharedAccess>>
transposedLoad(const LinearLayout &registers, const SharedTensor &memory,
               const Target &target) {
  Result<WarpOffsets> offsets = makeWarpOffsets(registers, memory, target);
  if (!offsets)
    return tl::unexpected(std::move(offsets.error()));
  return transposedLoadAt(*offsets, memory, target);
}

double cyclesOf(const SharedAccess &access, std::uint64_t warps,
                const Target &target) {
  std::uint64_t instructions = warps * access.instructions;
  return accessCycles(instructions * access.wavefronts, instructions, target);
}

Result<SharedAccess> cheapestAccess(const LinearLayout &registers,
                                    const SharedTensor &memory, Word start,
                                    AccessKind kind, const Target &target) {
  Result<WarpOffsets> offsets = makeWarpOffsets(registers, memory, target);
  if (!offsets)
    return tl::unexpected(std::move(offsets.error()));
  Result<SharedAccess> best =
      vectorAccess(*offsets, memory, kind, target, RegisterOrder::Any);
  if (!best)
    return best;
  constexpr std::uint64_t RowBytes = unit(RowLog), PieceBytes = unit(PieceLog);
  std::uint64_t begin = start * (memory.elementBits / 8);
  if (kind == AccessKind::Load && begin % PieceBytes == 0) {
    Result<std::optional<SharedAccess>> transposed =
        transposedLoadAt(*offsets, memory, target);
    if (!transposed)
      return tl::unexpected(std::move(transposed.error()));
    if (std::optional<SharedAccess> &access = *transposed;
        access && cyclesOf(*access, 1, target) < cyclesOf(*best, 1, target))
      *best = std::move(*access);
  }
  bool isRow = begin % RowBytes == 0;
  // Of a vector these are the lanes' own offsets.
  bool isWhole = kind == AccessKind::Load ||
                 areDistinct(best->map.registers, best->map.lanes);
  if (!isRow || !isWhole)
    return best;
  Result<std::vector<SharedAccess>> matrices =
      matrixAccesses(*offsets, memory, kind, target);
  if (!matrices)
    return tl::unexpected(std::move(matrices.error()));
  for (SharedAccess &access : *matrices)
    if (cyclesOf(access, 1, target) < cyclesOf(*best, 1, target))
      *best = std::move(access);
  return best;
}

} // namespace heddle
