//===- FunctionTerms.cpp - The terms of a function's values ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionTerms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle::equivalence {

using namespace mlir;

/// Some 300 bytes each.
static constexpr unsigned MostTerms = 2'000'000;
/// Of one function, those of functions that it calls included.
static constexpr unsigned MostOps = 2'000'000;

Type elementOf(Type type) {
  if (auto descriptor = dyn_cast_or_null<tt::TensorDescType>(type))
    return tt::TensorDescType::get(type.getContext(), descriptor.getShape(),
                                   descriptor.getElementType(), Attribute());
  auto shaped = dyn_cast_or_null<ShapedType>(type);
  return shaped ? shaped.getElementType() : type;
}

/// Promises about operands and results, which make no difference where they are
/// kept, and what is said of layouts.
static bool isPromise(llvm::StringRef name, Attribute value) {
  if (name == "overflowFlags" || name == "isExact" || name == "nonNeg" ||
      name == "efficient_layout")
    return true;
  auto flags = dyn_cast<arith::FastMathFlagsAttr>(value);
  return flags && flags.getValue() == arith::FastMathFlags::none;
}

DictionaryAttr meaningOf(Operation *op, llvm::ArrayRef<llvm::StringRef> hints) {
  std::optional<RegisteredOperationName> info = op->getRegisteredInfo();
  if (!info)
    return op->getAttrs().empty() ? DictionaryAttr() : op->getAttrDictionary();
  llvm::SmallVector<NamedAttribute> meaning;
  for (StringAttr name : info->getAttributeNames()) {
    std::optional<Attribute> value = op->getInherentAttr(name);
    if (value && *value && !isPromise(name, *value) &&
        !llvm::is_contained(hints, name.getValue()))
      meaning.emplace_back(name, *value);
  }
  return meaning.empty() ? DictionaryAttr()
                         : DictionaryAttr::get(op->getContext(), meaning);
}

void FunctionTerms::noteUnknown(Operation *op) {
  if (!unknown)
    unknown = Stuck{
        op, ("cannot follow '" + op->getName().getStringRef() + "'").str()};
}

DictionaryAttr withTypes(Operation *op, DictionaryAttr meaning) {
  NamedAttrList all(meaning);
  llvm::SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  all.set("verify.types", Builder(op->getContext()).getTypeArrayAttr(types));
  return all.getDictionary(op->getContext());
}

bool FunctionTerms::stop(Operation *op, const llvm::Twine &reason) {
  if (!whyStuck)
    whyStuck = Stuck{op, reason.str()};
  return false;
}

std::optional<Location> FunctionTerms::locationOf(TermRef term) const {
  auto known = locations.find(term);
  return known == locations.end() ? std::nullopt
                                  : std::optional<Location>(known->second);
}

FunctionTerms::TermList FunctionTerms::valuesOf(ValueRange range) const {
  TermList list;
  for (Value value : range)
    list.push_back(valueOf(value));
  return list;
}

TermRef FunctionTerms::valueOrAbsent(Value value) {
  return value ? valueOf(value) : terms.absent();
}

bool FunctionTerms::set(Value value, TermRef term) {
  values[value] = term;
  if (facts.contains(value))
    terms.assume(term);
  if (Operation *op = value.getDefiningOp())
    mark(term, op);
  return true;
}

/// The index of a product's factors and that of its result have to fit a word
/// together.
static bool isTooLarge(Type type) {
  constexpr unsigned MostIndexBits = 30;
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped &&
         (!shaped.hasStaticShape() || indexBitsOf(type) > MostIndexBits);
}

bool FunctionTerms::run(tt::FuncOp function) {
  if (llvm::any_of(function.getArgumentTypes(), isTooLarge))
    return stop(
        function,
        "cannot follow tensors of unknown size or more than 2^30 elements");
  argumentCount = function.getNumArguments();
  for (unsigned region = 0; region < firstBuffer(); ++region)
    regions.push_back(
        terms.raw({.kind = TermKind::Memory, .data = {Word(region)}}));
  TermList arguments;
  for (auto [number, type] : llvm::enumerate(function.getArgumentTypes())) {
    TermRef argument = terms.argument(elementOf(type), unsigned(number));
    arguments.push_back(terms.elements(argument, indexBitsOf(type)));
  }
  if (!executeBranches(function.getBody(), arguments, returned))
    return false;
  // Buffers are gone.
  regions.resize(otherBuffers());
  return true;
}

bool FunctionTerms::executeBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (!execute(&op))
      return false;
  return true;
}

bool FunctionTerms::executeBody(Region &body, llvm::ArrayRef<TermRef> arguments,
                                TermList &results) {
  if (!body.hasOneBlock())
    return stop(body.getParentOp(), "cannot follow branches inside");
  Block &block = body.front();
  for (auto [argument, term] : llvm::zip(block.getArguments(), arguments))
    values[argument] = term;
  if (!executeBlock(block))
    return false;
  results = valuesOf(block.getTerminator()->getOperands());
  return true;
}

bool FunctionTerms::execute(Operation *op) {
  if (terms.size() > MostTerms || ++opCount > MostOps)
    return stop(op, "cannot follow so long a program");
  if (llvm::any_of(op->getResultTypes(), isTooLarge))
    return stop(
        op, "cannot follow tensors of unknown size or more than 2^30 elements");
  using Handler = std::optional<bool> (FunctionTerms::*)(Operation *);
  constexpr Handler Handlers[] = {
      &FunctionTerms::executeFlow,        &FunctionTerms::executeCopy,
      &FunctionTerms::executeView,        &FunctionTerms::executeJoin,
      &FunctionTerms::executeBufferView,  &FunctionTerms::executeEngine,
      &FunctionTerms::executeBlockAccess, &FunctionTerms::executeMemory,
      &FunctionTerms::executeMessage,     &FunctionTerms::executeBuffer,
      &FunctionTerms::executeTensor};
  for (Handler handler : Handlers)
    if (std::optional<bool> done = (this->*handler)(op))
      return *done;
  if (op->getNumRegions() != 0)
    return stop(op, "cannot follow '" + op->getName().getStringRef() + "'");
  if (!isMemoryEffectFree(op))
    return changeAll(op, meaningOf(op));
  return op->hasTrait<OpTrait::Elementwise>() ? executeElements(op)
                                              : executeWhole(op);
}

bool FunctionTerms::executeElements(Operation *op) {
  DictionaryAttr attributes = meaningOf(op);
  TermList operands = valuesOf(op->getOperands());
  for (OpResult result : op->getResults()) {
    if (op->getNumResults() > 1) {
      Builder builder(op->getContext());
      NamedAttrList all(attributes);
      all.set("verify.result",
              builder.getI32IntegerAttr(
                  static_cast<std::int32_t>(result.getResultNumber())));
      attributes = all.getDictionary(op->getContext());
    }
    set(result, terms.apply({op->getName(), attributes,
                             elementOf(result.getType()), operands}));
  }
  return true;
}

bool FunctionTerms::executeWhole(Operation *op, llvm::ArrayRef<TermRef> more,
                                 llvm::ArrayRef<Word> extra) {
  llvm::SmallVector<Word> data = {0};
  llvm::append_range(data, extra);
  auto addShape = [&](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    data.push_back(shaped ? static_cast<Word>(shaped.getRank()) : ~Word(0));
    if (shaped)
      for (std::int64_t size : shaped.getShape())
        data.push_back(static_cast<Word>(size));
  };
  for (Type type : op->getOperandTypes())
    addShape(type);
  for (Type type : op->getResultTypes())
    addShape(type);
  TermList operands = valuesOf(op->getOperands());
  llvm::append_range(operands, more);
  DictionaryAttr meaning = meaningOf(op);
  // Where bytes are is for layouts to say.
  if (isa<ttg::MemDescReinterpretOp, ttg::InlineAsmOp>(op))
    meaning = withTypes(op, meaning);
  for (OpResult result : op->getResults()) {
    data[0] = result.getResultNumber();
    TermRef whole = terms.raw({.kind = TermKind::Whole,
                               .type = elementOf(result.getType()),
                               .name = op->getName().getAsOpaquePointer(),
                               .attribute = meaning,
                               .data = data,
                               .operands = operands});
    mark(whole, op);
    set(result, terms.elements(whole, indexBitsOf(result.getType())));
  }
  return true;
}

} // namespace heddle::equivalence
