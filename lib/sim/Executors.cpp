//===- Executors.cpp - Chooses what executes instructions -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executors.h"

namespace heddle::sim {

#define HEDDLE_SIM_DECLARE(variant)                                            \
  namespace variant {                                                          \
  extern const Executors executors;                                            \
  }
HEDDLE_SIM_DECLARE(Watched)
HEDDLE_SIM_DECLARE(Bare)
#if HEDDLE_SIM_BUILDS_AVX2
HEDDLE_SIM_DECLARE(WatchedAvx2)
HEDDLE_SIM_DECLARE(BareAvx2)
#endif
#undef HEDDLE_SIM_DECLARE

bool canUseAvx2() {
#if HEDDLE_SIM_BUILDS_AVX2
  static const bool can = [] {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  }();
  return can;
#else
  return false;
#endif
}

const Executors &executorsOf(HostInstructions host, Watching watching) {
  bool isWatched = watching == Watching::Everything;
#if HEDDLE_SIM_BUILDS_AVX2
  if (host == HostInstructions::Best && canUseAvx2())
    return isWatched ? WatchedAvx2::executors : BareAvx2::executors;
#endif
  static_cast<void>(host);
  return isWatched ? Watched::executors : Bare::executors;
}

} // namespace heddle::sim
