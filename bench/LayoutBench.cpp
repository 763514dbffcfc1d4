//===- LayoutBench.cpp - Speed of the layout algebra ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Times the layout algebra on two blocked layouts of a 128x64 tile, A (row by
/// row) and B (column by column), as a compiler meets them. Each benchmark
/// cycles through 64 variants of the pair, which differ in the order of lanes
/// and registers, so that no branch predictor learns the one pair by heart.
///
//===----------------------------------------------------------------------===//

#include "heddle/layout/BitProgram.h"
#include "heddle/layout/Compose.h"
#include "heddle/layout/Product.h"
#include "heddle/layout/Reshape.h"

#include <algorithm>
#include <array>
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <iostream>
#include <random>

using namespace heddle;

namespace {

constexpr unsigned Variants = 64;
constexpr Dim Dim1 = Dim::standard(1);

template <class T> T check(Result<T> result) {
  if (result)
    return std::move(*result);
  std::cerr << "heddle-bench: error: " << result.error().text() << "\n";
  std::exit(1);
}

/// The parameters of a blocked layout of a 128x64 tile.
struct Blocked {
  std::array<std::uint64_t, 2> sizePerThread, threadsPerWarp, warpsPerCTA;
  std::array<unsigned, 2> order;
};
constexpr Blocked A = {{1, 8}, {4, 8}, {4, 1}, {1, 0}};
constexpr Blocked B = {{8, 1}, {16, 2}, {1, 4}, {0, 1}};
constexpr std::array<std::uint64_t, 2> Tile = {128, 64};

/// Six products: the sizes per thread, warp and block, and the repetition in
/// registers.
Result<LinearLayout> build(const Blocked &blocked) {
  std::array<Dim, 2> dims = {Dim::standard(blocked.order[0]),
                             Dim::standard(blocked.order[1])};
  unsigned minor = blocked.order[0];
  unsigned major = blocked.order[1];
  auto factor = [&](const std::array<std::uint64_t, 2> &size, Dim in,
                    unsigned which) {
    return LinearLayout::identity1D(size[which == 0 ? minor : major], in,
                                    dims[which]);
  };
  auto repeats = [&](unsigned axis) {
    return Tile[axis] /
           (blocked.sizePerThread[axis] * blocked.threadsPerWarp[axis] *
            blocked.warpsPerCTA[axis]);
  };
  unsigned repeated = repeats(minor) > 1 ? minor : major;
  return factor(blocked.sizePerThread, Dim::Register, 0) *
         factor(blocked.sizePerThread, Dim::Register, 1) *
         factor(blocked.threadsPerWarp, Dim::Lane, 0) *
         factor(blocked.threadsPerWarp, Dim::Lane, 1) *
         factor(blocked.warpsPerCTA, Dim::Warp, 0) *
         factor(blocked.warpsPerCTA, Dim::Warp, 1) *
         LinearLayout::identity1D(repeats(repeated), Dim::Register,
                                  Dim::standard(repeated));
}

/// The layout with its lane bits and its registers from bit 3 on shuffled.
LinearLayout shuffle(LinearLayout layout, std::mt19937 &random) {
  for (auto [dim, first] : {std::pair(Dim::Lane, 0U), {Dim::Register, 3U}}) {
    std::vector<unsigned> sources(layout.inBits(dim));
    for (unsigned i = 0; i < sources.size(); ++i)
      sources[i] = i;
    std::shuffle(sources.begin() + first, sources.end(), random);
    layout = check(apply(
        check(ColumnAction::create(dim, layout.inBits(dim), sources)), layout));
  }
  return layout;
}

/// The tile in shared memory, its rows of 64 elements in groups of 8 that are
/// xored with the row number.
LinearLayout swizzledBuffer() {
  std::vector<std::vector<std::uint64_t>> offsets;
  for (std::uint64_t column = 1; column < 64; column *= 2)
    offsets.push_back({0, column});
  for (std::uint64_t row = 1; row < 128; row *= 2)
    offsets.push_back({row, row % 8 * 8});
  return check(LinearLayout::fromBases({{Dim::Offset, offsets}},
                                       {Dim::standard(0), Dim1}));
}

struct Inputs {
  std::array<Blocked, Variants> blocked;
  std::array<LinearLayout, Variants> a, b, conversion, addresses;
  std::array<Coordinates, Variants> locations;
  LinearLayout vector = check(LinearLayout::identity1D(8, Dim::Register, Dim1));
};

const Inputs &inputs() {
  static const Inputs *made = [] {
    auto *result = new Inputs;
    std::mt19937 random(20261121);
    for (unsigned i = 0; i < Variants; ++i) {
      result->blocked[i] = i % 2 == 0 ? A : B;
      result->a[i] = shuffle(check(build(A)), random);
      result->b[i] = shuffle(check(build(B)), random);
      result->conversion[i] =
          check(invertAndCompose(result->a[i], result->b[i]));
      result->addresses[i] = check(
          sublayout(check(invertAndCompose(result->a[i], swizzledBuffer())),
                    {Dim::Lane, Dim::Warp}, {Dim::Offset}));
      for (const DimBits &in : result->a[i].ins())
        result->locations[i].push_back(
            {in.dim, random() & f2::lowMask(in.bits)});
    }
    return result;
  }();
  return *made;
}

/// Times `operation(inputs, i)` with i cycling, both ends opaque.
template <class Operation>
void cycle(benchmark::State &state, Operation operation) {
  const Inputs *all = &inputs();
  unsigned i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(all);
    auto result = operation(*all, i);
    benchmark::DoNotOptimize(&result);
    benchmark::ClobberMemory();
    i = (i + 1) % Variants;
  }
}

template <class Operation> void add(const char *name, Operation operation) {
  benchmark::RegisterBenchmark(
      name, [operation](benchmark::State &state) { cycle(state, operation); });
}

const bool isRegistered = [] {
  using In = const Inputs &;
  add("layout/build_blocked",
      [](In in, unsigned i) { return build(in.blocked[i]); });
  add("layout/invert_and_compose",
      [](In in, unsigned i) { return invertAndCompose(in.a[i], in.b[i]); });
  add("layout/invert", [](In in, unsigned i) { return invert(in.a[i]); });
  add("layout/compose",
      [](In in, unsigned i) { return compose(in.conversion[i], in.b[i]); });
  add("layout/compose_is_injective", [](In in, unsigned i) {
    return compose(in.conversion[i], in.b[i])->isInjective();
  });
  add("layout/flatten",
      [](In in, unsigned i) { return flattenOuts(flattenIns(in.a[i])); });
  add("layout/divide_left",
      [](In in, unsigned i) { return divideLeft(in.a[i], in.vector); });
  add("layout/apply",
      [](In in, unsigned i) { return in.a[i].apply(in.locations[i]); });
  add("layout/free_variable_masks",
      [](In in, unsigned i) { return in.a[i].freeVariableMasks(); });
  add("layout/copy", [](In in, unsigned i) { return in.a[i]; });
  // The address in a swizzled buffer, as code.
  add("layout/bit_program",
      [](In in, unsigned i) { return makeBitProgram(in.addresses[i]); });
  return true;
}();

} // namespace
