//===- TranslateGroups.cpp - Products of warp groups as instructions ------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TranslatorTable.h"

namespace heddle::sim {

using namespace mlir;

namespace {

/// The different offsets of tiles, and the number of each product's.
TileTable tilesOf(ArrayRef<std::int32_t> products, unsigned which,
                  std::uint64_t descriptor, bool isTransposed, unsigned bytes,
                  std::vector<std::int32_t> &numbers) {
  TileTable tiles = {.descriptor = decodeDescriptor(descriptor),
                     .isTransposed = isTransposed,
                     .bytes = bytes,
                     .offsets = {}};
  for (std::size_t at = which; at < products.size(); at += 3) {
    auto found = std::ranges::find(tiles.offsets, products[at]);
    numbers[at] = static_cast<std::int32_t>(found - tiles.offsets.begin());
    if (found == tiles.offsets.end())
      tiles.offsets.push_back(products[at]);
  }
  return tiles;
}

LogicalResult translateGroup(Translator &translator, simt::GroupMmaOp group) {
  simt::ProductAttr product = group.getInstruction();
  const MatrixInstruction &row = *product.findOfGroup();
  Run run = translator.runs.groupProductRun(product.types());
  if (run == nullptr)
    return translator.refuse(group);
  GroupTable table;
  table.product = partOf(product, row);
  ProductTable &part = table.product;
  ArrayRef<std::int32_t> products = group.getProducts();
  part.products.assign(products.begin(), products.end());
  auto bytes = [](ScalarType type) { return bitsOf(type) / 8; };
  table.isAShared = group.getAAddress() != nullptr;
  Operand a;
  if (table.isAShared) {
    table.a =
        tilesOf(products, 0, *group.getADescriptor(), group.getIsATransposed(),
                bytes(product.getA()), part.products);
    table.aAddress = translator.of(group.getAAddress());
    part.countA = static_cast<unsigned>(table.a.offsets.size());
  } else {
    part.countA =
        simt::registerCount(group.getA().getType()) / part.a.registers;
    a = translator.of(group.getA());
  }
  table.b =
      tilesOf(products, 1, group.getBDescriptor(), group.getIsBTransposed(),
              bytes(product.getB()), part.products);
  table.bAddress = translator.of(group.getBAddress());
  part.countB = static_cast<unsigned>(table.b.offsets.size());
  part.countC = simt::registerCount(group.getType()) / part.c.registers;
  table.hasUse = group.getUseC() != nullptr;
  if (table.hasUse)
    table.use = translator.of(group.getUseC());
  table.sources = translator.groups.of(group.getC());
  Operand c = translator.of(group.getC());
  Operand result = translator.define(group.getD());
  Instruction &each = translator.add(group, run);
  each.count = simt::registerCount(group.getType());
  each.a = a;
  each.c = c;
  each.result = result;
  each.immediate = translator.groups.numberOf(group);
  std::vector<GroupTable> &groups = translator.code.groups;
  groups.resize(std::max<std::size_t>(groups.size(), each.immediate + 1));
  groups[each.immediate] = std::move(table);
  return success();
}

LogicalResult translateWait(Translator &translator, simt::GroupWaitOp wait) {
  WaitTable table;
  table.pending = wait.getPending();
  for (Value value : wait.getRegisters())
    table.values.push_back({.from = translator.of(value),
                            .to = {},
                            .count = simt::registerCount(value.getType()),
                            .bytes = bytesOf(value.getType()),
                            .sources = translator.groups.of(value)});
  for (auto [value, result] : llvm::zip(table.values, wait.getResults()))
    value.to = translator.define(result);
  translator.add(wait, translator.runs.runGroupWait).immediate =
      translator.code.waits.size();
  translator.code.waits.push_back(std::move(table));
  return success();
}

void translateFence(Translator &translator, simt::ProxyFenceOp fence) {
  translator.add(fence, translator.runs.runProxyFence);
}

} // namespace

void addGroups(TranslatorTable &table) {
  table.add<simt::GroupMmaOp>(translateGroup);
  table.add<simt::GroupWaitOp>(translateWait);
  table.add<simt::ProxyFenceOp>(translateFence);
}

} // namespace heddle::sim
