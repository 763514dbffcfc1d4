//===- KernelEmitter.cpp - LLVM IR of a kernel ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

unsigned registerBytes(Type type) {
  return simt::bytesOf(getElementTypeOrSelf(type));
}

} // namespace

llvm::Type *KernelEmitter::typeOf(Type type) {
  llvm::LLVMContext &context = builder.getContext();
  type = getElementTypeOrSelf(type);
  if (type.isF16())
    return llvm::Type::getHalfTy(context);
  if (type.isBF16())
    return llvm::Type::getBFloatTy(context);
  if (type.isF32())
    return llvm::Type::getFloatTy(context);
  if (type.isF64())
    return llvm::Type::getDoubleTy(context);
  if (type.isIndex())
    return builder.getInt32Ty();
  // Smaller floats are moved as the bits that they are.
  return builder.getIntNTy(type.getIntOrFloatBitWidth());
}

static llvm::InlineAsm *assemblyOf(llvm::StringRef text,
                                   llvm::StringRef constraints,
                                   llvm::Type *result,
                                   llvm::ArrayRef<llvm::Value *> operands,
                                   bool hasSideEffects) {
  llvm::SmallVector<llvm::Type *> types;
  for (llvm::Value *operand : operands)
    types.push_back(operand->getType());
  return llvm::InlineAsm::get(llvm::FunctionType::get(result, types, false),
                              text, constraints, hasSideEffects);
}

llvm::Value *KernelEmitter::assembly(llvm::StringRef text,
                                     llvm::StringRef constraints,
                                     llvm::Type *result,
                                     llvm::ArrayRef<llvm::Value *> operands) {
  return builder.CreateCall(assemblyOf(text, constraints, result, operands,
                                       /*hasSideEffects=*/true),
                            operands);
}

llvm::Value *
KernelEmitter::pureAssembly(llvm::StringRef text, llvm::StringRef constraints,
                            llvm::Type *result,
                            llvm::ArrayRef<llvm::Value *> operands) {
  return builder.CreateCall(assemblyOf(text, constraints, result, operands,
                                       /*hasSideEffects=*/false),
                            operands);
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

llvm::Value *KernelEmitter::asInteger(llvm::Value *value, unsigned bytes) {
  llvm::Type *wanted = builder.getIntNTy(8 * bytes);
  if (value->getType()->isFloatingPointTy())
    return builder.CreateBitCast(value, wanted);
  return builder.CreateZExtOrTrunc(value, wanted);
}

llvm::Value *KernelEmitter::fromInteger(llvm::Value *value, llvm::Type *type) {
  if (type->isFloatingPointTy())
    return builder.CreateBitCast(value, type);
  return builder.CreateZExtOrTrunc(value, type);
}

KernelEmitter::Registers
KernelEmitter::toWords(llvm::ArrayRef<llvm::Value *> registers,
                       unsigned bytes) {
  Registers words;
  if (bytes >= 4) {
    for (llvm::Value *value : registers) {
      llvm::Value *bits = asInteger(value, bytes);
      for (unsigned byte = 0; byte < bytes; byte += 4)
        words.push_back(builder.CreateTrunc(
            byte == 0 ? bits : builder.CreateLShr(bits, 8 * byte),
            builder.getInt32Ty()));
    }
    return words;
  }
  // A vector that is cast, which is how LLVM knows a pair of halves.
  unsigned perWord = 4 / bytes;
  llvm::Type *part = builder.getIntNTy(8 * bytes);
  for (std::size_t first = 0; first < registers.size(); first += perWord) {
    llvm::Value *vector =
        llvm::Constant::getNullValue(llvm::FixedVectorType::get(part, perWord));
    for (unsigned index = 0;
         index < perWord && first + index < registers.size(); ++index)
      vector = builder.CreateInsertElement(
          vector, asInteger(registers[first + index], bytes), index);
    words.push_back(builder.CreateBitCast(vector, builder.getInt32Ty()));
  }
  return words;
}

KernelEmitter::Registers
KernelEmitter::fromWords(llvm::ArrayRef<llvm::Value *> words, llvm::Type *type,
                         unsigned bytes, unsigned count) {
  Registers registers;
  for (unsigned index = 0; index < count; ++index) {
    unsigned byte = index * bytes;
    if (bytes < 4) {
      llvm::Value *vector = builder.CreateBitCast(
          words[byte / 4],
          llvm::FixedVectorType::get(builder.getIntNTy(8 * bytes), 4 / bytes));
      registers.push_back(fromInteger(
          builder.CreateExtractElement(vector, byte % 4 / bytes), type));
      continue;
    }
    llvm::Type *wide = builder.getIntNTy(8 * bytes);
    llvm::Value *bits = builder.CreateZExt(words[byte / 4], wide);
    for (unsigned word = 1; word < bytes / 4; ++word)
      bits = builder.CreateOr(
          bits,
          builder.CreateShl(builder.CreateZExt(words[byte / 4 + word], wide),
                            32 * word));
    registers.push_back(fromInteger(bits, type));
  }
  return registers;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

namespace {

/// PTX ISA, "Data Movement": vectors of words, or single smaller elements.
struct PtxAccess {
  /// Registers of the instruction and their bits.
  unsigned count = 1, bits = 32;
  explicit PtxAccess(unsigned bytes, unsigned elementBytes) {
    bits = 8 * std::min(bytes, std::max(4U, std::min(elementBytes, 8U)));
    count = std::max(1U, 8 * bytes / bits);
  }
  std::string type() const {
    return (count > 1 ? ".v" + std::to_string(count) : "") + ".b" +
           std::to_string(bits);
  }
  /// "{$0, $1}"
  std::string list(unsigned first) const {
    std::string text;
    for (unsigned index = 0; index < count; ++index)
      text += (index > 0 ? ", $" : "$") + std::to_string(first + index);
    return count > 1 ? "{" + text + "}" : text;
  }
  /// Registers of 8 and 16 bits are in the low bits of words.
  const char *constraint() const { return bits == 64 ? "l" : "r"; }
};

/// Hints. No instruction has a place for both; where a line is kept says more
/// than when it is given up. (PTX ISA, ld and st.)
template <class Op> std::string modifiersOf(Op op) {
  if (op.getCache())
    return "." + simt::stringifyCacheLevel(*op.getCache()).str();
  if (op.getEviction())
    return op.getEviction() == simt::Eviction::First ? ".L1::evict_first"
                                                     : ".L1::evict_last";
  return {};
}

} // namespace

/// Dynamic shared memory, aligned as its pieces are.
llvm::GlobalVariable *KernelEmitter::sharedMemory() {
  constexpr unsigned SharedSpace = 3;
  llvm::GlobalVariable *memory = module.getNamedGlobal("shared_memory");
  if (memory == nullptr) {
    memory = new llvm::GlobalVariable(
        module, llvm::ArrayType::get(builder.getInt8Ty(), 0),
        /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage, nullptr,
        "shared_memory", nullptr, llvm::GlobalValue::NotThreadLocal,
        SharedSpace);
    memory->setAlignment(llvm::Align(16));
  }
  return memory;
}

/// Its address, a number of 32 bits.
llvm::Value *KernelEmitter::sharedBase() {
  return builder.CreatePtrToInt(sharedMemory(), builder.getInt32Ty());
}

LogicalResult KernelEmitter::emitLoad(simt::LoadOp load) {
  bool isShared = load.getSpace() == simt::Space::Shared;
  llvm::Type *type = typeOf(load.getType());
  unsigned elementBytes = registerBytes(load.getType());
  unsigned width = load.getWidth();
  PtxAccess access(load.getAccessBytes(), elementBytes);
  llvm::Type *unit =
      access.bits == 64 ? builder.getInt64Ty() : builder.getInt32Ty();
  llvm::Type *result =
      access.count == 1 ? unit
                        : llvm::StructType::get(builder.getContext(),
                                                llvm::SmallVector<llvm::Type *>(
                                                    access.count, unit));
  // Otherwise it moves whole registers, or less than a word of small ones.
  bool areWords = access.bits == 32 && elementBytes < 4;
  Registers loaded;
  for (auto [index, at] : llvm::enumerate(load.getAt())) {
    llvm::Value *base = get(load.getBases())[static_cast<std::size_t>(at)];
    if (isShared)
      base = builder.CreateAdd(base, sharedBase());
    llvm::SmallVector<llvm::Value *> operands = {base};
    std::string constraints;
    for (unsigned each = 0; each < access.count; ++each)
      constraints += std::string("=") + access.constraint() + ",";
    constraints += isShared ? "r" : "l";
    std::string predicate;
    if (load.getPredicates()) {
      operands.push_back(get(load.getPredicates())[index]);
      constraints += ",b";
      predicate = "@$" + std::to_string(access.count + 1) + " ";
      // What is there if nothing is loaded.
      Registers words(access.count, llvm::PoisonValue::get(unit));
      if (load.getOther())
        words = unitsOf(load.getOther(), index * width, width, access.bits);
      for (unsigned each = 0; each < access.count; ++each) {
        operands.push_back(words[each]);
        constraints += "," + std::to_string(each);
      }
    }
    std::string text =
        predicate + "ld" + (load.getIsVolatile() ? ".volatile" : "") +
        (isShared ? ".shared" : ".global") +
        (load.getIsVolatile() ? "" : modifiersOf(load)) + access.type() + " " +
        access.list(0) + ", [$" + std::to_string(access.count) + "+" +
        std::to_string(load.getOffsets()[index]) + "];";
    llvm::Value *call = assembly(text, constraints, result, operands);
    Registers units;
    for (unsigned each = 0; each < access.count; ++each)
      units.push_back(
          access.count == 1 ? call : builder.CreateExtractValue(call, each));
    loaded.append(areWords ? units
                  : access.bits == 64 || access.bits == 8 * elementBytes
                      ? fromUnits(units, type, elementBytes)
                      : fromWords(units, type, elementBytes, width));
  }
  if (areWords)
    setWords(load, loaded);
  else
    set(load, loaded);
  return success();
}

LogicalResult KernelEmitter::emitStore(simt::StoreOp store) {
  bool isShared = store.getSpace() == simt::Space::Shared;
  unsigned elementBytes = registerBytes(store.getValue().getType());
  unsigned width = store.getWidth();
  PtxAccess access(store.getAccessBytes(), elementBytes);
  for (auto [index, at] : llvm::enumerate(store.getAt())) {
    llvm::Value *base = get(store.getBases())[static_cast<std::size_t>(at)];
    if (isShared)
      base = builder.CreateAdd(base, sharedBase());
    llvm::SmallVector<llvm::Value *> operands = {base};
    std::string constraints = isShared ? "r" : "l";
    for (llvm::Value *unit :
         unitsOf(store.getValue(), index * width, width, access.bits)) {
      operands.push_back(unit);
      constraints += std::string(",") + access.constraint();
    }
    std::string predicate;
    if (store.getPredicates()) {
      operands.push_back(get(store.getPredicates())[index]);
      constraints += ",b";
      predicate = "@$" + std::to_string(access.count + 1) + " ";
    }
    std::string text = predicate + "st" + (isShared ? ".shared" : ".global") +
                       modifiersOf(store) + access.type() + " [$0+" +
                       std::to_string(store.getOffsets()[index]) + "], " +
                       access.list(1) + ";";
    assembly(text, constraints + ",~{memory}", builder.getVoidTy(), operands);
  }
  return success();
}

/// PTX ISA, ldmatrix and stmatrix: "ldmatrix.sync.aligned.m8n8.x4.shared.b16".
static std::string matrixText(llvm::StringRef name, std::size_t count,
                              bool isTransposed) {
  return (name + ".sync.aligned.m8n8.x" + llvm::Twine(count) +
          (isTransposed ? ".trans" : "") + ".shared.b16 ")
      .str();
}

/// "{$1, $2}"
static std::string listText(std::size_t first, std::size_t count) {
  std::string text;
  for (std::size_t index = first; index < first + count; ++index)
    text += (text.empty() ? "$" : ", $") + std::to_string(index);
  return "{" + text + "}";
}

void KernelEmitter::emitMatrixLoad(simt::MatrixLoadOp load) {
  auto count = static_cast<std::size_t>(
      cast<VectorType>(load.getType()).getNumElements());
  std::string constraints;
  for (std::size_t index = 0; index < count; ++index)
    constraints += "=r,";
  llvm::Type *word = builder.getInt32Ty();
  llvm::Type *result =
      count == 1
          ? word
          : llvm::StructType::get(builder.getContext(),
                                  llvm::SmallVector<llvm::Type *>(count, word));
  std::string text = matrixText("ldmatrix", count, load.getTransposed()) +
                     listText(0, count) + ", [$" + std::to_string(count) + "+" +
                     std::to_string(load.getOffset()) + "];";
  llvm::Value *address =
      builder.CreateAdd(scalar(load.getAddress()), sharedBase());
  llvm::Value *call = assembly(text, constraints + "r", result, {address});
  Registers words;
  for (unsigned index = 0; index < count; ++index)
    words.push_back(count == 1 ? call
                               : builder.CreateExtractValue(call, index));
  set(load, words);
}

void KernelEmitter::emitMatrixStore(simt::MatrixStoreOp store) {
  Registers operands = {
      builder.CreateAdd(scalar(store.getAddress()), sharedBase())};
  operands.append(get(store.getValue()));
  std::size_t count = operands.size() - 1;
  std::string constraints = "r", predicate;
  for (std::size_t index = 0; index < count; ++index)
    constraints += ",r";
  if (store.getPredicate()) {
    predicate = "@$" + std::to_string(operands.size()) + " ";
    operands.push_back(scalar(store.getPredicate()));
    constraints += ",b";
  }
  std::string text = predicate +
                     matrixText("stmatrix", count, store.getTransposed()) +
                     "[$0+" + std::to_string(store.getOffset()) + "], " +
                     listText(1, count) + ";";
  assembly(text, constraints + ",~{memory}", builder.getVoidTy(), operands);
}

KernelEmitter::Registers
KernelEmitter::fromUnits(llvm::ArrayRef<llvm::Value *> units, llvm::Type *type,
                         unsigned elementBytes) {
  Registers registers;
  for (llvm::Value *unit : units)
    registers.push_back(fromInteger(
        builder.CreateTrunc(unit, builder.getIntNTy(8 * elementBytes)), type));
  return registers;
}

// Of 64 bits, of words, or one smaller one in a word.
KernelEmitter::Registers KernelEmitter::unitsOf(Value value, std::size_t first,
                                                unsigned count,
                                                unsigned unitBits) {
  unsigned bytes = registerBytes(value.getType());
  auto registers = llvm::ArrayRef(get(value)).slice(first, count);
  if (unitBits == 64 || unitBits == 8 * bytes) {
    Registers units;
    for (llvm::Value *each : registers) {
      llvm::Value *bits = asInteger(each, bytes);
      units.push_back(unitBits < 32
                          ? builder.CreateZExt(bits, builder.getInt32Ty())
                          : bits);
    }
    return units;
  }
  auto found = packed.find(value);
  if (found == packed.end() || first * bytes % 4 != 0)
    return toWords(registers, bytes);
  return Registers(llvm::ArrayRef(found->second)
                       .slice(first * bytes / 4, (count * bytes + 3) / 4));
}

LogicalResult KernelEmitter::emit(simt::KernelOp kernel) {
  llvm::SmallVector<llvm::Type *> types;
  for (Type type : kernel.getFunctionType().getInputs())
    types.push_back(typeOf(type));
  function = llvm::Function::Create(
      llvm::FunctionType::get(builder.getVoidTy(), types, false),
      llvm::GlobalValue::ExternalLinkage, kernel.getSymName(), module);
  function->setCallingConv(llvm::CallingConv::PTX_Kernel);
  function->addFnAttr("nvvm.maxntid",
                      std::to_string(kernel.getWarps() * kernel.getLanes()));
  builder.SetInsertPoint(
      llvm::BasicBlock::Create(builder.getContext(), "entry", function));
  for (auto [argument, value] :
       llvm::zip(kernel.getArguments(), function->args()))
    set(argument, {&value});
  return emitBlocks(kernel.getBody());
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult KernelEmitter::emitOp(Operation *op) {
  using namespace llvm::Intrinsic;
  auto sreg = [&](ID id) { return builder.CreateIntrinsic(id, {}); };
  llvm::Value *allLanes = builder.getInt32(~0U);
  llvm::Value *clamp = builder.getInt32(31);
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](simt::ReturnOp) {
        builder.CreateRetVoid();
        return success();
      })
      .Case([&](scf::YieldOp) { return success(); })
      .Case([&](scf::ConditionOp) { return success(); })
      .Case([&](scf::WhileOp loop) { return emitWhile(loop); })
      .Case<cf::BranchOp, cf::CondBranchOp>([&](Operation *branch) {
        emitBranch(branch);
        return success();
      })
      .Case([&](simt::PrintOp print) {
        emitPrint(print);
        return success();
      })
      .Case([&](simt::AssemblyOp each) {
        emitAssembly(each);
        return success();
      })
      .Case([&](simt::AssertOp check) {
        emitAssert(check);
        return success();
      })
      .Case([&](scf::ForOp loop) { return emitFor(loop); })
      .Case([&](scf::IfOp branch) { return emitIf(branch); })
      .Case([&](simt::ThreadOp thread) {
        set(thread, {sreg(nvvm_read_ptx_sreg_tid_x)});
        return success();
      })
      .Case([&](simt::SharedOp shared) -> LogicalResult {
        if (!shared.getAt())
          return shared.emitOpError()
                 << "expects an offset in shared memory, but got none";
        llvm::GlobalVariable *memory = sharedMemory();
        memory->setAlignment(std::max(memory->getAlign().valueOrOne(),
                                      llvm::Align(shared.getAlignment())));
        set(shared, {builder.getInt32(*shared.getAt())});
        return success();
      })
      .Case([&](simt::ProgramOp program) {
        constexpr ID Ids[] = {nvvm_read_ptx_sreg_ctaid_x,
                              nvvm_read_ptx_sreg_ctaid_y,
                              nvvm_read_ptx_sreg_ctaid_z};
        set(program, {sreg(Ids[static_cast<unsigned>(program.getAxis())])});
        return success();
      })
      .Case([&](simt::ProgramsOp programs) {
        constexpr ID Ids[] = {nvvm_read_ptx_sreg_nctaid_x,
                              nvvm_read_ptx_sreg_nctaid_y,
                              nvvm_read_ptx_sreg_nctaid_z};
        set(programs, {sreg(Ids[static_cast<unsigned>(programs.getAxis())])});
        return success();
      })
      .Case([&](simt::SplatOp splat) {
        emitSplat(splat);
        return success();
      })
      .Case([&](simt::ExtractOp extract) {
        set(extract, {get(extract.getSrc())[extract.getIndex()]});
        return success();
      })
      .Case([&](simt::PermuteOp permute) {
        emitPermute(permute);
        return success();
      })
      .Case([&](simt::ToWordsOp words) {
        set(words, wordsOf(words.getSrc()));
        return success();
      })
      .Case([&](simt::FromWordsOp registers) {
        setWords(registers, get(registers.getSrc()));
        return success();
      })
      .Case([&](simt::BytePermuteOp permute) {
        set(permute, {builder.CreateIntrinsic(
                         nvvm_prmt, {},
                         {scalar(permute.getA()), scalar(permute.getB()),
                          scalar(permute.getSelector())})});
        return success();
      })
      .Case([&](simt::ShuffleXorOp shuffle) {
        set(shuffle, {builder.CreateIntrinsic(
                         nvvm_shfl_sync_bfly_i32, {},
                         {allLanes, scalar(shuffle.getSrc()),
                          builder.getInt32(shuffle.getLanes()), clamp})});
        return success();
      })
      .Case([&](simt::LaneReduceOp reduce) {
        constexpr ID Ids[] = {nvvm_redux_sync_add,  nvvm_redux_sync_and,
                              nvvm_redux_sync_or,   nvvm_redux_sync_xor,
                              nvvm_redux_sync_min,  nvvm_redux_sync_max,
                              nvvm_redux_sync_umin, nvvm_redux_sync_umax};
        set(reduce, {builder.CreateIntrinsic(
                        Ids[static_cast<unsigned>(reduce.getHow())], {},
                        {scalar(reduce.getSrc()), allLanes})});
        return success();
      })
      .Case([&](simt::ShuffleIndexOp shuffle) {
        set(shuffle,
            {builder.CreateIntrinsic(nvvm_shfl_sync_idx_i32, {},
                                     {allLanes, scalar(shuffle.getSrc()),
                                      scalar(shuffle.getLane()), clamp})});
        return success();
      })
      .Case([&](simt::BarrierOp barrier) {
        assembly(barrier.getScope() == simt::Scope::Warp
                     ? "bar.warp.sync 0xffffffff;"
                     : "bar.sync 0;",
                 "~{memory}", builder.getVoidTy(), {});
        return success();
      })
      .Case([&](simt::ApproximateOp each) { return emitApproximate(each); })
      .Case([&](simt::ConvertFloatOp each) { return emitConvertFloat(each); })
      .Case([&](simt::MatrixLoadOp load) {
        emitMatrixLoad(load);
        return success();
      })
      .Case([&](simt::MatrixStoreOp store) {
        emitMatrixStore(store);
        return success();
      })
      .Case([&](simt::LoadOp load) { return emitLoad(load); })
      .Case([&](simt::StoreOp store) { return emitStore(store); })
      .Case([&](simt::AtomicOp each) { return emitAtomic(each); })
      .Default([&](Operation *other) { return emitElementwise(other); });
}

} // namespace heddle
