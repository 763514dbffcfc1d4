//===- Nvws.h - Groups of warps ---------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The dialect `nvws`: Nvws.td.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_NVWS_H
#define HEDDLE_IR_NVWS_H

#include "heddle/ir/Ttg.h"

#include "heddle/ir/NvwsDialect.h.inc"
#include "heddle/ir/NvwsEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "heddle/ir/NvwsAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "heddle/ir/NvwsTypes.h.inc"

#define GET_OP_CLASSES
#include "heddle/ir/NvwsOps.h.inc"

#endif // HEDDLE_IR_NVWS_H
