//===- Atomics.cpp - Atomic accesses --------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"
#include "Lanes.h"
#include "SimtOps.h"

#include <cmath>
#include <cstring>

HEDDLE_SIM_BEGIN

namespace {

/// What is written for what was there and what is given.
template <class T> T combined(simt::Atomic kind, T old, T value, T expected) {
  using Signed = std::make_signed_t<T>;
  switch (kind) {
  case simt::Atomic::Add:
    return old + value;
  case simt::Atomic::And:
    return old & value;
  case simt::Atomic::Or:
    return old | value;
  case simt::Atomic::Xor:
    return old ^ value;
  case simt::Atomic::Max:
    return Signed(old) < Signed(value) ? value : old;
  case simt::Atomic::Min:
    return Signed(value) < Signed(old) ? value : old;
  case simt::Atomic::MaxUnsigned:
    return std::max(old, value);
  case simt::Atomic::MinUnsigned:
    return std::min(old, value);
  case simt::Atomic::Exchange:
    return value;
  case simt::Atomic::CompareAndSwap:
    return old == expected ? value : old;
  case simt::Atomic::Increment:
    return old >= value ? T(0) : T(old + 1);
  case simt::Atomic::Decrement:
    return old == 0 || old > value ? value : T(old - 1);
  case simt::Atomic::AddFloat:
  case simt::Atomic::MaxFloat:
  case simt::Atomic::MinFloat:
    break;
  }
  return old;
}

/// The same of floats, of which one is taken as it is for an extremum.
template <class Format>
Format::Storage combinedFloats(simt::Atomic kind, typename Format::Storage old,
                               typename Format::Storage value) {
  auto was = Format::load(old), is = Format::load(value);
  switch (kind) {
  case simt::Atomic::MaxFloat:
    return is > was || std::isnan(was) ? value : old;
  case simt::Atomic::MinFloat:
    return is < was || std::isnan(was) ? value : old;
  default:
    return Format::store(was + is);
  }
}

bool isOfFloats(simt::Atomic kind) {
  return kind == simt::Atomic::AddFloat || kind == simt::Atomic::MaxFloat ||
         kind == simt::Atomic::MinFloat;
}

} // namespace

static std::uint64_t combine(simt::Atomic kind, mlir::Type element,
                             std::uint64_t old, std::uint64_t value,
                             std::uint64_t expected) {
  auto narrow = [](std::uint64_t bits) {
    return static_cast<std::uint32_t>(bits);
  };
  auto half = [](std::uint64_t bits) {
    return static_cast<std::uint16_t>(bits);
  };
  if (isOfFloats(kind)) {
    if (element.isF16())
      return combinedFloats<Half>(kind, half(old), half(value));
    if (element.isBF16())
      return combinedFloats<Brain>(kind, half(old), half(value));
    if (element.isF64())
      return std::bit_cast<std::uint64_t>(combinedFloats<Double>(
          kind, std::bit_cast<double>(old), std::bit_cast<double>(value)));
    return std::bit_cast<std::uint32_t>(
        combinedFloats<Single>(kind, std::bit_cast<float>(narrow(old)),
                               std::bit_cast<float>(narrow(value))));
  }
  switch (simt::bytesOf(element)) {
  case 2:
    return combined(kind, half(old), half(value), half(expected));
  case 4:
    return combined(kind, narrow(old), narrow(value), narrow(expected));
  default:
    return combined(kind, old, value, expected);
  }
}

/// A lane's bits of a register.
static std::uint64_t elementAt(Warp &warp, const AccessTable &table,
                               Operand registers, std::size_t index,
                               unsigned lane) {
  std::uint64_t bits = 0;
  std::memcpy(&bits,
              warp.at<std::uint8_t>(registers) +
                  (index * warp.lanes + lane) * table.elementBytes,
              table.elementBytes);
  return bits;
}

/// Lanes that take part in an access, whose values have to be defined: false if
/// the block stops.
static bool takeDefined(Warp &warp, const Instruction &each,
                        const AccessTable &table, std::size_t index,
                        Taking &taking) {
  if (!takePart(warp, each, table, index, taking))
    return false;
  countAtomic(warp, each, table, taking);
  std::uint64_t defined = ~std::uint64_t(0);
  for (std::size_t element = 0; element < table.width; ++element)
    defined &= warp.masksAt(each.a)[index * table.width + element];
  if (table.hasOther)
    defined &= warp.masksAt(table.other)[index];
  if (IsWatched && (taking.lanes & ~defined) != 0)
    return stopAtUndefined(warp, each, taking.lanes & ~defined,
                           "expects defined values for an atomic access");
  return true;
}

// Lanes come one after the other; what one wrote the next one reads.
bool runAtomic(Warp &warp, const Instruction &each) {
  const AccessTable &table = warp.block->code.accesses[each.immediate];
  std::uint64_t *masks = warp.masksAt(each.result);
  Taking taking;
  for (std::size_t index = 0; index < table.at.size(); ++index) {
    if (!takeDefined(warp, each, table, index, taking))
      return false;
    masks[index] = taking.lanes;
    for (std::uint64_t left = taking.lanes; left != 0; left &= left - 1) {
      auto lane = static_cast<unsigned>(std::countr_zero(left));
      std::uint64_t address = taking.at(lane);
      Piece piece;
      if (!loadPiece(warp, each, table, lane, address, piece))
        return false;
      bool isDefined = !IsWatched || std::memchr(piece.isDefined.data(), 0,
                                                 table.elementBytes) == nullptr;
      // The result of an exchange may be undefined if it is unused.
      if (!isDefined && table.atomic == simt::Atomic::Exchange)
        masks[index] &= ~(std::uint64_t(1) << lane);
      else if (!isDefined)
        return stopAtUndefined(warp, each, std::uint64_t(1) << lane,
                               "expects defined memory for an atomic access");
      std::uint64_t old = 0;
      std::memcpy(&old, piece.bytes.data(), table.elementBytes);
      std::uint64_t expected =
          table.hasOther ? elementAt(warp, table, table.other, index, lane) : 0;
      std::uint64_t written =
          combine(table.atomic, table.element, old,
                  elementAt(warp, table, each.a, index, lane), expected);
      std::memcpy(piece.bytes.data(), &written, table.elementBytes);
      std::memset(piece.isDefined.data(), 1, table.elementBytes);
      if (!storePiece(warp, each, table, lane, address, piece))
        return false;
      std::memcpy(warp.at<std::uint8_t>(each.result) +
                      (index * warp.lanes + lane) * table.elementBytes,
                  &old, table.elementBytes);
    }
  }
  return true;
}

// Lanes come one after the other, and of each its elements.
bool runReduction(Warp &warp, const Instruction &each) {
  const AccessTable &table = warp.block->code.accesses[each.immediate];
  Taking taking;
  for (std::size_t index = 0; index < table.at.size(); ++index) {
    if (!takeDefined(warp, each, table, index, taking))
      return false;
    std::size_t first = index * table.width;
    for (std::uint64_t left = taking.lanes; left != 0; left &= left - 1) {
      auto lane = static_cast<unsigned>(std::countr_zero(left));
      std::uint64_t address = taking.at(lane);
      Piece piece;
      if (!loadPiece(warp, each, table, lane, address, piece))
        return false;
      if (IsWatched &&
          std::memchr(piece.isDefined.data(), 0, table.bytes()) != nullptr)
        return stopAtUndefined(warp, each, std::uint64_t(1) << lane,
                               "expects defined memory for an atomic access");
      for (std::size_t element = 0; element < table.width; ++element) {
        std::uint8_t *at = piece.bytes.data() + element * table.elementBytes;
        std::uint64_t old = 0;
        std::memcpy(&old, at, table.elementBytes);
        std::uint64_t written =
            combine(table.atomic, table.element, old,
                    elementAt(warp, table, each.a, first + element, lane), 0);
        std::memcpy(at, &written, table.elementBytes);
      }
      if (!storePiece(warp, each, table, lane, address, piece))
        return false;
    }
  }
  return true;
}

HEDDLE_SIM_END
