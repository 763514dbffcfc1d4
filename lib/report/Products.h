//===- Products.h - By what products of matrices are computed ---*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_REPORT_PRODUCTS_H
#define HEDDLE_LIB_REPORT_PRODUCTS_H

#include "heddle/report/KernelReport.h"
#include "heddle/simt/Simt.h"
#include "heddle/target/Target.h"

namespace heddle {

/// One for each product of the kernel's source, in the order of the program.
std::vector<ReportedProduct>
productsOf(simt::KernelOp kernel, const Target &target, llvm::StringRef file);

} // namespace heddle

#endif // HEDDLE_LIB_REPORT_PRODUCTS_H
