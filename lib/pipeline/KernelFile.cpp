//===- KernelFile.cpp - Kernels on their way to code ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/pipeline/KernelFile.h"
#include "MessageHandler.h"
#include "heddle/f2/Spelling.h"
#include "heddle/files/InputFile.h"
#include "heddle/ir/ArgumentNames.h"
#include "heddle/ir/Dialects.h"
#include "heddle/ir/Meaning.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/ir/Parse.h"
#include "heddle/pipeline/Pipelines.h"
#include "heddle/simt/Simt.h"
#include "heddle/simt/SourceLocation.h"
#include "heddle/simt/TensorMapArgument.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

namespace heddle {

using namespace mlir;

namespace {

#ifdef NDEBUG
constexpr bool AlwaysVerifiesPasses = false;
#else
constexpr bool AlwaysVerifiesPasses = true;
#endif

/// Verifies what the last of the passes makes, at least.
LogicalResult run(PassManager &passes, ModuleOp module,
                  const CompileOptions &options) {
  if (AlwaysVerifiesPasses || options.verifiesPasses)
    return passes.run(module);
  passes.enableVerifier(false);
  return success(succeeded(passes.run(module)) && succeeded(verify(module)));
}

std::string argumentType(Type type) {
  if (isa<tt::PointerType>(type))
    return "ptr";
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

KernelArgument describe(std::string name, Type type) {
  KernelArgument argument = {
      .name = std::move(name), .type = {}, .element = {}, .block = {}};
  if (auto descriptor = dyn_cast<tt::TensorDescType>(type)) {
    argument.type = "tensordesc";
    argument.element = argumentType(descriptor.blockType().getElementType());
    for (int64_t size : descriptor.getShape())
      argument.block.push_back(static_cast<std::uint64_t>(size));
    return argument;
  }
  argument.type = argumentType(type);
  if (Type pointee = tt::pointee(type); pointee != type)
    argument.element = argumentType(pointee);
  return argument;
}

/// What the kernel asks of tensor maps, written down at its arguments.
void addMaps(simt::KernelOp kernel, std::vector<KernelArgument> &arguments) {
  unsigned parameter = 0;
  for (KernelArgument &argument : arguments) {
    auto asked = parameter < kernel.getNumArguments()
                     ? simt::tensorMapOf(kernel, parameter)
                     : std::nullopt;
    bool isInParts = !argument.block.empty() && !asked;
    parameter += isInParts ? 2 * argument.block.size() + 2 : 1;
    if (!asked)
      continue;
    TensorMap &map = argument.map.emplace();
    map.element = asked->element;
    map.swizzle = asked->swizzle;
    for (std::uint32_t box : asked->box)
      map.axes.push_back({.box = box});
  }
}

} // namespace

KernelFile::~KernelFile() = default;

Reported<std::unique_ptr<KernelFile>>
KernelFile::read(const CompileOptions &options) {
  std::unique_ptr<KernelFile> file(new KernelFile());
  file->options = options;
  if (options.doesTime) {
    file->timer.setEnabled(true);
    file->timer.setOutput(createOutputStrategy(
        DefaultTimingManager::OutputFormat::Text, llvm::errs()));
    file->steps = file->timer.getRootScope();
  }
  TimingScope step = file->steps.nest("parse");
  DialectRegistry registry;
  ir::registerDialects(registry);
  registry.insert<simt::SimtDialect>();
  if (options.release)
    ir::setRelease(registry, *options.release);
  file->context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  Result<std::string> text =
      options.text ? Result<std::string>(*options.text) : readIr(options.input);
  if (!text) {
    say(text.error(), options.messages);
    return tl::unexpected(ErrorKind::Trouble);
  }
  file->sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(
          *text, options.input == "-" ? "<stdin>" : options.input),
      llvm::SMLoc());
  file->handler = std::make_unique<MessageHandler>(
      file->sources, *file->context, options.messages);
  file->context->printOpOnDiagnostic(false);
  if (options.isQuiet)
    file->context->getDiagEngine().registerHandler(
        [](Diagnostic &) { return success(); });
  Block parsed;
  AsmParserState state;
  if (failed(ir::parseOps(file->sources, parsed,
                          ParserConfig(file->context.get()), state)))
    return tl::unexpected(ErrorKind::Refusal);
  if (parsed.getOperations().size() == 1)
    file->module = dyn_cast<ModuleOp>(parsed.front());
  if (file->module) {
    file->module->getOperation()->remove();
  } else {
    // Functions alone.
    file->module = ModuleOp::create(UnknownLoc::get(file->context.get()));
    file->module->getBody()->getOperations().splice(
        file->module->getBody()->begin(), parsed.getOperations());
  }
  if (failed(ir::verifyMeaning(*file->module)))
    return tl::unexpected(ErrorKind::Refusal);
  for (tt::FuncOp function : file->module->getOps<tt::FuncOp>()) {
    auto &arguments = file->arguments[function.getSymName().str()];
    if (function.isDeclaration())
      continue;
    for (BlockArgument argument : function.getArguments()) {
      llvm::StringRef name = ir::nameIn(argument.getLoc());
      arguments.push_back(
          describe(name.empty() ? ir::nameInFile(state, argument) : name.str(),
                   argument.getType()));
    }
  }
  if (options.needsSource)
    file->placeInInput(state);
  if (failed(file->chooseTarget()) || failed(file->chooseEntry()))
    return tl::unexpected(ErrorKind::Trouble);
  return file;
}

void KernelFile::placeInInput(const AsmParserState &state) {
  const llvm::MemoryBuffer *text = sources.getMemoryBuffer(1);
  for (tt::FuncOp function : module->getOps<tt::FuncOp>()) {
    SourceLocation begin = sourceLocationOf(function.getLoc(), "");
    if (findSource(begin.file, options.input))
      continue;
    function->walk([&](Operation *op) {
      const auto *definition = state.getOpDef(op);
      if (definition == nullptr)
        return;
      auto [line, column] =
          sources.getLineAndColumn(definition->loc.Start, /*BufferID=*/1);
      op->setLoc(FileLineColLoc::get(context.get(), text->getBufferIdentifier(),
                                     line, column));
    });
  }
}

LogicalResult KernelFile::chooseTarget() {
  auto name =
      module->getOperation()->getAttrOfType<StringAttr>(ttg::TargetAttr);
  const Target *named = ir::targetOf(*module);
  chip = options.target != nullptr ? options.target : named;
  if (chip == nullptr) {
    InFlightDiagnostic error = module->emitError();
    if (name)
      error << "expects a known chip as '" << ttg::TargetAttr << "', but got "
            << name;
    else
      error << "no target: add --target sm_90";
    return error;
  }
  if (named != nullptr && named != chip)
    module->emitWarning() << "has layouts for " << named->name
                          << ", but is compiled for " << chip->name;
  std::optional<unsigned> warps;
  if (auto count =
          module->getOperation()->getAttrOfType<IntegerAttr>(ttg::WarpsAttr))
    warps = static_cast<unsigned>(count.getInt());
  if (warps && options.numWarps && *warps != *options.numWarps)
    return module->emitError()
           << "expects " << *warps << " warps, as the module says, but got "
           << *options.numWarps;
  return checkBlocks();
}

/// Clusters are those of the file, if it says so, and of the chip.
LogicalResult KernelFile::checkBlocks() {
  std::optional<unsigned> named;
  if (auto count =
          module->getOperation()->getAttrOfType<IntegerAttr>(ttg::BlocksAttr))
    named = static_cast<unsigned>(count.getInt());
  // A module that the file does not write down has no place in it.
  Operation *where = module->getOperation();
  if (isa<UnknownLoc>(where->getLoc()) && !module->getBody()->empty())
    where = &module->getBody()->front();
  if (named && options.numCTAs && *named != *options.numCTAs)
    return where->emitError()
           << "expects " << *named << (*named == 1 ? " block" : " blocks")
           << " in a cluster, as the module says, but got " << *options.numCTAs;
  blocks = named.value_or(options.numCTAs.value_or(1));
  if (blocks <= chip->clusterBlocks)
    return success();
  if (chip->clusterBlocks == 1)
    return where->emitError()
           << "expects programs of one block, but got clusters of " << blocks
           << ": " << chip->name << " has no clusters";
  return where->emitError()
         << "expects clusters of at most " << chip->clusterBlocks
         << " blocks on " << chip->name << ", but got " << blocks;
}

LogicalResult KernelFile::chooseEntry() {
  if (options.entry.empty())
    return success();
  bool isThere = false;
  std::string names;
  std::vector<std::string_view> known;
  for (tt::FuncOp function : module->getOps<tt::FuncOp>()) {
    if (!function.isPublic())
      continue;
    names += (names.empty() ? "" : ", ") + function.getSymName().str();
    known.push_back(function.getSymName());
    if (function.getSymName() == options.entry)
      isThere = true;
    else
      function.setPrivate();
  }
  if (isThere)
    return success();
  InFlightDiagnostic error =
      module->emitError() << "expects a kernel named '" << options.entry
                          << "', but got " << (names.empty() ? "none" : names);
  if (std::string meant = didYouMean(options.entry, known); !meant.empty())
    error.attachNote() << meant;
  return error;
}

LogicalResult KernelFile::prepare() {
  PassManager passes(context.get());
  buildPreparation(passes, *chip, blocks);
  return run(passes, *module, options);
}

// Timers know passes by their addresses, which those of another manager may
// have later: hence a scope for each.
LogicalResult KernelFile::giveLayouts() {
  TimingScope step = steps.nest("choose layouts");
  PassManager passes(context.get());
  passes.enableTiming(step);
  constexpr unsigned DefaultWarps = 4;
  bool hasLayouts = module->getOperation()->hasAttr(ttg::WarpsAttr);
  if (options.doesReport)
    decisions.emplace(*context).place(*module);
  if (hasLayouts && !options.layoutHints.empty())
    return module->emitError("has layouts already, so that --layout-hints has "
                             "nothing to say; give it to the TTIR");
  if (options.maxRegisters)
    module->getOperation()->setAttr(
        ttg::MaxRegistersAttr, Builder(context.get())
                                   .getI32IntegerAttr(static_cast<std::int32_t>(
                                       *options.maxRegisters)));
  if (hasLayouts)
    buildCompletion(passes, *chip, blocks);
  else
    buildTensorPipeline(
        passes, {.target = chip,
                 .warps = options.numWarps.value_or(DefaultWarps),
                 .blocks = blocks,
                 .stages = options.numStages,
                 .specialization = options.warpSpecialization,
                 .allowsScratch = options.allowsScratch,
                 .layoutHints = options.layoutHints,
                 .choice = options.doesReport ? &choice.emplace() : nullptr});
  return run(passes, *module, options);
}

LogicalResult KernelFile::lower() {
  TimingScope step = steps.nest("lower to one thread");
  PassManager passes(context.get());
  passes.enableTiming(step);
  buildThreadPipeline(passes, {.target = chip,
                               .arithmetic = options.arithmetic,
                               .record = &record,
                               .insertsFences = options.insertsFences});
  threads = std::exchange(module, nullptr);
  LogicalResult result = run(passes, *threads, options);
  module = std::move(record.tensors);
  return succeeded(result) ? checkSharedMemory() : result;
}

LogicalResult KernelFile::checkSharedMemory() {
  bool doAllFit = true;
  for (simt::KernelOp kernel : threads->getOps<simt::KernelOp>()) {
    if (kernel.getSharedBytes() <= chip->sharedBytes)
      continue;
    doAllFit = false;
    InFlightDiagnostic error = kernel.emitError();
    error << "'" << kernel.getSymName() << "' takes " << kernel.getSharedBytes()
          << " bytes of shared memory, but a block has at most "
          << chip->sharedBytes << " on " << chip->name;
    error.attachNote() << "smaller tiles take less, and so do fewer stages of "
                          "loops: --num-stages, or a loop's tt.num_stages";
  }
  return success(doAllFit);
}

std::vector<KernelLaunch> KernelFile::launches() {
  std::vector<KernelLaunch> launches;
  for (simt::KernelOp kernel : threads->getOps<simt::KernelOp>()) {
    auto scratch =
        simt::globalScratchOf(kernel).value_or(simt::GlobalScratch{0, 0});
    launches.push_back({.name = kernel.getSymName().str(),
                        .numWarps = simt::blockWarps(kernel),
                        .threadsPerWarp = kernel.getLanes(),
                        .numCTAs = kernel.getClusterBlocks(),
                        .sharedBytes = kernel.getSharedBytes(),
                        .arguments = arguments[kernel.getSymName().str()],
                        .scratchBytes = scratch.bytes,
                        .scratchAlignment = scratch.alignment});
    addMaps(kernel, launches.back().arguments);
  }
  return launches;
}

} // namespace heddle
