//===- ModuleTarget.cpp - The chip that a module is for -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/ModuleTarget.h"
#include "heddle/ir/Ttg.h"

namespace heddle::ir {

using namespace mlir;

const Target *targetOf(ModuleOp module) {
  auto name = module->getAttrOfType<StringAttr>(ttg::TargetAttr);
  return name ? targetOfModule(name.getValue()) : nullptr;
}

/// gfx1250 is 0x1250, gfx90a 0x90a; nothing of other names.
static std::optional<unsigned> numberOfChip(llvm::StringRef name) {
  unsigned number = 0;
  if (!name.consume_front("gfx") || name.getAsInteger(16, number))
    return std::nullopt;
  return number;
}

/// From gfx10 on warps have 32 lanes.
static unsigned lanesOfChip(unsigned number) {
  constexpr unsigned FirstWith32 = 0x1000;
  return number < FirstWith32 ? 64 : 32;
}

static const Target *nearestAmdTarget(unsigned number) {
  const Target *nearest = nullptr;
  for (const Target &target : allTargets()) {
    if (target.vendor != Vendor::Amd || target.lanes != lanesOfChip(number))
      continue;
    bool isOlder = numberOfChip(llvm::StringRef(target.name)) <= number;
    if (nearest == nullptr || isOlder)
      nearest = &target;
  }
  return nearest;
}

const Target *nearestTargetOf(ModuleOp module) {
  const Target *target = targetOf(module);
  auto name = module->getAttrOfType<StringAttr>(ttg::TargetAttr);
  if (target != nullptr || !name)
    return target;
  llvm::StringRef chip = name.getValue();
  std::optional<unsigned> number;
  // HIP has settings behind the names of chips: "gfx90a:sramecc+".
  if (chip.consume_front("hip:"))
    number = numberOfChip(chip.split(':').first);
  target = number ? nearestAmdTarget(*number) : nullptr;
  if (target != nullptr)
    module.emitWarning() << "takes " << name << " for "
                         << llvm::StringRef(target->name)
                         << ", the nearest chip that is known";
  return target;
}

const Target &assumedTargetOf(ModuleOp module) {
  if (const Target *target = nearestTargetOf(module))
    return *target;
  constexpr int64_t WideWarp = 64;
  auto lanes = module->getAttrOfType<IntegerAttr>(ttg::LanesAttr);
  bool isWide = lanes && lanes.getInt() == WideWarp;
  return **findTarget(isWide ? "gfx942" : "sm_80");
}

} // namespace heddle::ir
