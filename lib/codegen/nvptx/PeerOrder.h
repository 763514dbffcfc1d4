//===- PeerOrder.h - What other blocks have to see --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where arrivals at mbarriers of other blocks order accesses of memory.
///
/// Shared memory is read by the own block, and by others behind barriers of the
/// cluster: such an arrival, and the wait for it, order nothing but accesses of
/// global memory, if the kernel writes and then reads any. To do that at the
/// scope of the cluster takes longer than a stage of a matmul's pipeline, since
/// it waits for all of the thread's accesses.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_NVPTX_PEERORDER_H
#define HEDDLE_LIB_CODEGEN_NVPTX_PEERORDER_H

#include "heddle/simt/Simt.h"

namespace heddle::codegen {

/// May the thread have stored to global memory what somebody reads who learns
/// of the arrival? O(ops of the kernel).
bool publishesStores(mlir::Operation *arrival);

/// The same of a wait for copies of boxes to global memory: may the thread
/// arrive at another block's mbarrier behind it? A fence there is executed more
/// seldom than the arrivals.
bool publishesCopies(simt::BoxWaitOp wait);

/// May other blocks tell of stores or copies, which this thread's loads see?
/// O(ops * arrivals).
bool mayLearnOfStores(simt::MbarrierWaitOp wait);

/// May the thread arrive at a barrier that orders only reads of other blocks'
/// memory (`simt.cluster_arrive own`) behind this one? It has to have its
/// values then. O(ops of the kernel).
bool tellsOfRead(simt::LoadOp load);

} // namespace heddle::codegen

#endif // HEDDLE_LIB_CODEGEN_NVPTX_PEERORDER_H
