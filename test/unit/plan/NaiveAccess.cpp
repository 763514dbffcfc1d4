//===- NaiveAccess.cpp - Accesses the slow obvious way --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NaiveAccess.h"
#include "Check.h"
#include "heddle/layout/Compose.h"
#include "heddle/layout/Text.h"

#include <algorithm>
#include <map>
#include <set>

namespace heddle {

namespace {

using Form = SharedInstruction::Form;

/// addresses[thread][byte of the registers].
using Addresses = std::vector<std::vector<std::uint64_t>>;

Addresses addressesOf(const NaiveCase &sample) {
  std::map<Word, std::uint64_t> offsetOf;
  for (std::uint64_t i = f2::unit(sample.shared.totalInBits()); i-- != 0;)
    offsetOf[sample.shared.applyWord(i)] = i;
  unsigned bytes = std::max(sample.elementBits / 8, 1U);
  unsigned registerBits = sample.registers.inBits(Dim::Register);
  Addresses addresses(f2::unit(sample.registers.totalInBits() - registerBits));
  for (Word i = 0; i < f2::unit(sample.registers.totalInBits()); ++i) {
    std::uint64_t offset = offsetOf.at(sample.registers.applyWord(i));
    for (unsigned byte = 0; byte < bytes; ++byte)
      addresses[i >> registerBits].push_back(
          paddedOffset(sample.paddings, offset) * bytes + byte);
  }
  return addresses;
}

/// The byte that all threads have `distance` behind the start of their unit of
/// `width` bytes around byte `byte`; or none.
bool hasByte(const Addresses &addresses, std::size_t byte, unsigned width,
             unsigned distance) {
  for (std::size_t other = 0; other < addresses[0].size(); ++other)
    if (std::ranges::all_of(addresses, [&](const auto &thread) {
          return thread[other] == thread[byte] / width * width + distance;
        }))
      return true;
  return false;
}

/// Is each byte in the same place of its unit in all threads, with all other
/// bytes of the unit beside it?
bool isWidth(const Addresses &addresses, unsigned width) {
  for (std::size_t byte = 0; byte < addresses[0].size(); ++byte) {
    for (const auto &thread : addresses)
      if (thread[byte] % width != addresses[0][byte] % width)
        return false;
    for (unsigned distance = 0; distance < width; ++distance)
      if (!hasByte(addresses, byte, width, distance))
        return false;
  }
  return true;
}

/// Are there as many bits of the byte's number as the unit has, which alone say
/// where in its unit a byte is? Bits that lead to nothing new do not count.
bool hasBitsFor(const Addresses &addresses, unsigned width) {
  const std::vector<std::uint64_t> &places = addresses[0];
  unsigned bits = 0;
  for (std::size_t bit = 1; bit < places.size(); bit *= 2) {
    auto before = places.begin() + static_cast<std::ptrdiff_t>(bit);
    if (std::find(places.begin(), before, *before) != before ||
        *before % width == places[0] % width)
      continue;
    if (*before / width != places[0] / width ||
        !std::has_single_bit((*before ^ places[0]) % width))
      return false;
    ++bits;
  }
  return f2::unit(bits) == width;
}

bool isAligned(const NaiveCase &sample, unsigned width) {
  unsigned bytes = std::max(sample.elementBits / 8, 1U);
  for (const Padding &padding : sample.paddings)
    if (padding.interval * bytes % width != 0 ||
        padding.padding * bytes % width != 0)
      return false;
  return sample.alignment % width == 0;
}

/// A layout from images of its input bits in the offsets of `shared`.
LinearLayout registersOver(const LinearLayout &shared, unsigned lanes,
                           unsigned warps, const Words &images) {
  unsigned registers = images.size() - lanes - warps;
  return get(compose(
      get(LinearLayout::fromWords(
          {{Dim::Register, registers}, {Dim::Lane, lanes}, {Dim::Warp, warps}},
          {{Dim::Offset, shared.totalInBits()}}, images)),
      shared));
}

/// Any invertible layout of offsets.
LinearLayout randomMemory(unsigned bits, std::mt19937_64 &random) {
  Words images;
  for (unsigned bit = 0; bit < bits; ++bit)
    images.push_back(f2::unit(bit));
  std::shuffle(images.begin(), images.end(), random);
  for (unsigned i = 0; i < bits; ++i)
    if (std::uint64_t j = random() % bits; j != i)
      images[i] ^= images[j];
  unsigned columns = static_cast<unsigned>(random() % (bits + 1));
  return get(LinearLayout::fromWords(
      {{Dim::Offset, bits}},
      {{Dim::standard(1), columns}, {Dim::standard(0), bits - columns}},
      images));
}

/// Mixes, exchanges, copies or drops an image now and then.
void disturb(Words &images, unsigned times, std::mt19937_64 &random) {
  for (unsigned i = 0; i < times; ++i) {
    Word &a = images[random() % images.size()];
    Word &b = images[random() % images.size()];
    switch (random() % 8) {
    case 0:
      a = 0;
      break;
    case 1:
      a = b;
      break;
    case 2:
    case 3:
      if (&a != &b)
        a ^= b;
      break;
    default:
      std::swap(a, b);
    }
  }
}

} // namespace

std::string NaiveCase::text() const {
  std::string text = concat(toText(registers), " over ", toText(shared), ", ",
                            elementBits, " bits, start at ", alignment);
  for (const Padding &padding : paddings)
    text += concat(", ", padding.interval, ":+", padding.padding);
  return text;
}

NaiveCase randomCase(const Target &target, std::mt19937_64 &random) {
  auto lanes = static_cast<unsigned>(std::countr_zero(target.lanes));
  auto warps = static_cast<unsigned>(random() % 2);
  auto registers = static_cast<unsigned>(random() % 5);
  unsigned bits = lanes + warps + registers;
  NaiveCase sample;
  constexpr unsigned Widths[] = {1, 8, 8, 16, 16, 32, 64, 128};
  sample.elementBits = Widths[random() % std::size(Widths)];
  sample.kind = random() % 2 == 0 ? AccessKind::Load : AccessKind::Store;
  sample.shared = randomMemory(bits, random);
  if (random() % 4 == 0)
    sample.alignment = 1U << random() % 8;
  if (random() % 4 == 0)
    sample.paddings.push_back({f2::unit(static_cast<unsigned>(random() % 7)),
                               f2::unit(static_cast<unsigned>(random() % 5))});
  Words images;
  for (unsigned bit = 0; bit < bits; ++bit)
    images.push_back(f2::unit(bit));
  if (random() % 4 == 0)
    std::shuffle(images.begin(), images.end(), random);
  else
    std::shuffle(images.begin() + registers, images.end(), random);
  disturb(images, static_cast<unsigned>(random() % 4), random);
  sample.registers = registersOver(sample.shared, lanes, warps, images);
  return sample;
}

NaiveCase randomFragment(std::mt19937_64 &random) {
  constexpr unsigned Lanes = 5, RowLog = 4;
  NaiveCase sample;
  bool isTransposed = random() % 2 == 0;
  auto log = isTransposed ? 1U : static_cast<unsigned>(random() % 4);
  sample.elementBits = 8U << log;
  sample.kind = random() % 2 == 0 ? AccessKind::Load : AccessKind::Store;
  auto warps = static_cast<unsigned>(random() % 2);
  auto more = static_cast<unsigned>(1 + random() % 4);
  unsigned inRegister = isTransposed || log > 2 ? 0 : 2 - log;
  unsigned bits = inRegister + more + Lanes + warps;
  sample.shared = randomMemory(bits, random);
  // In the row: what registers hold, then what lanes do. Then the rest.
  unsigned inRow = std::min(RowLog - log, bits);
  Words rest;
  for (unsigned bit = inRow; bit < bits; ++bit)
    rest.push_back(f2::unit(bit));
  std::shuffle(rest.begin(), rest.end(), random);
  disturb(rest, static_cast<unsigned>(random() % 3), random);
  Words images;
  unsigned taken = 0;
  auto take = [&](bool isInRow, unsigned bit) {
    images.push_back(isInRow ? f2::unit(bit) : rest[taken++]);
  };
  for (unsigned i = 0; i < inRegister + more; ++i)
    take(i < inRegister, i);
  unsigned firstLane = isTransposed ? 2 : 0;
  for (unsigned lane = 0; lane < Lanes; ++lane)
    take(lane >= firstLane && lane - firstLane + inRegister < inRow,
         lane - firstLane + inRegister);
  for (unsigned warp = 0; warp < warps; ++warp)
    take(false, 0);
  if (random() % 3 == 0)
    disturb(images, 1, random);
  sample.registers = registersOver(sample.shared, Lanes, warps, images);
  return sample;
}

NaiveCase randomColumns(std::mt19937_64 &random) {
  constexpr unsigned Lanes = 6, PieceLog = 3;
  NaiveCase sample;
  auto log = static_cast<unsigned>(random() % 2);
  sample.elementBits = 8U << log;
  unsigned inPiece = PieceLog - log;
  auto warps = static_cast<unsigned>(random() % 2);
  auto more = static_cast<unsigned>(1 + random() % 4);
  unsigned bits = more + Lanes + warps;
  sample.shared = randomMemory(bits, random);
  Words rest;
  for (unsigned bit = inPiece; bit < bits; ++bit)
    rest.push_back(f2::unit(bit));
  std::shuffle(rest.begin(), rest.end(), random);
  disturb(rest, static_cast<unsigned>(random() % 3), random);
  Words images;
  for (unsigned bit = 0; bit < more; ++bit)
    images.push_back(rest[bit]);
  for (unsigned lane = 0; lane < inPiece; ++lane)
    images.push_back(f2::unit(lane));
  for (unsigned bit = more; bit < rest.size(); ++bit)
    images.push_back(rest[bit]);
  if (random() % 3 == 0)
    disturb(images, 1, random);
  sample.registers = registersOver(sample.shared, Lanes, warps, images);
  return sample;
}

NaiveAccess naiveAccess(const NaiveCase &sample, const Target &target,
                        RegisterOrder order) {
  Addresses addresses = addressesOf(sample);
  NaiveAccess access;
  for (unsigned width : {1U, 2U, 4U, 8U, 16U})
    if (isAligned(sample, width) && isWidth(addresses, width) &&
        (order == RegisterOrder::Any || hasBitsFor(addresses, width)))
      access.bytes = width;
  std::set<std::uint64_t> starts;
  for (std::size_t byte = 0; byte < addresses[0].size(); ++byte) {
    if (!starts.insert(addresses[0][byte] / access.bytes).second)
      continue;
    for (std::size_t first = 0; first < addresses.size();
         first += target.lanes) {
      std::vector<std::optional<std::uint64_t>> offsets;
      for (std::size_t lane = 0; lane < target.lanes; ++lane)
        offsets.push_back(addresses[first + lane][byte] / access.bytes *
                          access.bytes);
      access.wavefronts = std::max(
          access.wavefronts, countWavefronts({.bytes = access.bytes},
                                             sample.kind, offsets, target));
    }
  }
  access.instructions = starts.size();
  return access;
}

bool matrixMovesIts(const SharedAccess &access, const NaiveCase &sample) {
  Addresses addresses = addressesOf(sample);
  bool isTransposed = access.instruction.form == Form::MatrixTransposed;
  for (unsigned i = 0; i < access.instruction.bytes; ++i) {
    unsigned matrix = i / 4;
    unsigned byte = i % 4;
    // Where each lane of the warp gets byte `byte` of its register from.
    std::vector<std::uint64_t> wanted;
    for (unsigned lane = 0; lane < 32; ++lane) {
      unsigned row = isTransposed ? lane % 4 * 2 + byte / 2 : lane / 4;
      unsigned column =
          isTransposed ? lane / 4 * 2 + byte % 2 : lane % 4 * 4 + byte;
      wanted.push_back(*access.offsets[8 * matrix + row] + column);
    }
    bool isHeld = false;
    for (std::size_t own = 0; own < addresses[0].size(); ++own) {
      bool fits = true;
      for (unsigned lane = 0; lane < 32; ++lane)
        fits = fits && addresses[lane][own] == wanted[lane];
      isHeld = isHeld || fits;
    }
    if (!isHeld)
      return false;
  }
  std::set<std::uint64_t> held(addresses[0].begin(), addresses[0].end());
  return held.size() == access.instructions * access.instruction.bytes;
}

} // namespace heddle
