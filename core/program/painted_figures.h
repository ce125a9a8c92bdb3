// What `eval` measures, as a person reads it on a terminal.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace whylight {

/// An object of figures in lines, under their names
/// (docs/reference/figures.md). Those of several aspects, labels or baselines
/// stand in a table; numbers have four digits. Not empty.
std::string PaintFigures(const nlohmann::ordered_json& figures);

}  // namespace whylight
