//===- EveryOpTest.cpp - No op makes LLVM abort ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelCode.h"
#include "heddle/codegen/nvptx/Ptx.h"

#include <gmock/gmock.h>

#include <set>

using namespace heddle;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

const std::vector<std::string> Integers = {"i1", "i8", "i16", "i32", "i64"};
const std::vector<std::string> Floats = {"f16", "bf16", "f32", "f64"};

unsigned widthOf(llvm::StringRef type) {
  unsigned width = 0;
  type.ltrim("bfi").getAsInteger(10, width);
  return width;
}

std::string vectorOf(const std::string &type) {
  return "vector<3x" + type + ">";
}

/// A kernel of many ops, whose operands are loaded and whose results are
/// stored, so that LLVM has to select instructions for each of them.
class Ops {
public:
  /// The operand that is loaded first, as its name.
  std::string operand(const std::string &type) {
    std::string name = "%o" + std::to_string(count++);
    body += name +
            " = simt.load global %g3 [0, 1, 2] + [0, 8, 16] width 1 : "
            "(vector<3xi64>) -> " +
            vectorOf(type) + "\n";
    return name;
  }
  /// An op of so many operands and its type as it is written.
  void add(const std::string &op, unsigned operands, const std::string &type,
           const std::string &result, const std::string &written) {
    std::string list;
    for (unsigned index = 0; index < operands; ++index)
      list += (index > 0 ? ", " : "") + operand(type);
    std::string name = "%r" + std::to_string(count++);
    body += name + " = " + op + " " + list + " : " + written + "\n";
    body += "simt.store global %g3 [0, 1, 2] + [0, 8, 16], " + name +
            " width 1 : vector<3xi64>, " + vectorOf(result) + "\n";
  }
  void apply(const std::string &op, unsigned operands,
             const std::string &type) {
    add(op, operands, type, type, vectorOf(type));
  }
  void compare(const std::string &op, const std::string &type) {
    add(op, 2, type, "i1", vectorOf(type));
  }
  void cast(const std::string &op, const std::string &from,
            const std::string &to) {
    add("arith." + op, 1, from, to, vectorOf(from) + " to " + vectorOf(to));
  }
  void add(const std::string &line) { body += line + "\n"; }

  /// PTX for old targets and new ones, where LLVM would end the process if an
  /// op had none; the names of the ops.
  std::set<std::string> compile() {
    KernelCode kernel("%g3 = simt.permute %g [0, 0, 0] : vector<1xi64> -> "
                      "vector<3xi64>\n" +
                      body);
    for (const char *name : {"sm_75", "sm_89", "sm_90", "sm_120"}) {
      EXPECT_THAT(kernel.ptxFor(targetNamed(name)), HasSubstr(".entry k("));
      EXPECT_THAT(kernel.refusals, IsEmpty());
    }
    std::set<std::string> names;
    kernel.module().walk([&](mlir::Operation *op) {
      names.insert(op->getName().getStringRef().str());
    });
    return names;
  }

private:
  std::string body;
  unsigned count = 0;
};

void addIntegers(Ops &ops, const std::string &type) {
  for (const char *op : {"addi", "subi", "muli", "divsi", "divui", "remsi",
                         "remui", "andi", "ori", "xori", "shli", "shrsi",
                         "shrui", "minsi", "maxsi", "minui", "maxui"})
    ops.apply(std::string("arith.") + op, 2, type);
  for (const char *op : {"absi", "ctlz", "cttz", "ctpop"})
    ops.apply(std::string("math.") + op, 1, type);
  for (const char *predicate : {"eq", "slt", "ule"})
    ops.compare(std::string("arith.cmpi ") + predicate + ",", type);
}

void addFloats(Ops &ops, const std::string &type) {
  for (const char *op : {"addf", "subf", "mulf", "divf", "maximumf", "minimumf",
                         "maxnumf", "minnumf"})
    ops.apply(std::string("arith.") + op, 2, type);
  ops.apply("arith.negf", 1, type);
  for (const char *op :
       {"absf", "floor", "ceil", "trunc", "round", "roundeven", "sqrt"})
    ops.apply(std::string("math.") + op, 1, type);
  ops.apply("math.copysign", 2, type);
  ops.apply("math.fma", 3, type);
  for (const char *predicate : {"oeq", "ult", "une", "uno", "true"})
    ops.compare(std::string("arith.cmpf ") + predicate + ",", type);
}

void addCasts(Ops &ops) {
  for (const std::string &narrow : Integers)
    for (const std::string &wide : Integers)
      if (widthOf(narrow) < widthOf(wide)) {
        ops.cast("extsi", narrow, wide);
        ops.cast("extui", narrow, wide);
        ops.cast("trunci", wide, narrow);
      }
  for (const std::string &integer : Integers)
    for (const std::string &number : Floats) {
      ops.cast("sitofp", integer, number);
      ops.cast("uitofp", integer, number);
      ops.cast("fptosi", number, integer);
      ops.cast("fptoui", number, integer);
    }
  for (const std::string &narrow : Floats)
    for (const std::string &wide : Floats)
      if (widthOf(narrow) < widthOf(wide)) {
        ops.cast("extf", narrow, wide);
        ops.cast("truncf", wide, narrow);
      }
  ops.cast("bitcast", "f8E4M3FN", "i8");
  ops.cast("bitcast", "bf16", "f16");
  ops.add("%index = arith.index_cast %n : i32 to index\n"
          "%unsigned = arith.index_castui %n : i32 to index");
}

void addOthers(Ops &ops) {
  ops.add("%c = arith.constant true\n"
          "%chosen = arith.select %c, %n, %n : i32\n"
          "%low, %high = arith.mulsi_extended %n, %n : i32\n"
          "%low1, %high1 = arith.mului_extended %p, %p : i64\n"
          "%sum, %carry = arith.addui_extended %n, %n : i32, i1");
}

TEST(EveryOp, OfTheTableHasCodeForItsTypes) {
  std::set<std::string> tried;
  auto compile = [&](auto... add) {
    Ops ops;
    (add(ops), ...);
    tried.merge(ops.compile());
  };
  for (const std::string &type : Integers)
    compile([&](Ops &ops) { addIntegers(ops, type); });
  for (const std::string &type : Floats)
    compile([&](Ops &ops) { addFloats(ops, type); });
  compile(addCasts, addOthers);
  // Whoever adds an op to the table adds it here.
  KernelCode any("");
  for (mlir::RegisteredOperationName name :
       any.module().getContext()->getRegisteredOperations())
    if (llvm::is_contained({"arith", "math"}, name.getDialectNamespace()) &&
        codegen::ptxBackend().emitters.find(name) != nullptr)
      EXPECT_TRUE(tried.contains(name.getStringRef().str()))
          << name.getStringRef().str();
}

} // namespace
