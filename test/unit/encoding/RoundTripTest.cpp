//===- RoundTripTest.cpp - Random encodings to text and back --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnyEncoding.h"
#include "heddle/encoding/Verify.h"

using namespace heddle;

namespace {

ReadOptions rankOf(const Encoding &encoding) {
  ReadOptions options;
  options.rank = encoding.rank();
  return options;
}

TEST(RoundTrip, CanonicalTextLosesNothing) {
  HEDDLE_PROPERTY([] {
    Encoding e = anyEncoding();
    Result<void> valid = verify(e);
    if (!valid)
      RC_FAIL(valid.error().text());
    std::string text = get(toText(e));
    RC_ASSERT(get(parseEncoding(text, rankOf(e))) == e);
    RC_ASSERT(get(toText(get(parseEncoding(text, rankOf(e))))) == text);
  });
}

// What 3.6 has no words for is refused, not written otherwise.
TEST(RoundTrip, TheTextOf36LosesNothing) {
  HEDDLE_PROPERTY([] {
    Encoding e = anyEncoding();
    Result<std::string> text = toText(e, As36);
    RC_CLASSIFY(text.has_value());
    if (text)
      RC_ASSERT(get(parseEncoding(*text, rankOf(e))) == e);
  });
}

/// The old texts leave out the K of MFMA, which changes no layout, the number
/// of a variant, and tiles of one.
Encoding withoutWhatLegacyLacks(const Encoding &e) {
  if (const auto *mfma = e.getIf<AmdMfmaEncoding>()) {
    AmdMfmaEncoding plain = *mfma;
    plain.instrShape.resize(2);
    plain.tilesPerWarp.clear();
    return plain;
  }
  if (const auto *slice = e.getIf<SliceEncoding>())
    return SliceEncoding{slice->dim, withoutWhatLegacyLacks(*slice->parent)};
  if (const auto *operand = e.getIf<DotOperandEncoding>())
    return DotOperandEncoding{operand->opIdx,
                              withoutWhatLegacyLacks(*operand->parent),
                              operand->kWidth};
  return e;
}

TEST(RoundTrip, TheLegacyTextLosesNothingThatChangesALayout) {
  HEDDLE_PROPERTY([] {
    Encoding e = anyEncoding();
    Result<std::string> text = toText(e, Legacy);
    RC_CLASSIFY(text.has_value());
    if (!text)
      return;
    RC_ASSERT(text->find("ttg.") == std::string::npos);
    RC_ASSERT(text->find("ttng.") == std::string::npos);
    ReadOptions options = rankOf(e);
    if (const auto *nvmma = e.getIf<NvmmaSharedEncoding>())
      options.element = ElementType{concat("i", nvmma->elementBitWidth),
                                    nvmma->elementBitWidth};
    RC_ASSERT(withoutWhatLegacyLacks(get(parseEncoding(*text, options))) ==
              withoutWhatLegacyLacks(e));
  });
}

TEST(RoundTrip, TypesLoseNothing) {
  HEDDLE_PROPERTY([] {
    Encoding e = anyEncoding();
    TensorType type;
    type.element = get(parseElementType("i8"));
    for (unsigned axis = 0; axis < e.rank(); ++axis)
      type.shape.push_back(draw::power(8));
    type.encoding = e;
    if (e.kind() != EncodingKind::Distributed) {
      type.kind = TensorType::Kind::MemDesc;
      type.memorySpace = e.kind() == EncodingKind::Shared
                             ? "#ttg.shared_memory"
                             : "#ttng.tensor_memory";
      type.isMutable = draw::coin();
      if (draw::coin())
        type.shape.insert(type.shape.begin(), 1 + draw::below(5));
      if (draw::coin()) {
        type.allocShape = type.shape;
        type.allocShape.back() *= 2;
      }
    }
    RC_ASSERT(get(parseType(get(toText(type)))) == type);
  });
}

} // namespace
