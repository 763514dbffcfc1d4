//===- BoxMutations.h - Mistakes with mbarriers and boxes -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Mistakes with mbarriers, copies of boxes and tensor maps: an op that is not
/// there, another number.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_SIM_BOXMUTATIONS_H
#define HEDDLE_TEST_SIM_BOXMUTATIONS_H

#include "Mutations.h"

namespace heddle {

/// Adds the mistakes that can be made with the op, which has this number in the
/// kernel.
void findBoxMutations(mlir::Operation *op, unsigned number,
                      std::vector<Mutation> &found);

/// Makes one of them.
void mutateBox(mlir::Operation *op, const Mutation &mutation);

} // namespace heddle

#endif // HEDDLE_TEST_SIM_BOXMUTATIONS_H
