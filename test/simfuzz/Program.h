//===- Program.h - Programs of tensors --------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs of tensors, as the fuzzer writes them: a description of its own,
/// from which both the text of a kernel and the expected results are made.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_SIMFUZZ_PROGRAM_H
#define HEDDLE_TEST_SIMFUZZ_PROGRAM_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::simfuzz {

enum class Element : std::uint8_t {
  I1,
  I8,
  I16,
  I32,
  I64,
  F16,
  BF16,
  F32,
  F64
};

unsigned bitsOf(Element element);
bool isFloat(Element element);
/// "f32".
const char *nameOf(Element element);

using Shape = std::vector<std::int64_t>;
std::int64_t countOf(const Shape &shape);

/// A scalar, a tensor in registers, or a buffer in shared memory.
struct Type {
  enum class Kind : std::uint8_t { Scalar, Tensor, Buffer };
  Kind kind = Kind::Scalar;
  Element element = Element::I32;
  Shape shape = {};
  /// The attribute's text; empty of scalars, and of all tensors in programs
  /// that get their layouts from the compiler.
  std::string layout = {};
  /// Of buffers: the shape of what this is a part of.
  Shape whole = {};
  bool isMutable = false;

  static Type scalar(Element element) { return {.element = element}; }
  static Type tensor(Element element, Shape shape, std::string layout) {
    return {.kind = Kind::Tensor,
            .element = element,
            .shape = std::move(shape),
            .layout = std::move(layout)};
  }
  bool isTensor() const { return kind == Kind::Tensor; }
  bool isScalar() const { return kind == Kind::Scalar; }
  bool isBuffer() const { return kind == Kind::Buffer; }
  Type with(Element other) const {
    Type type = *this;
    type.element = other;
    return type;
  }
  bool operator==(const Type &) const = default;
};

/// What a statement does. In brackets its operands, in parentheses what it
/// takes of the statement's other members.
enum class Op : std::uint8_t {
  Constant,      ///< [] (type, numbers[0]: the bits)
  Iota,          ///< [] (type): the number of each element, row by row
  ProgramId,     ///< []: along x
  Argument,      ///< [] (numbers[0]): of the kernel, an i32
  Splat,         ///< [scalar] (type)
  Unsplat,       ///< [tensor of one element]
  Elementwise,   ///< [one to three alike] (name)
  Cast,          ///< [value] (name, type.element)
  Compare,       ///< [two alike] (name: "arith.cmpi slt")
  Select,        ///< [i1, two alike]
  Load,          ///< [index, mask?, other?] (global)
  Store,         ///< [index, value, mask?] (global)
  Atomic,        ///< [index, value, mask?] (global, name: "add")
  ExpandDims,    ///< [tensor] (numbers[0]: the axis)
  Broadcast,     ///< [tensor] (type.shape)
  Reshape,       ///< [tensor] (type.shape)
  Trans,         ///< [tensor] (numbers: the order)
  Join,          ///< [two alike]
  Split,         ///< [tensor], two results
  CatReduce,     ///< [two alike] (name): of all elements in any order
  Gather,        ///< [tensor, indices] (numbers[0]: the axis)
  Convert,       ///< [tensor] (type.layout)
  Reduce,        ///< [tensors] (name, numbers[0]: the axis)
  Scan,          ///< [tensors] (name, numbers: the axis, whether from the end)
  Histogram,     ///< [tensor, mask?] (type)
  Dot,           ///< [a, b, c]
  Alloc,         ///< [tensor?] (type)
  LocalStore,    ///< [tensor, buffer]
  LocalLoad,     ///< [buffer] (type.layout)
  MemoryIndex,   ///< [buffer, scalar]
  MemoryPart,    ///< [buffer] (type.shape, numbers: the offsets)
  MemoryTrans,   ///< [buffer] (numbers: the order)
  MemoryReshape, ///< [buffer] (type.shape)
  Free,          ///< [buffer]
  Barrier,       ///< []
  For,   ///< [lower, upper, initial...] (numbers[0]: the step), one body
  If,    ///< [i1], two bodies
  While, ///< [limit, initial...], one body: runs that often
};

struct Statement;

/// Arguments of the region, statements, and what it yields.
struct Body {
  std::vector<unsigned> arguments;
  std::vector<Statement> statements;
  std::vector<unsigned> yields;
};

/// Values are numbers into `Program::types`.
struct Statement {
  Op op = Op::Barrier;
  std::vector<unsigned> operands = {}, results = {};
  std::string name = {};
  std::vector<std::int64_t> numbers = {};
  Type type = {};
  unsigned global = 0;
  std::vector<Body> bodies = {};
};

/// A buffer in global memory.
struct Global {
  enum class Role : std::uint8_t {
    Input,  ///< read only
    Output, ///< each element is written at most once
    Sum     ///< atomics of one kind
  };
  Role role = Role::Input;
  Element element = Element::I32;
  /// Elements; those of an input are as many as a power of two.
  std::vector<std::uint64_t> contents = {};
};

struct Program {
  std::string target = "sm_90";
  unsigned warps = 4;
  /// False if the compiler chooses the layouts.
  bool hasLayouts = true;
  /// Passes before the lowering, by their names in heddle-opt.
  std::vector<std::string> passes;
  std::int64_t grid = 1;
  /// Of the order in which warps take turns.
  std::uint64_t seed = 1;
  std::vector<Global> globals;
  /// Of each value.
  std::vector<Type> types;
  std::vector<Statement> statements;

  unsigned add(Type type) {
    types.push_back(std::move(type));
    return static_cast<unsigned>(types.size() - 1);
  }
};

/// The types of the results, or nothing if the statement is not allowed.
/// Bodies' values are not looked at.
std::optional<std::vector<Type>> inferTypes(const Program &program,
                                            const Statement &statement);

/// Gives each value the type that follows from operands, from the first
/// statement on. False if the program is not allowed.
bool inferAll(Program &program);

/// Takes out statements that nothing depends on.
void removeUnused(Program &program);

/// The list that a statement is in, and its place there.
std::vector<Statement> *findStatement(std::vector<Statement> &statements,
                                      const Statement *wanted,
                                      std::size_t &index);

std::size_t countStatements(const std::vector<Statement> &statements);

} // namespace heddle::simfuzz

#endif // HEDDLE_TEST_SIMFUZZ_PROGRAM_H
