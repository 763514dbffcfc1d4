//===- Releases.cpp - What each release has -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Releases.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/ir/Dialects.h"
#include "heddle/ir/Ttng.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle::ir {

using namespace mlir;
using mlir::failure;

namespace {

using enum TritonVersion;

constexpr OpReleases OpTable[] = {
    {"amdg.async_copy_local_to_global", V3_7, V3_9},
    {"amdg.async_tdm_fused_copy_global_to_local", V3_9, V3_9},
    {"amdg.async_tdm_gather", V3_7, V3_9},
    {"amdg.async_tdm_intrinsic_wait", V3_7, V3_9},
    {"amdg.async_tdm_scatter", V3_7, V3_9},
    {"amdg.cluster_barrier_arrive", V3_7, V3_9},
    {"amdg.cluster_barrier_wait", V3_7, V3_9},
    {"amdg.instruction_sched_hint", V3_6, V3_7},
    {"amdg.local_load_packed_tranposed", V3_6, V3_8},
    {"amdg.local_load_packed_transposed", V3_9, V3_9},
    {"amdg.memory_counter_wait", V3_6, V3_8},
    {"amdg.scaled_downcast_fp4", V3_9, V3_9},
    {"amdg.scaled_downcast_fp8", V3_9, V3_9},
    {"amdg.tdm_prefetch", V3_7, V3_9},
    {"amdg.upcast_mxfp", V3_6, V3_7},
    {"amdg.update_tensor_descriptor", V3_8, V3_9},
    {"nvws.aref.phi", V3_9, V3_9},
    {"nvws.clc_try_cancel", V3_9, V3_9},
    {"tt.advance", V3_6, V3_7},
    {"tt.approx_divf", V3_9, V3_9},
    {"tt.atomic_load", V3_9, V3_9},
    {"tt.atomic_poll", V3_9, V3_9},
    {"tt.atomic_store", V3_9, V3_9},
    {"tt.grid_dependency_launch_dependents", V3_9, V3_9},
    {"tt.grid_dependency_wait", V3_9, V3_9},
    {"tt.make_tensor_ptr", V3_6, V3_7},
    {"ttg.barrier", V3_7, V3_9},
    {"ttg.inline_asm", V3_9, V3_9},
    {"ttg.local_barrier", V3_6, V3_6},
    {"ttg.local_gather", V3_7, V3_9},
    {"ttg.local_scatter", V3_7, V3_9},
    {"ttng.async_shared_store", V3_8, V3_9},
    {"ttng.clc_get_program_id", V3_8, V3_9},
    {"ttng.clc_is_canceled", V3_8, V3_9},
    {"ttng.clc_load_result", V3_8, V3_9},
    {"ttng.clc_try_cancel", V3_8, V3_9},
    {"ttng.clc_try_cancel_sync", V3_9, V3_9},
    {"ttng.cluster_arrive", V3_6, V3_8},
    {"ttng.cluster_barrier", V3_8, V3_9},
    {"ttng.cluster_wait", V3_6, V3_8},
    {"ttng.fence_mbarrier_init_release_cluster", V3_7, V3_9},
    {"ttng.packed_arith", V3_8, V3_9},
    {"ttng.tmem_wait", V3_9, V3_9},
};

struct FeatureReleases {
  Feature feature;
  TritonVersion first, last;
};

constexpr FeatureReleases FeatureTable[] = {
    {Feature::ApproximateQuotients, V3_9, V3_9},
    {Feature::CopiesBetweenLayouts, V3_9, V3_9},
    {Feature::LocalBarriers, V3_6, V3_6},
    {Feature::AddressSpaceWords, V3_9, V3_9},
    {Feature::BufferPointerTypes, V3_9, V3_9},
    {Feature::CachePolicyAttributes, V3_9, V3_9},
    {Feature::DescriptorsOfTensors, V3_6, V3_7},
    {Feature::SchedulingWords, V3_9, V3_9},
    {Feature::StoresWithTokens, V3_9, V3_9},
    {Feature::TransposedRows, V3_6, V3_6},
    {Feature::TensorMemorySliceSizes, V3_6, V3_8},
    {Feature::BlockPointers, V3_6, V3_7},
    {Feature::CacheModifiersCount, V3_9, V3_9},
    {Feature::ExponentsAsScales, V3_9, V3_9},
    {Feature::LayoutsInDescriptors, V3_9, V3_9},
    {Feature::OwnBarriers, V3_9, V3_9},
    {Feature::PartsKeepAllocations, V3_9, V3_9},
    {Feature::PointersToNumbers, V3_9, V3_9},
    {Feature::ViewsWithinMemory, V3_9, V3_9},
    {Feature::WholeBytes, V3_9, V3_9},
};

/// An attribute that not every release has of its op.
struct AttributeReleases {
  llvm::StringRef op, name;
  TritonVersion first;
  /// The value that says nothing, so that it may be left out.
  std::optional<int64_t> nothing;
};

constexpr AttributeReleases AttributeTable[] = {
    {"ttng.arrive_barrier", "fromCTA", V3_7, {}},
    {"ttng.arrive_barrier", "multicastCTA", V3_7, 0},
    {"ttng.async_tma_copy_local_to_global", "cachePolicy", V3_9, {}},
    {"ttng.async_tma_gather", "cachePolicy", V3_9, {}},
    {"ttng.async_tma_scatter", "cachePolicy", V3_9, {}},
    {"ttng.barrier_expect", "fromCTA", V3_7, {}},
    {"ttng.tc_gen5_mma", "is_unsigned", V3_8, {}},
    {"ttng.tmem_load", "NaN", V3_7, {}},
    {"ttng.tmem_load", "abs", V3_7, {}},
    {"ttng.tmem_load", "redOp", V3_7, {}},
    {"ttng.tmem_subslice", "dim", V3_9, 1},
};

struct Successor {
  llvm::StringRef name, today;
};

/// Names from before 3.6.
constexpr Successor Successors[] = {
    {"tt.elementwise", "tt.extern_elementwise"},
    {"tt.experimental_descriptor_gather", "tt.descriptor_gather"},
    {"tt.experimental_descriptor_load", "tt.descriptor_load"},
    {"tt.experimental_descriptor_scatter", "tt.descriptor_scatter"},
    {"tt.experimental_descriptor_store", "tt.descriptor_store"},
    {"tt.experimental_make_tensor_descriptor", "tt.make_tensor_descriptor"},
    {"tt.pure_extern_elementwise", "tt.extern_elementwise"},
    {"tt.impure_extern_elementwise", "tt.extern_elementwise"},
    {"tt.view", "tt.reshape"},
    {"ttg.alloc_tensor", "ttg.local_alloc"},
    {"ttg.async_bulk_commit_group", "ttng.async_tma_store_wait"},
    {"ttg.async_bulk_wait", "ttng.async_tma_store_wait"},
    {"ttg.cmpf", "arith.cmpf"},
    {"ttg.cmpi", "arith.cmpi"},
    {"ttg.copy_async", "ttg.async_copy_global_to_local"},
    {"ttg.dealloc_tensor", "ttg.local_dealloc"},
    {"ttg.extract_slice", "ttg.memdesc_index"},
    {"ttg.insert_slice", "ttg.async_copy_global_to_local"},
    {"ttg.insert_slice_async", "ttg.async_copy_global_to_local"},
    {"ttg.memdesc_subview", "ttg.memdesc_index"},
    {"ttg.select", "arith.select"},
    {"ttg.upcast_mxfp", "ttg.fp4_to_fp"},
    {"ttng.dot_async", "ttng.warp_group_dot"},
    {"ttng.dot_wait", "ttng.warp_group_dot_wait"},
};

} // namespace

bool has(MLIRContext *context, Feature feature) {
  TritonVersion release = releaseOf(context);
  for (const FeatureReleases &row : FeatureTable)
    if (row.feature == feature)
      return release >= row.first && release <= row.last;
  return false;
}

OpReleases releasesOf(llvm::StringRef name) {
  for (const OpReleases &row : OpTable)
    if (row.name == name)
      return row;
  return {name, OldestTriton, NewestTriton};
}

llvm::StringRef successorOf(llvm::StringRef name) {
  for (const Successor &row : Successors)
    if (row.name == name)
      return row.today;
  return "";
}

static ParseResult refuseOldOp(OpAsmParser &parser, OperationState &result) {
  InFlightDiagnostic diagnostic = parser.emitError(parser.getNameLoc())
                                  << "is of a Triton before 3.6";
  diagnostic.attachNote() << "since then it is '"
                          << successorOf(result.name.getStringRef())
                          << "', with other operands perhaps";
  return diagnostic;
}

std::optional<Dialect::ParseOpHook>
parseOpOfOtherRelease(llvm::StringRef name) {
  if (successorOf(name).empty())
    return std::nullopt;
  return Dialect::ParseOpHook(refuseOldOp);
}

namespace {

/// Finds what a release has no words for.
class PrintChecker {
public:
  explicit PrintChecker(MLIRContext *context) : release(releaseOf(context)) {}

  LogicalResult check(Operation *root);

private:
  void checkOp(Operation *op);
  void checkAttributes(Operation *op);
  void checkBarrier(Operation *op);
  void checkType(Operation *op, Type type);
  void checkLayout(Operation *op, Attribute attribute);
  InFlightDiagnostic refuse(Operation *op) {
    hasFailed = true;
    return op->emitOpError()
           << "cannot be written for Triton " << factsOf(release).name << ": ";
  }

  TritonVersion release;
  bool hasFailed = false;
  llvm::SmallPtrSet<const void *, 16> seen;
};

LogicalResult PrintChecker::check(Operation *root) {
  root->walk([&](Operation *op) { checkOp(op); });
  return failure(hasFailed);
}

void PrintChecker::checkOp(Operation *op) {
  OpReleases row = releasesOf(op->getName().getStringRef());
  if (release < row.first || release > row.last)
    refuse(op) << "the op is in releases " << factsOf(row.first).name << " to "
               << factsOf(row.last).name << " only";
  else if (std::string reason = amdg::whyNotIn(release, op); !reason.empty())
    refuse(op) << reason;
  checkAttributes(op);
  checkBarrier(op);
  for (Type type : op->getOperandTypes())
    checkType(op, type);
  for (Type type : op->getResultTypes())
    checkType(op, type);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Type type : block.getArgumentTypes())
        checkType(op, type);
  if (release < V3_9)
    if (auto policy = op->getAttr("cachePolicy");
        policy && !isa<tt::CachePolicyAttr>(policy))
      refuse(op) << "its cache policy is " << policy;
}

void PrintChecker::checkAttributes(Operation *op) {
  llvm::StringRef name = op->getName().getStringRef();
  for (const AttributeReleases &row : AttributeTable) {
    Attribute attribute =
        row.op == name && release < row.first ? op->getAttr(row.name) : nullptr;
    auto number = dyn_cast_or_null<IntegerAttr>(attribute);
    if (attribute &&
        !(number && row.nothing && number.getInt() == *row.nothing))
      refuse(op) << "its attribute '" << row.name << "' is in releases "
                 << factsOf(row.first).name << " to "
                 << factsOf(NewestTriton).name << " only";
  }
  if (auto atomic = dyn_cast<tt::AtomicRMWOp>(op);
      atomic && atomic.getAtomicRmwOp() > tt::AtomicOp::Exchange)
    refuse(op) << "'" << tt::stringifyAtomicOp(atomic.getAtomicRmwOp())
               << "' of pointers is in no release";
  auto product = dyn_cast<ttng::TCGen5MMAOp>(op);
  if (product && release < V3_8 &&
      product.getD().getType().getElementType().isInteger())
    refuse(op) << "products of integers are in releases 3.8 to 3.9 only";
  auto commit = dyn_cast<ttng::TCGen5CommitOp>(op);
  if (commit && !commit.getDescs().empty() && release < V3_7)
    refuse(op) << "its operands 'descs' are in releases 3.7 to 3.9 only";
}

/// The barrier that an op tells or waits for; null of other ops.
static Value barrierOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<ttng::InitBarrierOp, ttng::InvalBarrierOp, ttng::BarrierExpectOp,
            ttng::WaitBarrierOp, ttng::ArriveBarrierOp>(
          [](auto barrier) -> Value { return barrier.getAlloc(); })
      .Case<ttng::AsyncTMACopyGlobalToLocalOp, ttng::AsyncTMAGatherOp>(
          [](auto copy) -> Value { return copy.getBarrier(); })
      .Default(Value());
}

void PrintChecker::checkBarrier(Operation *op) {
  Value barrier = release < V3_7 ? barrierOf(op) : Value();
  if (barrier && cast<ttg::MemDescType>(barrier.getType()).getShape()[0] > 1)
    refuse(op) << "barriers of several blocks are in releases 3.7 to 3.9 only";
}

void PrintChecker::checkType(Operation *op, Type type) {
  if (!seen.insert(type.getAsOpaquePointer()).second)
    return;
  Type element = getElementTypeOrSelf(type);
  if (auto pointer = dyn_cast<tt::PointerType>(element)) {
    if (release > V3_7 && isa<RankedTensorType>(pointer.getPointee()))
      refuse(op) << "block pointers are in releases 3.6 and 3.7 only";
    constexpr unsigned Named[] = {0, 1, 4};
    if (release == V3_9 &&
        !llvm::is_contained(Named, pointer.getAddressSpace()))
      refuse(op) << "address space " << pointer.getAddressSpace()
                 << " has no name";
  }
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    checkLayout(op, tensor.getEncoding());
  if (auto memory = dyn_cast<ttg::MemDescType>(type))
    checkLayout(op, memory.getEncoding());
  if (auto descriptor = dyn_cast<tt::TensorDescType>(type))
    checkLayout(op, descriptor.getLayout());
  if (auto descriptor = dyn_cast<ttng::Im2ColDescType>(type)) {
    if (release < V3_7)
      refuse(op) << "descriptors of windows are in releases 3.7 to 3.9 only";
    checkLayout(op, descriptor.getLayout());
  }
}

void PrintChecker::checkLayout(Operation *op, Attribute attribute) {
  const Encoding *encoding = encodingOf(attribute);
  if (encoding == nullptr ||
      !seen.insert(attribute.getAsOpaquePointer()).second)
    return;
  Result<std::string> text =
      toText(*encoding, {.version = release, .meaning = Meaning::Optional});
  if (!text)
    report([&] { return refuse(op); }, text.error());
}

} // namespace

LogicalResult checkPrintable(Operation *root) {
  return PrintChecker(root->getContext()).check(root);
}

} // namespace heddle::ir
