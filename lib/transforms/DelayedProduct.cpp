//===- DelayedProduct.cpp - A product an iteration late -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DelayedProduct.h"
#include "CarriedProduct.h"
#include "heddle/analysis/LoopLoads.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {

using namespace mlir;

namespace {

/// Ops of the body that use the value, directly or not, in its order.
OpSet usersOf(scf::ForOp loop, BlockArgument value) {
  OpSet users;
  for (Operation &op : loop.getBody()->without_terminator()) {
    bool uses = llvm::any_of(usedBy(&op), [&](Value used) {
      return used == value || users.contains(used.getDefiningOp());
    });
    if (uses)
      users.insert(&op);
  }
  return users;
}

/// Is it better done late than its result kept: because that is larger than
/// what it is made of, or is a view of memory?
bool isBetterLate(Operation *op) {
  if (op->getNumRegions() != 0 || op->getNumResults() == 0 ||
      !isMemoryEffectFree(op))
    return false;
  if (llvm::any_of(op->getResultTypes(), llvm::IsaPred<ttg::MemDescType>))
    return true;
  std::uint64_t results = bytesOfNumbers(op->getResultTypes());
  return results != 0 && bytesOfNumbers(op->getOperandTypes()) < results;
}

/// The two halves of the body.
class Halves {
public:
  Halves(scf::ForOp loop, const DelayedProduct &products, const OpSet &with);

  /// Values of the first half that the second one uses.
  const llvm::SetVector<Value> &handed() const { return values; }
  BlockArgument sums() const { return carried; }
  bool isLate(Operation *op) const { return late.contains(op); }

private:
  BlockArgument carried;
  OpSet late;
  llvm::SetVector<Value> values;
};

Halves::Halves(scf::ForOp loop, const DelayedProduct &products,
               const OpSet &with)
    : carried(onlyCarriedAs(loop, products.second->getResult(0))),
      late(usersOf(loop, carried)) {
  late.insert(with.begin(), with.end());
  for (Operation &op : llvm::reverse(loop.getBody()->without_terminator()))
    if (isBetterLate(&op) && llvm::all_of(op.getUsers(), [&](Operation *user) {
          return late.contains(inBody(loop, user));
        }))
      late.insert(&op);
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (!late.contains(&op))
      continue;
    for (Value used : usedBy(&op)) {
      if (!loop.isDefinedOutsideOfLoop(used) && used != carried &&
          !late.contains(used.getDefiningOp()))
        values.insert(used);
    }
  }
}

/// The first op of the first half that makes as many numbers as the first
/// product has, of what it was reduced to: from there on numbers of the second
/// product's next factor come up. Null if there is none.
Operation *firstOfNextFactor(scf::ForOp loop, const DelayedProduct &products) {
  auto sums = cast<ShapedType>(products.first->getResult(0).getType());
  OpSet factor = makersOf(loop, {products.second->getOperand(0)}), reduced;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (!factor.contains(&op) || !products.first->isBeforeInBlock(&op))
      continue;
    bool isReduced =
        isa<tt::ReduceOp>(op) || llvm::any_of(usedBy(&op), [&](Value used) {
          return reduced.contains(used.getDefiningOp());
        });
    if (!isReduced)
      continue;
    auto made = dyn_cast<ShapedType>(op.getResult(0).getType());
    if (made && made.getShape() == sums.getShape())
      return &op;
    reduced.insert(&op);
  }
  return nullptr;
}

using Values = llvm::SmallVector<Value>;

class Delay {
public:
  Delay(scf::ForOp loop, const DelayedProduct &products, const OpSet &with,
        std::uint32_t stagger)
      : loop(loop), products(products), halves(loop, products, with),
        stagger(stagger), loc(loop.getLoc()) {}

  void run();

private:
  IRMapping mapCarried(Value number, ValueRange carried);
  IRMapping mapHanded(ValueRange handed, Value sums);
  IRMapping firstHalf(OpBuilder &at, Value number, ValueRange carried);
  Value secondHalf(OpBuilder &at, ValueRange handed, Value sums);
  Values handedOn(const IRMapping &early);
  void makeBody(scf::ForOp made);
  Values iterations(OpBuilder &at);

  scf::ForOp loop;
  DelayedProduct products;
  Halves halves;
  std::uint32_t stagger;
  Location loc;
};

IRMapping Delay::firstHalf(OpBuilder &at, Value number, ValueRange carried) {
  IRMapping map = mapCarried(number, carried);
  for (Operation &op : loop.getBody()->without_terminator())
    if (!halves.isLate(&op))
      at.clone(op, map);
  return map;
}

Value Delay::secondHalf(OpBuilder &at, ValueRange handed, Value sums) {
  IRMapping map = mapHanded(handed, sums);
  for (Operation &op : loop.getBody()->without_terminator())
    if (halves.isLate(&op))
      at.clone(op, map);
  return map.lookup(products.second->getResult(0));
}

IRMapping Delay::mapCarried(Value number, ValueRange carried) {
  IRMapping map;
  map.map(loop.getInductionVar(), number);
  auto next = carried.begin();
  for (BlockArgument argument : loop.getRegionIterArgs())
    if (argument != halves.sums())
      map.map(argument, *next++);
  return map;
}

IRMapping Delay::mapHanded(ValueRange handed, Value sums) {
  IRMapping map;
  map.map(halves.handed(), handed);
  map.map(halves.sums(), sums);
  return map;
}

/// What the first half carries to the next iteration, and hands to the second.
Values Delay::handedOn(const IRMapping &early) {
  Values values;
  for (BlockArgument argument : loop.getRegionIterArgs())
    if (argument != halves.sums())
      values.push_back(
          early.lookupOrDefault(loop.getTiedLoopYieldedValue(argument)->get()));
  for (Value value : halves.handed())
    values.push_back(early.lookupOrDefault(value));
  return values;
}

ttng::WarpGroupDotOp start(OpBuilder &at, Operation *dot, IRMapping &map) {
  auto made = cast<ttng::WarpGroupDotOp>(at.clone(*dot, map));
  made.setIsAsync(true);
  return made;
}

void Delay::makeBody(scf::ForOp made) {
  OpBuilder at = OpBuilder::atBlockBegin(made.getBody());
  ValueRange all = made.getRegionIterArgs();
  std::size_t carried = all.size() - halves.handed().size() - 1;
  IRMapping early = mapCarried(made.getInductionVar(), all.take_front(carried));
  IRMapping late = mapHanded(all.drop_front(carried).drop_back(), all.back());
  ttng::WarpGroupDotOp second;
  auto startSecond = [&] {
    for (Operation &op : loop.getBody()->without_terminator()) {
      if (&op == products.second) {
        second = start(at, products.second, late);
        return;
      }
      if (halves.isLate(&op))
        at.clone(op, late);
    }
  };
  Value sums;
  auto endSecond = [&] {
    sums = waitFor(at, second, /*later=*/0).getResult(0);
    for (Operation *op = products.second->getNextNode(); op != nullptr;
         op = op->getNextNode())
      if (halves.isLate(op))
        at.clone(*op, late);
  };
  // Then the registers of its factor can take the numbers of the next one as
  // they come: all of these at once would have to wait for it.
  Operation *next = firstOfNextFactor(loop, products);
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (halves.isLate(&op))
      continue;
    if (&op == next)
      endSecond();
    if (&op != products.first) {
      at.clone(op, early);
      continue;
    }
    ttng::WarpGroupDotOp first = start(at, products.first, early);
    startSecond();
    early.map(products.first->getResult(0),
              waitFor(at, first, /*later=*/1).getResult(0));
  }
  if (!sums)
    endSecond();
  Values yielded = handedOn(early);
  yielded.push_back(sums);
  scf::YieldOp::create(at, loc, yielded);
}

/// All of them, of which there is one at least; the values of the loop.
Values Delay::iterations(OpBuilder &at) {
  Values inits;
  for (BlockArgument argument : loop.getRegionIterArgs())
    if (argument != halves.sums())
      inits.push_back(loop.getTiedLoopInit(argument)->get());
  std::size_t carried = inits.size();
  IRMapping begun = firstHalf(at, loop.getLowerBound(), inits);
  if (stagger != 0)
    begun.lookup(products.first)
        ->setAttr(ttng::StaggerAttr,
                  at.getI32IntegerAttr(static_cast<std::int32_t>(stagger)));
  Values first = handedOn(begun);
  first.push_back(loop.getTiedLoopInit(halves.sums())->get());
  Value begin =
      arith::AddIOp::create(at, loc, loop.getLowerBound(), loop.getStep());
  auto made = scf::ForOp::create(at, loc, begin, loop.getUpperBound(),
                                 loop.getStep(), first);
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  makeBody(made);
  ValueRange results = made.getResults();
  Values last(results.take_front(carried));
  Value sums =
      secondHalf(at, results.drop_front(carried).drop_back(), results.back());
  last.insert(last.begin() + halves.sums().getArgNumber() -
                  loop.getNumInductionVars(),
              sums);
  return last;
}

void Delay::run() {
  OpBuilder builder(loop);
  Value runs =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                            loop.getLowerBound(), loop.getUpperBound());
  auto branch = scf::IfOp::create(builder, loc, loop.getResultTypes(), runs,
                                  /*withElseRegion=*/true);
  OpBuilder some = OpBuilder::atBlockBegin(branch.thenBlock()),
            none = OpBuilder::atBlockBegin(branch.elseBlock());
  scf::YieldOp::create(some, loc, iterations(some));
  scf::YieldOp::create(none, loc, loop.getInitArgs());
  loop->replaceAllUsesWith(branch);
  loop.erase();
}

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

/// Why the second product cannot be late; nothing if it can.
std::optional<std::string> reasonAgainst(scf::ForOp loop,
                                         const DelayedProduct &products) {
  BlockArgument sums = onlyCarriedAs(loop, products.second->getResult(0));
  if (!sums)
    return "its second product does not go on across iterations";
  Value factor = products.second->getOperand(0);
  if (!isa<RankedTensorType>(factor.getType()))
    return "its second product has both factors in shared memory";
  OpSet late = usersOf(loop, sums);
  if (!late.contains(products.second) || late.contains(products.first))
    return "its products do not follow from each other";
  for (Operation *op : late) {
    if (op == products.second)
      continue;
    if (!isMemoryEffectFree(op))
      return "the sums of its second product are used by " + nameOf(op);
    if (llvm::is_contained(op->getUsers(), loop.getBody()->getTerminator()))
      return "it carries more than the sums of its second product";
  }
  OpSet needed = makersOf(loop, {factor});
  if (!needed.contains(products.first))
    return "its second product does not need the first";
  return std::nullopt;
}

} // namespace

Result<DelayedProduct> DelayedProduct::match(scf::ForOp loop) {
  llvm::SmallVector<Operation *> dots;
  bool areInBody = true;
  loop->walk([&](Operation *op) {
    if (!isProduct(op))
      return;
    auto group = dyn_cast<ttng::WarpGroupDotOp>(op);
    areInBody = areInBody && op->getBlock() == loop.getBody() &&
                (isa<tt::DotOp>(op) || (group && !group.getIsAsync()));
    dots.push_back(op);
  });
  if (dots.size() != 2 || !areInBody)
    return failure("it has not two products");
  DelayedProduct found = {.first = dots[0], .second = dots[1]};
  if (std::optional<std::string> reason = reasonAgainst(loop, found))
    return failure(*reason);
  return found;
}

/// Those that are live where the second product starts: sums of both, factors
/// in registers, what else the loop carries, and some more.
std::uint64_t DelayedProduct::registers(scf::ForOp loop,
                                        std::uint64_t threads) const {
  llvm::SmallVector<Type> live(first->getResultTypes());
  live.push_back(second->getOperand(0).getType());
  // Else it may be in shared memory.
  if (isa<ttng::WarpGroupDotOp>(first))
    live.push_back(first->getOperand(0).getType());
  llvm::append_range(live, loop.getResultTypes());
  return registersFor(live, threads);
}

bool DelayedProduct::fits(scf::ForOp loop, std::uint64_t warps,
                          std::uint64_t lanes, std::uint64_t loading) const {
  constexpr std::uint64_t Most = 240;
  std::uint64_t left = AllRegisters - WarpsOfGroup * lanes * loading;
  return registers(loop, warps * lanes) <=
         std::min(left / (llvm::alignTo(warps, WarpsOfGroup) * lanes), Most);
}

bool DelayedProduct::pays(scf::ForOp loop, std::uint64_t warps,
                          std::uint64_t lanes) const {
  constexpr std::uint64_t RowsOfWarp = 16;
  std::uint64_t threads = warps * lanes;
  auto sums = cast<ShapedType>(first->getResult(0).getType());
  bool haveRows =
      static_cast<std::uint64_t>(sums.getDimSize(0)) >= RowsOfWarp * warps;
  return warps >= 2 * WarpsOfGroup && haveRows && fits(loop, warps, lanes) &&
         leaveAlone(registers(loop, threads), threads);
}

// Measured on an H200 with tiles of 128 x 128 for 8 warps, heads of 64 and 128
// numbers, 256 to 16384 keys: 700 to 1000 cycles take 0 to 14 % of the time;
// more may be as bad as none. Tiles of 128 x 64 want half of that.
std::uint32_t DelayedProduct::staggerOf(std::uint64_t warps,
                                        std::uint64_t lanes) const {
  constexpr std::uint64_t CyclesOfNumber = 14, Groups = 2;
  auto sums = cast<ShapedType>(first->getResult(0).getType());
  auto numbers = static_cast<std::uint64_t>(sums.getNumElements());
  std::uint64_t groups = warps / WarpsOfGroup;
  return static_cast<std::uint32_t>(numbers * CyclesOfNumber * Groups /
                                    (warps * lanes * groups));
}

void DelayedProduct::delay(scf::ForOp loop, const OpSet &with,
                           std::uint32_t stagger) const {
  Delay(loop, *this, with, stagger).run();
}

} // namespace heddle
