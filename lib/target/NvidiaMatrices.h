//===- NvidiaMatrices.h - NVIDIA's matrix instructions ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PTX ISA 9.1, "Matrix Fragments for mma.m16n8k16" and the sections like it,
/// "Register Fragments and Shared Memory Matrix Layouts" of wgmma. Four lanes
/// have 32 bits of K each (or one element, of larger types), eight lanes a row
/// or column each. The second eight rows come behind the first 32 bits of K,
/// but before any of K where a lane has one element.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TARGET_NVIDIAMATRICES_H
#define HEDDLE_LIB_TARGET_NVIDIAMATRICES_H

#include "heddle/target/MatrixInstruction.h"

namespace heddle::nvidia_matrices {

using enum ScalarType;

/// Of 8 and of 16 rows.
constexpr FragmentBits Sums8 = {"n1", "n2 n4 m1 m2 m4", ""};
constexpr FragmentBits Sums16 = {"n1 m8", "n2 n4 m1 m2 m4", ""};

/// 16-bit elements, by k.
constexpr Fragments Half8 = {.a = {"k1 m8", "k2 k4 m1 m2 m4", ""},
                             .b = {"k1", "k2 k4 n1 n2 n4", ""},
                             .c = Sums16};
constexpr Fragments Half16 = {.a = {"k1 m8 k8", "k2 k4 m1 m2 m4", ""},
                              .b = {"k1 k8", "k2 k4 n1 n2 n4", ""},
                              .c = Sums16};
/// 8-bit elements, by rows and k.
constexpr Fragments Byte8x16 = {.a = {"k1 k2", "k4 k8 m1 m2 m4", ""},
                                .b = {"k1 k2", "k4 k8 n1 n2 n4", ""},
                                .c = Sums8};
constexpr Fragments Byte16x16 = {.a = {"k1 k2 m8", "k4 k8 m1 m2 m4", ""},
                                 .b = {"k1 k2", "k4 k8 n1 n2 n4", ""},
                                 .c = Sums16};
constexpr Fragments Byte16x32 = {.a = {"k1 k2 m8 k16", "k4 k8 m1 m2 m4", ""},
                                 .b = {"k1 k2 k16", "k4 k8 n1 n2 n4", ""},
                                 .c = Sums16};
/// 4-bit elements, the same.
constexpr Fragments Nibble8x32 = {.a = {"k1 k2 k4", "k8 k16 m1 m2 m4", ""},
                                  .b = {"k1 k2 k4", "k8 k16 n1 n2 n4", ""},
                                  .c = Sums8};
constexpr Fragments Nibble16x32 = {.a = {"k1 k2 k4 m8", "k8 k16 m1 m2 m4", ""},
                                   .b = {"k1 k2 k4", "k8 k16 n1 n2 n4", ""},
                                   .c = Sums16};
constexpr Fragments Nibble16x64 = {
    .a = {"k1 k2 k4 m8 k32", "k8 k16 m1 m2 m4", ""},
    .b = {"k1 k2 k4 k32", "k8 k16 n1 n2 n4", ""},
    .c = Sums16};
/// Bits, by k.
constexpr Fragments Bit128 = {
    .a = {"k1 k2 k4 k8 k16 m8", "k32 k64 m1 m2 m4", ""},
    .b = {"k1 k2 k4 k8 k16", "k32 k64 n1 n2 n4", ""},
    .c = Sums16};
constexpr Fragments Bit256 = {
    .a = {"k1 k2 k4 k8 k16 m8 k128", "k32 k64 m1 m2 m4", ""},
    .b = {"k1 k2 k4 k8 k16 k128", "k32 k64 n1 n2 n4", ""},
    .c = Sums16};
/// One element of K in each of four lanes: tf32, f64; by rows and k.
constexpr Fragments Single8x4 = {.a = {"", "k1 k2 m1 m2 m4", ""},
                                 .b = {"", "k1 k2 n1 n2 n4", ""},
                                 .c = Sums8};
constexpr Fragments Single16x4 = {.a = {"m8", "k1 k2 m1 m2 m4", ""},
                                  .b = {"", "k1 k2 n1 n2 n4", ""},
                                  .c = Sums16};
constexpr Fragments Single16x8 = {.a = {"m8 k4", "k1 k2 m1 m2 m4", ""},
                                  .b = {"k4", "k1 k2 n1 n2 n4", ""},
                                  .c = Sums16};
constexpr Fragments Single16x16 = {.a = {"m8 k4 k8", "k1 k2 m1 m2 m4", ""},
                                   .b = {"k4 k8", "k1 k2 n1 n2 n4", ""},
                                   .c = Sums16};

/// Bytes of products in blocks with scales; a byte of four-bit elements has
/// two. Half of four lanes have the scales of A, one of them has those of B.
constexpr Fragments BlockByte16x32 = {.a = Byte16x32.a,
                                      .b = Byte16x32.b,
                                      .c = Sums16,
                                      .scaleA = {"k1 k2", "m8 0 m1 m2 m4", ""},
                                      .scaleB = {"k1 k2", "0 0 n1 n2 n4", ""}};

/// Each warp of a group has 16 of 64 rows as by mma; B is in shared memory.
constexpr std::string_view GroupRows = "m16 m32";
constexpr FragmentBits GroupSums = {"n1 m8 n8 n16 n32 n64 n128",
                                    "n2 n4 m1 m2 m4", GroupRows};
constexpr Fragments GroupHalf16 = {
    .a = {"k1 m8 k8", "k2 k4 m1 m2 m4", GroupRows}, .b = {}, .c = GroupSums};
constexpr Fragments GroupSingle8 = {
    .a = {"m8 k4", "k1 k2 m1 m2 m4", GroupRows}, .b = {}, .c = GroupSums};
constexpr Fragments GroupByte32 = {
    .a = {"k1 k2 m8 k16", "k4 k8 m1 m2 m4", GroupRows},
    .b = {},
    .c = GroupSums};

constexpr TypeSet Bytes = {S8, U8}, Nibbles = {S4, U4}, Float8 = {E4M3, E5M2};
constexpr TypeSet SmallFloats = {E4M3, E5M2, E2M3, E3M2};
constexpr TypeSet HalfOrSingle = {F16, F32};

/// m, n, k of one instruction.
struct Shape {
  unsigned m, n, k;
};

constexpr MatrixInstruction mma(std::string_view name, MatrixSet set,
                                const Shape &shape, TypeSet factors,
                                TypeSet sums, const Fragments &fragments,
                                unsigned ptxVersion) {
  return {.name = name,
          .family = MatrixFamily::Mma,
          .set = set,
          .m = shape.m,
          .n = shape.n,
          .k = shape.k,
          .a = factors,
          .b = factors,
          .c = sums,
          .fragments = &fragments,
          .ptxVersion = ptxVersion};
}

/// Of 32 bytes along K.
constexpr MatrixInstruction scaledMma(std::string_view name, TypeSet factors,
                                      unsigned packed, TypeSet scales,
                                      unsigned blocks) {
  return {.name = name,
          .family = MatrixFamily::Mma,
          .set = MatrixSet::RtxBlackwell,
          .m = 16,
          .n = 8,
          .k = 32 * packed,
          .a = factors,
          .b = factors,
          .c = F32,
          .fragments = &BlockByte16x32,
          .ptxVersion = 87,
          .packed = packed,
          .blocks = blocks,
          .scales = scales};
}

constexpr MatrixInstruction wgmma(std::string_view name, unsigned k,
                                  TypeSet factors, TypeSet sums,
                                  const Fragments &fragments,
                                  unsigned columnStep, unsigned ptxVersion) {
  return {.name = name,
          .family = MatrixFamily::Wgmma,
          .set = MatrixSet::HopperWgmma,
          .m = 64,
          .n = 256,
          .k = k,
          .a = factors,
          .b = factors,
          .c = sums,
          .fragments = &fragments,
          .sourcesA = {OperandSource::Registers, OperandSource::Shared},
          .sourcesB = OperandSource::Shared,
          .columnStep = columnStep,
          .fineStep = 8,
          .ptxVersion = ptxVersion};
}

/// Of one block; two blocks together have twice the rows.
constexpr MatrixInstruction tcgen05(std::string_view name, unsigned k,
                                    TypeSet factors, TypeSet sums) {
  return {.name = name,
          .family = MatrixFamily::Tcgen05,
          .set = MatrixSet::Blackwell,
          .m = 128,
          .n = 256,
          .k = k,
          .a = factors,
          .b = factors,
          .c = sums,
          .fragments = nullptr,
          .sourcesA = {OperandSource::Shared, OperandSource::TensorMemory},
          .sourcesB = OperandSource::Shared,
          .sourcesC = OperandSource::TensorMemory,
          .columnStep = 16,
          .fineStep = 16,
          .ptxVersion = 86};
}

// Not here: m8n8k4 of sm_70, m8n8k128 of bits, tcgen05 of 64 rows, and products
// of sm_120 of bytes of 4 and 6 bits without scales.
constexpr MatrixInstruction Instructions[] = {
    mma("mma.sync.aligned.m16n8k8.row.col.{c}.{a}.{b}.{c}", MatrixSet::Turing,
        {16, 8, 8}, F16, HalfOrSingle, Half8, 65),
    mma("mma.sync.aligned.m16n8k16.row.col.{c}.{a}.{b}.{c}", MatrixSet::Ampere,
        {16, 8, 16}, F16, HalfOrSingle, Half16, 70),
    mma("mma.sync.aligned.m16n8k8.row.col.{c}.{a}.{b}.{c}", MatrixSet::Ampere,
        {16, 8, 8}, BF16, F32, Half8, 70),
    mma("mma.sync.aligned.m16n8k16.row.col.{c}.{a}.{b}.{c}", MatrixSet::Ampere,
        {16, 8, 16}, BF16, F32, Half16, 70),
    mma("mma.sync.aligned.m16n8k4.row.col.{c}.{a}.{b}.{c}", MatrixSet::Ampere,
        {16, 8, 4}, TF32, F32, Single16x4, 70),
    mma("mma.sync.aligned.m16n8k8.row.col.{c}.{a}.{b}.{c}", MatrixSet::Ampere,
        {16, 8, 8}, TF32, F32, Single16x8, 70),
    mma("mma.sync.aligned.m8n8k16.row.col.{c}.{a}.{b}.{c}", MatrixSet::Turing,
        {8, 8, 16}, Bytes, S32, Byte8x16, 65),
    mma("mma.sync.aligned.m16n8k16.row.col.{c}.{a}.{b}.{c}", MatrixSet::Ampere,
        {16, 8, 16}, Bytes, S32, Byte16x16, 70),
    mma("mma.sync.aligned.m16n8k32.row.col.{c}.{a}.{b}.{c}", MatrixSet::Ampere,
        {16, 8, 32}, Bytes, S32, Byte16x32, 70),
    mma("mma.sync.aligned.m8n8k32.row.col.{c}.{a}.{b}.{c}", MatrixSet::Turing,
        {8, 8, 32}, Nibbles, S32, Nibble8x32, 65),
    mma("mma.sync.aligned.m16n8k32.row.col.{c}.{a}.{b}.{c}", MatrixSet::Ampere,
        {16, 8, 32}, Nibbles, S32, Nibble16x32, 70),
    mma("mma.sync.aligned.m16n8k64.row.col.{c}.{a}.{b}.{c}", MatrixSet::Ampere,
        {16, 8, 64}, Nibbles, S32, Nibble16x64, 70),
    mma("mma.sync.aligned.m16n8k128.row.col.{c}.{a}.{b}.{c}.xor.popc",
        MatrixSet::Ampere, {16, 8, 128}, B1, S32, Bit128, 70),
    mma("mma.sync.aligned.m16n8k256.row.col.{c}.{a}.{b}.{c}.xor.popc",
        MatrixSet::Ampere, {16, 8, 256}, B1, S32, Bit256, 70),
    mma("mma.sync.aligned.m16n8k128.row.col.{c}.{a}.{b}.{c}.and.popc",
        MatrixSet::Ampere, {16, 8, 128}, B1, S32, Bit128, 71),
    mma("mma.sync.aligned.m16n8k256.row.col.{c}.{a}.{b}.{c}.and.popc",
        MatrixSet::Ampere, {16, 8, 256}, B1, S32, Bit256, 71),
    mma("mma.sync.aligned.m8n8k4.row.col.{c}.{a}.{b}.{c}", MatrixSet::Ampere,
        {8, 8, 4}, F64, F64, Single8x4, 70),
    mma("mma.sync.aligned.m16n8k4.row.col.{c}.{a}.{b}.{c}",
        MatrixSet::HopperF64, {16, 8, 4}, F64, F64, Single16x4, 78),
    mma("mma.sync.aligned.m16n8k8.row.col.{c}.{a}.{b}.{c}",
        MatrixSet::HopperF64, {16, 8, 8}, F64, F64, Single16x8, 78),
    mma("mma.sync.aligned.m16n8k16.row.col.{c}.{a}.{b}.{c}",
        MatrixSet::HopperF64, {16, 8, 16}, F64, F64, Single16x16, 78),
    mma("mma.sync.aligned.m16n8k16.row.col.{c}.{a}.{b}.{c}", MatrixSet::Ada,
        {16, 8, 16}, Float8, HalfOrSingle, Byte16x16, 87),
    mma("mma.sync.aligned.m16n8k32.row.col.{c}.{a}.{b}.{c}", MatrixSet::Ada,
        {16, 8, 32}, Float8, F32, Byte16x32, 84),
    mma("mma.sync.aligned.m16n8k32.row.col.{c}.{a}.{b}.{c}", MatrixSet::Ada,
        {16, 8, 32}, Float8, F16, Byte16x32, 87),
    scaledMma("mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale."
              "scale_vec::1X.{c}.{a}.{b}.{c}.ue8m0",
              SmallFloats, 1, UE8M0, 1),
    scaledMma("mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale."
              "scale_vec::2X.{c}.{a}.{b}.{c}.ue8m0",
              E2M1, 2, UE8M0, 2),
    scaledMma("mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale."
              "scale_vec::4X.{c}.{a}.{b}.{c}.ue4m3",
              E2M1, 2, E4M3, 4),
    wgmma("wgmma.mma_async.sync.aligned.m64n{n}k16.{c}.{a}.{b}", 16, F16,
          HalfOrSingle, GroupHalf16, 8, 80),
    wgmma("wgmma.mma_async.sync.aligned.m64n{n}k16.{c}.{a}.{b}", 16, BF16, F32,
          GroupHalf16, 8, 80),
    wgmma("wgmma.mma_async.sync.aligned.m64n{n}k8.{c}.{a}.{b}", 8, TF32, F32,
          GroupSingle8, 8, 80),
    wgmma("wgmma.mma_async.sync.aligned.m64n{n}k32.{c}.{a}.{b}", 32, Float8,
          HalfOrSingle, GroupByte32, 8, 80),
    wgmma("wgmma.mma_async.sync.aligned.m64n{n}k32.{c}.{a}.{b}", 32, Bytes, S32,
          GroupByte32, 16, 84),
    tcgen05("tcgen05.mma.cta_group::1.kind::f16", 16, F16, F16),
    tcgen05("tcgen05.mma.cta_group::1.kind::f16", 16, {F16, BF16}, F32),
    tcgen05("tcgen05.mma.cta_group::1.kind::tf32", 8, TF32, F32),
    tcgen05("tcgen05.mma.cta_group::1.kind::f8f6f4", 32, Float8, HalfOrSingle),
    tcgen05("tcgen05.mma.cta_group::1.kind::i8", 32, Bytes, S32),
};

} // namespace heddle::nvidia_matrices

#endif // HEDDLE_LIB_TARGET_NVIDIAMATRICES_H
