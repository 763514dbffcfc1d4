//===- EngineChoice.cpp - Descriptors that the engine takes ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineChoice.h"
#include "BlockAddresses.h"
#include "NonNegative.h"
#include "StoredMemory.h"
#include "heddle/analysis/EngineBlocks.h"
#include "heddle/ir/Ttng.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

using namespace mlir;

/// Is this a multiple of 16 bytes?
bool EngineChoice::isInUnits(Value index, Type element) const {
  constexpr std::int64_t UnitBits = 128;
  std::int64_t bits = element.getIntOrFloatBitWidth();
  return facts.of(index).divisorOfAll() % (UnitBits / bits) == 0;
}

// A box that begins within 16 bytes is an illegal instruction on an H200.
// Blocks of more than 128 KiB leave little shared memory to others.
bool EngineChoice::canCopy(tt::TensorDescType block, RankedTensorType values,
                           ValueRange indices) const {
  constexpr std::int64_t MostBits = std::int64_t(8) << 17U;
  std::int64_t bits = block.getElementType().getIntOrFloatBitWidth();
  return values.getNumElements() * bits <= MostBits &&
         (!isInCluster || block.getShape() == values.getShape()) &&
         matchAxes(block.getShape(), values.getShape()).has_value() &&
         engineLayout(values.getShape(), block.getElementType()) &&
         isInUnits(indices.back(), block.getElementType());
}

// So is a store of a box that begins before the tensor.
bool EngineChoice::canStore(tt::TensorDescType block, RankedTensorType values,
                            ValueRange indices) const {
  return canCopy(block, values, indices) &&
         llvm::all_of(indices,
                      [&](Value index) { return isNonNegative(index, facts); });
}

/// Do rows end at multiples of 16 bytes? A store writes such units as a whole.
/// Where rows follow one another they do, since the engine needs that of a
/// row's begin.
bool EngineChoice::canStoreRows(tt::MakeTensorDescOp make) const {
  auto unextended = [](Value value) {
    auto extension = value.getDefiningOp<arith::ExtSIOp>();
    return extension ? extension.getIn() : value;
  };
  OperandRange strides = make.getStrides();
  Value size = make.getShape().back();
  return isInUnits(size, make.getType().getElementType()) ||
         (strides.size() > 1 && unextended(strides.drop_back().back()) == size);
}

/// Do only copies of blocks use it?
static bool hasOnlyCopies(tt::MakeTensorDescOp make) {
  return llvm::all_of(make->getUsers(), [](Operation *user) {
    return isa<tt::DescriptorLoadOp, tt::DescriptorStoreOp>(user);
  });
}

static bool hasStores(tt::MakeTensorDescOp make) {
  return llvm::any_of(make->getUsers(), llvm::IsaPred<tt::DescriptorStoreOp>);
}

/// Is a block that it describes in an iteration there before the next one
/// begins, whose descriptor has the same place? Not of loops that load ahead.
static bool isUsedUpInIteration(tt::MakeTensorDescOp make) {
  return hasOnlyCopies(make) && llvm::none_of(make->getUsers(), [&](auto user) {
           auto loop = dyn_cast_or_null<scf::ForOp>(
               user->template getParentOfType<LoopLikeOpInterface>());
           return isa<tt::DescriptorLoadOp>(user) && loop &&
                  loop->isAncestor(make);
         });
}

/// Has each of its stores the choice between the engine and pointers?
bool EngineChoice::canStoreAtTimes(tt::MakeTensorDescOp make) const {
  return hasOnlyCopies(make) && !isInCluster;
}

// One of the host and one of the kernel lie in different memories. NaN are
// filled in for the floats that the engine has.
bool EngineChoice::canMake(tt::MakeTensorDescOp make) const {
  Type element = make.getType().getElementType();
  bool fillsNan = make.getPadding() == tt::PaddingOption::Nan;
  bool isNarrow = element.getIntOrFloatBitWidth() == 8;
  auto isKnownUnaligned = [&](Value stride) {
    return facts.of(stride).constant && !isInUnits(stride, element);
  };
  return (!make->getParentOfType<LoopLikeOpInterface>() ||
          isUsedUpInIteration(make)) &&
         !given.contains(make.getType()) && !(fillsNan && isNarrow) &&
         matchPattern(make.getStrides().back(), m_One()) &&
         llvm::none_of(make.getStrides().drop_back(), isKnownUnaligned) &&
         (!stored.contains(make.getType()) || canStoreRows(make) ||
          canStoreAtTimes(make));
}

llvm::SmallVector<tt::MakeTensorDescOp> EngineChoice::takesAtTimes() const {
  llvm::SmallVector<tt::MakeTensorDescOp> taken;
  llvm::copy_if(
      makersOfRows, std::back_inserter(taken),
      [&](tt::MakeTensorDescOp make) { return takes(make.getType()); });
  return taken;
}

//===----------------------------------------------------------------------===//
// Other accesses of a function
//===----------------------------------------------------------------------===//

/// An op that orders no accesses of global memory, or whose own are known.
static bool hasKnownAccesses(Operation *op) {
  return isMemoryEffectFree(op) || op->getNumRegions() != 0 ||
         op->hasTrait<OpTrait::IsTerminator>() ||
         isa<tt::LoadOp, tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp,
             tt::DescriptorLoadOp, tt::DescriptorStoreOp,
             tt::DescriptorReduceOp, tt::DescriptorGatherOp,
             tt::DescriptorScatterOp, tt::PrintOp, tt::AssertOp>(op) ||
         op->getName().getStringRef() == "llvm.intr.assume";
}

/// Copies are ordered with what threads do only by fences and waits, which are
/// not worth their time: functions whose ops order accesses in ways that are
/// not known, and others than kernels, whose callers are not known here, have
/// none.
static bool isForKernelsAlone(tt::FuncOp function) {
  if (!function.isPublic() || function.isDeclaration() ||
      !function.getBody().hasOneBlock())
    return false;
  WalkResult unknown = function.walk([](Operation *op) {
    return hasKnownAccesses(op) ? WalkResult::advance()
                                : WalkResult::interrupt();
  });
  return !unknown.wasInterrupted();
}

/// Do all blocks of a function fit into shared memory, as if they lived at one
/// time? Waits do not say for which of them they are.
static bool fitInMemory(tt::FuncOp function) {
  constexpr std::int64_t MostBits = std::int64_t(8 * 192) << 10U;
  std::int64_t bits = 0;
  function.walk([&](Operation *op) {
    if (!isa<tt::DescriptorLoadOp, tt::DescriptorStoreOp,
             tt::DescriptorReduceOp>(op))
      return;
    RankedTensorType block =
        cast<tt::TensorDescType>(op->getOperand(0).getType()).blockType();
    if (block.getElementType().isIntOrFloat())
      bits += block.getNumElements() * block.getElementTypeBitWidth();
  });
  return bits <= MostBits;
}

/// Is this a store by the engine in every case? These are ordered among
/// themselves.
bool EngineChoice::isAlwaysEngines(Operation *store) const {
  if (!isa<tt::DescriptorStoreOp, tt::DescriptorReduceOp>(store))
    return false;
  Value descriptor = store->getOperand(0);
  auto make = descriptor.getDefiningOp<tt::MakeTensorDescOp>();
  return !byPointers.contains(descriptor.getType()) &&
         (!make || !llvm::is_contained(makersOfRows, make));
}

/// An atomic access by which others learn that what is before it has been
/// stored, or this program that they have done so.
static bool ordersStores(Operation *op) {
  return isAcquired(op) ||
         llvm::TypeSwitch<Operation *, bool>(op)
             .Case<tt::AtomicRMWOp, tt::AtomicCASOp>([](auto atomic) {
               return atomic.getSem() == tt::MemoryOrder::Release ||
                      atomic.getSem() == tt::MemoryOrder::AcquireRelease;
             })
             .Default(false);
}

/// May another op of the function access what a block's access does, one of
/// both being a store, or order such accesses?
bool EngineChoice::meetsOthers(Operation *access,
                               const std::vector<Operation *> &all) const {
  bool isLoad = isa<tt::DescriptorLoadOp>(access);
  return llvm::any_of(all, [&](Operation *op) {
    if (isLoad ? isAcquired(op) : ordersStores(op))
      return true;
    bool isAtomic = isa<tt::AtomicRMWOp, tt::AtomicCASOp>(op);
    bool isStore = isa<tt::StoreOp, tt::DescriptorScatterOp,
                       tt::DescriptorStoreOp, tt::DescriptorReduceOp>(op);
    bool matters =
        isAtomic ||
        (isLoad ? isStore
         : isStore
             // By one descriptor all go the same way.
             ? op->getOperand(0) != access->getOperand(0) &&
                   !(isAlwaysEngines(op) && isAlwaysEngines(access))
             : isa<tt::LoadOp, tt::DescriptorLoadOp, tt::DescriptorGatherOp>(
                   op));
    return matters && mayBeSameMemory(op->getOperand(0), access->getOperand(0));
  });
}

/// Whether the copy engine does what the op does with its descriptors.
bool EngineChoice::canBeEngines(Operation *op) const {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tt::DescriptorLoadOp load) {
        return canCopy(load.getDesc().getType(), load.getType(),
                       load.getIndices());
      })
      .Case([&](tt::DescriptorStoreOp store) {
        return canStore(store.getDesc().getType(), store.getSrc().getType(),
                        store.getIndices());
      })
      .Case([&](tt::DescriptorReduceOp reduce) {
        tt::TensorDescType block = reduce.getDesc().getType();
        Type type = block.getElementType();
        std::optional<TensorMap::Element> element = engineElement(type);
        return element && ttng::canReduceBlocks(reduce.getKind(), type) &&
               canReduce(*element, engineReduction(reduce.getKind())) &&
               canStore(block, reduce.getSrc().getType(), reduce.getIndices());
      })
      .Case([&](tt::MakeTensorDescOp make) { return canMake(make); })
      .Case<tt::DescriptorGatherOp, tt::DescriptorScatterOp, tt::CallOp,
            tt::ReturnOp>([](auto) { return false; })
      .Default(!isInCluster);
}

void EngineChoice::leave(Operation *op) {
  auto leaveType = [&](Type type) {
    if (isa<tt::TensorDescType>(type))
      byPointers.insert(type);
  };
  if (auto function = dyn_cast<tt::FuncOp>(op))
    llvm::for_each(function.getArgumentTypes(), leaveType);
  llvm::for_each(op->getOperandTypes(), leaveType);
  llvm::for_each(op->getResultTypes(), leaveType);
}

/// What can be said of types, so that no op is asked about others.
void EngineChoice::lookAtTypes(tt::FuncOp function) {
  function.walk([&](Operation *op) {
    auto look = [&](Type type) {
      auto descriptor = dyn_cast<tt::TensorDescType>(type);
      if (descriptor &&
          !engineLayout(descriptor.getShape(), descriptor.getElementType()))
        byPointers.insert(type);
    };
    if (op == function)
      for (Type type : function.getArgumentTypes()) {
        look(type);
        given.insert(type);
      }
    llvm::for_each(op->getOperandTypes(), look);
    llvm::for_each(op->getResultTypes(), look);
    if (isa<tt::DescriptorStoreOp, tt::DescriptorReduceOp>(op))
      stored.insert(op->getOperand(0).getType());
  });
}

void EngineChoice::lookAtOps(tt::FuncOp function) {
  bool isForEngine = isForKernelsAlone(function) && fitInMemory(function);
  std::vector<Operation *> accesses;
  function.walk([&](Operation *op) {
    if (op->getNumOperands() != 0 && !isMemoryEffectFree(op) &&
        op->getNumRegions() == 0)
      accesses.push_back(op);
    if (auto make = dyn_cast<tt::MakeTensorDescOp>(op);
        make && hasStores(make) && !canStoreRows(make) &&
        !llvm::is_contained(makersOfRows, make))
      makersOfRows.push_back(make);
  });
  function.walk([&](Operation *op) {
    auto isOpen = [&](Type type) {
      return isa<tt::TensorDescType>(type) && !byPointers.contains(type);
    };
    bool isAsked = llvm::any_of(op->getOperandTypes(), isOpen) ||
                   llvm::any_of(op->getResultTypes(), isOpen);
    bool isBlock = isa<tt::DescriptorLoadOp, tt::DescriptorStoreOp,
                       tt::DescriptorReduceOp>(op);
    auto isEngines = [&] {
      return canBeEngines(op) && !(isBlock && meetsOthers(op, accesses));
    };
    if (!isForEngine || (isAsked && !isEngines()))
      leave(op);
  });
}

EngineChoice::EngineChoice(ModuleOp module, unsigned blocks)
    : facts(module), isInCluster(blocks != 1) {
  for (tt::FuncOp function : module.getOps<tt::FuncOp>())
    lookAtTypes(function);
  // What is left to pointers may meet what has been found to be the engine's.
  std::size_t known = 0;
  do {
    known = byPointers.size();
    for (tt::FuncOp function : module.getOps<tt::FuncOp>())
      lookAtOps(function);
  } while (byPointers.size() != known);
}

} // namespace heddle
