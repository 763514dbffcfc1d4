//===- GlobalMemory.h - The buffers of a kernel -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Global memory of the simulator: buffers at addresses of 64 bits, and of each
/// byte whether it is defined.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIM_GLOBALMEMORY_H
#define HEDDLE_SIM_GLOBALMEMORY_H

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::sim {

/// One buffer. An argument of a kernel is its address.
struct Buffer {
  std::string name;
  std::uint64_t address = 0;
  std::vector<std::uint8_t> bytes;
  /// For each byte: 1 if it has been written, 0 if its value is undefined.
  std::vector<std::uint8_t> isDefined;
};

/// Buffers begin at multiples of `Alignment`, in the order in which they came,
/// and far enough apart that a small overrun of one is in no other.
class GlobalMemory {
public:
  static constexpr std::uint64_t Alignment = 256;

  /// A buffer with these bytes; the reference lives until the next is added.
  Buffer &add(std::string name, std::vector<std::uint8_t> bytes,
              bool isDefined);

  /// "12 bytes past the end of x (4096 bytes)": an address in words.
  std::string describe(std::uint64_t address) const;

  std::vector<Buffer> &all() { return buffers; }

private:
  std::vector<Buffer> buffers;
};

} // namespace heddle::sim

#endif // HEDDLE_SIM_GLOBALMEMORY_H
