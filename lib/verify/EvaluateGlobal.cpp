//===- EvaluateGlobal.cpp - Accesses of global memory -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "heddle/ir/Amdg.h"
#include "heddle/ir/Ttg.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// The addresses, values and masks of an access, of which a scalar stands for
/// all elements.
class Accesses {
public:
  /// By pointers.
  Accesses(Evaluator &evaluator, Value pointers, Value mask)
      : pointers(&evaluator.tensor(pointers)) {
    if (mask)
      masks = &evaluator.tensor(mask);
    element = cast<tt::PointerType>(this->pointers->element).getPointee();
  }
  /// At offsets from a pointer.
  Accesses(Evaluator &evaluator, Value base, Value offsets, Value mask)
      : Accesses(evaluator, base, mask) {
    this->offsets = &evaluator.tensor(offsets);
  }

  Type element;
  const Shape &shape() const {
    return offsets ? offsets->shape : pointers->shape;
  }
  std::size_t size() const { return sizeOf(shape()); }
  std::uint64_t address(std::size_t at) const {
    if (offsets == nullptr)
      return pointers->elements[at];
    return pointers->elements.front() +
           static_cast<Bits>(
               signedOf(offsets->elements[at], offsets->element)) *
               bytesOf(element);
  }
  bool isOn(std::size_t at) const {
    return masks == nullptr ||
           masks->elements[masks->elements.size() == 1 ? 0 : at] != 0;
  }

private:
  const Tensor *pointers, *offsets = nullptr, *masks = nullptr;
};

Bits elementAt(const Tensor *tensor, std::size_t at) {
  if (tensor == nullptr)
    return 0;
  return tensor->elements[tensor->elements.size() == 1 ? 0 : at];
}

const Tensor *tensorOrNull(Evaluator &evaluator, Value value) {
  return value ? &evaluator.tensor(value) : nullptr;
}

/// Where the mask is false it is `other`, or zeros.
Tensor load(Evaluator &evaluator, const Accesses &accesses, Value other) {
  const Tensor *others = tensorOrNull(evaluator, other);
  Tensor result{accesses.element, accesses.shape(), {}};
  for (std::size_t at = 0; at < accesses.size(); ++at)
    result.elements.push_back(
        accesses.isOn(at)
            ? evaluator.memory.read(accesses.address(at), accesses.element)
            : elementAt(others, at));
  return result;
}

bool store(Evaluator &evaluator, Operation *op, const Accesses &accesses,
           Value value) {
  const Tensor &values = evaluator.tensor(value);
  for (std::size_t at = 0; at < accesses.size(); ++at)
    if (accesses.isOn(at))
      evaluator.memory.write(accesses.address(at), elementAt(&values, at),
                             accesses.element, op, evaluator.execution());
  return evaluator.spend(op, accesses.size());
}

bool runLoad(Evaluator &evaluator, tt::LoadOp op) {
  if (std::holds_alternative<BoxRef>(evaluator.get(op.getPtr()))) {
    const Box &box = evaluator.box(op.getPtr());
    evaluator.set(op.getResult(),
                  loadBox(evaluator, box, box.offsets, box.block));
    return true;
  }
  Accesses accesses(evaluator, op.getPtr(), op.getMask());
  evaluator.set(op.getResult(), load(evaluator, accesses, op.getOther()));
  return evaluator.spend(op, accesses.size());
}

bool runStore(Evaluator &evaluator, tt::StoreOp op) {
  if (std::holds_alternative<BoxRef>(evaluator.get(op.getPtr()))) {
    const Box &box = evaluator.box(op.getPtr());
    storeBox(evaluator, op, box, box.offsets, evaluator.tensor(op.getValue()));
    return true;
  }
  return store(evaluator, op, Accesses(evaluator, op.getPtr(), op.getMask()),
               op.getValue());
}

bool runBufferLoad(Evaluator &evaluator, amdg::BufferLoadOp op) {
  Accesses accesses(evaluator, op.getPtr(), op.getOffsets(), op.getMask());
  evaluator.set(op.getResult(), load(evaluator, accesses, op.getOther()));
  return evaluator.spend(op, accesses.size());
}

bool runBufferStore(Evaluator &evaluator, amdg::BufferStoreOp op) {
  return store(evaluator, op,
               Accesses(evaluator, op.getPtr(), op.getOffsets(), op.getMask()),
               op.getValue());
}

bool runAsyncCopy(Evaluator &evaluator, ttg::AsyncCopyGlobalToLocalOp op) {
  Accesses accesses(evaluator, op.getSrc(), op.getMask());
  evaluator.underWay.startCopy(evaluator.view(op.getResult()),
                               load(evaluator, accesses, op.getOther()));
  evaluator.set(op.getToken(), Datum());
  return evaluator.spend(op, accesses.size());
}

bool runBufferCopy(Evaluator &evaluator, amdg::BufferLoadToLocalOp op) {
  Accesses accesses(evaluator, op.getPtr(), op.getOffsets(), op.getMask());
  evaluator.underWay.startCopy(evaluator.view(op.getDest()),
                               load(evaluator, accesses, op.getOther()));
  evaluator.set(op.getToken(), Datum());
  return evaluator.spend(op, accesses.size());
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

Bits combined(tt::AtomicOp kind, Bits old, Bits value, Type element) {
  std::int64_t a = signedOf(old, element), b = signedOf(value, element);
  auto number = [&](Bits bits) { return toDouble(bits, element); };
  switch (kind) {
  case tt::AtomicOp::And:
    return old & value;
  case tt::AtomicOp::Or:
    return old | value;
  case tt::AtomicOp::Xor:
    return old ^ value;
  case tt::AtomicOp::Add:
    return cut(old + value, element);
  case tt::AtomicOp::FAdd:
    return fromDouble(number(old) + number(value), element);
  case tt::AtomicOp::Max:
    return a > b ? old : value;
  case tt::AtomicOp::Min:
    return a < b ? old : value;
  case tt::AtomicOp::UMax:
    return std::max(old, value);
  case tt::AtomicOp::UMin:
    return std::min(old, value);
  case tt::AtomicOp::Exchange:
    return value;
  case tt::AtomicOp::FMax:
    return number(old) > number(value) ? old : value;
  case tt::AtomicOp::FMin:
    return number(old) < number(value) ? old : value;
  case tt::AtomicOp::Inc:
    return old >= value ? 0 : old + 1;
  case tt::AtomicOp::Dec:
    return old == 0 || old > value ? value : old - 1;
  }
  return value;
}

/// In the order of the elements. `next` says what becomes of what was there.
template <class Fn>
bool runAtomics(Evaluator &evaluator, Operation *op, const Accesses &accesses,
                Value result, Fn next) {
  Tensor olds{accesses.element, accesses.shape(), {}};
  for (std::size_t at = 0; at < accesses.size(); ++at) {
    Bits old = 0;
    if (accesses.isOn(at)) {
      std::uint64_t address = accesses.address(at);
      old = evaluator.memory.read(address, accesses.element);
      Memory::Execution execution = evaluator.execution();
      execution.isAtomic = true;
      evaluator.memory.write(address, next(at, old), accesses.element, op,
                             execution);
    }
    olds.elements.push_back(old);
  }
  evaluator.set(result, std::move(olds));
  return evaluator.spend(op, accesses.size());
}

bool runAtomicRmw(Evaluator &evaluator, tt::AtomicRMWOp op) {
  Accesses accesses(evaluator, op.getPtr(), op.getMask());
  const Tensor &values = evaluator.tensor(op.getVal());
  return runAtomics(evaluator, op, accesses, op.getResult(),
                    [&](std::size_t at, Bits old) {
                      return combined(op.getAtomicRmwOp(), old,
                                      elementAt(&values, at), accesses.element);
                    });
}

bool runBufferAtomicRmw(Evaluator &evaluator, amdg::BufferAtomicRMWOp op) {
  Accesses accesses(evaluator, op.getPtr(), op.getOffsets(), op.getMask());
  const Tensor &values = evaluator.tensor(op.getValue());
  return runAtomics(evaluator, op, accesses, op.getResult(),
                    [&](std::size_t at, Bits old) {
                      return combined(op.getAtomicRmwOp(), old,
                                      elementAt(&values, at), accesses.element);
                    });
}

bool runAtomicCas(Evaluator &evaluator, tt::AtomicCASOp op) {
  Accesses accesses(evaluator, op.getPtr(), Value());
  const Tensor &expected = evaluator.tensor(op.getCmp());
  const Tensor &values = evaluator.tensor(op.getVal());
  return runAtomics(
      evaluator, op, accesses, op.getResult(), [&](std::size_t at, Bits old) {
        return old == elementAt(&expected, at) ? elementAt(&values, at) : old;
      });
}

bool runAtomicLoad(Evaluator &evaluator, tt::AtomicLoadOp op) {
  Accesses accesses(evaluator, op.getPtr(), op.getMask());
  evaluator.set(op.getResult(), load(evaluator, accesses, Value()));
  return evaluator.spend(op, accesses.size());
}

bool runAtomicStore(Evaluator &evaluator, tt::AtomicStoreOp op) {
  return store(evaluator, op, Accesses(evaluator, op.getPtr(), op.getMask()),
               op.getValue());
}

bool runScratch(Evaluator &evaluator, ttg::GlobalScratchAllocOp op) {
  Tensor address{op.getType(), {}, {evaluator.scratch(op.getNbytes())}};
  evaluator.set(op.getResult(), std::move(address));
  return true;
}

} // namespace

void addGlobalExecutors(ExecutorTable &table) {
  table.add<tt::LoadOp>(runLoad);
  table.add<tt::StoreOp>(runStore);
  table.add<amdg::BufferLoadOp>(runBufferLoad);
  table.add<amdg::BufferStoreOp>(runBufferStore);
  table.add<ttg::AsyncCopyGlobalToLocalOp>(runAsyncCopy);
  table.add<amdg::BufferLoadToLocalOp>(runBufferCopy);
  table.add<tt::AtomicRMWOp>(runAtomicRmw);
  table.add<amdg::BufferAtomicRMWOp>(runBufferAtomicRmw);
  table.add<tt::AtomicCASOp>(runAtomicCas);
  table.add<tt::AtomicLoadOp>(runAtomicLoad);
  table.add<tt::AtomicStoreOp>(runAtomicStore);
  table.add<ttg::GlobalScratchAllocOp>(runScratch);
}

} // namespace heddle::equivalence
