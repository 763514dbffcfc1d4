//===- Origin.cpp - What an instruction was made for ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/Origin.h"
#include "heddle/simt/Simt.h"

namespace heddle::simt {

using namespace mlir;

namespace {

using OriginLocation = FusedLocWith<OriginAttr>;

} // namespace

Location locationWith(const Origin &origin) {
  MLIRContext *context = origin.location->getContext();
  return FusedLoc::get(context, {origin.location},
                       OriginAttr::get(context,
                                       StringAttr::get(context, origin.op),
                                       origin.number));
}

std::optional<Origin> originOf(Location location) {
  auto made = dyn_cast<OriginLocation>(location);
  if (!made)
    return std::nullopt;
  OriginAttr origin = made.getMetadata();
  return Origin{origin.getOp().getValue(), origin.getNumber(),
                withoutOrigin(location)};
}

std::optional<Origin> originOf(Operation *op) { return originOf(op->getLoc()); }

Location withoutOrigin(Location location) {
  auto origin = dyn_cast<OriginLocation>(location);
  return origin ? origin.getLocations().front() : location;
}

} // namespace heddle::simt
