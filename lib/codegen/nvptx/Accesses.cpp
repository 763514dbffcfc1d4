//===- Accesses.cpp - Loads and stores ------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "PeerOrder.h"
#include "PtxText.h"
#include "SharedMemory.h"
#include "heddle/codegen/common/InlineAssembly.h"
#include "heddle/codegen/common/Requirements.h"
#include "heddle/codegen/common/Words.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

//===----------------------------------------------------------------------===//
// Units: what one instruction moves, each a register of it
//===----------------------------------------------------------------------===//

/// PTX ISA, "Data Movement": vectors of words, or single smaller elements.
struct Units {
  unsigned count = 1, bits = 32;

  static Units of(unsigned bytes, unsigned elementBytes) {
    unsigned bits =
        8 * std::min(bytes, std::max(4U, std::min(elementBytes, 8U)));
    return {.count = std::max(1U, 8 * bytes / bits), .bits = bits};
  }
  /// ".v4.b32"
  std::string type() const {
    return (count > 1 ? ".v" + std::to_string(count) : "") + ".b" +
           std::to_string(bits);
  }
  /// "{$0, $1}", or "$0"
  std::string list(unsigned first) const {
    return count > 1 ? vectorText(first, count) : "$" + std::to_string(first);
  }
  /// Units of 8 and 16 bits are in the low bits of words.
  const char *constraint() const { return bits == 64 ? "l" : "r"; }
  llvm::Type *typeIn(EmissionContext &context) const {
    return bits == 64 ? context.builder.getInt64Ty()
                      : context.builder.getInt32Ty();
  }
};

/// Units that are one register each.
Registers fromUnits(EmissionContext &context,
                    llvm::ArrayRef<llvm::Value *> units, llvm::Type *type,
                    unsigned elementBytes) {
  llvm::IRBuilder<> &builder = context.builder;
  Registers registers;
  for (llvm::Value *unit : units)
    registers.push_back(fromInteger(
        context, builder.CreateTrunc(unit, builder.getIntNTy(8 * elementBytes)),
        type));
  return registers;
}

/// Registers `first` to `first + count - 1` of a value, in units of so many
/// bits.
Registers toUnits(EmissionContext &context, Value value, std::size_t first,
                  unsigned count, unsigned unitBits) {
  llvm::IRBuilder<> &builder = context.builder;
  unsigned bytes = registerBytes(value);
  auto registers = llvm::ArrayRef(context.get(value)).slice(first, count);
  if (unitBits == 64 || unitBits == 8 * bytes) {
    Registers units;
    for (llvm::Value *each : registers) {
      llvm::Value *bits = asInteger(context, each, bytes);
      units.push_back(unitBits < 32
                          ? builder.CreateZExt(bits, builder.getInt32Ty())
                          : bits);
    }
    return units;
  }
  auto found = context.words.find(value);
  if (found == context.words.end() || first * bytes % WordBytes != 0)
    return toWords(context, registers, bytes);
  return Registers(llvm::ArrayRef(found->second)
                       .slice(first * bytes / WordBytes,
                              (count * bytes + WordBytes - 1) / WordBytes));
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// What an access says to caches.
struct Hints {
  /// Of the instruction: ".L1::evict_last".
  std::string text;
  /// Its last operand: how the second level replaces lines; null: none.
  llvm::Value *policy = nullptr;

  /// The operand, if it is number `index`.
  std::string operandText(std::size_t index) const {
    return policy != nullptr ? ", $" + std::to_string(index) : "";
  }
};

/// Lines of the second level are kept as those of accesses without hints.
llvm::Value *normalPolicy(EmissionContext &context) {
  llvm::IRBuilderBase::InsertPointGuard guard(context.builder);
  llvm::BasicBlock &entry = context.function->getEntryBlock();
  context.builder.SetInsertPoint(&entry, entry.begin());
  return emitPureAssembly(
      context, "createpolicy.fractional.L2::evict_normal.b64 $0, 1.0;", "=l",
      context.builder.getInt64Ty(), {});
}

/// An instruction has a place for one hint only, and where a line is kept says
/// more than when it is given up. (PTX ISA, ld and st.)
template <class Access> Hints hintsOf(EmissionContext &context, Access access) {
  if (std::optional<simt::CacheLevel> cache = access.getCache())
    return {"." + simt::stringifyCacheLevel(*cache).str()};
  if (access.getEviction())
    return {access.getEviction() == simt::Eviction::First ? ".L1::evict_first"
                                                          : ".L1::evict_last"};
  // By themselves these hints are for the second level, too: what a kernel
  // writes would be gone when the next one reads it. Policies are of sm_80.
  if (!access.getIsLastUse() || context.target.capability < 80)
    return {};
  constexpr bool IsStore = std::is_same_v<Access, simt::StoreOp>;
  return {std::string(IsStore ? ".L1::no_allocate" : ".L1::evict_first") +
              ".L2::cache_hint",
          normalPolicy(context)};
}

template <class Access>
llvm::Value *addressOf(EmissionContext &context, Access access,
                       std::int32_t base) {
  llvm::Value *address =
      context.get(access.getBases())[static_cast<std::size_t>(base)];
  return access.getSpace() == simt::Space::Shared
             ? sharedAddress(context, address)
             : address;
}

template <class Access> const char *spaceText(Access access) {
  switch (access.getSpace()) {
  case simt::Space::Global:
    return ".global";
  case simt::Space::Shared:
    return ".shared";
  case simt::Space::Cluster:
    return ".shared::cluster";
  }
  return "";
}

template <class Access> const char *addressConstraint(Access access) {
  return access.getSpace() == simt::Space::Global ? "l" : "r";
}

/// Access `index` of a load: the units that it loads.
Registers loadUnits(EmissionContext &context, simt::LoadOp load,
                    std::size_t index, const Units &units) {
  llvm::Type *unit = units.typeIn(context), *result = unit;
  if (units.count > 1)
    result = llvm::StructType::get(
        context.module.getContext(),
        llvm::SmallVector<llvm::Type *>(units.count, unit));
  Registers operands = {addressOf(context, load, load.getAt()[index])};
  std::string constraints, predicate;
  for (unsigned each = 0; each < units.count; ++each)
    constraints += std::string("=") + units.constraint() + ",";
  constraints += addressConstraint(load);
  if (load.getPredicates()) {
    operands.push_back(context.get(load.getPredicates())[index]);
    constraints += ",b";
    predicate = predicateText(units.count + 1);
    // What is there if nothing is loaded.
    Registers others(units.count, llvm::PoisonValue::get(unit));
    if (load.getOther())
      others = toUnits(context, load.getOther(), index * load.getWidth(),
                       load.getWidth(), units.bits);
    for (unsigned each = 0; each < units.count; ++each) {
      operands.push_back(others[each]);
      constraints += "," + std::to_string(each);
    }
  }
  Hints hints = load.getIsVolatile() ? Hints() : hintsOf(context, load);
  std::string text =
      predicate + "ld" + (load.getIsVolatile() ? ".volatile" : "") +
      spaceText(load) + hints.text + units.type() + " " + units.list(0) + ", " +
      addressText(units.count, load.getOffsets()[index]) +
      hints.operandText(units.count + operands.size()) + ";";
  if (hints.policy != nullptr) {
    operands.push_back(hints.policy);
    constraints += ",l";
  }
  llvm::Value *call =
      emitAssembly(context, text, constraints, result, operands);
  if (load.getSpace() == simt::Space::Global && !load.getIsVolatile())
    markRead(*llvm::cast<llvm::Instruction>(call));
  if (units.count == 1)
    return {call};
  Registers loaded;
  for (unsigned each = 0; each < units.count; ++each)
    loaded.push_back(context.builder.CreateExtractValue(call, each));
  return loaded;
}

/// The next load of other blocks' memory, or the one before, if nothing that
/// counts is in between.
simt::LoadOp readBeside(simt::LoadOp load, bool isBehind) {
  Operation *op = load;
  do
    op = isBehind ? op->getNextNode() : op->getPrevNode();
  while (op != nullptr && isMemoryEffectFree(op));
  auto found = dyn_cast_or_null<simt::LoadOp>(op);
  return found && found.getSpace() == simt::Space::Cluster ? found
                                                           : simt::LoadOp();
}

/// The thread goes on when it has the values of this load and of those in front
/// of it. No fence says that, but the values can be used: for a condition that
/// is hardly ever true, and then makes no difference. Behind the last one of
/// several, so that they are under way together.
void awaitReads(EmissionContext &context, simt::LoadOp last) {
  if (readBeside(last, /*isBehind=*/true) || !tellsOfRead(last))
    return;
  llvm::Value *all = nullptr;
  for (simt::LoadOp load = last; load;
       load = readBeside(load, /*isBehind=*/false)) {
    auto count = static_cast<unsigned>(context.get(load).size());
    for (llvm::Value *word : toUnits(context, load, 0, count, 8 * WordBytes))
      all = all == nullptr ? word : context.builder.CreateXor(all, word);
  }
  emitAssembly(context,
               "{\n .reg .pred p;\n setp.eq.b32 p, $0, 0x5bd1e995;\n "
               "@p nanosleep.u32 1;\n}",
               "r,~{memory}", context.builder.getVoidTy(), {all});
}

void emitLoad(EmissionContext &context, simt::LoadOp load) {
  llvm::Type *type = typeOf(context, load.getType());
  unsigned elementBytes = registerBytes(load);
  Units units = Units::of(load.getAccessBytes(), elementBytes);
  // Otherwise it moves whole registers, or less than a word of small ones.
  bool areWords = units.bits == 32 && elementBytes < WordBytes;
  bool areRegisters = units.bits == 64 || units.bits == 8 * elementBytes;
  Registers loaded;
  for (std::size_t index = 0; index < load.getAt().size(); ++index) {
    Registers each = loadUnits(context, load, index, units);
    loaded.append(areWords       ? each
                  : areRegisters ? fromUnits(context, each, type, elementBytes)
                                 : fromWords(context, each, type, elementBytes,
                                             load.getWidth()));
  }
  if (areWords)
    setWords(context, load, loaded);
  else
    context.set(load, loaded);
  if (load.getSpace() == simt::Space::Cluster)
    awaitReads(context, load);
}

void emitStore(EmissionContext &context, simt::StoreOp store) {
  unsigned width = store.getWidth();
  Units units =
      Units::of(store.getAccessBytes(), registerBytes(store.getValue()));
  for (auto [index, base] : llvm::enumerate(store.getAt())) {
    Registers operands = {addressOf(context, store, base)};
    std::string constraints = addressConstraint(store), predicate;
    for (llvm::Value *unit :
         toUnits(context, store.getValue(), index * width, width, units.bits)) {
      operands.push_back(unit);
      constraints += std::string(",") + units.constraint();
    }
    if (store.getPredicates()) {
      operands.push_back(context.get(store.getPredicates())[index]);
      constraints += ",b";
      predicate = predicateText(units.count + 1);
    }
    Hints hints = hintsOf(context, store);
    std::string text = predicate + "st" + spaceText(store) + hints.text +
                       units.type() + " " +
                       addressText(0, store.getOffsets()[index]) + ", " +
                       units.list(1) + hints.operandText(operands.size()) + ";";
    if (hints.policy != nullptr) {
      operands.push_back(hints.policy);
      constraints += ",l";
    }
    emitAssembly(context, text, constraints + ",~{memory}",
                 context.builder.getVoidTy(), operands);
  }
}

} // namespace

void addAccesses(EmitterTable &table) {
  table.add<simt::LoadOp>(emitLoad, hasLoad);
  table.add<simt::StoreOp>(emitStore, hasStore);
}

} // namespace heddle::codegen
