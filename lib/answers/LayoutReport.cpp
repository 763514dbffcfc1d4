//===- LayoutReport.cpp - Answers about one layout ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/answers/LayoutReport.h"
#include "LayoutJson.h"
#include "heddle/layout/Text.h"
#include "heddle/view/CsvView.h"
#include "heddle/view/SvgView.h"
#include "heddle/view/TritonView.h"

#include <charconv>

namespace heddle {

namespace {

MemoryOptions memoryOptions(const LayoutSubject &subject,
                            const ReportOptions &options) {
  MemoryOptions memory;
  memory.elementBits = subject.type.element.bits;
  memory.banks = options.banks;
  std::span<const Padding> paddings = paddingsOf(subject.encoding);
  memory.paddings.assign(paddings.begin(), paddings.end());
  return memory;
}

const char *viewName(LayoutView view) {
  switch (view) {
  case LayoutView::Tensor:
    return "tensor";
  case LayoutView::Hardware:
    return "hw";
  case LayoutView::Memory:
    return "memory";
  case LayoutView::Bases:
    return "bases";
  case LayoutView::Matrix:
    return "matrix";
  case LayoutView::Props:
    return "props";
  }
  return "";
}

tl::unexpected<Error> noSuchView(std::string_view format,
                                 const ReportOptions &options,
                                 std::string_view known) {
  return failure(concat("expects a view of the format ", format, ", but got ",
                        viewName(options.view)),
                 {}, concat("its views are ", known));
}

Result<void> checkMemory(const LayoutSubject &subject) {
  if (subject.encoding.kind() == EncodingKind::Shared)
    return {};
  return failure("expects a layout of shared memory for the memory view, but "
                 "got another kind",
                 {}, "use --view tensor or --view hw");
}

/// The type in front of what people read.
Result<std::string> headline(const LayoutSubject &subject,
                             const ReportOptions &options) {
  Result<std::string> text = toText(subject.type, options.write);
  if (text)
    *text += "\n\n";
  return text;
}

Result<std::string> reportText(const LayoutSubject &subject,
                               const ReportOptions &options) {
  switch (options.view) {
  case LayoutView::Tensor:
    return tensorView(subject.layout, options.text);
  case LayoutView::Hardware:
    return hardwareView(subject.layout, options.text);
  case LayoutView::Memory:
    if (Result<void> shared = checkMemory(subject); !shared)
      return tl::unexpected(std::move(shared.error()));
    return memoryView(subject.layout, memoryOptions(subject, options),
                      options.text);
  case LayoutView::Bases:
    return basesView(subject.layout);
  case LayoutView::Matrix:
    return matrixView(subject.layout);
  case LayoutView::Props:
    return propsText(subject);
  }
  return std::string();
}

Result<std::string> reportTriton(const LayoutSubject &subject,
                                 const ReportOptions &options) {
  // Triton's program knows no gaps, and would show offsets as if there were
  // none.
  if (!paddingsOf(subject.encoding).empty() &&
      options.view != LayoutView::Bases)
    return failure("expects a layout that Triton's program can show, but got "
                   "one with paddings",
                   {}, "use --format text");
  if (options.view == LayoutView::Tensor)
    return tritonTensorView(subject.layout);
  if (options.view == LayoutView::Hardware)
    return tritonHardwareView(subject.layout);
  if (options.view == LayoutView::Bases)
    return toTritonText(subject.layout);
  return noSuchView("triton", options, "tensor, hw and bases");
}

Result<std::string> reportSvg(const LayoutSubject &subject,
                              const ReportOptions &options) {
  Result<std::string> title = toText(subject.type, options.write);
  if (!title)
    return title;
  SvgOptions svg = {.title = std::move(*title)};
  if (options.view == LayoutView::Tensor)
    return svgTensorView(subject.layout, svg);
  if (options.view == LayoutView::Hardware)
    return svgHardwareView(subject.layout, svg);
  if (options.view != LayoutView::Memory)
    return noSuchView("svg", options, "tensor, hw and memory");
  if (Result<void> shared = checkMemory(subject); !shared)
    return tl::unexpected(std::move(shared.error()));
  return svgMemoryView(subject.layout, memoryOptions(subject, options), svg);
}

Result<std::string> reportCsv(const LayoutSubject &subject,
                              const ReportOptions &options) {
  if (options.view == LayoutView::Tensor)
    return csvTensorView(subject.layout);
  if (options.view == LayoutView::Hardware)
    return csvHardwareView(subject.layout);
  return noSuchView("csv", options, "tensor and hw");
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' '))
    text.remove_prefix(1);
  while (text.ends_with(' '))
    text.remove_suffix(1);
  return text;
}

std::optional<std::uint64_t> numberIn(std::string_view text) {
  text = trimmed(text);
  std::uint64_t value = 0;
  const char *begin = text.data();
  const char *end = begin + text.size();
  auto [last, status] = std::from_chars(begin, end, value);
  if (text.empty() || status != std::errc() || last != end)
    return std::nullopt;
  return value;
}

/// The parts between commas; a text without any is one part.
std::vector<std::string_view> splitAtCommas(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    std::size_t comma = text.find(',');
    parts.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos)
      return parts;
    text.remove_prefix(comma + 1);
  }
}

Result<Coordinates> parseElement(std::string_view text,
                                 const LinearLayout &layout) {
  Coordinates element;
  std::vector<std::string_view> parts = splitAtCommas(text);
  if (parts.size() != layout.outs().size())
    return failure(concat("expects ", layout.outs().size(),
                          " coordinates of an element, but got '", text, "'"));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::optional<std::uint64_t> value = numberIn(parts[i]);
    if (!value)
      return failure(concat("expects a coordinate, but got '", parts[i],
                            "' in '", text, "'"));
    element.push_back({layout.outs()[i].dim, *value});
  }
  return element;
}

Result<Coordinates> parseLocation(std::string_view text,
                                  const LinearLayout &layout) {
  Coordinates location;
  std::string known;
  for (const DimBits &in : layout.ins()) {
    location.push_back({in.dim, 0});
    known += concat(known.empty() ? "" : ", ", in.dim.name());
  }
  std::vector<bool> isGiven(layout.ins().size(), false);
  for (std::string_view part : splitAtCommas(text)) {
    std::size_t equals = part.find('=');
    std::string_view name = trimmed(part.substr(0, equals));
    std::optional<std::uint64_t> value;
    if (equals != std::string_view::npos)
      value = numberIn(part.substr(equals + 1));
    unsigned i = 0;
    while (i < location.size() && location[i].dim.name() != name)
      ++i;
    if (!value || i == location.size() || isGiven[i])
      return failure(concat("expects a location such as 'lane=5,register=2', "
                            "each name once, but got '",
                            part, "'"),
                     {}, concat("this layout has ", known));
    location[i].value = *value;
    isGiven[i] = true;
  }
  return location;
}

Result<std::string> withNotes(Result<std::string> text,
                              const LayoutSubject &subject) {
  if (text)
    *text += notesText(subject);
  return text;
}

} // namespace

Result<std::string> reportLayout(const LayoutSubject &subject,
                                 const ReportOptions &options) {
  switch (options.format) {
  case ReportFormat::Text: {
    Result<std::string> head = headline(subject, options);
    if (!head)
      return head;
    Result<std::string> body = reportText(subject, options);
    if (!body)
      return body;
    return *head + *body + notesText(subject);
  }
  case ReportFormat::Triton:
    return reportTriton(subject, options);
  case ReportFormat::Json:
    if (options.view == LayoutView::Memory)
      if (Result<void> shared = checkMemory(subject); !shared)
        return tl::unexpected(std::move(shared.error()));
    return jsonReport(subject, options);
  case ReportFormat::Svg:
    return reportSvg(subject, options);
  case ReportFormat::Csv:
    return reportCsv(subject, options);
  }
  return std::string();
}

Result<std::string> reportElement(const LayoutSubject &subject,
                                  std::string_view element,
                                  const ReportOptions &options) {
  Result<Coordinates> coordinates = parseElement(element, subject.layout);
  if (!coordinates)
    return tl::unexpected(std::move(coordinates.error()));
  if (options.format == ReportFormat::Json)
    return jsonHolders(subject, *coordinates);
  return withNotes(locationView(subject.layout, *coordinates), subject);
}

Result<std::string> reportLocation(const LayoutSubject &subject,
                                   std::string_view location,
                                   const ReportOptions &options) {
  Result<Coordinates> coordinates = parseLocation(location, subject.layout);
  if (!coordinates)
    return tl::unexpected(std::move(coordinates.error()));
  if (options.format == ReportFormat::Json)
    return jsonHeld(subject, *coordinates);
  return withNotes(elementView(subject.layout, *coordinates), subject);
}

} // namespace heddle
