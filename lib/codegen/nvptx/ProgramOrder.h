//===- ProgramOrder.h - Which program a block executes ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Hardware starts blocks in the order of their numbers, x being the fastest
/// axis. A kernel with an order (`simt.program_order`) computes, once, which
/// program a block is from the block's numbers, so that the order's axis is the
/// slowest in a section: with two programs along x, three along y, and
/// "descending x", a section that holds all,
///
///     block    (0,0) (1,0) (0,1) (1,1) (0,2) (1,2)
///     program  (1,0) (1,1) (1,2) (0,0) (0,1) (0,2)
///
/// A section has all programs along that axis, of as many of the others as are
/// together no more than a target takes (`Gpu::orderedPrograms`), of one at
/// least.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_NVPTX_PROGRAMORDER_H
#define HEDDLE_LIB_CODEGEN_NVPTX_PROGRAMORDER_H

#include "heddle/codegen/common/EmissionContext.h"
#include "heddle/simt/ProgramOrder.h"

#include <array>

namespace heddle::codegen {

/// A number, i32, for each axis of the grid.
using GridNumbers = std::array<llvm::Value *, 3>;

/// The program that the block is. A bijection of each grid of fewer than 2^32
/// programs. `most` is not zero. Four divisions, without branches.
GridNumbers programOf(llvm::IRBuilderBase &builder, const GridNumbers &block,
                      const GridNumbers &counts, simt::ProgramOrder order,
                      unsigned most);

/// At the beginning of a kernel: finds out which program this is, if the kernel
/// has an order. Grids of 2^32 programs or more keep the hardware's.
void orderPrograms(EmissionContext &context, simt::KernelOp kernel);

/// The number of this program along an axis, and of programs. A cluster is a
/// program.
llvm::Value *programAlong(EmissionContext &context, simt::ProgramOp program);
llvm::Value *programsAlong(EmissionContext &context, simt::ProgramsOp programs);

} // namespace heddle::codegen

#endif // HEDDLE_LIB_CODEGEN_NVPTX_PROGRAMORDER_H
