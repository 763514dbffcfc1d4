//===- Gluon.h - Layouts to be found ----------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The dialect `gluon`: Gluon.td.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_GLUON_H
#define HEDDLE_IR_GLUON_H

#include "heddle/ir/Ttg.h"

#include "heddle/ir/GluonDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "heddle/ir/GluonAttrs.h.inc"

namespace heddle::gluon {

/// Does the type stand for one whose layout is still to be found?
bool isOpen(mlir::Type type);

} // namespace heddle::gluon

#define GET_OP_CLASSES
#include "heddle/ir/GluonOps.h.inc"

#endif // HEDDLE_IR_GLUON_H
