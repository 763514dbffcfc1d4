//===- KernelArguments.cpp - What kernels are given -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/runtime/KernelArguments.h"
#include "BufferText.h"
#include "DescriptorText.h"
#include "heddle/f2/Spelling.h"
#include "heddle/sim/GlobalMemory.h"

#include <charconv>
#include <cmath>
#include <cstring>

namespace heddle {

namespace {

bool isDigits(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

} // namespace

Result<std::uint64_t> parseNumber(const NumberType &type,
                                  std::string_view text) {
  auto wrong = [&](std::string_view what) {
    return failure(
        concat("expects ", what, " of ", type.name, ", but got '", text, "'"));
  };
  if (text == "true" || text == "false")
    return text == "true" ? 1 : 0;
  if (type.isFloat) {
    double number = 0;
    std::string_view rest = text.starts_with('+') ? text.substr(1) : text;
    auto [end, error] =
        std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error != std::errc() || end != rest.data() + rest.size())
      return wrong("a number");
    return bitsOf(type, number);
  }
  bool isNegative = text.starts_with('-');
  std::string_view digits = text.substr(isNegative ? 1 : 0);
  int base = 10;
  if (digits.starts_with("0x")) {
    base = 16;
    digits.remove_prefix(2);
  }
  std::uint64_t magnitude = 0;
  auto [end, error] = std::from_chars(
      digits.data(), digits.data() + digits.size(), magnitude, base);
  if (error != std::errc() || end != digits.data() + digits.size())
    return wrong("a whole number");
  // As a signed number or as an unsigned one.
  std::uint64_t most = ~std::uint64_t(0) >> (64 - type.bits);
  if (isNegative ? magnitude > most / 2 + 1 : magnitude > most)
    return wrong("a number in the range");
  return (isNegative ? ~magnitude + 1 : magnitude) & most;
}

Result<std::optional<TensorMap>> tensorMapFor(const KernelArgument &argument,
                                              const DescribedTensor &tensor) {
  if (!argument.map)
    return std::nullopt;
  Result<const NumberType *> element = findNumberType(argument.element);
  if (!element)
    return tl::unexpected(element.error());
  TensorMap map = *argument.map;
  std::size_t rank = map.axes.size();
  for (std::size_t axis = 0; axis < rank; ++axis) {
    map.axes[axis].size = tensor.shape[rank - 1 - axis];
    map.axes[axis].stride =
        tensor.strides[rank - 1 - axis] * (*element)->bytes();
  }
  map.fillsNan = tensor.isNanOutside;
  if (Result<void> checked = check(map); !checked)
    return tl::unexpected(checked.error());
  return map;
}

namespace {

Result<GivenArgument> readPointer(const KernelArgument &argument,
                                  std::string_view value, std::uint64_t seed,
                                  unsigned place) {
  GivenArgument given;
  given.name = argument.name;
  given.element = argument.element;
  Result<const NumberType *> element = findNumberType(argument.element);
  if (!element)
    return tl::unexpected(element.error());
  if (!isBufferText(value)) {
    // An address that is meant as a number, such as that of nothing.
    Result<const NumberType *> word = findNumberType("i64");
    Result<std::uint64_t> bits = parseNumber(**word, value);
    if (!bits)
      return failure(concat("expects a buffer, but got '", value, "'"), "",
                     "give @file.npy, type[shape]:fill, or an address");
    given.bits = *bits;
    return given;
  }
  Result<GivenBuffer> buffer = readBuffer(**element, value, seed, place);
  if (!buffer)
    return tl::unexpected(buffer.error());
  given.buffer = std::move(buffer->array);
  given.isDefined = buffer->isDefined;
  return given;
}

Result<GivenArgument> readArgument(const KernelArgument &argument,
                                   std::string_view value, std::uint64_t seed,
                                   unsigned place) {
  if (argument.type == "ptr")
    return readPointer(argument, value, seed, place);
  if (!argument.block.empty())
    return readDescriptor(argument, value, seed, place);
  Result<const NumberType *> type = findNumberType(argument.type);
  if (!type)
    return tl::unexpected(type.error());
  Result<std::uint64_t> bits = parseNumber(**type, value);
  if (!bits)
    return tl::unexpected(bits.error());
  GivenArgument given;
  given.name = argument.name;
  given.element = argument.type;
  given.bits = *bits;
  return given;
}

/// Gives the sizes and strides that Triton's IR repeats behind a descriptor,
/// under its name, if none of them was given.
void repeatDescriptor(const KernelLaunch &launch, std::size_t index,
                      std::vector<std::optional<GivenArgument>> &given) {
  const KernelArgument &argument = launch.arguments[index];
  std::size_t rank = argument.block.size();
  if (!given[index] || !given[index]->tensor ||
      index + 2 * rank >= launch.arguments.size())
    return;
  const DescribedTensor &tensor = *given[index]->tensor;
  for (std::size_t each = 0; each < 2 * rank; ++each) {
    const KernelArgument &next = launch.arguments[index + 1 + each];
    // Release 3.9 gives them names of their own.
    bool isShape = each < rank;
    std::string own = concat(argument.name, isShape ? ".shape." : ".stride.",
                             isShape ? each : each - rank);
    if ((next.name != argument.name && next.name != own) ||
        given[index + 1 + each] || next.type != (isShape ? "i32" : "i64"))
      return;
  }
  for (std::size_t each = 0; each < 2 * rank; ++each)
    given[index + 1 + each] = {
        .name = launch.arguments[index + 1 + each].name,
        .element = launch.arguments[index + 1 + each].type,
        .bits = each < rank ? tensor.shape[each] : tensor.strides[each - rank],
        .buffer = {},
        .tensor = {}};
}

/// What to write for an argument that is missing.
std::string exampleOf(const KernelArgument &argument) {
  if (argument.type == "ptr")
    return argument.element + "[1024]:randn";
  if (argument.block.empty())
    return "NUMBER";
  std::string shape;
  for (std::uint64_t size : argument.block)
    shape += concat(shape.empty() ? "" : "x", size);
  return concat("desc(", argument.element, "[", shape, "]:randn)");
}

/// The key and the value; fails without a key.
Result<std::pair<std::string, std::string>>
splitAssignment(std::string_view text) {
  std::size_t at = text.find('=');
  if (at == 0 || at == std::string_view::npos)
    return failure(concat("expects KEY=VALUE, but got '", text, "'"), "",
                   "the key is an argument's position, from 0, or its name");
  return std::pair(std::string(text.substr(0, at)),
                   std::string(text.substr(at + 1)));
}

/// The argument with this position or name.
Result<unsigned> findArgument(const KernelLaunch &launch,
                              std::string_view key) {
  std::string known;
  std::vector<std::string_view> names;
  for (std::size_t index = 0; index < launch.arguments.size(); ++index) {
    const KernelArgument &argument = launch.arguments[index];
    names.push_back(argument.name);
    if (isDigits(key) ? key == std::to_string(index) : key == argument.name)
      return static_cast<unsigned>(index);
    known += concat(known.empty() ? "" : ", ", index,
                    argument.name.empty() ? "" : " " + argument.name, ": ",
                    argument.type == "ptr" || !argument.block.empty()
                        ? argument.type + " of " + argument.element
                        : argument.type);
  }
  return failure(
      concat("expects an argument of ", launch.name, ", but got '", key, "'"),
      known.empty() ? "it has none" : concat("it has ", known),
      isDigits(key) ? std::string() : didYouMean(key, names));
}

} // namespace

Result<AssignedArgument> findAssigned(const KernelLaunch &launch,
                                      std::string_view text) {
  auto assignment = splitAssignment(text);
  if (!assignment)
    return tl::unexpected(assignment.error());
  Result<unsigned> index = findArgument(launch, assignment->first);
  if (!index)
    return tl::unexpected(index.error());
  return AssignedArgument(*index, std::move(assignment->second));
}

Result<std::vector<GivenArgument>>
readArguments(const KernelLaunch &launch, const std::vector<std::string> &texts,
              std::uint64_t seed) {
  std::vector<std::optional<GivenArgument>> given(launch.arguments.size());
  for (const std::string &text : texts) {
    Result<AssignedArgument> assigned = findAssigned(launch, text);
    if (!assigned)
      return tl::unexpected(assigned.error());
    const auto &[index, spelled] = *assigned;
    if (given[index])
      return failure(concat("expects one value for argument ", index,
                            ", but got another with '", text, "'"));
    Result<GivenArgument> value =
        readArgument(launch.arguments[index], spelled, seed, index);
    if (!value) {
      Error error = value.error();
      error.reason = concat("argument '", text, "': ", error.reason);
      return tl::unexpected(error);
    }
    given[index] = std::move(*value);
  }
  for (std::size_t index = 0; index < given.size(); ++index)
    repeatDescriptor(launch, index, given);
  std::vector<GivenArgument> all;
  for (std::size_t index = 0; index < given.size(); ++index) {
    const KernelArgument &argument = launch.arguments[index];
    std::optional<GivenArgument> &value = given[index];
    if (!value)
      return failure(
          concat("expects a value for argument ", index,
                 argument.name.empty() ? "" : " (" + argument.name + ")",
                 " of ", launch.name, ", but got none"),
          "", concat("give --arg ", index, "=", exampleOf(argument)));
    all.push_back(std::move(*value));
    if (all.back().name.empty())
      all.back().name = "argument " + std::to_string(index);
  }
  return all;
}

std::string fileIn(std::string_view assignment) {
  std::size_t at = assignment.find('=');
  if (at == std::string_view::npos)
    return {};
  std::string text(assignment.substr(at + 1));
  if (Result<DescriptorText> parts = DescriptorText::parse(text))
    text = parts->buffer;
  return text.starts_with('@') ? text.substr(1) : std::string();
}

void GivenArgument::addBits(std::uint64_t address,
                            std::vector<std::uint64_t> &all) const {
  if (map) {
    all.push_back(0);
    return;
  }
  all.push_back(buffer || sharedWith ? address : bits);
  if (!tensor)
    return;
  all.insert(all.end(), tensor->shape.begin(), tensor->shape.end());
  all.insert(all.end(), tensor->strides.begin(), tensor->strides.end());
  all.push_back(tensor->isNanOutside ? 1 : 0);
}

std::vector<std::uint64_t>
placeArguments(const std::vector<GivenArgument> &arguments,
               sim::GlobalMemory &memory) {
  std::vector<std::uint64_t> bits;
  struct PlacedMap {
    std::size_t parameter;
    const GivenArgument *argument;
    std::uint64_t tensor;
  };
  std::vector<PlacedMap> maps;
  // Of the buffer of each argument.
  std::vector<std::uint64_t> begins;
  for (const GivenArgument &argument : arguments) {
    std::uint64_t begin = 0;
    if (argument.buffer)
      begin =
          memory.add(argument.name, argument.buffer->bytes, argument.isDefined)
              .address;
    else if (argument.sharedWith)
      begin = begins[*argument.sharedWith];
    begins.push_back(begin);
    std::uint64_t address = begin + argument.offset;
    if (argument.map)
      maps.push_back({bits.size(), &argument, address});
    argument.addBits(address, bits);
  }
  for (const auto &[parameter, argument, tensor] : maps) {
    TensorMap map = *argument->map;
    map.address = tensor;
    auto bytes = encode(map);
    bits[parameter] = memory
                          .add("the tensor map of " + argument->name,
                               {bytes.begin(), bytes.end()},
                               /*isDefined=*/true)
                          .address;
  }
  return bits;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

Result<Expectation> parseExpectation(std::string_view text) {
  Expectation expectation;
  std::size_t colon = text.rfind(':');
  expectation.path = text.substr(0, colon);
  if (colon == std::string_view::npos)
    return expectation;
  std::string_view rest = text.substr(colon + 1);
  double *numbers[] = {&expectation.relative, &expectation.absolute};
  for (double *number : numbers) {
    auto [end, error] =
        std::from_chars(rest.data(), rest.data() + rest.size(), *number);
    bool isLast = number == numbers[1];
    const char *stop = rest.data() + rest.size();
    if (error != std::errc() || !(*number >= 0) ||
        (end != stop && (isLast || *end != ',')))
      return failure(
          concat("expects ref.npy:RELATIVE,ABSOLUTE, but got '", text, "'"));
    if (end == stop)
      break;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()) + 1);
  }
  return expectation;
}

namespace {

std::string placeText(const NpyArray &array, std::uint64_t index) {
  std::string text;
  for (std::size_t axis = array.shape.size(); axis-- > 0;) {
    text = concat(index % array.shape[axis], text.empty() ? "" : ",", text);
    index /= array.shape[axis];
  }
  return "[" + text + "]";
}

std::string numberText(double number) {
  constexpr std::size_t Most = 40;
  std::array<char, Most> text;
  auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), end};
}

bool agree(double got, double want, const Expectation &expectation) {
  if (std::isnan(got) || std::isnan(want))
    return std::isnan(got) && std::isnan(want);
  if (std::isinf(want) || std::isinf(got))
    return got == want;
  return std::abs(got - want) <=
         expectation.absolute + expectation.relative * std::abs(want);
}

} // namespace

Result<std::optional<std::string>> compareWith(const GivenArgument &argument,
                                               const Expectation &expectation) {
  if (!argument.buffer)
    return failure(concat("expects a buffer to compare, but ", argument.name,
                          " is a number"));
  Result<NpyArray> want = readNpy(expectation.path);
  if (!want)
    return tl::unexpected(want.error());
  Result<const NumberType *> type = findNumberType(argument.element);
  if (!type)
    return tl::unexpected(type.error());
  const NpyArray &got = *argument.buffer;
  if (want->elements() != got.elements())
    return failure(concat(expectation.path, ": expects ", got.elements(),
                          " elements as ", argument.name, " has, but got ",
                          want->elements()));
  if (Result<void> checked = checkType(*want, **type); !checked) {
    Error error = checked.error();
    error.reason = concat(expectation.path, ": ", error.reason);
    return tl::unexpected(error);
  }
  bool isExact = expectation.relative == 0 && expectation.absolute == 0;
  unsigned bytes = (*type)->bytes();
  std::uint64_t wrong = 0;
  std::string first;
  for (std::uint64_t index = 0; index < got.elements(); ++index) {
    std::uint64_t gotBits = 0, wantBits = 0;
    std::memcpy(&gotBits, got.bytes.data() + index * bytes, bytes);
    std::memcpy(&wantBits, want->bytes.data() + index * bytes, bytes);
    if (gotBits == wantBits)
      continue;
    double gotNumber = numberOf(**type, gotBits);
    double wantNumber = numberOf(**type, wantBits);
    if (isExact ? std::isnan(gotNumber) && std::isnan(wantNumber)
                : agree(gotNumber, wantNumber, expectation))
      continue;
    if (wrong++ == 0)
      first =
          concat(argument.name, placeText(got, index), ": expects ",
                 numberText(wantNumber), ", but got ", numberText(gotNumber));
  }
  if (wrong == 0)
    return std::optional<std::string>();
  return std::optional(wrong == 1 ? first
                                  : concat(first, " (and ", wrong - 1,
                                           " more of ", got.elements(), ")"));
}

} // namespace heddle
