//===- LayoutGraph.cpp - Which layouts a program could have ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/LayoutGraph.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/encoding/Views.h"
#include "heddle/ir/LayoutFlow.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

using namespace mlir;

namespace {

/// A tensor with a layout of registers.
RankedTensorType laidOut(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() > 0 && ir::encodingOf(type) != nullptr
             ? type
             : RankedTensorType();
}

/// Elements that an op takes together have to be in one thread.
bool takesSeveralElements(Operation *op) {
  if (auto assembly = dyn_cast<tt::ElementwiseInlineAsmOp>(op))
    return assembly.getPackedElement() > 1;
  if (auto map = dyn_cast<tt::MapElementwiseOp>(op))
    return map.getPack() > 1;
  return false;
}

/// A load that has no more elements than the block has threads takes one
/// instruction of each warp, or a few, in any layout.
bool isSmall(tt::LoadOp load) {
  std::int64_t threads = std::int64_t(ir::warpsAt(load).value_or(1)) *
                         ir::lanesAt(load).value_or(1);
  return laidOut(load.getResult()).getNumElements() <= threads;
}

/// Whoever calls the function has chosen the layout of its tensors.
bool isArgumentOfFunction(Value value) {
  auto argument = dyn_cast<BlockArgument>(beforeConversions(value));
  return argument &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

/// May an access of global memory have any layout, at its price? A larger load
/// of a loop may be pipelined: it is copied to shared memory then, in a layout
/// that suits the copies, and read from there in any other. What an author asks
/// for counts more.
bool isFlexibleAccess(Operation *op) {
  bool isAskedFor = op->hasAttr(PinAttr) || op->hasAttr(PreferAttr);
  if (auto load = dyn_cast<tt::LoadOp>(op))
    return laidOut(load.getResult()) && !load.getIsVolatile() &&
           (isAskedFor || isSmall(load) ||
            (!load->getParentOfType<LoopLikeOpInterface>() &&
             !isArgumentOfFunction(load.getPtr())));
  auto store = dyn_cast<tt::StoreOp>(op);
  return store && laidOut(store.getValue()) &&
         (isAskedFor || !isArgumentOfFunction(store.getPtr()));
}

/// Ops that take and give each of their tensors in any layout, whatever the
/// others have.
bool takesAnyLayouts(Operation *op) {
  return isa<ttg::LocalLoadOp, ttg::LocalStoreOp, ttg::LocalAllocOp,
             tt::DescriptorLoadOp, tt::DescriptorStoreOp, tt::PrintOp,
             tt::AssertOp>(op);
}

/// May the op have any layouts that flow through it?
bool isFlexible(Operation *op) {
  if (isa<tt::LoadOp, tt::StoreOp>(op))
    return isFlexibleAccess(op);
  if (auto gather = dyn_cast<tt::GatherOp>(op))
    return !gather.getEfficientLayout();
  if (!isMemoryEffectFree(op) || takesSeveralElements(op))
    return false;
  if (auto reshape = dyn_cast<tt::ReshapeOp>(op))
    return !reshape.getEfficientLayout();
  return isa<arith::ConstantOp, tt::SplatOp, tt::MakeRangeOp, tt::ExpandDimsOp,
             tt::BroadcastOp, tt::TransOp, tt::JoinOp, tt::SplitOp,
             tt::ReduceOp, tt::ScanOp, tt::MapElementwiseOp, ttg::Fp4ToFpOp>(
             op) ||
         op->hasTrait<OpTrait::Elementwise>();
}

/// Of the tensor on the other side of a reshape, elements in their order. That
/// is one of those in which they may be if any will do.
Attribute acrossReshape(tt::ReshapeOp reshape, unsigned port,
                        Attribute layout) {
  auto sizes = [](Value value) {
    llvm::ArrayRef<std::int64_t> shape = laidOut(value).getShape();
    return std::vector<std::uint64_t>(shape.begin(), shape.end());
  };
  bool isResult = port == 0;
  Value here = isResult ? reshape.getResult() : reshape.getSrc();
  Value there = isResult ? reshape.getSrc() : reshape.getResult();
  if (sizes(here) == sizes(there))
    return layout;
  const Encoding *encoding = ir::encodingOf(layout);
  Result<Encoding> found = reshaped(*encoding, sizes(here), sizes(there),
                                    ir::releaseOf(layout.getContext()));
  return found ? ir::layoutAttr(layout.getContext(), *found) : Attribute();
}

PortLayouts currentLayouts(const LayoutSite &site) {
  PortLayouts layouts;
  for (unsigned port = 0; port < site.ports(); ++port)
    layouts.push_back(laidOut(site.valueAt(port)).getEncoding());
  return layouts;
}

} // namespace

bool takesOtherLayouts(Operation *op) {
  return isFlexible(op) || takesAnyLayouts(op);
}

Value beforeConversions(Value value) {
  while (auto convert = value.getDefiningOp<ttg::ConvertLayoutOp>())
    value = convert.getSrc();
  return value;
}

PortLayouts layoutsAround(const LayoutSite &site, unsigned port,
                          Attribute layout) {
  if (site.kind == LayoutSite::Kind::Carried)
    return PortLayouts(site.ports(), layout);
  Operation *op = site.op;
  // The source may have any layout; with the same one, elements along other
  // axes are where they are needed.
  if (isa<tt::GatherOp, tt::LoadOp, tt::StoreOp>(op))
    return PortLayouts(site.ports(), layout);
  // These have one shape.
  if (op->hasTrait<OpTrait::Elementwise>() && !isa<ir::LayoutFlow>(op))
    return PortLayouts(site.ports(), layout);
  auto defs = static_cast<unsigned>(site.defs.size());
  auto resultOf = [&](unsigned def) {
    return cast<OpResult>(site.defs[def]).getResultNumber();
  };
  PortLayouts layouts(site.ports());
  layouts[port] = layout;
  if (auto reshape = dyn_cast<tt::ReshapeOp>(op);
      reshape && reshape.getAllowReorder()) {
    layouts[1 - port] = acrossReshape(reshape, port, layout);
    return layouts[1 - port] ? layouts : PortLayouts();
  }
  // All operands of these have one layout; the results may have others.
  if (port >= defs && isa<tt::ReduceOp, tt::JoinOp, tt::HistogramOp>(op))
    std::fill(layouts.begin() + defs, layouts.end(), layout);
  for (unsigned def = 0; def < defs; ++def) {
    if (port >= defs) {
      unsigned operand = site.uses[port - defs]->getOperandNumber();
      layouts[def] = ir::layoutOfResult(op, operand, layout, resultOf(def));
    } else if (def != port) {
      layouts[def] = layout;
    }
    if (!layouts[def])
      return {};
  }
  for (unsigned use = defs; use < site.ports(); ++use)
    if (!layouts[use] && defs > 0)
      layouts[use] =
          ir::layoutOfOperand(op, resultOf(0), layouts[0],
                              site.uses[use - defs]->getOperandNumber());
  return llvm::is_contained(layouts, Attribute()) ? PortLayouts() : layouts;
}

LayoutGraph::LayoutGraph(Operation *root, const Target &target, int stages,
                         llvm::ArrayRef<LayoutWish> wishes)
    : target(target), facts(root), costs(target, facts) {
  for (const LayoutWish &wish : wishes)
    wishesOf[wish.op].push_back(wish);
  if (target.asyncCopies.reachAnywhere())
    copies = likelyCopies(root, stages);
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    addSites(op);
    llvm::TypeSwitch<Operation *>(op)
        .Case<scf::ForOp, scf::WhileOp>([&](auto loop) { addLoop(loop); })
        .Case<scf::IfOp>([&](auto branch) { addBranch(branch); })
        .Case<ttng::WarpGroupDotWaitOp>([&](auto wait) { addWait(wait); });
  });
  root->walk<WalkOrder::PreOrder>([&](Operation *op) { addUses(op); });
}

void LayoutGraph::add(LayoutSite site) {
  auto index = static_cast<unsigned>(allSites.size());
  site.layouts = currentLayouts(site);
  site.isRepeatable =
      site.kind == LayoutSite::Kind::Computation && isCheap(site.op);
  addStarts(site);
  site.cycles = work(site, site.layouts);
  for (unsigned port = 0; port < site.ports(); ++port)
    if (port < site.defs.size())
      definitions[site.defs[port]] = {index, port};
    else
      users[site.uses[port - site.defs.size()]] = {index, port};
  allSites.push_back(std::move(site));
}

void LayoutGraph::addSites(Operation *op) {
  llvm::SmallVector<Value, 2> defs;
  llvm::SmallVector<OpOperand *, 2> uses;
  for (Value result : op->getResults())
    if (laidOut(result))
      defs.push_back(result);
  for (OpOperand &operand : op->getOpOperands())
    if (laidOut(operand.get()))
      uses.push_back(&operand);
  if (isFlexible(op))
    return addComputation(op, defs, uses);
  bool isCounted = isa<tt::HistogramOp>(op);
  if (!isCounted && !takesAnyLayouts(op))
    return;
  for (Value def : defs)
    addComputation(op, def, {});
  // A mask has the layout of what it belongs to.
  if (isCounted)
    return addComputation(op, {}, uses);
  for (OpOperand *use : uses)
    addComputation(op, {}, use);
}

void LayoutGraph::addComputation(Operation *op, llvm::ArrayRef<Value> defs,
                                 llvm::ArrayRef<OpOperand *> uses) {
  if (defs.empty() && uses.empty())
    return;
  add({.kind = LayoutSite::Kind::Computation,
       .op = op,
       .defs = llvm::SmallVector<Value, 2>(defs),
       .uses = llvm::SmallVector<OpOperand *, 2>(uses),
       .layouts = {},
       .cycles = 0,
       .starts = {}});
}

void LayoutGraph::addCarried(Operation *op, llvm::ArrayRef<Value> defs,
                             llvm::ArrayRef<OpOperand *> uses) {
  if (laidOut(defs.front()))
    add({.kind = LayoutSite::Kind::Carried,
         .op = op,
         .defs = llvm::SmallVector<Value, 2>(defs),
         .uses = llvm::SmallVector<OpOperand *, 2>(uses),
         .layouts = {},
         .cycles = 0,
         .starts = {}});
}

void LayoutGraph::addLoop(scf::ForOp loop) {
  Operation *yield = loop.getBody()->getTerminator();
  for (unsigned i = 0; i < loop.getNumResults(); ++i)
    addCarried(loop, {loop.getResult(i), loop.getRegionIterArg(i)},
               {&loop.getInitArgsMutable()[i], &yield->getOpOperand(i)});
}

// What the first region begins with, and what it passes on.
void LayoutGraph::addLoop(scf::WhileOp loop) {
  for (auto [i, argument] : llvm::enumerate(loop.getBeforeArguments()))
    addCarried(loop, {argument},
               {&loop->getOpOperand(static_cast<unsigned>(i)),
                &loop.getYieldOp()->getOpOperand(static_cast<unsigned>(i))});
  llvm::MutableArrayRef<OpOperand> passed =
      loop.getConditionOp().getArgsMutable();
  for (auto [i, argument] : llvm::enumerate(loop.getAfterArguments()))
    addCarried(loop, {loop.getResult(static_cast<unsigned>(i)), argument},
               {&passed[i]});
}

void LayoutGraph::addBranch(scf::IfOp branch) {
  for (unsigned i = 0; i < branch.getNumResults(); ++i)
    addCarried(branch, {branch.getResult(i)},
               {&branch.thenYield()->getOpOperand(i),
                &branch.elseYield()->getOpOperand(i)});
}

void LayoutGraph::addWait(ttng::WarpGroupDotWaitOp wait) {
  for (unsigned i = 0; i < wait->getNumResults(); ++i)
    addCarried(wait, {wait->getResult(i)}, {&wait->getOpOperand(i)});
}

void LayoutGraph::addUses(Operation *op) {
  if (isa<ttg::ConvertLayoutOp>(op))
    return;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!laidOut(operand.get()))
      continue;
    Value source = beforeConversions(operand.get());
    Use use = {.operand = &operand,
               .source = source,
               .port = std::nullopt,
               .definition = definition(source)};
    if (auto user = users.find(&operand); user != users.end())
      use.port = user->second;
    usesOf[use.source].push_back(use);
    // What reaches a wait by a loop may be a product under way, too.
    if (isa<ttng::WarpGroupDotWaitOp>(op))
      awaited.insert(use.source);
  }
}

std::optional<LayoutPort> LayoutGraph::definition(Value value) const {
  auto found = definitions.find(value);
  return found == definitions.end() ? std::nullopt
                                    : std::optional(found->second);
}

Attribute LayoutGraph::layoutOf(Value value) const {
  if (std::optional<LayoutPort> port = definition(value))
    return allSites[port->site].layouts[port->port];
  return laidOut(value).getEncoding();
}

Attribute LayoutGraph::givenTo(const Use &use) const {
  if (use.definition)
    return allSites[use.definition->site].layouts[use.definition->port];
  return laidOut(use.source).getEncoding();
}

Attribute LayoutGraph::wantedBy(const Use &use) const {
  if (use.port)
    return allSites[use.port->site].layouts[use.port->port];
  return laidOut(use.operand->get()).getEncoding();
}

} // namespace heddle
