//===- SimtProgram.cpp - Kernels as text, executed ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtProgram.h"
#include "heddle/target/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <cstdlib>
#include <iostream>
#include <random>

namespace heddle {

using namespace mlir;

namespace {

std::string kernelText(llvm::StringRef body, unsigned warps, unsigned shared,
                       unsigned blocks) {
  std::string text =
      "simt.kernel @k(%a: i64, %b: i64, %c: i64, %r: i64) warps(" +
      std::to_string(warps) + ") lanes(32) cluster(" + std::to_string(blocks) +
      ") shared(" + std::to_string(shared) + ") {\n";
  text += "%thread = simt.thread\n%wide = arith.extui %thread : i32 to i64\n"
          "%true = arith.constant true\n%false = arith.constant false\n";
  for (unsigned number = 0; number < 5; ++number)
    text += "%i" + std::to_string(number) + " = arith.constant " +
            std::to_string(number) + " : i32\n";
  for (unsigned bytes : {1, 2, 4, 8}) {
    std::string size = std::to_string(bytes);
    text += "%size" + size + " = arith.constant " + size + " : i64\n%step" +
            size + " = arith.muli %wide, %size" + size + " : i64\n";
    for (std::string name : {"a", "b", "c", "r"})
      text += "%at_" + name + size + " = arith.addi %" + name + ", %step" +
              size + " : i64\n%" + name + size + " = simt.splat %at_" + name +
              size + " : i64 -> vector<1xi64>\n";
  }
  text += "%at_s = arith.muli %thread, %i4 : i32\n"
          "%s4 = simt.splat %at_s : i32 -> vector<1xi32>\n";
  return text + body.str() + "\nsimt.return\n}\n";
}

/// Whatever the host executes them with, programs do the same.
void expectSame(const sim::Outcome &a, const sim::Outcome &b) {
  ASSERT_EQ(a.trap.has_value(), b.trap.has_value());
  if (a.trap) {
    EXPECT_EQ(a.trap->message, b.trap->message);
    EXPECT_EQ(a.trap->program, b.trap->program);
    EXPECT_EQ(a.trap->warp, b.trap->warp);
    EXPECT_EQ(a.trap->lanes, b.trap->lanes);
  }
  EXPECT_EQ(sim::listCounters(a.counters), sim::listCounters(b.counters));
}

void expectSame(sim::GlobalMemory &a, sim::GlobalMemory &b) {
  for (auto [one, other] : llvm::zip(a.all(), b.all())) {
    EXPECT_EQ(one.bytes, other.bytes) << one.name;
    EXPECT_EQ(one.isDefined, other.isDefined) << one.name;
  }
}

} // namespace

SimtProgram::SimtProgram(llvm::StringRef body, unsigned warps, unsigned shared,
                         unsigned blocks)
    : text(kernelText(body, warps, shared, blocks)),
      context(MLIRContext::Threading::DISABLED) {
  context.loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                      math::MathDialect, scf::SCFDialect, simt::SimtDialect>();
  module = parseSourceString<ModuleOp>(text, &context);
  if (!module) {
    std::cerr << "expects a kernel, but got\n" << text << std::endl;
    std::abort();
  }
}

void SimtProgram::add(const std::string &name, std::vector<std::uint8_t> bytes,
                      bool isDefined) {
  memory.add(name, std::move(bytes), isDefined);
}

sim::Buffer &SimtProgram::buffer(const std::string &name) {
  for (sim::Buffer &each : memory.all())
    if (each.name == name)
      return each;
  std::cerr << "there is no buffer " << name << std::endl;
  std::abort();
}

simt::KernelOp SimtProgram::kernel() {
  return *module->getOps<simt::KernelOp>().begin();
}

const sim::Outcome *SimtProgram::run() {
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    errors += diagnostic.str() + "\n";
    return success();
  });
  launch.arguments.clear();
  for (const char *name : {"a", "b", "c", "r"}) {
    Bits address = 0;
    for (sim::Buffer &each : memory.all())
      if (each.name == name)
        address = each.address;
    launch.arguments.push_back(address);
  }
  simt::KernelOp kernel = this->kernel();
  const Target &target = *findTarget(this->target).value();
  sim::GlobalMemory other = memory, before = memory;
  auto result = sim::simulate(kernel, target, memory, launch);
  outcome.reset();
  if (failed(result))
    return nullptr;
  outcome = std::move(*result);
  origin.reset();
  if (outcome->trap && outcome->trap->isUndefined) {
    origin =
        sim::traceUndefined(kernel, target, before, launch, *outcome->trap);
    EXPECT_TRUE(origin) << outcome->trap->message;
  }
  if (launch.host == sim::HostInstructions::Best) {
    sim::Launch plain = launch;
    plain.host = sim::HostInstructions::Baseline;
    plain.progress = {};
    auto again = sim::simulate(kernel, target, other, plain);
    expectSame(*outcome, *again);
    expectSame(memory, other);
  }
  return &*outcome;
}

const sim::Trap &SimtProgram::trap() {
  if (!outcome)
    run();
  if (outcome && outcome->trap)
    return *outcome->trap;
  std::cerr << "expects a trap, but got none; " << errors << std::endl;
  std::abort();
}

std::string SimtProgram::fault() {
  if (run() == nullptr)
    return errors;
  return outcome->trap ? outcome->trap->message : "";
}

std::string SimtProgram::lineOf(Location place) const {
  auto file = dyn_cast<FileLineColLoc>(place);
  if (!file)
    return "(no line)";
  llvm::StringRef rest = text;
  for (unsigned line = 1; line < file.getLine(); ++line)
    rest = rest.split('\n').second;
  return rest.split('\n').first.trim().str();
}

//===----------------------------------------------------------------------===//
// One op
//===----------------------------------------------------------------------===//

unsigned widthOf(llvm::StringRef type) {
  if (type.starts_with("f8"))
    return 8;
  unsigned width = 0;
  type.ltrim("bfi").getAsInteger(10, width);
  return width;
}

namespace {

unsigned bytesOf(llvm::StringRef type) {
  return std::max(1U, widthOf(type) / 8);
}

std::vector<std::uint8_t> pack(const std::vector<Bits> &numbers, unsigned bytes,
                               std::size_t rows) {
  std::vector<std::uint8_t> packed(rows * bytes);
  // The last fills up what is left.
  for (std::size_t row = 0; row < rows; ++row)
    std::memcpy(packed.data() + row * bytes,
                &numbers[std::min(row, numbers.size() - 1)], bytes);
  return packed;
}

} // namespace

std::vector<Bits> evaluate(llvm::StringRef op, llvm::ArrayRef<std::string> from,
                           llvm::StringRef to,
                           const std::vector<std::vector<Bits>> &columns,
                           llvm::StringRef before) {
  constexpr unsigned Lanes = 32, Registers = 4;
  std::size_t rows = columns.front().size(),
              programs = (rows + Lanes * Registers - 1) / (Lanes * Registers);
  std::string body = "%program = simt.program x\n"
                     "%lanes = arith.constant 32 : i32\n"
                     "%before = arith.muli %program, %lanes : i32\n"
                     "%index = arith.addi %before, %thread : i32\n"
                     "%place = arith.extui %index : i32 to i64\n";
  auto address = [&](const std::string &name, llvm::StringRef type) {
    std::string bytes = std::to_string(bytesOf(type) * Registers);
    body += "%bytes_" + name + " = arith.constant " + bytes + " : i64\n%move_" +
            name + " = arith.muli %place, %bytes_" + name + " : i64\n%to_" +
            name + " = arith.addi %" + name + ", %move_" + name +
            " : i64\n%of_" + name + " = simt.splat %to_" + name +
            " : i64 -> vector<1xi64>\n";
  };
  auto vectorOf = [](llvm::StringRef type) {
    return "vector<4x" + type.str() + ">";
  };
  static const std::array<std::string, 3> Names = {"a", "b", "c"},
                                          Operands = {"x", "y", "z"};
  for (std::size_t index = 0; index < from.size(); ++index) {
    address(Names[index], from[index]);
    body += "%" + Operands[index] + " = simt.load global %of_" + Names[index] +
            " [0] + [0] width 4 : (vector<1xi64>) -> " + vectorOf(from[index]) +
            "\n";
  }
  address("r", to);
  body += before.str() + "\n%result = " + op.str() +
          "\nsimt.store global %of_r [0] + [0], %result "
          "width 4 : vector<1xi64>, " +
          vectorOf(to);
  SimtProgram program(body);
  std::size_t padded = programs * Lanes * Registers;
  for (std::size_t index = 0; index < from.size(); ++index)
    program.with(Names[index],
                 pack(columns[index], bytesOf(from[index]), padded));
  program.with("r", std::vector<std::uint8_t>(padded * bytesOf(to)));
  program.launch.grid = {static_cast<std::uint32_t>(programs), 1, 1};
  std::string fault = program.fault();
  EXPECT_EQ(fault, "") << op.str();
  std::vector<Bits> results(rows);
  std::vector<std::uint8_t> &bytes = program.buffer("r").bytes;
  for (std::size_t row = 0; row < rows; ++row)
    std::memcpy(&results[row], bytes.data() + row * bytesOf(to), bytesOf(to));
  return results;
}

std::vector<Bits> interestingNumbers(llvm::StringRef type, unsigned count,
                                     std::uint64_t seed) {
  std::mt19937_64 random(seed);
  unsigned width = widthOf(type);
  Bits all = ~Bits(0) >> (64 - width);
  std::vector<Bits> numbers(count);
  for (Bits &number : numbers) {
    switch (random() % 4) {
    case 0:
      number = random() % 5 - 2;
      break;
    case 1:
      number = (Bits(1) << random() % width) + random() % 3 - 1;
      break;
    case 2:
      number = all - (random() & random() & random() & random());
      break;
    default:
      number = random() >> random() % width;
    }
    number &= all;
  }
  return numbers;
}

std::vector<std::uint32_t> randomWords(unsigned count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::uint32_t> words(count);
  for (std::uint32_t &word : words)
    word = random();
  return words;
}

} // namespace heddle
