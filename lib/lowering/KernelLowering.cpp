//===- KernelLowering.cpp - From tensors to one thread --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "heddle/ir/Layout.h"
#include "heddle/layout/Reshape.h"
#include "heddle/lowering/Lowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringMap.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

VectorType KernelLowering::registersOf(RankedTensorType type) {
  auto count = static_cast<unsigned>(layoutOf(type).inSize(Dim::Register));
  return simt::registers(lowered(type.getElementType()), count);
}

/// Addresses are numbers.
Type KernelLowering::lowered(Type type) {
  if (isa<tt::PointerType>(type))
    return builder.getI64Type();
  if (isa<ttg::MemDescType>(type))
    return builder.getI32Type();
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return registersOf(tensor);
  return copiesOfScalars == 0 ? type : simt::registers(type, copiesOfScalars);
}

Value KernelLowering::number(std::int64_t value, Type type) {
  Location place = builder.getUnknownLoc();
  if (auto vector = dyn_cast<VectorType>(type))
    return make<arith::ConstantOp>(
        place,
        DenseElementsAttr::get(
            vector, builder.getIntegerAttr(vector.getElementType(), value)));
  return make<arith::ConstantOp>(place, builder.getIntegerAttr(type, value));
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

const LinearLayout &KernelLowering::layoutOf(RankedTensorType type) {
  auto [found, isNew] = layouts.try_emplace(type);
  if (isNew) {
    // Verified types have layouts, and all of those have registers.
    LinearLayout layout = ir::linearLayoutOf(type).value();
    found->second = removeZeroBases(layout, Dim::Register).value();
  }
  return found->second;
}

ThreadMap KernelLowering::threadMapOf(const LinearLayout &layout,
                                      unsigned axis) {
  ThreadMap map;
  for (Dim dim : {Dim::Lane, Dim::Warp})
    for (unsigned bit = 0; bit < layout.inBits(dim); ++bit)
      map.columns.push_back(layout.basis(dim, bit, Dim::standard(axis)));
  return map;
}

Value KernelLowering::thread(Location place) {
  if (!threadNumber) {
    OpBuilder::InsertionGuard guard(builder);
    Block *entry = builder.getBlock();
    while (!isa<simt::KernelOp>(entry->getParentOp()))
      entry = entry->getParentOp()->getBlock();
    builder.setInsertionPointToStart(&entry->getParent()->front());
    threadNumber = make<simt::ThreadOp>(place, builder.getI32Type());
  }
  return threadNumber;
}

// The terms have no bits in common unless two columns have, so that they can be
// added, which back ends fold into addresses.
Value KernelLowering::apply(const ThreadMap &map, Location place) {
  Word seen = map.constant;
  bool isDisjoint = true;
  for (Word column : map.columns) {
    isDisjoint = isDisjoint && (seen & column) == 0;
    seen |= column;
  }
  Type i32 = builder.getI32Type();
  auto constant = [&](std::uint64_t value) {
    return number(static_cast<std::int64_t>(value), i32);
  };
  auto join = [&](Value a, Value b) -> Value {
    if (!a)
      return b;
    if (isDisjoint)
      return make<arith::AddIOp>(place, a, b);
    return make<arith::XOrIOp>(place, a, b);
  };
  Word all = f2::lowMask(threads.total());
  Value result;
  for (auto [distance, bits] : map.moves()) {
    Value term = thread(place);
    if (bits != all)
      term = make<arith::AndIOp>(place, term, constant(bits));
    if (distance > 0)
      term = make<arith::ShLIOp>(place, term,
                                 constant(static_cast<unsigned>(distance)));
    else if (distance < 0)
      term = make<arith::ShRUIOp>(place, term,
                                  constant(static_cast<unsigned>(-distance)));
    result = join(result, term);
  }
  if (map.constant != 0 || !result)
    result = join(result, constant(map.constant));
  return result;
}

Value KernelLowering::isOwner(const LinearLayout &layout, Location place) {
  Word copies = 0;
  for (const Coordinate &mask : layout.freeVariableMasks()) {
    if (mask.dim == Dim::Lane)
      copies |= mask.value;
    if (mask.dim == Dim::Warp)
      copies |= f2::shiftLeft(mask.value, threads.lane);
  }
  return copies == 0 ? Value() : isZero(copies, place);
}

Value KernelLowering::isFirst(Location place) {
  return isZero(f2::lowMask(threads.total()), place);
}

Value KernelLowering::isZero(Word threadBits, Location place) {
  Type i32 = builder.getI32Type();
  Value bits = thread(place);
  if (threadBits != f2::lowMask(threads.total()))
    bits = make<arith::AndIOp>(
        place, bits, number(static_cast<std::int64_t>(threadBits), i32));
  return make<arith::CmpIOp>(place, arith::CmpIPredicate::eq, bits,
                             number(0, i32));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

KernelLowering::Emit KernelLowering::emitOf(Operation *op) {
  using K = KernelLowering;
  static const llvm::StringMap<Emit> Table = {
      {"arith.constant", &K::emitConstant},
      {"tt.get_program_id", &K::emitProgram},
      {"tt.get_num_programs", &K::emitProgram},
      {"tt.make_range", &K::emitRange},
      {"tt.splat", &K::emitSplat},
      {"tt.addptr", &K::emitAddPointer},
      {"tt.bitcast", &K::emitBitcast},
      {"tt.ptr_to_int", &K::emitBitcast},
      {"tt.int_to_ptr", &K::emitBitcast},
      {"tt.extern_elementwise", &K::emitExtern},
      {"tt.precise_sqrt", &K::emitRenamed},
      {"tt.precise_divf", &K::emitRenamed},
      {"tt.approx_divf", &K::emitRenamed},
      {"tt.mulhiui", &K::emitHighProduct},
      {"tt.fp_to_fp", &K::emitFloatCast},
      {"tt.clampf", &K::emitClamp},
      {"ub.poison", &K::emitPoison},
      {"llvm.intr.assume", &K::emitNothing},
      {"tt.expand_dims", &K::emitView},
      {"tt.broadcast", &K::emitView},
      {"tt.reshape", &K::emitView},
      {"tt.trans", &K::emitView},
      {"tt.load", &K::emitLoad},
      {"tt.store", &K::emitStore},
      {"tt.reduce", &K::emitReduce},
      {"tt.scan", &K::emitScan},
      {"tt.map_elementwise", &K::emitMap},
      {"tt.atomic_rmw", &K::emitAtomic},
      {"tt.atomic_cas", &K::emitAtomic},
      {"tt.atomic_load", &K::emitAtomic},
      {"tt.atomic_store", &K::emitAtomic},
      {"tt.histogram", &K::emitHistogram},
      {"tt.gather", &K::emitGather},
      {"tt.dot", &K::emitDot},
      {"ttg.convert_layout", &K::emitConvert},
      {"ttg.local_alloc", &K::emitLocalAlloc},
      {"ttg.local_load", &K::emitLocalLoad},
      {"ttg.local_store", &K::emitLocalStore},
      {"ttg.local_dealloc", &K::emitNothing},
      {"ttg.memdesc_index", &K::emitMemoryIndex},
      {"ttg.memdesc_subslice", &K::emitMemorySubslice},
      {"ttg.memdesc_trans", &K::emitMemoryView},
      {"ttg.memdesc_reshape", &K::emitMemoryView},
      {"ttg.memdesc_reinterpret", &K::emitMemoryView},
      {"gpu.barrier", &K::emitBarrier},
      {"ttg.barrier", &K::emitBarrier},
      {"ttg.local_barrier", &K::emitBarrier},
      {"tt.return", &K::emitReturn},
      {"scf.for", &K::emitFor},
      {"scf.if", &K::emitIf},
      {"scf.while", &K::emitWhile},
      {"scf.condition", &K::emitCondition},
      {"cf.br", &K::emitBranch},
      {"cf.cond_br", &K::emitBranch},
      {"tt.call", &K::emitCall},
      {"tt.assert", &K::emitAssert},
      {"tt.print", &K::emitPrint},
      {"tt.unsplat", &K::emitUnsplat},
      {"tt.join", &K::emitView},
      {"tt.split", &K::emitSplit},
      {"tt.cat", &K::emitCat},
      {"tt.elementwise_inline_asm", &K::emitAssembly},
      {"arith.remf", &K::emitRemainder},
      {"scf.yield", &K::emitYield},
  };
  auto found = Table.find(op->getName().getStringRef());
  if (found != Table.end())
    return found->second;
  llvm::StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == "math")
    return &K::emitMath;
  return dialect == "arith" ? &K::emitElementwise : nullptr;
}

LogicalResult KernelLowering::checkTypes(Operation *op, TypeRange types) {
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      continue;
    Result<LinearLayout> layout = ir::linearLayoutOf(tensor);
    if (!layout)
      return ir::report([&] { return op->emitOpError(); }, layout.error());
    if (!tensor.getElementType().isIntOrFloat() &&
        !isa<tt::PointerType>(tensor.getElementType()))
      return refuse(op) << "it has tensors of " << tensor.getElementType();
  }
  return success();
}

LogicalResult KernelLowering::lowerOp(Operation *op) {
  if (failed(checkTypes(op, op->getResultTypes())))
    return failure();
  Emit emit = emitOf(op);
  if (emit == nullptr)
    return refuse(op) << "it has no lowering";
  Operation *outer = record.enter(op);
  if (failed((this->*emit)(op)))
    return failure();
  record.enter(outer);
  return success();
}

LogicalResult KernelLowering::lowerBlock(Block &block) {
  for (Operation &op : block)
    if (failed(lowerOp(&op)))
      return failure();
  return success();
}

LogicalResult KernelLowering::lower(tt::FuncOp function) {
  if (!function.getFunctionType().getResults().empty())
    return refuse(function) << "kernels return nothing";
  for (auto [count, bits] : {std::pair(ir::lanesAt(function), &threads.lane),
                             std::pair(ir::warpsAt(function), &threads.warp)}) {
    if (!count)
      return function.emitOpError()
             << "expects a module with ttg.num-warps and "
                "ttg.threads-per-warp, but got none";
    *bits = static_cast<unsigned>(llvm::Log2_32(*count));
  }
  if (ir::blocksAt(function).value_or(1) != 1)
    return refuse(function) << "it is for clusters of several blocks";
  llvm::SmallVector<Type> types;
  for (Type type : function.getFunctionType().getInputs()) {
    if (!type.isIntOrFloat() && !isa<tt::PointerType>(type))
      return refuse(function) << "it has an argument of " << type;
    types.push_back(lowered(type));
  }
  auto kernel = make<simt::KernelOp>(
      function.getLoc(), function.getSymName(),
      builder.getFunctionType(types, {}), 1U << threads.warp,
      1U << threads.lane, /*sharedBytes=*/0U, ArrayAttr(), ArrayAttr());
  OpBuilder::InsertionGuard guard(builder);
  Block *entry = builder.createBlock(&kernel.getBody());
  for (auto [argument, type] : llvm::zip(function.getArguments(), types))
    set(argument, entry->addArgument(type, argument.getLoc()));
  calls.push_back({function, nullptr, {}});
  return lowerBlocks(function.getBody(), entry);
}

FailureOr<OwningOpRef<ModuleOp>>
lowerToSimt(ModuleOp module, const Target &target, LoweringRecord *record) {
  LoweringRecord unread;
  if (record == nullptr)
    record = &unread;
  module.getContext()->getOrLoadDialect<simt::SimtDialect>();
  AxisFacts facts(module);
  OwningOpRef<ModuleOp> result = ModuleOp::create(module.getLoc());
  OpBuilder builder(module.getContext(), record);
  for (tt::FuncOp function : module.getOps<tt::FuncOp>()) {
    if (!function.isPublic())
      continue;
    builder.setInsertionPointToEnd(result->getBody());
    if (failed(KernelLowering(facts, target, builder, *record).lower(function)))
      return failure();
  }
  if (failed(verify(*result)))
    return failure();
  return result;
}

} // namespace heddle
