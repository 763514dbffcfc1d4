//===- Compiler.cpp - The module heddle._compiler -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What heddle/_compile.py is made of. Structures go as JSON, in the forms that
// the command line prints.
//
//===----------------------------------------------------------------------===//

#include "CompilerModule.h"
#include "heddle/report/Advice.h"
#include "heddle/report/BlockOccupancy.h"
#include "heddle/report/LaunchJson.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace heddle::python {

void raise(const Messages &messages) {
  for (const Message &each : messages.all)
    if (each.isError)
      raise(each.error, each.location);
  raise({"stopped without a reason", messages.text, ""});
}

std::vector<std::string> warningsOf(const Messages &messages) {
  std::vector<std::string> warnings;
  for (const Message &each : messages.all)
    if (!each.isError)
      warnings.push_back(
          concat(each.location.empty() ? "" : each.location + ": ",
                 each.error.text()));
  return warnings;
}

namespace {

CompileOptions optionsOf(std::string input, std::optional<std::string> text,
                         const std::optional<std::string> &target,
                         std::optional<unsigned> warps, unsigned stages,
                         std::optional<unsigned> blocks,
                         std::optional<unsigned> registers,
                         std::string_view math, bool fusesProducts,
                         std::string_view specialization, bool allowsScratch,
                         std::string entry, std::string layoutHints,
                         std::string libdevice,
                         const std::optional<std::string> &release) {
  CompileOptions options;
  options.input = std::move(input);
  options.text = std::move(text);
  if (target)
    options.target = valueOf(findTarget(*target));
  constexpr unsigned MostWarps = 32;
  if (warps && (!std::has_single_bit(*warps) || *warps > MostWarps))
    raise({concat("expects num_warps to be a power of two up to ", MostWarps,
                  ", but got ", *warps),
           "", ""});
  options.numWarps = warps;
  options.numStages = stages;
  if (blocks && !std::has_single_bit(*blocks))
    raise({concat("expects num_ctas to be a power of two, but got ", *blocks),
           "", ""});
  options.numCTAs = blocks;
  options.maxRegisters = registers;
  options.arithmetic.math = named<MathMode>(
      "math", math, {{"fast", MathMode::Fast}, {"precise", MathMode::Precise}});
  options.arithmetic.fusesProducts = fusesProducts;
  options.warpSpecialization =
      named<WarpSpecialization>("warp_specialize", specialization,
                                {{"auto", WarpSpecialization::Marked},
                                 {"on", WarpSpecialization::All},
                                 {"off", WarpSpecialization::Off}});
  options.allowsScratch = allowsScratch;
  options.entry = std::move(entry);
  options.layoutHints = std::move(layoutHints);
  options.libdevice = std::move(libdevice);
  if (release)
    options.release = valueOf(parseVersion(*release));
  return options;
}

/// What a function makes of what the options compile to; raises what was said
/// to their messages if that is nothing.
template <typename Function>
auto ofModule(const CompileOptions &options, Function function) {
  std::atomic<bool> isCancelled = false;
  auto made = interruptibly(
      [&] { return compileModule(options).map(function); }, isCancelled);
  if (!made)
    raise(*options.messages);
  return std::move(*made);
}

/// What was compiled, as far as Python wants it.
struct Compiled {
  std::string text, ttgir, llvm, target;
  /// In JSON, one for each kernel.
  std::vector<std::string> launches;
  std::vector<std::string> warnings;
};

Compiled compile(CompileOptions options, std::string_view stage,
                 bool keepsStages) {
  options.stage = named<CompileStage>("the stage", stage,
                                      {{"ttgir", CompileStage::Ttgir},
                                       {"simt", CompileStage::Simt},
                                       {"llvm", CompileStage::Llvm},
                                       {"assembly", CompileStage::Assembly}});
  options.keepsStages = keepsStages;
  Messages messages;
  options.messages = &messages;
  Compiled compiled = ofModule(options, [&](CompiledModule module) {
    Compiled result = {.text = std::move(module.text),
                       .ttgir = std::move(module.ttgir),
                       .llvm = std::move(module.llvm),
                       .target = std::string(module.target->name),
                       .launches = {},
                       .warnings = {}};
    for (const KernelLaunch &each : module.kernels)
      result.launches.push_back(launchJson(module, each, options.numStages));
    return result;
  });
  compiled.warnings = warningsOf(messages);
  return compiled;
}

/// Text and JSON of the report of each kernel.
std::vector<std::pair<std::string, std::string>>
reportsOf(CompileOptions options) {
  options.doesReport = true;
  options.doesAssemble = true;
  Messages messages;
  options.messages = &messages;
  return ofModule(options, [&](const CompiledModule &module) {
    std::vector<KernelReport> reports = makeReports(*module.file);
    for (KernelReport &each : reports)
      addOccupancy(each, module);
    addAdvice(reports, *module.file, options);
    std::vector<std::pair<std::string, std::string>> texts;
    for (const KernelReport &each : reports)
      texts.emplace_back(reportText(each), reportJson(each));
    return texts;
  });
}

} // namespace

} // namespace heddle::python

NB_MODULE(_compiler, module) {
  using namespace heddle::python;
  module.doc() =
      "The compiler and the simulator; heddle.compile is the way in.";
  nb::class_<heddle::CompileOptions>(module, "Options",
                                     "What a kernel is compiled from, and how.")
      .def(
          "__init__",
          [](heddle::CompileOptions *self, std::string input,
             std::optional<std::string> text,
             const std::optional<std::string> &target,
             std::optional<unsigned> warps, unsigned stages,
             std::optional<unsigned> blocks, std::optional<unsigned> registers,
             std::string_view math, bool fusesProducts,
             std::string_view specialization, bool allowsScratch,
             std::string entry, std::string layoutHints, std::string libdevice,
             const std::optional<std::string> &release) {
            new (self) heddle::CompileOptions(optionsOf(
                std::move(input), std::move(text), target, warps, stages,
                blocks, registers, math, fusesProducts, specialization,
                allowsScratch, std::move(entry), std::move(layoutHints),
                std::move(libdevice), release));
          },
          "input"_a, "text"_a = nb::none(), "target"_a = nb::none(),
          nb::kw_only(), "num_warps"_a = nb::none(), "num_stages"_a = 3,
          "num_ctas"_a = nb::none(), "maxnreg"_a = nb::none(),
          "math"_a = "fast", "fp_fusion"_a = true, "warp_specialize"_a = "auto",
          "allows_scratch"_a = true, "entry"_a = "", "layout_hints"_a = "",
          "libdevice"_a = "", "release"_a = nb::none());
  nb::class_<Compiled>(module, "Compiled", "One stage of a file of kernels.")
      .def_ro("text", &Compiled::text)
      .def_ro("ttgir", &Compiled::ttgir)
      .def_ro("llvm", &Compiled::llvm)
      .def_ro("target", &Compiled::target)
      .def_ro("launches", &Compiled::launches)
      .def_ro("warnings", &Compiled::warnings);
  module.def("compile", compile, "options"_a, "stage"_a,
             "keeps_stages"_a = false);
  module.def("reports", reportsOf, "options"_a);
  bindSimulation(module);
}
