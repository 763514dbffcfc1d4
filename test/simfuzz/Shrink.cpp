//===- Shrink.cpp - Makes failing programs small --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shrink.h"
#include "Evaluate.h"
#include "Generator.h"
#include "Layouts.h"
#include "Text.h"

#include <algorithm>
#include <map>
#include <set>

namespace heddle::simfuzz {

namespace {

using Statements = std::vector<Statement>;

/// All statements, inner ones behind those that they are in.
void collect(Statements &statements, std::vector<Statement *> &all) {
  for (Statement &each : statements) {
    all.push_back(&each);
    for (Body &body : each.bodies)
      collect(body.statements, all);
  }
}
std::vector<Statement *> allOf(Program &program) {
  std::vector<Statement *> all;
  collect(program.statements, all);
  return all;
}

/// Uses of `from` become uses of `to`.
void replaceUses(Statements &statements, unsigned from, unsigned to) {
  for (Statement &each : statements) {
    std::replace(each.operands.begin(), each.operands.end(), from, to);
    for (Body &body : each.bodies) {
      std::replace(body.yields.begin(), body.yields.end(), from, to);
      replaceUses(body.statements, from, to);
    }
  }
}

/// All that matters of a program.
std::string describe(const Program &program) {
  std::string text = textOf(program) + program.target;
  for (const std::string &pass : program.passes)
    text += " " + pass;
  for (const std::int64_t number : argumentsOf(program))
    text += " " + std::to_string(number);
  for (const Global &global : program.globals) {
    auto zeros = std::count(global.contents.begin(), global.contents.end(), 0U);
    text += " " + std::to_string(global.contents.size()) + " " +
            std::to_string(zeros);
  }
  return text + " " + std::to_string(program.grid) + " " +
         std::to_string(program.warps);
}

class Shrinker {
public:
  Shrinker(Program program, const std::function<bool(const Program &)> &fails)
      : best(std::move(program)), fails(fails) {}

  Program shrink();

private:
  /// Takes the other program if it fails too.
  bool take(Program other);
  bool removeStatements();
  bool forwardOperands();
  bool inlineBodies();
  bool dropCarried();
  bool halveSizes();
  bool simplifyLayouts();
  bool simplifyLaunch();
  bool simplifyContents();

  Program best;
  const std::function<bool(const Program &)> &fails;
  std::set<std::string> tried;
  unsigned left = 1500;
};

bool Shrinker::take(Program other) {
  if (left == 0 || !inferAll(other))
    return false;
  removeUnused(other);
  // What has been tried changes nothing any more.
  if (other.statements.empty() || !tried.insert(describe(other)).second ||
      evaluate(other).unclear)
    return false;
  --left;
  if (!fails(other))
    return false;
  best = std::move(other);
  return true;
}

// From the last one on: what only it needs goes with it.
bool Shrinker::removeStatements() {
  bool isSmaller = false;
  for (std::size_t index = allOf(best).size(); index-- > 0;) {
    Program other = best;
    std::vector<Statement *> all = allOf(other);
    if (index >= all.size() || all[index]->op == Op::Constant)
      continue;
    bool isPossible = neutralize(other, all[index]);
    isSmaller |= isPossible && take(std::move(other));
  }
  return isSmaller;
}

bool isUsed(const Statements &statements, unsigned value) {
  auto has = [&](const std::vector<unsigned> &values) {
    return std::find(values.begin(), values.end(), value) != values.end();
  };
  return std::any_of(
      statements.begin(), statements.end(), [&](const Statement &each) {
        return has(each.operands) ||
               std::any_of(each.bodies.begin(), each.bodies.end(),
                           [&](const Body &body) {
                             return has(body.yields) ||
                                    isUsed(body.statements, value);
                           });
      });
}

/// An operand of the result's type in its place.
bool Shrinker::forwardOperands() {
  bool isSmaller = false;
  for (std::size_t index = allOf(best).size(); index-- > 0;) {
    std::vector<Statement *> all = allOf(best);
    if (index >= all.size() || all[index]->results.size() != 1)
      continue;
    unsigned result = all[index]->results[0];
    if (!isUsed(best.statements, result))
      continue;
    for (unsigned operand : std::vector<unsigned>(all[index]->operands)) {
      if (best.types[operand] != best.types[result])
        continue;
      Program other = best;
      replaceUses(other.statements, result, operand);
      if (take(std::move(other))) {
        isSmaller = true;
        break;
      }
    }
  }
  return isSmaller;
}

/// A branch's side, or a loop's body once, without the op around it.
bool Shrinker::inlineBodies() {
  bool isSmaller = false;
  for (std::size_t index = allOf(best).size(); index-- > 0;)
    for (std::size_t side = 0; side < 2; ++side) {
      Program other = best;
      std::vector<Statement *> all = allOf(other);
      if (index >= all.size() || side >= all[index]->bodies.size())
        continue;
      Statement outer = *all[index];
      std::size_t at = 0;
      Statements *list = findStatement(other.statements, all[index], at);
      Body body = outer.bodies[side];
      for (std::size_t each = 0; each < outer.results.size(); ++each)
        replaceUses(other.statements, outer.results[each], body.yields[each]);
      std::size_t first = outer.op == Op::For ? 2 : 1;
      for (std::size_t each = 0; each < body.arguments.size(); ++each) {
        // The counter begins at the first operand.
        unsigned initial = outer.operands[each == 0 ? 0 : first + each - 1];
        replaceUses(body.statements, body.arguments[each], initial);
        // Yielded as it came.
        replaceUses(other.statements, body.arguments[each], initial);
      }
      auto place = list->begin() + static_cast<std::ptrdiff_t>(at);
      place = list->erase(place);
      list->insert(place, body.statements.begin(), body.statements.end());
      isSmaller |= take(std::move(other));
    }
  return isSmaller;
}

/// One value less that an op with bodies results in.
bool Shrinker::dropCarried() {
  bool isSmaller = false;
  for (std::size_t index = allOf(best).size(); index-- > 0;)
    for (std::size_t result = 0;; ++result) {
      Program other = best;
      std::vector<Statement *> all = allOf(other);
      if (index >= all.size() || all[index]->bodies.empty() ||
          result >= all[index]->results.size())
        break;
      Statement &outer = *all[index];
      auto at = static_cast<std::ptrdiff_t>(result);
      outer.results.erase(outer.results.begin() + at);
      std::ptrdiff_t first = outer.op == Op::For ? 2 : 1;
      if (outer.op != Op::If)
        outer.operands.erase(outer.operands.begin() + first + at);
      for (Body &body : outer.bodies) {
        body.yields.erase(body.yields.begin() + at);
        if (outer.op != Op::If)
          body.arguments.erase(body.arguments.begin() + 1 + at);
      }
      isSmaller |= take(std::move(other));
    }
  return isSmaller;
}

/// Every size of so many elements, wherever it stands, half as large.
bool Shrinker::halveSizes() {
  bool isSmaller = false;
  std::set<std::int64_t, std::greater<>> sizes;
  for (Statement *each : allOf(best))
    for (std::int64_t size : each->type.shape)
      sizes.insert(size);
  for (std::int64_t size : sizes)
    for (std::size_t axis = 0; axis < 5; ++axis) {
      if (size == 1)
        continue;
      Program other = best;
      for (Statement *each : allOf(other)) {
        Shape &shape = each->type.shape;
        // The fifth try is all axes at once.
        for (std::size_t at = 0; at < shape.size(); ++at)
          if (shape[at] == size && (axis == 4 || axis == at))
            shape[at] /= 2;
        each->type.whole = each->type.isBuffer() ? shape : Shape();
      }
      isSmaller |= take(std::move(other));
    }
  return isSmaller;
}

bool Shrinker::simplifyLayouts() {
  bool isSmaller = false;
  std::map<std::string, Shape> layouts;
  for (Statement *each : allOf(best))
    if (!each->type.layout.empty())
      for (unsigned result : each->results)
        if (best.types[result].layout == each->type.layout)
          layouts[each->type.layout] = best.types[result].shape;
  for (const auto &[layout, shape] : layouts) {
    std::string plain = plainLayout(shape, best.warps);
    bool isShared = layout.find("_shared") != std::string::npos ||
                    layout.find("shared_") != std::string::npos;
    if (layout == plain || isShared)
      continue;
    Program other = best;
    for (Statement *each : allOf(other))
      if (each->type.layout == layout)
        each->type.layout = plain;
    isSmaller |= take(std::move(other));
  }
  return isSmaller;
}

bool Shrinker::simplifyLaunch() {
  bool isSmaller = false;
  for (std::size_t pass = best.passes.size(); pass-- > 0;) {
    Program other = best;
    other.passes.erase(other.passes.begin() +
                       static_cast<std::ptrdiff_t>(pass));
    isSmaller |= take(std::move(other));
  }
  if (best.grid > 1) {
    Program other = best;
    other.grid = 1;
    isSmaller |= take(std::move(other));
  }
  if (best.target != "sm_90") {
    Program other = best;
    other.target = "sm_90";
    isSmaller |= take(std::move(other));
  }
  if (best.warps == 1)
    return isSmaller;
  Program other = best;
  other.warps /= 2;
  for (Statement *each : allOf(other))
    if (!each->type.layout.empty() && !each->type.isBuffer()) {
      Shape shape = each->type.shape;
      for (unsigned result : each->results)
        shape = best.types[result].shape;
      each->type.layout = plainLayout(shape, other.warps);
    }
  return take(std::move(other)) || isSmaller;
}

/// Numbers that do not matter are nought.
bool Shrinker::simplifyContents() {
  bool isSmaller = false;
  for (std::size_t index = 0; index < best.globals.size(); ++index) {
    auto isZero = [](std::uint64_t bits) { return bits == 0; };
    const auto &contents = best.globals[index].contents;
    if (std::all_of(contents.begin(), contents.end(), isZero))
      continue;
    Program other = best;
    std::fill(other.globals[index].contents.begin(),
              other.globals[index].contents.end(), 0);
    isSmaller |= take(std::move(other));
  }
  return isSmaller;
}

/// Buffers that no statement names go; the others get their numbers.
Program withoutUnusedGlobals(Program program) {
  std::map<unsigned, unsigned> kept;
  std::vector<Global> globals;
  for (Statement *each : allOf(program))
    if (each->op == Op::Load || each->op == Op::Store ||
        each->op == Op::Atomic) {
      auto [found, isNew] =
          kept.try_emplace(each->global, static_cast<unsigned>(globals.size()));
      if (isNew)
        globals.push_back(program.globals[each->global]);
      each->global = found->second;
    }
  program.globals = std::move(globals);
  return program;
}

Program Shrinker::shrink() {
  bool isSmaller = true;
  while (isSmaller && left > 0) {
    isSmaller = removeStatements();
    isSmaller |= forwardOperands();
    isSmaller |= inlineBodies();
    isSmaller |= dropCarried();
    isSmaller |= halveSizes();
    isSmaller |= simplifyLaunch();
    isSmaller |= simplifyLayouts();
    isSmaller |= simplifyContents();
  }
  take(withoutUnusedGlobals(best));
  return best;
}

} // namespace

Program shrink(Program program,
               const std::function<bool(const Program &)> &fails) {
  return Shrinker(std::move(program), fails).shrink();
}

} // namespace heddle::simfuzz
