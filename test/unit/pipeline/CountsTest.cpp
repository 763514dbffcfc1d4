//===- CountsTest.cpp - Four witnesses count the same ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a plan says a conversion costs is what its program has, what the
/// simulator executes, and what is in the PTX: of kernels that load a tensor in
/// one random layout and store it in another, in a loop, where a plan needs all
/// of its barriers: those before it store protect what it loaded an iteration
/// before.
///
//===----------------------------------------------------------------------===//

#include "heddle/codegen/Codegen.h"
#include "heddle/pipeline/KernelFile.h"
#include "heddle/sim/Simulator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>
#include <regex>
#include <unistd.h>

using namespace heddle;
using namespace mlir;
using simt::InstructionClass;

namespace {

constexpr unsigned Warps = 4, WarpBits = 2, LaneBits = 5, Iterations = 3;

/// A file that goes with the test.
struct KernelText {
  explicit KernelText(const std::string &text)
      : path(testing::TempDir() + "counts-" + std::to_string(getpid()) +
             ".ttgir") {
    std::ofstream(path) << text;
  }
  ~KernelText() { std::remove(path.c_str()); }
  std::string path;
};

/// Bits of a one-dimensional tensor in a random order, as a linear layout.
std::string randomLayout(std::mt19937_64 &random, unsigned registerBits) {
  std::vector<unsigned> bits(registerBits + LaneBits + WarpBits);
  for (unsigned bit = 0; bit < bits.size(); ++bit)
    bits[bit] = bit;
  std::shuffle(bits.begin(), bits.end(), random);
  std::size_t next = 0;
  auto list = [&](const char *name, unsigned count) {
    std::string text;
    for (unsigned index = 0; index < count; ++index)
      text += (index == 0 ? "[" : ", [") +
              std::to_string(std::uint64_t(1) << bits[next++]) + "]";
    return std::string(name) + " = [" + text + "]";
  };
  return "#ttg.linear<{" + list("register", registerBits) + ", " +
         list("lane", LaneBits) + ", " + list("warp", WarpBits) +
         ", block = []}>";
}

std::string kernelText(const std::string &from, const std::string &to,
                       const std::string &element, std::uint64_t size) {
  auto tensor = [&](const std::string &of, const char *layout) {
    return "tensor<" + std::to_string(size) + "x" + of + ", #" + layout + ">";
  };
  std::string pointer = "!tt.ptr<" + element + ">";
  auto addresses = [&](const char *name, const char *base, const char *layout) {
    std::string n = name;
    return "    %" + n + "r = tt.make_range {end = " + std::to_string(size) +
           " : i32, start = 0 : i32} : " + tensor("i32", layout) + "\n    %" +
           n + "s = tt.splat %" + base + " : " + pointer + " -> " +
           tensor(pointer, layout) + "\n    %" + n + "p = tt.addptr %" + n +
           "s, %" + n + "r : " + tensor(pointer, layout) + ", " +
           tensor("i32", layout) + "\n";
  };
  return "#a = " + from + "\n#b = " + to +
         "\nmodule attributes {\"ttg.num-ctas\" = 1 : i32, "
         "\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", "
         "\"ttg.threads-per-warp\" = 32 : i32} {\n"
         "  tt.func public @k(%x: " +
         pointer + " {tt.divisibility = 16 : i32}, %y: " + pointer +
         " {tt.divisibility = 16 : i32}, %n: i32) {\n"
         "    %zero = arith.constant 0 : i32\n"
         "    %one = arith.constant 1 : i32\n"
         "    scf.for %i = %zero to %n step %one : i32 {\n" +
         addresses("x", "x", "a") +
         "    %v = tt.load %xp : " + tensor(pointer, "a") +
         "\n    %w = ttg.convert_layout %v : " + tensor(element, "a") + " -> " +
         tensor(element, "b") + "\n" + addresses("y", "y", "b") +
         "    tt.store %yp, %w : " + tensor(pointer, "b") +
         "\n    }\n    tt.return\n  }\n}\n";
}

/// Warp instructions of a block, by what PTX can tell apart.
struct Counts {
  std::uint64_t shuffles = 0, sharedLoads = 0, sharedStores = 0,
                matrixLoads = 0, matrixStores = 0, globalLoads = 0,
                globalStores = 0, asyncCopies = 0, fences = 0, warpBarriers = 0,
                blockBarriers = 0;
  bool operator==(const Counts &) const = default;
};

std::ostream &operator<<(std::ostream &out, const Counts &counts) {
  return out << counts.shuffles << " shuffles, " << counts.sharedLoads << " + "
             << counts.matrixLoads << " shared loads, " << counts.sharedStores
             << " + " << counts.matrixStores << " stores, "
             << counts.globalLoads << " global loads, " << counts.globalStores
             << " stores, " << counts.asyncCopies << " copies, "
             << counts.fences << " fences, " << counts.warpBarriers << " + "
             << counts.blockBarriers << " barriers";
}

template <class Of> Counts countsOf(Of of) {
  using enum InstructionClass;
  return {.shuffles = of(Shuffle),
          .sharedLoads = of(SharedLoad),
          .sharedStores = of(SharedStore),
          .matrixLoads = of(MatrixLoad),
          .matrixStores = of(MatrixStore),
          .globalLoads = of(GlobalLoad),
          .globalStores = of(GlobalStore),
          .asyncCopies = of(AsyncCopy),
          .fences = of(Fence),
          .warpBarriers = of(WarpBarrier),
          .blockBarriers = of(BlockBarrier)};
}

using ByClass = std::array<std::uint64_t, simt::InstructionClasses>;

/// Of all warps, if what is in the loop is executed so many times.
ByClass countProgram(simt::KernelOp kernel, unsigned iterations) {
  ByClass counts{};
  kernel.walk([&](Operation *op) {
    unsigned times = op->getParentOfType<scf::ForOp>() ? iterations : 1;
    for (const simt::InstructionCount &each : simt::instructionsOf(op))
      counts[static_cast<std::size_t>(each.kind)] +=
          std::uint64_t(each.count) * times * Warps;
  });
  return counts;
}

Counts countPtx(const std::string &text) {
  auto count = [&](const char *pattern) {
    std::regex matches(pattern);
    return static_cast<std::uint64_t>(std::distance(
               std::sregex_iterator(text.begin(), text.end(), matches),
               std::sregex_iterator())) *
           Warps;
  };
  return {.shuffles = count("\\bshfl\\.sync"),
          .sharedLoads = count("\\bld\\.shared"),
          .sharedStores = count("\\bst\\.shared"),
          .matrixLoads = count("\\bldmatrix\\."),
          .matrixStores = count("\\bstmatrix\\."),
          .globalLoads = count("\\bld\\.global"),
          .globalStores = count("\\bst\\.global"),
          .asyncCopies = count("\\bcp\\.async\\.c[ag]\\."),
          .fences = count("\\bcp\\.async\\.(commit|wait)_group"),
          .warpBarriers = count("\\bbar\\.warp\\.sync"),
          .blockBarriers = count("\\bbar\\.sync")};
}

/// Copies before a loop and in it, of different sizes, and some by nobody.
constexpr const char *CopyKernel = R"(
simt.kernel @k(%x: i64, %n: i32) warps(4) lanes(32) shared(8192) {
  %t = simt.thread
  %w = arith.extui %t : i32 to i64
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %w16 = arith.constant 16 : i64
  %no = arith.constant dense<false> : vector<2xi1>
  %s = simt.shared 8192 align 16 at 0
  %mine = arith.muli %t, %c16 : i32
  %to0 = arith.addi %s, %mine : i32
  %to = simt.splat %to0 : i32 -> vector<1xi32>
  %far = arith.muli %w, %w16 : i64
  %from0 = arith.addi %x, %far : i64
  %from = simt.splat %from0 : i64 -> vector<1xi64>
  simt.async_copy %from [0] + [0] to %to [0] + [2048] bytes 16 : vector<1xi64>, vector<1xi32>
  simt.async_commit
  scf.for %i = %c0 to %n step %c1 : i32 {
    simt.async_wait 0
    simt.async_copy %from [0] + [0] to %to [0] + [0] bytes 8 : vector<1xi64>, vector<1xi32>
    simt.async_copy %from [0, 0] + [0, 4] to %to [0, 0] + [4096, 4100] bytes 4 if %no : vector<1xi64>, vector<1xi32>, vector<2xi1>
    simt.async_commit
  }
  simt.async_wait 0
  %v = simt.load shared %to [0] + [0] width 2 : (vector<1xi32>) -> vector<2xi32>
  simt.store global %from [0] + [0], %v width 2 : vector<1xi64>, vector<2xi32>
  simt.return
}
)";

sim::Counters simulate(KernelFile &file, simt::KernelOp kernel,
                       std::uint64_t bytes) {
  sim::GlobalMemory memory;
  std::vector<std::uint8_t> content(bytes);
  for (std::size_t index = 0; index < content.size(); ++index)
    content[index] = static_cast<std::uint8_t>(index * 37 + 11);
  sim::Launch launch;
  launch.arguments.reserve(3);
  launch.arguments.push_back(memory.add("x", content, true).address);
  launch.arguments.push_back(
      memory.add("y", std::vector<std::uint8_t>(bytes, 0xA5), false).address);
  launch.arguments.push_back(Iterations);
  FailureOr<sim::Outcome> outcome =
      sim::simulate(kernel, file.target(), memory, launch);
  EXPECT_TRUE(succeeded(outcome) && !outcome->trap);
  // What was loaded is what was stored.
  EXPECT_EQ(memory.all()[1].bytes, content);
  return succeeded(outcome) ? outcome->counters : sim::Counters();
}

void check(const std::string &text, std::uint64_t bytes, Counts &sum) {
  SCOPED_TRACE(text);
  KernelText input(text);
  CompileOptions options;
  options.input = input.path;
  Reported<std::unique_ptr<KernelFile>> read = KernelFile::read(options);
  ASSERT_TRUE(read);
  std::unique_ptr<KernelFile> file = std::move(*read);
  ASSERT_TRUE(succeeded(file->giveLayouts()) && succeeded(file->lower()));
  simt::KernelOp kernel = *file->kernels().getOps<simt::KernelOp>().begin();

  ByClass executed = countProgram(kernel, Iterations);
  sim::Counters run = simulate(*file, kernel, bytes);
  for (std::size_t kind = 0; kind < simt::InstructionClasses; ++kind)
    EXPECT_EQ(run.instructions[kind], executed[kind]) << "class " << kind;

  ByClass program = countProgram(kernel, 1);
  auto of = [&](InstructionClass kind) {
    return program[static_cast<std::size_t>(kind)];
  };
  FailureOr<codegen::Assembly> ptx =
      codegen::emitAssembly(file->kernels(), file->target(), /*library=*/"");
  ASSERT_TRUE(succeeded(ptx));
  EXPECT_EQ(countPtx(ptx->text), countsOf(of));

  ASSERT_EQ(file->lowering().conversions.size(), 1U);
  const ProgramCounts &plan = file->lowering().conversions.front().plan.counts;
  using enum InstructionClass;
  EXPECT_EQ(plan.shuffles, of(Shuffle));
  EXPECT_EQ(plan.loads, of(SharedLoad) + of(MatrixLoad));
  EXPECT_EQ(plan.stores, of(SharedStore) + of(MatrixStore));
  EXPECT_EQ(plan.warpBarriers * Warps, of(WarpBarrier));
  EXPECT_EQ(plan.blockBarriers * Warps, of(BlockBarrier));
  EXPECT_EQ(plan.read.actual + plan.write.actual,
            run.sharedAccesses().wavefronts / Iterations);
  Counts counts = countsOf(of);
  sum.shuffles += counts.shuffles;
  sum.sharedLoads += counts.sharedLoads;
  sum.matrixLoads += counts.matrixLoads;
  sum.matrixStores += counts.matrixStores;
  sum.warpBarriers += counts.warpBarriers;
  sum.blockBarriers += counts.blockBarriers;
}

TEST(Counts, PlanProgramRunAndPtxAgree) {
  constexpr unsigned Cases = 60;
  constexpr std::pair<const char *, unsigned> Elements[] = {
      {"i8", 1}, {"f16", 2}, {"f32", 4}, {"f64", 8}};
  Counts sum;
  for (unsigned number = 0; number < Cases; ++number) {
    std::mt19937_64 random(number);
    auto [element, bytes] = Elements[number % std::size(Elements)];
    unsigned registerBits = 1 + static_cast<unsigned>(random() % 4);
    std::uint64_t size = std::uint64_t(1)
                         << (registerBits + LaneBits + WarpBits);
    std::string from = randomLayout(random, registerBits);
    std::string to = randomLayout(random, registerBits);
    check(kernelText(from, to, element, size), size * bytes, sum);
    if (HasFatalFailure())
      return;
  }
  // Otherwise there was nothing to agree on.
  EXPECT_GT(sum.sharedLoads, 0U);
  EXPECT_GT(sum.blockBarriers, 0U);
}

/// Lanes and registers change places, which shuffles do; a tile of a matrix
/// product changes hands by matrices.
TEST(Counts, AgreeOnShufflesAndMatrices) {
  Counts sum;
  check(kernelText("#ttg.linear<{register = [[1]], lane = [[2], [4], [8], "
                   "[16], [32]], warp = [[64], [128]], block = []}>",
                   "#ttg.linear<{register = [[2]], lane = [[1], [4], [8], "
                   "[16], [32]], warp = [[64], [128]], block = []}>",
                   "f32", 256),
        1024, sum);
  EXPECT_GT(sum.shuffles, 0U);
}

TEST(Counts, AgreeOnCopies) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context
      .loadDialect<arith::ArithDialect, scf::SCFDialect, simt::SimtDialect>();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(CopyKernel, &context);
  ASSERT_TRUE(module);
  simt::KernelOp kernel = *module->getOps<simt::KernelOp>().begin();
  constexpr std::uint64_t Bytes = 32 * Warps * 32;
  const Target &target = *findTarget("sm_90").value();
  sim::GlobalMemory memory;
  sim::Launch launch;
  launch.arguments = {
      memory.add("x", std::vector<std::uint8_t>(Bytes, 1), true).address,
      Iterations};
  FailureOr<sim::Outcome> outcome =
      sim::simulate(kernel, target, memory, launch);
  ASSERT_TRUE(succeeded(outcome) && !outcome->trap);
  ByClass executed = countProgram(kernel, Iterations),
          program = countProgram(kernel, 1);
  EXPECT_EQ(outcome->counters.instructions, executed);
  auto of = [&](InstructionClass kind) {
    return program[static_cast<std::size_t>(kind)];
  };
  EXPECT_EQ(of(InstructionClass::AsyncCopy), 4 * Warps);
  FailureOr<codegen::Assembly> ptx =
      codegen::emitAssembly(*module, target, /*library=*/"");
  ASSERT_TRUE(succeeded(ptx));
  EXPECT_EQ(countPtx(ptx->text), countsOf(of));
}

} // namespace
