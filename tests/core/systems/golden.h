// Golden files: questions, and what a model answers (tests/golden/README.md).
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/format/model_folder.h"
#include "core/model/system.h"

namespace whylight {

struct GoldenText {
  std::string text;   ///< Empty where a line is about no text.
  std::string bytes;  ///< The whole line.
};

inline std::string ReadBytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

inline ModelFiles ReadGoldenModel(const std::string& folder) {
  return {ReadBytes(folder + "/config.json"),
          ReadBytes(folder + "/model.safetensors"),
          ReadBytes(folder + "/vocab.txt")};
}

/// The lines of a golden file with texts; none if it is missing or malformed.
inline std::vector<GoldenText> ReadGolden(const std::string& path) {
  std::vector<GoldenText> texts;
  std::istringstream lines(ReadBytes(path));
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object() ||
        !json.value("text", nlohmann::json("")).is_string())
      return {};
    texts.push_back({json.value("text", ""), line});
  }
  return texts;
}

/// A file of answers, by the manifest.
struct GoldenFile {
  std::string model;    ///< Its folder.
  std::string answers;  ///< A file of JSON lines.
  /// The question of lines that do not name one.
  std::string question;
};

/// Those of `folder`, which holds manifest.json.
inline std::vector<GoldenFile> ReadGoldenManifest(const std::string& folder) {
  std::vector<GoldenFile> files;
  for (const auto& entry :
       nlohmann::json::parse(ReadBytes(folder + "/manifest.json"))) {
    files.push_back({folder + "/" + entry["model"].get<std::string>(),
                     folder + "/" + entry["answers"].get<std::string>(),
                     entry.value("question", "")});
  }
  return files;
}

/// A line of such a file.
struct GoldenAnswer {
  std::string question;
  std::vector<std::string> texts;
  nlohmann::json options;
  nlohmann::ordered_json answer;

  std::vector<std::string_view> views() const {
    return {texts.begin(), texts.end()};
  }
};

/// Of a line as `whylight explain` prints it, or of one that has its answer
/// under "answer".
inline GoldenAnswer ParseGoldenAnswer(const GoldenFile& file,
                                      const std::string& line) {
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(line);
  GoldenAnswer golden{
      json.value("method", file.question),
      {},
      nlohmann::json(json.value("options", nlohmann::ordered_json::object())),
      {}};
  if (const std::string asked = json.value("question", ""); !asked.empty()) {
    golden.texts.push_back(asked);
  }
  if (json.contains("text")) golden.texts.push_back(json["text"]);
  if (const std::string other = json.value("other", ""); !other.empty()) {
    golden.texts.push_back(other);
  }
  for (const auto& text : json.value("candidates", nlohmann::ordered_json())) {
    golden.texts.push_back(text);
  }
  if (json.contains("answer")) {
    golden.answer = json["answer"];
  } else {
    json.erase("text");
    golden.answer = std::move(json);
  }
  return golden;
}

inline std::vector<GoldenAnswer> ReadGoldenAnswers(const GoldenFile& file) {
  std::vector<GoldenAnswer> answers;
  std::istringstream lines(ReadBytes(file.answers));
  for (std::string line; std::getline(lines, line);) {
    answers.push_back(ParseGoldenAnswer(file, line));
  }
  return answers;
}

}  // namespace whylight
