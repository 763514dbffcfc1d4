//===- Memory.cpp - Global memory that is never too small -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "heddle/ir/Tt.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace heddle::equivalence {

using namespace mlir;

static double uniform(std::uint64_t number) {
  return std::ldexp(static_cast<double>(number >> 11), -53);
}

/// Of Box and Muller.
static double normal(std::uint64_t seed) {
  double radius = std::sqrt(-2 * std::log(1 - uniform(mix(seed, 1))));
  return radius * std::cos(2 * std::numbers::pi * uniform(mix(seed, 2)));
}

static Bits specialFloat(std::uint64_t number, FloatType type) {
  const llvm::fltSemantics &format = type.getFloatSemantics();
  auto bits = [](const llvm::APFloat &value) {
    return value.bitcastToAPInt().getZExtValue();
  };
  switch (number % 12) {
  case 0:
    return 0;
  case 1:
    return fromDouble(-0.0, type);
  case 2:
    return fromDouble(std::numeric_limits<double>::infinity(), type);
  case 3:
    return fromDouble(-std::numeric_limits<double>::infinity(), type);
  case 4:
    return fromDouble(std::numeric_limits<double>::quiet_NaN(), type);
  case 5:
    return bits(llvm::APFloat::getSmallest(format));
  case 6:
    return bits(llvm::APFloat::getLargest(format, (number >> 8 & 1) != 0));
  default:
    return fromDouble(normal(number), type);
  }
}

/// From 1/8 to 8 as UE8M0.
static Bits randomScale(std::uint64_t number) { return 124 + number % 7; }

static Bits randomFloat(std::uint64_t number, FloatType type,
                        Contents contents) {
  // Scales have neither a sign nor a zero.
  if (isa<Float8E8M0FNUType>(type))
    return randomScale(number);
  if (contents == Contents::Special)
    return specialFloat(number, type);
  if (contents == Contents::Spread)
    return fromDouble(normal(number), type);
  constexpr double Steps = 4;
  return fromDouble(static_cast<double>(number % 33) / Steps - 4, type);
}

Bits randomNumber(std::uint64_t seed, Type type, Contents contents) {
  std::uint64_t number = mix(seed, 0);
  if (auto floats = dyn_cast<FloatType>(type))
    return randomFloat(number, floats, contents);
  if (isa<tt::PointerType>(type))
    return 0;
  // They may be indices, or bytes that are anything.
  constexpr Bits Small = 64;
  if (contents == Contents::Special || widthOf(type) <= 8)
    return cut(number, type);
  return number % Small;
}

std::uint64_t Memory::baseOf(std::size_t region) {
  return (std::uint64_t(2 * region + 3)) << (RegionBits - 1);
}

std::uint64_t Memory::addRegion(Type element, std::string name, Role role) {
  elements.push_back(element);
  names.push_back(std::move(name));
  roles.push_back(role);
  used.emplace_back();
  return baseOf(elements.size() - 1);
}

const Memory::Page *Memory::find(std::uint64_t address) const {
  auto found = pages.find(address / PageBytes);
  return found == pages.end() ? nullptr : found->second.get();
}

Memory::Page &Memory::pageOf(std::uint64_t address) {
  std::unique_ptr<Page> &page = pages[address / PageBytes];
  if (!page)
    page = std::make_unique<Page>();
  return *page;
}

/// The byte of the element that is there.
std::uint8_t Memory::unwritten(std::uint64_t address) {
  std::size_t region = regionOf(address);
  if (region == regions())
    return static_cast<std::uint8_t>(mix(seed, address));
  Type element = elements[region];
  std::uint64_t bytes = bytesOf(element);
  auto offset = static_cast<std::int64_t>(address - baseOf(region));
  auto size = static_cast<std::int64_t>(bytes);
  std::int64_t index =
      offset >= 0 ? offset / size : -((size - 1 - offset) / size);
  std::uint64_t number =
      mix(mix(seed, region), static_cast<std::uint64_t>(index));
  Bits bits = roles[region] == Role::Scales && bytes == 1
                  ? randomScale(mix(number, 0))
                  : randomNumber(number, element, contents);
  return static_cast<std::uint8_t>(bits >> (8 * (offset - index * size)));
}

void Memory::note(std::uint64_t address, unsigned bytes) {
  std::size_t region = regionOf(address);
  if (region == regions())
    return;
  Extent &extent = used[region];
  auto first = static_cast<std::int64_t>(address - baseOf(region));
  std::int64_t last = first + static_cast<std::int64_t>(bytes) - 1;
  bool isFirstUse = extent.last < extent.first;
  extent.first = isFirstUse ? first : std::min(extent.first, first);
  extent.last = isFirstUse ? last : std::max(extent.last, last);
}

Bits Memory::read(std::uint64_t address, Type element) {
  unsigned bytes = bytesOf(element);
  note(address, bytes);
  Bits bits = 0;
  for (unsigned byte = 0; byte < bytes; ++byte) {
    std::uint64_t at = address + byte;
    const Page *page = find(at);
    bool isWritten = page != nullptr && page->isWritten[at % PageBytes];
    bits |= Bits(isWritten ? page->bytes[at % PageBytes] : unwritten(at))
            << (8 * byte);
  }
  return cut(bits, element);
}

void Memory::write(std::uint64_t address, Bits bits, Type element,
                   Operation *op, const Execution &execution) {
  unsigned bytes = bytesOf(element);
  note(address, bytes);
  for (unsigned byte = 0; byte < bytes; ++byte) {
    std::uint64_t at = address + byte, place = at % PageBytes;
    Page &page = pageOf(at);
    auto value = static_cast<std::uint8_t>(bits >> (8 * byte));
    const Execution &last = page.executions[place];
    bool isBeside = last == execution || (page.isWritten[place] &&
                                          last.program != execution.program);
    bool races = page.isWritten[place] && isBeside && !execution.isAtomic &&
                 page.bytes[place] != value;
    page.isUnknown[place] = races || (page.isUnknown[place] && isBeside);
    hasRaces = hasRaces || races;
    page.bytes[place] = value;
    page.isWritten[place] = true;
    page.executions[place] = execution;
  }
  writers[address] = {element, op};
}

bool Memory::isUnknown(std::uint64_t address) const {
  const Page *page = find(address);
  return page != nullptr && page->isUnknown[address % PageBytes];
}

bool Memory::isWritten(std::uint64_t address) const {
  const Page *page = find(address);
  return page != nullptr && page->isWritten[address % PageBytes];
}

std::vector<Memory::Written> Memory::written() const {
  std::vector<Written> all;
  for (const auto &[address, writer] : writers) {
    Bits bits = 0;
    bool isKnown = true;
    for (unsigned byte = 0; byte < bytesOf(writer.element); ++byte) {
      std::uint64_t at = address + byte;
      const Page *page = find(at);
      isKnown = isKnown && !page->isUnknown[at % PageBytes];
      bits |= Bits(page->bytes[at % PageBytes]) << (8 * byte);
    }
    if (isKnown)
      all.push_back({address, bits, writer.element, writer.op});
  }
  std::ranges::sort(all, {}, &Written::address);
  return all;
}

} // namespace heddle::equivalence
