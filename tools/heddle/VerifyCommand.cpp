//===- VerifyCommand.cpp - heddle verify --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyCommand.h"
#include "Command.h"
#include "EmitterSearch.h"
#include "IrFile.h"
#include "Options.h"
#include "heddle/encoding/Version.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/ir/Ttg.h"
#include "heddle/pipeline/Pipelines.h"
#include "heddle/verify/Verify.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"

#include <nlohmann/json.hpp>

namespace heddle {

namespace {

using namespace mlir;
using equivalence::Verdict;
using equivalence::VerifyOptions;

struct VerifyArguments {
  std::string before, after, entry, target;
  VerifyOptions options;
  bool json = false;
};

/// Two versions of a kernel; the second one of a thread's program, or none.
struct KernelPair {
  tt::FuncOp before, after;
  simt::KernelOp threads;
};

template <class Op> llvm::SmallVector<Op> kernelsOf(ModuleOp module) {
  llvm::SmallVector<Op> kernels;
  for (Op each : module.getOps<Op>())
    if (SymbolTable::getSymbolVisibility(each) ==
        SymbolTable::Visibility::Public)
      kernels.push_back(each);
  return kernels;
}

/// The kernel of the name, or the only one.
template <class Op> Op partnerOf(tt::FuncOp before, ArrayRef<Op> kernels) {
  for (Op each : kernels)
    if (each.getSymName() == before.getSymName())
      return each;
  return kernels.size() == 1 ? kernels.front() : Op();
}

Outcome<std::vector<KernelPair>> pairsOf(const VerifyArguments &arguments,
                                         ModuleOp before, ModuleOp after) {
  auto fail = [](std::string reason) {
    return tl::unexpected(Failure{
        .error = {.reason = std::move(reason), .witness = {}, .remedy = {}}});
  };
  llvm::SmallVector<tt::FuncOp> firsts = kernelsOf<tt::FuncOp>(before);
  llvm::SmallVector<tt::FuncOp> seconds = kernelsOf<tt::FuncOp>(after);
  llvm::SmallVector<simt::KernelOp> threads = kernelsOf<simt::KernelOp>(after);
  std::vector<KernelPair> pairs;
  for (tt::FuncOp first : firsts) {
    if (!arguments.entry.empty() && first.getSymName() != arguments.entry)
      continue;
    bool isOnly = firsts.size() == 1;
    KernelPair pair = {first, partnerOf<tt::FuncOp>(first, seconds),
                       partnerOf<simt::KernelOp>(first, threads)};
    bool hasName =
        (pair.after && pair.after.getSymName() == first.getSymName()) ||
        (pair.threads && pair.threads.getSymName() == first.getSymName());
    if ((!pair.after && !pair.threads) || (!isOnly && !hasName))
      return fail("'" + arguments.after + "' has no kernel '" +
                  first.getSymName().str() + "', as '" + arguments.before +
                  "' has");
    pairs.push_back(pair);
  }
  if (pairs.empty())
    return fail("'" + arguments.before + "' has no kernel" +
                (arguments.entry.empty() ? " of tensors"
                                         : " '" + arguments.entry + "'"));
  return pairs;
}

Result<const Target *> targetOf(const VerifyArguments &arguments,
                                ModuleOp module) {
  if (!arguments.target.empty())
    return findTarget(arguments.target);
  if (const Target *named = ir::targetOf(module))
    return named;
  return failure("no target to simulate a thread's program", {},
                 "add --target sm_90");
}

std::string timesText(unsigned count) {
  return std::to_string(count) + (count == 1 ? " execution" : " executions");
}

bool isSame(const Verdict &verdict) {
  return verdict.kind == Verdict::Kind::Proved ||
         verdict.kind == Verdict::Kind::Tried;
}

/// Of two kernels that are the same as far as is known.
std::string textOf(KernelPair pair, const Verdict &verdict,
                   const VerifyOptions &options) {
  std::string name = pair.before.getSymName().str();
  if (verdict.kind == Verdict::Kind::Proved)
    return name + ": the same function: proved" +
           (verdict.assumesIndices ? ", if indices do not overflow\n" : "\n");
  return name + ": no difference in " + timesText(verdict.trials) + " (seed " +
         std::to_string(options.seed) + "), but no proof" +
         (verdict.unproved.empty() ? "" : ": " + verdict.unproved) + "\n";
}

/// Of others, at the place where they part.
void sayDifference(KernelPair pair, const Verdict &verdict) {
  std::string name = pair.before.getSymName().str();
  Location where = verdict.right  ? *verdict.right
                   : verdict.left ? *verdict.left
                                  : Location(pair.before.getLoc());
  InFlightDiagnostic error = emitError(where);
  error << name << ": "
        << (verdict.kind == Verdict::Kind::Different
                ? "not the same function: "
                : "neither proved nor refuted: ")
        << verdict.message;
  if (verdict.right && verdict.left)
    error.attachNote(verdict.left) << "in the first program";
  for (const std::string &each : verdict.witness)
    error.attachNote(where) << each;
}

/// The kernels as they are lowered: what the default passes make of those
/// without layouts. Null if they fail.
OwningOpRef<ModuleOp> withLayouts(KernelPair pair, const Target &target) {
  auto module = pair.before->getParentOfType<ModuleOp>();
  OwningOpRef<ModuleOp> copy(module.clone());
  if (module->hasAttr(ttg::WarpsAttr))
    return copy;
  PassManager manager(module.getContext());
  buildTensorPipeline(manager, {.target = &target,
                                .warps = pair.threads.getWarps(),
                                .blocks = pair.threads.getClusterBlocks()});
  if (failed(manager.run(*copy)))
    return nullptr;
  return copy;
}

/// Of a kernel that differs from its lowered program, the op that is lowered
/// wrongly, if lowering it again shows one.
void nameWrongOp(KernelPair pair, const Target &target,
                 const VerifyOptions &options, Verdict &verdict) {
  if (verdict.kind != Verdict::Kind::Different)
    return;
  // It may be that this kernel cannot be lowered as it is.
  ScopedDiagnosticHandler quiet(pair.before.getContext(),
                                [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> module = withLayouts(pair, target);
  if (!module)
    return;
  std::optional<WrongOp> found =
      findWrongOp(*module, pair.before.getSymName(), target, options);
  if (!found)
    return;
  verdict.message = std::move(found->message);
  verdict.left = found->location;
  verdict.right = pair.threads.getLoc();
  verdict.witness = std::move(found->witness);
}

std::string placeText(const std::optional<Location> &location) {
  std::string text;
  if (location)
    llvm::raw_string_ostream(text) << *location;
  return text;
}

nlohmann::json jsonOf(KernelPair pair, const Verdict &verdict) {
  constexpr std::array<const char *, 4> Kinds = {"proved", "tried", "different",
                                                 "undecided"};
  return {{"kernel", pair.before.getSymName().str()},
          {"verdict", Kinds[static_cast<std::size_t>(verdict.kind)]},
          {"executions", verdict.trials},
          {"assumes_indices", verdict.assumesIndices},
          {"message", verdict.message},
          {"first", placeText(verdict.left)},
          {"second", placeText(verdict.right)},
          {"witness", verdict.witness},
          {"unproved", verdict.unproved}};
}

int runVerify(const VerifyArguments &arguments) {
  MLIRContext context(dialectsOfFiles(), MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  IrFile before, after;
  for (auto [file, path] :
       {std::pair(&before, &arguments.before), {&after, &arguments.after}})
    if (Reported<void> read = file->read(*path, context); !read)
      return exitCodeOf(read.error());
  Outcome<std::vector<KernelPair>> pairs =
      pairsOf(arguments, before.module(), after.module());
  if (!pairs)
    return report(pairs.error());
  int code = Success;
  std::string text;
  nlohmann::json answers = nlohmann::json::array();
  for (KernelPair pair : *pairs) {
    Verdict verdict;
    if (pair.after) {
      verdict =
          equivalence::compare(pair.before, pair.after, arguments.options);
    } else {
      Result<const Target *> target = targetOf(arguments, before.module());
      if (!target)
        return report(target.error(), ErrorKind::Trouble);
      verdict = equivalence::compare(pair.before, pair.threads, **target,
                                     arguments.options);
      nameWrongOp(pair, **target, arguments.options, verdict);
    }
    answers.push_back(jsonOf(pair, verdict));
    if (isSame(verdict)) {
      text += textOf(pair, verdict, arguments.options);
      continue;
    }
    sayDifference(pair, verdict);
    code = Refused;
  }
  return std::max(code, finish(arguments.json ? answers.dump(2) + "\n" : text));
}

} // namespace

void addTrialOptions(CLI::App &command, VerifyOptions &options) {
  CLI::Option *trials =
      command.add_option("--trials", options.trials,
                         "how often both are executed if there is no proof");
  takeNumber(*trials, 1, 100000);
  trials->capture_default_str();
  CLI::Option *seed = command.add_option(
      "--seed", options.seed, "other arguments, and other numbers in memory");
  takeNumber(*seed, 0, ~std::uint64_t(0) >> 1);
  seed->capture_default_str();
}

void addVerifyCommand(CLI::App &program, int &exitCode) {
  auto arguments = std::make_shared<VerifyArguments>();
  CLI::App *verify = program.add_subcommand(
      "verify", "Tell whether two versions of a kernel are the same function");
  verify
      ->add_option("BEFORE", arguments->before,
                   "a kernel in Triton's IR (- for stdin)")
      ->required();
  verify
      ->add_option("AFTER", arguments->after,
                   "another version of it: in Triton's IR, or what heddle "
                   "compile --emit simt prints")
      ->required();
  verify->add_option("--entry", arguments->entry, "compare this kernel alone");
  verify->add_option("--target", arguments->target,
                     "the GPU of a thread's program, where the files do not "
                     "name it");
  addTrialOptions(*verify, arguments->options);
  verify->add_flag("!--no-proof", arguments->options.proves,
                   "execute both without looking for a proof");
  verify->add_flag("--json", arguments->json, "print the answer as JSON");
  addExample(*verify, "Before and after choosing layouts",
             "heddle compile examples/kernels/softmax_rows.ttir --target sm_90 "
             "--emit ttgir -o softmax.ttgir && heddle verify "
             "examples/kernels/softmax_rows.ttir softmax.ttgir");
  verify->callback([=, &exitCode] { exitCode = runVerify(*arguments); });
}

} // namespace heddle
