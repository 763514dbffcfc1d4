//===- Cuda.h - NVIDIA's driver ---------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An NVIDIA GPU through its driver, libcuda.so.1, which is looked for when
/// the program runs: it is built and starts without one. (CUDA Driver API.)
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_RUNTIME_CUDA_H
#define HEDDLE_LIB_RUNTIME_CUDA_H

#include "heddle/f2/Error.h"
#include "heddle/target/TensorMap.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace heddle {

struct CudaFunctions;

/// A kernel on the GPU.
struct CudaKernel {
  void *function = nullptr;
  /// Of a thread; bytes of local memory are spills and arrays.
  unsigned registers = 0, localBytes = 0;
};

/// A tensor map as the driver encodes it, which is passed by value.
struct alignas(128) CudaTensorMap {
  std::array<std::uint8_t, TensorMap::Bytes> bytes = {};
};

struct CudaLaunch {
  std::array<std::uint32_t, 3> grid = {1, 1, 1};
  /// Of a block.
  unsigned threads = 1, sharedBytes = 0;
  /// The bits of each argument in the low ones.
  std::vector<std::uint64_t> arguments;
  /// What takes the place of those bits for arguments that are tensor maps, by
  /// their number.
  std::vector<std::pair<std::size_t, CudaTensorMap>> maps = {};
};

/// The first GPU that the driver shows. Everything fails with the driver's name
/// and text of the error. After a kernel that failed nothing else works.
class CudaDevice {
public:
  /// Fails where there is no driver or no GPU.
  [[nodiscard]] static Result<std::unique_ptr<CudaDevice>> open();
  /// Gives back all that it has.
  ~CudaDevice();
  CudaDevice(const CudaDevice &) = delete;
  CudaDevice &operator=(const CudaDevice &) = delete;

  /// "NVIDIA H200".
  const std::string &name() const { return called; }
  /// "sm_90".
  const std::string &chip() const { return architecture; }

  /// Translates PTX; `sharedBytes` is what a launch will ask for. What the
  /// driver's compiler says is the witness if it fails.
  [[nodiscard]] Result<CudaKernel> load(const std::string &ptx,
                                        const std::string &entry,
                                        std::uint64_t sharedBytes);
  /// Fails if the chip has no such map, too.
  [[nodiscard]] Result<CudaTensorMap> encode(const TensorMap &map);
  /// The address of so many bytes, a multiple of 256.
  [[nodiscard]] Result<std::uint64_t> allocate(std::uint64_t bytes);
  [[nodiscard]] Result<void> write(std::uint64_t address,
                                   std::span<const std::uint8_t> bytes);
  [[nodiscard]] Result<void> read(std::uint64_t address,
                                  std::span<std::uint8_t> bytes);
  /// Returns when the kernel has ended: how many microseconds went by on the
  /// GPU from before the launch to its end.
  [[nodiscard]] Result<double> launch(const CudaKernel &kernel,
                                      const CudaLaunch &launch);

private:
  CudaDevice();
  Result<void> start();
  Result<void> check(int status, std::string_view doing) const;

  std::unique_ptr<CudaFunctions> cuda;
  std::string called, architecture;
  int device = 0;
  bool hasContext = false;
  std::vector<void *> modules;
  std::vector<std::uint64_t> buffers;
  /// Events around a launch.
  std::array<void *, 2> events = {};
};

} // namespace heddle

#endif // HEDDLE_LIB_RUNTIME_CUDA_H
