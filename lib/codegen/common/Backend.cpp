//===- Backend.cpp - A module as code -------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/common/Backend.h"
#include "DemandOrder.h"
#include "Families.h"
#include "heddle/codegen/common/ControlFlow.h"
#include "heddle/codegen/common/Optimize.h"
#include "heddle/simt/TensorMapArgument.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/CommandLine.h"

#include <mutex>

namespace heddle::codegen {

using namespace mlir;
using mlir::failure;

namespace {

/// A tensor map is passed by value; the kernel needs the address of the
/// launch's own 128 bytes, not of a copy.
llvm::Value *addressOfMap(EmissionContext &context, llvm::Argument &map) {
  llvm::IRBuilder<> &builder = context.builder;
  auto *bytes = llvm::ArrayType::get(builder.getInt8Ty(), TensorMap::Bytes);
  map.addAttrs(llvm::AttrBuilder(builder.getContext())
                   .addByValAttr(bytes)
                   .addAlignmentAttr(llvm::Align(TensorMap::Alignment))
                   .addAttribute("nvvm.grid_constant"));
  return builder.CreatePtrToInt(&map, builder.getInt64Ty());
}

LogicalResult emitKernel(EmissionContext &context, simt::KernelOp kernel,
                         const Backend &backend) {
  llvm::SmallVector<llvm::Type *> types;
  llvm::IRBuilder<> &builder = context.builder;
  for (BlockArgument argument : kernel.getArguments())
    types.push_back(simt::tensorMapOf(kernel, argument.getArgNumber())
                        ? builder.getPtrTy()
                        : typeOf(context, argument.getType()));
  llvm::Function *function = llvm::Function::Create(
      llvm::FunctionType::get(builder.getVoidTy(), types, false),
      llvm::GlobalValue::ExternalLinkage, kernel.getSymName(), context.module);
  backend.beginKernel(*function, kernel);
  context.function = function;
  builder.SetInsertPoint(addBlock(context, "entry"));
  for (auto [argument, value] :
       llvm::zip(kernel.getArguments(), function->args()))
    context.set(argument,
                {value.getType()->isPointerTy() ? addressOfMap(context, value)
                                                : &value});
  if (backend.beginBody != nullptr)
    backend.beginBody(context, kernel);
  return emitBlocks(context, kernel.getBody());
}

bool hasCopies(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return isa<simt::AsyncCopyOp, simt::BoxLoadOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// LLVM's strength reduction gives each address of a loop a sum of its own
/// beside a common base: two sums an iteration instead of one. With copies
/// under way that cost a product 5 % on an H200, but where registers are short
/// it saves some. LLVM has only a switch for the whole process, which is held
/// while code is made.
class StrengthReduction {
public:
  explicit StrengthReduction(bool isWanted) : lock(mutex) {
    auto &options = llvm::cl::getRegisteredOptions();
    if (auto found = options.find("disable-lsr"); found != options.end())
      static_cast<llvm::cl::opt<bool> *>(found->second)->setValue(!isWanted);
  }

private:
  static inline std::mutex mutex;
  std::lock_guard<std::mutex> lock;
};

/// What LLVM has against the code, such as inline assembly that the target's
/// assembler does not know. By itself it would end the process.
struct Objections : llvm::DiagnosticHandler {
  std::vector<std::string> all;

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() != llvm::DS_Error)
      return false;
    llvm::raw_string_ostream stream(all.emplace_back());
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    return true;
  }
};

/// LLVM's module and what makes code of it.
struct Emission {
  Emission() {
    auto handler = std::make_unique<Objections>();
    objections = handler.get();
    context.setDiagnosticHandler(std::move(handler));
  }

  llvm::LLVMContext context;
  Objections *objections = nullptr;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> code;

  LogicalResult emit(ModuleOp module, const Target &target,
                     const Backend &backend, const std::string &library);
  /// Assembly, or the bytes of an object; once.
  FailureOr<std::string> print(ModuleOp module, llvm::CodeGenFileType form);
};

LogicalResult Emission::emit(ModuleOp module, const Target &target,
                             const Backend &backend,
                             const std::string &library) {
  bool isComplete = true;
  for (simt::KernelOp kernel : module.getOps<simt::KernelOp>())
    isComplete &= succeeded(checkOps(kernel, backend.emitters, target));
  if (!isComplete)
    return failure();
  machine = backend.makeMachine(module, target);
  code = std::make_unique<llvm::Module>("heddle", context);
  code->setTargetTriple(machine->getTargetTriple());
  code->setDataLayout(machine->createDataLayout());
  for (simt::KernelOp kernel : module.getOps<simt::KernelOp>()) {
    EmissionContext emission(*code, target, backend.emitters);
    if (failed(emitKernel(emission, kernel, backend)))
      return failure();
  }
  std::string wrong;
  llvm::raw_string_ostream stream(wrong);
  if (llvm::verifyModule(*code, &stream))
    return module.emitError() << "made code that is not valid: " << wrong;
  if (backend.linkLibraries == nullptr)
    return success();
  return backend.linkLibraries(module, *code, *machine, library);
}

FailureOr<std::string> Emission::print(ModuleOp module,
                                       llvm::CodeGenFileType form) {
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  AssemblyPasses emitter;
  if (machine->addPassesToEmitFile(emitter, stream, nullptr, form))
    return module.emitError()
           << "LLVM makes no such file for " << machine->getTargetCPU();
  emitter.run(*code);
  for (const std::string &each : objections->all)
    module.emitError() << "expects code that LLVM's assembler takes for "
                       << machine->getTargetCPU() << ", but it says: " << each;
  if (!objections->all.empty())
    return failure();
  return std::string(text);
}

} // namespace

FailureOr<std::string> emitLlvm(ModuleOp module, const Target &target,
                                const Backend &backend,
                                const std::string &library) {
  Emission emission;
  if (failed(emission.emit(module, target, backend, library)))
    return failure();
  std::string text;
  llvm::raw_string_ostream stream(text);
  emission.code->print(stream, nullptr);
  return text;
}

FailureOr<Assembly> emitAssembly(ModuleOp module, const Target &target,
                                 const Backend &backend,
                                 const std::string &library,
                                 TimingScope &timing,
                                 const EmissionOptions &options) {
  TimingScope step = timing.nest("make LLVM IR");
  Emission emission;
  if (failed(emission.emit(module, target, backend, library)))
    return failure();
  step = timing.nest("LLVM's passes");
  optimize(*emission.code, *emission.machine);
  Assembly result;
  for (llvm::Function &function : *emission.code) {
    // Of libraries there is what is called, with local linkage.
    if (function.isDeclaration() || function.hasLocalLinkage())
      continue;
    unsigned words =
        reduceLiveWords(function, backend.registersOf(function, target));
    backend.finishKernel(function, words, target);
    result.liveWords[function.getName()] = words;
  }
  if (options.keepsLlvm) {
    llvm::raw_string_ostream stream(result.llvm);
    emission.code->print(stream, nullptr);
  }
  step = timing.nest(concat("make ", backend.assembly));
  const StrengthReduction switched(!hasCopies(module));
  FailureOr<std::string> code = emission.print(
      module, options.link == nullptr ? llvm::CodeGenFileType::AssemblyFile
                                      : llvm::CodeGenFileType::ObjectFile);
  if (failed(code))
    return failure();
  if (options.link == nullptr) {
    result.text =
        backend.finishText == nullptr ? *code : backend.finishText(*code);
    return result;
  }
  step = timing.nest("link");
  // LLVM's options are still held.
  Result<std::string> linked = options.link(*code);
  if (!linked)
    return module.emitError() << linked.error().text();
  result.text = std::move(*linked);
  return result;
}

} // namespace heddle::codegen
