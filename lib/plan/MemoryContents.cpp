//===- MemoryContents.cpp - What shared memory holds ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryContents.h"

namespace heddle {

namespace {

using f2::multiply;
using f2::unit;

/// Above all offsets.
constexpr unsigned BlockShift = 40;

} // namespace

// PTX ISA, ldmatrix and stmatrix: lane 8m + r has the address of row r of
// matrix m; lane l has the 16-bit units 2 * (l % 4) and the next of row l / 4,
// or, if transposed, of column l / 4.
ThreadMap byteAddress(const Program &program, const Instruction &access,
                      unsigned byte) {
  const ThreadBits &bits = program.threads;
  ThreadMap map = program.addresses[access.index];
  map.constant ^= access.immediate;
  for (unsigned bit = 0; access.block == NoValue && bit < bits.block; ++bit)
    map.columns[bits.lane + bits.warp + bit] |= unit(BlockShift + bit);
  for (unsigned bit = 0; access.block != NoValue && bit < bits.total(); ++bit)
    map.columns[bit] |=
        f2::shiftLeft(program.maps[access.block].columns[bit], BlockShift);
  map.constant |= f2::shiftLeft(access.blockConstant, BlockShift);
  if (access.access.form == SharedInstruction::Form::Vector) {
    map.constant ^= byte;
    return map;
  }
  bool isTransposed =
      access.access.form == SharedInstruction::Form::MatrixTransposed;
  std::array<Word, 5> rows;
  std::copy_n(map.columns.begin(), rows.size(), rows.begin());
  constexpr std::array<Word, 5> Straight = {4, 8, 0, 0, 0};
  constexpr std::array<Word, 5> Across = {0, 0, 2, 4, 8};
  for (unsigned lane = 0; lane < rows.size(); ++lane)
    map.columns[lane] = isTransposed ? Across[lane] : Straight[lane];
  // Byte: in the unit, which of two units, which matrix.
  map.constant ^= byte & 1;
  if ((byte & 2) != 0)
    map.constant ^= isTransposed ? rows[0] : 2;
  for (unsigned i = 0; i < 3 - (isTransposed ? 1 : 0); ++i)
    map.columns[isTransposed ? i : i + 2] ^= rows[isTransposed ? i + 1 : i];
  for (unsigned i = 0; i < 2; ++i)
    if ((byte >> (2 + i) & 1) != 0)
      map.constant ^= rows[3 + i];
  return map;
}

MemoryContents::MemoryContents(const Program &program)
    : program(program), bits(program.threads),
      cells(program.scratchBytes << bits.block) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i].reader = static_cast<unsigned>(i / program.scratchBytes)
                      << (bits.lane + bits.warp);
    cells[i].readersDiffer = bits.laneMask() | bits.warpMask();
  }
}

void MemoryContents::barrier(Scope scope) {
  ++time;
  lastWarp = time;
  if (scope != Scope::Warp)
    lastBlock = time;
  if (scope == Scope::Cluster)
    lastCluster = time;
  isFresh = true;
}

bool MemoryContents::isCovered(unsigned since, Word differ) const {
  if ((differ & bits.blockMask()) != 0)
    return lastCluster > since;
  if ((differ & bits.warpMask()) != 0)
    return lastBlock > since;
  return differ == 0 || lastWarp > since;
}

MemoryContents::Cell *MemoryContents::at(Word offset) {
  Word low = offset & f2::lowMask(BlockShift);
  if (low >= program.scratchBytes)
    return nullptr;
  return &cells[(offset >> BlockShift) * program.scratchBytes + low];
}

/// Calls `visit(thread,cell)` for all active threads.
template <class Visit>
Result<void> MemoryContents::visit(const ThreadMap &address, Word idle,
                                   Visit visit) {
  for (Word thread = 0; thread < unit(bits.total()); ++thread) {
    if ((thread & idle) != 0)
      continue;
    Cell *cell = at(address(thread));
    if (cell == nullptr)
      return failure(concat("thread ", thread, " accesses offset ",
                            address(thread), " of ", program.scratchBytes));
    if (std::string fault = visit(thread, *cell); !fault.empty())
      return failure(concat("thread ", thread, " ", fault, " at offset ",
                            address(thread) & f2::lowMask(BlockShift)));
  }
  return {};
}

// A new point of the affine map, or one that has to agree with it.
Result<void> MemoryContents::learn(Word offset, Word point) {
  if (isFresh) {
    isFresh = false;
    origin = offset;
    originPoint = point;
    known = f2::ColumnEchelon();
    images.clear();
  }
  f2::ColumnEchelon::Reduction found = known.reduce(offset ^ origin);
  Word image = point ^ originPoint;
  if (found.remainder != 0) {
    known.insert(offset ^ origin);
    images.push_back(image);
    return {};
  }
  if (multiply(images, found.columns) == image)
    return {};
  return failure(concat("offset ", offset, " gets byte ", point,
                        " of the tensor, but the other offsets imply byte ",
                        multiply(images, found.columns) ^ originPoint));
}

Result<void> MemoryContents::store(const ThreadMap &address, Word idle,
                                   const Contents &contents, unsigned node) {
  ThreadSpace active = ThreadSpace::all(bits.total(), idle);
  ThreadMap stored;
  std::optional<Word> first = contents.at(node, 0);
  if (!first)
    return failure("a store of unknown data");
  stored.constant = *first;
  stored.columns = Words(program.addresses.front().columns);
  for (Word &column : stored.columns)
    column = 0;
  for (Word vector : active.basis) {
    std::optional<Word> point = contents.at(node, vector);
    if (!point)
      return failure("a store of unknown data");
    stored.columns[f2::lowestBit(vector)] = *point ^ *first;
  }
  if (contents.findOther(node, stored, active))
    return failure("a store of what is not affine in the thread");
  if (Result<void> known = learn(address.constant, stored.constant); !known)
    return known;
  for (Word vector : active.basis)
    if (Result<void> known = learn(address(vector), stored(vector)); !known)
      return known;
  return visit(address, idle, [&](Word thread, Cell &cell) -> std::string {
    Word differ = (cell.reader ^ thread) | cell.readersDiffer;
    if (cell.readTime != Cell::Nobody && !isCovered(cell.readTime, differ))
      return "overwrites a byte that other threads may still read";
    cell.writer = static_cast<unsigned>(thread);
    cell.writeTime = time;
    cell.readTime = Cell::Nobody;
    return "";
  });
}

Result<ThreadMap> MemoryContents::load(const ThreadMap &address) {
  auto pointOf = [&](Word difference) -> std::optional<Word> {
    f2::ColumnEchelon::Reduction found = known.reduce(difference);
    if (found.remainder != 0)
      return std::nullopt;
    return multiply(images, found.columns);
  };
  ThreadMap loaded;
  std::optional<Word> first = pointOf(address.constant ^ origin);
  if (!first)
    return failure(concat("a load of offset ", address.constant,
                          ", which is never stored"));
  loaded.constant = *first ^ originPoint;
  for (Word column : address.columns) {
    std::optional<Word> point = pointOf(column);
    if (!point)
      return failure(concat("a load of offset ", address.constant ^ column,
                            ", which is never stored"));
    loaded.columns.push_back(*point);
  }
  Result<void> visited =
      visit(address, 0, [&](Word thread, Cell &cell) -> std::string {
        if (cell.writer == Cell::Nobody)
          return "loads a byte that was never stored";
        if (!isCovered(cell.writeTime, cell.writer ^ thread))
          return "loads without a barrier after the store";
        bool isFirst = cell.readTime == Cell::Nobody;
        cell.readersDiffer =
            isFirst ? 0 : cell.readersDiffer | (cell.reader ^ thread);
        cell.reader = isFirst ? static_cast<unsigned>(thread) : cell.reader;
        cell.readTime = time;
        return "";
      });
  if (!visited)
    return tl::unexpected(std::move(visited.error()));
  return loaded;
}

Result<void> MemoryContents::checkLeft() const {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Cell &cell = cells[i];
    Word owner = f2::shiftLeft(i / program.scratchBytes, bits.lane + bits.warp);
    Word differ =
        ((cell.reader ^ owner) | cell.readersDiffer) & bits.blockMask();
    if (cell.readTime != Cell::Nobody && !isCovered(cell.readTime, differ))
      return failure(concat("thread ", cell.reader, " may still read offset ",
                            i % program.scratchBytes, " at the end"));
  }
  return {};
}

} // namespace heddle
