//===- GpuDevice.cpp - A GPU through its driver ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuDevice.h"

#include <dlfcn.h>

namespace heddle {

namespace {

/// CUfunction_attribute and hipFunction_attribute.
enum FunctionAttribute { LocalBytes = 3, Registers = 4 };

} // namespace

Result<std::unique_ptr<GpuDevice>> GpuDevice::open(Vendor vendor) {
  switch (vendor) {
  case Vendor::Nvidia:
    return openCudaDevice();
  case Vendor::Amd:
    return openHipDevice();
  }
  __builtin_unreachable();
}

void GpuDevice::release() {
  // A kernel that failed has taken the context with it: nothing here can be
  // helped, so nothing is looked at.
  for (void *event : events)
    if (event != nullptr)
      driver.eventDestroy(event);
  for (std::uint64_t buffer : buffers)
    driver.free(buffer);
  for (void *module : modules)
    driver.moduleUnload(module);
}

Result<void> GpuDevice::check(int status, std::string_view doing) const {
  if (status == 0)
    return {};
  const char *name = nullptr, *text = nullptr;
  if (driver.errorName(status, &name) != 0 || name == nullptr)
    name = "an unknown error";
  if (driver.errorText(status, &text) != 0 || text == nullptr)
    text = "the driver has no text for it";
  return failure(concat("expects the driver ", doing, ", but got ", name, " (",
                        status, ")"),
                 text);
}

Result<void> GpuDevice::loadLibrary(std::span<const char *const> libraries,
                                    std::string_view gpu) {
  std::string names, reasons;
  for (const char *each : libraries) {
    library = dlopen(each, RTLD_NOW | RTLD_LOCAL);
    libraryName = each;
    if (library != nullptr)
      return {};
    names += concat(names.empty() ? "" : " or ", each);
    reasons += concat(reasons.empty() ? "" : "\n", dlerror());
  }
  return failure(concat("expects ", gpu, ", but its driver's library ", names,
                        " cannot be loaded"),
                 reasons, std::string(Remedy));
}

Result<void *> GpuDevice::findSymbol(const char *name,
                                     std::string_view release) const {
  void *found = dlsym(library, name);
  if (found == nullptr)
    return failure(concat("expects ", libraryName, " of ", release,
                          " or later, but it has no ", name));
  return found;
}

Result<void> GpuDevice::findAll(const Names &names, std::string_view release) {
  const char *const *name = names.data();
  Result<void> found;
  auto next = [&](auto &function) {
    if (found)
      found = find(function, *name++, release);
  };
  next(driver.init);
  next(driver.deviceGetCount);
  next(driver.deviceGetName);
  next(driver.synchronize);
  next(driver.moduleUnload);
  next(driver.moduleGetFunction);
  next(driver.functionGetAttribute);
  next(driver.allocate);
  next(driver.free);
  next(driver.copyToDevice);
  next(driver.copyToHost);
  next(driver.launchKernel);
  next(driver.eventCreate);
  next(driver.eventDestroy);
  next(driver.eventRecord);
  next(driver.eventElapsed);
  next(driver.errorName);
  next(driver.errorText);
  return found;
}

Result<void> GpuDevice::init(std::string_view gpu) {
  int count = 0;
  Result<void> found = check(driver.init(0), "to start");
  if (found)
    found = check(driver.deviceGetCount(&count), "to count GPUs");
  if (!found) {
    found.error().remedy = Remedy;
    return found;
  }
  if (count == 0)
    return failure(concat("expects ", gpu, ", but the driver shows none"), "",
                   std::string(Remedy));
  return {};
}

Result<void> GpuDevice::readName(int device) {
  constexpr int MostName = 256;
  std::array<char, MostName> text = {};
  if (auto ok = check(driver.deviceGetName(text.data(), MostName - 1, device),
                      "to name the GPU");
      !ok)
    return ok;
  called = text.data();
  return {};
}

Result<void> GpuDevice::makeEvents() {
  for (void *&event : events)
    if (auto ok = check(driver.eventCreate(&event, 0), "to make a timer"); !ok)
      return ok;
  return {};
}

Result<GpuKernel> GpuDevice::load(const std::string &code,
                                  const std::string &entry,
                                  std::uint64_t sharedBytes) {
  Result<void *> module = loadModule(code);
  if (!module)
    return tl::unexpected(module.error());
  modules.push_back(*module);
  GpuKernel kernel;
  if (auto ok = check(
          driver.moduleGetFunction(&kernel.function, *module, entry.c_str()),
          concat("to find the kernel ", entry));
      !ok)
    return tl::unexpected(ok.error());
  for (auto [attribute, value] : {std::pair(Registers, &kernel.registers),
                                  std::pair(LocalBytes, &kernel.localBytes)}) {
    int number = 0;
    if (auto ok = check(
            driver.functionGetAttribute(&number, attribute, kernel.function),
            "to say what the kernel needs");
        !ok)
      return tl::unexpected(ok.error());
    *value = static_cast<unsigned>(number);
  }
  if (auto ok = prepare(kernel, sharedBytes); !ok)
    return tl::unexpected(ok.error());
  return kernel;
}

Result<EncodedTensorMap> GpuDevice::encode(const TensorMap & /*map*/) {
  return failure(
      concat("expects a GPU with tensor maps, but got ", architecture));
}

Result<std::uint64_t> GpuDevice::allocate(std::uint64_t bytes) {
  std::uint64_t address = 0;
  if (auto ok = check(driver.allocate(&address, bytes),
                      concat("to give ", bytes, " bytes of memory"));
      !ok)
    return tl::unexpected(ok.error());
  buffers.push_back(address);
  return address;
}

Result<void> GpuDevice::write(std::uint64_t address,
                              std::span<const std::uint8_t> bytes) {
  return check(driver.copyToDevice(address, bytes.data(), bytes.size()),
               "to copy arguments to the GPU");
}

Result<void> GpuDevice::read(std::uint64_t address,
                             std::span<std::uint8_t> bytes) {
  return check(driver.copyToHost(bytes.data(), address, bytes.size()),
               "to copy results from the GPU");
}

Result<double> GpuDevice::launch(const GpuKernel &kernel,
                                 const GpuLaunch &launch) {
  std::vector<std::uint64_t> bits = launch.arguments;
  std::vector<void *> arguments;
  arguments.reserve(bits.size());
  for (std::uint64_t &each : bits)
    arguments.push_back(&each);
  std::vector<EncodedTensorMap> maps;
  maps.reserve(launch.maps.size());
  for (const auto &[number, map] : launch.maps)
    arguments[number] = &maps.emplace_back(map);
  constexpr double MicrosecondsOfMillisecond = 1000;
  float milliseconds = 0;
  auto ok = check(driver.eventRecord(events[0], nullptr), "to start a timer");
  if (ok)
    ok = check(driver.launchKernel(kernel.function, launch.grid[0],
                                   launch.grid[1], launch.grid[2],
                                   launch.threads, 1, 1,
                                   kernel.dynamicSharedBytes, nullptr,
                                   arguments.data(), nullptr),
               "to launch the kernel");
  if (ok)
    ok = check(driver.eventRecord(events[1], nullptr), "to stop a timer");
  if (ok)
    ok = check(driver.synchronize(), "to run the kernel to its end");
  if (ok)
    ok = check(driver.eventElapsed(&milliseconds, events[0], events[1]),
               "to read a timer");
  if (!ok)
    return tl::unexpected(ok.error());
  return milliseconds * MicrosecondsOfMillisecond;
}

} // namespace heddle
