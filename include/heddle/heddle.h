//===- heddle.h - The core of Heddle ----------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything that `heddle::core` offers, and nothing that needs LLVM:
///
///     f2        linear algebra over F2
///     layout    linear layouts: maps from hardware locations to elements
///     encoding  Triton's layout families, as text and as linear layouts
///     target    what Heddle knows of each GPU
///     solve     small combinatorial problems that know nothing of layouts
///     plan      bank conflicts, and layout conversions with their proofs
///     view      layouts as text, CSV and SVG
///
/// Start with layout/LinearLayout.h. Each header below works on its own.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_HEDDLE_H
#define HEDDLE_HEDDLE_H

#include "heddle/f2/Bits.h"
#include "heddle/f2/Elimination.h"
#include "heddle/f2/Error.h"
#include "heddle/f2/InplaceVector.h"
#include "heddle/f2/Matrix.h"
#include "heddle/f2/Spelling.h"
#include "heddle/f2/Subspace.h"

#include "heddle/layout/AffineLayout.h"
#include "heddle/layout/BitProgram.h"
#include "heddle/layout/ColumnAction.h"
#include "heddle/layout/Comparison.h"
#include "heddle/layout/Compose.h"
#include "heddle/layout/Dim.h"
#include "heddle/layout/Equality.h"
#include "heddle/layout/LinearLayout.h"
#include "heddle/layout/Padding.h"
#include "heddle/layout/Product.h"
#include "heddle/layout/Reshape.h"
#include "heddle/layout/Text.h"

#include "heddle/encoding/Construct.h"
#include "heddle/encoding/Encoding.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/MemoryViews.h"
#include "heddle/encoding/ParameterText.h"
#include "heddle/encoding/Parameters.h"
#include "heddle/encoding/Queries.h"
#include "heddle/encoding/TensorType.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/encoding/Verify.h"
#include "heddle/encoding/Version.h"
#include "heddle/encoding/Views.h"

#include "heddle/target/Capability.h"
#include "heddle/target/EnumSet.h"
#include "heddle/target/MatrixDescriptor.h"
#include "heddle/target/MatrixInstruction.h"
#include "heddle/target/MatrixUnits.h"
#include "heddle/target/Occupancy.h"
#include "heddle/target/Reductions.h"
#include "heddle/target/ScalarType.h"
#include "heddle/target/Target.h"
#include "heddle/target/TensorMap.h"
#include "heddle/target/Timing.h"

#include "heddle/solve/AllocationPlan.h"
#include "heddle/solve/BinaryChoice.h"
#include "heddle/solve/HittingSet.h"
#include "heddle/solve/LabelChoice.h"

#include "heddle/plan/Banks.h"
#include "heddle/plan/BlockPart.h"
#include "heddle/plan/Certificate.h"
#include "heddle/plan/Conversion.h"
#include "heddle/plan/Cost.h"
#include "heddle/plan/EmitSource.h"
#include "heddle/plan/GatherPlan.h"
#include "heddle/plan/Interpreter.h"
#include "heddle/plan/Program.h"
#include "heddle/plan/ProgramTrace.h"
#include "heddle/plan/SharedAccess.h"
#include "heddle/plan/SharedLayout.h"

#include "heddle/view/CsvView.h"
#include "heddle/view/LayoutKind.h"
#include "heddle/view/MemoryOptions.h"
#include "heddle/view/PlainText.h"
#include "heddle/view/SvgView.h"
#include "heddle/view/TextView.h"
#include "heddle/view/TritonView.h"

#endif // HEDDLE_HEDDLE_H
