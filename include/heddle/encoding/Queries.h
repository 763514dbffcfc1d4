//===- Queries.h - What a distributed layout looks like ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sizes and orders of a distributed layout, read off its linear form, so that
/// they exist for every family: how many elements a thread has side by side,
/// how threads, warps and blocks are arranged along each dimension, which
/// dimension varies fastest.
///
/// All take a layout with inputs register, lane, warp, block, in this order
/// (missing ones have size 1), and outputs dim0, dim1, ...; lists have one
/// number a dimension. Numbers above 2^31 are returned as 2^31.
///
/// A basis vector counts for the dimension that it moves along, for the first
/// if there are several. It is a *copy* if it is zero or a sum of vectors
/// before it.
///
/// Example: `blocked` with sizePerThread [1, 4], threadsPerWarp [4, 8],
/// warpsPerCTA [4, 1] and order [1, 0] on 16x64 has a thread, a warp and a
/// repetition along dimension 1:
///
///     register (0,1) (0,2) (0,32)      sizePerThread  [1, 4]
///     lane     (0,4) ... (1,0) (2,0)   threadsPerWarp [4, 8]
///     warp     (4,0) (8,0)             warpsPerCTA    [4, 1]
///
/// For a `blocked` encoding on a tensor whose blocks hold at least one tile,
/// these are its parameters, and the orders are its order as far as the bits
/// show it. One thing the linear form does not say: along a dimension with a
/// single thread and a single warp, repetitions look like elements side by
/// side, and `sizePerThread` is all that a block has.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ENCODING_QUERIES_H
#define HEDDLE_ENCODING_QUERIES_H

#include "heddle/encoding/Encoding.h"
#include "heddle/layout/LinearLayout.h"

namespace heddle {

/// Elements that a thread has along each dimension before the layout repeats:
/// its registers below the highest bit that lanes or warps reach. Along a
/// dimension that they do not reach: the registers side by side from its start.
/// Copies do not count.
UnsignedList sizePerThread(const LinearLayout &layout);
/// Lanes (warps) that hold different elements along each dimension. With copies
/// their product is less than the number of lanes (warps).
UnsignedList threadsPerWarp(const LinearLayout &layout);
UnsignedList warpsPerCTA(const LinearLayout &layout);

/// The dimensions in the order in which the bits of the input reach them, the
/// fastest first; those that it does not reach follow, from the last to the
/// first.
UnsignedList registerOrder(const LinearLayout &layout);
UnsignedList threadOrder(const LinearLayout &layout);
UnsignedList warpOrder(const LinearLayout &layout);

/// Blocks along each dimension, those with copies counted; how many different
/// parts they hold; and the order of the dimensions, as above. Zero vectors
/// count towards the dimension of the vector before them, else the first.
UnsignedList ctasPerCGA(const LinearLayout &layout);
UnsignedList ctaSplitNum(const LinearLayout &layout);
UnsignedList ctaOrder(const LinearLayout &layout);

/// What one block holds: the tensor's shape divided by `ctaSplitNum`.
UnsignedList shapePerCTA(const LinearLayout &layout);
/// What a block holds before the layout repeats in registers:
/// sizePerThread * threadsPerWarp * warpsPerCTA, at most `shapePerCTA`.
UnsignedList shapePerCTATile(const LinearLayout &layout);

/// How many consecutive coordinates, starting at multiples of that number, one
/// thread holds along each dimension, the others fixed.
UnsignedList contiguityPerThread(const LinearLayout &layout);

/// Registers of a thread, copies counted.
std::uint64_t elementsPerThread(const LinearLayout &layout);

/// The widest access in bits, of `elementBits` each, that one thread can make
/// to memory in which dimension `axis` is contiguous, in any order of its
/// registers: contiguityPerThread(axis) elements, at most `maxBits`.
unsigned widestAccess(const LinearLayout &layout, unsigned axis,
                      unsigned elementBits, unsigned maxBits = 128);

} // namespace heddle

#endif // HEDDLE_ENCODING_QUERIES_H
