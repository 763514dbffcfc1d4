//===- FamilyRules.h - Rules that tie parameters together -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the tables cannot say: rules of a family that involve several of its
/// parameters. The table's own rules hold already when these are checked.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_FAMILYRULES_H
#define HEDDLE_LIB_ENCODING_FAMILYRULES_H

#include "heddle/encoding/Encoding.h"
#include "heddle/encoding/Verify.h"

namespace heddle {

using Checked = tl::expected<void, ParameterError>;

/// "[1, 4]".
std::string listText(const UnsignedList &numbers);

/// "expects <expected> as '<parameter>', but got <got>".
Checked wrongValue(std::string_view parameter, std::string_view expected,
                   std::string_view got, std::string remedy = {});

Checked checkFamily(const BlockedEncoding &e, unsigned rank);
Checked checkFamily(const LinearEncoding &e, unsigned rank);
Checked checkFamily(const GenericLinearEncoding &e, unsigned rank);
Checked checkFamily(const SliceEncoding &e, unsigned rank);
Checked checkFamily(const DotOperandEncoding &e, unsigned rank);
Checked checkFamily(const NvidiaMmaEncoding &e, unsigned rank);
Checked checkFamily(const AmdMfmaEncoding &e, unsigned rank);
Checked checkFamily(const AmdWmmaEncoding &e, unsigned rank);
Checked checkFamily(const SwizzledSharedEncoding &e, unsigned rank);
Checked checkFamily(const AmdRotatingSharedEncoding &e, unsigned rank);
Checked checkFamily(const NvmmaSharedEncoding &e, unsigned rank);
Checked checkFamily(const PaddedSharedEncoding &e, unsigned rank);
Checked checkFamily(const PartitionedSharedEncoding &e, unsigned rank);
Checked checkFamily(const SharedLinearEncoding &e, unsigned rank);
Checked checkFamily(const TensorMemoryEncoding &e, unsigned rank);
Checked checkFamily(const TensorMemoryScalesEncoding &e, unsigned rank);

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_FAMILYRULES_H
