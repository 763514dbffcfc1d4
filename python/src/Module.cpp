//===- Module.cpp - The module heddle._core -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Results.h"

#include <nanobind/stl/string.h>

namespace nb = nanobind;

namespace heddle::python {

void raise(const Error &error) {
  nb::object type = nb::module_::import_("heddle._error").attr("Error");
  nb::object exception = type(error.reason, error.witness, error.remedy);
  PyErr_SetObject(type.ptr(), exception.ptr());
  throw nb::python_error();
}

} // namespace heddle::python

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
