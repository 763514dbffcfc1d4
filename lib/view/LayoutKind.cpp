//===- LayoutKind.cpp - What a layout's locations are ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/view/LayoutKind.h"

namespace heddle {

namespace {

bool hasOnly(const LinearLayout &layout, std::initializer_list<Dim> dims) {
  return std::all_of(
      layout.ins().begin(), layout.ins().end(), [&](const DimBits &in) {
        return std::find(dims.begin(), dims.end(), in.dim) != dims.end();
      });
}

} // namespace

LayoutKind layoutKind(const LinearLayout &layout) {
  if (hasOnly(layout, {Dim::Register, Dim::Lane, Dim::Warp, Dim::Block}))
    return LayoutKind::Distributed;
  if (layout.hasIn(Dim::Offset) &&
      hasOnly(layout, {Dim::Offset, Dim::Partition, Dim::Block}))
    return LayoutKind::Shared;
  if (hasOnly(layout, {Dim::Row, Dim::Col, Dim::Block}))
    return LayoutKind::TensorMemory;
  return LayoutKind::Other;
}

std::string_view kindText(LayoutKind kind) {
  switch (kind) {
  case LayoutKind::Distributed:
    return "a distributed layout";
  case LayoutKind::Shared:
    return "a layout of shared memory";
  case LayoutKind::TensorMemory:
    return "a layout of tensor memory";
  case LayoutKind::Other:
    break;
  }
  return "a layout with input dimensions of other names";
}

} // namespace heddle
