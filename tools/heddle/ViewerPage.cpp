//===- ViewerPage.cpp - The viewer's page ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ViewerPage.h"

namespace heddle {

namespace {

constexpr char Page[] = {
#embed "viewer.html" suffix(, ) if_empty()
    '\0'};

/// Where the data go, as build.mjs writes it.
constexpr std::string_view Before = "id=\"heddle-data\">", Marker = "null";

/// JSON may stand in a script of a page if no tag can begin in it: `<` is only
/// in texts there.
std::string withoutTags(const std::string &json) {
  std::string safe;
  safe.reserve(json.size());
  for (char c : json) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

} // namespace

Result<std::string> viewerPage(const std::string &json) {
  std::string_view page(Page, sizeof Page - 1);
  std::size_t at = page.find(Before);
  if (at == std::string_view::npos)
    return failure("this heddle was built without the viewer's page", {},
                   "install Node.js with npm, and build heddle again: make");
  at += Before.size();
  std::string text(page.substr(0, at));
  text += withoutTags(json);
  text += page.substr(at + Marker.size());
  return text;
}

} // namespace heddle
