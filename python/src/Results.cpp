//===- Results.cpp - Errors as exceptions ---------------------------------===//
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

void raise(const Error &error, const std::string &location) {
  nb::object type = nb::module_::import_("heddle._error").attr("Error");
  nb::object exception =
      type(error.reason, error.witness, error.remedy, location);
  PyErr_SetObject(type.ptr(), exception.ptr());
  throw nb::python_error();
}

} // namespace heddle::python
