//===- FloatCasts.h - Programs of casts -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What simt.convert_float does, as programs of integers, for targets that have
/// no instruction for it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_FLOATCASTS_H
#define HEDDLE_LIB_LOWERING_FLOATCASTS_H

#include "Term.h"

namespace heddle {

/// An f32 as f8E4M3FN or f8E5M2, to the nearest, ties to even, saturated.
Term toByte(Term x, mlir::Type element);
/// An f8E4M3FN or f8E5M2 as f16, which has all of them.
Term fromByte(Term x);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_FLOATCASTS_H
