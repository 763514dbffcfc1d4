//===- EncodingBench.cpp - Speed of encodings -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Times how long it takes to say what an encoding means, one benchmark a
/// family: `encoding/<family>`. Each cycles through several types, with other
/// shapes, orders and warps, and ends with reading a type's text.
///
//===----------------------------------------------------------------------===//

#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"

#include <benchmark/benchmark.h>
#include <cstdlib>
#include <iostream>

using namespace heddle;

namespace {

struct FamilyTypes {
  std::string_view family;
  std::vector<std::string> types;
};

std::string tensor(std::string_view shape, std::string_view encoding) {
  return concat("tensor<", shape, "xf16, #ttg.", encoding, ">");
}
std::string shared(std::string_view shape, std::string_view encoding) {
  return concat("!ttg.memdesc<", shape, "xf16, #ttg.", encoding,
                ", #ttg.shared_memory, mutable>");
}
std::string tensorMemory(std::string_view shape, std::string_view encoding) {
  return concat("!ttg.memdesc<", shape, ", #ttng.", encoding,
                ", #ttng.tensor_memory, mutable>");
}

// Parents that several families share.
constexpr std::string_view Blocked =
    "blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = "
    "[4, 1], order = [1, 0]}>";
constexpr std::string_view BlockedInCluster =
    "blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = "
    "[2, 4], order = [0, 1], CGALayout = [[1, 0], [0, 1]]}>";
constexpr std::string_view Mma2 =
    "nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 4], "
    "instrShape = [16, 8]}>";
constexpr std::string_view Mma3 =
    "nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 2], "
    "instrShape = [16, 128, 16]}>";
constexpr std::string_view Mfma =
    "amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], "
    "isTransposed = true}>";
constexpr std::string_view Wmma =
    "amd_wmma<{version = 2, isTranspose = true, ctaLayout = {warp = [[0, 1], "
    "[1, 0]]}}>";

std::vector<FamilyTypes> allFamilies() {
  auto slice = [](unsigned dim, std::string_view parent) {
    return concat("slice<{dim = ", dim, ", parent = #ttg.", parent, "}>");
  };
  auto operand = [](unsigned index, std::string_view parent,
                    std::string_view kWidth) {
    return concat("dot_op<{opIdx = ", index, ", parent = #ttg.", parent, kWidth,
                  "}>");
  };
  std::string linear =
      "linear<{register = [[0, 1], [0, 2], [0, 4], [16, 0], [32, 0], [64, 0]], "
      "lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], "
      "[8, 0]], block = []}>";
  return {
      {"blocked",
       {tensor("128x64", Blocked), tensor("256x128", BlockedInCluster),
        tensor("16x16", Blocked)}},
      {"linear", {tensor("128x64", linear), tensor("256x128", linear)}},
      {"generic_linear", {tensor("128x64", concat("generic_", linear))}},
      {"slice",
       {tensor("128", slice(1, Blocked)), tensor("64", slice(0, Mma3)),
        tensor("64", slice(0, operand(1, Mma2, ", kWidth = 2")))}},
      {"dot_op",
       {tensor("128x64", operand(0, Mma2, ", kWidth = 2")),
        tensor("64x128", operand(1, Mfma, ", kWidth = 4")),
        tensor("64x32", operand(1, Wmma, ", kWidth = 8")),
        tensor("32x64", operand(0, Blocked, ""))}},
      {"nvidia_mma", {tensor("128x128", Mma2), tensor("128x256", Mma3)}},
      {"amd_mfma", {tensor("128x128", Mfma), tensor("256x64", Mfma)}},
      {"amd_wmma", {tensor("128x128", Wmma), tensor("64x32", Wmma)}},
      {"swizzled_shared",
       {shared("128x64", "swizzled_shared<{vec = 8, perPhase = 1, maxPhase = "
                         "8, order = [1, 0]}>"),
        shared("64x128", "swizzled_shared<{vec = 4, perPhase = 2, maxPhase = "
                         "4, order = [0, 1]}>")}},
      {"amd_rotating_shared",
       {shared("128x64", "amd_rotating_shared<{vec = 8, perPhase = 1, maxPhase "
                         "= 8, order = [1, 0]}>")}},
      {"nvmma_shared",
       {shared("128x64", "nvmma_shared<{swizzlingByteWidth = 128, transposed = "
                         "false, elementBitWidth = 16}>"),
        shared("64x128", "nvmma_shared<{swizzlingByteWidth = 64, transposed = "
                         "true, elementBitWidth = 16}>")}},
      {"padded_shared",
       {shared("128x64",
               "padded_shared<[64:+8] {order = [1, 0], shape = [128, 64]}>")}},
      {"partitioned_shared",
       {shared("128x64",
               "partitioned_shared<{numPartitions = 2, numGroups = 4, "
               "partitionDim = 0, partitionLayout = #ttg.swizzled_shared<{vec "
               "= 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>}>")}},
      {"shared_linear",
       {shared("16x16", "shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [0, "
                        "8], [1, 2], [2, 4], [4, 8], [8, 0]]}, alignment = "
                        "16>")}},
      {"tensor_memory",
       {tensorMemory("128x128xf32", "tensor_memory_encoding<blockM = 128, "
                                    "blockN = 128, colStride = 1>"),
        tensorMemory("128x64xf32", "tensor_memory_encoding<blockM = 64, "
                                   "blockN = 64, colStride = 1>")}},
      {"tensor_memory_scales",
       {tensorMemory("128x16xi8", "tensor_memory_scales_encoding<>")}},
  };
}

TensorType read(const std::string &text) {
  Result<TensorType> type = parseType(text);
  if (type && toLinearLayout(*type))
    return std::move(*type);
  std::cerr << "heddle-bench: error: " << text << "\n"
            << (type ? toLinearLayout(*type).error() : type.error()).text()
            << "\n";
  std::exit(1);
}

void convertTypes(benchmark::State &state,
                  const std::vector<TensorType> &types) {
  std::vector<std::vector<std::uint64_t>> shapes;
  for (const TensorType &type : types)
    shapes.push_back(type.layoutShape());
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        toLinearLayout(*types[next].encoding, shapes[next]));
    next = next + 1 == types.size() ? 0 : next + 1;
  }
}

/// Adds the benchmarks before main runs.
const bool Registered = [] {
  for (const FamilyTypes &family : allFamilies()) {
    std::vector<TensorType> types;
    for (const std::string &text : family.types)
      types.push_back(read(text));
    benchmark::RegisterBenchmark(
        concat("encoding/", family.family).c_str(),
        [types](benchmark::State &state) { convertTypes(state, types); });
  }
  benchmark::RegisterBenchmark(
      "encoding/parse_type", [](benchmark::State &state) {
        std::string text = tensor("128x64", BlockedInCluster);
        for (auto _ : state)
          benchmark::DoNotOptimize(parseType(text));
      });
  return true;
}();

} // namespace
