//===- Hip.cpp - AMD's driver ---------------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuDevice.h"

#include <limits>

namespace heddle {

namespace {

constexpr std::string_view Gpu = "an AMD GPU", Release = "HIP 6";
constexpr const char *Libraries[] = {"libamdhip64.so.7", "libamdhip64.so.6"};

/// hipDeviceProp_tR0600, of 1472 bytes, has the chip's name and what it is
/// configured for in `gcnArchName`, "gfx942:sramecc+:xnack-".
struct DeviceProperties {
  static constexpr std::size_t NameOffset = 1160, Bytes = 1472;
  alignas(8) std::array<char, Bytes> bytes = {};

  std::string_view chip() const {
    constexpr std::size_t MostName = 255;
    std::string_view name(bytes.data() + NameOffset, MostName);
    return name.substr(0, name.find_first_of(std::string_view(":\0", 2)));
  }
};

class HipDevice : public GpuDevice {
public:
  ~HipDevice() override { release(); }
  Result<void> start();
  Result<void> checkGrid(const GpuLaunch &launch) const override;

protected:
  Result<void *> loadModule(const std::string &code) override;
  Result<void> prepare(GpuKernel &kernel, std::uint64_t sharedBytes) override;

private:
  Result<void> identify();

  // What CUDA has otherwise.
  int (*setDevice)(int) = nullptr;
  int (*getProperties)(void *, int) = nullptr;
  int (*moduleLoad)(void **, const void *) = nullptr;
};

Result<void> HipDevice::start() {
  constexpr Names Shared = {"hipInit",
                            "hipGetDeviceCount",
                            "hipDeviceGetName",
                            "hipDeviceSynchronize",
                            "hipModuleUnload",
                            "hipModuleGetFunction",
                            "hipFuncGetAttribute",
                            "hipMalloc",
                            "hipFree",
                            "hipMemcpyHtoD",
                            "hipMemcpyDtoH",
                            "hipModuleLaunchKernel",
                            "hipEventCreateWithFlags",
                            "hipEventDestroy",
                            "hipEventRecord",
                            "hipEventElapsedTime",
                            "hipDrvGetErrorName",
                            "hipDrvGetErrorString"};
  Result<void> ok = loadLibrary(Libraries, Gpu);
  if (ok)
    ok = findAll(Shared, Release);
  if (ok)
    ok = find(setDevice, "hipSetDevice", Release);
  if (ok)
    ok = find(getProperties, "hipGetDevicePropertiesR0600", Release);
  if (ok)
    ok = find(moduleLoad, "hipModuleLoadData", Release);
  if (ok)
    ok = init(Gpu);
  if (ok)
    ok = check(setDevice(0), "to use the GPU");
  if (ok)
    ok = identify();
  return ok ? makeEvents() : ok;
}

Result<void> HipDevice::identify() {
  if (auto ok = readName(0); !ok)
    return ok;
  DeviceProperties properties;
  if (auto ok = check(getProperties(properties.bytes.data(), 0),
                      "to say what the GPU can do");
      !ok)
    return ok;
  architecture = properties.chip();
  if (!architecture.starts_with("gfx"))
    return failure("expects the driver to name the chip, as gfx942, but got '" +
                   architecture + "'");
  return {};
}

// A grid is counted in threads, in 32 bits. (HSA Runtime Specification, kernel
// dispatch packet.)
Result<void> HipDevice::checkGrid(const GpuLaunch &launch) const {
  std::uint32_t most =
      std::numeric_limits<std::uint32_t>::max() / launch.threads;
  if (launch.grid[0] <= most)
    return {};
  return failure(concat("expects at most ", most, " programs of ",
                        launch.threads, " threads along x, but got ",
                        launch.grid[0]),
                 "", "divide them among the axes");
}

Result<void *> HipDevice::loadModule(const std::string &code) {
  void *module = nullptr;
  if (auto ok =
          check(moduleLoad(&module, code.data()), "to load a code object");
      !ok)
    return tl::unexpected(ok.error());
  return module;
}

/// The code object says how much it needs.
Result<void> HipDevice::prepare(GpuKernel & /*kernel*/,
                                std::uint64_t /*sharedBytes*/) {
  return {};
}

} // namespace

Result<std::unique_ptr<GpuDevice>> openHipDevice() {
  auto device = std::make_unique<HipDevice>();
  if (Result<void> started = device->start(); !started)
    return tl::unexpected(started.error());
  return device;
}

} // namespace heddle
