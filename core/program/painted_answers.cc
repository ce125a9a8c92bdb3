#include "core/program/painted_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "core/base/span.h"
#include "core/program/terminal.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

// Not only colours, so that two aspects can be told apart without them.
constexpr std::array<std::string_view, 6> kStyles = {
    "1;33", "4;36", "7;35", "1;4;32", "1;7;34", "4;7;31"};

constexpr std::array<std::string_view, 5> kWords = {"very poor", "poor", "fair",
                                                    "good", "very good"};

Span ToSpan(const ordered_json& place) {
  return {place.at("start").get<std::uint32_t>(),
          place.at("end").get<std::uint32_t>()};
}

std::vector<Span> ToSpans(const ordered_json& places) {
  std::vector<Span> spans;
  for (const ordered_json& place : places) spans.push_back(ToSpan(place));
  return spans;
}

std::string Text(const ordered_json& answer, const char* key) {
  return Printable(answer.at(key).get<std::string>());
}

std::string Percent(const ordered_json& share) {
  return fmt::format("{:.0f} %", std::round(100 * share.get<double>()));
}

// A head, rows and a note on what the rows are.
std::string Page(std::string page, const std::vector<std::string>& rows,
                 const std::string& note, bool colour) {
  page += '\n';
  for (const std::string& row : rows) {
    page += row.empty() ? "\n" : "  " + row + "\n";
  }
  return page + Dim(note, colour) + "\n";
}

// Where the text has to be cut so that each piece is in a rationale as a whole
// or not at all.
std::vector<std::uint32_t> Cuts(const std::string& text,
                                const ordered_json& rationales) {
  std::set<std::uint32_t> cuts = {0, Utf16Length(text)};
  for (const ordered_json& places : rationales) {
    for (const Span& span : ToSpans(places)) {
      cuts.insert(span.start);
      cuts.insert(span.end);
    }
  }
  return {cuts.begin(), cuts.end()};
}

bool Covers(const ordered_json& places, const Span& piece) {
  const std::vector<Span> spans = ToSpans(places);
  return std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
    return span.start <= piece.start && piece.end <= span.end;
  });
}

// The text with its rationales marked.
std::string MarkRationales(const ordered_json& answer, bool colour) {
  const auto text = answer.at("text").get<std::string>();
  const ordered_json& rationales = answer.at("rationales");
  const std::vector<std::uint32_t> cuts = Cuts(text, rationales);
  std::string marked;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const Span piece = {cuts[i], cuts[i + 1]};
    std::string marks;
    std::size_t aspect = 0;
    for (const auto& [name, places] : rationales.items()) {
      if (Covers(places, piece)) {
        if (!marks.empty()) marks += colour ? ";" : ", ";
        marks += colour ? kStyles[aspect % kStyles.size()] : Printable(name);
      }
      ++aspect;
    }
    const std::string shown = Printable(SliceUtf16(text, piece));
    marked += marks.empty() ? shown
              : colour      ? Painted(shown, marks)
                            : fmt::format("[{}: {}]", marks, shown);
  }
  return marked;
}

// "0.71 ± 0.12  good"; of a rating that is a probability, the likelier class.
std::string RatingText(const ordered_json& answer, const std::string& aspect) {
  const auto rating = answer.at("ratings").at(aspect).get<double>();
  const ordered_json& spread = answer.at("spreads").at(aspect);
  std::string text = fmt::format("{:.2f}", rating);
  if (!spread.is_null()) text += fmt::format(" ± {:.2f}", spread.get<double>());
  const ordered_json& classes = answer.at("classes");
  const auto likely = classes.find(aspect);
  if (likely != classes.end() && !likely->is_null()) {
    return fmt::format("{}  {}, {} sure", text, Text(*likely, "name"),
                       Percent(likely->at("probability")));
  }
  const auto word = static_cast<std::size_t>(
      std::clamp(std::floor(rating * kWords.size()), 0.0, kWords.size() - 1.0));
  return fmt::format("{}  {}", text, kWords[word]);
}

std::string PaintRatings(const ordered_json& answer, bool colour) {
  const auto text = answer.at("text").get<std::string>();
  std::string page = MarkRationales(answer, colour) + "\n\n";
  std::uint32_t width = 0;
  for (const auto& [aspect, rating] : answer.at("ratings").items()) {
    width = std::max(width, Utf16Length(aspect));
  }
  std::size_t index = 0;
  for (const auto& [aspect, rating] : answer.at("ratings").items()) {
    const std::string_view style = kStyles[index++ % kStyles.size()];
    std::string said = "not mentioned";
    if (!rating.is_null()) {
      said = RatingText(answer, aspect);
      const std::string words =
          Cut(text, ToSpans(answer.at("rationales").at(aspect)));
      if (!words.empty()) said += ": " + words;
    }
    const std::string name = Printable(aspect);
    page += fmt::format("  {}{}  {}\n", colour ? Painted(name, style) : name,
                        std::string(width - Utf16Length(aspect), ' '), said);
  }
  if (!answer.at("inDomain").get<bool>()) {
    page +=
        "  This text is in another language or about another subject than the "
        "model knows.\n";
  }
  return page;
}

// What each n-gram adds to a logit.
std::vector<std::string> NgramRows(const ordered_json& answer) {
  const auto text = answer.at("text").get<std::string>();
  std::vector<std::string> rows;
  for (const ordered_json& ngram : answer.at("ngrams")) {
    rows.push_back(fmt::format("{:+.2f}  {}",
                               ngram.at("contribution").get<double>(),
                               Cut(text, ToSpans(ngram.at("spans")))));
  }
  return rows;
}

std::string PaintNgrams(const ordered_json& answer, bool colour) {
  const auto number = [&](const char* key) {
    return answer.at(key).get<double>();
  };
  return Page(
      fmt::format("{}  {:.2f}, a logit of {:.2f}: {:+.2f} of words {:+.2f} of "
                  "none {:+.2f} left over",
                  Text(answer, "aspect"), number("rating"), number("logit"),
                  number("sum"), number("bias"), number("residual")),
      NgramRows(answer),
      "What words add to the logit together, the strongest first.", colour);
}

std::string PaintClass(const ordered_json& answer, bool colour) {
  std::vector<std::string> rows;
  for (const auto& [label, share] : answer.at("probabilities").items()) {
    const bool found = label == answer.at("label").get<std::string>();
    rows.push_back(fmt::format("{:>5}  {}{}", Percent(share), Printable(label),
                               found ? " " + Text(answer, "name") : ""));
  }
  rows.emplace_back();
  for (std::string& row : NgramRows(answer)) rows.push_back(std::move(row));
  std::string head = Text(answer, "name");
  if (answer.contains("grade")) {
    head += fmt::format("  {:.2f}", answer.at("grade").get<double>());
  }
  return Page(std::move(head), rows,
              fmt::format("How likely each class is, and what words add "
                          "together; of the words {} are known.",
                          Percent(answer.at("known"))),
              colour);
}

// What the tags mark; where they mark no spans, each word with its tag.
std::string PaintTags(const ordered_json& answer, bool colour) {
  const auto text = answer.at("text").get<std::string>();
  const bool spans = answer.contains("spans");
  const ordered_json& tagged = answer.at(spans ? "spans" : "words");
  std::size_t width = 0;
  std::vector<std::pair<std::string, Span>> said;
  for (const ordered_json& place : tagged) {
    said.emplace_back(Text(place, spans ? "label" : "tag"), ToSpan(place));
    width = std::max(width, said.back().first.size());
  }
  std::vector<std::string> rows;
  for (const auto& [label, span] : said) {
    rows.push_back(fmt::format("{:{}}  {}", label, width, Cut(text, {span})));
  }
  return Page(Mark(text, spans ? ToSpans(tagged) : std::vector<Span>(), colour),
              rows, spans ? "What the tags mark." : "Each word with its tag.",
              colour);
}

std::string PaintComparison(const ordered_json& answer, bool colour) {
  std::vector<std::string> rows;
  if (answer.contains("probabilities")) {
    for (const auto& [label, share] : answer.at("probabilities").items()) {
      rows.push_back(
          fmt::format("{:>5}  {}", Percent(share), Printable(label)));
    }
  }
  if (answer.contains("rationale")) {
    rows.emplace_back();
    for (const char* side : {"text", "other"}) {
      rows.push_back(Mark(answer.at(side).get<std::string>(),
                          ToSpans(answer.at("rationale").at(side)), colour));
    }
  }
  const ordered_json& known = answer.at("known");
  return Page(
      answer.contains("label")
          ? Text(answer, "label")
          : fmt::format("{:.2f}", answer.at("grade").get<double>()),
      rows,
      fmt::format("What holds of both texts; of their words {} and {} "
                  "are known.",
                  Percent(known.at("text")), Percent(known.at("other"))),
      colour);
}

// The text with its answer marked, and the likeliest places.
std::string PaintAnswer(const ordered_json& answer, bool colour) {
  const auto text = answer.at("text").get<std::string>();
  const ordered_json& found = answer.at("answer");
  std::vector<std::string> rows;
  const auto add = [&](const ordered_json& place) {
    rows.push_back(fmt::format("{:>5}  {}", Percent(place.at("probability")),
                               Cut(text, {ToSpan(place)})));
  };
  if (!found.is_null()) add(found);
  for (const ordered_json& place : answer.at("alternatives")) add(place);
  return Page(found.is_null() ? "The text does not say."
                              : Mark(text, {ToSpan(found)}, colour),
              rows,
              fmt::format("How likely each place is to be the answer. It is {} "
                          "likely that the text says it.",
                          Percent(answer.at("says"))),
              colour);
}

struct PaintedQuestion {
  std::string_view system;
  std::string_view question;
  Painter painter;
};

constexpr PaintedQuestion kPainted[] = {
    {"rationale", "explain", PaintRatings},
    {"rationale", "ngrams", PaintNgrams},
    {"classifier", "classify", PaintClass},
    {"tagger", "tag", PaintTags},
    {"pairs", "compare", PaintComparison},
    {"reader", "answer", PaintAnswer},
};

}  // namespace

Painter PainterOf(const System& system, std::string_view question) {
  for (const PaintedQuestion& painted : kPainted) {
    if (painted.system == system.name && painted.question == question) {
      return painted.painter;
    }
  }
  return nullptr;
}

}  // namespace whylight
