//===- MemoryMap.cpp - Where an offset stands in the banks ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryMap.h"

namespace heddle::view {

namespace {

// With these no address in bits exceeds 64 bits.
constexpr unsigned MaxOffsetBits = 32;
constexpr unsigned MaxBanks = 1024;
constexpr unsigned MaxBankBytes = 1024;
constexpr unsigned MaxElementBits = 1024;
constexpr std::size_t MaxPaddings = 8;
constexpr std::uint64_t MaxPadding = 65536;

Result<void> checkPowerOfTwo(unsigned value, unsigned most, const char *what) {
  if (std::has_single_bit(value) && value <= most)
    return {};
  return failure(concat("expects ", what, " to be a power of two from 1 to ",
                        most, ", but got ", value));
}

Result<void> checkPaddings(std::span<const Padding> paddings) {
  if (paddings.size() > MaxPaddings)
    return failure(concat("expects at most ", MaxPaddings,
                          " intervals of padding, but got ", paddings.size()));
  for (const Padding &padding : paddings) {
    if (padding.interval == 0)
      return failure("expects an interval of padding above 0, but got 0");
    if (padding.padding > MaxPadding)
      return failure(concat("expects a padding of at most ", MaxPadding,
                            " elements, but got ", padding.padding));
  }
  return {};
}

Result<void> checkLayout(const IndexedLayout &layout) {
  if (layout.kind() != LayoutKind::Shared)
    return failure(
        concat("expects a layout of shared memory, but got ",
               kindText(layout.kind())),
        "it has no input dimension offset beside block and partition",
        "use the hardware view");
  if (unsigned bits = layout.in(Dim::Offset).bits; bits > MaxOffsetBits)
    return failure(concat("expects at most 2^", MaxOffsetBits,
                          " offsets, but got 2^", bits));
  return {};
}

std::uint64_t divideUp(std::uint64_t a, std::uint64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

} // namespace

Result<MemoryMap> MemoryMap::of(const IndexedLayout &layout,
                                const MemoryOptions &options) {
  for (const Result<void> &check :
       {checkLayout(layout),
        checkPowerOfTwo(options.banks, MaxBanks, "the number of banks"),
        checkPowerOfTwo(options.bankBytes, MaxBankBytes, "the bytes of a bank"),
        checkPaddings(options.paddings)})
    if (!check)
      return tl::unexpected(check.error());
  unsigned mostBits =
      std::min(options.banks * options.bankBytes * 8, MaxElementBits);
  if (Result<void> check = checkPowerOfTwo(options.elementBits, mostBits,
                                           "the bits of an element");
      !check)
    return tl::unexpected(check.error());
  return MemoryMap(layout.in(Dim::Offset).size(), options);
}

MemoryMap::Slots MemoryMap::slots(std::uint64_t row, std::uint64_t bank) const {
  std::uint64_t bankBits = bankBytes() * 8;
  std::uint64_t bit = row * rowBytes() * 8 + bank * bankBits;
  if (options.elementBits <= bankBits)
    return {bit / options.elementBits, bankBits / options.elementBits, false};
  return {bit / options.elementBits, 1, bit % options.elementBits != 0};
}

std::uint64_t MemoryMap::addressOf(std::uint64_t offset) const {
  std::uint64_t address = offset;
  for (const Padding &padding : options.paddings)
    address += offset / padding.interval * padding.padding;
  return address;
}

std::optional<std::uint64_t> MemoryMap::offsetAt(std::uint64_t address) const {
  if (options.paddings.empty())
    return address < offsets ? std::optional(address) : std::nullopt;
  // Addresses ascend with the offsets: the first that is not below this one.
  std::uint64_t low = 0;
  std::uint64_t high = offsets;
  while (low < high) {
    std::uint64_t middle = low + (high - low) / 2;
    if (addressOf(middle) < address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == offsets || addressOf(low) != address)
    return std::nullopt;
  return low;
}

std::uint64_t MemoryMap::cols() const {
  std::uint64_t banks =
      divideUp(extent() * options.elementBits, bankBytes() * 8);
  return std::min<std::uint64_t>(banks, options.banks);
}

std::uint64_t MemoryMap::rows() const {
  return divideUp(extent() * options.elementBits, rowBytes() * 8);
}

} // namespace heddle::view
