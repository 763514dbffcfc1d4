//===- CountersTest.cpp - What was executed -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtProgram.h"

namespace heddle {

namespace {

std::uint64_t counter(const sim::Outcome &outcome, std::string_view name) {
  for (auto [each, value] : sim::listCounters(outcome.counters))
    if (each == name)
      return value;
  ADD_FAILURE() << "no counter " << name;
  return 0;
}

struct Measured {
  SimtProgram program;
  const sim::Outcome *outcome;
  explicit Measured(const std::string &body, unsigned warps = 1,
                    unsigned shared = 0)
      : program(body, warps, shared) {
    program.with("a", std::vector<std::uint8_t>(16384));
    program.with("r", std::vector<std::uint8_t>(16384));
    EXPECT_EQ(program.fault(), "");
    outcome = program.run();
  }
  std::uint64_t of(std::string_view name) { return counter(*outcome, name); }
};

/// What the kernel's beginning counts, which all have.
std::uint64_t before(std::string_view name) { return Measured("").of(name); }

} // namespace

TEST(SimCounters, instructionsByKind) {
  Measured run("%f = arith.constant dense<1.0> : vector<8xf32>\n"
               "%g = arith.addf %f, %f : vector<8xf32>\n"
               "%d = arith.extf %g : vector<8xf32> to vector<8xf64>\n"
               "%e = arith.mulf %d, %d : vector<8xf64>\n"
               "%s = simt.approximate exp2 %g : vector<8xf32>\n"
               "%x = arith.addi %thread, %i1 : i32\n"
               "%y = simt.shuffle_xor %x, 1\n"
               "%p = simt.permute %g [0, 0] : vector<8xf32> -> vector<2xf32>\n"
               "simt.barrier warp\nsimt.barrier block\n",
               4);
  EXPECT_EQ(run.of("instructions.float"), 4U * 8);
  EXPECT_EQ(run.of("instructions.conversion"), 4U * 8);
  EXPECT_EQ(run.of("instructions.double"), 4U * 8);
  EXPECT_EQ(run.of("instructions.special"), 4U * 8);
  EXPECT_EQ(run.of("instructions.integer"),
            4 * (before("instructions.integer") + 1));
  EXPECT_EQ(run.of("instructions.shuffle"), 4U);
  EXPECT_EQ(run.of("instructions.barrier.warp"), 4U);
  EXPECT_EQ(run.of("instructions.barrier.block"), 4U);
  EXPECT_EQ(run.of("smsp__inst_executed.sum"),
            4 * (before("smsp__inst_executed.sum") + 36));
}

TEST(SimCounters, allClassesOfAnOp) {
  Measured run(
      "%tile = arith.constant 0 : i32\n"
      "%sums = arith.constant dense<0.5> : vector<4xf32>\n"
      "%d = simt.group_mma <m64n8k16 f16 f16 f32> at %tile as "
      "17179869184 * %tile as 17179869184 + %sums [0, 0, 0, 0, 0, 0] : "
      "(i32, i32, vector<4xf32>) -> vector<4xf32>\n"
      "%e = simt.group_wait 0 (%d) read(%tile) : (vector<4xf32>, i32) "
      "-> vector<4xf32>\n",
      4, 8192);
  EXPECT_EQ(run.of("smsp__inst_executed_pipe_tensor.sum"), 4U * 2);
  // Two fences of the group, and one that waits.
  EXPECT_EQ(run.of("instructions.fence"), 4U * 3);
}

TEST(SimCounters, whatIsNotExecutedDoesNotCount) {
  Measured run("scf.if %false {\n%f = arith.constant 1.0 : f32\n"
               "%g = arith.addf %f, %f : f32\n}");
  EXPECT_EQ(run.of("instructions.float"), 0U);
  EXPECT_EQ(run.of("instructions.branch"), 1U);
  Measured loop(
      "scf.for %i = %i0 to %i3 step %i1 : i32 {\n%f = arith.constant 1.0 "
      ": f32\n"
      "%g = arith.addf %f, %f : f32\n}");
  EXPECT_EQ(loop.of("instructions.float"), 3U);
}

TEST(SimCounters, sectorsOfGlobalMemory) {
  auto load = [](const std::string &place, unsigned width,
                 const std::string &type) {
    return "%x = simt.load global %" + place + " [0] + [0] width " +
           std::to_string(width) + " : (vector<1xi64>) -> vector<" +
           std::to_string(width) + "x" + type + ">\n";
  };
  Measured words(load("a4", 1, "i32"));
  EXPECT_EQ(words.of("smsp__inst_executed_op_global_ld.sum"), 1U);
  EXPECT_EQ(words.of("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"), 4U);
  EXPECT_EQ(words.of("global_load.lines"), 1U);
  Measured bytes(load("a1", 1, "i8"));
  EXPECT_EQ(bytes.of("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"), 1U);
  Measured apart(
      "%many = arith.constant 512 : i64\n%far = arith.muli %wide, %many : i64\n"
      "%to = arith.addi %a, %far : i64\n%place = simt.splat %to : i64 -> "
      "vector<1xi64>\n" +
      load("place", 4, "i32"));
  EXPECT_EQ(apart.of("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"), 32U);
  EXPECT_EQ(apart.of("global_load.lines"), 32U);
}

TEST(SimCounters, wavefrontsOfSharedMemory) {
  auto run = [](unsigned stride) {
    return Measured(
        "%stride = arith.constant " + std::to_string(stride) +
            " : i32\n"
            "%at = arith.muli %thread, %stride : i32\n"
            "%place = simt.splat %at : i32 -> vector<1xi32>\n"
            "%x = simt.splat %i1 : i32 -> vector<1xi32>\n"
            "simt.store shared %place [0] + [0], %x width 1 : vector<1xi32>, "
            "vector<1xi32>\n"
            "simt.barrier warp\n"
            "%y = simt.load shared %place [0] + [0] width 1 : (vector<1xi32>) "
            "-> "
            "vector<1xi32>",
        1, 8192);
  };
  for (auto [stride, wavefronts] :
       {std::pair(0U, 1U), std::pair(4U, 1U), std::pair(8U, 2U),
        std::pair(64U, 16U), std::pair(128U, 32U), std::pair(132U, 1U)}) {
    Measured each = run(stride);
    EXPECT_EQ(each.of("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"),
              wavefronts)
        << stride;
    EXPECT_EQ(each.of("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"),
              wavefronts)
        << stride;
    EXPECT_EQ(each.of("shared_load.wavefronts.ideal"), 1U) << stride;
    EXPECT_EQ(each.of("shared_bytes"), 8192U);
  }
}

// An access that no lane takes part in is an instruction without any piece.
TEST(SimCounters, accessesOfNobody) {
  Measured run(
      "%p = simt.splat %false : i1 -> vector<1xi1>\n"
      "%x = simt.load global %a4 [0] + [0] width 1 if %p : (vector<1xi64>, "
      "vector<1xi1>) -> vector<1xi32>\n"
      "%y = simt.load shared %s4 [0] + [0] width 1 if %p : (vector<1xi32>, "
      "vector<1xi1>) -> vector<1xi32>",
      1, 128);
  EXPECT_EQ(run.of("smsp__inst_executed_op_global_ld.sum"), 1U);
  EXPECT_EQ(run.of("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"), 0U);
  EXPECT_EQ(run.of("smsp__inst_executed_op_shared_ld.sum"), 1U);
  EXPECT_EQ(run.of("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"), 0U);
  EXPECT_EQ(run.of("shared_load.wavefronts.ideal"), 0U);
}

// Bank conflicts are what is beyond one wavefront for each phase: 16 bytes a
// lane are four phases.
TEST(SimCounters, conflictsAreBeyondPhases) {
  auto run = [](unsigned stride, unsigned width) {
    std::string type = "vector<" + std::to_string(width) + "xi32>";
    return Measured("%stride = arith.constant " + std::to_string(stride) +
                        " : i32\n%at = arith.muli %thread, %stride : i32\n"
                        "%place = simt.splat %at : i32 -> vector<1xi32>\n"
                        "%x = simt.splat %i1 : i32 -> " +
                        type +
                        "\nsimt.store shared %place [0] + [0], %x width " +
                        std::to_string(width) + " : vector<1xi32>, " + type,
                    1, 8192)
        .of("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum");
  };
  EXPECT_EQ(run(4, 1), 0U);
  EXPECT_EQ(run(16, 4), 0U);
  EXPECT_EQ(run(8, 1), 1U);
  EXPECT_EQ(run(128, 1), 31U);
  // Two lanes of a phase ask the same banks.
  EXPECT_EQ(run(64, 4), 12U);
}

// Lanes that ask for the same bytes need no more than one sector.
TEST(SimCounters, idealSectors) {
  auto ideal = [](const std::string &place) {
    return Measured("%x = simt.load global %" + place +
                    " [0] + [0] width 1 : (vector<1xi64>) -> vector<1xi32>\n")
        .of("global_load.sectors.ideal");
  };
  EXPECT_EQ(ideal("a4"), 4U);
  EXPECT_EQ(ideal("a8"), 4U);
  EXPECT_EQ(Measured("%same = simt.splat %a : i64 -> vector<1xi64>\n"
                     "%x = simt.load global %same [0] + [0] width 1 : "
                     "(vector<1xi64>) -> vector<1xi32>\n")
                .of("global_load.sectors.ideal"),
            1U);
}

// ptxas takes `red` where nobody asks what was there, and nothing waits for it.
TEST(SimCounters, atomicsAndReductions) {
  auto run = [](const std::string &order, const std::string &after = "") {
    return Measured("%one = simt.splat %i1 : i32 -> vector<1xi32>\n"
                    "%old = simt.atomic add " +
                    order +
                    " gpu global %a4, %one : (vector<1xi64>, vector<1xi32>) -> "
                    "vector<1xi32>\n" +
                    after);
  };
  const std::string use = "%new = arith.addi %old, %one : vector<1xi32>\n";
  for (const char *order : {"relaxed", "release"}) {
    EXPECT_EQ(run(order).of("smsp__inst_executed_op_global_red.sum"), 1U);
    EXPECT_EQ(run(order).of("l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"),
              4U);
    EXPECT_EQ(run(order, use).of("smsp__inst_executed_op_global_atom.sum"), 1U);
  }
  EXPECT_EQ(run("acq_rel").of("smsp__inst_executed_op_global_atom.sum"), 1U);
  EXPECT_EQ(run("acq_rel").of("smsp__inst_executed_op_global_red.sum"), 0U);
}

// Of each lane four halves, which are neighbours, at once.
TEST(SimCounters, reductionsOfVectors) {
  Measured run("%f = arith.constant dense<1.0> : vector<4xf16>\n"
               "simt.reduction fadd relaxed gpu global %a8 [0] + [0], %f "
               "width 4 : vector<1xi64>, vector<4xf16>\n");
  EXPECT_EQ(run.of("smsp__inst_executed_op_global_red.sum"), 1U);
  EXPECT_EQ(run.of("l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"), 8U);
}

// Each op has its own counters, in loops too, and they sum up to the whole.
TEST(SimCounters, ofEachOp) {
  Measured run("scf.for %i = %i0 to %i3 step %i1 : i32 {\n"
               "  %f = arith.constant dense<1.0> : vector<8xf32>\n"
               "  %g = arith.addf %f, %f : vector<8xf32>\n"
               "  %x = simt.load global %a4 [0] + [0] width 1 : "
               "(vector<1xi64>) -> vector<1xi32>\n}\n"
               "%y = simt.load global %a8 [0] + [0] width 1 : "
               "(vector<1xi64>) -> vector<1xi32>\n"
               "scf.if %false {\n%z = simt.load global %a4 [0] + [0] width 1 : "
               "(vector<1xi64>) -> vector<1xi32>\n}\n",
               2);
  std::vector<std::uint64_t> sectors;
  sim::Counters sum;
  for (const sim::OpCounters &op : run.outcome->ops) {
    sum += op.counters;
    if (op.op->getName().getStringRef() == "simt.load")
      sectors.push_back(op.counters.globalLoads.sectors);
    if (op.op->getName().getStringRef() == "arith.addf") {
      EXPECT_EQ(op.counters.of(sim::InstructionClass::Float), 2U * 3 * 8);
      EXPECT_EQ(op.counters.allInstructions(), 2U * 3 * 8);
    }
  }
  EXPECT_EQ(sectors, (std::vector<std::uint64_t>{2 * 3 * 4, 2 * 8}));
  EXPECT_EQ(sum, run.outcome->counters);
}

TEST(SimCounters, metricsHaveNamesOfTheirOwn) {
  for (const sim::Metric &metric : sim::metrics())
    EXPECT_EQ(sim::findMetric(metric.name), &metric);
  EXPECT_EQ(sim::findMetric("instructions"), nullptr);
}

// Two values at once, as long as an op reads the one and writes the other.
TEST(SimCounters, liveRegisters) {
  auto peak = [](unsigned count) {
    std::string type = "vector<" + std::to_string(count) + "xf32>";
    return Measured(
               "%f = arith.sitofp %thread : i32 to f32\n%x = simt.splat %f : "
               "f32 -> " +
               type + "\n%y = arith.addf %x, %x : " + type +
               "\n%z = arith.addf %y, %y : " + type)
        .of("peak_live_registers");
  };
  EXPECT_EQ(peak(1000) - peak(500), 1000U);
}

} // namespace heddle
