#include "core/program/answer_page.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <utility>

#include "core/program/terminal.h"

namespace whylight {

using nlohmann::ordered_json;

std::string AnswerPage(std::string head, const PageRows& rows,
                       std::string_view note, bool colour) {
  std::string page = std::move(head) + "\n";
  for (const std::string& row : rows) {
    page += row.empty() ? "\n" : "  " + row + "\n";
  }
  return page + Dim(note, colour) + "\n";
}

Span ToSpan(const ordered_json& place) {
  return {place.at("start").get<std::uint32_t>(),
          place.at("end").get<std::uint32_t>()};
}

std::vector<Span> ToSpans(const ordered_json& places) {
  std::vector<Span> spans;
  for (const ordered_json& place : places) spans.push_back(ToSpan(place));
  return spans;
}

std::string TextOf(const ordered_json& answer, const char* key) {
  return answer.at(key).get<std::string>();
}

std::string ShownText(const ordered_json& answer, const char* key) {
  return Printable(TextOf(answer, key));
}

double NumberOf(const ordered_json& answer, const char* key) {
  return answer.at(key).get<double>();
}

std::string Percent(const ordered_json& share) {
  return fmt::format("{:.0f} %", std::round(100 * share.get<double>()));
}

PageRows SignedRows(const std::string& text, const ordered_json& list,
                    const char* number) {
  PageRows rows;
  for (const ordered_json& one : list) {
    const std::vector<Span> spans = one.contains("spans")
                                        ? ToSpans(one.at("spans"))
                                        : std::vector<Span>{ToSpan(one)};
    rows.push_back(
        fmt::format("{:+.2f}  {}", NumberOf(one, number), Cut(text, spans)));
  }
  return rows;
}

}  // namespace whylight
