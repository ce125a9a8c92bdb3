// What `eval` measures, as a person reads it on a terminal.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace whylight {

/// An object of figures in lines, under their names
/// (docs/reference/figures.md): what is of several aspects, labels or models as
/// a table, numbers to four digits.
std::string PaintFigures(const nlohmann::ordered_json& figures);

}  // namespace whylight
