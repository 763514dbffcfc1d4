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

namespace {

struct NamedElement {
  std::string_view name;
  unsigned bits;
};
/// MLIR's builtin number types, except integers `iN`.
constexpr NamedElement Elements[] = {
    {"f16", 16},       {"bf16", 16},         {"f32", 32},     {"f64", 64},
    {"tf32", 32},      {"f8E5M2", 8},        {"f8E4M3FN", 8}, {"f8E4M3FNUZ", 8},
    {"f8E5M2FNUZ", 8}, {"f8E4M3B11FNUZ", 8}, {"f8E4M3", 8},   {"f8E3M4", 8},
    {"f8E8M0FNU", 8},  {"f4E2M1FN", 4},      {"f6E2M3FN", 6}, {"f6E3M2FN", 6},
    {"index", 64},
};
constexpr unsigned PointerBits = 64;
constexpr unsigned MaxIntegerBits = 128;

/// The bits of a builtin number type; 0 if it is none.
unsigned bitsOfElement(std::string_view word) {
  for (const NamedElement &element : Elements)
    if (word == element.name)
      return element.bits;
  if (word.starts_with("si") || word.starts_with("ui"))
    word.remove_prefix(1);
  if (!word.starts_with("i"))
    return 0;
  unsigned bits = 0;
  for (char c : word.substr(1)) {
    if (std::isdigit(static_cast<unsigned char>(c)) == 0 ||
        bits > MaxIntegerBits)
      return 0;
    bits = bits * 10 + static_cast<unsigned>(c - '0');
  }
  return bits <= MaxIntegerBits ? bits : 0;
}

} // namespace

Placed<ElementType> TextParser::parseElement() {
  skipBlanks();
  std::size_t start = position;
  if (accept("!tt.ptr<")) {
    ++depth;
    Placed<ElementType> pointee = parseElement();
    if (!pointee)
      return pointee;
    std::string text = concat("!tt.ptr<", pointee->text);
    if (accept(",")) {
      skipBlanks();
      std::size_t space = position;
      while (position < this->text.size() && this->text[position] != '>')
        ++position;
      text += concat(", ", this->text.substr(space, position - space));
    }
    if (Placed<void> close = expect(">"); !close)
      return tl::unexpected(std::move(close.error()));
    return ElementType{text + ">", PointerBits};
  }
  std::string_view word = acceptWord();
  if (unsigned bits = bitsOfElement(word))
    return ElementType{std::string(word), bits};
  position = start;
  return unexpectedHere(
      "an element type such as f16, i8, f8E4M3FN or !tt.ptr<f32>");
}

Placed<TextParser::Shape> TextParser::parseShape() {
  Shape shape;
  skipBlanks();
  while (position < text.size() &&
         (std::isdigit(static_cast<unsigned char>(text[position])) != 0 ||
          text[position] == '?')) {
    if (text[position] == '?')
      return unexpectedHere("a size that is known");
    shape.positions.push_back(position);
    Placed<std::uint64_t> size = parseNumber();
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
Placed<TextParser::Shape> TextParser::parseShapedBody(TensorType &type) {
  Placed<Shape> shape = parseShape();
  if (!shape)
    return shape;
  if (!shape->sizes.empty() && text[position - 1] != 'x')
    return unexpectedHere("'x' and an element type");
  type.shape = shape->sizes;
  Placed<ElementType> element = parseElement();
  if (!element)
    return tl::unexpected(std::move(element.error()));
  type.element = std::move(*element);
  return shape;
}

// A memdesc may have a dimension of buffers in front, of any size.
Placed<void> TextParser::checkSizes(const TensorType &type,
                                    const Shape &shape) {
  // An allocation may have more of them than the type.
  std::size_t described = type.shape.size() - type.leadingDims();
  std::size_t first = shape.sizes.size() - described;
  for (std::size_t axis = first; axis < shape.sizes.size(); ++axis)
    if (Result<unsigned> bits = log2OfSize(
            shape.sizes[axis], concat("size ", axis, " of the shape"));
        !bits)
      return tl::unexpected(
          PlacedError{shape.positions[axis], std::move(bits.error())});
  return {};
}

Placed<void> TextParser::checkEncoding(const TensorType &type,
                                       const Encoding &encoding,
                                       std::size_t start) {
  std::size_t rank = encoding.rank();
  bool isMemDesc = type.kind == TensorType::Kind::MemDesc;
  if (rank != type.shape.size() &&
      !(isMemDesc && rank + 1 == type.shape.size()))
    return failAt(start,
                  concat("expects a layout of rank ", type.shape.size(),
                         ", as the shape has, but got one of rank ", rank));
  if (encoding.is<TensorMemoryScalesEncoding>() && type.element.bits != 8)
    return failAt(
        start, concat("expects scales of 8 bits, but got ", type.element.text));
  const auto *memory = encoding.getIf<TensorMemoryEncoding>();
  constexpr unsigned ColumnBits = 32;
  if (memory && type.element.bits * memory->colStride > ColumnBits)
    return failAt(start,
                  concat("expects an element and its colStride within ",
                         ColumnBits, " bits, but got ", type.element.text,
                         " with colStride = ", memory->colStride));
  EncodingKind kind = encoding.kind();
  if (type.kind == TensorType::Kind::Tensor &&
      kind != EncodingKind::Distributed)
    return failAt(start,
                  "expects a distributed layout in a tensor type, but "
                  "got one of memory",
                  {}, "write it in a '!ttg.memdesc<...>'");
  if (isMemDesc && kind == EncodingKind::Distributed)
    return failAt(start,
                  "expects a layout of memory in a memdesc type, but got "
                  "a distributed one",
                  {}, "write it in a 'tensor<...>'");
  return {};
}

// `, encoding, memory space [, mutable] [, shape of the allocation]`
Placed<void> TextParser::parseMemDescRest(TensorType &type) {
  if (Placed<void> comma = expect(","); !comma)
    return comma;
  Placed<std::string> space = parseMemorySpace();
  if (!space)
    return tl::unexpected(std::move(space.error()));
  type.memorySpace = std::move(*space);
  while (accept(",")) {
    skipBlanks();
    std::size_t start = position;
    if (!type.isMutable && type.allocShape.empty() && accept("mutable")) {
      type.isMutable = true;
      continue;
    }
    Placed<Shape> shape = parseShape();
    if (!shape)
      return tl::unexpected(std::move(shape.error()));
    if (shape->sizes.size() < type.shape.size() || !type.allocShape.empty())
      return failAt(start, "expects 'mutable' or the shape of the allocation, "
                           "of at least the type's rank");
    type.allocShape = shape->sizes;
    if (Placed<void> sizes = checkSizes(type, *shape); !sizes)
      return sizes;
  }
  // Triton leaves the shape of the allocation out where it is the shape.
  if (type.allocShape == type.shape)
    type.allocShape.clear();
  return {};
}

Placed<TensorType> TextParser::parseType() {
  TensorType type;
  bool nestedTensor = false;
  if (accept("tensor<"))
    type.kind = TensorType::Kind::Tensor;
  else if (accept("!ttg.memdesc<") || accept("!triton_gpu.memdesc<") ||
           accept("!tt.memdesc<"))
    type.kind = TensorType::Kind::MemDesc;
  else if (accept("!tt.tensordesc<")) {
    type.kind = TensorType::Kind::TensorDescriptor;
    nestedTensor = accept("tensor<");
  } else
    return unexpectedHere(
        "a type: 'tensor<...>', '!ttg.memdesc<...>' or '!tt.tensordesc<...>'");
  bool isMemDesc = type.kind == TensorType::Kind::MemDesc;
  Placed<Shape> shape = parseShapedBody(type);
  if (!shape)
    return tl::unexpected(std::move(shape.error()));
  options.element = type.element;
  if (!isMemDesc)
    options.rank = static_cast<unsigned>(type.shape.size());
  if (isMemDesc || accept(",")) {
    if (isMemDesc)
      if (Placed<void> comma = expect(","); !comma)
        return tl::unexpected(std::move(comma.error()));
    skipBlanks();
    std::size_t start = position;
    Placed<Encoding> encoding = parseEncoding();
    if (!encoding)
      return tl::unexpected(std::move(encoding.error()));
    if (Placed<void> fits = checkEncoding(type, *encoding, start); !fits)
      return tl::unexpected(std::move(fits.error()));
    type.encoding = std::move(*encoding);
  }
  if (Placed<void> sizes = checkSizes(type, *shape); !sizes)
    return tl::unexpected(std::move(sizes.error()));
  if (isMemDesc)
    if (Placed<void> rest = parseMemDescRest(type); !rest)
      return tl::unexpected(std::move(rest.error()));
  for (int level = nestedTensor ? 2 : 1; level > 0; --level)
    if (Placed<void> close = expect(">"); !close)
      return tl::unexpected(std::move(close.error()));
  return type;
}

Error located(std::string_view text, PlacedError error) {
  std::string_view before = text.substr(0, error.position);
  std::size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0
  std::string place = concat("column ", before.size() - lineStart + 1, ": ");
  if (text.find('\n') != std::string_view::npos) {
    std::size_t line = 1;
    for (char c : before)
      line += c == '\n';
    place = concat("line ", line, ", ", place);
  }
  error.error.reason.insert(0, place);
  return std::move(error.error);
}

namespace {

template <class T>
Result<T> finish(std::string_view text, TextParser &parser, Placed<T> value) {
  if (value)
    if (Placed<void> end = parser.expectEnd(); !end)
      value = tl::unexpected(std::move(end.error()));
  if (!value)
    return tl::unexpected(located(text, std::move(value.error())));
  return std::move(*value);
}

} // namespace

Result<Encoding> parseEncoding(std::string_view text,
                               const ReadOptions &options) {
  TextParser parser(text, options);
  return finish(text, parser, parser.parseEncoding());
}

Result<TensorType> parseType(std::string_view text,
                             const ReadOptions &options) {
  TextParser parser(text, options);
  return finish(text, parser, parser.parseType());
}

Result<ElementType> parseElementType(std::string_view text) {
  TextParser parser(text, {});
  return finish(text, parser, parser.parseElement());
}

} // namespace heddle
