//===- ReloadedFactors.h - Factors that a loop reads again --------*- C++
//-*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `tritongpu-reload-factors` keeps in shared memory, for those who share
/// it out before.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_RELOADEDFACTORS_H
#define HEDDLE_LIB_TRANSFORMS_RELOADEDFACTORS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <cstdint>

namespace heddle {

/// Bytes of shared memory for the factors of a loop's products that it does not
/// change and has no registers for.
std::uint64_t bytesOfReloadedFactors(mlir::scf::ForOp loop);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_RELOADEDFACTORS_H
