//===- RoundedArithmetic.cpp - Arithmetic in a rounding direction ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

/// Of f32 and of f64; rounded to nearest, toward zero, up and down, which is
/// the order of `simt::Rounding`.
using Intrinsics = llvm::Intrinsic::ID[2][4];

const Intrinsics &intrinsicsOf(simt::Arithmetic kind) {
  using namespace llvm::Intrinsic;
  static constexpr Intrinsics Add = {
      {nvvm_add_rn_f, nvvm_add_rz_f, nvvm_add_rp_f, nvvm_add_rm_f},
      {nvvm_add_rn_d, nvvm_add_rz_d, nvvm_add_rp_d, nvvm_add_rm_d}};
  static constexpr Intrinsics Multiply = {
      {nvvm_mul_rn_f, nvvm_mul_rz_f, nvvm_mul_rp_f, nvvm_mul_rm_f},
      {nvvm_mul_rn_d, nvvm_mul_rz_d, nvvm_mul_rp_d, nvvm_mul_rm_d}};
  static constexpr Intrinsics Divide = {
      {nvvm_div_rn_f, nvvm_div_rz_f, nvvm_div_rp_f, nvvm_div_rm_f},
      {nvvm_div_rn_d, nvvm_div_rz_d, nvvm_div_rp_d, nvvm_div_rm_d}};
  static constexpr Intrinsics Fma = {
      {nvvm_fma_rn_f, nvvm_fma_rz_f, nvvm_fma_rp_f, nvvm_fma_rm_f},
      {nvvm_fma_rn_d, nvvm_fma_rz_d, nvvm_fma_rp_d, nvvm_fma_rm_d}};
  static constexpr Intrinsics Sqrt = {
      {nvvm_sqrt_rn_f, nvvm_sqrt_rz_f, nvvm_sqrt_rp_f, nvvm_sqrt_rm_f},
      {nvvm_sqrt_rn_d, nvvm_sqrt_rz_d, nvvm_sqrt_rp_d, nvvm_sqrt_rm_d}};
  switch (kind) {
  case simt::Arithmetic::Add:
    return Add;
  case simt::Arithmetic::Multiply:
    return Multiply;
  case simt::Arithmetic::Divide:
    return Divide;
  case simt::Arithmetic::Fma:
    return Fma;
  case simt::Arithmetic::Sqrt:
    return Sqrt;
  }
  llvm_unreachable("no kind of arithmetic");
}

void emitRounded(EmissionContext &context, simt::RoundedOp op) {
  bool isDouble = getElementTypeOrSelf(op.getType()).isF64();
  llvm::Intrinsic::ID intrinsic = intrinsicsOf(
      op.getKind())[isDouble ? 1 : 0][static_cast<unsigned>(op.getRounding())];
  Registers registers;
  for (unsigned index = 0; index < simt::registerCount(op.getType()); ++index) {
    llvm::SmallVector<llvm::Value *> operands;
    for (Value operand : op.getOperands())
      operands.push_back(context.get(operand)[index]);
    registers.push_back(
        context.builder.CreateIntrinsic(intrinsic, {}, operands));
  }
  context.set(op, registers);
}

} // namespace

void addRoundedArithmetic(EmitterTable &table) {
  table.add<simt::RoundedOp>(emitRounded);
}

} // namespace heddle::codegen
