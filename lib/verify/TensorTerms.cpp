//===- TensorTerms.cpp - Reductions, scans and products as terms ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The axis that is summed over is bound: its bits are the lowest of the index
// of what is summed, above them those of the result.
//
//===----------------------------------------------------------------------===//

#include "FunctionTerms.h"
#include "heddle/ir/Ttng.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// How f32 operands are rounded; said of all products, it matters for these
/// only. How sums are rounded on the way; said of all, too, it matters for
/// 8-bit floats.
Attribute meaningOfProduct(const ProductRounding &rounding, Type a, Type b) {
  llvm::SmallVector<Attribute> meaning;
  if (a.isF32() || b.isF32())
    meaning.push_back(rounding.operands);
  if (isa<FloatType>(a) && a.getIntOrFloatBitWidth() == 8 &&
      rounding.sums.getInt() != 0)
    meaning.push_back(rounding.sums);
  return meaning.empty() ? Attribute()
                         : ArrayAttr::get(a.getContext(), meaning);
}

template <class ProductOp> ProductRounding roundingOf(ProductOp op) {
  return {op.getInputPrecisionAttr(),
          Builder(op.getContext())
              .getI32IntegerAttr(
                  static_cast<std::int32_t>(op.getMaxNumImpreciseAcc()))};
}

/// A float of at most 16 bits that has been widened is what it was: all ways to
/// multiply keep that many digits.
TermRef withoutWidening(Terms &terms, TermRef factor) {
  bool isWidened =
      factor->kind == TermKind::Computed && !factor->attribute &&
      OperationName::getFromOpaquePointer(factor->name).getStringRef() ==
          "arith.extf";
  if (!isWidened || !terms.options().allowReassociation ||
      factor->operands[0]->type.getIntOrFloatBitWidth() > 16)
    return factor;
  return factor->operands[0];
}

Attribute encodingOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getEncoding() : Attribute();
}

void appendBits(llvm::SmallVector<unsigned> &bits, unsigned offset,
                unsigned count) {
  for (unsigned bit = 0; bit < count; ++bit)
    bits.push_back(offset + bit);
}

TermRef withoutPending(TermRef term) {
  return term->kind == TermKind::Pending ? term->operands[0] : term;
}

} // namespace

/// d(batch, m, n) = c + sum over k of a(batch, m, k) * b(batch, k, n).
bool FunctionTerms::multiply(Operation *op, const Factors &factors,
                             const ProductRounding &rounding) {
  llvm::SmallVector<unsigned> aBits = axisBitsOf(factors.aType),
                              bBits = axisBitsOf(factors.bType);
  unsigned k = aBits.back(), m = aBits[aBits.size() - 2], n = bBits.back(),
           batch = aBits.size() > 2 ? aBits.front() : 0;
  llvm::SmallVector<unsigned> aMap, bMap;
  appendBits(aMap, 0, k);
  appendBits(aMap, k + n, m);
  appendBits(aMap, k + n + m, batch);
  appendBits(bMap, k, n);
  appendBits(bMap, 0, k);
  appendBits(bMap, k + n + m, batch);
  TermRef one = withoutWidening(
              terms, terms.pullBack(factors.a, IndexMap::ofBits(aMap))),
          other = withoutWidening(
              terms, terms.pullBack(factors.b, IndexMap::ofBits(bMap)));
  Attribute meaning = meaningOfProduct(rounding, one->type, other->type);
  Type type = elementOf(op->getResult(0).getType());
  bool isOrdered = !terms.options().allowReassociation;
  if (isOrdered)
    if (Attribute layout = encodingOf(op->getResult(0).getType()))
      meaning = Builder(op->getContext())
                    .getArrayAttr(meaning ? llvm::ArrayRef{meaning, layout}
                                          : llvm::ArrayRef{layout});
  TermRef product = terms.product(type, k, one, other, meaning);
  mark(product, op);
  if (integerWidth(type) != 0)
    return set(op->getResult(0), terms.sum(product, factors.c));
  if (isOrdered)
    return set(op->getResult(0),
               terms.apply({OperationName("tt.dot", op->getContext()),
                            {},
                            type,
                            {product, factors.c}}));
  return set(op->getResult(0), terms.floatSum(type, {product, factors.c}));
}

bool FunctionTerms::multiplyInGroup(Operation *op) {
  auto dot = cast<ttng::WarpGroupDotOp>(op);
  TermRef a = isa<ttg::MemDescType>(dot.getA().getType())
                  ? contentsOf(op, dot.getA())
                  : valueOf(dot.getA());
  TermRef b = contentsOf(op, dot.getB());
  if (!a || !b)
    return false;
  // Until the product is done nothing may be written to its operands.
  if (dot.getIsAsync() && hasOtherBuffers)
    changeOtherBuffers(op, {a, b}, {});
  TermRef c = withoutPending(valueOf(dot.getC()));
  if (dot.getUseC())
    c = terms.select(
        valueOf(dot.getUseC()), c,
        terms.constant(
            Builder(op->getContext()).getZeroAttr(elementOf(dot.getType()))));
  if (!multiply(op, {a, b, c, dot.getA().getType(), dot.getB().getType()},
                roundingOf(dot)))
    return false;
  if (dot.getIsAsync())
    set(dot, terms.pending(valueOf(dot)));
  return true;
}

bool FunctionTerms::combined(Operation *op, TermList &results) {
  TermList parameters;
  for (auto [number, argument] :
       llvm::enumerate(op->getRegion(0).getArguments()))
    parameters.push_back(terms.raw({.kind = TermKind::Parameter,
                                    .type = argument.getType(),
                                    .data = {Word(number)}}));
  TermList before = regions;
  if (!executeBody(op->getRegion(0), parameters, results))
    return false;
  return regions == before || stop(op, "cannot follow effects inside");
}

bool FunctionTerms::combine(Operation *op, unsigned axis, bool isScan,
                            bool isReversed) {
  Type source = op->getOperand(0).getType();
  llvm::SmallVector<unsigned> sizes = axisBitsOf(source), map;
  unsigned inner = 0, outer = 0, bound = sizes[axis];
  for (std::size_t each = 0; each < sizes.size(); ++each)
    (each < axis ? outer : inner) += each == axis ? 0 : sizes[each];
  appendBits(map, bound, inner);
  appendBits(map, 0, bound);
  appendBits(map, bound + inner + (isScan ? bound : 0), outer);
  TermList operands;
  if (!combined(op, operands))
    return false;
  for (Value input : op->getOperands())
    operands.push_back(terms.pullBack(valueOf(input), IndexMap::ofBits(map)));
  llvm::SmallVector<Word> data = {bound, 0, op->getNumOperands()};
  if (isScan) {
    data.append({Word(isReversed), 0});
    for (unsigned bit = 0; bit < bound; ++bit)
      data.push_back(f2::unit(inner + bit));
  }
  Attribute layout =
      terms.options().allowReassociation ? Attribute() : encodingOf(source);
  for (OpResult result : op->getResults()) {
    data[1] = result.getResultNumber();
    TermKey key = {.kind = isScan ? TermKind::Scan : TermKind::Reduction,
                   .type = elementOf(result.getType()),
                   .attribute = layout,
                   .data = data,
                   .operands = operands};
    set(result,
        isScan ? terms.closedIfDeep(terms.raw(key)) : terms.reduction(key));
  }
  return true;
}

/// The results of the function of an op's region, of `pack` elements of each
/// operand; fails if it has effects.
bool FunctionTerms::applyToElements(tt::MapElementwiseOp op,
                                    llvm::ArrayRef<TermRef> arguments,
                                    TermList &results) {
  TermList before = regions;
  results.clear();
  if (!executeBody(op.getScalarOp(), arguments, results))
    return false;
  return regions == before || stop(op, "cannot follow effects inside");
}

/// If each element of a group becomes the same function of that element alone:
/// then groups make no difference, and the terms are those of that function.
/// Others of the group are two numbers that nothing is known of in turn.
FunctionTerms::MappedAlone FunctionTerms::mapAlone(tt::MapElementwiseOp op,
                                                   TermList &results) {
  auto pack = static_cast<std::size_t>(op.getPack());
  TermList first;
  for (std::size_t slot = 0; slot < pack; ++slot)
    for (Word unknown : {0, 1}) {
      TermList arguments, all, own;
      for (Value source : op.getSrcs())
        for (std::size_t each = 0; each < pack; ++each)
          arguments.push_back(
              each == slot
                  ? valueOf(source)
                  : terms.raw({.kind = TermKind::Parameter,
                               .type = elementOf(source.getType()),
                               .data = {~Word(0) - unknown * pack - each}}));
      if (!applyToElements(op, arguments, all))
        return MappedAlone::Stuck;
      for (std::size_t result = slot; result < all.size(); result += pack)
        own.push_back(all[result]);
      if (first.empty())
        first = own;
      if (own != first)
        return MappedAlone::No;
    }
  results = first;
  return MappedAlone::Yes;
}

/// Slot by slot, of the groups that the layout has.
bool FunctionTerms::mapGroups(tt::MapElementwiseOp op,
                              const ElementGroups &groups, TermList &results) {
  auto pack = static_cast<std::size_t>(op.getPack());
  TermList arguments, all;
  for (Value source : op.getSrcs())
    for (std::size_t slot = 0; slot < pack; ++slot)
      arguments.push_back(terms.pullBack(valueOf(source), groups.mapTo(slot)));
  if (!applyToElements(op, arguments, all))
    return false;
  for (std::size_t result = 0; result < all.size(); result += pack) {
    TermList slots(all.begin() + static_cast<std::ptrdiff_t>(result),
                   all.begin() + static_cast<std::ptrdiff_t>(result + pack));
    // Two slots become one for each bit, the lowest first.
    for (Word form : groups.slotForms()) {
      for (std::size_t half = 0; 2 * half < slots.size(); ++half)
        slots[half] = terms.select(terms.indexBit(form, /*isFlipped=*/false),
                                   slots[2 * half + 1], slots[2 * half]);
      slots.resize(slots.size() / 2);
    }
    results.push_back(slots.front());
  }
  return true;
}

bool FunctionTerms::mapElements(Operation *op) {
  auto map = cast<tt::MapElementwiseOp>(op);
  TermList results;
  if (map.getPack() == 1) {
    // The region is as if it were outside.
    if (!applyToElements(map, valuesOf(op->getOperands()), results))
      return false;
  } else {
    MappedAlone alone = mapAlone(map, results);
    if (alone == MappedAlone::Stuck)
      return false;
    if (alone == MappedAlone::No) {
      auto type = cast<RankedTensorType>(op->getOperand(0).getType());
      std::optional<ElementGroups> groups =
          ElementGroups::of(type, static_cast<std::uint64_t>(map.getPack()));
      auto isAlike = [&](Type each) {
        return cast<RankedTensorType>(each).getEncoding() == type.getEncoding();
      };
      if (!groups || !llvm::all_of(op->getOperandTypes(), isAlike) ||
          !llvm::all_of(op->getResultTypes(), isAlike))
        return stop(op, "cannot tell which elements a thread has side by side");
      if (!mapGroups(map, *groups, results))
        return false;
    }
  }
  for (auto [result, term] : llvm::zip(op->getResults(), results))
    set(result, term);
  return true;
}

std::optional<bool> FunctionTerms::executeTensor(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<bool>>(op)
      .Case([&](tt::DotOp dot) {
        return multiply(op,
                        {valueOf(dot.getA()), valueOf(dot.getB()),
                         valueOf(dot.getC()), dot.getA().getType(),
                         dot.getB().getType()},
                        roundingOf(dot));
      })
      .Case([&](ttng::WarpGroupDotOp) { return multiplyInGroup(op); })
      .Case([&](ttng::WarpGroupDotWaitOp wait) {
        if (hasOtherBuffers)
          changeOtherBuffers(op, {}, meaningOf(op));
        for (auto [output, input] :
             llvm::zip(wait.getOutputs(), wait.getInputs()))
          set(output, wait.getPendings() == 0 ? withoutPending(valueOf(input))
                                              : valueOf(input));
        return true;
      })
      .Case([&](tt::ReduceOp reduce) {
        return combine(op, reduce.getAxis(), false, false);
      })
      .Case([&](tt::ScanOp scan) {
        return combine(op, scan.getAxis(), true, scan.getReverse());
      })
      .Case([&](tt::MapElementwiseOp) { return mapElements(op); })
      .Default(std::nullopt);
}

} // namespace heddle::equivalence
