//===- RegisterLimit.h - How many registers a thread may have ---*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many registers a thread of a kernel may have: what does not fit is
/// spilled, and more blocks run at a time (PTX ISA, .maxnreg). An attribute of
/// the kernel, which only code generation looks at.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_REGISTERLIMIT_H
#define HEDDLE_SIMT_REGISTERLIMIT_H

#include "heddle/simt/Simt.h"

#include <optional>

namespace heddle::simt {

/// Registers of 32 bits; nothing if the compiler may choose.
std::optional<unsigned> registerLimitOf(KernelOp kernel);
/// `registers` is positive.
void setRegisterLimit(KernelOp kernel, unsigned registers);

/// \name Registers that groups of four warps exchange (PTX ISA, setmaxnreg)
/// @{
inline constexpr unsigned RegisterUnit = 8, MostExchangedRegisters = 256,
                          LeastExchangedRegisters = 24, GroupWarps = 4;
/// What each thread has when a block of so many warps begins: as much of the
/// multiprocessor's 64 K as divides by the unit and the launch can ask for, but
/// no more than the program's limit, if it has one.
unsigned registersAtLaunch(unsigned warps, std::optional<unsigned> limit);
/// @}

} // namespace heddle::simt

#endif // HEDDLE_SIMT_REGISTERLIMIT_H
