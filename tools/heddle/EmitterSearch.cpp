//===- EmitterSearch.cpp - Which op is lowered wrongly --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitterSearch.h"
#include "heddle/ir/Ttng.h"
#include "heddle/lowering/Lowering.h"
#include "heddle/lowering/Record.h"
#include "heddle/pipeline/Pipelines.h"
#include "heddle/simt/Origin.h"
#include "heddle/verify/WrongLowering.h"
#include "mlir/Pass/PassManager.h"

namespace heddle {

using namespace mlir;
using namespace equivalence;

namespace {

std::string textOf(Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  op->print(stream, OpPrintingFlags().skipRegions().useLocalScope());
  return text;
}

WrongOp described(const WrongLowering &found) {
  std::string name = found.op->getName().getStringRef().str();
  WrongOp wrong = {.location = found.op->getLoc(),
                   .message = "the lowering of '" + name +
                              "' is wrong: " + found.message,
                   .witness = found.witness};
  wrong.witness.push_back("the op is " + textOf(found.op));
  std::string emitter = loweringSourceOf(found.op->getName());
  if (!emitter.empty())
    wrong.witness.push_back("it is lowered by " + emitter);
  return wrong;
}

/// A way to lower and to execute a kernel.
struct Attempt {
  /// Products are waited for where they are, so that each shows its sums.
  bool isSynchronous = true;
  /// The only product, by its number, that shows its sums, which waits for
  /// them; nothing: all do.
  std::optional<unsigned> product = {};
  /// Which waits for copies are for all of them.
  enum class Waits { AsTheyAre, One, All };
  Waits waits = Waits::AsTheyAre;
  unsigned wait = 0;
};

class EmitterSearch {
public:
  EmitterSearch(ModuleOp tensors, llvm::StringRef function,
                const Target &target, const VerifyOptions &options)
      : tensors(tensors), function(function), target(target), options(options) {
  }

  std::optional<WrongOp> run();

private:
  /// What is found this way.
  std::optional<WrongOp> attempt(const Attempt &how);
  /// Notes the products of a module that is to be lowered, by their numbers.
  llvm::DenseMap<Operation *, unsigned> numberProducts(ModuleOp module);
  /// Notes the waits of a program, and changes them.
  void changeWaits(simt::KernelOp kernel, const LoweringRecord &record,
                   const Attempt &how);
  std::optional<WrongOp> findProduct();
  std::optional<WrongOp> findWait(Attempt how, const WrongOp &found);

  ModuleOp tensors;
  llvm::StringRef function;
  const Target &target;
  const VerifyOptions &options;

  // Of the last attempt.
  bool isDifferent = false, isOfBuffer = false;
  /// What there is to be said if one of these is to blame.
  std::vector<WrongOp> products, waits;
};

} // namespace

llvm::DenseMap<Operation *, unsigned>
EmitterSearch::numberProducts(ModuleOp module) {
  llvm::DenseMap<Operation *, unsigned> numbers;
  products.clear();
  module.walk([&](ttng::WarpGroupDotOp product) {
    numbers.try_emplace(product, static_cast<unsigned>(products.size()));
    products.push_back(
        described({product,
                   "nobody waits for its sums where they are used; "
                   "waited for behind it, they are right",
                   {}}));
  });
  return numbers;
}

void EmitterSearch::changeWaits(simt::KernelOp kernel,
                                const LoweringRecord &record,
                                const Attempt &how) {
  waits.clear();
  kernel.walk([&](simt::AsyncWaitOp wait) {
    std::optional<simt::Origin> origin = simt::originOf(wait);
    Operation *op = origin ? record.withNumber(origin->number) : nullptr;
    if (op == nullptr)
      return;
    if (how.waits == Attempt::Waits::All ||
        (how.waits == Attempt::Waits::One && how.wait == waits.size()))
      wait.setPending(0);
    waits.push_back(described({op,
                               "it leaves copies under way; waiting for "
                               "all of them, it is right",
                               {}}));
  });
}

std::optional<WrongOp> EmitterSearch::attempt(const Attempt &how) {
  isDifferent = isOfBuffer = false;
  OwningOpRef<ModuleOp> module(tensors.clone());
  if (how.isSynchronous)
    module->walk(
        [](ttng::WarpGroupDotOp product) { product.setIsAsync(false); });
  llvm::DenseMap<Operation *, unsigned> numbers = numberProducts(*module);
  LoweringRecord record;
  record.observes = [&](Value value) {
    auto product = value.getDefiningOp<ttng::WarpGroupDotOp>();
    return canObserve(value) && (!product || !how.product ||
                                 numbers.lookup(product) == *how.product);
  };
  PassManager passes(module->getContext());
  buildThreadPipeline(passes, {.target = &target, .record = &record});
  if (failed(passes.run(*module)))
    return std::nullopt;
  auto kernel = module->lookupSymbol<simt::KernelOp>(function);
  auto program = record.tensors->lookupSymbol<tt::FuncOp>(function);
  if (!kernel || !program)
    return std::nullopt;
  changeWaits(kernel, record, how);
  std::optional<WrongLowering> found = findWrongLowering(
      program,
      {.kernel = kernel,
       .values = record.observed,
       .withNumber = [&](unsigned each) { return record.withNumber(each); }},
      target, options, isDifferent);
  if (!found)
    return std::nullopt;
  auto isMemory = [](Type type) { return isa<ttg::MemDescType>(type); };
  isOfBuffer = llvm::any_of(found->op->getOperandTypes(), isMemory) ||
               llvm::any_of(found->op->getResultTypes(), isMemory);
  return described(*found);
}

/// All is right as long as all sums are shown. The product of which that is
/// enough.
std::optional<WrongOp> EmitterSearch::findProduct() {
  std::vector<WrongOp> all = products;
  for (unsigned product = 0; product < all.size(); ++product) {
    attempt({.isSynchronous = false, .product = product});
    if (!isDifferent)
      return all[product];
  }
  return std::nullopt;
}

/// If all is right once waits are for all copies, the first wait of which that
/// is enough to see what was found no longer. Others may be wrong, too.
std::optional<WrongOp> EmitterSearch::findWait(Attempt how,
                                               const WrongOp &found) {
  how.waits = Attempt::Waits::All;
  attempt(how);
  if (isDifferent)
    return std::nullopt;
  how.waits = Attempt::Waits::One;
  std::vector<WrongOp> all = waits;
  for (how.wait = 0; how.wait < all.size(); ++how.wait) {
    std::optional<WrongOp> left = attempt(how);
    if (!left || left->message != found.message)
      return all[how.wait];
  }
  return std::nullopt;
}

std::optional<WrongOp> EmitterSearch::run() {
  Attempt how;
  std::optional<WrongOp> found = attempt(how);
  if (!isDifferent) {
    how.isSynchronous = false;
    found = attempt(how);
  }
  if (!isDifferent)
    return findProduct();
  // What a thread reads too early looks wrong where it reads it.
  if (found && isOfBuffer && !waits.empty())
    if (std::optional<WrongOp> wait = findWait(how, *found))
      return wait;
  return found;
}

std::optional<WrongOp> findWrongOp(ModuleOp tensors, llvm::StringRef function,
                                   const Target &target,
                                   const VerifyOptions &options) {
  return EmitterSearch(tensors, function, target, options).run();
}

} // namespace heddle
