//===- KernelCode.h - Kernels as text, compiled -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Kernels as text, compiled for a target.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_CODEGEN_KERNELCODE_H
#define HEDDLE_TEST_UNIT_CODEGEN_KERNELCODE_H

#include "heddle/codegen/common/Backend.h"
#include "heddle/target/Target.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace heddle {

/// An error, and the line of the kernel that it is about.
struct Refusal {
  std::string line, message;
  friend bool operator==(const Refusal &, const Refusal &) = default;
};
void PrintTo(const Refusal &refusal, std::ostream *stream);

/// A kernel of a body, one op a line, that may use `%p` (i64, an address in
/// global memory), `%n` (i32), `%x` (f32), and `%g`, a vector of the address;
/// if it has `%s` or `%shared`, there is a kilobyte of shared memory, too.
/// Further arguments come as ", %m: i128". It has one warp, or as many as are
/// said.
class KernelCode {
public:
  explicit KernelCode(llvm::StringRef body, llvm::StringRef arguments = "",
                      unsigned warps = 1);

  /// Empty if it is refused; `refusals` say why.
  std::string llvmFor(const Target &target);
  std::string ptxFor(const Target &target);
  std::string codeFor(const Target &target, const codegen::Backend &backend,
                      codegen::Linker link = nullptr);
  mlir::ModuleOp module() { return *kernels; }

  std::vector<Refusal> refusals;

private:
  /// What a function makes of the module, with its errors as refusals.
  template <class Make> std::string make(Make make);

  std::string text;
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> kernels;
};

/// One access of so many registers of the type, and back to where it was from:
/// of the addresses `base` in "global" or "shared" memory.
std::string movesOf(const std::string &type, unsigned width,
                    const std::string &space, const std::string &base);

/// A row of the table of targets.
const Target &targetNamed(std::string_view name);

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_CODEGEN_KERNELCODE_H
