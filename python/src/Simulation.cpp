//===- Simulation.cpp - The simulator in Python ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerModule.h"
#include "heddle/runtime/ReadyKernel.h"
#include "heddle/runtime/RunJson.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace heddle::python {

namespace {

/// The bytes of an array.
using Memory =
    nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
/// What errors call it, its bytes, and whether something was written to them.
using NamedMemory = std::tuple<std::string, Memory, bool>;
/// Where a pointer points: which memory, how many bytes from its beginning.
using Pointer = std::pair<std::size_t, std::uint64_t>;
/// Sizes, strides in elements, whether NaN is read outside.
using Tensor =
    std::tuple<std::vector<std::uint64_t>, std::vector<std::uint64_t>, bool>;
/// A number as command lines write it; or a pointer, of descriptors with their
/// tensor.
using Argument = std::tuple<std::optional<std::string>, std::optional<Pointer>,
                            std::optional<Tensor>>;

/// What a run left, as text and as JSON.
struct Ended {
  std::string json, counters, listing;
  std::vector<std::string> warnings;
};

/// A kernel that is ready to run, and what is said of it.
class Simulation {
public:
  explicit Simulation(CompileOptions options);

  /// Of each argument: name, type, element, rank of a descriptor's block.
  std::vector<std::tuple<std::string, std::string, std::string, std::size_t>>
  arguments() const;
  std::vector<std::string> warnings() const { return warningsOf(*said); }

  Ended run(const std::array<std::uint32_t, 3> &grid,
            const std::vector<Argument> &arguments,
            const std::vector<NamedMemory> &memories, std::uint64_t seed,
            std::uint64_t maxSteps, std::string_view undefined,
            const nb::callable &print);

private:
  /// Its address is kept by what is compiled.
  std::unique_ptr<Messages> said = std::make_unique<Messages>();
  ReadyKernel kernel;
  CompileOptions compiled;
};

Simulation::Simulation(CompileOptions options) {
  options.messages = said.get();
  std::atomic<bool> isCancelled = false;
  Reported<ReadyKernel> ready =
      interruptibly([&] { return ReadyKernel::make(options); }, isCancelled);
  if (!ready)
    raise(*said);
  kernel = std::move(*ready);
  compiled = std::move(options);
}

std::vector<std::tuple<std::string, std::string, std::string, std::size_t>>
Simulation::arguments() const {
  std::vector<std::tuple<std::string, std::string, std::string, std::size_t>>
      all;
  for (const KernelArgument &each : kernel.launch.arguments)
    all.emplace_back(each.name, each.type, each.element, each.block.size());
  return all;
}

/// What the kernel gets for one of its arguments.
Result<GivenArgument> givenFor(const KernelArgument &argument,
                               const Argument &value) {
  const auto &[number, pointer, tensor] = value;
  GivenArgument given;
  given.name = argument.name;
  bool isPointer = argument.type == "ptr";
  given.element = isPointer || tensor ? argument.element : argument.type;
  if (number) {
    Result<const NumberType *> type =
        findNumberType(isPointer ? "i64" : argument.type);
    if (!type)
      return tl::unexpected(type.error());
    Result<std::uint64_t> bits = parseNumber(**type, *number);
    if (!bits)
      return tl::unexpected(bits.error());
    given.bits = *bits;
    return given;
  }
  given.offset = pointer->second;
  if (tensor) {
    const auto &[shape, strides, isNanOutside] = *tensor;
    given.tensor = {shape, strides, isNanOutside};
    Result<std::optional<TensorMap>> map =
        tensorMapFor(argument, *given.tensor);
    if (!map)
      return tl::unexpected(map.error());
    given.map = *map;
  }
  return given;
}

/// All arguments; the first that points into a memory has its bytes.
std::vector<GivenArgument> give(const KernelLaunch &launch,
                                const std::vector<Argument> &arguments,
                                const std::vector<NamedMemory> &memories) {
  std::vector<GivenArgument> all;
  std::vector<std::optional<std::size_t>> holders(memories.size());
  for (std::size_t index = 0; index < launch.arguments.size(); ++index) {
    Result<GivenArgument> given =
        givenFor(launch.arguments[index], arguments[index]);
    if (!given)
      raise({concat("argument ", launch.arguments[index].name, " of ",
                    launch.name, ": ", given.error().reason),
             given.error().witness, given.error().remedy});
    if (const auto &pointer =
            std::get<std::optional<Pointer>>(arguments[index])) {
      std::size_t memory = pointer->first;
      const auto &[name, bytes, isDefined] = memories[memory];
      if (holders[memory]) {
        given->sharedWith = holders[memory];
      } else {
        holders[memory] = index;
        given->name = name;
        given->isDefined = isDefined;
        given->buffer = {.type = "|u1",
                         .shape = {bytes.size()},
                         .bytes = {bytes.data(), bytes.data() + bytes.size()}};
      }
    }
    all.push_back(std::move(*given));
  }
  return all;
}

/// Gives each memory what the kernel left there.
void takeBack(const std::vector<GivenArgument> &given,
              const std::vector<Argument> &arguments,
              const std::vector<NamedMemory> &memories) {
  for (std::size_t index = 0; index < arguments.size(); ++index) {
    if (!given[index].buffer)
      continue;
    const Pointer &pointer =
        *std::get<std::optional<Pointer>>(arguments[index]);
    const Memory &memory = std::get<Memory>(memories[pointer.first]);
    std::ranges::copy(given[index].buffer->bytes, memory.data());
  }
}

Ended Simulation::run(const std::array<std::uint32_t, 3> &grid,
                      const std::vector<Argument> &arguments,
                      const std::vector<NamedMemory> &memories,
                      std::uint64_t seed, std::uint64_t maxSteps,
                      std::string_view undefined, const nb::callable &print) {
  std::vector<GivenArgument> given = give(kernel.launch, arguments, memories);
  valueOf(addScratch(kernel.launch, grid, given));
  said->all.clear();
  std::atomic<bool> isCancelled = false;
  RunOptions options = {
      .compile = compiled,
      .grid = grid,
      .arguments = {},
      .outputs = {},
      .checks = {},
      .seed = seed,
      .maxSteps = maxSteps,
      .inactiveLanes = named<InactiveLanes>("undefined", undefined,
                                            {{"warn", InactiveLanes::Warn},
                                             {"zero", InactiveLanes::Zero},
                                             {"trap", InactiveLanes::Trap}}),
      .timeline = {},
      .print =
          [&](std::string_view line) {
            nb::gil_scoped_acquire lock;
            try {
              print(line);
            } catch (nb::python_error &error) {
              error.discard_as_unraisable("print");
            }
          },
      .isCancelled = &isCancelled};
  Reported<RunReport> report = interruptibly(
      [&] { return simulate(kernel, given, options); }, isCancelled);
  if (!report)
    raise(*said);
  Ended ended = {.json = runJson(*report),
                 .counters = {},
                 .listing = {},
                 .warnings = warningsOf(*said)};
  if (report->sim) {
    ended.counters = countersText(*report->sim);
    if (Result<std::string> listing = listingText(*report->sim))
      ended.listing = std::move(*listing);
  }
  if (report->traps.empty())
    takeBack(given, arguments, memories);
  return ended;
}

} // namespace

void bindSimulation(nb::module_ &module) {
  nb::class_<Ended>(module, "Ended", "What became of a simulated launch.")
      .def_ro("json", &Ended::json)
      .def_ro("counters", &Ended::counters)
      .def_ro("listing", &Ended::listing)
      .def_ro("warnings", &Ended::warnings);
  nb::class_<Simulation>(module, "Simulation",
                         "A kernel on the simulator; see heddle.Kernel.")
      .def(nb::init<CompileOptions>(), "options"_a)
      .def_prop_ro("arguments", &Simulation::arguments)
      .def_prop_ro("warnings", &Simulation::warnings)
      .def("run", &Simulation::run, "grid"_a, "arguments"_a, "memories"_a,
           "seed"_a, "max_steps"_a, "undefined"_a, "print"_a,
           nb::sig("def run(self, grid: typing.Sequence[int], "
                   "arguments: typing.Sequence[typing.Any], "
                   "memories: typing.Sequence[typing.Any], seed: int, "
                   "max_steps: int, undefined: str, "
                   "print: typing.Callable[[str], object]) -> Ended"));
}

} // namespace heddle::python
