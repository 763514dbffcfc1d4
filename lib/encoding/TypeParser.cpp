//===- TypeParser.cpp - Parsing types that carry an encoding --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextParser.h"

#include <bit>
#include <cctype>

namespace heddle {

Parsed<TextParser::Shape> TextParser::parseShape() {
  Shape shape;
  skipBlanks();
  while (position < text.size() &&
         (std::isdigit(static_cast<unsigned char>(text[position])) != 0 ||
          text[position] == '?')) {
    if (text[position] == '?')
      return unexpectedHere("a size that is known");
    shape.positions.push_back(position);
    Parsed<std::uint64_t> size = parseNumber();
    if (!size)
      return tl::unexpected(std::move(size.error()));
    if (*size == 0)
      return failAt(shape.positions.back(), "expects a size, but got 0");
    shape.sizes.push_back(*size);
    if (shape.sizes.size() > MaxDims)
      return failAt(position, concat("expects at most ", MaxDims,
                                     " dimensions, but got more"));
    if (position >= text.size() || text[position] != 'x')
      return shape; // the last size of an allocation's shape
    ++position;
  }
  return shape;
}

// A shape on its own ends in a number; in front of an element, in an `x`.
Parsed<TextParser::Shape> TextParser::parseShapedBody(TensorType &type) {
  Parsed<Shape> shape = parseShape();
  if (!shape)
    return shape;
  if (!shape->sizes.empty() && text[position - 1] != 'x')
    return unexpectedHere("'x' and an element type");
  type.shape = shape->sizes;
  Parsed<ElementType> element = parseElement();
  if (!element)
    return tl::unexpected(std::move(element.error()));
  type.element = std::move(*element);
  return shape;
}

// A memdesc may have a dimension of buffers in front, of any size.
Parsed<void> TextParser::checkSizes(const TensorType &type,
                                    const Shape &shape) {
  // An allocation may have more of them than the type.
  std::size_t described = type.shape.size() - type.leadingDims();
  std::size_t first = shape.sizes.size() - described;
  for (std::size_t axis = first; axis < shape.sizes.size(); ++axis)
    if (Result<unsigned> bits = log2OfSize(
            shape.sizes[axis], concat("size ", axis, " of the shape"));
        !bits)
      return tl::unexpected(
          ParseError{shape.positions[axis], std::move(bits.error())});
  return {};
}

// The type is a part of the allocation, which may have more dimensions in
// front.
Parsed<void> TextParser::checkAllocationRank(const TensorType &type,
                                             const Shape &allocation) {
  if (allocation.sizes.size() >= type.shape.size())
    return {};
  return failAt(allocation.positions.front(),
                concat("expects an allocation of at least ", type.shape.size(),
                       " dimensions, as the type has, but got ",
                       allocation.sizes.size()));
}

Parsed<void> TextParser::checkAllocation(const TensorType &type,
                                         const Shape &allocation) {
  std::size_t extra = allocation.sizes.size() - type.shape.size();
  for (std::size_t axis = 0; axis < type.shape.size(); ++axis)
    if (allocation.sizes[extra + axis] < type.shape[axis])
      return failAt(allocation.positions[extra + axis],
                    concat("expects an allocation of at least ",
                           type.shape[axis], " along dimension ", axis,
                           " of the type, but got ",
                           allocation.sizes[extra + axis]));
  return {};
}

namespace {

std::string memorySpaceOf(EncodingKind kind) {
  return kind == EncodingKind::TensorMemory ? "#ttng.tensor_memory"
                                            : "#ttg.shared_memory";
}

} // namespace

// `, encoding, memory space [, mutable] [, shape of the allocation]`
Parsed<void> TextParser::parseMemDescRest(TensorType &type,
                                          const Encoding &encoding,
                                          bool mayOmitSpace) {
  EncodingKind kind = encoding.kind();
  if (accept(",")) {
    skipBlanks();
    std::size_t start = position;
    Parsed<std::string> space = parseMemorySpace();
    if (!space)
      return tl::unexpected(std::move(space.error()));
    bool isTensorMemory = *space == memorySpaceOf(EncodingKind::TensorMemory);
    if (isTensorMemory != (kind == EncodingKind::TensorMemory))
      return failAt(start, concat("expects the memory of the layout, ",
                                  memorySpaceOf(kind), ", but got ", *space));
    type.memorySpace = std::move(*space);
  } else if (mayOmitSpace) {
    type.memorySpace = memorySpaceOf(kind);
  } else {
    return unexpectedHere("',' and a memory space");
  }
  while (accept(",")) {
    skipBlanks();
    std::size_t start = position;
    if (accept("mutable")) {
      if (type.isMutable)
        return failAt(start, "expects 'mutable' once, but got it twice");
      type.isMutable = true;
      continue;
    }
    Parsed<Shape> shape = parseShape();
    if (!shape)
      return tl::unexpected(std::move(shape.error()));
    if (shape->sizes.empty())
      return unexpectedHere("'mutable' or the shape of the allocation");
    if (text[position - 1] == 'x')
      return unexpectedHere("the last size of the allocation");
    if (!type.allocShape.empty())
      return failAt(
          start, "expects the shape of the allocation once, but got it twice");
    if (Parsed<void> ranks = checkAllocationRank(type, *shape); !ranks)
      return ranks;
    type.allocShape = shape->sizes;
    if (Parsed<void> sizes = checkSizes(type, *shape); !sizes)
      return sizes;
    if (Parsed<void> holds = checkAllocation(type, *shape); !holds)
      return holds;
  }
  // Triton leaves the shape of the allocation out where it is the shape.
  if (type.allocShape == type.shape)
    type.allocShape.clear();
  return {};
}

Parsed<void> TextParser::parseTypeBody(TensorType &type, bool mayOmitSpace) {
  Parsed<Shape> shape = parseShapedBody(type);
  if (!shape)
    return tl::unexpected(std::move(shape.error()));
  bool isMemDesc = type.kind == TensorType::Kind::MemDesc;
  options.element = type.element;
  if (!isMemDesc)
    options.rank = static_cast<unsigned>(type.shape.size());
  if (!accept(",")) {
    if (isMemDesc)
      return unexpectedHere("','");
    return checkSizes(type, *shape);
  }
  skipBlanks();
  std::size_t start = position;
  Parsed<Encoding> encoding = parseEncoding();
  if (!encoding)
    return tl::unexpected(std::move(encoding.error()));
  if (Result<void> fits = encodingFits(type, *encoding); !fits)
    return tl::unexpected(ParseError{start, std::move(fits.error())});
  type.encoding = *encoding;
  if (Parsed<void> sizes = checkSizes(type, *shape); !sizes)
    return sizes;
  if (isMemDesc)
    return parseMemDescRest(type, *encoding, mayOmitSpace);
  return {};
}

Parsed<TensorType> TextParser::parseType() {
  TensorType type;
  bool isNested = false, mayOmitSpace = false;
  if (accept("tensor<")) {
    type.kind = TensorType::Kind::Tensor;
  } else if (accept("!ttg.memdesc<") || accept("!triton_gpu.memdesc<")) {
    type.kind = TensorType::Kind::MemDesc;
  } else if (accept("!tt.memdesc<")) {
    // The first form of the type knew one memory only.
    type.kind = TensorType::Kind::MemDesc;
    mayOmitSpace = true;
  } else if (accept("!tt.tensordesc<")) {
    type.kind = TensorType::Kind::TensorDescriptor;
    isNested = accept("tensor<");
  } else {
    return unexpectedHere(
        "a type: 'tensor<...>', '!ttg.memdesc<...>' or '!tt.tensordesc<...>'");
  }
  if (Parsed<void> body = parseTypeBody(type, mayOmitSpace); !body)
    return tl::unexpected(std::move(body.error()));
  for (int level = isNested ? 2 : 1; level > 0; --level)
    if (Parsed<void> close = expect(">"); !close)
      return tl::unexpected(std::move(close.error()));
  return type;
}

Error located(std::string_view text, ParseError error) {
  std::string_view before = text.substr(0, error.position);
  std::size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0
  std::string position = concat("column ", before.size() - lineStart + 1, ": ");
  if (text.find('\n') != std::string_view::npos) {
    std::size_t line = 1;
    for (char c : before)
      line += c == '\n';
    position = concat("line ", line, ", ", position);
  }
  error.error.reason.insert(0, position);
  return std::move(error.error);
}

Result<Encoding> parseEncoding(std::string_view text,
                               const ReadOptions &options) {
  TextParser parser(text, options);
  return wholeText(text, parser, parser.parseEncoding());
}

tl::expected<Encoding, ParseError>
parseEmbeddedEncoding(std::string_view text, const ReadOptions &options) {
  TextParser parser(text, options);
  Parsed<Encoding> encoding = parser.parseEncoding();
  if (Parsed<void> end = parser.expectEnd(); encoding && !end)
    return tl::unexpected(std::move(end.error()));
  return encoding;
}

Result<TensorType> parseType(std::string_view text,
                             const ReadOptions &options) {
  TextParser parser(text, options);
  return wholeText(text, parser, parser.parseType());
}

} // namespace heddle
