//===- TensorMap.h - Tensors as the copy engine knows them ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the tensor memory accelerator (TMA) knows of a tensor in global memory:
/// where it is, and the boxes in which it is copied to and from shared memory.
///
/// A kernel has the 128 bytes of a tensor map as an argument, or writes them
/// itself. What the chip has in them is not public: the driver encodes them
/// (cuTensorMapEncodeTiled), or `tensormap.replace` does. `encode` is the
/// simulator's own form.
///
/// Source: PTX ISA 9.1, "Tensors" and "Tensor-Map"; CUDA Driver API, "Tensor
/// Map Object Management".
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TARGET_TENSORMAP_H
#define HEDDLE_TARGET_TENSORMAP_H

#include "heddle/f2/Error.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace heddle {

struct TensorMap {
  static constexpr unsigned Bytes = 128;
  static constexpr unsigned MostAxes = 5;
  /// Of the 128 bytes; from CUDA 13 on the driver asks for 128.
  static constexpr unsigned Alignment = 64;

  /// The numbers of `tensormap.replace`, which are also those in Triton's IR
  /// and metadata. The driver's have f64, bf16, tf32 at 8, 9, 11.
  enum class Element : std::uint8_t {
    U8 = 0,
    U16 = 1,
    U32 = 2,
    S32 = 3,
    U64 = 4,
    S64 = 5,
    F16 = 6,
    F32 = 7,
    F32Ftz = 8,
    F64 = 9,
    Bf16 = 10,
    Tf32 = 11,
    Tf32Ftz = 12
  };

  /// What a copy to global memory may do with what is there.
  enum class Reduction : std::uint8_t {
    Add = 0,
    Min = 1,
    Max = 2,
    Increment = 3,
    Decrement = 4,
    And = 5,
    Or = 6,
    Xor = 7
  };

  struct Axis {
    /// Elements of the tensor, 1 to 2^32.
    std::uint64_t size = 1;
    /// Bytes from one to the next, a multiple of 16 below 2^40; of the first
    /// axis, which is contiguous, those of an element.
    std::uint64_t stride = 0;
    /// Elements of a box, 1 to 256, of which every `step`-th is copied (1 to
    /// 8).
    std::uint32_t box = 1, step = 1;
    friend bool operator==(const Axis &, const Axis &) = default;
  };

  Element element = Element::F16;
  /// A multiple of 16.
  std::uint64_t address = 0;
  /// The innermost first, 1 to 5.
  std::vector<Axis> axes;
  /// 0, 32, 64 or 128: bits 4 and up of an address in shared memory are xored
  /// with bits 7 and up, absolutely. A row of a box is no longer than that.
  unsigned swizzle = 0;
  /// Outside of the tensor a load finds NaN instead of zero.
  bool fillsNan = false;
  friend bool operator==(const TensorMap &, const TensorMap &) = default;
};

unsigned bytesOf(TensorMap::Element element);
/// Whether elements are combined so (PTX ISA, cp.reduce.async.bulk.tensor).
bool canReduce(TensorMap::Element element, TensorMap::Reduction reduction);
/// Of one box in shared memory, whose elements lie row after row.
std::uint32_t boxBytes(const TensorMap &map);

/// Whether the chip has such maps. Errors name the field, its value and what it
/// may be.
[[nodiscard]] Result<void> check(const TensorMap &map);

/// \name The simulator's form
/// @{
std::array<std::uint8_t, TensorMap::Bytes> encode(const TensorMap &map);
/// Nothing if these are not the bytes of a map.
std::optional<TensorMap>
decodeTensorMap(std::span<const std::uint8_t, TensorMap::Bytes> bytes);
/// @}

/// Where a byte of a box is in shared memory: the address without a swizzle,
/// swizzled.
constexpr std::uint32_t swizzledAddress(unsigned swizzle,
                                        std::uint32_t address) {
  // Of 128 bytes three bits are xored, of 64 two, of 32 one.
  constexpr unsigned PieceBits = 4, LineBits = 7;
  std::uint32_t mask = swizzle == 0 ? 0 : swizzle - (1U << PieceBits);
  return address ^ (address >> (LineBits - PieceBits) & mask);
}

} // namespace heddle

#endif // HEDDLE_TARGET_TENSORMAP_H
