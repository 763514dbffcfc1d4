//===- RoundTripKernels.cpp - Kernels that convert to and fro -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// usage: heddle-roundtrip-kernels PAIRS.jsonl FOLDER TARGET [STRATEGY]
///
/// The strategy is taken where it is possible.
///
/// For every line of PAIRS, with `src`, `dst` (layouts), `m`, `n`, `bits` and
/// `id`, a CUDA kernel FOLDER/<id>.cu that loads a tile in layout `src`, then n
/// times converts it to `dst`, xors a scalar and converts it back, with what
/// `heddle convert --emit=cuda` prints; and FOLDER/plans.jsonl, a line for each
/// with what the plans promise. Beside it, for tiles below 4 KiB, `minimal`:
/// the least that such a kernel does if it goes through shared memory.
///
//===----------------------------------------------------------------------===//

#include "Unwrap.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/plan/EmitSource.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

namespace heddle {
namespace {

using json = nlohmann::ordered_json;

/// Tiles below this size are compared with the minimal loop, others with what
/// the wavefronts of shared memory take at least.
constexpr Word SmallTile = 4096;

/// The linear number of an element, row by row: the last axis varies fastest.
Word numberOf(const LinearLayout &layout, Word element) {
  Word number = 0;
  for (const DimBits &out : layout.outs())
    number = f2::shiftLeft(number, out.bits) | layout.field(element, out.dim);
  return number;
}

/// The numbers of a thread's elements as `base + constant` or, where bits of
/// both meet, `base ^ constant`.
class TileAddresses {
public:
  explicit TileAddresses(const LinearLayout &layout) : layout(layout) {
    for (Dim dim : {Dim::Lane, Dim::Warp})
      for (Word basis : layout.bases(dim)) {
        columns.push_back(numberOf(layout, basis));
        touched |= columns.back();
      }
  }

  std::string base() const {
    std::string text = "0";
    for (unsigned bit = 0; bit < columns.size(); ++bit)
      text += concat(" ^ (t >> ", bit, " & 1) * ", columns[bit]);
    return text;
  }
  std::string ofRegister(Word r) const {
    Word number =
        numberOf(layout, f2::multiply(layout.bases(Dim::Register), r));
    std::string text = (number & touched) == 0
                           ? "base"
                           : concat("(base ^ ", number & touched, ")");
    return concat(text, " + ", number & ~touched);
  }

private:
  const LinearLayout &layout;
  Words columns;
  Word touched = 0;
};

/// The scalar xored into the tile: a word at a time where the conversions move
/// words, as Triton's code has it; nvcc has 10 instructions for a word of 8
/// bits where it is written an element at a time.
std::string xorText(Word registers, unsigned bits, bool isByWords) {
  std::string text;
  if (!isByWords || bits >= 32 || registers * bits % 32 != 0) {
    for (Word r = 0; r < registers; ++r)
      text += concat("    y[", r, "] ^= s;\n");
    return text;
  }
  text = concat("    struct __attribute__((packed, may_alias)) Word { uint32_t "
                "bits; };\n    const uint32_t word = s * ",
                bits == 8 ? "0x01010101u" : "0x00010001u", ";\n");
  for (Word r = 0; r < registers; r += 32 / bits)
    text +=
        concat("    reinterpret_cast<Word *>(&y[", r, "])->bits ^= word;\n");
  return text;
}

std::string kernelText(const LinearLayout &src, const LinearLayout &dst,
                       unsigned bits, bool isByWords) {
  std::string type = concat("uint", bits, "_t");
  Word threads = f2::unit(src.inBits(Dim::Lane) + src.inBits(Dim::Warp));
  TileAddresses addresses(src);
  Word tile = f2::unit(src.totalOutBits());
  std::string text =
      concat("\nextern \"C\" __global__ void __launch_bounds__(", threads,
             ") roundtrip(const ", type, " *in, ", type, " *out, ", type,
             " s, int n) {\n"
             "  extern __shared__ __align__(128) char scratch[];\n  ",
             type, " x[", src.inSize(Dim::Register), "], y[",
             dst.inSize(Dim::Register),
             "];\n  {\n    unsigned t = threadIdx.x, base = ", addresses.base(),
             ";\n    in += size_t(blockIdx.x) * ", tile, ";\n");
  for (Word r = 0; r < src.inSize(Dim::Register); ++r)
    text += concat("    x[", r, "] = in[", addresses.ofRegister(r), "];\n");
  text += "  }\n"
          "  for (int i = 0; i < n; ++i) {\n    fwd(x, y, scratch);\n";
  text += xorText(dst.inSize(Dim::Register), bits, isByWords);
  // The thread is read again, so that no address lives through the loop.
  text += concat("    bwd(y, x, scratch);\n  }\n  unsigned t;\n"
                 "  asm volatile(\"mov.u32 %0, %%tid.x;\" : \"=r\"(t));\n"
                 "  unsigned base = ",
                 addresses.base(), ";\n  out += size_t(blockIdx.x) * ", tile,
                 ";\n");
  for (Word r = 0; r < src.inSize(Dim::Register); ++r)
    text += concat("  out[", addresses.ofRegister(r), "] = x[", r, "];\n");
  return text + "}\n";
}

/// What a conversion of so many bytes through shared memory cannot do without:
/// a loop of two stores, barriers and loads of the widest words, without
/// conflicts, permutes or address arithmetic. Each thread's words go to another
/// one and back.
constexpr std::string_view MinimalLoop = R"(
template <class Wide, int Count, int Threads, class Element>
__device__ void minimalLoop(const Element *in, Element *out, Element s, int n,
                            void *scratch) {
  constexpr int Words = sizeof(Wide) * Count / 4;
  union { Wide wide[Count]; uint32_t words[Words > 0 ? Words : 1]; } x;
  Wide *own = static_cast<Wide *>(scratch) + threadIdx.x;
  Wide *other = static_cast<Wide *>(scratch) + (threadIdx.x ^ (Threads / 2));
  const int first = blockIdx.x * Threads * Count + threadIdx.x;
  auto barrier = [] { if (Threads > 32) __syncthreads(); else __syncwarp(); };
  auto exchange = [&] {
    barrier();
    for (int i = 0; i < Count; ++i)
      own[i * Threads] = x.wide[i];
    barrier();
    for (int i = 0; i < Count; ++i)
      x.wide[i] = other[i * Threads];
  };
  const uint64_t splat = sizeof(Element) == 1 ? s * 0x01010101u
                       : sizeof(Element) == 2 ? s * 0x00010001u : s;
  const uint32_t low = splat, high = sizeof(Element) == 8 ? splat >> 32 : splat;
  for (int i = 0; i < Count; ++i)
    x.wide[i] = reinterpret_cast<const Wide *>(in)[first + i * Threads];
  for (int trip = 0; trip < n; ++trip) {
    exchange();
    for (int i = 0; i < Words; ++i)
      x.words[i] ^= i % 2 == 0 ? low : high;
    if (Words == 0)
      x.words[0] ^= low;
    exchange();
  }
  for (int i = 0; i < Count; ++i)
    reinterpret_cast<Wide *>(out)[first + i * Threads] = x.wide[i];
}
)";

std::string minimalText(Word threads, Word tileBytes, unsigned bits) {
  constexpr Word Widest = 16;
  Word bytes = tileBytes / threads;
  Word wide = std::min(bytes, Widest);
  std::string element = concat("uint", bits, "_t");
  std::string type = wide == 16  ? "uint4"
                     : wide == 8 ? "uint2"
                                 : concat("uint", wide * 8, "_t");
  return concat(
      MinimalLoop, "\nextern \"C\" __global__ void __launch_bounds__(", threads,
      ") minimal(const ", element, " *in, ", element, " *out, ", element,
      " s, int n) {\n  extern __shared__ __align__(128) char scratch[];\n"
      "  minimalLoop<",
      type, ", ", bytes / wide, ", ", threads,
      ">(in, out, s, n, scratch);\n}\n");
}

json planJson(const Conversion &plan) {
  const ProgramCounts &counts = plan.counts;
  return {{"strategy", strategyName(plan.strategy)},
          {"scratch_bytes", plan.program.scratchBytes},
          {"shuffles", counts.shuffles},
          {"stores", counts.stores},
          {"loads", counts.loads},
          {"write_wavefronts", counts.write.actual},
          {"read_wavefronts", counts.read.actual},
          {"permutes", counts.permutes},
          {"selects", counts.selects},
          {"addresses", counts.addresses},
          {"block_barriers", counts.blockBarriers},
          {"warp_barriers", counts.warpBarriers},
          {"cycles", plan.cycles}};
}

int run(int argc, char **argv) {
  if (argc < 4) {
    std::cerr << "usage: heddle-roundtrip-kernels PAIRS.jsonl FOLDER TARGET "
                 "[STRATEGY]\n";
    return 2;
  }
  std::filesystem::path folder = argv[2];
  std::filesystem::create_directories(folder);
  const Target &target = *get(findTarget(argv[3]));
  ConversionOptions options;
  if (argc > 4)
    options.strategy = get(parseStrategy(argv[4]));
  std::ifstream pairs(argv[1]);
  std::ofstream plans(folder / "plans.jsonl");
  for (std::string line; std::getline(pairs, line);) {
    json pair = json::parse(line);
    std::vector<std::uint64_t> shape = {pair["m"]};
    Encoding from = get(parseEncoding(pair["src"].get<std::string>()));
    Encoding to = get(parseEncoding(pair["dst"].get<std::string>()));
    if (from.rank() == 2)
      shape.push_back(pair["n"]);
    unsigned bits = pair["bits"];
    LinearLayout src = get(toLinearLayout(from, shape, NewestTriton));
    LinearLayout dst = get(toLinearLayout(to, shape, NewestTriton));
    auto planOf = [&](const LinearLayout &one, const LinearLayout &other) {
      Result<Conversion> asked =
          planConversion(one, other, bits, target, options);
      return asked ? *asked : get(planConversion(one, other, bits, target));
    };
    Conversion forth = planOf(src, dst);
    Conversion back = planOf(dst, src);
    std::ofstream source(folder / concat(int(pair["id"]), ".cu"));
    source << get(emitSource(forth, {.name = "fwd", .comment = ""}))
           << get(emitSource(back, {.name = "bwd", .comment = ""}))
           << kernelText(src, dst, bits,
                         forth.program.renamed.empty() ||
                             back.program.renamed.empty());
    Word threads = f2::unit(src.inBits(Dim::Lane) + src.inBits(Dim::Warp));
    Word tileBytes = f2::unit(src.totalOutBits()) * bits / 8;
    bool hasMinimal = tileBytes < SmallTile && tileBytes >= threads;
    if (hasMinimal)
      source << minimalText(threads, tileBytes, bits);
    plans << json({{"id", pair["id"]},
                   {"forth", planJson(forth)},
                   {"back", planJson(back)},
                   {"minimal_scratch_bytes", hasMinimal ? tileBytes : 0}})
          << "\n";
  }
  return 0;
}

} // namespace
} // namespace heddle

int main(int argc, char **argv) { return heddle::run(argc, argv); }
