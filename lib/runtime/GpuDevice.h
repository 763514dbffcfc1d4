//===- GpuDevice.h - A GPU through its driver -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A GPU through its driver's library, which is looked for when the program
/// runs: it is built and starts without one. (CUDA Driver API; HIP Runtime
/// API.) Most functions of CUDA's driver have a twin of the same type in HIP;
/// what differs is in Cuda.cpp and Hip.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_RUNTIME_GPUDEVICE_H
#define HEDDLE_LIB_RUNTIME_GPUDEVICE_H

#include "heddle/f2/Error.h"
#include "heddle/target/Target.h"
#include "heddle/target/TensorMap.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace heddle {

/// A kernel on the GPU.
struct GpuKernel {
  void *function = nullptr;
  /// Of a thread; bytes of local memory are spills and arrays.
  unsigned registers = 0, localBytes = 0;
  /// Shared memory of a block that a launch has to ask for.
  unsigned dynamicSharedBytes = 0;
};

/// A tensor map as NVIDIA's driver encodes it, which is passed by value.
struct alignas(128) EncodedTensorMap {
  std::array<std::uint8_t, TensorMap::Bytes> bytes = {};
};

struct GpuLaunch {
  std::array<std::uint32_t, 3> grid = {1, 1, 1};
  /// Of a block.
  unsigned threads = 1;
  /// The bits of each argument in the low ones.
  std::vector<std::uint64_t> arguments;
  /// What takes the place of those bits for arguments that are tensor maps, by
  /// their number.
  std::vector<std::pair<std::size_t, EncodedTensorMap>> maps = {};
};

/// What both drivers have. Types are those of cuda.h and hip_runtime_api.h:
/// results, devices and attributes are ints, handles are pointers, addresses on
/// the device have 64 bits.
struct DriverFunctions {
  int (*init)(unsigned);
  int (*deviceGetCount)(int *);
  int (*deviceGetName)(char *, int, int);
  int (*synchronize)();
  int (*moduleUnload)(void *);
  int (*moduleGetFunction)(void **, void *, const char *);
  int (*functionGetAttribute)(int *, int, void *);
  int (*allocate)(std::uint64_t *, std::size_t);
  int (*free)(std::uint64_t);
  int (*copyToDevice)(std::uint64_t, const void *, std::size_t);
  int (*copyToHost)(void *, std::uint64_t, std::size_t);
  int (*launchKernel)(void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                      unsigned, unsigned, void *, void **, void **);
  int (*eventCreate)(void **, unsigned);
  int (*eventDestroy)(void *);
  int (*eventRecord)(void *, void *);
  int (*eventElapsed)(float *, void *, void *);
  int (*errorName)(int, const char **);
  int (*errorText)(int, const char **);
};

/// The first GPU that the driver shows. Everything fails with the driver's name
/// and text of the error. After a kernel that failed nothing else works.
class GpuDevice {
public:
  /// Fails where there is no driver or no GPU of the vendor.
  [[nodiscard]] static Result<std::unique_ptr<GpuDevice>> open(Vendor vendor);
  /// Gives back all that it has.
  virtual ~GpuDevice() = default;
  GpuDevice(const GpuDevice &) = delete;
  GpuDevice &operator=(const GpuDevice &) = delete;

  /// "NVIDIA H200".
  const std::string &name() const { return called; }
  /// "sm_90", "gfx942".
  const std::string &chip() const { return architecture; }

  /// Loads PTX or a code object; `sharedBytes` is what a block of the kernel
  /// takes. What the driver's compiler says is the witness if it fails.
  [[nodiscard]] Result<GpuKernel> load(const std::string &code,
                                       const std::string &entry,
                                       std::uint64_t sharedBytes);
  /// Fails if no launch of the driver can have that many blocks.
  [[nodiscard]] virtual Result<void>
  checkGrid(const GpuLaunch &launch) const = 0;
  /// Fails if the chip has no such map, too.
  [[nodiscard]] virtual Result<EncodedTensorMap> encode(const TensorMap &map);
  /// The address of so many bytes, a multiple of 256.
  [[nodiscard]] Result<std::uint64_t> allocate(std::uint64_t bytes);
  [[nodiscard]] Result<void> write(std::uint64_t address,
                                   std::span<const std::uint8_t> bytes);
  [[nodiscard]] Result<void> read(std::uint64_t address,
                                  std::span<std::uint8_t> bytes);
  /// Returns when the kernel has ended: how many microseconds went by on the
  /// GPU from before the launch to its end.
  [[nodiscard]] Result<double> launch(const GpuKernel &kernel,
                                      const GpuLaunch &launch);

protected:
  GpuDevice() = default;

  /// What goes without a GPU.
  static constexpr std::string_view Remedy =
      "heddle sim runs kernels without a GPU, heddle compile needs none either";
  /// Of the functions that both have, those of this driver by name, in order.
  using Names = std::array<const char *, 18>;

  /// Loads the first of these libraries that is there. It stays loaded: drivers
  /// do not like to be unloaded. Fails if `gpu`, "an NVIDIA GPU", has none.
  Result<void> loadLibrary(std::span<const char *const> libraries,
                           std::string_view gpu);
  /// Looks a function of the library up; the library is of `release`, "CUDA
  /// 12", at least if it has it.
  template <class Function>
  Result<void> find(Function &function, const char *name,
                    std::string_view release) const {
    Result<void *> found = findSymbol(name, release);
    if (!found)
      return tl::unexpected(found.error());
    function = reinterpret_cast<Function>(*found);
    return {};
  }
  Result<void> findAll(const Names &names, std::string_view release);
  /// Starts the driver. Fails if it shows no GPU.
  Result<void> init(std::string_view gpu);
  Result<void> readName(int device);
  Result<void> makeEvents();
  /// Gives back modules, memory and events, which the end of a driver's class
  /// does first.
  void release();
  Result<void> check(int status, std::string_view doing) const;

  /// The driver's module of such code.
  virtual Result<void *> loadModule(const std::string &code) = 0;
  /// Lets the kernel have so much shared memory.
  virtual Result<void> prepare(GpuKernel &kernel,
                               std::uint64_t sharedBytes) = 0;

  DriverFunctions driver = {};
  std::string called, architecture;

private:
  Result<void *> findSymbol(const char *name, std::string_view release) const;

  void *library = nullptr;
  const char *libraryName = "";
  std::vector<void *> modules;
  std::vector<std::uint64_t> buffers;
  /// Events around a launch.
  std::array<void *, 2> events = {};
};

/// NVIDIA's, through libcuda.so.1.
[[nodiscard]] Result<std::unique_ptr<GpuDevice>> openCudaDevice();
/// AMD's, through libamdhip64.so.
[[nodiscard]] Result<std::unique_ptr<GpuDevice>> openHipDevice();

} // namespace heddle

#endif // HEDDLE_LIB_RUNTIME_GPUDEVICE_H
