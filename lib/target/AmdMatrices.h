//===- AmdMatrices.h - AMD's matrix instructions ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// AMD matrix instruction calculator; names and chips as LLVM's assembler takes
/// them, which reads the names of CDNA 1 and 2 on CDNA 3 and 4 too. Fragments
/// of gfx1250, which the calculator does not have, are those of Triton's code.
///
/// MFMA: a lane has k * m / 64 consecutive elements along K; lanes run along M
/// (of B along N), then along K. Of 32-bit sums a lane has four consecutive
/// rows, of 64-bit sums one; lanes run along N, then over groups of rows.
///
/// MFMA with scales: a lane has 32 elements of K, and one scale. The blocks of
/// 32 that have a scale each are in other lanes than the scale if elements are
/// bytes: a lane has 16 consecutive ones of each half of K.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TARGET_AMDMATRICES_H
#define HEDDLE_LIB_TARGET_AMDMATRICES_H

#include "heddle/target/MatrixInstruction.h"

namespace heddle::amd_matrices {

using enum ScalarType;

constexpr FragmentBits Sums32 = {"m1 m2 m8 m16", "n1 n2 n4 n8 n16 m4", ""};
constexpr FragmentBits Sums16 = {"m1 m2", "n1 n2 n4 n8 m4 m8", ""};
constexpr FragmentBits Sums16F64 = {"m4 m8", "n1 n2 n4 n8 m1 m2", ""};

/// By m and k.
constexpr Fragments Mfma32x2 = {.a = {"", "m1 m2 m4 m8 m16 k1", ""},
                                .b = {"", "n1 n2 n4 n8 n16 k1", ""},
                                .c = Sums32};
constexpr Fragments Mfma32x4 = {.a = {"k1", "m1 m2 m4 m8 m16 k2", ""},
                                .b = {"k1", "n1 n2 n4 n8 n16 k2", ""},
                                .c = Sums32};
constexpr Fragments Mfma32x8 = {.a = {"k1 k2", "m1 m2 m4 m8 m16 k4", ""},
                                .b = {"k1 k2", "n1 n2 n4 n8 n16 k4", ""},
                                .c = Sums32};
constexpr Fragments Mfma32x16 = {.a = {"k1 k2 k4", "m1 m2 m4 m8 m16 k8", ""},
                                 .b = {"k1 k2 k4", "n1 n2 n4 n8 n16 k8", ""},
                                 .c = Sums32};
constexpr Fragments Mfma32x32 = {
    .a = {"k1 k2 k4 k8", "m1 m2 m4 m8 m16 k16", ""},
    .b = {"k1 k2 k4 k8", "n1 n2 n4 n8 n16 k16", ""},
    .c = Sums32};
constexpr Fragments Mfma16x4 = {.a = {"", "m1 m2 m4 m8 k1 k2", ""},
                                .b = {"", "n1 n2 n4 n8 k1 k2", ""},
                                .c = Sums16};
constexpr Fragments Mfma16x4F64 = {
    .a = Mfma16x4.a, .b = Mfma16x4.b, .c = Sums16F64};
constexpr Fragments Mfma16x8 = {.a = {"k1", "m1 m2 m4 m8 k2 k4", ""},
                                .b = {"k1", "n1 n2 n4 n8 k2 k4", ""},
                                .c = Sums16};
constexpr Fragments Mfma16x16 = {.a = {"k1 k2", "m1 m2 m4 m8 k4 k8", ""},
                                 .b = {"k1 k2", "n1 n2 n4 n8 k4 k8", ""},
                                 .c = Sums16};
constexpr Fragments Mfma16x32 = {.a = {"k1 k2 k4", "m1 m2 m4 m8 k8 k16", ""},
                                 .b = {"k1 k2 k4", "n1 n2 n4 n8 k8 k16", ""},
                                 .c = Sums16};
constexpr Fragments Mfma16x64 = {
    .a = {"k1 k2 k4 k8", "m1 m2 m4 m8 k16 k32", ""},
    .b = {"k1 k2 k4 k8", "n1 n2 n4 n8 k16 k32", ""},
    .c = Sums16};

/// With scales: factors of bytes, and of pairs of four bits.
constexpr FragmentBits BytesA32x64 = {"k1 k2 k4 k8 k32", "m1 m2 m4 m8 m16 k16",
                                      ""};
constexpr FragmentBits BytesB32x64 = {"k1 k2 k4 k8 k32", "n1 n2 n4 n8 n16 k16",
                                      ""};
constexpr FragmentBits PairsA32x64 = {"k1 k2 k4 k8", "m1 m2 m4 m8 m16 k16", ""};
constexpr FragmentBits PairsB32x64 = {"k1 k2 k4 k8", "n1 n2 n4 n8 n16 k16", ""};
constexpr FragmentBits BytesA16x128 = {"k1 k2 k4 k8 k64", "m1 m2 m4 m8 k16 k32",
                                       ""};
constexpr FragmentBits BytesB16x128 = {"k1 k2 k4 k8 k64", "n1 n2 n4 n8 k16 k32",
                                       ""};
constexpr FragmentBits PairsA16x128 = {"k1 k2 k4 k8", "m1 m2 m4 m8 k16 k32",
                                       ""};
constexpr FragmentBits PairsB16x128 = {"k1 k2 k4 k8", "n1 n2 n4 n8 k16 k32",
                                       ""};

constexpr Fragments scaled32x64(const FragmentBits &a, const FragmentBits &b) {
  return {.a = a,
          .b = b,
          .c = Sums32,
          .scaleA = {"", "m1 m2 m4 m8 m16 k1", ""},
          .scaleB = {"", "n1 n2 n4 n8 n16 k1", ""}};
}
constexpr Fragments scaled16x128(const FragmentBits &a, const FragmentBits &b) {
  return {.a = a,
          .b = b,
          .c = Sums16,
          .scaleA = {"", "m1 m2 m4 m8 k1 k2", ""},
          .scaleB = {"", "n1 n2 n4 n8 k1 k2", ""}};
}
constexpr Fragments Bytes32x64 = scaled32x64(BytesA32x64, BytesB32x64),
                    BytesPairs32x64 = scaled32x64(BytesA32x64, PairsB32x64),
                    PairsBytes32x64 = scaled32x64(PairsA32x64, BytesB32x64),
                    Pairs32x64 = scaled32x64(PairsA32x64, PairsB32x64);
constexpr Fragments Bytes16x128 = scaled16x128(BytesA16x128, BytesB16x128),
                    BytesPairs16x128 = scaled16x128(BytesA16x128, PairsB16x128),
                    PairsBytes16x128 = scaled16x128(PairsA16x128, BytesB16x128),
                    Pairs16x128 = scaled16x128(PairsA16x128, PairsB16x128);

/// Sixteen products of 4 x 4, which have the columns side by side: each takes
/// the rows of A at its turn from the lanes of another one, a sixteenth of K.
constexpr FragmentBits Rows4Sums = {"m1 m2", "n1 n2 n4 n8 n16 n32", ""};
constexpr FragmentBits Columns4Sums = {"n1 n2", "m1 m2 m4 m8 m16 m32", ""};
/// By what one has of K.
constexpr Fragments Mfma4x64x1 = {
    .a = {"", "m1 m2 k1 k2 k4 k8", ""},
    .b = {"k1 k2 k4 k8", "n1 n2 n4 n8 n16 n32", ""},
    .c = Rows4Sums};
constexpr Fragments Mfma4x64x2 = {
    .a = {"k1", "m1 m2 k2 k4 k8 k16", ""},
    .b = {"k1 k2 k4 k8 k16", "n1 n2 n4 n8 n16 n32", ""},
    .c = Rows4Sums};
constexpr Fragments Mfma4x64x4 = {
    .a = {"k1 k2", "m1 m2 k4 k8 k16 k32", ""},
    .b = {"k1 k2 k4 k8 k16 k32", "n1 n2 n4 n8 n16 n32", ""},
    .c = Rows4Sums};
constexpr Fragments Mfma64x4x1 = {
    .a = {"k1 k2 k4 k8", "m1 m2 m4 m8 m16 m32", ""},
    .b = {"", "n1 n2 k1 k2 k4 k8", ""},
    .c = Columns4Sums};
constexpr Fragments Mfma64x4x2 = {
    .a = {"k1 k2 k4 k8 k16", "m1 m2 m4 m8 m16 m32", ""},
    .b = {"k1", "n1 n2 k2 k4 k8 k16", ""},
    .c = Columns4Sums};
constexpr Fragments Mfma64x4x4 = {
    .a = {"k1 k2 k4 k8 k16 k32", "m1 m2 m4 m8 m16 m32", ""},
    .b = {"k1 k2", "n1 n2 k4 k8 k16 k32", ""},
    .c = Columns4Sums};

/// Both halves of the wave have all of K; sums of alternate rows.
constexpr Fragments WmmaRdna3 = {.a = {"k1 k2 k4 k8", "m1 m2 m4 m8 0", ""},
                                 .b = {"k1 k2 k4 k8", "n1 n2 n4 n8 0", ""},
                                 .c = {"m2 m4 m8", "n1 n2 n4 n8 m1", ""}};
/// Each half of the wave has half of K; sums of the lower or the upper rows.
constexpr Fragments WmmaRdna4 = {.a = {"k1 k2 k4", "m1 m2 m4 m8 k8", ""},
                                 .b = {"k1 k2 k4", "n1 n2 n4 n8 k8", ""},
                                 .c = {"m1 m2 m4", "n1 n2 n4 n8 m8", ""}};

/// Each half of the wave has every other eight elements of K, or two of 32
/// bits.
constexpr Fragments Wmma4 = {.a = {"k1", "m1 m2 m4 m8 k2", ""},
                             .b = {"k1", "n1 n2 n4 n8 k2", ""},
                             .c = WmmaRdna4.c};
constexpr Fragments Wmma32 = {.a = {"k1 k2 k4 k16", "m1 m2 m4 m8 k8", ""},
                              .b = {"k1 k2 k4 k16", "n1 n2 n4 n8 k8", ""},
                              .c = WmmaRdna4.c};
constexpr Fragments Wmma64 = {.a = {"k1 k2 k4 k16 k32", "m1 m2 m4 m8 k8", ""},
                              .b = {"k1 k2 k4 k16 k32", "n1 n2 n4 n8 k8", ""},
                              .c = WmmaRdna4.c};
constexpr Fragments Wmma128 = {
    .a = {"k1 k2 k4 k16 k32 k64", "m1 m2 m4 m8 k8", ""},
    .b = {"k1 k2 k4 k16 k32 k64", "n1 n2 n4 n8 k8", ""},
    .c = WmmaRdna4.c};

constexpr TypeSet Float8Fnuz = {E4M3Fnuz, E5M2Fnuz}, Float8 = {E4M3, E5M2};

constexpr MatrixInstruction instruction(std::string_view name,
                                        MatrixFamily family, MatrixSet set,
                                        unsigned m, unsigned k, TypeSet factors,
                                        TypeSet sums,
                                        const Fragments &fragments) {
  return {.name = name,
          .family = family,
          .set = set,
          .m = m,
          .n = m,
          .k = k,
          .a = factors,
          .b = factors,
          .c = sums,
          .fragments = &fragments};
}

constexpr MatrixInstruction mfma(std::string_view name, MatrixSet set,
                                 unsigned m, unsigned k, TypeSet factors,
                                 TypeSet sums, const Fragments &fragments) {
  return instruction(name, MatrixFamily::Mfma, set, m, k, factors, sums,
                     fragments);
}

constexpr MatrixInstruction wmma(std::string_view name, MatrixSet set,
                                 TypeSet factors, TypeSet sums,
                                 const Fragments &fragments, unsigned k = 16) {
  return instruction(name, MatrixFamily::Wmma, set, 16, k, factors, sums,
                     fragments);
}

constexpr unsigned Blocks4x4 = 16;

/// Four rows: sixteen instructions, which share what a lane has of A.
constexpr MatrixInstruction mfma4x64(std::string_view name, MatrixSet set,
                                     unsigned k, ScalarType factors,
                                     ScalarType sums,
                                     const Fragments &fragments) {
  MatrixInstruction row = mfma(name, set, 4, k, factors, sums, fragments);
  row.n = 4 * Blocks4x4;
  row.parts = Blocks4x4;
  return row;
}

/// Four columns: the same of the transposed matrices, as only the first factor
/// can be shared.
constexpr MatrixInstruction mfma64x4(std::string_view name, MatrixSet set,
                                     unsigned k, ScalarType factors,
                                     ScalarType sums,
                                     const Fragments &fragments) {
  MatrixInstruction row = mfma4x64(name, set, k, factors, sums, fragments);
  std::swap(row.m, row.n);
  row.isTurned = true;
  return row;
}

/// Blocks of 32 elements have a scale.
constexpr MatrixInstruction scaledMfma(std::string_view name, unsigned m,
                                       unsigned k, TypeSet a, TypeSet b,
                                       const Fragments &fragments) {
  constexpr unsigned BlockSize = 32;
  MatrixInstruction row = mfma(name, MatrixSet::Cdna4, m, k, a, F32, fragments);
  row.b = b;
  row.packed = 2;
  row.blocks = k / BlockSize;
  row.scales = UE8M0;
  return row;
}

constexpr std::string_view Scaled32x64 = "v_mfma_scale_f32_32x32x64_f8f6f4",
                           Scaled16x128 = "v_mfma_scale_f32_16x16x128_f8f6f4";

// Not here: other products side by side, f16 sums of WMMA, 4-bit integers,
// factors of six bits, and products with scales by WMMA.
constexpr MatrixInstruction Instructions[] = {
    mfma("v_mfma_f32_32x32x2f32", MatrixSet::Cdna1, 32, 2, F32, F32, Mfma32x2),
    mfma("v_mfma_f32_16x16x4f32", MatrixSet::Cdna1, 16, 4, F32, F32, Mfma16x4),
    mfma("v_mfma_f32_32x32x8f16", MatrixSet::Cdna1, 32, 8, F16, F32, Mfma32x8),
    mfma("v_mfma_f32_16x16x16f16", MatrixSet::Cdna1, 16, 16, F16, F32,
         Mfma16x16),
    mfma("v_mfma_f32_32x32x4bf16", MatrixSet::Cdna1To2, 32, 4, BF16, F32,
         Mfma32x4),
    mfma("v_mfma_f32_16x16x8bf16", MatrixSet::Cdna1To2, 16, 8, BF16, F32,
         Mfma16x8),
    mfma("v_mfma_i32_32x32x8i8", MatrixSet::Cdna1To2, 32, 8, S8, S32, Mfma32x8),
    mfma("v_mfma_i32_16x16x16i8", MatrixSet::Cdna1To2, 16, 16, S8, S32,
         Mfma16x16),
    mfma("v_mfma_f32_32x32x8bf16_1k", MatrixSet::Cdna2, 32, 8, BF16, F32,
         Mfma32x8),
    mfma("v_mfma_f32_16x16x16bf16_1k", MatrixSet::Cdna2, 16, 16, BF16, F32,
         Mfma16x16),
    mfma("v_mfma_f64_16x16x4f64", MatrixSet::Cdna2, 16, 4, F64, F64,
         Mfma16x4F64),
    mfma("v_mfma_i32_32x32x16_i8", MatrixSet::Cdna3, 32, 16, S8, S32,
         Mfma32x16),
    mfma("v_mfma_i32_16x16x32_i8", MatrixSet::Cdna3, 16, 32, S8, S32,
         Mfma16x32),
    mfma("v_mfma_f32_32x32x16_{a}_{b}", MatrixSet::Cdna3Floats, 32, 16,
         Float8Fnuz, F32, Mfma32x16),
    mfma("v_mfma_f32_16x16x32_{a}_{b}", MatrixSet::Cdna3Floats, 16, 32,
         Float8Fnuz, F32, Mfma16x32),
    mfma("v_mfma_f32_32x32x4_xf32", MatrixSet::Cdna3Floats, 32, 4, TF32, F32,
         Mfma32x4),
    mfma("v_mfma_f32_16x16x8_xf32", MatrixSet::Cdna3Floats, 16, 8, TF32, F32,
         Mfma16x8),
    mfma("v_mfma_f32_32x32x16_{a}_{b}", MatrixSet::Cdna4Floats, 32, 16, Float8,
         F32, Mfma32x16),
    mfma("v_mfma_f32_16x16x32_{a}_{b}", MatrixSet::Cdna4Floats, 16, 32, Float8,
         F32, Mfma16x32),
    mfma("v_mfma_f32_32x32x16_{a}", MatrixSet::Cdna4, 32, 16, F16, F32,
         Mfma32x16),
    mfma("v_mfma_f32_32x32x16_{a}", MatrixSet::Cdna4, 32, 16, BF16, F32,
         Mfma32x16),
    mfma("v_mfma_f32_16x16x32_{a}", MatrixSet::Cdna4, 16, 32, F16, F32,
         Mfma16x32),
    mfma("v_mfma_f32_16x16x32_{a}", MatrixSet::Cdna4, 16, 32, BF16, F32,
         Mfma16x32),
    mfma("v_mfma_i32_32x32x32_i8", MatrixSet::Cdna4, 32, 32, S8, S32,
         Mfma32x32),
    mfma("v_mfma_i32_16x16x64_i8", MatrixSet::Cdna4, 16, 64, S8, S32,
         Mfma16x64),
    scaledMfma(Scaled32x64, 32, 64, Float8, Float8, Bytes32x64),
    scaledMfma(Scaled32x64, 32, 64, Float8, E2M1, BytesPairs32x64),
    scaledMfma(Scaled32x64, 32, 64, E2M1, Float8, PairsBytes32x64),
    scaledMfma(Scaled32x64, 32, 64, E2M1, E2M1, Pairs32x64),
    scaledMfma(Scaled16x128, 16, 128, Float8, Float8, Bytes16x128),
    scaledMfma(Scaled16x128, 16, 128, Float8, E2M1, BytesPairs16x128),
    scaledMfma(Scaled16x128, 16, 128, E2M1, Float8, PairsBytes16x128),
    scaledMfma(Scaled16x128, 16, 128, E2M1, E2M1, Pairs16x128),
    mfma4x64("v_mfma_f32_4x4x1f32", MatrixSet::Cdna1, 16, F32, F32, Mfma4x64x1),
    mfma64x4("v_mfma_f32_4x4x1f32", MatrixSet::Cdna1, 16, F32, F32, Mfma64x4x1),
    mfma4x64("v_mfma_f32_4x4x4f16", MatrixSet::Cdna1, 64, F16, F32, Mfma4x64x4),
    mfma64x4("v_mfma_f32_4x4x4f16", MatrixSet::Cdna1, 64, F16, F32, Mfma64x4x4),
    mfma4x64("v_mfma_i32_4x4x4i8", MatrixSet::Cdna1, 64, S8, S32, Mfma4x64x4),
    mfma64x4("v_mfma_i32_4x4x4i8", MatrixSet::Cdna1, 64, S8, S32, Mfma64x4x4),
    mfma4x64("v_mfma_f32_4x4x2bf16", MatrixSet::Cdna1To2, 32, BF16, F32,
             Mfma4x64x2),
    mfma64x4("v_mfma_f32_4x4x2bf16", MatrixSet::Cdna1To2, 32, BF16, F32,
             Mfma64x4x2),
    mfma4x64("v_mfma_f32_4x4x4bf16_1k", MatrixSet::Cdna2, 64, BF16, F32,
             Mfma4x64x4),
    mfma64x4("v_mfma_f32_4x4x4bf16_1k", MatrixSet::Cdna2, 64, BF16, F32,
             Mfma64x4x4),
    wmma("v_wmma_f32_16x16x16_{a}", MatrixSet::Rdna3, F16, F32, WmmaRdna3),
    wmma("v_wmma_f32_16x16x16_{a}", MatrixSet::Rdna3, BF16, F32, WmmaRdna3),
    wmma("v_wmma_i32_16x16x16_iu8", MatrixSet::Rdna3, {S8, U8}, S32, WmmaRdna3),
    wmma("v_wmma_f32_16x16x16_{a}", MatrixSet::Rdna4, F16, F32, WmmaRdna4),
    wmma("v_wmma_f32_16x16x16_{a}", MatrixSet::Rdna4, BF16, F32, WmmaRdna4),
    wmma("v_wmma_i32_16x16x16_iu8", MatrixSet::Rdna4, {S8, U8}, S32, WmmaRdna4),
    wmma("v_wmma_f32_16x16x16_{a}_{b}", MatrixSet::Rdna4, Float8, F32,
         WmmaRdna4),
    wmma("v_wmma_f32_16x16x4_f32", MatrixSet::Gfx1250, F32, F32, Wmma4, 4),
    wmma("v_wmma_f32_16x16x32_{a}", MatrixSet::Gfx1250, F16, F32, Wmma32, 32),
    wmma("v_wmma_f32_16x16x32_{a}", MatrixSet::Gfx1250, BF16, F32, Wmma32, 32),
    wmma("v_wmma_i32_16x16x64_iu8", MatrixSet::Gfx1250, {S8, U8}, S32, Wmma64,
         64),
    wmma("v_wmma_f32_16x16x64_{a}_{b}", MatrixSet::Gfx1250, Float8, F32, Wmma64,
         64),
    wmma("v_wmma_f32_16x16x128_{a}_{b}", MatrixSet::Gfx1250, Float8, F32,
         Wmma128, 128),
};

} // namespace heddle::amd_matrices

#endif // HEDDLE_LIB_TARGET_AMDMATRICES_H
