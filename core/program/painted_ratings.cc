#include "core/program/painted_ratings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include "core/base/span.h"
#include "core/program/answer_page.h"
#include "core/program/terminal.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

// Not only colours, so that two aspects can be told apart without them.
constexpr std::array<std::string_view, 6> kStyles = {
    "1;33", "4;36", "7;35", "1;4;32", "1;7;34", "4;7;31"};

// Below this share of known words an answer is a guess, as on the page.
constexpr double kLeastKnown = 0.7;

constexpr std::array<std::string_view, 5> kWords = {"very poor", "poor", "fair",
                                                    "good", "very good"};

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
  const auto text = TextOf(answer, "text");
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
    return fmt::format("{}  {}, {} sure", text, ShownText(*likely, "name"),
                       Percent(likely->at("probability")));
  }
  const auto word = static_cast<std::size_t>(
      std::clamp(std::floor(rating * kWords.size()), 0.0, kWords.size() - 1.0));
  return fmt::format("{}  {}", text, kWords[word]);
}

// "aroma  0.71": an aspect and its rating.
std::string Title(const ordered_json& answer) {
  return fmt::format("{}  {:.2f}", ShownText(answer, "aspect"),
                     NumberOf(answer, "rating"));
}

// How far gates open for a word, and how many words are kept.
std::string GateCells(const ordered_json& gate) {
  return fmt::format("{:.2f} {:5.1f}", NumberOf(gate, "mean"),
                     NumberOf(gate, "memory"));
}

}  // namespace

std::string PaintRatings(const ordered_json& answer, bool colour) {
  const auto text = TextOf(answer, "text");
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
  const double known = NumberOf(answer, "known");
  const bool has_words = !answer.at("tokens").empty();
  if (known == 0 && has_words) {
    page += "  The model knows none of these words.\n";
  } else if (!answer.at("inDomain").get<bool>()) {
    page +=
        "  This text is in another language or about another subject than the "
        "model knows.\n";
  } else if (known < kLeastKnown && has_words) {
    page += fmt::format(
        "  The model knows only {} of these words: what it says is a guess.\n",
        Percent(answer.at("known")));
  }
  return page;
}

std::string PaintRatingNgrams(const ordered_json& answer, bool colour) {
  return AnswerPage(
      fmt::format("{}, a logit of {:.2f}: {:+.2f} of words {:+.2f} of none "
                  "{:+.2f} left over",
                  Title(answer), NumberOf(answer, "logit"),
                  NumberOf(answer, "sum"), NumberOf(answer, "bias"),
                  NumberOf(answer, "residual")),
      SignedRows(TextOf(answer, "text"), answer.at("ngrams"), "contribution"),
      "What words add to the logit together, the strongest first.", colour);
}

std::string PaintCurve(const ordered_json& answer, bool colour) {
  const std::string text = TextOf(answer, "text");
  PageRows rows;
  for (const ordered_json& word : answer.at("words")) {
    rows.push_back(fmt::format("{:.2f}  {}", NumberOf(word, "rating"),
                               Cut(text, {ToSpan(word)})));
  }
  return AnswerPage(Title(answer), rows,
                    "What the model would rate at each word that it reads.",
                    colour);
}

std::string PaintGates(const ordered_json& answer, bool colour) {
  const std::string text = TextOf(answer, "text");
  PageRows rows;
  for (const ordered_json& word : answer.at("words")) {
    rows.push_back(fmt::format("{}   {}  {}", GateCells(word.at("forward")),
                               GateCells(word.at("backward")),
                               Cut(text, {ToSpan(word)})));
  }
  return AnswerPage(ShownText(answer, "aspect"), rows,
                    "How far each word is let in, and how many are kept: read "
                    "forward, and backward.",
                    colour);
}

std::string PaintFaithfulness(const ordered_json& answer, bool colour) {
  const std::string text = TextOf(answer, "text");
  const double full = NumberOf(answer, "full");
  const double selection = NumberOf(answer, "selection");
  const double complement = NumberOf(answer, "complement");
  const ordered_json& aopc = answer.at("aopc");
  PageRows rows = {
      fmt::format("{:.2f}  all words", full),
      fmt::format("{:.2f}  the chosen words alone (sufficiency {:+.2f})",
                  selection, full - selection),
      fmt::format("{:.2f}  all others (comprehensiveness {:+.2f})", complement,
                  full - complement),
      fmt::format("{:+.2f} and {:+.2f} with the likeliest words (AOPC)",
                  NumberOf(aopc, "sufficiency"),
                  NumberOf(aopc, "comprehensiveness"))};
  if (answer.contains("words")) {
    for (const ordered_json& word : answer.at("words")) {
      rows.push_back(fmt::format("{:+.2f}  of {}", NumberOf(word, "difference"),
                                 Cut(text, {ToSpan(word)})));
    }
  }
  return AnswerPage(
      ShownText(answer, "aspect"), rows,
      "What is rated of a part of the words; it rests on what changes the "
      "rating.",
      colour);
}

std::string PaintMatches(const ordered_json& answer, bool colour) {
  const std::string text = TextOf(answer, "text");
  const std::string other = TextOf(answer, "other");
  PageRows rows;
  for (const ordered_json& match : answer.at("matches")) {
    rows.push_back(fmt::format("{:>5}  {} ~ {}", Percent(match.at("share")),
                               Cut(text, ToSpans(match.at("x"))),
                               Cut(other, ToSpans(match.at("y")))));
  }
  return AnswerPage(Printable(text), rows,
                    "The pieces that match, and their share of all that does.",
                    colour);
}

}  // namespace whylight
