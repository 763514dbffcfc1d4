//===- SimtProgram.h - Kernels as text, executed ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Kernels as text, executed on the simulator.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_SIM_SIMTPROGRAM_H
#define HEDDLE_TEST_UNIT_SIM_SIMTPROGRAM_H

#include "heddle/sim/Simulator.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <cstring>
#include <gtest/gtest.h>

namespace heddle {

/// A kernel with the buffers a, b, c and r, as addresses `%a` and so on. Its
/// body may use, besides `%thread`, vectors of one address each: `%a1`, `%a2`,
/// `%a4`, `%a8`, where thread t has element t if elements have so many bytes,
/// the same for the others, and `%s4` for words of shared memory. There are
/// `%true` and `%false`, and numbers of i32, `%i0` to `%i4`.
class SimtProgram {
public:
  explicit SimtProgram(llvm::StringRef body, unsigned warps = 1,
                       unsigned shared = 0, unsigned blocks = 1);

  /// Buffers as they are when the kernel begins, or ended.
  template <class T>
  SimtProgram &with(const std::string &name, const std::vector<T> &numbers,
                    bool isDefined = true) {
    std::vector<std::uint8_t> bytes(numbers.size() * sizeof(T));
    if (!bytes.empty())
      std::memcpy(bytes.data(), numbers.data(), bytes.size());
    add(name, std::move(bytes), isDefined);
    return *this;
  }
  template <class T> std::vector<T> get(const std::string &name) {
    std::vector<std::uint8_t> &bytes = buffer(name).bytes;
    std::vector<T> numbers(bytes.size() / sizeof(T));
    if (!bytes.empty())
      std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
  }
  sim::Buffer &buffer(const std::string &name);
  simt::KernelOp kernel();

  /// Null if the simulator refuses it; `errors` then says why.
  const sim::Outcome *run();
  /// The trap that there has to be.
  const sim::Trap &trap();
  /// Where the undefined value of the last run's trap came from.
  std::optional<sim::UndefinedOrigin> origin;
  /// No trap and no error: empty. Otherwise its text.
  std::string fault();

  /// Programs that would not end are stopped soon.
  sim::Launch launch = {.arguments = {},
                        .maxInstructions = std::uint64_t(1) << 24};
  std::string target = "sm_90";
  std::string errors;
  /// The line of the text that a location is in.
  std::string lineOf(mlir::Location place) const;

private:
  void add(const std::string &name, std::vector<std::uint8_t> bytes,
           bool isDefined);

  std::string text;
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  sim::GlobalMemory memory;
  std::optional<sim::Outcome> outcome;
};

/// Any words, the same ones for a seed.
std::vector<std::uint32_t> randomWords(unsigned count, std::uint32_t seed);

/// Bits of numbers, in the low ones.
using Bits = std::uint64_t;

/// What `op` makes of `%x`, `%y` and `%z`, vectors of four of the types, for
/// each row of the columns. The text is that of the op alone; `before` are
/// other ops that it needs.
std::vector<Bits> evaluate(llvm::StringRef op, llvm::ArrayRef<std::string> from,
                           llvm::StringRef to,
                           const std::vector<std::vector<Bits>> &columns,
                           llvm::StringRef before = "");

/// Bits of i1, i8, bf16 and others.
unsigned widthOf(llvm::StringRef type);

/// Numbers with many bits alike, and others: small, large, powers of two, one
/// less or more, anything.
std::vector<Bits> interestingNumbers(llvm::StringRef type, unsigned count,
                                     std::uint64_t seed);

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_SIM_SIMTPROGRAM_H
