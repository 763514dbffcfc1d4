//===- MutantsTest.cpp - Programs with one fault are not proved -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Changes one op of an example kernel: an operand that is another one, a
/// constant that is off by one, a store that is left out. None of these may be
/// proved equal to the kernel; all of them make a difference.
///
//===----------------------------------------------------------------------===//

#include "Examples.h"
#include "Sample.h"
#include "heddle/ir/Amdg.h"
#include "heddle/ir/Ttng.h"
#include "heddle/pipeline/Pipelines.h"
#include "heddle/verify/Proof.h"
#include "heddle/verify/VerifyPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/TypeSwitch.h"

#include <gtest/gtest.h>

using namespace heddle;
using namespace mlir;

namespace {

void swapOperands(Operation *op, unsigned first) {
  Value one = op->getOperand(first), other = op->getOperand(first + 1);
  op->setOperand(first, other);
  op->setOperand(first + 1, one);
}

bool areOtherValues(Operation *op, unsigned first) {
  Value one = op->getOperand(first), other = op->getOperand(first + 1);
  return one != other && one.getType() == other.getType();
}

bool isSymmetric(arith::CmpIOp compare) {
  return compare.getPredicate() == arith::CmpIPredicate::eq ||
         compare.getPredicate() == arith::CmpIPredicate::ne;
}
bool isSymmetric(arith::CmpFOp compare) {
  llvm::StringRef name = arith::stringifyEnum(compare.getPredicate());
  return !name.ends_with("lt") && !name.ends_with("le") &&
         !name.ends_with("gt") && !name.ends_with("ge");
}

/// One more, of a number or of all numbers.
TypedAttr shifted(TypedAttr value) {
  Builder builder(value.getContext());
  if (auto number = dyn_cast<IntegerAttr>(value))
    return builder.getIntegerAttr(number.getType(), number.getValue() + 1);
  if (auto number = dyn_cast<FloatAttr>(value)) {
    APFloat sum = number.getValue();
    if (!sum.isFinite())
      return {};
    sum.add(APFloat::getOne(sum.getSemantics()), APFloat::rmNearestTiesToEven);
    return sum == number.getValue() ? TypedAttr()
                                    : FloatAttr::get(number.getType(), sum);
  }
  if (auto all = dyn_cast<SplatElementsAttr>(value)) {
    TypedAttr next = shifted(all.getSplatValue<TypedAttr>());
    if (next)
      return SplatElementsAttr::get(all.getType(), {Attribute(next)});
  }
  return {};
}

/// Swaps two values of one type that the loop yields, if what they are carried
/// for begins differently.
bool swapYields(scf::ForOp loop) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  for (unsigned first = 0; first + 1 < yield.getNumOperands(); ++first)
    if (areOtherValues(yield, first)) {
      swapOperands(yield, first);
      return true;
    }
  return false;
}

/// What was done, in a word; empty if there is nothing to do.
std::string mutate(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case<arith::SubIOp, arith::SubFOp, arith::DivFOp, arith::DivSIOp,
            arith::RemSIOp>([](Operation *each) {
        if (!areOtherValues(each, 0))
          return "";
        swapOperands(each, 0);
        return "swapped";
      })
      .Case<arith::CmpIOp, arith::CmpFOp>([](auto compare) {
        if (isSymmetric(compare) || !areOtherValues(compare, 0))
          return "";
        swapOperands(compare, 0);
        return "swapped";
      })
      .Case([](arith::SelectOp select) {
        swapOperands(select, 1);
        return "swapped";
      })
      .Case([](arith::ConstantOp constant) {
        TypedAttr next = shifted(constant.getValue());
        if (!next)
          return "";
        constant.setValueAttr(next);
        return "shifted";
      })
      .Case([](tt::MakeRangeOp range) {
        range.setStart(range.getStart() + 1);
        range.setEnd(range.getEnd() + 1);
        return "shifted";
      })
      .Case([](tt::GetProgramIdOp id) {
        id.setAxis(id.getAxis() == tt::GridAxis::X ? tt::GridAxis::Y
                                                   : tt::GridAxis::X);
        return "turned";
      })
      .Case<arith::AddFOp, arith::MulFOp, arith::AddIOp, arith::MulIOp,
            arith::MaxNumFOp>([](Operation *each) {
        OpBuilder builder(each);
        Value l = each->getOperand(0), r = each->getOperand(1), other;
        if (isa<FloatType>(getElementTypeOrSelf(l.getType())))
          other = arith::SubFOp::create(builder, each->getLoc(), l, r);
        else
          other = arith::SubIOp::create(builder, each->getLoc(), l, r);
        each->replaceAllUsesWith(ValueRange{other});
        return "subtracted";
      })
      .Case([](tt::StoreOp store) {
        store.erase();
        return "dropped";
      })
      .Case([](tt::LoadOp load) {
        if (!load.getMask())
          return "";
        load.getMaskMutable().clear();
        load.getOtherMutable().clear();
        return "unmasked";
      })
      .Case([](ttg::AsyncWaitOp wait) {
        wait.setNum(wait.getNum() + 1);
        return "shifted";
      })
      .Case([](ttng::WarpGroupDotWaitOp wait) {
        wait.setPendings(wait.getPendings() + 1);
        return "shifted";
      })
      .Case([](ttng::BarrierExpectOp expect) {
        expect.setSize(expect.getSize() / 2);
        return "halved";
      })
      .Case([](ttng::InitBarrierOp init) {
        init.setCount(init.getCount() + 1);
        return "shifted";
      })
      .Case([](ttng::ArriveBarrierOp arrive) {
        arrive.setCount(arrive.getCount() - 1);
        return "shifted";
      })
      .Case([](ttng::WaitBarrierOp wait) {
        wait.erase();
        return "dropped";
      })
      .Case([](ttng::AsyncTMACopyGlobalToLocalOp copy) {
        OpBuilder builder(copy);
        copy.getPredMutable().assign(arith::ConstantOp::create(
            builder, copy.getLoc(), builder.getBoolAttr(true)));
        return "unmasked";
      })
      .Case([](ttng::TensormapCreateOp map) {
        swapOperands(map, 2);
        return "swapped";
      })
      .Case<ttng::TMAStoreWaitOp, ttng::AsyncTMACopyLocalToGlobalOp>(
          [](auto op) {
            op.erase();
            return "dropped";
          })
      .Case([](arith::XOrIOp flip) {
        flip->replaceAllUsesWith(ValueRange{flip.getLhs()});
        return "kept";
      })
      .Case<ttg::AsyncCopyGlobalToLocalOp>([](auto copy) {
        if (!copy.getMask())
          return "";
        copy.getMaskMutable().clear();
        copy.getOtherMutable().clear();
        return "unmasked";
      })
      .Case([](amdg::BufferLoadOp load) {
        if (!load.getMask())
          return "";
        load.getMaskMutable().clear();
        load.getOtherMutable().clear();
        return "unmasked";
      })
      .Case<ttg::LocalStoreOp, amdg::BufferStoreOp>([](auto store) {
        store.erase();
        return "dropped";
      })
      .Case([](scf::ForOp loop) { return swapYields(loop) ? "turned" : ""; })
      .Default([](Operation *) { return ""; });
}

bool areAllProved(ModuleOp module, ModuleOp other) {
  return llvm::all_of(module.getOps<tt::FuncOp>(), [&](tt::FuncOp function) {
    return function.isPrivate() ||
           equivalence::proveEqual(
               function, other.lookupSymbol<tt::FuncOp>(function.getSymName()))
               .isProved;
  });
}

/// Mutants that were proved to compute the same.
unsigned ofSame = 0;

/// Does an execution tell the one from the other?
bool areDifferent(ModuleOp module, ModuleOp other) {
  equivalence::VerifyOptions options;
  options.proves = false;
  return llvm::any_of(equivalence::compareFunctions(module, other, options),
                      [](const equivalence::PassVerdict &each) {
                        return each.verdict.kind ==
                               equivalence::Verdict::Kind::Different;
                      });
}

/// Mutants of compiled kernels may compute the same: a wait may be for more
/// than has to be there. Then no execution may tell them apart.
enum class Proved : std::uint8_t { Never, IfSame };

/// Every mutant of one op in so many, and of fewer under sanitizers, compared
/// with the module; how many there were.
unsigned checkMutantsOf(ModuleOp module, ModuleOp made, const std::string &name,
                        unsigned every, Proved proved) {
  unsigned ops = 0, count = 0;
  made->walk([&](Operation *) { ++ops; });
  for (unsigned number = 0; number < ops; number += every * SampledOneIn) {
    OwningOpRef<ModuleOp> mutant(cast<ModuleOp>(made->clone()));
    unsigned next = 0;
    Operation *chosen = nullptr;
    mutant->walk([&](Operation *op) {
      if (next++ == number)
        chosen = op;
    });
    std::string where = name + ", op " + std::to_string(number) + ", " +
                        chosen->getName().getStringRef().str();
    if (auto line = dyn_cast<FileLineColLoc>(chosen->getLoc()))
      where += " of line " + std::to_string(line.getLine());
    if (isOpTriviallyDead(chosen))
      continue;
    std::string what = mutate(chosen);
    if (what.empty())
      continue;
    ++count;
    if (!areAllProved(module, *mutant))
      continue;
    EXPECT_TRUE(proved == Proved::IfSame && !areDifferent(module, *mutant))
        << where << " " << what;
    ++ofSame;
  }
  return count;
}

unsigned checkMutants(ModuleOp module, const std::string &name, unsigned every,
                      Proved proved = Proved::Never) {
  EXPECT_TRUE(areAllProved(module, module)) << name;
  return checkMutantsOf(module, module, name, every, proved);
}

TEST(Mutants, OfKernels) {
  unsigned count = 0;
  for (const std::filesystem::path &file : exampleFiles()) {
    std::unique_ptr<MLIRContext> context = exampleContext();
    OwningOpRef<ModuleOp> module =
        parseSourceFile<ModuleOp>(file.string(), context.get());
    ASSERT_TRUE(module) << file;
    count += checkMutants(*module, file.stem().string(), 1);
  }
  EXPECT_GT(count, 1000U / SampledOneIn);
  RecordProperty("mutants", static_cast<int>(count));
}

unsigned checkCompiled(const char *target, unsigned every) {
  unsigned count = 0;
  for (const std::filesystem::path &file : exampleFiles()) {
    std::unique_ptr<MLIRContext> context = exampleContext();
    OwningOpRef<ModuleOp> module =
        parseSourceFile<ModuleOp>(file.string(), context.get());
    PassManager passes(context.get());
    buildTensorPipeline(passes, {.target = *findTarget(target)});
    bool isCompiled = module && succeeded(passes.run(*module));
    EXPECT_TRUE(isCompiled) << file;
    if (isCompiled)
      count +=
          checkMutants(*module, file.stem().string(), every, Proved::IfSame);
  }
  return count;
}

/// Keeps the module before and behind a pass.
class AroundPass : public PassInstrumentation {
public:
  using Module = OwningOpRef<ModuleOp>;
  AroundPass(llvm::StringRef name, Module &before, Module &after)
      : name(name), before(before), after(after) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    if (pass->getArgument() == name)
      before = cast<ModuleOp>(op->clone());
  }
  void runAfterPass(Pass *pass, Operation *op) override {
    if (pass->getArgument() == name)
      after = cast<ModuleOp>(op->clone());
  }

private:
  llvm::StringRef name;
  Module &before, &after;
};

bool hasCopies(ModuleOp module) {
  return module
      ->walk([](Operation *op) {
        return isa<ttg::AsyncCopyGlobalToLocalOp,
                   ttng::AsyncTMACopyGlobalToLocalOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Loops that are proved equal to pipelined ones are not equal to those with a
/// wait, a slot, a stage or a mask that is wrong.
unsigned
checkPipelines(const char *target, unsigned every, const std::string &only,
               llvm::StringRef pass,
               WarpSpecialization specialization = WarpSpecialization::Off) {
  unsigned count = 0;
  for (const std::filesystem::path &file : exampleFiles()) {
    if (!only.empty() && file.stem() != only)
      continue;
    std::unique_ptr<MLIRContext> context = exampleContext();
    OwningOpRef<ModuleOp> module =
        parseSourceFile<ModuleOp>(file.string(), context.get());
    OwningOpRef<ModuleOp> before, after;
    PassManager passes(context.get());
    buildTensorPipeline(passes, {.target = *findTarget(target),
                                 .specialization = specialization});
    passes.addInstrumentation(
        std::make_unique<AroundPass>(pass, before, after));
    bool isCompiled = module && succeeded(passes.run(*module));
    EXPECT_TRUE(isCompiled) << file;
    if (isCompiled && hasCopies(*after) && areAllProved(*before, *after))
      count += checkMutantsOf(*before, *after, file.stem().string(), every,
                              Proved::IfSame);
  }
  return count;
}

/// With layouts, loops that are pipelined, and products of warp groups.
TEST(Mutants, OfKernelsForNvidia) {
  unsigned count = checkCompiled("sm_90", 3);
  EXPECT_GT(count, 500U / SampledOneIn);
  RecordProperty("mutants", static_cast<int>(count));
}

/// So many mutants of loops that the pipeliner has made, at least.
void checkMostDiffer(const char *target, unsigned every, unsigned least,
                     const std::string &only = "",
                     llvm::StringRef pass = "tritongpu-pipeline") {
  ofSame = 0;
  unsigned count = checkPipelines(target, every, only, pass);
  EXPECT_GT(count, least / SampledOneIn);
  // Sums with zeros, and the wait behind the loop, which no read needs. A small
  // sample may have some more.
  EXPECT_LT(7 * ofSame, count + 7 * (SampledOneIn - 1));
  testing::Test::RecordProperty("mutants", static_cast<int>(count));
  testing::Test::RecordProperty("equal", static_cast<int>(ofSame));
}

TEST(Mutants, OfPipelinedLoops) { checkMostDiffer("sm_80", 20, 60); }

TEST(Mutants, OfPipelinedWarpGroups) { checkMostDiffer("sm_90", 25, 30); }

/// All of one, whose tiles the engine copies.
TEST(Mutants, OfALoopThatTheEngineFills) {
  checkMostDiffer("sm_90", 1, 60, "matmul_descriptor");
}

TEST(Mutants, OfTensorMaps) {
  checkMostDiffer("sm_90", 1, 60, "matmul_descriptor",
                  "triton-nvidia-tma-lowering");
}

/// Warps that load, and those that multiply.
void checkPartitionsDiffer(const std::string &only) {
  ofSame = 0;
  unsigned count = checkPipelines("sm_90", 1, only,
                                  "tritongpu-automatic-warp-specialization",
                                  WarpSpecialization::All);
  EXPECT_GT(count, 50U / SampledOneIn);
  // Conditions of copies that are true, sums with zeros, and what loops carry
  // for nobody.
  EXPECT_LT(7 * ofSame, count + 7 * (SampledOneIn - 1));
  testing::Test::RecordProperty("mutants", static_cast<int>(count));
  testing::Test::RecordProperty("equal", static_cast<int>(ofSame));
}

TEST(Mutants, OfPartitions) { checkPartitionsDiffer("matmul_descriptor"); }

TEST(Mutants, OfPartitionsWhoseThreadsCopy) {
  checkPartitionsDiffer("matmul_fp16");
}

/// With buffer accesses.
TEST(Mutants, OfKernelsForAmd) {
  unsigned count = checkCompiled("gfx942", 5);
  EXPECT_GT(count, 300U / SampledOneIn);
  RecordProperty("mutants", static_cast<int>(count));
}

} // namespace
