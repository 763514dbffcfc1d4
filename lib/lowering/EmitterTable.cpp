//===- EmitterTable.cpp - The emitter of every op -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitterTable.h"

namespace heddle {

using namespace mlir;

void EmitterTable::insert(llvm::StringMap<Emitter> &map, llvm::StringRef name,
                          Emitter emitter, std::source_location registered) {
  emitter.registered = registered;
  bool isNew = map.try_emplace(name, std::move(emitter)).second;
  assert(isNew && "an op with two emitters");
  (void)isNew;
}

const Emitter *EmitterTable::find(OperationName name) const {
  auto op = ops.find(name.getStringRef());
  if (op != ops.end())
    return &op->second;
  auto dialect = dialects.find(name.getDialectNamespace());
  return dialect == dialects.end() ? nullptr : &dialect->second;
}

std::vector<std::string> EmitterTable::names() const {
  std::vector<std::string> names;
  for (const llvm::StringMap<Emitter> *map : {&ops, &dialects})
    for (llvm::StringRef name : map->keys())
      names.push_back(name.str());
  llvm::sort(names);
  return names;
}

} // namespace heddle
