//===- RunOnGpu.cpp - Running a kernel on a GPU ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuDevice.h"
#include "RunSetup.h"
#include "heddle/codegen/Codegen.h"

#include <algorithm>

namespace heddle {

namespace {

/// Around every buffer are bytes that no kernel may touch.
constexpr std::uint64_t GuardBytes = 4096;
constexpr std::uint8_t GuardByte = 0xC3;

/// A buffer on the GPU: guard, bytes, guard.
struct GuardedBuffer {
  GivenArgument *argument = nullptr;
  std::uint64_t address = 0;
  std::vector<std::uint8_t> before;

  std::uint64_t begin() const { return address + GuardBytes; }
};

/// "writes 12 bytes past the end of x (4096 bytes)": the first byte of the
/// guards that has changed.
std::optional<std::string> findStray(const GuardedBuffer &buffer,
                                     std::span<const std::uint8_t> after) {
  std::uint64_t size = buffer.argument->buffer->bytes.size();
  auto isTouched = [](std::uint8_t byte) { return byte != GuardByte; };
  auto front = after.first(GuardBytes), back = after.last(GuardBytes);
  // The nearest to the buffer, on either side.
  auto last = std::find_if(front.rbegin(), front.rend(), isTouched);
  if (last != front.rend())
    return concat("expects no writes outside of buffers, but got one ",
                  last - front.rbegin() + 1, " bytes before the start of ",
                  buffer.argument->name, " (", size, " bytes)");
  auto first = std::find_if(back.begin(), back.end(), isTouched);
  if (first != back.end())
    return concat("expects no writes outside of buffers, but got one ",
                  first - back.begin(), " bytes past the end of ",
                  buffer.argument->name, " (", size, " bytes)");
  return std::nullopt;
}

unsigned blockThreads(const KernelLaunch &launch) {
  return launch.numWarps * launch.threadsPerWarp;
}

/// Blocks: those of the cluster that a program is are neighbours along x.
std::array<std::uint32_t, 3> blocksOf(const std::array<std::uint32_t, 3> &grid,
                                      const KernelLaunch &launch) {
  return {grid[0] * launch.numCTAs, grid[1], grid[2]};
}

/// Chips count blocks along x in 31 bits.
Result<void> checkBlocks(const std::array<std::uint32_t, 3> &grid,
                         const KernelLaunch &launch) {
  constexpr std::uint64_t Most = (std::uint64_t(1) << 31) - 1;
  if (std::uint64_t(grid[0]) * launch.numCTAs <= Most)
    return {};
  return failure(concat("expects at most ", Most / launch.numCTAs,
                        " programs along x, but got ", grid[0]));
}

/// A kernel and its buffers on a GPU.
class GpuRun {
public:
  GpuRun(GpuDevice &device, RunSetup &setup) : device(device), setup(setup) {}

  Result<void> prepare(const std::string &code, const RunOptions &options);
  /// The first launch, whose results count.
  Result<void> run(RunReport &report);
  /// Launches again with the same arguments, and writes down the times.
  Result<void> repeat(unsigned times, RunReport &report);

private:
  Result<void> restore();

  GpuDevice &device;
  RunSetup &setup;
  GpuKernel kernel;
  GpuLaunch launch;
  std::vector<GuardedBuffer> buffers;
};

Result<void> GpuRun::prepare(const std::string &code,
                             const RunOptions &options) {
  auto loaded = device.load(code, setup.launch.name, setup.launch.sharedBytes);
  if (!loaded)
    return tl::unexpected(loaded.error());
  kernel = *loaded;
  launch.grid = blocksOf(options.grid, setup.launch);
  launch.threads = blockThreads(setup.launch);
  for (GivenArgument &argument : setup.arguments) {
    if (!argument.buffer) {
      argument.addBits(/*address=*/0, launch.arguments);
      continue;
    }
    const std::vector<std::uint8_t> &bytes = argument.buffer->bytes;
    GuardedBuffer buffer = {.argument = &argument, .address = 0, .before = {}};
    buffer.before.assign(bytes.size() + 2 * GuardBytes, GuardByte);
    std::copy(bytes.begin(), bytes.end(), buffer.before.begin() + GuardBytes);
    Result<std::uint64_t> address = device.allocate(buffer.before.size());
    if (!address)
      return tl::unexpected(address.error());
    buffer.address = *address;
    if (argument.map) {
      TensorMap map = *argument.map;
      map.address = buffer.begin();
      auto encoded = device.encode(map);
      if (!encoded)
        return tl::unexpected(encoded.error());
      launch.maps.emplace_back(launch.arguments.size(), *encoded);
    }
    argument.addBits(buffer.begin(), launch.arguments);
    buffers.push_back(std::move(buffer));
  }
  return {};
}

Result<void> GpuRun::restore() {
  for (const GuardedBuffer &buffer : buffers)
    if (auto ok = device.write(buffer.address, buffer.before); !ok)
      return ok;
  return {};
}

Result<void> GpuRun::run(RunReport &report) {
  if (auto ok = restore(); !ok)
    return ok;
  if (auto time = device.launch(kernel, launch); !time)
    return tl::unexpected(time.error());
  for (const GuardedBuffer &buffer : buffers) {
    std::vector<std::uint8_t> after(buffer.before.size());
    if (auto ok = device.read(buffer.address, after); !ok)
      return ok;
    if (auto stray = findStray(buffer, after))
      report.differences.push_back(*stray);
    std::vector<std::uint8_t> &bytes = buffer.argument->buffer->bytes;
    std::copy_n(after.begin() + GuardBytes, bytes.size(), bytes.begin());
  }
  report.gpu = {.device = device.name(),
                .registers = kernel.registers,
                .localBytes = kernel.localBytes,
                .microseconds = {}};
  return {};
}

// Each launch finds what the first one found: a kernel that appends, say, would
// go on past the end of its buffer otherwise.
Result<void> GpuRun::repeat(unsigned times, RunReport &report) {
  for (unsigned turn = 0; turn < times; ++turn) {
    if (auto ok = restore(); !ok)
      return ok;
    auto time = device.launch(kernel, launch);
    if (!time)
      return tl::unexpected(time.error());
    report.gpu->microseconds.push_back(*time);
  }
  std::sort(report.gpu->microseconds.begin(), report.gpu->microseconds.end());
  return {};
}

/// A chip runs its own code, and that of older ones which uses nothing that
/// only they have.
bool runsCodeOf(std::string_view chip, const Target &target) {
  if (target.name == chip)
    return true;
  Result<const Target *> own = findTarget(chip);
  return own && target.codeName == target.name &&
         (*own)->vendor == target.vendor &&
         target.capability < (*own)->capability;
}

} // namespace

Reported<RunReport> runKernelOnGpu(const RunOptions &options) {
  Reported<RunSetup> setup = RunSetup::make(options);
  if (!setup)
    return tl::unexpected(setup.error());
  const Target &target = setup->file->target();
  auto device = GpuDevice::open(target.vendor);
  if (!device)
    return sayError(device.error(), options);
  Result<void> ok = checkBlocks(options.grid, setup->launch);
  if (ok)
    ok = (*device)->checkGrid({.grid = options.grid,
                               .threads = blockThreads(setup->launch),
                               .arguments = {}});
  if (!ok)
    return sayError(ok.error(), options, ErrorKind::Trouble);
  if (!runsCodeOf((*device)->chip(), target))
    return sayError(
        {.reason = concat("expects a kernel for ", (*device)->chip(),
                          ", which ", (*device)->name(),
                          " is, but got "
                          "one for ",
                          target.name),
         .witness = "",
         .remedy = concat("say --target ", (*device)->chip())},
        options);
  bool needsLinker = target.vendor == Vendor::Amd;
  if (needsLinker && options.compile.link == nullptr)
    return sayError({.reason = "this program has no linker for code objects",
                     .witness = "",
                     .remedy = "heddle run has one"},
                    options, ErrorKind::Trouble);
  mlir::FailureOr<codegen::Assembly> code = codegen::emitAssembly(
      setup->file->kernels(), target, options.compile.libdevice,
      {.link = needsLinker ? options.compile.link : nullptr});
  if (mlir::failed(code))
    return tl::unexpected(ErrorKind::Refusal);
  RunReport report = beginReport(setup->launch, options);
  GpuRun run(**device, *setup);
  ok = run.prepare(code->text, options);
  if (ok)
    ok = run.run(report);
  if (!ok)
    return sayError(ok.error(), options);
  if (Reported<void> ended = setup->end(report, options); !ended)
    return tl::unexpected(ended.error());
  if (ok = run.repeat(options.repeats, report); !ok)
    return sayError(ok.error(), options);
  return report;
}

} // namespace heddle
