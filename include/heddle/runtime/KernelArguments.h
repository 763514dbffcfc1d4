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
#include "heddle/runtime/NumberType.h"

namespace heddle {

namespace sim {
class GlobalMemory;
} // namespace sim

/// A tensor in a buffer, from its beginning on; sizes and strides are in
/// elements.
struct DescribedTensor {
  std::vector<std::uint64_t> shape, strides;
  bool isNanOutside = false;
};

/// One argument: a number, or a buffer whose address is given, alone or in a
/// descriptor.
struct GivenArgument {
  std::string name;
  /// Of the elements if it is a buffer: "f32".
  std::string element;
  /// The bits of a number.
  std::uint64_t bits = 0;
  std::optional<NpyArray> buffer;
  /// An earlier argument whose buffer this one points into, too, and how many
  /// bytes behind the buffer's beginning it points, its own or another's.
  std::optional<std::size_t> sharedWith = {};
  std::uint64_t offset = 0;
  /// False of a buffer that nothing has been written to.
  bool isDefined = true;
  /// Of a descriptor, which has a buffer, too.
  std::optional<DescribedTensor> tensor;
  /// Of a descriptor that is passed as a tensor map: all but the address.
  std::optional<TensorMap> map = {};

  /// Adds what a launch passes, one word for each of the kernel's parameters
  /// (`KernelLaunch::parameters`), if it points to this address. What is
  /// passed for a tensor map is up to the launch: 0 here.
  void addBits(std::uint64_t address, std::vector<std::uint64_t> &bits) const;
};

/// The tensor map of a tensor that a descriptor describes, all but its address,
/// with the boxes and elements that the kernel asks for. Nothing if the
/// argument is passed in parts. Fails if the chip's copy engine cannot have
/// such a tensor.
[[nodiscard]] Result<std::optional<TensorMap>>
tensorMapFor(const KernelArgument &argument, const DescribedTensor &tensor);

/// The bits of a number, as command lines write it. Fails on what is no number
/// of this type, or out of its range.
[[nodiscard]] Result<std::uint64_t> parseNumber(const NumberType &type,
                                                std::string_view text);

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
/// NaN, or bytes of 0xA5). A descriptor is
/// `desc(x.npy,block=64x64,shape=100x50,padding=nan)`, with either of these in
/// place of the file; the block is that of the kernel, without a shape the
/// tensor is the whole array, and zeros are read outside of it unless `nan` is
/// said. Where Triton's IR repeats a descriptor's sizes (i32) and strides (i64)
/// behind it, under the same name, they need not be given.
/// One without a name is called "argument 3".
/// Random numbers follow from the seed and the argument's place. Fails on
/// arguments that are missing, given twice, or of another kind.
[[nodiscard]] Result<std::vector<GivenArgument>>
readArguments(const KernelLaunch &launch, const std::vector<std::string> &texts,
              std::uint64_t seed);

/// The file in `KEY=@x.npy` or `KEY=desc(x.npy,...)`; empty if there is none.
[[nodiscard]] std::string fileIn(std::string_view assignment);

/// Puts the buffers into memory, under the arguments' names, and tensor maps
/// behind them all, in the simulator's form. Gives the bits that a launch
/// passes, of a tensor map its address.
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
