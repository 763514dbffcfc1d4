//===- TensorMaps.cpp - tensormap.replace ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "Parts.h"
#include "SharedMemory.h"
#include "heddle/codegen/common/InlineAssembly.h"
#include "heddle/codegen/common/Requirements.h"
#include "heddle/target/TensorMap.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

/// Writes the fields of a map in shared memory, one instruction each.
class FieldWriter {
public:
  FieldWriter(EmissionContext &context, llvm::Value *map)
      : context(context), map(map) {}

  /// `axis` if the field has one value for each.
  void write(llvm::StringRef field, llvm::Value *value,
             std::optional<std::size_t> axis = std::nullopt) {
    bool isWide = value->getType()->isIntegerTy(64);
    std::string text = textOf(field, isWide ? "b64" : "b32", axis) + "$1;";
    emitAssembly(context, text, isWide ? "r,l,~{memory}" : "r,r,~{memory}",
                 context.builder.getVoidTy(), {map, value});
  }
  /// Of fields that take a number of the instruction.
  void writeNumber(llvm::StringRef field, std::uint32_t number) {
    emitAssembly(context, concat(textOf(field, "b32", {}), number, ";"),
                 "r,~{memory}", context.builder.getVoidTy(), {map});
  }

private:
  static std::string textOf(llvm::StringRef field, llvm::StringRef type,
                            std::optional<std::size_t> axis) {
    std::string text = ("tensormap.replace.tile." + field +
                        ".shared::cta.b1024." + type + " [$0], ")
                           .str();
    return axis ? text + std::to_string(*axis) + ", " : text;
  }

  EmissionContext &context;
  llvm::Value *map;
};

void writeFields(EmissionContext &context, simt::TensorMapOp op,
                 llvm::Value *map) {
  llvm::IRBuilder<> &builder = context.builder;
  FieldWriter fields(context, map);
  auto rank = static_cast<std::uint32_t>(op.getBoxes().size());
  fields.write("global_address", context.scalar(op.getTensor()));
  // PTX ISA, tensormap.replace: the rank is one less than the number of axes.
  fields.write("rank", builder.getInt32(rank - 1));
  for (auto [axis, box] : llvm::enumerate(op.getBoxes()))
    fields.write("box_dim", context.scalar(box), axis);
  for (auto [axis, size] : llvm::enumerate(op.getSizes()))
    fields.write("global_dim", context.scalar(size), axis);
  for (auto [axis, stride] : llvm::enumerate(op.getStrides()))
    fields.write("global_stride", context.scalar(stride), axis);
  for (auto [axis, step] : llvm::enumerate(op.getElementSteps()))
    fields.write("element_stride", context.scalar(step), axis);
  fields.writeNumber("elemtype", op.getElement());
  fields.writeNumber("interleave_layout", 0);
  fields.writeNumber("swizzle_mode", op.getSwizzle());
  fields.writeNumber("fill_mode", op.getFill());
}

// The warp makes the map in shared memory, where its first thread fills in the
// fields, and copies it out with a fence for those who use it.
void emitTensorMap(EmissionContext &context, simt::TensorMapOp op) {
  constexpr unsigned Lanes = 32, WordBytes = 4;
  llvm::IRBuilder<> &builder = context.builder;
  llvm::Value *thread = threadNumber(context);
  if (op.getWarp() != 0)
    thread = builder.CreateSub(thread, builder.getInt32(op.getWarp() * Lanes));
  llvm::Value *map = sharedAddress(context, context.scalar(op.getScratch()));
  emitWhere(
      context, builder.CreateICmpULT(thread, builder.getInt32(Lanes)), [&] {
        llvm::Value *word = builder.CreateAdd(
            map, builder.CreateMul(thread, builder.getInt32(WordBytes)));
        emitAssembly(context, "st.shared.b32 [$0], 0;", "r,~{memory}",
                     builder.getVoidTy(), {word});
        emitWarpBarrier(context);
        emitWhere(context, builder.CreateICmpEQ(thread, builder.getInt32(0)),
                  [&] { writeFields(context, op, map); });
        emitWarpBarrier(context);
        emitAssembly(context,
                     concat("tensormap.cp_fenceproxy.global.shared::cta."
                            "tensormap::generic.release.gpu.sync.aligned "
                            "[$0], [$1], ",
                            TensorMap::Bytes, ";"),
                     "l,r,~{memory}", builder.getVoidTy(),
                     {context.scalar(op.getTo()), map});
      });
}

// ptxas has dropped the fence where nothing of its proxy is behind it; groups
// of copies are (triton 7293).
void emitAcquire(EmissionContext &context, simt::TensorMapAcquireOp acquire) {
  emitAssembly(context,
               concat("fence.proxy.tensormap::generic.acquire.gpu [$0], ",
                      TensorMap::Bytes, ";"),
               "l,~{memory}", context.builder.getVoidTy(),
               {context.scalar(acquire.getMap())});
  emitPlain(context, "cp.async.bulk.commit_group;");
  emitPlain(context, "cp.async.bulk.wait_group.read 0;");
}

} // namespace

void addTensorMaps(EmitterTable &table) {
  table.add<simt::TensorMapOp>(emitTensorMap, hasBoxCopies);
  table.add<simt::TensorMapAcquireOp>(emitAcquire, hasBoxCopies);
}

} // namespace heddle::codegen
