//===- LawsTest.cpp - The laws of the layout algebra ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each operation against its definition, evaluated naively at every point, and
/// the laws that tie the operations together, on random layouts.
///
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"
#include "heddle/f2/Elimination.h"
#include "heddle/layout/AffineLayout.h"
#include "heddle/layout/Compose.h"
#include "heddle/layout/Equality.h"
#include "heddle/layout/Product.h"
#include "heddle/layout/Reshape.h"

using namespace heddle;

namespace {

const std::vector<Dim> Ins = {Dim::Register, Dim::Lane};
const std::vector<Dim> Outs = {D0, D1};

TEST(Laws, ApplyIsTheDefinition) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout({Dim::Register, Dim::Lane, Dim::Warp}, Outs);
    Word flattened = 0;
    for (const Point &location : locations(a)) {
      Coordinates coordinates;
      for (const DimBits &in : a.ins())
        coordinates.push_back({in.dim, at(location, in.dim)});
      std::reverse(coordinates.begin(), coordinates.end());
      Word word = a.applyWord(flattened++);
      Coordinates element = get(a.apply(coordinates));
      for (const Coordinate &coordinate : element) {
        RC_ASSERT(coordinate.value ==
                  at(evaluate(a, location), coordinate.dim));
        RC_ASSERT(coordinate.value == a.field(word, coordinate.dim));
      }
    }
  });
}

TEST(Laws, ProductConcatenatesBits) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout({Dim::Register, Dim::Lane}, {D0, D1}, 2);
    LinearLayout b = *anyLayout({Dim::Lane, Dim::Warp}, {D1, D2}, 2);
    LinearLayout c = get(a * b);
    for (const Point &location : locations(c)) {
      Point inA = location;
      inA["lane"] &= a.inSize(Dim::Lane) - 1;
      Point inB = location;
      inB["lane"] >>= a.inBits(Dim::Lane);
      Point first = evaluate(a, inA);
      Point second = evaluate(b, inB);
      for (Dim dim : {D0, D1, D2})
        RC_ASSERT(at(evaluate(c, location), dim) ==
                  (at(first, dim) | at(second, dim) << a.outBits(dim)));
    }
    RC_ASSERT(c.isSurjective() == (a.isSurjective() && b.isSurjective()));
    RC_ASSERT(c.isInjective() == (a.isInjective() && b.isInjective()));
  });
}

TEST(Laws, ProductIsAssociativeWithTheEmptyLayoutAsOne) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout(Ins, Outs, 2);
    LinearLayout b = *anyLayout(Ins, Outs, 2);
    LinearLayout c =
        *anyLayout({Dim::Register, Dim::Lane, Dim::Warp}, {D0, D1, D2}, 2);
    RC_ASSERT(get((a * b) * c) == get(a * (b * c)));
    RC_ASSERT(get(a * LinearLayout()) == a);
    RC_ASSERT(get(LinearLayout() * a) == a);
  });
}

TEST(Laws, ProductIsAssociativeUpToTheOrderOfFreeDimensions) {
  LinearLayout a = get(LinearLayout::identity1D(2, Dim::Register, D0));
  LinearLayout c = get(LinearLayout::identity1D(2, Dim::Lane, D0));
  LinearLayout ba = get(LinearLayout::identity1D(2, Dim::Warp, D0) * a);
  LinearLayout left = get((a * c) * ba);
  LinearLayout right = get(a * get(c * ba));
  EXPECT_NE(left, right);
  std::vector<Dim> order;
  for (const DimBits &in : left.ins())
    order.push_back(in.dim);
  EXPECT_EQ(left, get(transposeIns(right, order)));
}

TEST(Laws, DivisionUndoesTheProduct) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout(Ins, Outs, 2);
    LinearLayout b = *anyLayout(Ins, Outs, 2);
    LinearLayout product = get(a * b);
    RC_ASSERT(get(divideLeft(product, a)) == b);
    RC_ASSERT(get(divideRight(product, b)) == a);
  });
}

TEST(Laws, DivisionIsRightWheneverItAnswers) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout(Ins, Outs);
    LinearLayout b = *anyLayout({Dim::Lane}, {D1}, 1);
    if (Result<LinearLayout> c = divideLeft(a, b))
      RC_ASSERT(get(b * *c) == a);
    if (Result<LinearLayout> c = divideRight(a, b))
      RC_ASSERT(get(*c * b) == a);
  });
}

TEST(Laws, PermutedDivisionFindsAHiddenFactor) {
  HEDDLE_PROPERTY([] {
    LinearLayout factor = *anyLayout({Dim::Register}, Outs, 2);
    LinearLayout rest = *anyLayout(Ins, Outs, 2);
    for (bool isLeft : {true, false}) {
      LinearLayout product = get(isLeft ? factor * rest : rest * factor);
      std::vector<unsigned> sources(product.inBits(Dim::Register));
      for (unsigned i = 0; i < sources.size(); ++i)
        sources[i] = i;
      for (unsigned i = 0; i < sources.size(); ++i)
        std::swap(sources[i],
                  sources[*rc::gen::inRange<std::size_t>(0, sources.size())]);
      LinearLayout hidden =
          get(apply(get(ColumnAction::create(
                        Dim::Register, product.inBits(Dim::Register), sources)),
                    product));
      auto found = isLeft ? divideLeftPermuted(hidden, factor, Dim::Register)
                          : divideRightPermuted(hidden, factor, Dim::Register);
      PermutedDivision division = get(found);
      LinearLayout permuted = get(apply(division.permutation, hidden));
      RC_ASSERT(permuted == get(isLeft ? factor * division.quotient
                                       : division.quotient * factor));
    }
  });
}

TEST(Laws, ComposeAppliesOneAfterTheOther) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout(Ins, {D0, D1}, 2);
    LinearLayout outer = *anyLayout({D1, D0}, {Dim::Offset, Dim::Bank}, 4);
    Result<LinearLayout> c = compose(a, outer);
    bool fits =
        a.outBits(D0) <= outer.inBits(D0) && a.outBits(D1) <= outer.inBits(D1);
    RC_ASSERT(c.has_value() == fits);
    if (!fits)
      return;
    for (const Point &location : locations(a))
      RC_ASSERT(evaluate(*c, location) ==
                evaluate(outer, evaluate(a, location)));
  });
}

TEST(Laws, ComposeIsAssociative) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout(Ins, {D0}, 3);
    LinearLayout b = *anyLayout({D0}, {D1}, 3);
    LinearLayout c = *anyLayout({D1}, {Dim::Offset}, 3);
    Result<LinearLayout> ab = compose(a, b);
    Result<LinearLayout> bc = compose(b, c);
    RC_PRE(ab && bc);
    RC_ASSERT(get(compose(*ab, c)) == get(compose(a, *bc)));
  });
}

/// The smallest location of `outer` that holds the element, by trying all.
std::optional<Point> smallestHolder(const LinearLayout &outer,
                                    const Point &element) {
  for (const Point &location : locations(outer)) {
    bool isHeld = true;
    Point held = evaluate(outer, location);
    for (const auto &[name, value] : element)
      isHeld &= held[name] == value;
    if (isHeld)
      return location;
  }
  return std::nullopt;
}

TEST(Laws, InvertAndComposeFindsTheSmallestHolderOfEverySolvablePair) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout({Dim::Register, Dim::Warp}, {D0, D1}, 2);
    LinearLayout outer = *anyLayout({Dim::Register, Dim::Lane}, {D1, D0}, 3);
    Result<LinearLayout> x = invertAndCompose(a, outer);
    bool isSolvable = true;
    for (const Point &location : locations(a)) {
      std::optional<Point> holder =
          smallestHolder(outer, evaluate(a, location));
      isSolvable &= holder.has_value();
      if (x)
        RC_ASSERT(evaluate(*x, location) == holder);
    }
    RC_ASSERT(x.has_value() == isSolvable);
    RC_CLASSIFY(isSolvable, "solvable");
    if (x) {
      RC_ASSERT(std::vector<DimBits>(x->outs().begin(), x->outs().end()) ==
                std::vector<DimBits>(outer.ins().begin(), outer.ins().end()));
    }
  });
}

TEST(Laws, LocalConversionsKeepWhatCanBeKept) {
  HEDDLE_PROPERTY([] {
    const std::vector<Dim> ins = {Dim::Register, Dim::Warp, Dim::Block};
    LinearLayout a = *anyLayout(ins, {D0}, 2);
    LinearLayout outer = *anyLayout(ins, {D0}, 2);
    Result<LinearLayout> x =
        invertAndComposeLocal(a, outer, {Dim::Block, Dim::Warp});
    RC_PRE(x.has_value());
    for (const Point &location : locations(a)) {
      // Coordinates of `a` that `outer` has no bits for cannot be kept.
      auto difference = [&](const Point &point, Dim dim) {
        return at(point, dim) ^ (at(location, dim) & (outer.inSize(dim) - 1));
      };
      auto cost = [&](const Point &point) {
        return std::tuple(difference(point, Dim::Block),
                          difference(point, Dim::Warp),
                          at(point, Dim::Register));
      };
      std::uint64_t element = at(evaluate(a, location), D0);
      Point chosen = evaluate(*x, location);
      RC_ASSERT(at(evaluate(outer, chosen), D0) == element);
      for (const Point &other : locations(outer))
        if (at(evaluate(outer, other), D0) == element)
          RC_ASSERT(cost(chosen) <= cost(other));
    }
  });
}

TEST(Laws, InverseAndPseudoinverseUndo) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anySurjective(Outs);
    LinearLayout x = get(pseudoinvert(a));
    for (const Point &element : allPoints(a.outs())) {
      RC_ASSERT(evaluate(a, evaluate(x, element)) == element);
      RC_ASSERT(evaluate(x, element) == smallestHolder(a, element));
    }
    RC_ASSERT(invert(a).has_value() == a.isInvertible());
    if (a.isInvertible()) {
      RC_ASSERT(get(invert(a)) == x);
      RC_ASSERT(get(compose(a, x)).isTrivialOver({Dim::Register, Dim::Lane}));
      RC_ASSERT(get(invert(x)) == a);
    }
  });
}

TEST(Laws, ReshapingAndTransposingRoundTrip) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout(Ins, Outs);
    auto sizes = [](std::span<const DimBits> dims) {
      std::vector<DimSize> result;
      for (const DimBits &dim : dims)
        result.push_back({dim.dim, f2::unit(dim.bits)});
      return result;
    };
    RC_ASSERT(get(reshapeIns(flattenIns(a), sizes(a.ins()))) == a);
    RC_ASSERT(get(reshapeOuts(flattenOuts(a), sizes(a.outs()))) == a);
    LinearLayout t = get(transposeOuts(
        get(transposeIns(a, {Dim::Lane, Dim::Register})), {D1, D0}));
    for (const Point &location : locations(a))
      RC_ASSERT(evaluate(t, location) == evaluate(a, location));
    RC_ASSERT(
        get(transposeOuts(get(transposeIns(t, {Dim::Register, Dim::Lane})),
                          Outs)) == a);
    Word x = 0;
    for (const Point &location : locations(flattenIns(flattenOuts(a))))
      RC_ASSERT(at(evaluate(flattenIns(flattenOuts(a)), location), D0) ==
                a.applyWord(x++));
  });
}

TEST(Laws, SublayoutsConcatenateToTheWhole) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout({Dim::Register, Dim::Lane, Dim::Warp}, Outs);
    LinearLayout low = get(sublayout(a, {Dim::Register}, Outs));
    LinearLayout high = get(sublayout(a, {Dim::Warp, Dim::Lane}, Outs));
    RC_ASSERT(get(concatIns(low, high)) == a);
    LinearLayout first =
        get(sublayout(a, {Dim::Register, Dim::Lane, Dim::Warp}, {D0}));
    LinearLayout second =
        get(sublayout(a, {Dim::Register, Dim::Lane, Dim::Warp}, {D1}));
    RC_ASSERT(get(concatOuts(first, second)) == a);
    bool isZero = true;
    for (unsigned bit = 0; bit < a.inBits(Dim::Lane); ++bit)
      isZero &= a.basis(Dim::Lane, bit, D1) == 0;
    RC_ASSERT(get(isZeroSublayout(a, {Dim::Lane}, {D1})) == isZero);
  });
}

TEST(Laws, ConcatenationFollowsTheOrderOfTheFirstLayout) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout({Dim::Register, Dim::Lane}, {D0, D1});
    LinearLayout b = get(renameIn(get(renameIn(a, Dim::Register, Dim::Warp)),
                                  Dim::Lane, Dim::Block));
    LinearLayout turned = get(transposeOuts(b, {D1, D0}));
    RC_ASSERT(get(concatIns(a, turned)) == get(concatIns(a, b)));
    LinearLayout c = get(renameOut(get(renameOut(a, D0, D2)), D1, Dim::Offset));
    LinearLayout turnedIns = get(transposeIns(c, {Dim::Lane, Dim::Register}));
    RC_ASSERT(get(concatOuts(a, turnedIns)) == get(concatOuts(a, c)));
    for (const Point &location : locations(a)) {
      Point both = evaluate(get(concatOuts(a, turnedIns)), location);
      RC_ASSERT(at(both, D0) == at(both, D2));
      RC_ASSERT(at(both, D1) == at(both, Dim::Offset));
    }
  });
}

TEST(Laws, QuotientRemovesATrivialFactor) {
  HEDDLE_PROPERTY([] {
    LinearLayout a =
        *anyLayout({Dim::Register, Dim::Lane}, {Dim::Register, D0});
    unsigned bits = *rc::gen::inRange(0U, 3U);
    LinearLayout warps =
        get(LinearLayout::identity1D(f2::unit(bits), Dim::Warp, Dim::Warp));
    LinearLayout both = get(a * warps);
    RC_ASSERT(both.isTrivialOver({Dim::Warp}));
    RC_ASSERT(both.isIdentityOnOut(Dim::Warp));
    RC_ASSERT(get(quotient(both, {Dim::Warp})) == a);
    // Trivial over a dimension means: at every point its output is its input,
    // and no other output depends on it.
    bool isTrivial = a.inBits(Dim::Register) == a.outBits(Dim::Register);
    bool isIdentity = isTrivial;
    for (const Point &location : locations(a)) {
      Point element = evaluate(a, location);
      Point rest = location;
      rest["register"] = 0;
      isIdentity &= at(element, Dim::Register) == at(location, Dim::Register);
      isTrivial &= at(element, D0) == at(evaluate(a, rest), D0);
    }
    RC_ASSERT(a.isIdentityOnOut(Dim::Register) == isIdentity);
    RC_ASSERT(a.isTrivialOver({Dim::Register}) == (isTrivial && isIdentity));
  });
}

TEST(Laws, RankDecidesSurjectivityAndInjectivity) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout(Ins, Outs, 2);
    std::set<Point> reached;
    for (const Point &location : locations(a))
      reached.insert(evaluate(a, location));
    RC_ASSERT(a.isSurjective() ==
              (reached.size() == allPoints(a.outs()).size()));
    RC_ASSERT(a.isInjective() == (reached.size() == locations(a).size()));
    RC_ASSERT(a.isInvertible() == (a.isInjective() && a.isSurjective()));
    RC_ASSERT(f2::apply(a.matrix(), 5 & f2::lowMask(a.totalInBits())) ==
              a.applyWord(5 & f2::lowMask(a.totalInBits())));
  });
}

TEST(Laws, FreeBitsReplicateAndTheOthersReachEverything) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout(Ins, Outs);
    Coordinates masks = a.freeVariableMasks();
    std::set<Point> all;
    std::set<Point> withoutFree;
    std::size_t freeLocations = 1;
    for (const Coordinate &mask : masks)
      freeLocations <<= std::popcount(mask.value);
    for (const Point &location : locations(a)) {
      all.insert(evaluate(a, location));
      bool isFreeOfFree = true;
      for (const Coordinate &mask : masks)
        isFreeOfFree &= (at(location, mask.dim) & mask.value) == 0;
      if (isFreeOfFree)
        withoutFree.insert(evaluate(a, location));
    }
    RC_ASSERT(all == withoutFree);
    RC_ASSERT(all.size() * freeLocations == locations(a).size());
  });
}

TEST(Laws, ConsecutiveRunsAreWhatAVectorAccessCovers) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout(Ins, Outs, 2);
    std::uint64_t run = a.numConsecutiveInOut();
    auto isVector = [&](std::uint64_t size) {
      for (const Point &location : locations(a)) {
        Point base = location;
        base["register"] &= ~(size - 1);
        Point element = evaluate(a, base);
        element["dim0"] += at(location, Dim::Register) & (size - 1);
        if (element != evaluate(a, location) ||
            at(evaluate(a, base), D0) % size != 0)
          return false;
      }
      return true;
    };
    RC_ASSERT(isVector(run));
    bool isLongest = 2 * run > a.inSize(Dim::Register) ||
                     2 * run > a.outSize(D0) || !isVector(2 * run);
    RC_ASSERT(isLongest);
  });
}

TEST(Laws, ShrinkingTakesCoordinatesModuloTheShape) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout(Ins, Outs);
    LinearLayout b = get(shrinkToShape(a, {{D0, 2}, {D1, 4}}));
    RC_ASSERT(b.outSize(D0) == std::min<std::uint64_t>(a.outSize(D0), 2));
    RC_ASSERT(b.outSize(D1) == std::min<std::uint64_t>(a.outSize(D1), 4));
    for (const Point &location : locations(a)) {
      Point element = evaluate(a, location);
      element["dim0"] %= 2;
      element["dim1"] %= 4;
      RC_ASSERT(evaluate(b, location) == element);
    }
    if (a.isSurjective())
      RC_ASSERT(b.isSurjective());
    LinearLayout c =
        get(shrinkToShape(a, {{D0, 2}, {D1, 4}}, ExcessRegisters::Drop));
    RC_ASSERT(equalUpToReplication(b, c));
  });
}

TEST(Laws, GrowingRepeatsTheLayout) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout(Ins, Outs, 2);
    LinearLayout b = get(growToShape(a, {{D1, 8}, {D0, 4}}));
    RC_ASSERT(b.outSize(D0) == 4);
    RC_ASSERT(b.outSize(D1) == 8);
    RC_ASSERT(get(shrinkToShape(
                  get(resizeIn(b, Dim::Register, a.inSize(Dim::Register))),
                  {{D0, a.outSize(D0)}, {D1, a.outSize(D1)}})) == a);
    RC_ASSERT(b.isSurjective() == a.isSurjective());
    RC_ASSERT(get(restrictToShape(b, {{D1, 8}, {D0, 4}})) == b);
  });
}

TEST(Laws, TextsParseBack) {
  HEDDLE_PROPERTY([] {
    Dim strange = Dim::named(*rc::gen::string<std::string>());
    RC_PRE(strange != Dim::Register && strange != D0);
    LinearLayout a = *anyLayout({Dim::Register, strange}, {strange, D0});
    RC_ASSERT(get(parseText(toText(a))) == a);
    RC_ASSERT(get(parseJson(toJson(a))) == a);
    LinearLayout one = *anyLayout({}, {D0});
    RC_ASSERT(get(parseText(toText(one))) == one);
    RC_ASSERT(get(parseJson(toJson(one))) == one);
  });
}

TEST(Laws, AffineLayoutsComposeInvertAndConvert) {
  HEDDLE_PROPERTY([] {
    LinearLayout linear = *anySurjective(Outs);
    std::uint64_t b0 = *rc::gen::inRange<std::uint64_t>(0, linear.outSize(D0));
    std::uint64_t b1 = *rc::gen::inRange<std::uint64_t>(0, linear.outSize(D1));
    AffineLayout outer =
        get(AffineLayout::create(linear, {{D1, b1}, {D0, b0}}));
    auto shifted = [&](const Point &location) {
      Point element = evaluate(linear, location);
      element["dim0"] ^= b0;
      element["dim1"] ^= b1;
      return element;
    };
    LinearLayout other = *anyLayout({Dim::Warp}, {D1, D0}, 2);
    other = get(shrinkToShape(
        other, {{D0, linear.outSize(D0)}, {D1, linear.outSize(D1)}}));
    AffineLayout x = get(invertAndCompose(AffineLayout(other), outer));
    for (const Point &location : locations(other)) {
      Coordinates chosen = get(x.apply({{Dim::Warp, at(location, Dim::Warp)}}));
      Point point;
      for (const Coordinate &coordinate : chosen)
        point[std::string(coordinate.dim.name())] = coordinate.value;
      Point element = evaluate(other, location);
      RC_ASSERT(shifted(point) == element);
    }
    AffineLayout back = get(compose(x, outer));
    RC_ASSERT(back.isLinear());
    if (linear.isInvertible()) {
      AffineLayout inverse = get(invert(outer));
      RC_ASSERT(get(compose(outer, inverse)).isLinear());
      RC_ASSERT(get(invert(inverse)) == outer);
    }
  });
}

TEST(Laws, ColumnActionsPermuteLayoutAndValuesAlike) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout(Ins, {D0});
    unsigned bits = a.inBits(Dim::Register);
    std::vector<unsigned> sources(bits);
    for (unsigned i = 0; i < bits; ++i)
      sources[i] = i;
    for (unsigned i = 0; i < bits; ++i)
      std::swap(sources[i], sources[*rc::gen::inRange(0U, bits)]);
    ColumnAction permutation =
        get(ColumnAction::create(Dim::Register, bits, sources));
    sources.resize(*rc::gen::inRange<std::size_t>(0, bits + 1));
    ColumnAction action =
        get(ColumnAction::create(Dim::Register, bits, sources));
    LinearLayout moved = get(apply(action, a));
    std::vector<std::uint64_t> values(f2::unit(bits));
    for (std::uint64_t r = 0; r < values.size(); ++r)
      values[r] = at(evaluate(a, {{"register", r}}), D0);
    std::vector<std::uint64_t> movedValues = get(applyToValues(action, values));
    RC_ASSERT(movedValues.size() == moved.inSize(Dim::Register));
    for (std::uint64_t r = 0; r < movedValues.size(); ++r)
      RC_ASSERT(movedValues[r] == at(evaluate(moved, {{"register", r}}), D0));
    RC_ASSERT(
        get(apply(get(inverse(permutation)), get(apply(permutation, a)))) == a);
    RC_ASSERT(
        get(compose(permutation, get(inverse(permutation)))).isIdentity());
    RC_ASSERT(action.isPermutation() || !inverse(action).has_value());
    ColumnAction both = get(compose(get(inverse(permutation)), action));
    RC_ASSERT(get(apply(both, a)) ==
              get(apply(action, get(apply(get(inverse(permutation)), a)))));
  });
}

TEST(Laws, EqualUpToPermutationIsExact) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout(Ins, {D0}, 2);
    LinearLayout b = *anyLayout(Ins, {D0}, 2);
    if (*rc::gen::arbitrary<bool>()) {
      // The registers of b as sums of those of a: often equal in this sense.
      LinearLayout mix =
          *anyInvertible({{Dim::Register, a.inBits(Dim::Register)}},
                         {{Dim::Register, a.inBits(Dim::Register)}});
      Words words;
      for (Word basis : mix.bases())
        words.push_back(a.applyWord(basis));
      for (Word basis : a.bases(Dim::Lane))
        words.push_back(basis);
      b = get(LinearLayout::fromWords(a.ins(), a.outs(), words));
    }
    bool isEqual =
        std::equal(a.ins().begin(), a.ins().end(), b.ins().begin()) &&
        a.outs()[0] == b.outs()[0];
    for (std::uint64_t lane = 0; isEqual && lane < a.inSize(Dim::Lane);
         ++lane) {
      std::multiset<std::uint64_t> inA;
      std::multiset<std::uint64_t> inB;
      for (std::uint64_t r = 0; r < a.inSize(Dim::Register); ++r) {
        inA.insert(at(evaluate(a, {{"register", r}, {"lane", lane}}), D0));
        inB.insert(at(evaluate(b, {{"register", r}, {"lane", lane}}), D0));
      }
      // The same values, and the permutation that serves lane 0 serves all.
      isEqual &= inA == inB;
      isEqual &= at(evaluate(a, {{"lane", lane}}), D0) ==
                 at(evaluate(b, {{"lane", lane}}), D0);
    }
    RC_CLASSIFY(isEqual, "equal");
    RC_ASSERT(equalUpToPermutation(a, b, Dim::Register) == isEqual);
  });
}

TEST(Laws, EqualLayoutsHashAlike) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout(Ins, Outs);
    LinearLayout b = *anyLayout(Ins, Outs, 1);
    LinearLayout copy = get(parseText(toText(a)));
    RC_ASSERT(hashValue(copy) == hashValue(a));
    RC_ASSERT((a == b) == (toText(a) == toText(b)));
    if (a != b)
      RC_ASSERT(hashValue(a) != hashValue(b));
  });
}

} // namespace
