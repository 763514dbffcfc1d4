//===- Banks.cpp - Accesses of shared memory in Python --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutClass.h"
#include "Results.h"
#include "heddle/encoding/EncodingText.h"
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

NamedAccess banks(const LinearLayout &registers, std::string_view memory,
                  const std::vector<std::uint64_t> &shape, unsigned bits,
                  std::string_view targetName, std::string_view kindName,
                  bool usesMatrices) {
  AccessKind kind = kindNamed(kindName);
  const Target &target = *valueOf(findTarget(targetName));
  Encoding encoding = valueOf(parseEncoding(memory));
  SharedTensor tensor = {.layout = valueOf(toLinearLayout(encoding, shape)),
                         .paddings = paddingsOf(encoding),
                         .elementBits = bits,
                         .alignment = std::max(16U, alignmentOf(encoding))};
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

  module.def(
      "banks", banks, "registers"_a, "memory"_a, "shape"_a, "bits"_a = 32,
      "target"_a = "sm_90", nb::kw_only(), "kind"_a = "load",
      "matrices"_a = true,
      "How a tensor of a shape, with elements of so many bits, is loaded to "
      "registers of a\nlayout from memory of an encoding (Triton's text), or "
      "stored from there: the\ninstruction that takes the fewest cycles, and "
      "its bank conflicts. `matrices=False`\nleaves out ldmatrix and "
      "stmatrix.\n\n"
      ">>> import heddle\n"
      ">>> registers = heddle.layout('#ttg.nvidia_mma<{versionMajor = 2, "
      "versionMinor = 0, '\n"
      "...     'warpsPerCTA = [4, 1], instrShape = [16, 8]}>', [64, 64])\n"
      ">>> def memory(most):\n"
      "...     return (f'#ttg.swizzled_shared<{{vec = 8, perPhase = 1, "
      "maxPhase "
      "= {most}, '\n"
      "...             f'order = [1, 0]}}>')\n"
      ">>> for most in (1, 8):\n"
      "...     heddle.banks(registers, memory(most), [64, 64], 16, "
      "kind='store', matrices=False)\n"
      "<heddle.Access: 16 x st.shared.b32, each 8 wavefronts, ideal 1>\n"
      "<heddle.Access: 16 x st.shared.b32, each 1 wavefronts, ideal 1>");
}

} // namespace heddle::python
