// The answers of models with rationales, as a person reads them on a terminal.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace whylight {

/// By the names of the questions. `colour` says how marks are made
/// (core/program/terminal.h).
std::string PaintRatings(const nlohmann::ordered_json& answer, bool colour);
std::string PaintRatingNgrams(const nlohmann::ordered_json& answer,
                              bool colour);
std::string PaintCurve(const nlohmann::ordered_json& answer, bool colour);
std::string PaintGates(const nlohmann::ordered_json& answer, bool colour);
std::string PaintFaithfulness(const nlohmann::ordered_json& answer,
                              bool colour);
std::string PaintMatches(const nlohmann::ordered_json& answer, bool colour);

}  // namespace whylight
