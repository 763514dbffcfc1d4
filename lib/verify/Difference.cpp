//===- Difference.cpp - What two executions have left behind ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Difference.h"
#include "heddle/ir/Ttng.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

namespace heddle::equivalence {

using namespace mlir;

Tolerance toleranceOf(tt::FuncOp function) {
  Tolerance tolerance;
  function.walk([&](Operation *op) {
    if (isa<tt::DotOp, tt::DotScaledOp, tt::ReduceOp, tt::ScanOp,
            ttng::WarpGroupDotOp, ttng::TCGen5MMAOp, tt::AtomicRMWOp>(op))
      tolerance.hasSums = true;
    auto addTf32 = [&](tt::InputPrecision precision, std::int64_t depth) {
      if (precision == tt::InputPrecision::Tf32)
        tolerance.tf32Depth = std::max(tolerance.tf32Depth, depth);
    };
    if (auto dot = dyn_cast<tt::DotOp>(op))
      addTf32(dot.getInputPrecision(), dot.getA().getType().getShape().back());
    if (auto dot = dyn_cast<ttng::WarpGroupDotOp>(op))
      addTf32(dot.getInputPrecision(), dot.getB().getType().getShape().front());
  });
  return tolerance;
}

/// Some units in the last place, relative.
static double precisionOf(Type element) {
  constexpr double Units = 16;
  unsigned digits = cast<FloatType>(element).getFPMantissaWidth();
  return Units * std::ldexp(1.0, -static_cast<int>(digits));
}

bool areClose(Bits a, Bits b, Type element, const Tolerance &tolerance,
              Contents contents) {
  if (a == b)
    return true;
  if (!isFloat(element))
    return false;
  double x = toDouble(a, element), y = toDouble(b, element);
  if (std::isnan(x) && std::isnan(y))
    return true;
  // Sums of the largest numbers may or may not overflow.
  if (!std::isfinite(x) || !std::isfinite(y))
    return x == y || (tolerance.hasSums && contents == Contents::Special);
  double part = precisionOf(element);
  constexpr double Sums = 0x1p-14;
  if (tolerance.hasSums)
    part = std::max(part, Sums);
  // Factors of products are rounded to 11 digits; errors add up like a walk by
  // chance, of which some thousand elements see the far end.
  if (tolerance.tf32Depth != 0)
    part = std::max(
        {part, 0x1p-8,
         0x1p-9 * std::sqrt(static_cast<double>(tolerance.tf32Depth))});
  // What is left of larger numbers that were added is less precise.
  double scale = std::max({std::fabs(x), std::fabs(y), 1.0});
  if (contents == Contents::Special && tolerance.hasSums)
    scale = std::max(scale, 1e30);
  return std::fabs(x - y) <= part * scale;
}

std::string numberText(std::optional<Bits> bits, Type element) {
  if (!bits)
    return "not written";
  if (!isFloat(element))
    return std::to_string(signedOf(*bits, element));
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%.7g", toDouble(*bits, element));
  return text;
}

std::string ElementDifference::text(const Memory &memory) const {
  std::size_t region = memory.regionOf(address);
  auto offset = static_cast<std::int64_t>(address - Memory::baseOf(region)) /
                static_cast<std::int64_t>(bytesOf(element));
  return llvm::formatv("{0}[{1}] is {2}, and {3} in the first program",
                       memory.nameOf(region), offset,
                       numberText(right, element), numberText(left, element))
      .str();
}

std::optional<ElementDifference> findDifference(Memory &left, Memory &right,
                                                std::size_t regions,
                                                const Tolerance &tolerance,
                                                Contents contents) {
  auto isOfArgument = [&](std::uint64_t address) {
    return left.regionOf(address) < regions;
  };
  llvm::DenseMap<std::uint64_t, Operation *> writers;
  for (const Memory::Written &each : right.written())
    writers[each.address] = each.op;
  for (const Memory::Written &each : left.written()) {
    if (!isOfArgument(each.address) || right.isUnknown(each.address))
      continue;
    ElementDifference difference{.address = each.address,
                                 .element = each.element,
                                 .left = each.bits,
                                 .right = std::nullopt,
                                 .leftOp = each.op,
                                 .rightOp = writers.lookup(each.address)};
    if (!right.isWritten(each.address))
      return difference;
    Bits other = right.read(each.address, each.element);
    difference.right = other;
    if (!areClose(each.bits, other, each.element, tolerance, contents))
      return difference;
  }
  for (const Memory::Written &each : right.written())
    if (isOfArgument(each.address) && !left.isWritten(each.address))
      return ElementDifference{.address = each.address,
                               .element = each.element,
                               .left = std::nullopt,
                               .right = each.bits,
                               .leftOp = nullptr,
                               .rightOp = each.op};
  return std::nullopt;
}

std::optional<std::string> findOutside(const Memory &left, const Memory &right,
                                       std::size_t regions) {
  for (std::size_t region = 0; region < regions; ++region) {
    Memory::Extent used = left.extents()[region];
    Memory::Extent other = right.extents()[region];
    if (other.last < other.first ||
        (other.first >= used.first && other.last <= used.last &&
         used.first <= used.last))
      continue;
    bool isBelow = used.first <= used.last && other.first < used.first;
    std::int64_t byte = isBelow ? other.first : other.last;
    auto size = static_cast<std::int64_t>(bytesOf(left.elementOf(region)));
    return llvm::formatv("element {0} of {1} is used, which the first program "
                         "does not use",
                         byte >= 0 ? byte / size : -((size - 1 - byte) / size),
                         left.nameOf(region))
        .str();
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Where they part
//===----------------------------------------------------------------------===//

namespace {
using Hashes = llvm::DenseSet<std::uint64_t>;

Hashes valuesOf(ArrayRef<TraceEntry> trace) {
  Hashes values;
  for (const TraceEntry &entry : trace) {
    values.insert(entry.operands.begin(), entry.operands.end());
    values.insert(entry.results.begin(), entry.results.end());
  }
  return values;
}

/// The entries that the last execution of `op` depends on, itself included.
llvm::BitVector sliceOf(ArrayRef<TraceEntry> trace, Operation *op) {
  llvm::BitVector slice(trace.size());
  Hashes wanted;
  bool isFound = false;
  for (std::size_t at = trace.size(); at-- > 0;) {
    const TraceEntry &entry = trace[at];
    bool isLast = !isFound && entry.op == op;
    isFound = isFound || isLast;
    bool isWanted = llvm::any_of(entry.results, [&](std::uint64_t value) {
      return value != 0 && wanted.contains(value);
    });
    // Reading a buffer depends on what was stored there.
    bool isStore = isFound && entry.results.empty();
    if (!isLast && !isWanted && !isStore)
      continue;
    slice.set(static_cast<unsigned>(at));
    wanted.insert(entry.operands.begin(), entry.operands.end());
  }
  return slice;
}

llvm::SmallVector<std::uint64_t, 4>
sorted(llvm::SmallVector<std::uint64_t, 4> values) {
  llvm::sort(values);
  return values;
}

bool isKnown(const Hashes &values, ArrayRef<std::uint64_t> these) {
  return llvm::all_of(these, [&](std::uint64_t value) {
    return value == 0 || values.contains(value);
  });
}

} // namespace

Parting whereTheyPart(ArrayRef<TraceEntry> left, ArrayRef<TraceEntry> right,
                      const ElementDifference &difference) {
  Parting parting{
      .left = difference.leftOp, .right = difference.rightOp, .message = {}};
  if (difference.rightOp == nullptr) {
    parting.message = "the second program does not write what this op of the "
                      "first one writes";
    return parting;
  }
  Hashes values = valuesOf(left);
  llvm::BitVector slice = sliceOf(right, difference.rightOp);
  for (unsigned at : slice.set_bits()) {
    const TraceEntry &entry = right[at];
    if (entry.results.empty() || isKnown(values, entry.results) ||
        !isKnown(values, entry.operands))
      continue;
    parting.right = entry.op;
    parting.message = "from operands that the first program has too, '" +
                      entry.op->getName().getStringRef().str() +
                      "' makes something else";
    for (const TraceEntry &other : left)
      if (other.op->getName() == entry.op->getName() &&
          sorted(other.operands) == sorted(entry.operands))
        parting.left = other.op;
    return parting;
  }
  parting.message = difference.leftOp == nullptr
                        ? "writes what the first program does not write"
                        : "writes something else than the first program";
  return parting;
}

} // namespace heddle::equivalence
