// Golden files: texts, and what a model says of them, in the JSON lines of
// `whylight explain`.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/systems/rationale/model.h"

namespace whylight {

struct GoldenText {
  std::string text;
  nlohmann::json line;  ///< The whole line.
};

inline std::string ReadBytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

/// The lines of a golden file; none if it is missing or malformed.
inline std::vector<GoldenText> ReadGolden(const std::string& path) {
  std::vector<GoldenText> texts;
  std::istringstream lines(ReadBytes(path));
  for (std::string line; std::getline(lines, line);) {
    nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object() || !json["text"].is_string()) return {};
    texts.push_back({json["text"].get<std::string>(), json});
  }
  return texts;
}

}  // namespace whylight
