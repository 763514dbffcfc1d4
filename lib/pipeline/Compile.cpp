//===- Compile.cpp - Kernels to code --------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/pipeline/Compile.h"
#include "heddle/codegen/Codegen.h"
#include "heddle/ir/Dialects.h"
#include "heddle/pipeline/KernelFile.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Pass/PassManager.h"

namespace heddle {

using namespace mlir;

namespace {

std::string textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text + "\n";
}

/// As the context's release writes it; for a release of Triton's, with what its
/// code generator needs.
FailureOr<std::string> ttgirOf(ModuleOp module, const CompileOptions &options,
                               bool hasLocations) {
  OwningOpRef<ModuleOp> printed(module.clone());
  PassManager passes(module.getContext());
  if (options.release)
    passes.addPass(createTritonNvidiaGPUFenceInsertion());
  if (mlir::failed(passes.run(*printed)))
    return mlir::failure();
  ir::fitRelease(*printed);
  if (mlir::failed(ir::checkPrintable(*printed)))
    return mlir::failure();
  std::string text;
  llvm::raw_string_ostream stream(text);
  printed->print(stream, OpPrintingFlags().enableDebugInfo(hasLocations));
  return text + "\n";
}

/// The same to be looked at only: if the release has no words for it, a comment
/// says why.
std::string shownTtgirOf(ModuleOp module, const CompileOptions &options) {
  std::string why;
  ScopedDiagnosticHandler handler(module.getContext(),
                                  [&](Diagnostic &diagnostic) {
                                    why += "// " + diagnostic.str() + "\n";
                                    return mlir::success();
                                  });
  FailureOr<std::string> text = ttgirOf(module, options, /*hasLocations=*/true);
  return succeeded(text) ? *text : why;
}

Result<void> checkCodeObject(const KernelFile &file,
                             const CompileOptions &options) {
  if (file.target().vendor != Vendor::Amd)
    return heddle::failure(
        concat("expects an AMD target for a code object, but got ",
               file.target().name),
        "", "NVIDIA's driver takes PTX instead");
  if (options.link == nullptr)
    return heddle::failure("this program has no linker for code objects", "",
                           "heddle compile -o K.hsaco has one");
  return {};
}

} // namespace

std::vector<KernelParameter> KernelLaunch::parameters() const {
  std::vector<KernelParameter> all;
  for (unsigned index = 0; index < arguments.size(); ++index) {
    const KernelArgument &argument = arguments[index];
    if (argument.block.empty() || argument.map) {
      all.push_back({.name = argument.name,
                     .type = argument.map ? "tensormap" : argument.type,
                     .argument = index});
      continue;
    }
    auto add = [&](const std::string &part, const char *type) {
      all.push_back({.name = argument.name + "." + part,
                     .type = type,
                     .argument = index,
                     .isPart = true});
    };
    add("base", "ptr");
    for (const char *name : {"shape", "stride"})
      for (std::size_t axis = 0; axis < argument.block.size(); ++axis)
        add(name + std::to_string(axis), "i64");
    add("nan", "i1");
  }
  if (scratchBytes != 0)
    all.push_back({.name = "global_scratch",
                   .type = "ptr",
                   .argument = static_cast<unsigned>(arguments.size())});
  return all;
}

const Assembled *CompiledModule::assembledOf(llvm::StringRef kernel) const {
  if (assembled)
    for (const Assembled &each : *assembled)
      if (each.kernel == kernel)
        return &each;
  return nullptr;
}

Reported<CompiledModule> compileModule(const CompileOptions &options) {
  Reported<std::unique_ptr<KernelFile>> read = KernelFile::read(options);
  if (!read)
    return tl::unexpected(read.error());
  std::shared_ptr<KernelFile> file = std::move(*read);
  if (options.stage == CompileStage::CodeObject)
    if (Result<void> checked = checkCodeObject(*file, options); !checked) {
      say(checked.error(), options.messages);
      return tl::unexpected(ErrorKind::Trouble);
    }
  if (failed(file->giveLayouts()))
    return tl::unexpected(ErrorKind::Refusal);
  CompiledModule result = {.text = {},
                           .target = &file->target(),
                           .kernels = {},
                           .liveWords = {},
                           .assembled = {},
                           .file = file};
  if (options.keepsStages)
    result.ttgir = shownTtgirOf(file->source(), options);
  if (options.stage == CompileStage::Ttgir) {
    FailureOr<std::string> text =
        ttgirOf(file->source(), options, /*hasLocations=*/false);
    if (failed(text))
      return tl::unexpected(ErrorKind::Refusal);
    result.text = std::move(*text);
    if (!options.doesReport)
      return result;
  }
  if (failed(file->lower()))
    return tl::unexpected(ErrorKind::Refusal);
  result.kernels = file->launches();
  if (options.stage == CompileStage::Ttgir)
    return result;
  if (options.stage == CompileStage::Simt) {
    result.text = textOf(file->kernels());
    return result;
  }
  if (options.stage == CompileStage::Llvm) {
    FailureOr<std::string> code =
        codegen::emitLlvm(file->kernels(), file->target(), options.libdevice);
    if (failed(code))
      return tl::unexpected(ErrorKind::Refusal);
    result.text = std::move(*code);
    return result;
  }
  FailureOr<codegen::Assembly> code = codegen::emitAssembly(
      file->kernels(), file->target(), options.libdevice, file->timing(),
      {.keepsLlvm = options.keepsStages,
       .link =
           options.stage == CompileStage::CodeObject ? options.link : nullptr});
  if (failed(code))
    return tl::unexpected(ErrorKind::Refusal);
  result.text = std::move(code->text);
  result.llvm = std::move(code->llvm);
  result.liveWords = std::move(code->liveWords);
  if (options.doesAssemble && file->target().vendor == Vendor::Nvidia) {
    TimingScope step = file->timing().nest("ptxas");
    auto assembled = assemblePtx(result.text, file->target());
    if (!assembled) {
      say(assembled.error(), options.messages);
      return tl::unexpected(ErrorKind::Refusal);
    }
    result.assembled = *assembled;
  }
  return result;
}

} // namespace heddle
