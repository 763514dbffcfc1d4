//===- ViewKernel.cpp - A kernel's files for the viewer -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ViewKernel.h"
#include "heddle/files/InputFile.h"

namespace heddle {

namespace {

using json = nlohmann::ordered_json;

/// What a file adds to the page.
class KernelPage {
public:
  explicit KernelPage(const CompileOptions &options) : options(options) {}

  Outcome<void> add(const std::string &path);
  json finish() { return std::move(page); }

private:
  void addIr(const std::string &path, const std::string &text);
  Outcome<void> addJson(const std::string &path, const std::string &text);
  void addText(std::string_view key, const std::string &name,
               const std::string &text) {
    page[std::string(key)].push_back({{"name", name}, {"text", text}});
  }

  const CompileOptions &options;
  json page = {{"texts", json::array()},
               {"reports", json::array()},
               {"runs", json::array()},
               {"timelines", json::array()},
               {"measured", json::array()}};
};

tl::unexpected<Failure> trouble(Error error) {
  return tl::unexpected(Failure{std::move(error), ErrorKind::Trouble});
}

/// The head of a table that ncu wrote as CSV: of metrics, or of its source
/// page, which begins with numbers or addresses of lines.
bool isNcuHead(std::string_view line) {
  std::string cells = ",";
  for (char c : line)
    if (c != '"' && c != '\r')
      cells += c;
  cells += ',';
  auto has = [&](std::string_view name) {
    return cells.find(concat(",", name, ",")) != std::string::npos;
  };
  bool hasLines = has("#") || has("Address") || has("Line No") || has("Line") ||
                  has("Line Number");
  return has("Metric Name") || (has("Source") && hasLines);
}

bool isNcuTable(std::string_view text) {
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    if (isNcuHead(text.substr(0, end)))
      return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

Outcome<void> KernelPage::add(const std::string &path) {
  Result<std::string> text = readFile(path);
  if (!text)
    return trouble(std::move(text.error()));
  FileKind kind = recogniseFile(path, *text);
  if (kind == FileKind::Json)
    return addJson(path, *text);
  if (kind == FileKind::Python) {
    addText("texts", path, *text);
    return {};
  }
  if (kind == FileKind::Text && isNcuTable(*text)) {
    addText("measured", path, *text);
    return {};
  }
  if (Result<void> checked = checkIr(path, *text); !checked)
    return trouble(std::move(checked.error()));
  addIr(path, *text);
  return {};
}

void KernelPage::addIr(const std::string &path, const std::string &text) {
  addText("texts", path, text);
  CompileOptions wanted = options;
  wanted.input = path;
  wanted.text = text;
  wanted.stage = CompileStage::Ttgir;
  wanted.doesReport = wanted.needsSource = true;
  Reported<CompiledModule> module = compileModule(wanted);
  if (!module)
    return;
  // TTGIR has its layouts itself.
  bool hasLayouts = text.find("#ttg") != std::string::npos ||
                    text.find("#triton_gpu") != std::string::npos;
  if (!hasLayouts)
    addText("texts", path + ", compiled", module->text);
  for (const KernelReport &report : reportsOf(*module, wanted)) {
    json each = reportJson(report, wanted);
    each["shared_moments"] = json::parse(sharedMomentsJson(report));
    page["reports"].push_back(std::move(each));
  }
}

Outcome<void> KernelPage::addJson(const std::string &path,
                                  const std::string &text) {
  json content = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (content.is_object() && content.contains("traceEvents")) {
    page["timelines"].push_back({{"name", path}, {"trace", content}});
    return {};
  }
  if (content.is_object() && content.contains("counters") &&
      content.contains("launch")) {
    page["runs"].push_back({{"name", path}, {"run", content}});
    return {};
  }
  bool areReports = content.is_array() && !content.empty() &&
                    content.front().is_object() &&
                    content.front().contains("conversions");
  if (!areReports)
    return trouble(
        {.reason = concat("expects what heddle sim --json, sim --timeline or "
                          "compile --report --json wrote, but got other JSON "
                          "in '",
                          path, "'"),
         .witness = {},
         .remedy = {}});
  for (json &report : content)
    page["reports"].push_back(std::move(report));
  return {};
}

} // namespace

Outcome<json> viewKernel(const std::vector<std::string> &files,
                         const CompileOptions &options) {
  KernelPage page(options);
  for (const std::string &file : files)
    if (Outcome<void> added = page.add(file); !added)
      return tl::unexpected(std::move(added.error()));
  return page.finish();
}

} // namespace heddle
