//===- KernelArguments.h - What kernels are given ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a kernel is given, as the command line says it: `0=f32[4096]:randn`,
/// `x=@x.npy`, `2=4096`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_RUNTIME_KERNELARGUMENTS_H
#define HEDDLE_RUNTIME_KERNELARGUMENTS_H

#include "heddle/f2/Error.h"
#include "heddle/pipeline/Compile.h"
#include "heddle/runtime/Npy.h"

namespace heddle {

namespace sim {
class GlobalMemory;
} // namespace sim

/// One argument: a number, or a buffer whose address is given.
struct GivenArgument {
  std::string name;
  /// Of the elements if it is a buffer: "f32".
  std::string element;
  /// The bits of a number.
  std::uint64_t bits = 0;
  std::optional<NpyArray> buffer;
  /// False of a buffer that nothing has been written to.
  bool isDefined = true;
};

/// The number of an argument, and what is said of it.
using AssignedArgument = std::pair<unsigned, std::string>;

/// Reads `KEY=VALUE`, the key being an argument's position (from 0) or name.
/// Fails without a key, and if there is no such argument; lists those that
/// there are.
[[nodiscard]] Result<AssignedArgument> findAssigned(const KernelLaunch &launch,
                                                    std::string_view text);

/// Reads a list of assignments, one for each argument. A value is a number, a
/// NumPy file behind '@', or `type[shape]:` and what it is filled with:
/// `zeros`, `ones`, `arange`, `rand` (from 0 to 1; of integers all values),
/// `randn` (of integers rounded, with a deviation of 32), `poison` (undefined:
/// NaN, or bytes of 0xA5).
/// One without a name is called "argument 3".
/// Random numbers follow from the seed and the argument's place. Fails on
/// arguments that are missing, given twice, or of another kind.
[[nodiscard]] Result<std::vector<GivenArgument>>
readArguments(const KernelLaunch &launch, const std::vector<std::string> &texts,
              std::uint64_t seed);

/// Puts the buffers into memory, under the arguments' names, and gives each
/// argument's bits: of a buffer its address.
std::vector<std::uint64_t>
placeArguments(const std::vector<GivenArgument> &arguments,
               sim::GlobalMemory &memory);

/// `ref.npy`, `ref.npy:1e-5,1e-6`: what a buffer is compared with.
struct Expectation {
  std::string path;
  /// As in NumPy: |got - want| <= absolute + relative * |want|. To the bit if
  /// both are zero, but that all NaNs are alike.
  double relative = 0, absolute = 0;
};
[[nodiscard]] Result<Expectation> parseExpectation(std::string_view text);

/// Nothing if they agree; otherwise the first difference and how many there
/// are, "x[3,7]: expects 1.5, but got 2 (and 41 more of 4096)". Fails if the
/// file cannot be read, or has other elements.
[[nodiscard]] Result<std::optional<std::string>>
compareWith(const GivenArgument &argument, const Expectation &expectation);

} // namespace heddle

#endif // HEDDLE_RUNTIME_KERNELARGUMENTS_H
