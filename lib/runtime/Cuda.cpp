//===- Cuda.cpp - NVIDIA's driver -----------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda.h"

#include <bit>
#include <dlfcn.h>

namespace heddle {

// Types and numbers are those of cuda.h: CUresult and the attributes are ints,
// CUdevice is one, handles are pointers, and CUdeviceptr has 64 bits.
struct CudaFunctions {
  int (*init)(unsigned);
  int (*deviceGetCount)(int *);
  int (*deviceGet)(int *, int);
  int (*deviceGetName)(char *, int, int);
  int (*deviceGetAttribute)(int *, int, int);
  int (*retainContext)(void **, int);
  int (*releaseContext)(int);
  int (*setContext)(void *);
  int (*synchronize)();
  int (*moduleLoad)(void **, const void *, unsigned, int *, void **);
  int (*moduleUnload)(void *);
  int (*moduleGetFunction)(void **, void *, const char *);
  int (*functionGetAttribute)(int *, int, void *);
  int (*functionSetAttribute)(void *, int, int);
  int (*allocate)(std::uint64_t *, std::size_t);
  int (*free)(std::uint64_t);
  int (*copyToDevice)(std::uint64_t, const void *, std::size_t);
  int (*copyToHost)(void *, std::uint64_t, std::size_t);
  int (*launchKernel)(void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                      unsigned, unsigned, void *, void **, void **);
  int (*encodeTiled)(void *, int, unsigned, void *, const std::uint64_t *,
                     const std::uint64_t *, const std::uint32_t *,
                     const std::uint32_t *, int, int, int, int);
  int (*eventCreate)(void **, unsigned);
  int (*eventDestroy)(void *);
  int (*eventRecord)(void *, void *);
  int (*eventElapsed)(float *, void *, void *);
  int (*errorName)(int, const char **);
  int (*errorText)(int, const char **);
};

namespace {

enum DeviceAttribute { CapabilityMajor = 75, CapabilityMinor = 76 };
enum FunctionAttribute {
  LocalBytes = 3,
  Registers = 4,
  MostDynamicSharedBytes = 8
};
enum JitOption { ErrorLog = 5, ErrorLogBytes = 6 };

constexpr const char *Library = "libcuda.so.1";
constexpr std::string_view Remedy =
    "heddle sim runs kernels without a GPU, heddle compile needs none either";

/// Looks all functions up; the name of one that is missing, or null.
const char *findAll(void *library, CudaFunctions &cuda) {
  const char *missing = nullptr;
  auto find = [&](auto &function, const char *name) {
    void *found = dlsym(library, name);
    if (found == nullptr)
      missing = name;
    function = reinterpret_cast<std::decay_t<decltype(function)>>(found);
  };
  find(cuda.init, "cuInit");
  find(cuda.deviceGetCount, "cuDeviceGetCount");
  find(cuda.deviceGet, "cuDeviceGet");
  find(cuda.deviceGetName, "cuDeviceGetName");
  find(cuda.deviceGetAttribute, "cuDeviceGetAttribute");
  find(cuda.retainContext, "cuDevicePrimaryCtxRetain");
  find(cuda.releaseContext, "cuDevicePrimaryCtxRelease_v2");
  find(cuda.setContext, "cuCtxSetCurrent");
  find(cuda.synchronize, "cuCtxSynchronize");
  find(cuda.moduleLoad, "cuModuleLoadDataEx");
  find(cuda.moduleUnload, "cuModuleUnload");
  find(cuda.moduleGetFunction, "cuModuleGetFunction");
  find(cuda.functionGetAttribute, "cuFuncGetAttribute");
  find(cuda.functionSetAttribute, "cuFuncSetAttribute");
  find(cuda.allocate, "cuMemAlloc_v2");
  find(cuda.free, "cuMemFree_v2");
  find(cuda.copyToDevice, "cuMemcpyHtoD_v2");
  find(cuda.copyToHost, "cuMemcpyDtoH_v2");
  find(cuda.launchKernel, "cuLaunchKernel");
  find(cuda.encodeTiled, "cuTensorMapEncodeTiled");
  find(cuda.eventCreate, "cuEventCreate");
  find(cuda.eventDestroy, "cuEventDestroy_v2");
  find(cuda.eventRecord, "cuEventRecord");
  find(cuda.eventElapsed, "cuEventElapsedTime");
  find(cuda.errorName, "cuGetErrorName");
  find(cuda.errorText, "cuGetErrorString");
  return missing;
}

} // namespace

CudaDevice::CudaDevice() : cuda(std::make_unique<CudaFunctions>()) {}

CudaDevice::~CudaDevice() {
  // A kernel that failed has taken the context with it: nothing here can be
  // helped, so nothing is looked at.
  for (void *event : events)
    if (event != nullptr)
      cuda->eventDestroy(event);
  for (std::uint64_t buffer : buffers)
    cuda->free(buffer);
  for (void *module : modules)
    cuda->moduleUnload(module);
  if (hasContext)
    cuda->releaseContext(device);
}

Result<void> CudaDevice::check(int status, std::string_view doing) const {
  if (status == 0)
    return {};
  const char *name = nullptr, *text = nullptr;
  if (cuda->errorName(status, &name) != 0 || name == nullptr)
    name = "an unknown error";
  if (cuda->errorText(status, &text) != 0 || text == nullptr)
    text = "the driver has no text for it";
  return failure(concat("expects the driver ", doing, ", but got ", name, " (",
                        status, ")"),
                 text);
}

Result<std::unique_ptr<CudaDevice>> CudaDevice::open() {
  // It stays loaded: drivers do not like to be unloaded.
  void *library = dlopen(Library, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return failure(concat("expects an NVIDIA GPU, but its driver's library ",
                          Library, " cannot be loaded"),
                   dlerror(), std::string(Remedy));
  std::unique_ptr<CudaDevice> device(new CudaDevice());
  if (const char *missing = findAll(library, *device->cuda))
    return failure(concat("expects ", Library,
                          " of CUDA 12 or later, but it "
                          "has no ",
                          missing));
  if (Result<void> started = device->start(); !started)
    return tl::unexpected(started.error());
  return device;
}

Result<void> CudaDevice::start() {
  int count = 0;
  Result<void> found = check(cuda->init(0), "to start");
  if (found)
    found = check(cuda->deviceGetCount(&count), "to count GPUs");
  if (!found) {
    found.error().remedy = Remedy;
    return found;
  }
  if (count == 0)
    return failure("expects an NVIDIA GPU, but the driver shows none", "",
                   std::string(Remedy));
  constexpr int MostName = 256;
  std::array<char, MostName> text = {};
  int major = 0, minor = 0;
  void *context = nullptr;
  if (auto ok = check(cuda->deviceGet(&device, 0), "to show a GPU"); !ok)
    return ok;
  if (auto ok = check(cuda->deviceGetName(text.data(), MostName - 1, device),
                      "to name the GPU");
      !ok)
    return ok;
  for (auto [attribute, value] :
       {std::pair(CapabilityMajor, &major), std::pair(CapabilityMinor, &minor)})
    if (auto ok = check(cuda->deviceGetAttribute(value, attribute, device),
                        "to say what the GPU can do");
        !ok)
      return ok;
  called = text.data();
  architecture = concat("sm_", major, minor);
  if (auto ok = check(cuda->retainContext(&context, device), "to open the GPU");
      !ok)
    return ok;
  hasContext = true;
  if (auto ok = check(cuda->setContext(context), "to use the GPU"); !ok)
    return ok;
  for (void *&event : events)
    if (auto ok = check(cuda->eventCreate(&event, 0), "to make a timer"); !ok)
      return ok;
  return {};
}

Result<CudaKernel> CudaDevice::load(const std::string &ptx,
                                    const std::string &entry,
                                    std::uint64_t sharedBytes) {
  constexpr std::uintptr_t LogBytes = 8192;
  std::string log(LogBytes, '\0');
  std::array<int, 2> options = {ErrorLog, ErrorLogBytes};
  // The driver takes numbers in the place of pointers.
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  auto *size = reinterpret_cast<void *>(LogBytes);
  std::array<void *, 2> values = {log.data(), size};
  void *module = nullptr;
  int status = cuda->moduleLoad(&module, ptx.c_str(), options.size(),
                                options.data(), values.data());
  if (auto ok = check(status, "to translate PTX"); !ok) {
    if (log[0] != '\0')
      ok.error().witness = log.substr(0, log.find('\0'));
    return tl::unexpected(ok.error());
  }
  modules.push_back(module);
  CudaKernel kernel;
  if (auto ok = check(
          cuda->moduleGetFunction(&kernel.function, module, entry.c_str()),
          concat("to find the kernel ", entry));
      !ok)
    return tl::unexpected(ok.error());
  for (auto [attribute, value] : {std::pair(Registers, &kernel.registers),
                                  std::pair(LocalBytes, &kernel.localBytes)}) {
    int number = 0;
    if (auto ok = check(
            cuda->functionGetAttribute(&number, attribute, kernel.function),
            "to say what the kernel needs");
        !ok)
      return tl::unexpected(ok.error());
    *value = static_cast<unsigned>(number);
  }
  if (auto ok = check(
          cuda->functionSetAttribute(kernel.function, MostDynamicSharedBytes,
                                     static_cast<int>(sharedBytes)),
          concat("to allow ", sharedBytes, " bytes of shared memory"));
      !ok)
    return tl::unexpected(ok.error());
  return kernel;
}

Result<std::uint64_t> CudaDevice::allocate(std::uint64_t bytes) {
  std::uint64_t address = 0;
  if (auto ok = check(cuda->allocate(&address, bytes),
                      concat("to give ", bytes, " bytes of memory"));
      !ok)
    return tl::unexpected(ok.error());
  buffers.push_back(address);
  return address;
}

Result<void> CudaDevice::write(std::uint64_t address,
                               std::span<const std::uint8_t> bytes) {
  return check(cuda->copyToDevice(address, bytes.data(), bytes.size()),
               "to copy arguments to the GPU");
}

Result<void> CudaDevice::read(std::uint64_t address,
                              std::span<std::uint8_t> bytes) {
  return check(cuda->copyToHost(bytes.data(), address, bytes.size()),
               "to copy results from the GPU");
}

/// CUtensorMapDataType, which has f64 and bf16 in other places than
/// `tensormap.replace`.
static int driverNumber(TensorMap::Element element) {
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

Result<CudaTensorMap> CudaDevice::encode(const TensorMap &map) {
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
  CudaTensorMap encoded;
  // The first axis has no stride here.
  int status = cuda->encodeTiled(
      encoded.bytes.data(), driverNumber(map.element),
      static_cast<unsigned>(map.axes.size()),
      // NOLINTNEXTLINE(performance-no-int-to-ptr)
      reinterpret_cast<void *>(map.address), sizes.data(), strides.data() + 1,
      boxes.data(), steps.data(), NoInterleave, swizzle, Promotion128,
      map.fillsNan ? 1 : 0);
  if (auto ok = check(status, "to encode a tensor map"); !ok)
    return tl::unexpected(ok.error());
  return encoded;
}

Result<double> CudaDevice::launch(const CudaKernel &kernel,
                                  const CudaLaunch &launch) {
  std::vector<std::uint64_t> bits = launch.arguments;
  std::vector<void *> arguments;
  arguments.reserve(bits.size());
  for (std::uint64_t &each : bits)
    arguments.push_back(&each);
  std::vector<CudaTensorMap> maps;
  maps.reserve(launch.maps.size());
  for (const auto &[number, map] : launch.maps)
    arguments[number] = &maps.emplace_back(map);
  constexpr double MicrosecondsOfMillisecond = 1000;
  float milliseconds = 0;
  auto ok = check(cuda->eventRecord(events[0], nullptr), "to start a timer");
  if (ok)
    ok = check(cuda->launchKernel(kernel.function, launch.grid[0],
                                  launch.grid[1], launch.grid[2],
                                  launch.threads, 1, 1, launch.sharedBytes,
                                  nullptr, arguments.data(), nullptr),
               "to launch the kernel");
  if (ok)
    ok = check(cuda->eventRecord(events[1], nullptr), "to stop a timer");
  if (ok)
    ok = check(cuda->synchronize(), "to run the kernel to its end");
  if (ok)
    ok = check(cuda->eventElapsed(&milliseconds, events[0], events[1]),
               "to read a timer");
  if (!ok)
    return tl::unexpected(ok.error());
  return milliseconds * MicrosecondsOfMillisecond;
}

} // namespace heddle
