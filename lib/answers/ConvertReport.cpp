//===- ConvertReport.cpp - Answers about conversions ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/answers/ConvertReport.h"
#include "heddle/plan/Certificate.h"

#include <algorithm>
#include <chrono>

namespace heddle {

namespace {

Result<void> checkTensors(const TensorType &from, const TensorType &to) {
  if (from.shape != to.shape)
    return failure(concat("expects one tensor on both sides, but got the "
                          "shapes ",
                          shapeText(from.shape), " and ", shapeText(to.shape)),
                   {},
                   "a conversion moves elements between registers; to reshape "
                   "or broadcast, change both types alike first");
  if (from.element.bits != to.element.bits)
    return failure(
        concat("expects elements of one width on both sides, but got ",
               from.element.text, " of ", from.element.bits, " bits and ",
               to.element.text, " of ", to.element.bits, " bits"),
        {},
        "a conversion moves bits as they are; to change their type, change it "
        "before or after");
  return {};
}

/// Another target only if there is one.
std::string lanesRemedy(std::uint64_t lanes, const Target &target) {
  auto other = std::ranges::find(allTargets(), lanes, &Target::lanes);
  return concat("give the layout ", target.lanes, " threads per warp",
                other == allTargets().end()
                    ? ""
                    : concat(", or choose a target of ", lanes, ", such as ",
                             other->name));
}

Result<void> checkLanes(const NamedText &text, const LinearLayout &layout,
                        const Target &target) {
  if (layout.inSize(Dim::Lane) == target.lanes)
    return {};
  return inText(
      text,
      {.reason = concat("expects a layout of ", target.lanes,
                        " lanes, as a warp of ", target.name,
                        " has, but got one of ", layout.inSize(Dim::Lane)),
       .witness = {},
       .remedy = lanesRemedy(layout.inSize(Dim::Lane), target)});
}

// Before the planner makes an instruction of each.
Result<void> checkBlock(const NamedText &text, const LinearLayout &layout,
                        const Target &target) {
  std::uint64_t warps = layout.inSize(Dim::Warp);
  std::uint64_t most = target.blockThreads / target.lanes;
  if (warps <= most)
    return {};
  return inText(
      text,
      {.reason = concat("expects at most ", target.blockThreads,
                        " threads of a block on ", target.name, ", which are ",
                        most, " warps, but got ", warps, " warps"),
       .witness = {},
       .remedy = "give each thread more elements, or split the tensor among "
                 "several blocks"});
}

Result<void> checkRegisters(const NamedText &text, const LayoutSubject &subject,
                            const Target &target) {
  constexpr unsigned MostBits = 19; // 64 KiB
  std::uint64_t registers = subject.layout.inBits(Dim::Register);
  unsigned elementBits = std::max(8U, subject.type.element.bits);
  unsigned bits = f2::highestBit(elementBits);
  if (registers + bits <= MostBits)
    return {};
  // More warps hold more, if there can be so many and each has its own part.
  std::uint64_t most = target.blockThreads / target.lanes;
  std::uint64_t needed = std::uint64_t(subject.layout.inSize(Dim::Warp))
                         << (registers + bits - MostBits);
  bool canSpread = needed <= most;
  return inText(
      text,
      {.reason = concat("expects at most 64 KiB of registers in a "
                        "thread, but got 2^",
                        registers, " elements of ", subject.type.element.text),
       .witness = {},
       .remedy = canSpread
                     ? concat("split the tensor, or spread it over ", needed,
                              " warps")
                     : "split the tensor: even all warps of a block are too "
                       "few for it"});
}

Result<void> checkThreads(const LinearLayout &from, const LinearLayout &to) {
  for (auto [dim, noun] : {std::pair(Dim::Warp, "warps"),
                           std::pair(Dim::Block, "blocks of a cluster")})
    if (from.inSize(dim) != to.inSize(dim))
      return failure(concat("expects as many ", noun,
                            " on both sides, but got ", from.inSize(dim),
                            " and ", to.inSize(dim)),
                     {}, "write both layouts for the threads of one kernel");
  return {};
}

/// Both types and the target; nothing planned.
Result<ConvertAnswer> readAnswer(const ConvertQuestion &question,
                                 const ReadOptions &read,
                                 TritonVersion version) {
  if (Result<void> used =
          checkTensorIsUsed(question.tensor, {&question.from, &question.to});
      !used)
    return tl::unexpected(std::move(used.error()));
  Result<LayoutSubject> from = readSubject(
      question.from, question.tensor, EncodingKind::Distributed, read, version);
  if (!from)
    return tl::unexpected(std::move(from.error()));
  Result<LayoutSubject> to = readSubject(
      question.to, question.tensor, EncodingKind::Distributed, read, version);
  if (!to)
    return tl::unexpected(std::move(to.error()));
  Result<const Target *> target = findTarget(question.target.text);
  if (!target)
    return inText(question.target, std::move(target.error()));
  if (Result<void> fit = checkTensors(from->type, to->type); !fit)
    return tl::unexpected(std::move(fit.error()));
  for (auto [text, subject] :
       {std::pair(&question.from, &*from), std::pair(&question.to, &*to)}) {
    if (Result<void> fit = checkLanes(*text, subject->layout, **target); !fit)
      return tl::unexpected(std::move(fit.error()));
    if (Result<void> fit = checkBlock(*text, subject->layout, **target); !fit)
      return tl::unexpected(std::move(fit.error()));
    if (Result<void> fit = checkRegisters(*text, *subject, **target); !fit)
      return tl::unexpected(std::move(fit.error()));
  }
  if (Result<void> agree = checkThreads(from->layout, to->layout); !agree)
    return tl::unexpected(std::move(agree.error()));
  return ConvertAnswer{.from = std::move(*from),
                       .to = std::move(*to),
                       .target = *target,
                       .conversion = {},
                       .paretoSet = {},
                       .counterexample = {},
                       .planningMicroseconds = 0};
}

/// What of the question would have to change to get an answer, found by asking
/// again.
std::string remedyOf(const ConvertQuestion &question,
                     const ConvertAnswer &answer) {
  auto ask = [&](const ConversionOptions &options) {
    return planConversion(answer.from.layout, answer.to.layout,
                          answer.from.type.element.bits, *answer.target,
                          options);
  };
  ConversionOptions wider = question.options;
  if (wider.strategy) {
    wider.strategy.reset();
    if (Result<Conversion> other = ask(wider))
      return concat("leave the strategy open: '", strategyName(other->strategy),
                    "' does it");
    wider.strategy = question.options.strategy;
  }
  for (bool isOpen : {false, true}) {
    wider.sharedBudget.reset();
    if (isOpen)
      wider.strategy.reset();
    if (Result<Conversion> other = ask(wider))
      return concat(
          "allow ", other->program.scratchBytes, " bytes of shared memory",
          isOpen && question.options.strategy ? ", and leave the strategy open"
                                              : "");
  }
  // Nothing goes from block to block but through shared memory.
  if (answer.from.layout.inSize(Dim::Block) > 1 &&
      answer.target->clusterBlocks == 1)
    return concat("keep each element in its block: ", answer.target->name,
                  " has no clusters, whose blocks could hand each other data");
  return concat(answer.target->name, " has no more than ",
                answer.target->sharedBytes,
                " bytes: choose a layout between the two and convert in steps, "
                "or split the tensor");
}

} // namespace

Result<ConvertAnswer> answerConvert(const ConvertQuestion &question,
                                    const ReadOptions &read,
                                    TritonVersion version) {
  Result<ConvertAnswer> answer = readAnswer(question, read, version);
  if (!answer)
    return answer;
  const LinearLayout &from = answer->from.layout;
  const LinearLayout &to = answer->to.layout;
  // The first run finds cold caches, and long ones need no company.
  constexpr int Runs = 5;
  constexpr double EnoughMicroseconds = 2000;
  double spent = 0;
  for (int run = 0; run < Runs && spent < EnoughMicroseconds; ++run) {
    auto start = std::chrono::steady_clock::now();
    Result<Conversion> conversion =
        planConversion(from, to, answer->from.type.element.bits,
                       *answer->target, question.options);
    std::chrono::duration<double, std::micro> elapsed =
        std::chrono::steady_clock::now() - start;
    if (!conversion) {
      conversion.error().remedy = remedyOf(question, *answer);
      return tl::unexpected(std::move(conversion.error()));
    }
    spent += elapsed.count();
    double &best = answer->planningMicroseconds;
    best = run == 0 ? elapsed.count() : std::min(best, elapsed.count());
    answer->conversion = std::move(*conversion);
  }
  std::vector<const Conversion *> shown = {&answer->conversion};
  if (question.asksParetoSet) {
    Result<std::vector<Conversion>> set =
        planParetoSet(from, to, answer->from.type.element.bits, *answer->target,
                      question.options);
    if (!set)
      return tl::unexpected(std::move(set.error()));
    answer->paretoSet = std::move(*set);
    for (const Conversion &each : answer->paretoSet)
      shown.push_back(&each);
  }
  for (const Conversion *each : shown)
    if (Result<void> proof = checkCertificate(*each, from, to);
        !proof && !answer->counterexample)
      answer->counterexample = std::move(proof.error());
  return answer;
}

} // namespace heddle
