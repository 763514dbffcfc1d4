//===- ExpandAssembly.cpp - PTX as ops ------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ptx/ExpandAssembly.h"
#include "Call.h"
#include "Statement.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

using ptx::Call;
using ptx::Statement;

const ptx::InstructionTable &instructions() {
  static const ptx::InstructionTable table = [] {
    ptx::InstructionTable made;
    ptx::addIntegers(made);
    ptx::addBitFields(made);
    ptx::addFloats(made);
    ptx::addCasts(made);
    return made;
  }();
  return table;
}

/// Executes the statements of one op, in order.
class Expansion {
public:
  explicit Expansion(simt::AssemblyOp op)
      : op(op), loc(op.getLoc()), builder(op), scopes(1) {}

  LogicalResult expand();

private:
  /// A register; null as long as nothing has been written.
  struct Register {
    unsigned bits = 32;
    Value value;
  };

  InFlightDiagnostic refuse(llvm::StringRef text) {
    return op.emitOpError() << "cannot be simulated yet: '" << text << "' ";
  }
  LogicalResult bindOperands();
  LogicalResult declare(const Statement &statement);
  LogicalResult execute(const Statement &statement);
  LogicalResult executeGridControl(const Statement &statement,
                                   llvm::ArrayRef<llvm::StringRef> parts);
  LogicalResult unpack(const Statement &statement, Call &call);
  LogicalResult write(const Statement &statement, llvm::StringRef name,
                      Term value, bool isSigned);
  LogicalResult finish();
  Register *find(llvm::StringRef name);
  Value number(llvm::StringRef text, unsigned bits);
  Value read(llvm::StringRef name, unsigned bits, std::string &fault);
  Value pack(llvm::StringRef list, std::string &fault);
  Value bits(Value value) {
    Type type = builder.getIntegerType(value.getType().getIntOrFloatBitWidth());
    return value.getType() == type
               ? value
               : arith::BitcastOp::create(builder, loc, type, value)
                     .getResult();
  }

  simt::AssemblyOp op;
  Location loc;
  OpBuilder builder;
  /// Names that were declared, the innermost scope last; operands, "$0", are in
  /// the first.
  std::vector<std::map<std::string, Register>> scopes;
};

LogicalResult Expansion::expand() {
  if (failed(bindOperands()))
    return failure();
  for (const Statement &statement : ptx::parseStatements(op.getText()))
    switch (statement.kind) {
    case Statement::Kind::Open:
      scopes.emplace_back();
      break;
    case Statement::Kind::Close:
      if (scopes.size() == 1)
        return refuse(statement.text) << "closes no scope";
      scopes.pop_back();
      break;
    case Statement::Kind::Declaration:
      if (failed(declare(statement)))
        return failure();
      break;
    case Statement::Kind::Instruction:
      if (failed(execute(statement)))
        return failure();
      break;
    }
  return finish();
}

// "$0" on are the results, then the operands. An operand that is tied to a
// result, by its number, is what that holds at the beginning.
LogicalResult Expansion::bindOperands() {
  unsigned results = op.getNumResults(), next = results;
  llvm::SmallVector<llvm::StringRef> constraints;
  op.getConstraints().split(constraints, ',', -1, /*KeepEmpty=*/false);
  for (auto [index, result] : llvm::enumerate(op.getResults()))
    scopes.front()["$" + std::to_string(index)] = {
        result.getType().getIntOrFloatBitWidth(), Value()};
  for (Value operand : op.getOperands()) {
    unsigned tied = 0;
    llvm::StringRef constraint =
        next < constraints.size() ? constraints[next].trim() : "";
    Value value = bits(operand);
    unsigned width = value.getType().getIntOrFloatBitWidth();
    scopes.front()["$" + std::to_string(next++)] = {width, value};
    if (!constraint.getAsInteger(10, tied) && tied < results)
      scopes.front()["$" + std::to_string(tied)].value = value;
  }
  return success();
}

LogicalResult Expansion::declare(const Statement &statement) {
  llvm::StringRef name = statement.opcode;
  std::optional<ptx::Type> type;
  if (name.consume_front("."))
    type = ptx::parseType(name);
  if (!type)
    return refuse(statement.text) << "declares registers of no known type";
  for (llvm::StringRef each : statement.operands) {
    unsigned count = 0;
    auto [base, rest] = each.split('<');
    if (rest.empty()) {
      scopes.back()[each.str()] = {type->registerBits(), Value()};
      continue;
    }
    if (!rest.consume_back(">") || rest.getAsInteger(10, count) || count > 4096)
      return refuse(statement.text) << "expects NAME<COUNT> with at most 4096";
    for (unsigned index = 0; index < count; ++index)
      scopes.back()[base.str() + std::to_string(index)] = {type->registerBits(),
                                                           Value()};
  }
  return success();
}

Expansion::Register *Expansion::find(llvm::StringRef name) {
  for (auto &scope : llvm::reverse(scopes))
    if (auto found = scope.find(name.str()); found != scope.end())
      return &found->second;
  return nullptr;
}

/// Whole numbers, decimal or hexadecimal; floats with a point, or by their
/// bits: 20., 0f3F800000.
Value Expansion::number(llvm::StringRef text, unsigned bits) {
  bool isNegative = text.consume_front("-");
  std::uint64_t value = 0;
  llvm::StringRef digits = text;
  bool isSingle = digits.consume_front_insensitive("0f") && digits.size() == 8;
  bool isDouble = !isSingle &&
                  (digits = text).consume_front_insensitive("0d") &&
                  digits.size() == 16;
  if (isSingle || isDouble) {
    if (isNegative || digits.getAsInteger(16, value) ||
        bits != (isSingle ? 32U : 64U))
      return {};
  } else if (text.contains('.')) {
    double decimal = 0;
    if ((bits != 32 && bits != 64) || text.getAsDouble(decimal))
      return {};
    value = bits == 64
                ? llvm::bit_cast<std::uint64_t>(decimal)
                : llvm::bit_cast<std::uint32_t>(static_cast<float>(decimal));
    value ^= isNegative ? std::uint64_t{1} << (bits - 1) : 0;
    isNegative = false;
  } else {
    digits = text;
    digits.consume_back("U");
    if (digits.getAsInteger(0, value))
      return {};
  }
  llvm::APInt number(bits, isNegative ? 0 - value : value, false,
                     /*implicitTrunc=*/true);
  return arith::ConstantOp::create(
      builder, loc,
      builder.getIntegerAttr(builder.getIntegerType(bits), number));
}

/// {low, high} as one register.
Value Expansion::pack(llvm::StringRef list, std::string &fault) {
  Value whole;
  unsigned low = 0;
  std::vector<std::string> parts = ptx::listOf(list.drop_front().drop_back());
  for (const std::string &part : parts) {
    Value value = read(part, 16, fault);
    if (!value)
      return {};
    Term term(builder, loc, value);
    unsigned width = term.bits() * static_cast<unsigned>(parts.size());
    if (width > 64) {
      fault = "packs more than 64 bits";
      return {};
    }
    Term wide = zeroExtend(term, width);
    if (whole && whole.getType() != wide.get().getType()) {
      fault = "packs registers of different widths";
      return {};
    }
    whole =
        whole ? (wide.with(whole) | (wide << double(low))).get() : wide.get();
    low += term.bits();
  }
  return whole;
}

Value Expansion::read(llvm::StringRef name, unsigned bits, std::string &fault) {
  if (name.starts_with("{") && name.ends_with("}"))
    return pack(name, fault);
  bool isInverted = name.consume_front("!");
  Value value;
  if (Register *found = find(name.trim())) {
    if (!found->value)
      fault = ("reads " + name + " before it is written").str();
    value = found->value;
  } else if (name == "%globaltimer") {
    value = simt::ClockOp::create(builder, loc, builder.getI64Type());
  } else {
    value = number(name, bits);
    if (!value)
      fault = ("expects a register or a number, but got " + name).str();
  }
  if (!value || !isInverted)
    return value;
  Term term(builder, loc, value);
  return (term ^ 1).get();
}

/// Under a predicate too: it changes nothing that a program sees.
LogicalResult
Expansion::executeGridControl(const Statement &statement,
                              llvm::ArrayRef<llvm::StringRef> parts) {
  bool isWait = parts.size() == 2 && parts[1] == "wait";
  bool isLaunch = parts.size() == 2 && parts[1] == "launch_dependents";
  if ((!isWait && !isLaunch) || !statement.operands.empty())
    return refuse(statement.text)
           << "expects griddepcontrol.wait or .launch_dependents";
  simt::GridDependencyOp::create(builder, loc,
                                 isWait ? simt::GridDependency::Wait
                                        : simt::GridDependency::Launch);
  return success();
}

LogicalResult Expansion::execute(const Statement &statement) {
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::StringRef(statement.opcode).split(parts, '.');
  if (parts.front() == "griddepcontrol")
    return executeGridControl(statement, parts);
  auto found = instructions().find(parts.front());
  if (found == instructions().end())
    return refuse(statement.text) << "is no instruction that it executes";
  Call call = {.ops = builder,
               .loc = loc,
               .modifiers = {},
               .types = {},
               .read = nullptr,
               .fault = {}};
  for (llvm::StringRef part : llvm::drop_begin(parts))
    if (auto type = ptx::parseType(part))
      call.types.push_back(*type);
    else
      call.modifiers.push_back(part);
  unsigned used = 0;
  call.read = [&](unsigned index, unsigned bits) -> Value {
    used = std::max(used, index);
    if (index < statement.operands.size())
      return read(statement.operands[index], bits, call.fault);
    call.refuse("expects an operand " + llvm::Twine(index));
    return {};
  };
  if (call.types.empty())
    return refuse(statement.text) << "names no type that it executes";
  if (statement.operands.empty())
    return refuse(statement.text) << "expects operands";
  if (parts.front() == "mov" && statement.operands[0][0] == '{')
    return unpack(statement, call);
  Term result = found->second(call);
  if (call.fault.empty() && !call.modifiers.empty())
    call.fault = ("has the modifier ." + call.modifiers.front() +
                  ", which it does not execute")
                     .str();
  if (call.fault.empty() && used + 1 < statement.operands.size())
    call.fault = "has more operands than it executes";
  if (!call.fault.empty())
    return refuse(statement.text) << call.fault;
  ptx::Type to = call.types.front();
  if (parts.front() != "setp")
    return write(statement, statement.operands[0],
                 result.with(bits(result.get())), to.isSigned());
  // The second predicate is that of the high half, or the opposite.
  auto [first, second] = llvm::StringRef(statement.operands[0]).split('|');
  bool isPair = to.isPair;
  Term other = isPair ? truncate(shiftRight(result, 16), 1) : result ^ 1;
  if (failed(write(statement, first, isPair ? truncate(result, 1) : result,
                   false)))
    return failure();
  return second.empty() ? success() : write(statement, second, other, false);
}

LogicalResult Expansion::unpack(const Statement &statement, Call &call) {
  llvm::StringRef list = statement.operands[0];
  std::vector<std::string> parts = ptx::listOf(list.drop_front().drop_back());
  Term whole = call.word(1);
  unsigned width =
      whole.bits() / std::max<unsigned>(1, static_cast<unsigned>(parts.size()));
  if (!call.fault.empty() || !call.modifiers.empty())
    return refuse(statement.text)
           << (call.fault.empty() ? "has a modifier" : call.fault);
  for (auto [index, part] : llvm::enumerate(parts))
    if (part != "_" &&
        failed(write(statement, part,
                     truncate(shiftRight(whole, double(index * width)), width),
                     false)))
      return failure();
  return success();
}

// Under a predicate the register keeps what it has elsewhere; if it has
// nothing, that is undefined.
LogicalResult Expansion::write(const Statement &statement, llvm::StringRef name,
                               Term value, bool isSigned) {
  Register *to = find(name.trim());
  if (to == nullptr)
    return refuse(statement.text)
           << "writes '" << name << "', which is not declared";
  if (value.bits() < to->bits && value.bits() >= 8)
    value = isSigned ? value.unary<arith::ExtSIOp>(value.integer(to->bits))
                     : zeroExtend(value, to->bits);
  if (value.bits() != to->bits)
    return refuse(statement.text) << "writes " << value.bits() << " bits to '"
                                  << name << "', which has " << to->bits;
  if (!statement.predicate.empty()) {
    std::string fault;
    Value condition = read(statement.predicate, 1, fault);
    if (!condition || !condition.getType().isInteger(1))
      return refuse(statement.text)
             << (fault.empty() ? "expects a predicate behind @" : fault);
    Value before =
        to->value ? to->value
                  : ub::PoisonOp::create(builder, loc, value.get().getType())
                        .getResult();
    Term then = value, otherwise = value.with(before);
    if (statement.isNegated)
      std::swap(then, otherwise);
    value = choose(value.with(condition), then, otherwise);
  }
  to->value = value.get();
  return success();
}

LogicalResult Expansion::finish() {
  for (auto [index, result] : llvm::enumerate(op.getResults())) {
    Value value = scopes.front()["$" + std::to_string(index)].value;
    if (!value && result.use_empty())
      continue;
    if (!value)
      return refuse(op.getText()) << "leaves $" << index << " unwritten";
    if (value.getType() != result.getType())
      value = arith::BitcastOp::create(builder, loc, result.getType(), value);
    result.replaceAllUsesWith(value);
  }
  op.erase();
  return success();
}

} // namespace

LogicalResult expandAssembly(simt::KernelOp kernel) {
  llvm::SmallVector<simt::AssemblyOp> all;
  kernel.walk([&](simt::AssemblyOp op) { all.push_back(op); });
  if (!all.empty())
    kernel.getContext()->loadDialect<ub::UBDialect>();
  for (simt::AssemblyOp op : all)
    if (failed(Expansion(op).expand()))
      return failure();
  return success();
}

} // namespace heddle
