//===- PageQuestion.cpp - What the viewer asks ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/answers/PageQuestion.h"
#include "JsonLine.h"
#include "PageAnswers.h"
#include "heddle/answers/LayoutDiff.h"
#include "heddle/answers/LayoutReport.h"
#include "heddle/encoding/ParameterText.h"
#include "heddle/view/SvgView.h"

#include <charconv>

namespace heddle {

namespace {

/// The keys of a question, each read as a text.
class Keys {
public:
  explicit Keys(const json &object) : object(object) {}

  std::string text(const char *key, std::string otherwise = {}) const {
    auto found = object.find(key);
    return found != object.end() && found->is_string()
               ? found->get<std::string>()
               : std::move(otherwise);
  }
  bool flag(const char *key) const {
    auto found = object.find(key);
    return found != object.end() && found->is_boolean() && found->get<bool>();
  }

private:
  const json &object;
};

template <class T> tl::unexpected<Error> failed(Result<T> &result) {
  return tl::unexpected(std::move(result.error()));
}

Result<json> answerLayout(const Keys &keys, TritonVersion version) {
  Result<ViewedLayout> viewed =
      readExpression(keys.text("text"), keys.text("tensor"), version);
  if (!viewed)
    return failed(viewed);
  return viewedJson(*viewed, version);
}

/// The type that a question is about, which cannot be an expression.
Result<LayoutSubject> subjectOf(const Keys &keys, const char *key,
                                TritonVersion version) {
  Result<ViewedLayout> viewed =
      readExpression(keys.text(key), keys.text("tensor"), version);
  if (!viewed)
    return failed(viewed);
  std::optional<LayoutSubject> &subject = viewed->subject;
  if (!subject)
    return failure("expects a type with a layout, but got an expression", {},
                   "write its bases as #ttg.linear<{...}> of a tensor");
  return std::move(*subject);
}

Result<json> parsed(Result<std::string> line) {
  if (!line)
    return failed(line);
  return json::parse(*line, nullptr, /*allow_exceptions=*/false);
}

Result<json> answerAt(const Keys &keys, TritonVersion version) {
  Result<LayoutSubject> subject = subjectOf(keys, "text", version);
  if (!subject)
    return failed(subject);
  ReportOptions options;
  options.format = ReportFormat::Json;
  std::string element = keys.text("element");
  return parsed(element.empty()
                    ? reportLocation(*subject, keys.text("location"), options)
                    : reportElement(*subject, element, options));
}

/// A picture as `heddle layout --format` draws it.
Result<json> answerPicture(const Keys &keys, TritonVersion version) {
  Result<ViewedLayout> viewed =
      readExpression(keys.text("text"), keys.text("tensor"), version);
  if (!viewed)
    return failed(viewed);
  std::string view = keys.text("view"), format = keys.text("format");
  if (const std::optional<LayoutSubject> &subject = viewed->subject) {
    ReportOptions options;
    options.write.version = version;
    options.view = view == "hw"       ? LayoutView::Hardware
                   : view == "memory" ? LayoutView::Memory
                   : view == "matrix" ? LayoutView::Matrix
                                      : LayoutView::Tensor;
    options.format = format == "svg"   ? ReportFormat::Svg
                     : format == "csv" ? ReportFormat::Csv
                                       : ReportFormat::Text;
    Result<std::string> text = reportLayout(*subject, options);
    if (!text)
      return failed(text);
    return json(*text);
  }
  Result<std::string> text =
      format == "svg"    ? (view == "hw" ? svgHardwareView(viewed->layout, {})
                                         : svgTensorView(viewed->layout, {}))
      : view == "hw"     ? hardwareView(viewed->layout, {})
      : view == "matrix" ? matrixView(viewed->layout)
                         : tensorView(viewed->layout, {});
  if (!text)
    return failed(text);
  return json(*text);
}

Result<json> answerDiff(const Keys &keys, TritonVersion version) {
  Result<LayoutSubject> a = subjectOf(keys, "a", version);
  if (!a)
    return inText({"first layout", {}}, std::move(a.error()));
  Result<LayoutSubject> b = subjectOf(keys, "b", version);
  if (!b)
    return inText({"second layout", {}}, std::move(b.error()));
  Result<LayoutDifference> difference = diffLayouts(*a, *b);
  if (!difference)
    return failed(difference);
  Result<json> first = viewedJson({a->layout, *a}, version);
  Result<json> second = viewedJson({b->layout, *b}, version);
  if (!first || !second)
    return first ? failed(second) : failed(first);
  return json{{"report", json::parse(difference->json)},
              {"text", difference->text},
              {"a", std::move(*first)},
              {"b", std::move(*second)}};
}

Result<ConvertAnswer> convertOf(const Keys &keys, TritonVersion version) {
  ConvertQuestion question = {.from = {"from", keys.text("from")},
                              .to = {"to", keys.text("to")},
                              .target = {"target", keys.text("target")},
                              .tensor = keys.text("tensor"),
                              .options = {},
                              .asksParetoSet = keys.flag("pareto")};
  if (std::string name = keys.text("strategy"); !name.empty()) {
    Result<Strategy> strategy = parseStrategy(name);
    if (!strategy)
      return failed(strategy);
    question.options.strategy = *strategy;
  }
  return answerConvert(question, {}, version);
}

Result<json> answerConversion(const Keys &keys, TritonVersion version) {
  Result<ConvertAnswer> answer = convertOf(keys, version);
  if (!answer)
    return failed(answer);
  return conversionJson(*answer, version);
}

Result<json> answerTrace(const Keys &keys, TritonVersion version) {
  Result<ConvertAnswer> answer = convertOf(keys, version);
  if (!answer)
    return failed(answer);
  return traceJson(*answer);
}

Result<json> answerSource(const Keys &keys, TritonVersion version) {
  Result<ConvertAnswer> answer = convertOf(keys, version);
  if (!answer)
    return failed(answer);
  bool isAmd = answer->target->vendor == Vendor::Amd;
  Result<std::string> source =
      convertSource(*answer, isAmd ? SourceLanguage::Hip : SourceLanguage::Cuda,
                    "convert", version);
  if (!source)
    return failed(source);
  return json(*source);
}

Result<json> answerBankQuestion(const Keys &keys, TritonVersion version) {
  BanksQuestion question = {.registers = {"registers", keys.text("registers")},
                            .shared = {"shared", keys.text("shared")},
                            .target = {"target", keys.text("target")},
                            .op = {"op", keys.text("op", "load")},
                            .tensor = keys.text("tensor")};
  Result<BanksAnswer> answer = answerBanks(question, {}, version);
  if (!answer)
    return failed(answer);
  return accessHeatJson(*answer, version);
}

Result<json> answerParameters(const Keys &keys, TritonVersion /*version*/) {
  return parametersJson(keys.text("text"));
}

Result<json> answerChange(const Keys &keys, TritonVersion /*version*/) {
  std::string number = keys.text("attribute");
  std::size_t attribute = 0;
  auto [end, status] =
      std::from_chars(number.data(), number.data() + number.size(), attribute);
  if (status != std::errc() || end != number.data() + number.size())
    return failure(concat("expects the number of a layout as 'attribute', but "
                          "got '",
                          number, "'"));
  Result<std::string> text = changeParameter(
      keys.text("text"), attribute, keys.text("parameter"), keys.text("value"));
  if (!text)
    return failed(text);
  return json(*text);
}

Result<json> answerTargets(const Keys & /*keys*/, TritonVersion /*version*/) {
  json list = json::array();
  for (const Target &target : allTargets())
    list.push_back({{"name", target.name},
                    {"lanes", target.lanes},
                    {"banks", target.banks}});
  return list;
}

struct Ask {
  std::string_view name;
  Result<json> (*answer)(const Keys &keys, TritonVersion version);
};
constexpr Ask Asks[] = {
    {"layout", answerLayout},      {"at", answerAt},
    {"picture", answerPicture},    {"diff", answerDiff},
    {"convert", answerConversion}, {"trace", answerTrace},
    {"source", answerSource},      {"banks", answerBankQuestion},
    {"targets", answerTargets},    {"parameters", answerParameters},
    {"change", answerChange}};

std::string known() {
  std::string text;
  for (const Ask &ask : Asks)
    text += concat(text.empty() ? "" : ", ", ask.name);
  return text;
}

Result<json> answerJson(const std::string &question) {
  Result<json> object =
      parseObject(question, "{\"ask\": \"layout\", \"text\": \"tensor<...>\"}");
  if (!object)
    return object;
  Keys keys(*object);
  Result<TritonVersion> version = parseVersion(
      keys.text("triton", std::string(factsOf(NewestTriton).name)));
  if (!version)
    return failed(version);
  std::string name = keys.text("ask");
  for (const Ask &ask : Asks)
    if (ask.name == name)
      return ask.answer(keys, *version);
  return failure(concat("expects a question as 'ask', but got '", name, "'"),
                 {}, concat("there are ", known()));
}

std::string dumped(const json &value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace

Result<std::string> answerPage(const std::string &question) {
  Result<json> answer = answerJson(question);
  if (!answer)
    return failed(answer);
  return dumped(*answer);
}

std::string answerPageLine(const std::string &question) {
  Result<json> answer = answerJson(question);
  json line = {{"schema", PageSchema}};
  if (answer)
    line["ok"] = std::move(*answer);
  else
    line["error"] = {{"text", answer.error().text()},
                     {"reason", answer.error().reason},
                     {"witness", answer.error().witness},
                     {"remedy", answer.error().remedy}};
  return dumped(line);
}

} // namespace heddle
