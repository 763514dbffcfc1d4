//===- PageAnswers.cpp - Parts of the viewer's answers --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PageAnswers.h"
#include "LayoutJson.h"
#include "PropReasons.h"
#include "WarpSteps.h"
#include "heddle/layout/Text.h"
#include "heddle/plan/ProgramTrace.h"

namespace heddle {

namespace {

std::string_view kindText(const ViewedLayout &viewed) {
  if (!viewed.subject)
    return "map";
  switch (viewed.subject->encoding.kind()) {
  case EncodingKind::Distributed:
    return "registers";
  case EncodingKind::Shared:
    return "shared";
  case EncodingKind::TensorMemory:
    return "tensor memory";
  }
  return "map";
}

json bitsJson(std::span<const DimBits> dims) {
  json list = json::array();
  for (const DimBits &each : dims)
    list.push_back({{"name", each.dim.name()}, {"bits", each.bits}});
  return list;
}

/// Of a layout without a type: its bases, and what holds of any map.
json mapReport(const LinearLayout &layout) {
  json shape = json::array();
  for (const DimBits &out : layout.outs())
    shape.push_back(layout.outSize(out.dim));
  return {{"shape", std::move(shape)},
          {"bases", basesJson(layout)},
          {"props",
           {{"surjective", layout.isSurjective()},
            {"injective", layout.isInjective()}}}};
}

/// Where elements stand in memory with gaps; empty without, and where there are
/// too many to list.
json paddedJson(const LayoutSubject &subject) {
  constexpr unsigned MostBits = 16;
  json list = json::array();
  std::span<const Padding> paddings = paddingsOf(subject.encoding);
  unsigned bits = subject.layout.inBits(Dim::Offset);
  if (paddings.empty() || bits > MostBits)
    return list;
  for (Word offset = 0; offset < f2::unit(bits); ++offset)
    list.push_back(paddedOffset(paddings, offset));
  return list;
}

std::string_view stepName(TraceStep::Kind kind) {
  switch (kind) {
  case TraceStep::Kind::Start:
    return "start";
  case TraceStep::Kind::Rename:
    return "rename";
  case TraceStep::Kind::Registers:
    return "registers";
  case TraceStep::Kind::Shuffle:
    return "shuffle";
  case TraceStep::Kind::Store:
    return "store";
  case TraceStep::Kind::Barrier:
    return "barrier";
  case TraceStep::Kind::Load:
    return "load";
  }
  return "";
}

std::string instructionName(const Instruction &each, const Target &target) {
  using Op = Instruction::Op;
  switch (each.op) {
  case Op::Permute:
  case Op::PermuteBy:
    return "byte permute";
  case Op::Select:
    return "select";
  case Op::ShuffleXor:
    return concat("shuffle, lane ^ ", each.immediate);
  case Op::ShuffleIndex:
    return "shuffle by lane index";
  case Op::Store:
  case Op::Load:
    return instructionText(each.access, each.kind(), target);
  case Op::Barrier:
    return std::string(barrierText(each.scope));
  case Op::Input:
  case Op::Part:
    return {};
  }
  return {};
}

/// "8 x shuffle, lane ^ 4", a line for each different instruction.
json namesJson(const TraceStep &step, const Program &program,
               const Target &target) {
  std::vector<std::pair<std::string, unsigned>> names;
  for (unsigned i : step.instructions) {
    std::string name = instructionName(program.code[i], target);
    if (name.empty())
      continue;
    auto known = std::ranges::find(names, name,
                                   &std::pair<std::string, unsigned>::first);
    if (known == names.end())
      names.emplace_back(std::move(name), 1);
    else
      ++known->second;
  }
  json list = json::array();
  for (const auto &[name, count] : names)
    list.push_back({{"name", name}, {"count", count}});
  return list;
}

/// The elements of slots of so many bytes: that of the first byte.
json elementsJson(std::span<const ByteLabel> labels, unsigned elementBytes,
                  unsigned slotBytes) {
  std::vector<std::int64_t> elements;
  for (std::size_t i = 0; i < labels.size(); i += slotBytes)
    elements.push_back(
        labels[i] == 0 ? -1 : std::int64_t(labels[i] - 1) / elementBytes);
  return elements;
}

/// The offset whose element stands there with gaps; nothing in a gap.
std::optional<Word> withoutGaps(std::span<const Padding> paddings, Word padded,
                                Word size) {
  Word low = 0, high = size;
  while (low < high) {
    Word middle = low + (high - low) / 2;
    if (paddedOffset(paddings, middle) < padded)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == size || paddedOffset(paddings, low) != padded)
    return std::nullopt;
  return low;
}

/// The coordinates of the element at a byte of memory; null in a gap.
json elementAt(const LayoutSubject &shared, Word byte) {
  const LinearLayout &layout = shared.layout;
  Word bits = std::max(8U, shared.type.element.bits);
  std::optional<Word> offset = withoutGaps(
      paddingsOf(shared.encoding), byte * 8 / bits, layout.inSize(Dim::Offset));
  if (!offset)
    return nullptr;
  Word element =
      layout.applyWord(f2::shiftLeft(*offset, layout.inShift(Dim::Offset)));
  json coordinates = json::array();
  for (const DimBits &out : layout.outs())
    coordinates.push_back(layout.field(element, out.dim));
  return coordinates;
}

/// The words of the lanes of a phase: lane, bank, word, first element.
json phaseWords(const BanksAnswer &answer, const PhaseCount &phase) {
  const SharedInstruction &instruction = answer.access.instruction;
  constexpr unsigned RowBytes = 16;
  unsigned bytes = instruction.form == SharedInstruction::Form::Vector
                       ? instruction.bytes
                       : RowBytes;
  json words = json::array();
  const auto &offsets = answer.access.offsets;
  for (std::size_t lane = 0; lane < offsets.size(); ++lane) {
    const std::optional<std::uint64_t> &offset = offsets[lane];
    if (!offset || (phase.lanes >> lane & 1) == 0)
      continue;
    for (Word byte = *offset / WordBytes * WordBytes; byte < *offset + bytes;
         byte += WordBytes)
      words.push_back(
          {{"lane", lane},
           {"bank", byte / WordBytes % answer.target->banks},
           {"word", byte / WordBytes},
           {"element", elementAt(answer.shared, std::max(byte, *offset))}});
  }
  return words;
}

} // namespace

Result<json> viewedJson(const ViewedLayout &viewed, TritonVersion version) {
  const LinearLayout &layout = viewed.layout;
  json object = {{"kind", kindText(viewed)},
                 {"ins", bitsJson(layout.ins())},
                 {"outs", bitsJson(layout.outs())},
                 {"text", toText(layout)},
                 {"reasons", reasonsJson(layout)}};
  if (!viewed.subject) {
    object["report"] = mapReport(layout);
    return object;
  }
  ReportOptions options;
  options.view = LayoutView::Props;
  options.format = ReportFormat::Json;
  options.write.version = version;
  Result<std::string> report = reportLayout(*viewed.subject, options);
  if (!report)
    return tl::unexpected(std::move(report.error()));
  object["report"] = json::parse(*report);
  object["elementBits"] = viewed.subject->type.element.bits;
  if (json padded = paddedJson(*viewed.subject); !padded.empty())
    object["paddedOffsets"] = std::move(padded);
  return object;
}

Result<json> conversionJson(const ConvertAnswer &answer,
                            TritonVersion version) {
  Result<std::string> report = convertJson(answer, version);
  if (!report)
    return tl::unexpected(std::move(report.error()));
  Result<std::string> explanation = convertExplanation(answer, version);
  Result<json> from = viewedJson({answer.from.layout, answer.from}, version);
  Result<json> to = viewedJson({answer.to.layout, answer.to}, version);
  if (!from || !to)
    return from ? to : from;
  json object = {{"report", json::parse(*report)},
                 {"program", answer.conversion.program.text()},
                 {"from", std::move(*from)},
                 {"to", std::move(*to)}};
  object["explanation"] =
      explanation ? *explanation : explanation.error().text();
  return object;
}

Result<json> traceJson(const ConvertAnswer &answer) {
  const Program &program = answer.conversion.program;
  Result<std::vector<TraceStep>> trace =
      traceProgram(program, answer.from.layout);
  if (!trace)
    return tl::unexpected(std::move(trace.error()));
  unsigned slotBytes = std::min(program.elementBytes, WordBytes);
  json steps = json::array();
  for (const TraceStep &step : *trace)
    steps.push_back(
        {{"kind", stepName(step.kind)},
         {"instructions", namesJson(step, program, *answer.target)},
         {"slots", step.words * (WordBytes / slotBytes)},
         {"registers",
          elementsJson(step.registers, program.elementBytes, slotBytes)},
         {"memory",
          elementsJson(step.memory, program.elementBytes, slotBytes)}});
  return json{{"threads", f2::unit(program.threads.total())},
              {"lanes", f2::unit(program.threads.lane)},
              {"slotBytes", slotBytes},
              {"banks", answer.target->banks},
              {"steps", std::move(steps)}};
}

Result<json> accessHeatJson(const BanksAnswer &answer, TritonVersion version) {
  Result<std::string> report = banksJson(answer, version);
  if (!report)
    return tl::unexpected(std::move(report.error()));
  Result<json> registers =
      viewedJson({answer.registers.layout, answer.registers}, version);
  Result<json> shared =
      viewedJson({answer.shared.layout, answer.shared}, version);
  if (!registers || !shared)
    return registers ? shared : registers;
  json phases = json::array();
  for (const PhaseCount &phase : answer.phases)
    phases.push_back({{"wavefronts", phase.wavefronts},
                      {"words", phaseWords(answer, phase)}});
  return json{{"report", json::parse(*report)},
              {"banks", answer.target->banks},
              {"phases", std::move(phases)},
              {"registers", std::move(*registers)},
              {"shared", std::move(*shared)}};
}

} // namespace heddle
