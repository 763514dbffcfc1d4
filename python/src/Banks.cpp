//===- Banks.cpp - Accesses of shared memory in Python --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutClass.h"
#include "Results.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/plan/SharedAccess.h"
#include "heddle/target/Target.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace heddle::python {

namespace {

/// An access, and how it is written.
struct NamedAccess {
  SharedAccess access;
  std::string instruction;
};

AccessKind kindNamed(std::string_view name) {
  if (name == "load")
    return AccessKind::Load;
  if (name == "store")
    return AccessKind::Store;
  raise({concat("expects \"load\" or \"store\", but got \"", name, "\""), "",
         ""});
}

/// `encoding` is what the memory's layout comes from, if anything.
NamedAccess banks(const LinearLayout &registers, const LinearLayout &memory,
                  const std::optional<Encoding> &encoding, unsigned bits,
                  std::string_view targetName, std::string_view kindName,
                  bool usesMatrices) {
  constexpr unsigned LeastAlignment = 16;
  AccessKind kind = kindNamed(kindName);
  const Target &target = *valueOf(findTarget(targetName));
  SharedTensor tensor = {
      .layout = memory,
      .paddings = encoding ? paddingsOf(*encoding) : std::span<const Padding>(),
      .elementBits = bits,
      .alignment = encoding ? std::max(LeastAlignment, alignmentOf(*encoding))
                            : LeastAlignment};
  SharedAccess access =
      valueOf(usesMatrices ? cheapestAccess(registers, tensor, 0, kind, target)
                           : accessShared(registers, tensor, kind, target));
  std::string text = instructionText(access.instruction, kind, target);
  return {std::move(access), std::move(text)};
}

} // namespace

void bindBanks(nb::module_ &module) {
  nb::class_<NamedAccess>(module, "Access",
                          "How registers are loaded from shared memory, or "
                          "stored there.")
      .def_ro("instruction", &NamedAccess::instruction)
      .def_prop_ro(
          "instructions",
          [](const NamedAccess &self) { return self.access.instructions; },
          "Of a warp.")
      .def_prop_ro(
          "wavefronts",
          [](const NamedAccess &self) { return self.access.wavefronts; },
          "Of one instruction.")
      .def_prop_ro(
          "least_wavefronts",
          [](const NamedAccess &self) { return self.access.ideal; },
          "What they would be without conflicts.")
      .def_prop_ro(
          "offsets",
          [](const NamedAccess &self) { return self.access.offsets; },
          "Of each lane in one instruction, in bytes; None if it gives no "
          "address.")
      .def("__repr__", [](const NamedAccess &self) {
        return concat("<heddle.Access: ", self.access.instructions, " x ",
                      self.instruction, ", each ", self.access.wavefronts,
                      " wavefronts, ideal ", self.access.ideal, ">");
      });

  module.def("banks", banks, "registers"_a, "memory"_a,
             "encoding"_a = nb::none(), "bits"_a = 32, "target"_a = "sm_90",
             "kind"_a = "load", "matrices"_a = true);
}

} // namespace heddle::python
