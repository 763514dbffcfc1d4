//===- Buffers.cpp - Accesses at offsets from a buffer --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A buffer is a descriptor of four scalar registers: an address, how many
/// bytes there are, and how they are formatted. LLVM has pointers of a
/// descriptor and an offset, whose loads, stores and atomics become
/// `buffer_load` and so on. (CDNA3 ISA, "Memory Buffer Instructions", table of
/// the resource descriptor; LLVM, "User Guide for AMDGPU Backend", "Buffer Fat
/// Pointer".)
///
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

namespace heddle::codegen::amdgcn {

namespace {

/// How far a buffer reaches, in bytes.
constexpr std::uint64_t Extent = std::uint64_t(1) << 31;

/// The last word of a descriptor. Instructions that move bytes as they are need
/// any format but none. CDNA: NUM_FORMAT = FLOAT, DATA_FORMAT = 32. RDNA3 and
/// 4: FORMAT = 32_FLOAT, and OOB_SELECT = 3, which compares offsets with the
/// number of bytes, as CDNA does without a stride; the bit in between is
/// LLVM's, for GFX10, and ignored since.
std::uint32_t flagsOf(const Target &target) {
  constexpr std::uint32_t Cdna = 7U << 12 | 4U << 15,
                          Rdna = 22U << 12 | 1U << 24 | 3U << 28;
  return isRdna(target) ? Rdna : Cdna;
}

} // namespace

llvm::Value *pointerIntoBuffer(EmissionContext &context, llvm::Value *address,
                               BufferOffset offset) {
  llvm::IRBuilder<> &builder = context.builder;
  llvm::Type *i32 = builder.getInt32Ty();
  llvm::Value *pointer =
      builder.CreateIntToPtr(address, builder.getPtrTy(GlobalSpace));
  llvm::Value *buffer = builder.CreateIntrinsic(
      llvm::Intrinsic::amdgcn_make_buffer_rsrc,
      {builder.getPtrTy(BufferSpace), pointer->getType()},
      {pointer, builder.getInt16(0), builder.getInt64(Extent),
       builder.getInt32(flagsOf(context.target))});
  llvm::Value *constant = llvm::ConstantInt::getSigned(i32, offset.constant);
  // What is added to an offset outside stays outside, so that the constant may
  // be the instruction's and accesses side by side share an offset; a negative
  // constant would lead back inside.
  bool isAddedFirst = offset.constant < 0;
  llvm::Value *lane = offset.lane;
  if (isAddedFirst)
    lane = builder.CreateAdd(lane, constant);
  if (offset.condition != nullptr)
    lane = builder.CreateSelect(
        offset.condition, lane,
        builder.getInt32(static_cast<std::uint32_t>(Extent)));
  if (!isAddedFirst && offset.constant != 0)
    lane = builder.CreateAdd(lane, constant);
  return builder.CreatePtrAdd(buffer, lane);
}

} // namespace heddle::codegen::amdgcn
