//===- KernelCode.cpp - Kernels as text, compiled -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelCode.h"
#include "heddle/codegen/Codegen.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include <cstdlib>
#include <iostream>

namespace heddle {

using namespace mlir;

void PrintTo(const Refusal &refusal, std::ostream *stream) {
  *stream << refusal.line << ": " << refusal.message;
}

static std::string kernelText(llvm::StringRef body, llvm::StringRef arguments,
                              unsigned warps) {
  std::string text = "simt.kernel @k(%p: i64, %n: i32, %x: f32" +
                     arguments.str() + ") warps(" + std::to_string(warps) +
                     ") lanes(32) shared(1024) {\n"
                     "%g = simt.splat %p : i64 -> vector<1xi64>\n";
  if (body.contains("%s"))
    text += "%shared = simt.shared 1024 align 16 at 0\n"
            "%s = simt.splat %shared : i32 -> vector<1xi32>\n";
  return text + body.str() + "\nsimt.return\n}\n";
}

KernelCode::KernelCode(llvm::StringRef body, llvm::StringRef arguments,
                       unsigned warps)
    : text(kernelText(body, arguments, warps)),
      context(MLIRContext::Threading::DISABLED) {
  context.loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                      math::MathDialect, scf::SCFDialect, simt::SimtDialect>();
  kernels = parseSourceString<ModuleOp>(text, &context);
  if (!kernels) {
    std::cerr << "expects a kernel, but got\n" << text << std::endl;
    std::abort();
  }
}

template <class Make> std::string KernelCode::make(Make make) {
  refusals.clear();
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    std::string line;
    if (auto file = dyn_cast<FileLineColLoc>(diagnostic.getLocation())) {
      llvm::StringRef rest = text;
      for (unsigned number = 1; number < file.getLine(); ++number)
        rest = rest.split('\n').second;
      line = rest.split('\n').first.trim().str();
    }
    refusals.push_back({.line = line, .message = diagnostic.str()});
    return success();
  });
  FailureOr<std::string> code = make(*kernels);
  return succeeded(code) ? *code : "";
}

std::string KernelCode::llvmFor(const Target &target) {
  return make(
      [&](ModuleOp module) { return codegen::emitLlvm(module, target, ""); });
}

/// Without what is known of it.
static FailureOr<std::string> textOf(FailureOr<codegen::Assembly> assembly) {
  if (failed(assembly))
    return mlir::failure();
  return std::move(assembly->text);
}

std::string KernelCode::ptxFor(const Target &target) {
  return make([&](ModuleOp module) {
    return textOf(codegen::emitAssembly(module, target, ""));
  });
}

std::string KernelCode::codeFor(const Target &target,
                                const codegen::Backend &backend,
                                codegen::Linker link) {
  return make([&](ModuleOp module) {
    TimingScope untimed;
    return textOf(codegen::emitAssembly(module, target, backend, "", untimed,
                                        {.link = link}));
  });
}

std::string movesOf(const std::string &type, unsigned width,
                    const std::string &space, const std::string &base) {
  std::string count = std::to_string(width),
              vector = "vector<" + count + "x" + type + ">",
              bases = space == "global" ? "vector<1xi64>" : "vector<1xi32>";
  return "%v = simt.load " + space + " " + base + " [0] + [16] width " + count +
         " : (" + bases + ") -> " + vector + "\nsimt.store " + space + " " +
         base + " [0] + [32], %v width " + count + " : " + bases + ", " +
         vector;
}

const Target &targetNamed(std::string_view name) {
  return *findTarget(name).value();
}

} // namespace heddle
