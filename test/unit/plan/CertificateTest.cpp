//===- CertificateTest.cpp - Proofs of conversions ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// What the check accepts, runs right: on programs as planned, and on programs
// with one instruction changed, most of which it has to refuse.
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/Certificate.h"
#include "Check.h"
#include "RandomPairs.h"
#include "Sample.h"
#include "heddle/plan/Interpreter.h"

namespace heddle {
namespace {

using Op = Instruction::Op;

/// Changes one instruction, if there is something to change in it.
void mutate(Program &program, std::mt19937_64 &engine) {
  auto below = [&](std::size_t limit) { return engine() % limit; };
  if (!program.renamed.empty()) {
    unsigned &from = program.renamed[below(program.renamed.size())];
    from = static_cast<unsigned>(below(program.inputs + 1));
    return;
  }
  std::size_t i = below(program.code.size());
  Instruction &each = program.code[i];
  switch (each.op) {
  case Op::Input:
    each.index =
        static_cast<unsigned>(below(wordsOfBytes(program.inputBytes())));
    return;
  case Op::Permute:
  case Op::PermuteBy:
    each.immediate ^= 1U << (4 * below(4) + below(2));
    return;
  case Op::Select:
    each.mask =
        below(2) == 0 ? each.mask ^ f2::unit(unsigned(below(3))) : each.mask;
    std::swap(each.a, each.b);
    return;
  case Op::ShuffleXor:
  case Op::ShuffleIndex:
    each.immediate ^= 1U << below(program.threads.lane);
    return;
  case Op::Store:
  case Op::Load:
    each.immediate ^= each.access.bytes << below(4);
    return;
  case Op::Part:
    each.immediate ^= 1;
    return;
  case Op::Barrier:
    each.scope = each.scope == Scope::Warp ? Scope::None : Scope::Warp;
    return;
  }
}

bool runsRight(const Program &program, const RandomPair &pair,
               std::mt19937_64 &engine) {
  unsigned bytes = program.elementBytes;
  std::vector<std::uint8_t> tensor(f2::unit(pair.src.totalOutBits()) * bytes);
  for (std::uint8_t &byte : tensor)
    byte = static_cast<std::uint8_t>(engine());
  Result<RegisterBytes> got =
      runProgram(program, registersOf(pair.src, pair.src, tensor, bytes));
  return got && *got == registersOf(pair.dst, pair.src, tensor, bytes);
}

TEST(Certificate, AcceptsNoChangedProgramThatRunsWrong) {
  std::mt19937_64 engine(20261121);
  unsigned refused = 0;
  unsigned accepted = 0;
  for (unsigned i = 0; i < 3000 / SampledOneIn; ++i) {
    PairSource source(7000 + i);
    RandomPair pair = source.next();
    Result<Conversion> plan =
        planConversion(pair.src, pair.dst, pair.elementBits, *pair.target);
    if (!plan || pair.src.totalOutBits() * pair.elementBits < 16)
      continue;
    mutate(plan->program, engine);
    if (!checkCertificate(*plan, pair.src, pair.dst)) {
      ++refused;
      continue;
    }
    ++accepted;
    ASSERT_TRUE(runsRight(plan->program, pair, engine))
        << "pair " << i << ": " << pair.text << "\n"
        << plan->program.text();
  }
  EXPECT_GT(refused, 3 * accepted);
}

TEST(Certificate, NamesTheRegisterAndWhatItGets) {
  DimBitsList ins;
  ins.push_back({Dim::Register, 1});
  ins.push_back({Dim::Lane, 5});
  DimBitsList outs;
  outs.push_back({Dim::standard(0), 6});
  Words words(std::initializer_list<Word>{1, 2, 4, 8, 16, 32});
  Words other(std::initializer_list<Word>{2, 1, 4, 8, 16, 32});
  LinearLayout src = get(LinearLayout::fromWords(ins, outs, words));
  LinearLayout dst = get(LinearLayout::fromWords(ins, outs, other));
  const Target &target = *get(findTarget("sm_90"));
  Conversion plan = get(planConversion(src, dst, 32, target));
  EXPECT_TRUE(checkCertificate(plan, src, dst));
  EXPECT_TRUE(failsWith(checkCertificate(plan, src, src),
                        "register 0 of lane 1, warp 0, block 0 gets byte 4 of "
                        "the tensor, but should get byte 8"));
}

} // namespace
} // namespace heddle
