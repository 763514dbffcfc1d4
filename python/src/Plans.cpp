//===- Plans.cpp - Conversions in Python ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Results.h"
#include "heddle/plan/Certificate.h"
#include "heddle/plan/EmitSource.h"
#include "heddle/target/Target.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace heddle::python {

namespace {

using Alternatives =
    std::vector<std::tuple<std::string, std::optional<double>, std::string>>;

Alternatives alternativesOf(const Conversion &plan) {
  Alternatives all;
  for (const Alternative &each : plan.alternatives)
    all.emplace_back(strategyName(each.strategy), each.cycles, each.reason);
  return all;
}

/// A plan whose certificate holds.
Conversion convert(const LinearLayout &from, const LinearLayout &to,
                   std::string_view target, unsigned bits,
                   const std::optional<std::string> &strategy,
                   std::optional<std::uint64_t> sharedBytes) {
  ConversionOptions options = {.sharedBudget = sharedBytes};
  const Target &chip = *valueOf(findTarget(target));
  if (strategy)
    options.strategy = valueOf(parseStrategy(*strategy));
  nb::gil_scoped_release others;
  Result<Conversion> plan = planConversion(from, to, bits, chip, options);
  Result<void> proof;
  if (plan)
    proof = checkCertificate(*plan, from, to);
  nb::gil_scoped_acquire back;
  valueOf(std::move(proof));
  return valueOf(std::move(plan));
}

} // namespace

void bindPlans(nb::module_ &module) {
  nb::class_<Conversion>(module, "Plan",
                         "How a tensor gets from one layout to another.")
      .def_prop_ro(
          "strategy",
          [](const Conversion &self) {
            return std::string(strategyName(self.strategy));
          },
          "\"nothing\", \"registers\", \"shuffle\", \"shared\", \"cluster\" or "
          "\"padded\".")
      .def_ro("cycles", &Conversion::cycles,
              "Of a multiprocessor, for one block, predicted.")
      .def_ro("element_bits", &Conversion::elementBits)
      .def_prop_ro(
          "shared_bytes",
          [](const Conversion &self) { return self.program.scratchBytes; },
          "Shared memory that it takes.")
      .def_prop_ro(
          "shuffles",
          [](const Conversion &self) { return self.counts.shuffles; },
          "Instructions of all warps.")
      .def_prop_ro(
          "wavefronts",
          [](const Conversion &self) {
            return self.counts.write.actual + self.counts.read.actual;
          },
          "Of shared memory, of a block.")
      .def_prop_ro(
          "least_wavefronts",
          [](const Conversion &self) {
            return self.counts.write.minimum + self.counts.read.minimum;
          },
          "What they would be without conflicts.")
      .def_prop_ro("alternatives", alternativesOf,
                   "What was weighed: strategy, cycles if it can be done, and "
                   "why it was not taken.")
      .def_prop_ro(
          "text", [](const Conversion &self) { return self.program.text(); },
          "The instructions of a thread.")
      .def(
          "source",
          [](const Conversion &self, const std::string &name) {
            SourceOptions options;
            options.name = name;
            return valueOf(emitSource(self, options));
          },
          "name"_a = "convert", "A function in CUDA C++.")
      .def("__repr__", [](const Conversion &self) {
        return "<heddle.Plan: " + std::string(strategyName(self.strategy)) +
               ", " + nb::cast<std::string>(nb::str(nb::float_(self.cycles))) +
               " cycles>";
      });

  module.def("convert", convert, "from_layout"_a, "to_layout"_a,
             "target"_a = "sm_90", "bits"_a = 32, "strategy"_a = nb::none(),
             "shared_bytes"_a = nb::none());
}

} // namespace heddle::python
