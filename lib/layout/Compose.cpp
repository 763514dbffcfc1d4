//===- Compose.cpp - Composition, inverses and conversions ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/Compose.h"

#include "CommonSpace.h"
#include "FieldMap.h"
#include "LayoutBuilder.h"
#include "heddle/f2/Elimination.h"

namespace heddle {

namespace {

/// A layout with these dimensions and the given number of words to fill.
LayoutBuilder start(LinearLayout &layout, std::span<const DimBits> ins,
                    std::span<const DimBits> outs, unsigned outBits) {
  LayoutBuilder builder(layout);
  builder.ins = DimBitsList(ins);
  builder.outs = DimBitsList(outs);
  builder.outBits = outBits;
  return builder;
}

tl::unexpected<Error> unreachable(const LinearLayout &a,
                                  const LinearLayout &outer, unsigned bit) {
  std::string element = elementText(a, a.bases()[bit]);
  std::string witness =
      concat(locationBitText(a, bit), " holds element ", element,
             ", which no location of the outer layout holds");
  std::string remedy =
      concat("give the outer layout a basis that reaches ", element);
  for (const DimBits &entry : a.outs()) {
    std::uint64_t coordinate = a.field(a.bases()[bit], entry.dim);
    if (f2::shiftRight(coordinate, outer.outBits(entry.dim)) == 0)
      continue;
    witness += concat("; its ", entry.dim.name(), " has size ",
                      sizeText(outer.outBits(entry.dim)), " of ",
                      sizeText(entry.bits));
    remedy = "grow the outer layout to the shape of the tensor with "
             "growToShape";
  }
  return failure("expects an outer layout that holds every element of the "
                 "layout, but got one that does not",
                 witness, remedy);
}

/// The inner layout's outputs are among the locations of the outer one.
Result<void> checkComposable(const LinearLayout &inner,
                             const LinearLayout &outer) {
  if (auto checked = checkSameNames(inner.outs(),
                                    "the outputs of the inner "
                                    "layout",
                                    outer.ins(), "the inputs of the outer");
      !checked)
    return checked;
  for (const DimBits &entry : inner.outs())
    if (outer.inBits(entry.dim) < entry.bits)
      return failure(
          concat("expects an outer layout whose inputs cover the "
                 "outputs of the inner one, but '",
                 entry.dim.name(), "' has size ", sizeText(entry.bits),
                 " inside and ", sizeText(outer.inBits(entry.dim)), " outside"),
          concat("the outer layout is not defined at ", entry.dim.name(), "=",
                 sizeText(outer.inBits(entry.dim))),
          "shrink the inner layout with shrinkToShape or grow the "
          "outer one by a product");
  return {};
}

/// The two locations that hold the element of input bit `bit`: that bit, and
/// the earlier bits in `others`.
[[gnu::cold]] std::string replicaText(const LinearLayout &a, unsigned bit,
                                      Word others) {
  if (others == 0)
    return concat(locationBitText(a, bit),
                  " holds the same element as location 0");
  return concat(locationText(a, others), " holds element ",
                elementText(a, a.bases()[bit]), ", as does ",
                locationBitText(a, bit));
}

/// An element that no location holds. Precondition: there is one.
std::string missingText(const LinearLayout &a,
                        const f2::ColumnEchelon &echelon) {
  Word missing = ~echelon.leading() & f2::lowMask(a.totalOutBits());
  return concat("no location holds element ",
                elementText(a, missing & -missing));
}

/// The smallest location of every element. Precondition: `echelon` is of the
/// bases of `a`, which is surjective.
Result<LinearLayout> smallestLocations(const LinearLayout &a,
                                       const f2::ColumnEchelon &echelon) {
  Result<LinearLayout> result(tl::in_place);
  LayoutBuilder builder = start(*result, a.outs(), a.ins(), a.totalInBits());
  for (unsigned bit = 0; bit < a.totalOutBits(); ++bit)
    builder.words.push_back(echelon.reduce(f2::unit(bit)).columns);
  return result;
}

/// Words of the outer layout's inputs with the dimensions to keep on top, the
/// first of them highest, so that comparing words compares them first.
struct Priority {
  Priority(const LinearLayout &a, const LinearLayout &outer,
           std::span<const Dim> keep) {
    DimBitsList ordered;
    DimBitsList kept;
    for (Dim dim : keep)
      if (outer.hasIn(dim) && a.hasIn(dim) && indexOf(kept, dim) == kept.size())
        kept.push_back({dim, outer.inBits(dim)});
    for (const DimBits &entry : outer.ins())
      if (indexOf(kept, entry.dim) == kept.size())
        ordered.push_back(entry);
    for (unsigned i = kept.size(); i-- != 0;)
      ordered.push_back(kept[i]);
    raise = FieldMap(outer.ins(), ordered);
    lower = FieldMap(ordered, outer.ins());
    ownLocation = FieldMap(a.ins(), kept);
    place = FieldMap(kept, ordered);
  }

  /// The coordinates to keep of a location of `a`.
  Word own(Word location) const { return place(ownLocation(location)); }

  FieldMap raise;
  FieldMap lower;

private:
  FieldMap ownLocation;
  FieldMap place;
};

} // namespace

Result<LinearLayout> compose(const LinearLayout &inner,
                             const LinearLayout &outer) {
  bool isSame = sameDims(inner.outs(), outer.ins());
  FieldMap toOuter;
  if (!isSame) {
    if (auto checked = checkComposable(inner, outer); !checked)
      return tl::unexpected(checked.error());
    toOuter = FieldMap(inner.outs(), outer.ins());
  }
  Result<LinearLayout> result(tl::in_place);
  LayoutBuilder builder =
      start(*result, inner.ins(), outer.outs(), outer.totalOutBits());
  for (Word basis : inner.bases())
    builder.words.push_back(
        f2::multiply(outer.bases(), isSame ? basis : toOuter(basis)));
  return result;
}

Result<LinearLayout> invert(const LinearLayout &a) {
  f2::ColumnEchelon echelon;
  std::string replica;
  for (unsigned bit = 0; bit < a.totalInBits(); ++bit) {
    Word dependency = echelon.insert(a.bases()[bit]);
    if (dependency != 0 && replica.empty())
      replica = replicaText(a, bit, dependency ^ f2::unit(bit));
  }
  bool isSurjective = echelon.rank() == a.totalOutBits();
  if (!replica.empty() || !isSurjective)
    return failure(
        a.totalInBits() != a.totalOutBits()
            ? concat("expects as many input bits as output bits, but got ",
                     a.totalInBits(), " and ", a.totalOutBits())
            : concat("expects an invertible layout, but got rank ",
                     echelon.rank(), " for ", a.totalInBits(), " bits"),
        replica.empty() ? missingText(a, echelon) : replica,
        isSurjective
            ? "use pseudoinvert, which takes the smallest of the replicas"
            : "shrink the outputs to what the layout reaches, and drop its "
              "replicas");
  return smallestLocations(a, echelon);
}

Result<LinearLayout> pseudoinvert(const LinearLayout &a) {
  f2::ColumnEchelon echelon(a.bases());
  if (echelon.rank() < a.totalOutBits())
    return failure(concat("expects a surjective layout, but got rank ",
                          echelon.rank(), " for ", a.totalOutBits(),
                          " output bits"),
                   missingText(a, echelon),
                   "shrink the outputs to what the layout reaches");
  return smallestLocations(a, echelon);
}

Result<LinearLayout> invertAndCompose(const LinearLayout &a,
                                      const LinearLayout &outer) {
  bool isSame = sameDims(a.outs(), outer.outs());
  Result<CommonSpace> space(tl::in_place);
  if (!isSame)
    space = CommonSpace::create(a, outer);
  if (!space)
    return tl::unexpected(space.error());

  f2::ColumnEchelon echelon;
  for (Word basis : outer.bases())
    echelon.insert(isSame ? basis : space->fromOuter(basis));
  Words preimages;
  for (unsigned bit = 0; bit < a.totalInBits(); ++bit) {
    Word basis = a.bases()[bit];
    auto reduced = echelon.reduce(isSame ? basis : space->fromA(basis));
    if (reduced.remainder != 0)
      return unreachable(a, outer, bit);
    preimages.push_back(reduced.columns);
  }
  Result<LinearLayout> result(tl::in_place);
  LayoutBuilder builder =
      start(*result, a.ins(), outer.ins(), outer.totalInBits());
  builder.words = preimages;
  return result;
}

Result<LinearLayout> invertAndComposeLocal(const LinearLayout &a,
                                           const LinearLayout &outer,
                                           ListRef<Dim> keep) {
  Result<LinearLayout> result = invertAndCompose(a, outer);
  if (!result)
    return result;
  // The replicas of a location are its sums with the kernel. Among them, the
  // one whose difference to the wanted coordinates is the smallest word is
  // found by reducing that difference modulo the kernel, which is linear.
  Priority priority(a, outer, keep);
  f2::ColumnEchelon columns;
  f2::ColumnEchelon kernel;
  for (Word basis : outer.bases())
    if (Word dependency = columns.insert(basis))
      kernel.insert(priority.raise(dependency));
  LayoutBuilder builder(*result);
  for (unsigned bit = 0; bit < builder.words.size(); ++bit) {
    Word own = priority.own(f2::unit(bit));
    Word difference = priority.raise(builder.words[bit]) ^ own;
    builder.words[bit] =
        priority.lower(kernel.reduce(difference).remainder ^ own);
  }
  return result;
}

} // namespace heddle
