//===- FunctionReductions.cpp - Functions and calls -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"
#include "Values.h"
#include "heddle/ir/Tt.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace heddle::reduction {

using namespace mlir;

namespace {

/// Functions and globals that nobody uses.
std::vector<Site> eraseSymbols(ModuleOp module) {
  std::vector<Site> sites;
  for (Operation &op : *module.getBody())
    if (isa<SymbolOpInterface>(op))
      sites.emplace_back([&op, module] {
        if (SymbolTable::symbolKnownUseEmpty(&op, module))
          op.erase();
      });
  return sites;
}

std::vector<tt::CallOp> callsOf(FunctionOpInterface function) {
  std::vector<tt::CallOp> calls;
  function->getParentOfType<ModuleOp>().walk([&](tt::CallOp call) {
    if (call.getCallee() == function.getName())
      calls.push_back(call);
  });
  return calls;
}

void eraseArgument(FunctionOpInterface function, unsigned index) {
  if (function.isExternal() || !function.getArgument(index).use_empty())
    return;
  std::vector<tt::CallOp> calls = callsOf(function);
  if (failed(function.eraseArgument(index)))
    return;
  for (tt::CallOp call : calls)
    call->eraseOperand(index);
}

template <class Make>
std::vector<Site> functionSites(ModuleOp module, Make make) {
  std::vector<Site> sites;
  for (auto function : module.getOps<FunctionOpInterface>())
    make(function, sites);
  return sites;
}

std::vector<Site> eraseArguments(ModuleOp module) {
  return functionSites(
      module, [](FunctionOpInterface function, std::vector<Site> &sites) {
        for (unsigned index = 0; index < function.getNumArguments(); ++index)
          if (!function.isExternal() && function.getArgument(index).use_empty())
            sites.emplace_back([function, index]() mutable {
              eraseArgument(function, index);
            });
      });
}

/// Callers get a constant in place of the result, or an argument.
void eraseResult(FunctionOpInterface function, unsigned index) {
  for (tt::CallOp call : callsOf(function)) {
    OpBuilder builder(call);
    llvm::SmallVector<Type> types(call.getResultTypes());
    if (!call.getResult(index).use_empty()) {
      Value other;
      for (Stand stand : {Stand::Argument, Stand::One})
        if (!other)
          other = standFor(types[index], call, stand);
      if (!other)
        return;
      call.getResult(index).replaceAllUsesWith(other);
    }
    types.erase(types.begin() + index);
    OperationState state(call.getLoc(), call->getName(), call->getOperands(),
                         types, call->getAttrDictionary().getValue());
    Operation *made = builder.create(state);
    for (OpResult result : call->getResults())
      if (unsigned number = result.getResultNumber(); number != index)
        result.replaceAllUsesWith(
            made->getResult(number - (number > index ? 1 : 0)));
    call->erase();
  }
  function.walk([&](tt::ReturnOp end) { end->eraseOperand(index); });
  (void)function.eraseResult(index);
}

std::vector<Site> eraseResults(ModuleOp module) {
  return functionSites(
      module, [](FunctionOpInterface function, std::vector<Site> &sites) {
        for (unsigned index = 0; index < function.getNumResults(); ++index)
          if (!function.isExternal())
            sites.emplace_back(
                [function, index]() mutable { eraseResult(function, index); });
      });
}

/// One argument for several of a type.
std::vector<Site> mergeArguments(ModuleOp module) {
  return functionSites(
      module, [](FunctionOpInterface function, std::vector<Site> &sites) {
        if (function.isExternal())
          return;
        for (unsigned index = 1; index < function.getNumArguments(); ++index)
          sites.emplace_back([function, index]() mutable {
            BlockArgument argument = function.getArgument(index);
            for (BlockArgument other : function.getArguments())
              if (other != argument && other.getType() == argument.getType()) {
                argument.replaceAllUsesWith(other);
                return eraseArgument(function, index);
              }
          });
      });
}

} // namespace

llvm::ArrayRef<Reduction> functionReductions() {
  static const Reduction list[] = {
      {"erase-functions", "erase functions and globals that are not used",
       eraseSymbols},
      {"erase-arguments", "erase arguments of functions that are not used",
       eraseArguments},
      {"erase-results", "let functions return less", eraseResults,
       DeadOps::Kept},
      {"merge-arguments", "use one argument in place of others of its type",
       mergeArguments},
  };
  return list;
}

} // namespace heddle::reduction
