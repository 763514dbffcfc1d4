//===- PtxText.cpp - PTX's forms of operands ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxText.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::codegen {

std::string vectorText(unsigned first, unsigned count) {
  std::string text;
  for (unsigned index = first; index < first + count; ++index)
    text += (text.empty() ? "$" : ", $") + std::to_string(index);
  return "{" + text + "}";
}

std::string predicateText(std::size_t operand) {
  return "@$" + std::to_string(operand) + " ";
}

std::string addressText(std::size_t operand, std::int64_t offset) {
  return "[$" + std::to_string(operand) + "+" + std::to_string(offset) + "]";
}

namespace {

/// `mul.wide.s32 %rd1, %r1, 2;`
struct WideProduct {
  llvm::StringRef indent, type, result, factor;
  unsigned shift = 0;

  static std::optional<WideProduct> match(llvm::StringRef line);
  void write(std::string &text) const;
};

std::optional<WideProduct> WideProduct::match(llvm::StringRef line) {
  WideProduct product;
  llvm::StringRef rest = line.ltrim();
  product.indent = line.drop_back(rest.size());
  std::uint64_t number = 0;
  if (!rest.consume_front("mul.wide.") || !rest.consume_back(";"))
    return std::nullopt;
  std::tie(product.type, rest) = rest.split(' ');
  std::tie(product.result, rest) = rest.split(',');
  std::tie(product.factor, rest) = rest.split(',');
  for (llvm::StringRef *part :
       {&product.type, &product.result, &product.factor})
    *part = part->trim();
  if ((product.type != "s32" && product.type != "u32") ||
      rest.trim().getAsInteger(10, number) || !llvm::isPowerOf2_64(number))
    return std::nullopt;
  product.shift = llvm::Log2_64(number);
  return product;
}

void WideProduct::write(std::string &text) const {
  llvm::StringRef wide = type == "s32" ? "s64" : "u64";
  text += (indent + "cvt." + wide + "." + type + " \t" + result + ", " +
           factor + ";\n" + indent + "shl.b64 \t" + result + ", " + result +
           ", " + llvm::Twine(shift) + ";")
              .str();
}

} // namespace

std::string withoutWideProducts(llvm::StringRef text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    // A function ends with a brace at the beginning of a line.
    llvm::StringRef function = text.take_front(text.find("\n}", 1));
    text = text.drop_front(function.size());
    if (!function.contains("wgmma.mma_async") ||
        !function.contains("cp.async.wait_group")) {
      result += function;
      continue;
    }
    while (!function.empty()) {
      llvm::StringRef line = function.take_front(function.find('\n'));
      function = function.drop_front(line.size());
      if (auto product = WideProduct::match(line))
        product->write(result);
      else
        result += line;
      if (function.consume_front("\n"))
        result += '\n';
    }
  }
  return result;
}

} // namespace heddle::codegen
