//===- Module.cpp - The module heddle._core -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Results.h"

NB_MODULE(_core, module) {
  module.doc() = "Layouts of GPU tensors, and conversions between them.";
  module.attr("VERSION") = HEDDLE_VERSION;
  heddle::python::bindLayouts(module);
  heddle::python::bindAffineLayouts(module);
  heddle::python::bindEncodings(module);
  heddle::python::bindDifferences(module);
  heddle::python::bindPlans(module);
  heddle::python::bindBanks(module);
}
