//===- NameErrorsTest.cpp - Refusals of names and types of values --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"

using namespace heddle;

namespace {

TEST(NameErrors, FamiliesThatAreUnknown) {
  expectRefused(
      {{"#ttg.block<{}>",
        concat("column 1: expects a layout, but got '#ttg.block'",
               KnownFamilies)},
       {"#ttng.blocked<{}>",
        concat("column 1: expects a layout, but got '#ttng.blocked'",
               KnownFamilies)},
       {"#mlir.dense<1>",
        "column 13: expects the name of a parameter, but got '1>'"},
       {"#gluon.auto_encoding",
        concat("column 1: expects a layout, but got '#gluon.auto_encoding'",
               KnownFamilies)}});
}

TEST(NameErrors, ParametersThatAreUnknown) {
  expectRefused(
      {{replaced(OldShared, "hasLeadingOffset = false", "swizzle = 0"),
        "column 74: expects parameters of 'swizzled_shared', but got the "
        "unknown parameter 'swizzle'\nthe known ones are vec, perPhase, "
        "maxPhase, order, CGALayout"},
       {replaced(OldShared, "hasLeadingOffset = false", "l2Promotion = 0"),
        "column 74: expects parameters of 'swizzled_shared', but got the "
        "unknown parameter 'l2Promotion'\nthe known ones are vec, perPhase, "
        "maxPhase, order, CGALayout"},
       {replaced(OldShared, "hasLeadingOffset = false", "l2PromotionOpt = 0"),
        "column 74: expects parameters of 'swizzled_shared', but got the "
        "unknown parameter 'l2PromotionOpt'\nthe known ones are vec, perPhase, "
        "maxPhase, order, CGALayout"},
       {replaced(OldShared, "hasLeadingOffset = false", "ctaId = 0"),
        "column 74: expects parameters of 'swizzled_shared', but got the "
        "unknown parameter 'ctaId'\nthe known ones are vec, perPhase, "
        "maxPhase, order, CGALayout"},
       {replaced(OldShared, "hasLeadingOffset = false", "clusterCTAId = 0"),
        "column 74: expects parameters of 'swizzled_shared', but got the "
        "unknown parameter 'clusterCTAId'\nthe known ones are vec, perPhase, "
        "maxPhase, order, CGALayout"},
       {replaced(Blocked, "0]", "0], ordr = [1, 0]"),
        "column 102: expects parameters of 'blocked', but got the unknown "
        "parameter 'ordr'\nthe known ones are sizePerThread, threadsPerWarp, "
        "warpsPerCTA, order, CGALayout"},
       {replaced(Blocked, "sizePerThread = [1", "sizePerThreads = [1"),
        "column 15: expects parameters of 'blocked', but got the unknown "
        "parameter 'sizePerThreads'\nthe known ones are sizePerThread, "
        "threadsPerWarp, warpsPerCTA, order, CGALayout"},
       {"#ttg.amd_wmma<{version = 1, ctaLayout = {lanes = []}}>",
        "column 42: expects parameters of 'amd_wmma', but got the unknown "
        "parameter 'lanes'\nthe known ones are version, isTranspose, "
        "ctaLayout.register, ctaLayout.warp, CGALayout, instrShape, rank"},
       {"#ttng.tensor_memory_encoding<{blockM = 128, blockN = 64, colStride = "
        "1}>",
        "column 30: expects the parameters of 'tensor_memory_encoding' without "
        "braces, but got '{'\nwrite #ttng.tensor_memory_encoding<name = value, "
        "...>"},
       {replaced(Swizzled, "0]}", "0]}, alignment = 16"),
        "column 77: expects parameters of 'swizzled_shared', but got the "
        "unknown parameter 'alignment'\nthe known ones are vec, perPhase, "
        "maxPhase, order, CGALayout"},
       {"#ttg.shared_linear<{offset = [[1]], alignment = 16}>",
        "column 37: expects 'alignment' after the braces of "
        "'shared_linear'"}});
}

TEST(NameErrors, ParametersThatAreMissing) {
  expectRefused(
      {{"#ttg.blocked",
        "column 1: expects the parameters of 'blocked' in braces, but got "
        "none\nwrite #ttg.blocked<{name = value, ...}>"},
       {"#ttg.blocked<{}>",
        "column 1: expects the parameter 'sizePerThread' of 'blocked', but got "
        "none\nit says: elements that a thread holds side by side"},
       {"#ttg.blocked<>",
        "column 1: expects the parameters of 'blocked' in braces, but got "
        "none\nwrite #ttg.blocked<{name = value, ...}>"},
       {"#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA "
        "= [4]}>",
        "column 1: expects the parameter 'order' of 'blocked', but got "
        "none\nit says: the dimensions from the one that varies fastest"},
       {"#ttg.slice<{dim = 0}>",
        "column 1: expects the parameter 'parent' of 'slice', but got none\nit "
        "says: a distributed layout of one dimension more"},
       {concat("#ttg.dot_op<{parent = ", Mma2, ", kWidth = 2}>"),
        "column 1: expects the parameter 'opIdx' of 'dot_op', but got none\nit "
        "says: 0 for A, 1 for B"},
       {"#ttg.linear<{register = [], lane = [[1]], warp = []}>",
        "column 1: expects the parameter 'block' of 'linear', but got none\nit "
        "says: the same of blocks 1, 2, 4, ..."},
       {"#ttg.shared_linear<{offset = [[1]]}>",
        "column 1: expects the parameter 'alignment' of 'shared_linear', but "
        "got none\nit says: bytes that the start is a multiple of"},
       {"#ttg.padded_shared<{order = [0], shape = [4]}>",
        "column 1: expects '[interval:+padding, ...]' in front of the braces "
        "of 'padded_shared', but got none"},
       {"#ttng.tensor_memory_encoding<blockM = 128>",
        "column 1: expects the parameter 'blockN' of 'tensor_memory_encoding', "
        "but got none\nit says: columns of a block"},
       {"#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false}>",
        "column 1: expects the parameter 'elementBitWidth' of 'nvmma_shared', "
        "but got none\nit says: bits of an element"}});
}

TEST(NameErrors, ParametersThatAreThereTwice) {
  expectRefused(
      {{replaced(Blocked, "0]", "0], order = [0, 1]"),
        "column 102: expects each parameter once, but got 'order' twice"},
       {"#ttng.tensor_memory_encoding<blockM = 128, blockM = 128>",
        "column 44: expects each parameter once, but got 'blockM' twice"},
       {"#ttg.amd_wmma<{version = 1, ctaLayout = {warp = [], warp = []}}>",
        "column 53: expects each parameter once, but got 'warp' twice"}});
}

TEST(TypeErrors, ValuesOfAnotherType) {
  expectRefused(
      {{replaced(Blocked, "sizePerThread = [1, 4]", "sizePerThread = 4"),
        "column 31: expects a list of numbers as 'sizePerThread', but got 4"},
       {replaced(Blocked, "sizePerThread = [1, 4]", "sizePerThread = true"),
        "column 31: expects a list of numbers as 'sizePerThread', but got "
        "'true'"},
       {replaced(Blocked, "sizePerThread = [1, 4]", "sizePerThread = [true]"),
        "column 32: expects a number of at most 32 bits as 'sizePerThread', "
        "but got 'true'"},
       {replaced(Blocked, "sizePerThread = [1, 4]", "sizePerThread = [[1]]"),
        "column 32: expects a number of at most 32 bits as 'sizePerThread', "
        "but got a list"},
       {"#ttg.blocked<{sizePerThread = #ttg.blocked<{sizePerThread = [1], "
        "threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>, "
        "threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>",
        "column 31: expects a list of numbers as 'sizePerThread', but got a "
        "layout"},
       {replaced(Blocked, "sizePerThread = [1, 4]", "sizePerThread = {a = 1}"),
        "column 31: expects a list of numbers as 'sizePerThread', but got "
        "braces"},
       {replaced(Blocked, "0]", "0], CGALayout = [1]"),
        "column 115: expects a list of numbers as 'CGALayout', but got 1"},
       {concat("#ttg.slice<{dim = [1], parent = ", Blocked, "}>"),
        "column 19: expects a number of at most 32 bits as 'dim', but got a "
        "list"},
       {"#ttg.slice<{dim = 1, parent = blocked}>",
        "column 31: expects a layout as 'parent', but got 'blocked'"},
       {replaced(Mfma, "isTransposed = true", "isTransposed = 1"),
        "column 93: expects true or false as 'isTransposed', but got 1"},
       {replaced(Mfma, "isTransposed = true", "isTransposed = yes"),
        "column 93: expects true or false as 'isTransposed', but got 'yes'"},
       {"#ttng.tensor_memory_scales_encoding<blockRepOrder = kThenM>",
        "column 53: expects mnThenK or kThenMn as 'blockRepOrder', but got "
        "'kThenM'"},
       {"#ttg.padded_shared<[4] {order = [0], shape = [4]}>",
        "column 21: expects an interval and its padding such as 128:+4 as "
        "'padding', but got 4"},
       {"#ttg.padded_shared<[] {order = [0], shape = [4]}>",
        "column 20: expects one interval or more as 'padding', but got none"},
       {"#ttg.swizzled_shared<{vec = 1:+2, perPhase = 1, maxPhase = 1, order = "
        "[0]}>",
        "column 29: expects a number of at most 32 bits as 'vec', but got "
        "1:+2"},
       {"#ttg.blocked<[1] {order = [0]}>",
        "column 14: expects parameters of 'blocked', but got a list"},
       {"#ttg.amd_wmma<{version = 1, ctaLayout = [[0, 1]]}>",
        "column 41: expects '{...}' as 'ctaLayout', but got a list"}});
}

} // namespace
