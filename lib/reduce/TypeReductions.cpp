//===- TypeReductions.cpp - Smaller shapes --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"
#include "TypeMap.h"

namespace heddle::reduction {

using namespace mlir;

namespace {

/// A site for each size in the types of the module. Several are applied from
/// the smallest to the largest, so that what becomes of one is never taken for
/// another.
template <std::int64_t (*Change)(std::int64_t size)>
std::vector<Site> changeSizes(ModuleOp module) {
  std::vector<Site> sites;
  for (std::int64_t wanted : sizesOf(module))
    if (Change(wanted) != wanted)
      sites.emplace_back([module, wanted] {
        mapTypes(module, {.size = [wanted](std::int64_t size) {
                   return size == wanted ? Change(size) : size;
                 }});
      });
  return sites;
}

std::int64_t one(std::int64_t /*size*/) { return 1; }

/// What matrix instructions and warps still accept.
template <std::int64_t Most> std::int64_t atMost(std::int64_t size) {
  return std::min(size, Most);
}

std::int64_t half(std::int64_t size) { return size / 2; }

} // namespace

llvm::ArrayRef<Reduction> typeReductions() {
  constexpr std::int64_t OfProduct = 16, OfWarp = 32;
  static const Reduction list[] = {
      {"shapes-to-1", "make all dimensions of a size 1", changeSizes<one>},
      {"shapes-to-16", "make all dimensions of a size 16",
       changeSizes<atMost<OfProduct>>},
      {"shapes-to-32", "make all dimensions of a size 32",
       changeSizes<atMost<OfWarp>>},
      {"halve-shapes", "halve all dimensions of a size", changeSizes<half>},
  };
  return list;
}

} // namespace heddle::reduction
