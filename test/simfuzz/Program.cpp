//===- Program.cpp - Programs of tensors ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include <algorithm>
#include <set>

namespace heddle::simfuzz {

unsigned bitsOf(Element element) {
  constexpr unsigned Bits[] = {1, 8, 16, 32, 64, 16, 16, 32, 64};
  return Bits[static_cast<std::size_t>(element)];
}

bool isFloat(Element element) { return element >= Element::F16; }

const char *nameOf(Element element) {
  constexpr const char *Names[] = {"i1",  "i8",   "i16", "i32", "i64",
                                   "f16", "bf16", "f32", "f64"};
  return Names[static_cast<std::size_t>(element)];
}

std::int64_t countOf(const Shape &shape) {
  std::int64_t count = 1;
  for (std::int64_t size : shape)
    count *= size;
  return count;
}

namespace {

bool inferStatements(Program &program, std::vector<Statement> &statements);

/// What a body yields has the types of what the op results in.
bool inferBody(Program &program, Body &body, const std::vector<Type> &arguments,
               const std::vector<Type> &results) {
  if (body.arguments.size() != arguments.size() ||
      body.yields.size() != results.size())
    return false;
  for (std::size_t index = 0; index < arguments.size(); ++index)
    program.types[body.arguments[index]] = arguments[index];
  if (!inferStatements(program, body.statements))
    return false;
  for (std::size_t index = 0; index < results.size(); ++index)
    if (program.types[body.yields[index]] != results[index])
      return false;
  return true;
}

/// A loop's body has its counter, then what it carries.
bool inferBodies(Program &program, Statement &statement,
                 const std::vector<Type> &results) {
  std::vector<Type> arguments;
  if (statement.op == Op::For || statement.op == Op::While) {
    arguments.push_back(Type::scalar(Element::I32));
    arguments.insert(arguments.end(), results.begin(), results.end());
  }
  for (Body &body : statement.bodies)
    if (!inferBody(program, body, arguments, results))
      return false;
  return true;
}

bool inferStatements(Program &program, std::vector<Statement> &statements) {
  for (Statement &statement : statements) {
    std::optional<std::vector<Type>> types = inferTypes(program, statement);
    // Of a branch they are what its sides yield.
    if (types && statement.op == Op::If) {
      const Body &first = statement.bodies.front();
      if (!inferStatements(program, statement.bodies.front().statements))
        return false;
      for (unsigned yield : first.yields)
        types->push_back(program.types[yield]);
    }
    if (!types || types->size() != statement.results.size())
      return false;
    for (std::size_t index = 0; index < types->size(); ++index)
      program.types[statement.results[index]] = (*types)[index];
    if (!inferBodies(program, statement, *types))
      return false;
  }
  return true;
}

bool hasEffect(Op op) {
  return op == Op::Store || op == Op::Atomic || op == Op::LocalStore ||
         op == Op::Barrier || op == Op::Free;
}

bool hasEffect(const Statement &statement) {
  if (hasEffect(statement.op))
    return true;
  for (const Body &body : statement.bodies)
    for (const Statement &each : body.statements)
      if (hasEffect(each))
        return true;
  return false;
}

void removeUnusedFrom(std::vector<Statement> &statements,
                      std::set<unsigned> &used) {
  for (std::size_t index = statements.size(); index-- > 0;) {
    Statement &statement = statements[index];
    bool isUsed = hasEffect(statement);
    for (unsigned result : statement.results)
      isUsed = isUsed || used.contains(result);
    if (!isUsed) {
      statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(index));
      continue;
    }
    for (Body &body : statement.bodies) {
      used.insert(body.yields.begin(), body.yields.end());
      removeUnusedFrom(body.statements, used);
    }
    used.insert(statement.operands.begin(), statement.operands.end());
  }
}

} // namespace

bool inferAll(Program &program) {
  return inferStatements(program, program.statements);
}

void removeUnused(Program &program) {
  std::set<unsigned> used;
  removeUnusedFrom(program.statements, used);
}

std::vector<Statement> *findStatement(std::vector<Statement> &statements,
                                      const Statement *wanted,
                                      std::size_t &index) {
  for (index = 0; index < statements.size(); ++index)
    if (&statements[index] == wanted)
      return &statements;
  for (Statement &each : statements)
    for (Body &body : each.bodies)
      if (auto *found = findStatement(body.statements, wanted, index))
        return found;
  return nullptr;
}

std::size_t countStatements(const std::vector<Statement> &statements) {
  std::size_t count = statements.size();
  for (const Statement &statement : statements)
    for (const Body &body : statement.bodies)
      count += countStatements(body.statements);
  return count;
}

} // namespace heddle::simfuzz
