//===- GlobalMemory.cpp - Memory that kernels are given -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/sim/GlobalMemory.h"

namespace heddle::sim {

namespace {

// Somewhere where no address of a program is, so that one that is not of a
// buffer shows.
constexpr std::uint64_t FirstAddress = std::uint64_t(1) << 44;
constexpr std::uint64_t Gap = std::uint64_t(1) << 20;

} // namespace

Buffer &GlobalMemory::add(std::string name, std::vector<std::uint8_t> bytes,
                          bool isDefined) {
  std::uint64_t address = FirstAddress;
  if (!buffers.empty()) {
    const Buffer &last = buffers.back();
    address = last.address + last.bytes.size() + Gap;
    address = (address + Alignment - 1) / Alignment * Alignment;
  }
  std::vector<std::uint8_t> defined(bytes.size(), isDefined ? 1 : 0);
  buffers.push_back({.name = std::move(name),
                     .address = address,
                     .bytes = std::move(bytes),
                     .isDefined = std::move(defined)});
  return buffers.back();
}

std::string GlobalMemory::describe(std::uint64_t address) const {
  const Buffer *nearest = nullptr;
  std::uint64_t distance = Gap;
  std::string text;
  for (const Buffer &buffer : buffers) {
    std::uint64_t end = buffer.address + buffer.bytes.size();
    std::string whole =
        buffer.name + " (" + std::to_string(buffer.bytes.size()) + " bytes)";
    if (address >= buffer.address && address < end)
      return "byte " + std::to_string(address - buffer.address) + " of " +
             whole;
    std::uint64_t away =
        address < buffer.address ? buffer.address - address : address - end;
    if (away >= distance)
      continue;
    distance = away;
    nearest = &buffer;
    text = std::to_string(away) + " bytes " +
           (address < buffer.address ? "before " : "past the end of ") + whole;
  }
  return nearest != nullptr
             ? text
             : "address " + std::to_string(address) + ", near no buffer";
}

} // namespace heddle::sim
