//===- ErrorsTest.cpp - Every refusal of the layout algebra ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every precondition that the headers document, violated on purpose: each has
/// a message of its own, with the values and, where there is one, the witness
/// and the way out.
///
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"
#include "heddle/layout/AffineLayout.h"
#include "heddle/layout/Compose.h"
#include "heddle/layout/Product.h"
#include "heddle/layout/Reshape.h"

using namespace heddle;

namespace {

LinearLayout identity(std::uint64_t size, Dim in, Dim out) {
  return get(LinearLayout::identity1D(size, in, out));
}

/// registers along dim1, lanes along dim0: 4 registers, 8 lanes.
LinearLayout tile() {
  return get(identity(4, Dim::Register, D1) * identity(8, Dim::Lane, D0));
}

LinearLayout wide(Dim in, Dim out) {
  return get(LinearLayout::fromWords({{in, 40}}, {{out, 40}},
                                     std::vector<Word>(40, 1)));
}

/// 33 dimensions of size 1.
std::vector<DimBits> tooManyDims() {
  std::vector<DimBits> dims;
  for (unsigned i = 0; i < 33; ++i)
    dims.push_back({Dim::standard(i), 0});
  return dims;
}

TEST(ConstructionErrors, SurjectivityNamesTheBitTheElementAndTheWayOut) {
  auto layout =
      LinearLayout::fromBases({{Dim::Lane, {{0, 1}, {0, 4}}}}, {D0, D1});
  EXPECT_TRUE(failsWith(layout, "expects a surjective layout, but got rank 2 "
                                "for 3 output bits"));
  EXPECT_TRUE(failsWith(layout,
                        "bit 1 of dim1 is not reached alone: no location "
                        "holds element (dim0=0, dim1=2)"));
  EXPECT_TRUE(failsWith(layout, "or pass explicit output sizes and "
                                "Surjectivity::NotRequired"));
}

TEST(ConstructionErrors, SizesNameThePaddedOne) {
  auto twelve = LinearLayout::identity1D(12, Dim::Lane, D0);
  EXPECT_TRUE(failsWith(twelve, "expects the size of the input dimension to be "
                                "a power of two, but got 12"));
  EXPECT_TRUE(failsWith(twelve, "12 lies between 8 and 16"));
  EXPECT_TRUE(failsWith(twelve, "pad it to 16 and mask the elements past 11"));
  EXPECT_TRUE(failsWith(LinearLayout::identity1D(0, Dim::Lane, D0),
                        "to be a power of two, but got 0"));
  EXPECT_TRUE(failsWith(LinearLayout::identity1D(~0ULL, Dim::Lane, D0),
                        "dimensions of 64 bits come from fromWords"));
  EXPECT_TRUE(failsWith(LinearLayout::strided1D(4, 3, Dim::Lane, D0),
                        "expects the stride to be a power of two, but got 3"));
  EXPECT_TRUE(
      failsWith(LinearLayout::strided1D(1ULL << 40, 1ULL << 40, Dim::Lane, D0),
                "at most 64 output bits, but got 80"));
  EXPECT_TRUE(failsWith(LinearLayout::zeros1D(3, Dim::Lane, D0),
                        "the size of the input dimension"));
  EXPECT_TRUE(failsWith(LinearLayout::zeros1D(4, Dim::Lane, D0, 6),
                        "the size of the output dimension to be a power of "
                        "two, but got 6"));
  EXPECT_TRUE(
      failsWith(LinearLayout::fromBases({{Dim::Lane, {{1}}}}, {{D0, 20}}),
                "expects the size of dim0 to be a power of two, but got 20"));
}

TEST(ConstructionErrors, BasesHaveToFit) {
  EXPECT_TRUE(failsWith(
      LinearLayout::fromBases({{Dim::Lane, {{1}, {4}}}}, {{D0, 4}}),
      "expects coordinates below the size of dim0, which is 4, but basis 1 of "
      "lane has 4"));
  EXPECT_TRUE(failsWith(
      LinearLayout::fromBases({{Dim::Lane, {{1, 0}, {2}}}}, {D0, D1}),
      "one coordinate for each of 2 output dimensions, but basis 1 of lane has "
      "1"));
  EXPECT_TRUE(failsWith(
      LinearLayout::fromBases({{Dim::Lane, {}}, {Dim::Lane, {}}}, {D0}),
      "expects each input dimension once, but got 'lane' twice"));
  EXPECT_TRUE(failsWith(LinearLayout::fromBases({}, {D0, D0}),
                        "expects each output dimension once, but got 'dim0' "
                        "twice"));
  EXPECT_TRUE(
      failsWith(LinearLayout::fromWords({{Dim::Lane, 2}}, {{D0, 2}}, {1}),
                "one basis word for each of 2 input bits, but got 1"));
  EXPECT_TRUE(
      failsWith(LinearLayout::fromWords({{Dim::Lane, 1}}, {{D0, 2}}, {4}),
                "expects basis words of 2 bits, but word 0 is 4"));
}

TEST(ConstructionErrors, LimitsAreChecked) {
  std::vector<DimBits> dims = tooManyDims();
  EXPECT_TRUE(failsWith(LinearLayout::fromWords(dims, {}, {}),
                        "at most 32 input dimensions, but got 33"));
  EXPECT_TRUE(failsWith(LinearLayout::fromWords({}, dims, {}),
                        "at most 32 output dimensions, but got 33"));
  EXPECT_TRUE(failsWith(LinearLayout::fromWords({{Dim::Lane, 65}}, {}, {}),
                        "at most 64 input bits, but got 65"));
  EXPECT_TRUE(failsWith(
      LinearLayout::fromWords({{Dim::Lane, ~0U}, {Dim::Warp, 2}}, {}, {}),
      "at most 64 input bits, but got 4294967297"));
  EXPECT_TRUE(failsWith(
      LinearLayout::fromWords({{Dim::Lane, ~0U}, {Dim::Warp, 2}}, {}, {}),
      "lane has 4294967295, warp has 2"));
  std::vector<DimBases> bases;
  std::vector<Dim> outs;
  std::vector<DimSize> sizes;
  for (const DimBits &dim : dims) {
    bases.push_back({dim.dim, {}});
    outs.push_back(dim.dim);
    sizes.push_back({dim.dim, 1});
  }
  EXPECT_TRUE(failsWith(LinearLayout::fromBases(bases, {D0}),
                        "at most 32 input dimensions, but got 33"));
  EXPECT_TRUE(failsWith(LinearLayout::fromBases({}, outs),
                        "at most 32 output dimensions, but got 33"));
  EXPECT_TRUE(failsWith(LinearLayout::fromBases({}, sizes),
                        "at most 32 output dimensions, but got 33"));
  EXPECT_TRUE(
      failsWith(LinearLayout::fromBases({{Dim::Lane, {{~0ULL, 1}}}}, {D0, D1}),
                "at most 64 output bits, but got 65"));
}

TEST(ConstructionErrors, LimitsOfTheOutputsComeBeforeTheBases) {
  std::string text = "{lane: [1]} -> {";
  for (unsigned i = 0; i < 40; ++i)
    text += concat(i == 0 ? "" : ", ", "dim", i, ": 1");
  EXPECT_TRUE(failsWith(parseText(text + "}"),
                        "at most 32 output dimensions, but got 40"));
}

TEST(ConstructionErrors, OrdersHaveToPermuteTheAxes) {
  auto make = [](ListRef<std::uint64_t> shape, ListRef<unsigned> order) {
    return LinearLayout::identityStandardND(Dim::Lane, shape, order);
  };
  EXPECT_TRUE(failsWith(make({4, 2}, {0}), "an order of 2 axes, but got 1"));
  EXPECT_TRUE(failsWith(make({4, 2}, {0, 2}),
                        "an order of the axes 0 to 1, but got axis 2"));
  EXPECT_TRUE(failsWith(make({4, 2}, {1, 1}), "but got 'dim1' twice"));
  EXPECT_TRUE(failsWith(make({4, 6}, {1, 0}), "pad it to 8"));
  std::vector<std::uint64_t> shape(33, 1);
  std::vector<unsigned> order(33, 0);
  EXPECT_TRUE(failsWith(make(shape, order), "at most 32 output dimensions"));
}

TEST(ApplyErrors, NameTheCoordinate) {
  LinearLayout a = tile();
  EXPECT_TRUE(failsWith(a.apply({{Dim::Lane, 1}}),
                        "one coordinate for each input dimension, but got 0 "
                        "for register"));
  EXPECT_TRUE(failsWith(a.apply({{Dim::Lane, 1}, {Dim::Lane, 1}}),
                        "but got 0 for register"));
  EXPECT_TRUE(
      failsWith(a.apply({{Dim::Register, 0}, {Dim::Lane, 1}, {Dim::Lane, 1}}),
                "but got 2 for lane"));
  EXPECT_TRUE(
      failsWith(a.apply({{Dim::Register, 0}, {Dim::Lane, 1}, {Dim::Warp, 0}}),
                "expects an input dimension of the layout, but got 'warp'"));
  EXPECT_TRUE(failsWith(a.apply({{Dim::Register, 4}, {Dim::Lane, 1}}),
                        "below the size of register, which is 4, but got 4"));
}

TEST(ProductErrors, ContradictionsAndLimits) {
  LinearLayout a =
      get(identity(2, Dim::Register, D0) * identity(2, Dim::Lane, D1));
  LinearLayout ins =
      get(identity(2, Dim::Lane, D2) * identity(2, Dim::Register, D2));
  LinearLayout outs =
      get(identity(2, Dim::Warp, D1) * identity(2, Dim::Warp, D0));
  EXPECT_TRUE(failsWith(a * ins, "input dimensions in one common order"));
  EXPECT_TRUE(failsWith(a * ins, "'register' comes before 'lane' in the left "
                                 "factor and after it in the right one"));
  EXPECT_TRUE(failsWith(a * ins, "transposeIns"));
  EXPECT_TRUE(failsWith(a * outs, "output dimensions in one common order"));
  EXPECT_TRUE(failsWith(a * outs, "transposeOuts"));
  EXPECT_TRUE(failsWith(wide(Dim::Lane, D0) * wide(Dim::Warp, D1),
                        "a product of at most 64 input bits, but got 80"));
  LinearLayout flat = get(LinearLayout::fromWords({}, {{D1, 40}}, {}));
  EXPECT_TRUE(failsWith(wide(Dim::Lane, D0) * flat,
                        "a product of at most 64 output bits, but got 80"));
  std::vector<DimBits> dims = tooManyDims();
  dims.pop_back();
  LinearLayout many = get(LinearLayout::fromWords(dims, dims, {}));
  EXPECT_TRUE(failsWith(many * identity(1, Dim::Lane, D0),
                        "at most 32 input dimensions, but got 33"));
  EXPECT_TRUE(failsWith(many * identity(1, D0, Dim::Lane),
                        "at most 32 output dimensions, but got 33"));
}

TEST(ProductErrors, AChainStopsAtTheFirst) {
  auto bad = LinearLayout::identity1D(3, Dim::Lane, D0);
  auto good = LinearLayout::identity1D(2, Dim::Lane, D0);
  EXPECT_TRUE(failsWith(bad * *good * *good, "but got 3"));
  EXPECT_TRUE(failsWith(*good * bad, "but got 3"));
  EXPECT_TRUE(failsWith(good * bad, "but got 3"));
  EXPECT_TRUE(failsWith(bad * good, "but got 3"));
}

TEST(DivisionErrors, NameTheBasisInTheWay) {
  LinearLayout a = tile();
  EXPECT_TRUE(failsWith(divideLeft(a, identity(4, Dim::Register, D0)),
                        "expects a layout with that left factor, but got one "
                        "without"));
  EXPECT_TRUE(failsWith(divideLeft(a, identity(4, Dim::Register, D0)),
                        "register=1 holds element (dim1=1, dim0=0), where the "
                        "factor has (dim1=0, dim0=1)"));
  LinearLayout mixed = get(LinearLayout::fromBases(
      {{Dim::Register, {{1}}}, {Dim::Lane, {{3}}}}, {{D0, 4}}));
  EXPECT_TRUE(failsWith(divideLeft(mixed, identity(2, Dim::Register, D0)),
                        "lane=1, outside of the factor, holds element "
                        "(dim0=3), which has bits that belong to the factor"));
  EXPECT_TRUE(failsWith(divideRight(a, identity(8, Dim::Lane, D1)),
                        "its 'dim1' has size 8 of 4"));
  EXPECT_TRUE(failsWith(divideRight(a, identity(2, Dim::Lane, D1)),
                        "that right factor"));
  EXPECT_TRUE(failsWith(divideLeft(a, identity(2, Dim::Warp, D0)),
                        "a factor whose input dimensions the layout has, but "
                        "got 'warp'"));
  EXPECT_TRUE(failsWith(divideLeft(a, identity(2, Dim::Lane, D2)),
                        "a factor whose output dimensions the layout has, but "
                        "got 'dim2'"));
  LinearLayout reversed =
      get(identity(2, Dim::Lane, D0) * identity(2, Dim::Register, D1));
  EXPECT_TRUE(failsWith(divideLeft(a, reversed),
                        "in the order of the layout, but got 'register' after "
                        "'lane'"));
}

TEST(DivisionErrors, PermutedDivisionSaysWhatIsMissing) {
  LinearLayout a = tile();
  EXPECT_TRUE(failsWith(
      divideLeftPermuted(a, identity(4, Dim::Register, D0), Dim::Register),
      "no further bit of register holds element (dim1=0, dim0=1)"));
  EXPECT_TRUE(failsWith(
      divideLeftPermuted(a, identity(4, Dim::Register, D1), Dim::Warp),
      "but got 'warp'"));
  EXPECT_TRUE(failsWith(
      divideRightPermuted(a, identity(4, Dim::Warp, D1), Dim::Register),
      "but got 'warp'"));
  EXPECT_TRUE(failsWith(
      divideLeftPermuted(a, identity(4, Dim::Lane, D1), Dim::Register),
      "that left factor"));
}

TEST(QuotientErrors, SayWhatIsNotTrivial) {
  LinearLayout a = tile();
  EXPECT_TRUE(failsWith(quotient(a, {Dim::Warp}),
                        "expects an input dimension of the layout, but got "
                        "'warp'"));
  EXPECT_TRUE(failsWith(quotient(a, {Dim::Lane}),
                        "expects an output dimension of the layout, but got "
                        "'lane'"));
  LinearLayout swapped =
      get(LinearLayout::fromBases({{Dim::Lane, {{2}, {1}}}}, {Dim::Lane}));
  EXPECT_TRUE(failsWith(quotient(swapped, {Dim::Lane}),
                        "trivial over 'lane', but got one that is not"));
}

TEST(ConcatErrors, SayWhereTheSidesDiffer) {
  LinearLayout a = identity(4, Dim::Lane, D0);
  EXPECT_TRUE(failsWith(concatIns(a, identity(4, Dim::Warp, D1)),
                        "'dim0' is not among the outputs of the second"));
  EXPECT_TRUE(failsWith(concatIns(a, identity(2, Dim::Warp, D0)),
                        "'dim0' has size 4 and 2"));
  EXPECT_TRUE(failsWith(concatIns(a, a),
                        "expects different input dimensions in the two "
                        "layouts, but both have 'lane'"));
  EXPECT_TRUE(failsWith(concatOuts(a, identity(4, Dim::Warp, D1)),
                        "'lane' is not among the inputs of the second"));
  EXPECT_TRUE(failsWith(concatOuts(a, identity(2, Dim::Lane, D1)),
                        "'lane' has size 4 and 2"));
  EXPECT_TRUE(failsWith(concatOuts(a, a), "but both have 'dim0'"));
  EXPECT_TRUE(failsWith(concatIns(wide(Dim::Lane, D0), wide(Dim::Warp, D0)),
                        "at most 64 input bits, but got 80"));
  EXPECT_TRUE(failsWith(concatOuts(wide(Dim::Lane, D0), wide(Dim::Lane, D1)),
                        "at most 64 output bits, but got 80"));
}

TEST(ComposeErrors, NameTheDimensionAndTheWayOut) {
  LinearLayout inner = identity(8, Dim::Register, Dim::Offset);
  auto names = compose(inner, identity(8, Dim::named("addr"), D0));
  EXPECT_TRUE(failsWith(names,
                        "expects the outputs of the inner layout and the "
                        "inputs of the outer to have the same "
                        "dimensions, but got offset (size 8) and addr "
                        "(size 8)"));
  EXPECT_TRUE(
      failsWith(names, "'offset' is not among the inputs of the outer"));
  EXPECT_TRUE(failsWith(names, "rename the dimension with renameIn or "
                               "renameOut, or regroup the bits with reshapeIns "
                               "or reshapeOuts"));
  EXPECT_TRUE(failsWith(compose(LinearLayout(), inner),
                        "'register' is not among the outputs of the inner"));
  auto sizes = compose(inner, identity(4, Dim::Offset, D0));
  EXPECT_TRUE(failsWith(sizes, "'offset' has size 8 inside and 4 outside"));
  EXPECT_TRUE(failsWith(sizes, "the outer layout is not defined at offset=4"));
}

TEST(InverseErrors, CarryTheElementOrTheTwoLocations) {
  EXPECT_TRUE(failsWith(invert(get(LinearLayout::zeros1D(4, Dim::Lane, D0))),
                        "expects as many input bits as output bits, but got 2 "
                        "and 0"));
  EXPECT_TRUE(failsWith(invert(get(LinearLayout::zeros1D(4, Dim::Lane, D0))),
                        "use pseudoinvert"));
  auto notInjective = invert(get(
      LinearLayout::fromBases({{Dim::Register, {{1}}}, {Dim::Lane, {{2}, {3}}}},
                              {{D0, 8}}, Surjectivity::NotRequired)));
  EXPECT_TRUE(failsWith(notInjective, "expects an invertible layout, but got "
                                      "rank 2 for 3 bits"));
  EXPECT_TRUE(failsWith(notInjective,
                        "register=1, lane=1 holds element (dim0=3), as does "
                        "lane=2"));
  EXPECT_TRUE(failsWith(invert(get(LinearLayout::zeros1D(2, Dim::Lane, D0, 2))),
                        "lane=1 holds the same element as location 0"));
  auto tooFew = invert(get(LinearLayout::fromBases(
      {{Dim::Lane, {{1}}}}, {{D0, 8}}, Surjectivity::NotRequired)));
  EXPECT_TRUE(failsWith(tooFew, "but got 1 and 3"));
  EXPECT_TRUE(failsWith(tooFew, "no location holds element (dim0=2)"));
  EXPECT_TRUE(failsWith(tooFew, "shrink the outputs to what the layout "
                                "reaches"));
  auto missing = pseudoinvert(get(LinearLayout::zeros1D(4, Dim::Lane, D0, 2)));
  EXPECT_TRUE(failsWith(missing, "expects a surjective layout, but got rank 0 "
                                 "for 1 output bits"));
  EXPECT_TRUE(failsWith(missing, "no location holds element (dim0=1)"));
}

TEST(ConversionErrors, NameALocationWhoseElementIsMissing) {
  LinearLayout a = tile();
  LinearLayout small =
      get(identity(4, Dim::Offset, D1) * identity(4, Dim::Offset, D0));
  for (const auto &result : {invertAndCompose(a, small),
                             invertAndComposeLocal(a, small, {Dim::Warp})}) {
    EXPECT_TRUE(failsWith(result, "expects an outer layout that holds every "
                                  "element of the layout"));
    EXPECT_TRUE(failsWith(result,
                          "lane=4 holds element (dim1=0, dim0=4), which "
                          "no location of the outer layout holds; its "
                          "dim0 has size 4 of 8"));
    EXPECT_TRUE(failsWith(result, "growToShape"));
  }
  // Another dimension is too small, but that is not what is missing.
  LinearLayout pair = get(parseText("{lane: [[1, 0], [0, 1]]} -> "
                                    "{dim0: 4, dim1: 2}"));
  LinearLayout half = get(parseText("{lane: [[1, 0]]} -> {dim0: 2, dim1: 2}"));
  EXPECT_TRUE(
      failsWith(invertAndCompose(pair, half),
                "give the outer layout a basis that reaches (dim0=0, dim1=1)"));
  LinearLayout hole = get(LinearLayout::fromBases(
      {{Dim::Offset, {{1}, {4}}}}, {{D0, 8}}, Surjectivity::NotRequired));
  EXPECT_TRUE(failsWith(invertAndCompose(identity(8, Dim::Lane, D0), hole),
                        "give the outer layout a basis that reaches (dim0=2)"));
  EXPECT_TRUE(failsWith(invertAndCompose(a, identity(4, Dim::Offset, D2)),
                        "'dim1' is not among the outputs of the outer layout"));
  LinearLayout x = get(LinearLayout::fromWords({}, {{D0, 40}, {D1, 10}}, {}));
  LinearLayout y = get(LinearLayout::fromWords({}, {{D0, 10}, {D1, 40}}, {}));
  EXPECT_TRUE(failsWith(invertAndCompose(x, y),
                        "outputs that fit together into 64 bits, but got 80"));
}

TEST(ReshapeErrors, NameTheDimensionOrTheProduct) {
  LinearLayout a = tile();
  EXPECT_TRUE(failsWith(transposeIns(a, {Dim::Lane}),
                        "an order of all 2 input dimensions, but got 1"));
  EXPECT_TRUE(failsWith(transposeIns(a, {Dim::Lane, Dim::Warp}),
                        "expects an input dimension of the layout, but got "
                        "'warp'"));
  EXPECT_TRUE(failsWith(transposeOuts(a, {D0, D0}),
                        "names each output dimension once, but got 'dim0' "
                        "twice"));
  EXPECT_TRUE(failsWith(reshapeIns(a, {{Dim::Thread, 16}}),
                        "input sizes whose product is 32, but got 16"));
  EXPECT_TRUE(failsWith(reshapeOuts(a, {{D0, 12}}), "pad it to 16"));
  EXPECT_TRUE(failsWith(reshapeOuts(a, {{D0, 4}, {D0, 8}}),
                        "each output dimension once, but got 'dim0' twice"));
  EXPECT_TRUE(failsWith(resizeIn(a, Dim::Warp, 2), "but got 'warp'"));
  EXPECT_TRUE(failsWith(resizeIn(a, Dim::Lane, 3), "pad it to 4"));
  EXPECT_TRUE(failsWith(resizeIn(a, Dim::Lane, 16),
                        "at most the present size of 'lane', which is 8, but "
                        "got 16"));
  EXPECT_TRUE(failsWith(resizeOut(a, D2, 2), "but got 'dim2'"));
  EXPECT_TRUE(failsWith(resizeOut(a, D0, 5), "the size of dim0"));
  EXPECT_TRUE(failsWith(resizeOut(a, D0, 1ULL << 63),
                        "at most 64 output bits, but got 65"));
}

TEST(ReshapeErrors, NamesHaveToBeKnownAndFree) {
  LinearLayout a = tile();
  EXPECT_TRUE(failsWith(renameIn(a, Dim::Warp, Dim::Block), "but got 'warp'"));
  EXPECT_TRUE(failsWith(renameOut(a, D2, D0), "but got 'dim2'"));
  EXPECT_TRUE(failsWith(renameIn(a, Dim::Lane, Dim::Register),
                        "a name that no other input dimension has, but got "
                        "'register'"));
  EXPECT_TRUE(failsWith(squeezeIn(a, Dim::Warp), "but got 'warp'"));
  EXPECT_TRUE(failsWith(squeezeOut(a, D0),
                        "a dimension of size 1, but 'dim0' has size 8"));
  EXPECT_TRUE(failsWith(sublayout(a, {Dim::Warp}, {D0}), "but got 'warp'"));
  EXPECT_TRUE(failsWith(sublayout(a, {Dim::Lane}, {D2}), "but got 'dim2'"));
  EXPECT_TRUE(
      failsWith(isZeroSublayout(a, {Dim::Lane}, {D2}), "but got 'dim2'"));
  EXPECT_TRUE(failsWith(removeZeroBases(a, Dim::Warp), "but got 'warp'"));
}

TEST(ShapeErrors, NameTheDimensionAndTheSize) {
  LinearLayout a = tile();
  EXPECT_TRUE(failsWith(growToShape(a, {{D2, 4}}), "but got 'dim2'"));
  EXPECT_TRUE(failsWith(growToShape(a, {{D0, 20}}), "pad it to 32"));
  EXPECT_TRUE(failsWith(growToShape(a, {{D0, 1ULL << 63}, {D1, 1ULL << 20}}),
                        "at most 64 output bits, but got 83"));
  LinearLayout zeros =
      get(LinearLayout::zeros1D(1ULL << 40, Dim::Register, D0));
  EXPECT_TRUE(failsWith(growToShape(zeros, {{D0, 1ULL << 30}}),
                        "a product of at most 64 input bits, but got 70"));
  LinearLayout point = get(LinearLayout::fromWords({}, {{D0, 0}}, {}));
  EXPECT_TRUE(failsWith(growToShape(point, {{D0, 2}}),
                        "an input dimension to grow in, but got none for "
                        "'dim0'"));
  EXPECT_TRUE(failsWith(shrinkToShape(a, {{D2, 4}}), "but got 'dim2'"));
  EXPECT_TRUE(failsWith(shrinkToShape(a, {{D0, 3}}), "pad it to 4"));
  EXPECT_TRUE(failsWith(restrictToShape(a, {{D0, 3}}), "pad it to 4"));
}

TEST(ColumnActionErrors, NameTheBit) {
  auto make = [](unsigned bits, ListRef<unsigned> sources) {
    return ColumnAction::create(Dim::Register, bits, sources);
  };
  EXPECT_TRUE(failsWith(make(2, {0, 2}), "source bits below 2, but got 2"));
  EXPECT_TRUE(failsWith(make(2, {1, 1}), "got bit 1 twice"));
  EXPECT_TRUE(
      failsWith(make(65, {}), "at most 64 bits of register, but got 65"));
  EXPECT_TRUE(failsWith(ColumnAction::identity(Dim::Lane, 65),
                        "at most 64 bits of lane, but got 65"));
  ColumnAction drop = get(make(3, {2, 0}));
  EXPECT_TRUE(failsWith(inverse(drop), "an action that keeps 2 of 3 bits"));
  EXPECT_TRUE(failsWith(inverse(drop), "bit 1 is dropped"));
  EXPECT_TRUE(failsWith(apply(drop, tile()),
                        "expects register to have 3 bits, but got 2"));
  EXPECT_TRUE(
      failsWith(apply(drop, identity(2, Dim::Lane, D0)), "but got 'register'"));
  EXPECT_TRUE(failsWith(applyToValues(drop, std::vector<int>(4)),
                        "each setting of 3 bits, but got 4"));
  EXPECT_TRUE(failsWith(compose(drop, drop),
                        "to take the 2 bits that the first leaves, but it "
                        "takes 3"));
  EXPECT_TRUE(
      failsWith(compose(drop, get(ColumnAction::identity(Dim::Lane, 2))),
                "actions on one dimension, but got register and lane"));
  EXPECT_TRUE(
      failsWith(actionRemoveZeroBases(tile(), Dim::Warp), "but got 'warp'"));
}

TEST(AffineErrors, NameTheOffset) {
  LinearLayout a = tile();
  EXPECT_TRUE(failsWith(AffineLayout::create(a, {{D2, 1}}), "but got 'dim2'"));
  EXPECT_TRUE(failsWith(AffineLayout::create(a, {{D0, 1}, {D0, 2}}),
                        "got two for 'dim0'"));
  EXPECT_TRUE(failsWith(AffineLayout::create(a, {{D0, 8}}),
                        "an offset below the size of dim0, which is 8, but got "
                        "8"));
  EXPECT_TRUE(failsWith(AffineLayout::flip1D(6, Dim::Lane, D0), "pad it to 8"));
  AffineLayout b = get(AffineLayout::create(a, {{D0, 5}}));
  EXPECT_TRUE(failsWith(b.apply({{Dim::Lane, 1}}), "but got 0 for register"));
  EXPECT_TRUE(failsWith(compose(b, b), "to have the same dimensions"));
  EXPECT_TRUE(failsWith(
      invert(AffineLayout(get(LinearLayout::zeros1D(2, Dim::Lane, D0)))),
      "as many input bits as output bits"));
  LinearLayout rows = get(
      LinearLayout::fromBases({{Dim::Register, {{1, 0}, {2, 0}}}},
                              {{D1, 4}, {D0, 8}}, Surjectivity::NotRequired));
  auto outside = invertAndCompose(get(AffineLayout::create(rows, {{D0, 3}})),
                                  get(AffineLayout::create(rows, {{D0, 2}})));
  EXPECT_TRUE(failsWith(outside, "location 0 holds element (dim1=0, dim0=3)"));
  EXPECT_TRUE(failsWith(outside, "its location 0 holds (dim1=0, dim0=2)"));
  EXPECT_TRUE(failsWith(invertAndCompose(AffineLayout(a), AffineLayout(rows)),
                        "expects an outer layout that holds every element"));
}

} // namespace
