//===- Orders.h - What orders of accesses say -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An access that releases is seen after all earlier ones of its thread; one
/// that acquires keeps later ones from being done before it (PTX ISA, "Memory
/// Consistency Model").
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_ORDERS_H
#define HEDDLE_SIMT_ORDERS_H

#include "heddle/simt/Simt.h"

namespace heddle::simt {

inline bool releases(Order order) {
  return order == Order::Release || order == Order::AcquireRelease;
}
inline bool acquires(Order order) {
  return order == Order::Acquire || order == Order::AcquireRelease;
}

} // namespace heddle::simt

#endif // HEDDLE_SIMT_ORDERS_H
