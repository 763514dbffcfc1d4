//===- Boxes.h - Boxes of tensors in global memory --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which bytes of global memory a box of a tensor is, and what stores and
/// reductions make of them. Bytes of a box are numbered as they lie in shared
/// memory without a swizzle.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_BOXES_H
#define HEDDLE_LIB_SIM_BOXES_H

#include "Machine.h"

namespace heddle::sim {

/// Bytes of a box that are together in global memory and inside of the tensor.
struct BoxRun {
  std::uint32_t inBox = 0;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
};
/// All of the box that begins at these coordinates, in order. O(elements).
std::vector<BoxRun> runsOf(const TensorMap &map,
                           const std::vector<std::int64_t> &coordinates);

/// Rows are stored in units of so many bytes: what is behind the end of one, up
/// to the next multiple, is written too (seen on an H200; loads find zeros).
inline constexpr std::int64_t BoxUnitBytes = 16;
/// The tensor with rows that are that much longer.
TensorMap inWholeUnits(TensorMap map);

/// What is outside of the tensor.
std::vector<std::uint8_t> filledBox(const TensorMap &map);
/// What tf32 drops of each element of a box.
void roundBox(const TensorMap &map, std::vector<std::uint8_t> &bytes);

/// Writes the box to global memory, all of which is in buffers.
void writeBox(ThreadBlock &block, const StartedStore &store);

/// Sectors of 32 bytes that the runs touch.
std::uint64_t sectorsOf(const std::vector<BoxRun> &runs);
/// As many as its bytes would fill.
std::uint64_t fewestSectorsOf(const std::vector<BoxRun> &runs);

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_BOXES_H
