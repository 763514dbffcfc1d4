//===- Cuda.cpp - NVIDIA's driver -----------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuDevice.h"

#include <bit>

namespace heddle {

namespace {

enum DeviceAttribute { CapabilityMajor = 75, CapabilityMinor = 76 };
enum FunctionAttribute { MostDynamicSharedBytes = 8, AllowsLargeClusters = 14 };
enum JitOption { ErrorLog = 5, ErrorLogBytes = 6 };

constexpr std::string_view Gpu = "an NVIDIA GPU", Release = "CUDA 12";
constexpr const char *Libraries[] = {"libcuda.so.1"};

class CudaDevice : public GpuDevice {
public:
  ~CudaDevice() override;
  Result<void> start();
  Result<void> checkGrid(const GpuLaunch &launch) const override;
  Result<EncodedTensorMap> encode(const TensorMap &map) override;

protected:
  Result<void *> loadModule(const std::string &code) override;
  Result<void> prepare(GpuKernel &kernel, std::uint64_t sharedBytes) override;

private:
  Result<void> findOwn();
  Result<void> identify();
  Result<void> openContext();

  // What HIP has otherwise.
  int (*deviceGet)(int *, int) = nullptr;
  int (*deviceGetAttribute)(int *, int, int) = nullptr;
  int (*retainContext)(void **, int) = nullptr;
  int (*releaseContext)(int) = nullptr;
  int (*setContext)(void *) = nullptr;
  int (*moduleLoad)(void **, const void *, unsigned, int *, void **) = nullptr;
  int (*functionSetAttribute)(void *, int, int) = nullptr;
  int (*encodeTiled)(void *, int, unsigned, void *, const std::uint64_t *,
                     const std::uint64_t *, const std::uint32_t *,
                     const std::uint32_t *, int, int, int, int) = nullptr;
  int device = 0;
  bool hasContext = false, hasClusters = false;
};

CudaDevice::~CudaDevice() {
  release();
  if (hasContext)
    releaseContext(device);
}

Result<void> CudaDevice::start() {
  constexpr Names Shared = {"cuInit",
                            "cuDeviceGetCount",
                            "cuDeviceGetName",
                            "cuCtxSynchronize",
                            "cuModuleUnload",
                            "cuModuleGetFunction",
                            "cuFuncGetAttribute",
                            "cuMemAlloc_v2",
                            "cuMemFree_v2",
                            "cuMemcpyHtoD_v2",
                            "cuMemcpyDtoH_v2",
                            "cuLaunchKernel",
                            "cuEventCreate",
                            "cuEventDestroy_v2",
                            "cuEventRecord",
                            "cuEventElapsedTime",
                            "cuGetErrorName",
                            "cuGetErrorString"};
  Result<void> ok = loadLibrary(Libraries, Gpu);
  if (ok)
    ok = findAll(Shared, Release);
  if (ok)
    ok = findOwn();
  if (ok)
    ok = init(Gpu);
  if (ok)
    ok = identify();
  if (ok)
    ok = openContext();
  return ok ? makeEvents() : ok;
}

Result<void> CudaDevice::findOwn() {
  Result<void> found = find(deviceGet, "cuDeviceGet", Release);
  auto next = [&](auto &function, const char *name) {
    if (found)
      found = find(function, name, Release);
  };
  next(deviceGetAttribute, "cuDeviceGetAttribute");
  next(retainContext, "cuDevicePrimaryCtxRetain");
  next(releaseContext, "cuDevicePrimaryCtxRelease_v2");
  next(setContext, "cuCtxSetCurrent");
  next(moduleLoad, "cuModuleLoadDataEx");
  next(functionSetAttribute, "cuFuncSetAttribute");
  next(encodeTiled, "cuTensorMapEncodeTiled");
  return found;
}

Result<void> CudaDevice::identify() {
  int major = 0, minor = 0;
  if (auto ok = check(deviceGet(&device, 0), "to show a GPU"); !ok)
    return ok;
  if (auto ok = readName(device); !ok)
    return ok;
  for (auto [attribute, value] :
       {std::pair(CapabilityMajor, &major), std::pair(CapabilityMinor, &minor)})
    if (auto ok = check(deviceGetAttribute(value, attribute, device),
                        "to say what the GPU can do");
        !ok)
      return ok;
  architecture = concat("sm_", major, minor);
  constexpr int FirstWithClusters = 9;
  hasClusters = major >= FirstWithClusters;
  return {};
}

Result<void> CudaDevice::openContext() {
  void *context = nullptr;
  if (auto ok = check(retainContext(&context, device), "to open the GPU"); !ok)
    return ok;
  hasContext = true;
  return check(setContext(context), "to use the GPU");
}

Result<void> CudaDevice::checkGrid(const GpuLaunch &launch) const {
  constexpr std::uint32_t Most = 65535;
  for (unsigned axis : {1U, 2U})
    if (launch.grid[axis] > Most)
      return failure(concat("expects at most ", Most, " programs along ",
                            axis == 1 ? "y" : "z", ", but got ",
                            launch.grid[axis]),
                     "", "put the longest axis first");
  return {};
}

Result<void *> CudaDevice::loadModule(const std::string &code) {
  constexpr std::uintptr_t LogBytes = 8192;
  std::string log(LogBytes, '\0');
  std::array<int, 2> options = {ErrorLog, ErrorLogBytes};
  // The driver takes numbers in the place of pointers.
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  auto *size = reinterpret_cast<void *>(LogBytes);
  std::array<void *, 2> values = {log.data(), size};
  void *module = nullptr;
  int status = moduleLoad(&module, code.c_str(), options.size(), options.data(),
                          values.data());
  if (auto ok = check(status, "to translate PTX"); !ok) {
    if (log[0] != '\0')
      ok.error().witness = log.substr(0, log.find('\0'));
    return tl::unexpected(ok.error());
  }
  return module;
}

Result<void> CudaDevice::prepare(GpuKernel &kernel, std::uint64_t sharedBytes) {
  kernel.dynamicSharedBytes = static_cast<unsigned>(sharedBytes);
  // Of more blocks than all chips with clusters have: the kernel says how many.
  if (hasClusters)
    if (auto ok =
            check(functionSetAttribute(kernel.function, AllowsLargeClusters, 1),
                  "to allow clusters of 16 blocks");
        !ok)
      return ok;
  return check(functionSetAttribute(kernel.function, MostDynamicSharedBytes,
                                    static_cast<int>(sharedBytes)),
               concat("to allow ", sharedBytes, " bytes of shared memory"));
}

/// CUtensorMapDataType, which has f64 and bf16 in other places than
/// `tensormap.replace`.
int driverNumber(TensorMap::Element element) {
  constexpr int Double = 8, Brain = 9, SingleFtz = 10;
  switch (element) {
  case TensorMap::Element::F32Ftz:
    return SingleFtz;
  case TensorMap::Element::F64:
    return Double;
  case TensorMap::Element::Bf16:
    return Brain;
  default:
    return static_cast<int>(element);
  }
}

Result<EncodedTensorMap> CudaDevice::encode(const TensorMap &map) {
  if (Result<void> checked = heddle::check(map); !checked)
    return tl::unexpected(checked.error());
  // CUtensorMapSwizzle: 0, 1, 2, 3 for 0, 32, 64, 128 bytes.
  // CUtensorMapL2promotion: 128 bytes, as Triton's launcher says.
  constexpr int NoInterleave = 0, Promotion128 = 2, LeastSwizzleBits = 4;
  std::vector<std::uint64_t> sizes, strides;
  std::vector<std::uint32_t> boxes, steps;
  for (const TensorMap::Axis &axis : map.axes) {
    sizes.push_back(axis.size);
    strides.push_back(axis.stride);
    boxes.push_back(axis.box);
    steps.push_back(axis.step);
  }
  int swizzle =
      map.swizzle == 0 ? 0 : std::countr_zero(map.swizzle) - LeastSwizzleBits;
  EncodedTensorMap encoded;
  // The first axis has no stride here.
  int status =
      encodeTiled(encoded.bytes.data(), driverNumber(map.element),
                  static_cast<unsigned>(map.axes.size()),
                  // NOLINTNEXTLINE(performance-no-int-to-ptr)
                  reinterpret_cast<void *>(map.address), sizes.data(),
                  strides.data() + 1, boxes.data(), steps.data(), NoInterleave,
                  swizzle, Promotion128, map.fillsNan ? 1 : 0);
  if (auto ok = check(status, "to encode a tensor map"); !ok)
    return tl::unexpected(ok.error());
  return encoded;
}

} // namespace

Result<std::unique_ptr<GpuDevice>> openCudaDevice() {
  auto device = std::make_unique<CudaDevice>();
  if (Result<void> started = device->start(); !started)
    return tl::unexpected(started.error());
  return device;
}

} // namespace heddle
