//===- ControlFlow.cpp - Branches and loops -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/ADT/PostOrderIterator.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

llvm::BasicBlock *KernelEmitter::block(llvm::StringRef name) {
  return llvm::BasicBlock::Create(builder.getContext(), name, function);
}

KernelEmitter::Registers KernelEmitter::phis(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  auto count = vector ? static_cast<unsigned>(vector.getNumElements()) : 1U;
  Registers registers;
  for (unsigned index = 0; index < count; ++index)
    registers.push_back(builder.CreatePHI(typeOf(type), 2));
  return registers;
}

void KernelEmitter::addIncoming(llvm::ArrayRef<llvm::Value *> phis,
                                llvm::ArrayRef<llvm::Value *> registers,
                                llvm::BasicBlock *from) {
  for (auto [phi, value] : llvm::zip(phis, registers))
    llvm::cast<llvm::PHINode>(phi)->addIncoming(value, from);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

LogicalResult KernelEmitter::emitBlock(Block &block) {
  for (Operation &op : block)
    if (failed(emitOp(&op)))
      return failure();
  return success();
}

LogicalResult KernelEmitter::emitBlocks(Region &body) {
  llvm::ReversePostOrderTraversal<Block *> order(&body.front());
  blocks[&body.front()] = builder.GetInsertBlock();
  for (Block *each : order) {
    if (each == &body.front())
      continue;
    blocks[each] = block("block");
    builder.SetInsertPoint(blocks[each]);
    for (BlockArgument argument : each->getArguments())
      set(argument, phis(argument.getType()));
  }
  for (Block *each : order) {
    builder.SetInsertPoint(blocks[each]);
    if (failed(emitBlock(*each)))
      return failure();
  }
  return success();
}

void KernelEmitter::emitBranch(Operation *op) {
  auto *here = builder.GetInsertBlock();
  auto give = [&](Block *to, ValueRange operands) {
    for (auto [argument, operand] : llvm::zip(to->getArguments(), operands))
      addIncoming(get(argument), get(operand), here);
    return blocks.lookup(to);
  };
  if (auto branch = dyn_cast<cf::BranchOp>(op)) {
    builder.CreateBr(give(branch.getDest(), branch.getDestOperands()));
    return;
  }
  auto branch = cast<cf::CondBranchOp>(op);
  auto *then = give(branch.getTrueDest(), branch.getTrueDestOperands());
  auto *otherwise = give(branch.getFalseDest(), branch.getFalseDestOperands());
  builder.CreateCondBr(scalar(branch.getCondition()), then, otherwise);
}

//===----------------------------------------------------------------------===//
// Loops and branches
//===----------------------------------------------------------------------===//

LogicalResult KernelEmitter::emitFor(scf::ForOp loop) {
  auto *before = builder.GetInsertBlock();
  auto *head = block("head"), *body = block("body"), *after = block("after");
  llvm::Value *first = scalar(loop.getLowerBound());
  llvm::Value *end = scalar(loop.getUpperBound());
  llvm::Value *step = scalar(loop.getStep());
  builder.CreateBr(head);
  builder.SetInsertPoint(head);
  auto *index = builder.CreatePHI(first->getType(), 2);
  index->addIncoming(first, before);
  // In words what comes in words; all phis stand before what takes them apart.
  llvm::SmallVector<std::pair<bool, Registers>> carried;
  for (auto [initial, yielded] :
       llvm::zip(loop.getInitArgs(), loop.getYieldedValues())) {
    bool isPacked = comesInWords(initial) || comesInWords(yielded);
    builder.SetInsertPoint(before->getTerminator());
    Registers given = isPacked ? wordsOf(initial) : get(initial);
    builder.SetInsertPoint(head);
    Registers registers;
    for (llvm::Value *value : given) {
      auto *phi = builder.CreatePHI(value->getType(), 2);
      phi->addIncoming(value, before);
      registers.push_back(phi);
    }
    carried.emplace_back(isPacked, std::move(registers));
  }
  for (auto [each, argument, result] :
       llvm::zip(carried, loop.getRegionIterArgs(), loop.getResults())) {
    if (each.first) {
      setWords(argument, each.second);
      packed[result] = each.second;
    } else {
      set(argument, each.second);
    }
    set(result, get(argument));
  }
  set(loop.getInductionVar(), {index});
  llvm::Value *goesOn = loop.getUnsignedCmp()
                            ? builder.CreateICmpULT(index, end)
                            : builder.CreateICmpSLT(index, end);
  builder.CreateCondBr(goesOn, body, after);
  builder.SetInsertPoint(body);
  if (failed(emitBlock(*loop.getBody())))
    return failure();
  auto *last = builder.GetInsertBlock();
  index->addIncoming(builder.CreateAdd(index, step), last);
  for (auto [each, value] : llvm::zip(carried, loop.getYieldedValues()))
    addIncoming(each.second, each.first ? wordsOf(value) : get(value), last);
  builder.CreateBr(head);
  builder.SetInsertPoint(after);
  return success();
}

LogicalResult KernelEmitter::emitIf(scf::IfOp branch) {
  auto *then = block("then"), *otherwise = block("else");
  auto *after = block("after");
  builder.CreateCondBr(scalar(branch.getCondition()), then, otherwise);
  llvm::BasicBlock *ends[2] = {};
  Block *blocks[2] = {branch.thenBlock(), branch.elseBlock()};
  llvm::BasicBlock *starts[2] = {then, otherwise};
  for (unsigned index : {0U, 1U}) {
    builder.SetInsertPoint(starts[index]);
    if (blocks[index] != nullptr && failed(emitBlock(*blocks[index])))
      return failure();
    ends[index] = builder.GetInsertBlock();
    builder.CreateBr(after);
  }
  builder.SetInsertPoint(after);
  for (OpResult result : branch.getResults()) {
    unsigned number = result.getResultNumber();
    Registers registers = phis(result.getType());
    addIncoming(registers, get(branch.thenYield().getOperand(number)), ends[0]);
    addIncoming(registers, get(branch.elseYield().getOperand(number)), ends[1]);
    set(result, registers);
  }
  return success();
}

LogicalResult KernelEmitter::emitWhile(scf::WhileOp loop) {
  auto *before = builder.GetInsertBlock();
  auto *head = block("head"), *body = block("body"), *after = block("after");
  builder.CreateBr(head);
  builder.SetInsertPoint(head);
  for (auto [argument, initial] :
       llvm::zip(loop.getBeforeArguments(), loop.getInits())) {
    set(argument, phis(argument.getType()));
    addIncoming(get(argument), get(initial), before);
  }
  if (failed(emitBlock(*loop.getBeforeBody())))
    return failure();
  scf::ConditionOp condition = loop.getConditionOp();
  builder.CreateCondBr(scalar(condition.getCondition()), body, after);
  for (auto [argument, result, value] : llvm::zip(
           loop.getAfterArguments(), loop.getResults(), condition.getArgs())) {
    Registers registers = get(value);
    set(argument, registers);
    set(result, registers);
  }
  builder.SetInsertPoint(body);
  if (failed(emitBlock(*loop.getAfterBody())))
    return failure();
  auto *last = builder.GetInsertBlock();
  for (auto [argument, value] :
       llvm::zip(loop.getBeforeArguments(), loop.getYieldOp().getOperands()))
    addIncoming(get(argument), get(value), last);
  builder.CreateBr(head);
  builder.SetInsertPoint(after);
  return success();
}

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

/// A text in memory, as a pointer of no memory in particular.
llvm::Constant *KernelEmitter::text(llvm::StringRef value) {
  constexpr unsigned GlobalSpace = 1;
  auto *characters =
      llvm::ConstantDataArray::getString(builder.getContext(), value);
  auto *variable = new llvm::GlobalVariable(
      module, characters->getType(), /*isConstant=*/true,
      llvm::GlobalValue::InternalLinkage, characters, "text", nullptr,
      llvm::GlobalValue::NotThreadLocal, GlobalSpace);
  return llvm::ConstantExpr::getAddrSpaceCast(variable, builder.getPtrTy());
}

// CUDA's __assertfail(message, file, line, function, size of a character).
void KernelEmitter::emitAssert(simt::AssertOp op) {
  llvm::Value *holds = builder.getTrue();
  for (llvm::Value *each : get(op.getCondition()))
    holds = builder.CreateAnd(holds, each);
  auto *fails = block("fails"), *after = block("after");
  builder.CreateCondBr(holds, after, fails);
  builder.SetInsertPoint(fails);
  std::string file = "unknown";
  unsigned line = 0;
  if (auto place = op.getLoc()->findInstanceOf<FileLineColLoc>()) {
    file = place.getFilename().str();
    line = place.getLine();
  }
  llvm::Type *pointer = builder.getPtrTy();
  auto *type = llvm::FunctionType::get(
      builder.getVoidTy(),
      {pointer, pointer, builder.getInt32Ty(), pointer, builder.getInt64Ty()},
      false);
  builder.CreateCall(module.getOrInsertFunction("__assertfail", type),
                     {text(op.getMessage()), text(file), builder.getInt32(line),
                      text(function->getName()), builder.getInt64(1)});
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
}

// CUDA's vprintf(format, arguments), which lie one after the other.
void KernelEmitter::emitPrint(simt::PrintOp op) {
  auto *after = block("after");
  if (Value predicate = op.getPredicate()) {
    auto *prints = block("prints");
    builder.CreateCondBr(scalar(predicate), prints, after);
    builder.SetInsertPoint(prints);
  } else {
    builder.CreateBr(after);
    builder.SetInsertPoint(after);
    after = nullptr;
  }
  llvm::SmallVector<llvm::Type *> types;
  for (Value argument : op.getArguments())
    types.push_back(typeOf(argument.getType()));
  auto *list = llvm::StructType::get(builder.getContext(), types);
  llvm::IRBuilder<> start(&function->getEntryBlock(),
                          function->getEntryBlock().begin());
  llvm::Value *memory = start.CreateAlloca(list);
  for (auto [index, argument] : llvm::enumerate(op.getArguments()))
    builder.CreateStore(
        scalar(argument),
        builder.CreateStructGEP(list, memory, static_cast<unsigned>(index)));
  llvm::Type *pointer = builder.getPtrTy();
  auto *type =
      llvm::FunctionType::get(builder.getInt32Ty(), {pointer, pointer}, false);
  builder.CreateCall(module.getOrInsertFunction("vprintf", type),
                     {text(op.getFormat()), memory});
  if (after == nullptr)
    return;
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
}

// "r" is a word whatever is in it; the type of an operand must be as wide.
void KernelEmitter::emitAssembly(simt::AssemblyOp op) {
  llvm::SmallVector<llvm::Value *> operands;
  llvm::SmallVector<llvm::Type *> types;
  for (Value operand : op.getOperands())
    operands.push_back(scalar(operand));
  for (Type type : op.getResultTypes())
    types.push_back(typeOf(type));
  llvm::Type *type = types.empty() ? builder.getVoidTy()
                     : types.size() == 1
                         ? types.front()
                         : llvm::StructType::get(builder.getContext(), types);
  // Operands are $0, $1 in Triton's as in LLVM's.
  llvm::Value *made =
      op.getPure()
          ? pureAssembly(op.getText(), op.getConstraints(), type, operands)
          : assembly(op.getText(), op.getConstraints(), type, operands);
  for (auto [index, result] : llvm::enumerate(op.getResults()))
    set(result, {types.size() == 1 ? made
                                   : builder.CreateExtractValue(
                                         made, static_cast<unsigned>(index))});
}

} // namespace heddle
