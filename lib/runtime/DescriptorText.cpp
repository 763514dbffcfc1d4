//===- DescriptorText.cpp - Descriptors as texts --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescriptorText.h"
#include "BufferText.h"
#include "heddle/f2/Spelling.h"

namespace heddle {

namespace {

/// The texts between commas that are not in brackets.
std::vector<std::string_view> itemsOf(std::string_view text) {
  std::vector<std::string_view> items;
  std::size_t begin = 0;
  bool isInBrackets = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '[' || text[at] == ']')
      isInBrackets = text[at] == '[';
    if (text[at] != ',' || isInBrackets)
      continue;
    items.push_back(text.substr(begin, at - begin));
    begin = at + 1;
  }
  items.push_back(text.substr(begin));
  return items;
}

std::string shapeText(const std::vector<std::uint64_t> &shape) {
  std::string text;
  for (std::uint64_t size : shape)
    text += concat(text.empty() ? "" : "x", size);
  return text;
}

/// Sets what `key=value` says.
Result<void> readOption(std::string_view option, DescriptorText &parts) {
  std::size_t at = option.find('=');
  std::string_view key = option.substr(0, at);
  std::string_view value =
      at == std::string_view::npos ? "" : option.substr(at + 1);
  if ((key == "block" || key == "shape") && !value.empty()) {
    Result<std::vector<std::uint64_t>> shape = parseShape(value);
    if (!shape)
      return tl::unexpected(shape.error());
    (key == "block" ? parts.block : parts.shape) = std::move(*shape);
    return {};
  }
  if (key == "padding" && (value == "nan" || value == "zero")) {
    parts.isNanOutside = value == "nan";
    return {};
  }
  return failure(concat("expects block=SHAPE, shape=SHAPE, padding=zero or "
                        "padding=nan, but got '",
                        option, "'"));
}

constexpr std::uint64_t AlignedBytes = 16;

/// The leading part of an array as a tensor.
Result<DescribedTensor> describe(const NpyArray &array,
                                 const DescriptorText &parts,
                                 const KernelArgument &argument) {
  DescribedTensor tensor = {.shape =
                                parts.shape.empty() ? array.shape : parts.shape,
                            .strides = {},
                            .isNanOutside = parts.isNanOutside};
  std::size_t rank = argument.block.size();
  if (array.shape.size() != rank || tensor.shape.size() != rank)
    return failure(concat("expects ", rank, " axes, as the block of ",
                          shapeText(argument.block), " has, but got ",
                          shapeText(array.shape), " and ",
                          shapeText(tensor.shape)));
  tensor.strides.assign(rank, 1);
  for (std::size_t axis = rank; axis-- > 1;)
    tensor.strides[axis - 1] = tensor.strides[axis] * array.shape[axis];
  for (std::size_t axis = 0; axis < rank; ++axis) {
    if (tensor.shape[axis] > array.shape[axis])
      return failure(concat("expects a tensor within the array of ",
                            shapeText(array.shape), ", but got ",
                            shapeText(tensor.shape)));
    std::uint64_t bytes = tensor.strides[axis] * array.elementBytes();
    if (axis + 1 < rank && bytes % AlignedBytes != 0)
      return failure(concat("expects a stride of a multiple of ", AlignedBytes,
                            " bytes along axis ", axis, ", but got ", bytes),
                     "", "give a wider array, and shape= for the tensor in it");
  }
  return tensor;
}

} // namespace

Result<DescriptorText> DescriptorText::parse(std::string_view text) {
  constexpr std::string_view Begin = "desc(";
  if (!text.starts_with(Begin) || !text.ends_with(')'))
    return failure(concat("expects a descriptor, but got '", text, "'"), "",
                   "give desc(file.npy) or desc(type[shape]:fill)");
  text = text.substr(Begin.size(), text.size() - Begin.size() - 1);
  DescriptorText parts;
  std::vector<std::string_view> items = itemsOf(text);
  parts.buffer = items.front();
  if (!isBufferText(parts.buffer))
    parts.buffer = "@" + parts.buffer;
  for (std::size_t index = 1; index < items.size(); ++index)
    if (Result<void> read = readOption(items[index], parts); !read)
      return tl::unexpected(read.error());
  return parts;
}

Result<GivenArgument> readDescriptor(const KernelArgument &argument,
                                     std::string_view value, std::uint64_t seed,
                                     unsigned number) {
  Result<const NumberType *> element = findNumberType(argument.element);
  Result<DescriptorText> parts = DescriptorText::parse(value);
  if (!element)
    return tl::unexpected(element.error());
  if (!parts)
    return tl::unexpected(parts.error());
  if (!parts->block.empty() && parts->block != argument.block)
    return failure(concat("expects a block of ", shapeText(argument.block),
                          ", as the kernel has, but got ",
                          shapeText(parts->block)));
  if (parts->isNanOutside && !(*element)->isFloat)
    return failure(
        concat("expects padding=zero of ", argument.element, ", but got nan"));
  Result<GivenBuffer> buffer =
      readBuffer(**element, parts->buffer, seed, number);
  if (!buffer)
    return tl::unexpected(buffer.error());
  Result<DescribedTensor> tensor = describe(buffer->array, *parts, argument);
  if (!tensor)
    return tl::unexpected(tensor.error());
  auto map = tensorMapFor(argument, *tensor);
  if (!map)
    return tl::unexpected(map.error());
  return GivenArgument{.name = argument.name,
                       .element = argument.element,
                       .buffer = std::move(buffer->array),
                       .isDefined = buffer->isDefined,
                       .tensor = std::move(*tensor),
                       .map = std::move(*map)};
}

} // namespace heddle
