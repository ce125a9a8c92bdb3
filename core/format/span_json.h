// Spans as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/span.h"

namespace whylight {

inline nlohmann::ordered_json SpanToJson(const Span& span) {
  return {{"start", span.start}, {"end", span.end}};
}

inline nlohmann::ordered_json SpansToJson(const std::vector<Span>& spans) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Span& span : spans) list.push_back(SpanToJson(span));
  return list;
}

}  // namespace whylight
