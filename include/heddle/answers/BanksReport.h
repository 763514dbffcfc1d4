//===- BanksReport.h - Answers about bank conflicts -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `heddle banks` prints about the access of a tensor in registers to
/// shared memory.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANSWERS_BANKSREPORT_H
#define HEDDLE_ANSWERS_BANKSREPORT_H

#include "heddle/answers/NamedText.h"
#include "heddle/plan/SharedAccess.h"

namespace heddle {

/// The question as texts: two types (or layouts, on the type `tensor`), a
/// target, and `load` or `store`.
struct BanksQuestion {
  NamedText registers, shared, target, op;
  std::string tensor;
};

/// What `heddle banks` found.
struct BanksAnswer {
  LayoutSubject registers, shared;
  const Target *target;
  AccessKind kind;
  /// By the widest common vector, and its phases.
  SharedAccess access;
  std::vector<PhaseCount> phases;
  /// A wider vector with `RegisterOrder::Any`, if there is one.
  std::optional<SharedAccess> anyOrder;
  std::vector<SharedAccess> matrices;
};

/// Fails with the name of the text that is wrong in front, if the types are not
/// of registers and of shared memory, if shapes or elements differ, and as
/// `accessShared` does.
[[nodiscard]] Result<BanksAnswer> answerBanks(const BanksQuestion &question,
                                              const ReadOptions &read,
                                              TritonVersion version);

/// For people. Fails where the types have no text in that version.
[[nodiscard]] Result<std::string> banksText(const BanksAnswer &answer,
                                            TritonVersion version);

/// One line of JSON. Fails as `banksText`.
[[nodiscard]] Result<std::string> banksJson(const BanksAnswer &answer,
                                            TritonVersion version);

/// A question as a line of JSON: `register_type`, `shared_type`, and `target`
/// and `op`, which may be left out if they have a text in `defaults`. Other
/// keys are ignored. Fails on a line of another form.
[[nodiscard]] Result<BanksQuestion>
readBanksQuestion(const std::string &line, const BanksQuestion &defaults);

} // namespace heddle

#endif // HEDDLE_ANSWERS_BANKSREPORT_H
