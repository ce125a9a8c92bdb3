// The texts that questions are asked about: in files (docs/guides/data.md), and
// in front of the answers.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/system.h"
#include "core/training/data/bad_lines.h"
#include "core/training/data/data_options.h"

namespace whylight {

/// The texts of one question, and the line they start in, from 1.
struct QuestionTexts {
  std::vector<std::string> texts;
  std::size_t line;
};

/// Calls `visit` with each record of a file; an error ends the visit. Two texts
/// are "text" and "other" where `options` do not say otherwise. Bad lines are
/// counted in `bad`.
Status VisitQuestionTexts(const std::string& path, Inputs inputs,
                          DataOptions options, BadLines& bad,
                          const std::function<Status(QuestionTexts)>& visit);

/// The answer about texts with these in front, by the keys of such a file.
nlohmann::ordered_json RepeatTexts(Inputs inputs,
                                   const std::vector<std::string>& texts,
                                   nlohmann::ordered_json answer);

/// Gives each candidate that `answer` lists by its number its text, too.
void AddCandidateTexts(const std::vector<std::string>& texts,
                       nlohmann::ordered_json* answer);

}  // namespace whylight
