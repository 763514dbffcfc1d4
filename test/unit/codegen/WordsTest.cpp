//===- WordsTest.cpp - Small elements in words ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/common/Words.h"
#include "KernelCode.h"
#include "heddle/codegen/common/EmitterTable.h"
#include "llvm/Analysis/ConstantFolding.h"

#include <gmock/gmock.h>

#include <random>

using namespace heddle;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace {

/// Constants, which LLVM computes with at once.
struct Folding {
  llvm::LLVMContext llvmContext;
  llvm::Module module = llvm::Module("test", llvmContext);
  codegen::EmissionContext context = codegen::EmissionContext(
      module, targetNamed("sm_90"), codegen::commonEmitters());

  Folding() {
    context.function = llvm::Function::Create(
        llvm::FunctionType::get(context.builder.getVoidTy(), false),
        llvm::GlobalValue::ExternalLinkage, "f", module);
    context.builder.SetInsertPoint(codegen::addBlock(context, "entry"));
  }
  codegen::Registers constants(const std::vector<std::uint64_t> &numbers,
                               unsigned bits) {
    codegen::Registers registers;
    for (std::uint64_t number : numbers)
      registers.push_back(llvm::ConstantInt::get(
          context.builder.getIntNTy(bits), number, /*IsSigned=*/false,
          /*ImplicitTrunc=*/true));
    return registers;
  }
  static std::vector<std::uint64_t>
  numbersOf(const codegen::Registers &registers) {
    std::vector<std::uint64_t> numbers;
    for (llvm::Value *value : registers)
      numbers.push_back(
          llvm::cast<llvm::ConstantInt>(
              llvm::ConstantFoldConstant(llvm::cast<llvm::Constant>(value),
                                         llvm::DataLayout("e")))
              ->getZExtValue());
    return numbers;
  }
};

/// The bytes of all numbers in order, four to a word.
std::vector<std::uint64_t> naiveWords(const std::vector<std::uint64_t> &numbers,
                                      unsigned bytes) {
  std::vector<std::uint64_t> words((numbers.size() * bytes + 3) / 4);
  for (std::size_t index = 0; index < numbers.size() * bytes; ++index)
    words[index / 4] |= (numbers[index / bytes] >> (8 * (index % bytes)) & 0xFF)
                        << (8 * (index % 4));
  return words;
}

TEST(Words, HaveTheBytesOfRegistersInOrder) {
  constexpr unsigned Seed = 21;
  std::mt19937_64 random(Seed);
  for (unsigned bytes : {1U, 2U, 4U, 8U})
    for (unsigned count = 1; count <= 9; ++count) {
      SCOPED_TRACE(std::to_string(count) + " of " + std::to_string(bytes) +
                   " bytes, seed " + std::to_string(Seed));
      std::vector<std::uint64_t> numbers(count);
      for (std::uint64_t &number : numbers)
        number = random() >> (64 - 8 * bytes);
      Folding folding;
      codegen::Registers registers = folding.constants(numbers, 8 * bytes);
      codegen::Registers words =
          codegen::toWords(folding.context, registers, bytes);
      EXPECT_EQ(Folding::numbersOf(words), naiveWords(numbers, bytes));
      codegen::Registers back = codegen::fromWords(
          folding.context, words, registers.front()->getType(), bytes, count);
      EXPECT_EQ(Folding::numbersOf(back), numbers);
    }
}

TEST(Words, OfBitsAreBytes) {
  Folding folding;
  codegen::Registers words =
      codegen::toWords(folding.context, folding.constants({1, 0, 1}, 1), 1);
  EXPECT_EQ(Folding::numbersOf(words), std::vector<std::uint64_t>{0x00010001});
}

std::string ptxOf(llvm::StringRef body) {
  return KernelCode(body).ptxFor(targetNamed("sm_90"));
}

TEST(Words, AreNotTakenApartByWhatMovesThem) {
  std::string ptx = ptxOf(
      "%one = arith.constant 1 : i32\n"
      "%none = arith.constant 0 : i32\n"
      "%first = simt.load global %g [0] + [0] width 8 : (vector<1xi64>) -> "
      "vector<8xf16>\n"
      "%all = scf.for %i = %none to %n step %one iter_args(%v = %first) -> "
      "(vector<8xf16>) : i32 {\n"
      "%p0 = simt.permute %v [4, 5, 6, 7, 0, 1, 2, 3] : vector<8xf16> -> "
      "vector<8xf16>\n"
      "scf.yield %p0 : vector<8xf16>\n"
      "}\n"
      "simt.store global %g [0] + [0], %all width 8 : vector<1xi64>, "
      "vector<8xf16>");
  EXPECT_THAT(ptx, AllOf(HasSubstr("ld.global.v4.b32"), Not(HasSubstr("prmt")),
                         Not(HasSubstr(".b16")),
                         Not(HasSubstr("mov.b32 	{"))));
}

TEST(Words, AreComputedWithWhole) {
  auto apply = [](const std::string &op, const std::string &type) {
    return ptxOf("%v = simt.load global %g [0] + [0] width 4 : "
                 "(vector<1xi64>) -> vector<4x" +
                 type + ">\n%r = " + op + " %v, %v : vector<4x" + type +
                 ">\nsimt.store global %g [0] + [0], %r width 4 : "
                 "vector<1xi64>, vector<4x" +
                 type + ">");
  };
  EXPECT_THAT(apply("arith.addf", "f16"),
              AllOf(HasSubstr("add.rn.f16x2"), Not(HasSubstr("add.rn.f16 "))));
  EXPECT_THAT(apply("arith.mulf", "f16"), HasSubstr("mul.rn.f16x2"));
}

TEST(Words, OfBytesBecomeFloatsWithoutConversions) {
  std::string ptx =
      ptxOf("%v = simt.load global %g [0] + [0] width 4 : (vector<1xi64>) -> "
            "vector<4xi8>\n"
            "%f = arith.sitofp %v : vector<4xi8> to vector<4xf32>\n"
            "simt.store global %g [0] + [0], %f width 4 : vector<1xi64>, "
            "vector<4xf32>");
  EXPECT_THAT(ptx, AllOf(HasSubstr("prmt.b32"), HasSubstr("add.rn.f32"),
                         Not(HasSubstr("cvt."))));
}

} // namespace
