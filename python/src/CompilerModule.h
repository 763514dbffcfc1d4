//===- CompilerModule.h - What the compiler's bindings share ----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PYTHON_COMPILERMODULE_H
#define HEDDLE_PYTHON_COMPILERMODULE_H

#include "Results.h"
#include "heddle/pipeline/Compile.h"

#include <atomic>
#include <chrono>
#include <future>

namespace heddle::python {

/// Throws what was said last of an error.
[[noreturn]] void raise(const Messages &messages);

/// The warnings, as they are printed without a source line.
std::vector<std::string> warningsOf(const Messages &messages);

/// Does the work in a thread of its own, without Python's lock, while this one
/// looks for signals. If one of them raises, says that the work is cancelled,
/// waits for its end, and throws.
template <typename Work>
auto interruptibly(Work work, std::atomic<bool> &isCancelled) {
  constexpr auto Pause = std::chrono::milliseconds(20);
  auto running = std::async(std::launch::async, std::move(work));
  while (true) {
    {
      nanobind::gil_scoped_release others;
      if (running.wait_for(Pause) == std::future_status::ready)
        break;
    }
    if (PyErr_CheckSignals() != 0) {
      isCancelled = true;
      nanobind::gil_scoped_release others;
      running.wait();
      break;
    }
  }
  if (isCancelled)
    throw nanobind::python_error();
  return running.get();
}

/// The value behind a name; raises with all names on others.
template <typename Value>
Value named(std::string_view what, std::string_view name,
            std::initializer_list<std::pair<std::string_view, Value>> values) {
  std::string names;
  for (const auto &[each, value] : values) {
    if (each == name)
      return value;
    names += concat(names.empty() ? "\"" : ", \"", each, "\"");
  }
  raise({concat("expects ", what, " to be one of ", names, ", but got \"", name,
                "\""),
         "", ""});
}

void bindSimulation(nanobind::module_ &module);

} // namespace heddle::python

#endif // HEDDLE_PYTHON_COMPILERMODULE_H
