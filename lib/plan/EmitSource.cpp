//===- EmitSource.cpp - Conversions as CUDA and HIP -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/EmitSource.h"

#include <algorithm>
#include <cctype>
#include <cstdio>

namespace heddle {

namespace {

using Op = Instruction::Op;

std::string hexText(std::uint64_t number) {
  std::array<char, 19> digits;
  std::snprintf(digits.data(), digits.size(), "0x%llx",
                static_cast<unsigned long long>(number));
  return digits.data();
}

/// A linear map of the thread's bits as an expression.
std::string mapText(const ThreadMap &map) {
  std::string text;
  for (auto [distance, bits] : map.moves()) {
    std::string term = concat("(t & ", hexText(bits), ")");
    if (distance != 0)
      term = concat("(", term, distance > 0 ? " << " : " >> ",
                    static_cast<unsigned>(std::abs(distance)), ")");
    text += concat(text.empty() ? "" : " ^ ", term);
  }
  if (text.empty())
    return hexText(map.constant);
  return map.constant == 0 ? text : concat(text, " ^ ", hexText(map.constant));
}

std::string elementType(unsigned bytes) {
  return bytes == 16 ? "unsigned __int128" : concat("uint", bytes * 8, "_t");
}

class SourceEmitter {
public:
  SourceEmitter(const Conversion &conversion, const SourceOptions &options)
      : program(conversion.program), options(options) {}

  std::string emit();

private:
  void emitHeader();
  void emitThread();
  void emitAddress(std::size_t i);
  void emitInstruction(unsigned i);
  void emitVector(unsigned i);
  void emitRemote(unsigned i);
  void emitMatrix(unsigned i);
  void emitBarrier(Scope scope);
  std::string inputText(unsigned word) const;
  void emitOutput(unsigned i);
  void emitOutputs();

  void line(std::string_view content) { text += concat("  ", content, "\n"); }
  void define(unsigned i, std::string_view expression) {
    line(concat("const uint32_t v", i, " = ", expression, ";"));
  }
  static std::string value(unsigned v) {
    return v == NoValue ? "0" : concat("v", v);
  }
  std::string condition(Word mask);
  std::string addressText(const Instruction &each) const;
  std::string operandText(const Instruction &each) const;
  static std::string guardText(const Instruction &each) {
    return each.mask == 0 ? ""
                          : concat("if ((t & ", hexText(each.mask), ") == 0) ");
  }
  /// Small elements fill whole words.
  bool isPacked(unsigned registers) const {
    return program.elementBytes < WordBytes &&
           registers * program.elementBytes >= WordBytes;
  }
  bool isCuda() const { return options.language == SourceLanguage::Cuda; }

  const Program &program;
  const SourceOptions &options;
  std::string text;
  std::map<Word, unsigned> conditions;
  std::map<std::pair<Word, std::uint32_t>, unsigned> selectors;
};

void SourceEmitter::emitHeader() {
  std::string type = elementType(program.elementBytes);
  std::string_view rest = options.comment;
  while (!rest.empty()) {
    std::size_t end = rest.find('\n');
    text += concat("// ", rest.substr(0, end), "\n");
    rest = end == rest.npos ? "" : rest.substr(end + 1);
  }
  text += concat("#include <cstdint>\n\nconstexpr int ", options.name,
                 "_scratch_bytes = ", program.scratchBytes,
                 ";\n__device__ __forceinline__ void ", options.name, "(const ",
                 type, " (&in)[", program.inputs, "], ", type, " (&out)[",
                 program.outputs, "], void *scratch) {\n");
  // Compilers split words that are put together from elements, and pack and
  // unpack them around each use; words that are read as such stay together.
  // The arrays may be aligned for their elements only.
  bool isPackedSomewhere =
      isPacked(program.inputs) || isPacked(program.outputs);
  if (isPackedSomewhere && program.renamed.empty())
    line("struct __attribute__((packed, may_alias)) Word { uint32_t bits; };");
}

void SourceEmitter::emitThread() {
  line("uint32_t t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * "
       "threadIdx.z);");
  const ThreadBits &bits = program.threads;
  if (bits.block != 0 && isCuda()) {
    line("uint32_t rank;");
    line("asm(\"mov.u32 %0, %%cluster_ctarank;\" : \"=r\"(rank));");
    line(concat("t |= rank << ", bits.lane + bits.warp, ";"));
  }
  for (std::size_t i = 0; i < program.maps.size(); ++i)
    line(concat("const uint32_t m", i, " = ", mapText(program.maps[i]), ";"));
  if (program.scratchBytes == 0) {
    line("(void)scratch;");
    return;
  }
  line("char *const s = static_cast<char *>(scratch);");
  for (std::size_t i = 0; i < program.addresses.size(); ++i)
    emitAddress(i);
}

void SourceEmitter::emitAddress(std::size_t i) {
  const ThreadMap &address = program.addresses[i];
  // A base that differs from an earlier one by a constant.
  std::size_t base = 0;
  while (base < i && program.addresses[base].columns != address.columns)
    ++base;
  std::string_view name = program.paddings.empty() ? "a" : "o";
  std::string offset =
      base < i
          ? concat(name, base, " ^ ",
                   hexText(address.constant ^ program.addresses[base].constant))
          : mapText(address);
  line(concat("const uint32_t ", name, i, " = ", offset, ";"));
  for (const Padding &padding : program.paddings)
    line(concat("const uint32_t a", i, " = o", i, " + o", i, " / ",
                padding.interval, " * ", padding.padding, ";"));
}

std::string SourceEmitter::condition(Word mask) {
  auto [found, isNew] =
      conditions.try_emplace(mask, static_cast<unsigned>(conditions.size()));
  std::string name = concat("c", found->second);
  if (isNew)
    line(concat("const bool ", name, " = ",
                std::popcount(mask) == 1
                    ? concat("(t & ", hexText(mask), ") != 0;")
                    : concat("(__popc(t & ", hexText(mask), ") & 1) != 0;")));
  return name;
}

std::string SourceEmitter::addressText(const Instruction &each) const {
  return concat(
      "s + a", each.index,
      each.immediate == 0
          ? ""
          : concat(" + ", paddedOffset(program.paddings, each.immediate)));
}

/// The address in shared memory as an operand of inline PTX.
std::string SourceEmitter::operandText(const Instruction &each) const {
  return concat("\"r\"(static_cast<uint32_t>(__cvta_generic_to_shared(",
                addressText(each), ")))");
}

void SourceEmitter::emitBarrier(Scope scope) {
  if (scope == Scope::Block)
    line("__syncthreads();");
  if (scope == Scope::Warp && isCuda())
    line("__syncwarp();");
  if (scope == Scope::Warp && !isCuda()) {
    line("__builtin_amdgcn_fence(__ATOMIC_RELEASE, \"wavefront\");");
    line("__builtin_amdgcn_wave_barrier();");
    line("__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, \"wavefront\");");
  }
  if (scope == Scope::Cluster)
    line("asm volatile(\"barrier.cluster.arrive.aligned;\\n"
         "barrier.cluster.wait.aligned;\" ::: \"memory\");");
}

void SourceEmitter::emitVector(unsigned i) {
  const Instruction &each = program.code[i];
  unsigned words = each.access.words();
  std::string type =
      words > 1 ? concat("uint", words) : elementType(each.access.bytes);
  std::string lvalue =
      concat("*reinterpret_cast<", each.op == Op::Load ? "const " : "", type,
             " *>(", addressText(each), ")");
  if (each.op == Op::Load) {
    if (words > 1)
      line(concat("const ", type, " w", i, " = ", lvalue, ";"));
    define(i, words > 1 ? concat("w", i, ".x") : lvalue);
    return;
  }
  std::string stored;
  for (unsigned k = 0; k < words; ++k)
    stored += concat(k == 0 ? "" : ", ", value(program.operands[each.a + k]));
  if (words > 1)
    stored = concat("make_", type, "(", stored, ")");
  else
    stored = concat("static_cast<", type, ">(", stored, ")");
  line(concat(guardText(each), lvalue, " = ", stored, ";"));
}

// CUDA has no intrinsics for memory of other blocks without the cooperative
// groups' header.
void SourceEmitter::emitRemote(unsigned i) {
  const Instruction &each = program.code[i];
  unsigned words = each.access.words();
  std::string type = each.access.bytes < WordBytes
                         ? concat("u", each.access.bytes * 8)
                     : words > 1 ? concat("v", words, ".u32")
                                 : "u32";
  std::string registers;
  std::string operands;
  for (unsigned k = 0; k < words; ++k) {
    line(concat("uint32_t w", i, "_", k, ";"));
    registers += concat(k == 0 ? "" : ", ", "%", k);
    operands += concat(k == 0 ? "" : ", ", "\"=r\"(w", i, "_", k, ")");
  }
  std::string block = concat("m", each.block);
  if (each.blockConstant != 0)
    block += concat(" ^ ", each.blockConstant);
  line(concat("asm volatile(\"{\\n.reg .b32 a;\\nmapa.shared::cluster.u32 a, %",
              words, ", %", words + 1, ";\\nld.shared::cluster.", type, " ",
              words > 1 ? concat("{", registers, "}") : registers,
              ", [a];\\n}\" : ", operands, " : ", operandText(each), ", \"r\"(",
              block, ") : \"memory\");"));
  define(i, concat("w", i, "_0"));
}

// CUDA has no intrinsics for these.
void SourceEmitter::emitMatrix(unsigned i) {
  const Instruction &each = program.code[i];
  unsigned words = each.access.words();
  bool isLoad = each.op == Op::Load;
  std::string registers;
  std::string operands;
  for (unsigned k = 0; k < words; ++k) {
    registers += concat(k == 0 ? "" : ", ", "%", isLoad ? k : k + 1);
    std::string name =
        isLoad ? concat("w", i, "_", k) : value(program.operands[each.a + k]);
    operands +=
        concat(k == 0 ? "" : ", ", isLoad ? "\"=r\"(" : "\"r\"(", name, ")");
    if (isLoad)
      line(concat("uint32_t ", name, ";"));
  }
  std::string address = operandText(each);
  std::string name = matrixInstructionText(each.access, each.kind());
  if (isLoad)
    line(concat("asm volatile(\"", name, " {", registers, "}, [%", words,
                "];\" : ", operands, " : ", address, " : \"memory\");"));
  else
    line(concat(guardText(each), "asm volatile(\"", name, " [%0], {", registers,
                "};\" :: ", address, ", ", operands, " : \"memory\");"));
  if (isLoad)
    define(i, concat("w", i, "_0"));
}

/// Digits of a selector for a permute that the hardware has: any byte is the
/// one in its place.
static std::uint32_t definiteSelector(std::uint32_t selector) {
  for (unsigned i = 0; i < WordBytes; ++i)
    if (selectorDigit(selector, i) >= AnyByte)
      selector = (selector & ~(0xFU << (4 * i))) | i << (4 * i);
  return selector;
}

void SourceEmitter::emitInstruction(unsigned i) {
  const Instruction &each = program.code[i];
  std::string a = value(each.a);
  std::string b = value(each.b);
  switch (each.op) {
  case Op::Input:
    define(i, inputText(each.index));
    return;
  case Op::Permute:
    define(i, concat("__byte_perm(", a, ", ", b, ", ",
                     hexText(definiteSelector(each.immediate)), ")"));
    return;
  case Op::PermuteBy: {
    auto [found, isNew] =
        selectors.try_emplace(std::pair(each.mask, each.immediate),
                              static_cast<unsigned>(selectors.size()));
    std::string name = concat("p", found->second);
    if (isNew) {
      std::string chosen = condition(each.mask);
      line(concat("const uint32_t ", name, " = ", chosen, " ? ",
                  hexText(definiteSelector(each.immediate & 0xFFFF)), " : ",
                  hexText(definiteSelector(each.immediate >> 16)), ";"));
    }
    define(i, concat("__byte_perm(", a, ", ", b, ", ", name, ")"));
    return;
  }
  case Op::Select: {
    std::string chosen = condition(each.mask);
    define(i, concat(chosen, " ? ", a, " : ", b));
    return;
  }
  case Op::ShuffleXor:
    define(i, isCuda() ? concat("__shfl_xor_sync(0xffffffffu, ", a, ", ",
                                each.immediate, ")")
                       : concat("__shfl_xor(", a, ", ", each.immediate, ")"));
    return;
  case Op::ShuffleIndex: {
    std::string lane = concat("m", each.index);
    if (each.immediate != 0)
      lane += concat(" ^ ", each.immediate);
    define(i, isCuda() ? concat("__shfl_sync(0xffffffffu, ", a, ", ", lane, ")")
                       : concat("__shfl(", a, ", ", lane, ")"));
    return;
  }
  case Op::Store:
  case Op::Load:
    if (each.block != NoValue)
      emitRemote(i);
    else if (each.access.form == SharedInstruction::Form::Vector)
      emitVector(i);
    else
      emitMatrix(i);
    return;
  case Op::Part: {
    static constexpr std::array<const char *, 4> Names = {"x", "y", "z", "w"};
    const Instruction &load = program.code[each.a];
    bool isVector = load.access.form == SharedInstruction::Form::Vector &&
                    load.block == NoValue;
    define(i, isVector ? concat("w", each.a, ".", Names[each.immediate])
                       : concat("w", each.a, "_", each.immediate));
    return;
  }
  case Op::Barrier:
    emitBarrier(each.scope);
    return;
  }
}

std::string SourceEmitter::inputText(unsigned word) const {
  unsigned bytes = program.elementBytes;
  unsigned first = word * WordBytes / bytes;
  if (isPacked(program.inputs))
    return concat("reinterpret_cast<const Word *>(&in[", first, "])->bits");
  unsigned part = word * WordBytes % bytes;
  std::string text = concat("static_cast<uint32_t>(in[", first, "]",
                            part == 0 ? "" : concat(" >> ", part * 8), ")");
  for (unsigned i = 1; i * bytes < WordBytes && first + i < program.inputs; ++i)
    text += concat(" | static_cast<uint32_t>(in[", first + i, "]) << ",
                   i * bytes * 8);
  return text;
}

/// Elements from whole words.
void SourceEmitter::emitOutput(unsigned i) {
  unsigned bytes = program.elementBytes;
  std::string type = elementType(bytes);
  std::string element;
  for (unsigned byte = i * bytes; byte < (i + 1) * bytes; byte += WordBytes) {
    std::string word = value(program.outputWords[byte / WordBytes]);
    if (byte % WordBytes != 0)
      word = concat(word, " >> ", byte % WordBytes * 8);
    word = concat("static_cast<", type, ">(", word, ")");
    if (byte != i * bytes)
      word = concat(" | ", word, " << ", (byte - i * bytes) * 8);
    element += word;
  }
  line(concat("out[", i, "] = ", element, ";"));
}

void SourceEmitter::emitOutputs() {
  for (std::size_t i = 0; i < program.renamed.size(); ++i)
    line(concat("out[", i, "] = in[", program.renamed[i], "];"));
  if (!program.renamed.empty())
    return;
  if (!isPacked(program.outputs)) {
    for (unsigned i = 0; i < program.outputs; ++i)
      emitOutput(i);
    return;
  }
  for (unsigned word = 0; word < program.outputWords.size(); ++word)
    line(concat("reinterpret_cast<Word *>(&out[",
                word * WordBytes / program.elementBytes,
                "])->bits = ", value(program.outputWords[word]), ";"));
}

std::string SourceEmitter::emit() {
  emitHeader();
  emitThread();
  for (unsigned i = 0; i < program.code.size(); ++i)
    emitInstruction(i);
  emitOutputs();
  return text + "}\n";
}

} // namespace

/// A name that a function can have.
static bool isIdentifier(std::string_view name) {
  static constexpr std::string_view Keywords[] = {
      "alignas",   "alignof",  "and",       "asm",      "auto",     "bitand",
      "bitor",     "bool",     "break",     "case",     "catch",    "char",
      "class",     "compl",    "const",     "continue", "decltype", "default",
      "delete",    "do",       "double",    "else",     "enum",     "explicit",
      "export",    "extern",   "false",     "float",    "for",      "friend",
      "goto",      "if",       "inline",    "int",      "long",     "mutable",
      "namespace", "new",      "noexcept",  "not",      "nullptr",  "operator",
      "or",        "private",  "protected", "public",   "register", "requires",
      "return",    "short",    "signed",    "sizeof",   "static",   "struct",
      "switch",    "template", "this",      "throw",    "true",     "try",
      "typedef",   "typeid",   "typename",  "union",    "unsigned", "using",
      "virtual",   "void",     "volatile",  "while",    "xor"};
  auto isLetter = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  return !name.empty() && !std::isdigit(name.front()) &&
         std::ranges::all_of(name, isLetter) &&
         std::ranges::find(Keywords, name) == std::end(Keywords);
}

Result<std::string> emitSource(const Conversion &conversion,
                               const SourceOptions &options) {
  if (!isIdentifier(options.name))
    return failure(
        concat("expects the name of a function, but got '", options.name, "'"),
        {},
        "a name has letters, digits and '_', starts with no digit, "
        "and is no keyword of C++");
  return SourceEmitter(conversion, options).emit();
}

} // namespace heddle
