// The parts of an answer as a person reads it on a terminal.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/span.h"

namespace whylight {

using PageRows = std::vector<std::string>;

/// A head, rows and a note on what the rows are. `colour` says how the note is
/// told apart (core/program/terminal.h).
std::string AnswerPage(std::string head, const PageRows& rows,
                       std::string_view note, bool colour);

/// {"start", "end"} of an answer.
Span ToSpan(const nlohmann::ordered_json& place);
std::vector<Span> ToSpans(const nlohmann::ordered_json& places);

/// The text of an answer, and the same without what controls a terminal.
std::string TextOf(const nlohmann::ordered_json& answer, const char* key);
std::string ShownText(const nlohmann::ordered_json& answer, const char* key);

double NumberOf(const nlohmann::ordered_json& answer, const char* key);

/// A share of one, "7 %", say.
std::string Percent(const nlohmann::ordered_json& share);

/// One row for each of `list`: a number with its sign, and the words that it
/// is of, one place or a list of them under "spans".
PageRows SignedRows(const std::string& text, const nlohmann::ordered_json& list,
                    const char* number);

}  // namespace whylight
