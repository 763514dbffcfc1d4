//===- Text.cpp - Programs in Triton's IR ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text.h"
#include "Combine.h"
#include "Layouts.h"

#include <map>

namespace heddle::simfuzz {

namespace {

std::string str(std::int64_t number) { return std::to_string(number); }

class Writer {
public:
  explicit Writer(const Program &program) : program(program) {}

  std::string write();

private:
  /// `#l3` for a layout that is written once, ahead of all.
  std::string alias(const std::string &layout);
  std::string typeText(const Type &type) {
    return typeText(type, nameOf(type.element));
  }
  std::string typeText(const Type &type, const std::string &element);
  std::string pointers(const Type &type) {
    return typeText(type, std::string("!tt.ptr<") + nameOf(type.element) + ">");
  }
  std::string value(unsigned number) const { return "%v" + str(number); }
  const Type &typeOf(unsigned number) const { return program.types[number]; }
  std::string typesText(const std::vector<unsigned> &values);
  /// "%v1, %v2"
  std::string valuesText(const std::vector<unsigned> &values) const;
  std::string fresh() { return "%t" + str(temporaries++); }

  void line(const std::string &text) {
    lines += std::string(2 * depth, ' ') + text + "\n";
  }
  void writeAll(const std::vector<Statement> &statements) {
    for (const Statement &each : statements)
      write(each);
  }
  void write(const Statement &each);
  void writeConstant(const Statement &each);
  void writeIota(const std::string &result, const Type &type);
  std::string writeAxis(const Type &type, std::size_t axis);
  std::string writeAddress(const Statement &each);
  void writeAccess(const Statement &each);
  void writeView(const Statement &each);
  void writeTogether(const Statement &each);
  void writeCollective(const Statement &each, const std::string &op,
                       const std::string &attributes,
                       const std::vector<unsigned> &operands);
  void writeMemory(const Statement &each);
  void writeFor(const Statement &each);
  void writeIf(const Statement &each);
  void writeWhile(const Statement &each);
  void writeYield(const Body &body);
  /// "%v1, %v2 = "
  std::string resultsText(const Statement &each) const {
    return each.results.empty() ? "" : valuesText(each.results) + " = ";
  }

  const Program &program;
  std::map<std::string, std::string> aliases;
  std::string aliasLines, lines;
  unsigned temporaries = 0, arguments = 0, depth = 1;
};

std::string Writer::alias(const std::string &layout) {
  auto [found, isNew] = aliases.try_emplace(layout);
  if (isNew) {
    found->second = "#l" + str(static_cast<std::int64_t>(aliases.size() - 1));
    aliasLines += found->second + " = " + layout + "\n";
  }
  return found->second;
}

std::string Writer::typeText(const Type &type, const std::string &element) {
  if (type.isScalar())
    return element;
  std::string text = type.isBuffer() ? "!ttg.memdesc<" : "tensor<";
  for (std::int64_t size : type.shape)
    text += str(size) + "x";
  text += element;
  if (!type.layout.empty())
    text += ", " + alias(type.layout);
  if (type.isBuffer()) {
    text += ", #ttg.shared_memory";
    if (type.isMutable)
      text += ", mutable";
    if (type.whole != type.shape) {
      text += ", ";
      for (std::size_t axis = 0; axis < type.whole.size(); ++axis)
        text += (axis == 0 ? "" : "x") + str(type.whole[axis]);
    }
  }
  return text + ">";
}

std::string Writer::typesText(const std::vector<unsigned> &values) {
  std::string text;
  for (unsigned each : values)
    text += (text.empty() ? "" : ", ") + typeText(typeOf(each));
  return text;
}

std::string Writer::valuesText(const std::vector<unsigned> &values) const {
  std::string text;
  for (unsigned each : values)
    text += (text.empty() ? "" : ", ") + value(each);
  return text;
}

/// The bits as MLIR reads them.
std::string bitsText(std::uint64_t bits, Element element) {
  unsigned width = bitsOf(element);
  if (element == Element::I1)
    return (bits & 1U) != 0 ? "true" : "false";
  if (!isFloat(element))
    return str(static_cast<std::int64_t>(bits << (64 - width)) >> (64 - width));
  std::string digits;
  for (unsigned digit = width / 4; digit-- > 0;)
    digits += "0123456789ABCDEF"[(bits >> (4 * digit)) & 15U];
  return "0x" + digits;
}

void Writer::writeConstant(const Statement &each) {
  std::string bits =
      bitsText(static_cast<std::uint64_t>(each.numbers[0]), each.type.element);
  line(resultsText(each) + "arith.constant " +
       (each.type.isTensor() ? "dense<" + bits + ">" : bits) +
       (each.type == Type::scalar(Element::I1) ? ""
                                               : " : " + typeText(each.type)));
}

// The coordinate along an axis: a range in the slice of the layout that has
// this axis alone, then one axis after the other, and copies.
std::string Writer::writeAxis(const Type &type, std::size_t axis) {
  std::vector<Type> types = {type};
  std::vector<std::size_t> removed;
  for (std::size_t other = type.shape.size(); other-- > 0;)
    if (other != axis) {
      Type next = types.back();
      next.shape.erase(next.shape.begin() + static_cast<std::ptrdiff_t>(other));
      next.layout =
          *slicedLayout(next.layout, static_cast<std::int64_t>(other));
      removed.push_back(other);
      types.push_back(next);
    }
  std::string last = fresh();
  line(last + " = tt.make_range {end = " + str(type.shape[axis]) +
       " : i32, start = 0 : i32} : " + typeText(types.back()));
  Type held = types.back();
  for (std::size_t step = removed.size(); step-- > 0;) {
    Type wider = held;
    wider.shape.insert(
        wider.shape.begin() + static_cast<std::ptrdiff_t>(removed[step]), 1);
    wider.layout = types[step].layout;
    std::string expanded = fresh();
    line(expanded + " = tt.expand_dims " + last +
         " {axis = " + str(static_cast<std::int64_t>(removed[step])) +
         " : i32} : " + typeText(held) + " -> " + typeText(wider));
    last = expanded;
    held = wider;
  }
  if (held.shape == type.shape)
    return last;
  std::string copied = fresh();
  line(copied + " = tt.broadcast " + last + " : " + typeText(held) + " -> " +
       typeText(type));
  return copied;
}

void Writer::writeIota(const std::string &result, const Type &type) {
  std::string sum;
  std::int64_t stride = 1;
  for (std::size_t axis = type.shape.size(); axis-- > 0;) {
    std::string term = writeAxis(type, axis);
    bool isLast = axis == 0;
    if (stride != 1) {
      std::string factor = fresh(), product = fresh();
      line(factor + " = arith.constant dense<" + str(stride) +
           "> : " + typeText(type));
      line(product + " = arith.muli " + term + ", " + factor + " : " +
           typeText(type));
      term = product;
    }
    std::string next = isLast ? result : fresh();
    if (sum.empty() && isLast) {
      // One axis: the sum with nothing, for the name.
      std::string zero = fresh();
      line(zero + " = arith.constant dense<0> : " + typeText(type));
      sum = zero;
    }
    if (sum.empty()) {
      sum = term;
    } else {
      line(next + " = arith.addi " + sum + ", " + term + " : " +
           typeText(type));
      sum = next;
    }
    stride *= type.shape[axis];
  }
}

std::string Writer::writeAddress(const Statement &each) {
  const Type &index = typeOf(each.operands[0]);
  const Global &global = program.globals[each.global];
  Type type = index.with(global.element);
  std::string base = "%g" + str(each.global), splat = fresh(), at = fresh();
  line(splat + " = tt.splat " + base + " : !tt.ptr<" + nameOf(global.element) +
       "> -> " + pointers(type));
  line(at + " = tt.addptr " + splat + ", " + value(each.operands[0]) + " : " +
       pointers(type) + ", " + typeText(index));
  return at;
}

void Writer::writeAccess(const Statement &each) {
  std::string at = writeAddress(each);
  Type type =
      typeOf(each.operands[0]).with(program.globals[each.global].element);
  std::string rest;
  for (std::size_t operand = 1; operand < each.operands.size(); ++operand)
    rest += ", " + value(each.operands[operand]);
  if (each.op == Op::Load)
    line(resultsText(each) + "tt.load " + at + rest + " : " + pointers(type));
  if (each.op == Op::Store)
    line("tt.store " + at + rest + " : " + pointers(type));
  if (each.op != Op::Atomic)
    return;
  std::vector<unsigned> others(each.operands.begin() + 1, each.operands.end());
  line(resultsText(each) + "tt.atomic_rmw " + each.name + ", acq_rel, gpu, " +
       at + rest + " : (" + pointers(type) + ", " + typesText(others) +
       ") -> " + typeText(type));
}

void Writer::writeView(const Statement &each) {
  std::string from = value(each.operands[0]);
  std::string types = " : " + typeText(typeOf(each.operands[0])) + " -> " +
                      typeText(typeOf(each.results[0]));
  auto write = [&](const std::string &op, const std::string &rest = {}) {
    line(resultsText(each) + op + " " + from + rest + types);
  };
  std::string numbers;
  for (std::int64_t number : each.numbers)
    numbers += (numbers.empty() ? "" : ", ") + str(number);
  std::string order = " {order = array<i32: " + numbers + ">}";
  switch (each.op) {
  case Op::ExpandDims:
    return write("tt.expand_dims", " {axis = " + numbers + " : i32}");
  case Op::Broadcast:
    return write("tt.broadcast");
  case Op::Reshape:
    return write("tt.reshape");
  case Op::Trans:
    return write("tt.trans", order);
  case Op::MemoryTrans:
    return write("ttg.memdesc_trans", order);
  case Op::Join:
    return write("tt.join", ", " + value(each.operands[1]));
  case Op::Split:
    return write("tt.split");
  case Op::Convert:
    return write("ttg.convert_layout");
  case Op::LocalLoad:
    return write("ttg.local_load");
  case Op::MemoryReshape:
    return write("ttg.memdesc_reshape");
  case Op::MemoryIndex:
    return write("ttg.memdesc_index", "[" + value(each.operands[1]) + "]");
  case Op::MemoryPart:
    return write("ttg.memdesc_subslice", "[" + numbers + "]");
  default:
    return;
  }
}

void Writer::writeCollective(const Statement &each, const std::string &op,
                             const std::string &attributes,
                             const std::vector<unsigned> &operands) {
  std::vector<Element> elements;
  for (unsigned operand : operands)
    elements.push_back(typeOf(operand).element);
  bool isSingle = each.results.size() == 1;
  line(resultsText(each) + "\"" + op + "\"(" + valuesText(operands) + ") <{" +
       attributes + "}> ({");
  lines += combineText(each.name, elements, op + ".return");
  line("}) : (" + typesText(operands) + ") -> " + (isSingle ? "" : "(") +
       typesText(each.results) + (isSingle ? "" : ")"));
}

void Writer::writeTogether(const Statement &each) {
  switch (each.op) {
  case Op::CatReduce: {
    Type type = typeOf(each.operands[0]);
    Type both = type;
    both.shape[0] *= 2;
    std::string cat = fresh();
    line(cat + " = tt.cat " + valuesText(each.operands) + " : " +
         typeText(type) + " -> " + typeText(both));
    line(resultsText(each) + "\"tt.reduce\"(" + cat +
         ") <{axis = 0 : i32}> ({");
    lines += combineText(each.name, {type.element}, "tt.reduce.return");
    line("}) : (" + typeText(both) + ") -> " + nameOf(type.element));
    return;
  }
  case Op::Reduce:
    writeCollective(each, "tt.reduce",
                    "axis = " + str(each.numbers[0]) + " : i32", each.operands);
    return;
  case Op::Scan:
    writeCollective(each, "tt.scan",
                    "axis = " + str(each.numbers[0]) + " : i32, reverse = " +
                        (each.numbers[1] != 0 ? "true" : "false"),
                    each.operands);
    return;
  case Op::Gather:
    line(resultsText(each) + "tt.gather " + value(each.operands[0]) + "[" +
         value(each.operands[1]) + "] {axis = " + str(each.numbers[0]) +
         " : i32} : (" + typesText(each.operands) + ") -> " +
         typesText(each.results));
    return;
  case Op::Histogram:
    line(resultsText(each) + "tt.histogram " + valuesText(each.operands) +
         " : " + typeText(typeOf(each.operands[0])) + " -> " +
         typesText(each.results));
    return;
  case Op::Dot:
    line(resultsText(each) + "tt.dot " + valuesText(each.operands) + " : " +
         typeText(typeOf(each.operands[0])) + " * " +
         typeText(typeOf(each.operands[1])) + " -> " + typesText(each.results));
    return;
  default:
    return;
  }
}

void Writer::writeMemory(const Statement &each) {
  switch (each.op) {
  case Op::Alloc:
    line(resultsText(each) + "ttg.local_alloc " + valuesText(each.operands) +
         " : (" + typesText(each.operands) + ") -> " + typesText(each.results));
    return;
  case Op::LocalStore:
    line("ttg.local_store " + valuesText(each.operands) + " : " +
         typeText(typeOf(each.operands[0])) + " -> " +
         typeText(typeOf(each.operands[1])));
    return;
  case Op::Free:
    line("ttg.local_dealloc " + valuesText(each.operands) + " : " +
         typesText(each.operands));
    return;
  default:
    line("gpu.barrier");
  }
}

void Writer::writeYield(const Body &body) {
  ++depth;
  writeAll(body.statements);
  if (!body.yields.empty())
    line("scf.yield " + valuesText(body.yields) + " : " +
         typesText(body.yields));
  --depth;
}

void Writer::writeFor(const Statement &each) {
  const Body &body = each.bodies.front();
  std::string step = fresh();
  line(step + " = arith.constant " + str(each.numbers[0]) + " : i32");
  std::string carried, types;
  for (std::size_t index = 0; index < each.results.size(); ++index) {
    carried += (index == 0 ? "" : ", ") + value(body.arguments[index + 1]) +
               " = " + value(each.operands[index + 2]);
    types +=
        (index == 0 ? "" : ", ") + typeText(typeOf(each.operands[index + 2]));
  }
  line(resultsText(each) + "scf.for " + value(body.arguments[0]) + " = " +
       value(each.operands[0]) + " to " + value(each.operands[1]) + " step " +
       step +
       (carried.empty() ? ""
                        : " iter_args(" + carried + ") -> (" + types + ")") +
       " : i32 {");
  writeYield(body);
  line("}");
}

void Writer::writeIf(const Statement &each) {
  line(resultsText(each) + "scf.if " + value(each.operands[0]) +
       (each.results.empty() ? "" : " -> (" + typesText(each.results) + ")") +
       " {");
  writeYield(each.bodies[0]);
  line("} else {");
  writeYield(each.bodies[1]);
  line("}");
}

// Counts down from the limit; what the condition passes on are both regions'
// arguments.
void Writer::writeWhile(const Statement &each) {
  const Body &body = each.bodies.front();
  std::string zero = fresh(), one = fresh(), counter = fresh(),
              condition = fresh(), next = fresh();
  std::string carried, types, inner, innerTypes, arguments, passed;
  for (std::size_t index = 0; index < each.results.size(); ++index) {
    std::string type = typeText(typeOf(each.operands[index + 1])),
                held = fresh();
    carried += ", " + held + " = " + value(each.operands[index + 1]);
    types += ", " + type;
    passed += ", " + held;
    arguments += ", " + value(body.arguments[index + 1]) + ": " + type;
    inner += ", " + value(body.yields[index]);
  }
  line(zero + " = arith.constant 0 : i32");
  line(one + " = arith.constant 1 : i32");
  std::string results;
  for (unsigned result : each.results)
    results += ", " + value(result);
  line(fresh() + results + " = scf.while (" + counter + " = " +
       value(each.operands[0]) + carried + ") : (i32" + types + ") -> (i32" +
       types + ") {");
  ++depth;
  line(condition + " = arith.cmpi sgt, " + counter + ", " + zero + " : i32");
  line("scf.condition(" + condition + ") " + counter + passed + " : i32" +
       types);
  --depth;
  line("} do {");
  line("^bb0(" + value(body.arguments[0]) + ": i32" + arguments + "):");
  ++depth;
  writeAll(body.statements);
  line(next + " = arith.subi " + value(body.arguments[0]) + ", " + one +
       " : i32");
  line("scf.yield " + next + inner + " : i32" + types);
  --depth;
  line("}");
}

void Writer::write(const Statement &each) {
  switch (each.op) {
  case Op::Constant:
    return writeConstant(each);
  case Op::Iota:
    return writeIota(value(each.results[0]), each.type);
  case Op::ProgramId:
    return line(resultsText(each) + "tt.get_program_id x : i32");
  case Op::Argument: {
    std::string zero = fresh();
    line(zero + " = arith.constant 0 : i32");
    return line(resultsText(each) + "arith.addi %n" + str(arguments++) + ", " +
                zero + " : i32");
  }
  case Op::Splat:
    return line(resultsText(each) + "tt.splat " + valuesText(each.operands) +
                " : " + typesText(each.operands) + " -> " +
                typesText(each.results));
  case Op::Unsplat:
    return line(resultsText(each) + "tt.unsplat " + valuesText(each.operands) +
                " : " + typesText(each.operands));
  case Op::Elementwise:
    return line(resultsText(each) + each.name + " " +
                valuesText(each.operands) + " : " + typesText(each.results));
  case Op::Cast:
    return line(resultsText(each) + each.name + " " +
                valuesText(each.operands) + " : " + typesText(each.operands) +
                (each.name.starts_with("tt.") ? " -> " : " to ") +
                typesText(each.results));
  case Op::Compare:
    return line(resultsText(each) + each.name + ", " +
                valuesText(each.operands) + " : " +
                typeText(typeOf(each.operands[0])));
  case Op::Select: {
    const Type &type = typeOf(each.operands[1]);
    return line(
        resultsText(each) + "arith.select " + valuesText(each.operands) +
        " : " +
        (type.isTensor() ? typeText(typeOf(each.operands[0])) + ", " : "") +
        typeText(type));
  }
  case Op::Load:
  case Op::Store:
  case Op::Atomic:
    return writeAccess(each);
  case Op::CatReduce:
  case Op::Reduce:
  case Op::Scan:
  case Op::Gather:
  case Op::Histogram:
  case Op::Dot:
    return writeTogether(each);
  case Op::Alloc:
  case Op::LocalStore:
  case Op::Free:
  case Op::Barrier:
    return writeMemory(each);
  case Op::For:
    return writeFor(each);
  case Op::If:
    return writeIf(each);
  case Op::While:
    return writeWhile(each);
  default:
    return writeView(each);
  }
}

/// Of all statements, inner ones too, in the order in which they are written.
void collectArguments(const std::vector<Statement> &statements,
                      std::vector<std::int64_t> &numbers) {
  for (const Statement &each : statements) {
    if (each.op == Op::Argument)
      numbers.push_back(each.numbers[0]);
    for (const Body &body : each.bodies)
      collectArguments(body.statements, numbers);
  }
}

std::string Writer::write() {
  writeAll(program.statements);
  std::string arguments;
  for (std::size_t index = 0; index < program.globals.size(); ++index)
    arguments += (index == 0 ? "" : ", ") + ("%g" + std::to_string(index)) +
                 ": !tt.ptr<" + nameOf(program.globals[index].element) +
                 "> {tt.divisibility = 16 : i32}";
  std::int64_t number = 0;
  for (std::int64_t each : argumentsOf(program))
    arguments += (arguments.empty() ? "" : ", ") + ("%n" + str(number++)) +
                 ": i32" +
                 (each % 16 == 0 ? " {tt.divisibility = 16 : i32}" : "");
  std::string module = "module";
  if (program.hasLayouts)
    module += " attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = " +
              str(program.warps) +
              " : i32, \"ttg.threads-per-warp\" = 32 : i32, ttg.target = "
              "\"cuda:" +
              program.target.substr(3) + "\"}";
  return aliasLines + module + " {\ntt.func public @k(" + arguments + ") {\n" +
         lines + "  tt.return\n}\n}\n";
}

} // namespace

std::string textOf(const Program &program) { return Writer(program).write(); }

std::vector<std::int64_t> argumentsOf(const Program &program) {
  std::vector<std::int64_t> numbers;
  collectArguments(program.statements, numbers);
  return numbers;
}

} // namespace heddle::simfuzz
