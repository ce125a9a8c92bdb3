#include "core/program/painted_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/span.h"
#include "core/program/answer_page.h"
#include "core/program/painted_ratings.h"
#include "core/program/terminal.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

std::string PaintClass(const ordered_json& answer, bool colour) {
  PageRows rows;
  for (const auto& [label, share] : answer.at("probabilities").items()) {
    const bool found = label == answer.at("label").get<std::string>() &&
                       label != answer.at("name").get<std::string>();
    rows.push_back(fmt::format("{:>5}  {}{}", Percent(share), Printable(label),
                               found ? " " + ShownText(answer, "name") : ""));
  }
  rows.emplace_back();
  const PageRows reasons =
      SignedRows(TextOf(answer, "text"), answer.at("ngrams"), "contribution");
  rows.insert(rows.end(), reasons.begin(), reasons.end());
  std::string head = ShownText(answer, "name");
  if (answer.contains("grade")) {
    head += fmt::format("  {:.2f}", answer.at("grade").get<double>());
  }
  return AnswerPage(std::move(head), rows,
                    fmt::format("How likely each class is, and what words add "
                                "together; of the words {} are known.",
                                Percent(answer.at("known"))),
                    colour);
}

// What the tags mark; where they mark no spans, each word with its tag.
std::string PaintTags(const ordered_json& answer, bool colour) {
  const auto text = TextOf(answer, "text");
  const bool spans = answer.contains("spans");
  const ordered_json& tagged = answer.at(spans ? "spans" : "words");
  std::size_t width = 0;
  std::vector<std::pair<std::string, Span>> said;
  for (const ordered_json& place : tagged) {
    said.emplace_back(ShownText(place, spans ? "label" : "tag"), ToSpan(place));
    width = std::max(width, said.back().first.size());
  }
  PageRows rows;
  for (const auto& [label, span] : said) {
    rows.push_back(fmt::format("{:{}}  {}", label, width, Cut(text, {span})));
  }
  return AnswerPage(
      Mark(text, spans ? ToSpans(tagged) : std::vector<Span>(), colour), rows,
      spans ? "What the tags mark." : "Each word with its tag.", colour);
}

std::string PaintComparison(const ordered_json& answer, bool colour) {
  PageRows rows;
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
  return AnswerPage(
      answer.contains("label")
          ? ShownText(answer, "label")
          : fmt::format("{:.2f}", answer.at("grade").get<double>()),
      rows,
      fmt::format("What holds of both texts; of their words {} and {} "
                  "are known.",
                  Percent(known.at("text")), Percent(known.at("other"))),
      colour);
}

// The text with its answer marked, and the likeliest places.
std::string PaintAnswer(const ordered_json& answer, bool colour) {
  const auto text = TextOf(answer, "text");
  const ordered_json& found = answer.at("answer");
  PageRows rows;
  const auto add = [&](const ordered_json& place) {
    rows.push_back(fmt::format("{:>5}  {}", Percent(place.at("probability")),
                               Cut(text, {ToSpan(place)})));
  };
  if (!found.is_null()) add(found);
  for (const ordered_json& place : answer.at("alternatives")) add(place);
  return AnswerPage(
      found.is_null() ? "The text does not say."
                      : Mark(text, {ToSpan(found)}, colour),
      rows,
      fmt::format("How likely each place is to be the answer. It is {} "
                  "likely that the text says it.",
                  Percent(answer.at("says"))),
      colour);
}

std::string PaintWordEffects(const ordered_json& answer, bool colour) {
  PageRows rows =
      SignedRows(TextOf(answer, "text"), answer.at("words"), "effect");
  rows.emplace_back();
  const PageRows others =
      SignedRows(TextOf(answer, "other"), answer.at("otherWords"), "effect");
  rows.insert(rows.end(), others.begin(), others.end());
  std::string head = fmt::format("{:.2f}", NumberOf(answer, "value"));
  if (answer.contains("label")) {
    head = ShownText(answer, "label") + "  " + head;
  }
  return AnswerPage(std::move(head), rows,
                    "How much less it would be without each word.", colour);
}

// Each word of a text, and the words of the other that it reads most.
PageRows Readings(const std::string& text, const ordered_json& words,
                  const std::string& other, const ordered_json& other_words) {
  constexpr std::size_t kMostRead = 3;
  PageRows rows;
  for (const ordered_json& word : words) {
    const auto weights = word.at("weights").get<std::vector<double>>();
    std::vector<std::size_t> read(weights.size());
    std::iota(read.begin(), read.end(), std::size_t{0});
    std::stable_sort(
        read.begin(), read.end(),
        [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
    read.resize(std::min(read.size(), kMostRead));
    std::string most;
    for (const std::size_t at : read) {
      most.append(most.empty() ? "" : ", ")
          .append(Percent(weights[at]))
          .append(" ")
          .append(Cut(other, {ToSpan(other_words.at(at))}));
    }
    rows.push_back(fmt::format("{}: {}", Cut(text, {ToSpan(word)}), most));
  }
  return rows;
}

std::string PaintAlignment(const ordered_json& answer, bool colour) {
  const std::string text = TextOf(answer, "text");
  const std::string other = TextOf(answer, "other");
  const ordered_json& words = answer.at("words");
  const ordered_json& other_words = answer.at("otherWords");
  PageRows rows = Readings(text, words, other, other_words);
  rows.emplace_back();
  const PageRows others = Readings(other, other_words, text, words);
  rows.insert(rows.end(), others.begin(), others.end());
  return AnswerPage(InLine(text) + " ~ " + InLine(other), rows,
                    "What each word reads most of the other text.", colour);
}

std::string PaintQuestionEffects(const ordered_json& answer, bool colour) {
  return AnswerPage(
      Mark(TextOf(answer, "text"), {ToSpan(answer.at("place"))}, colour),
      SignedRows(TextOf(answer, "question"), answer.at("words"), "effect"),
      "How much likelier each word of the question makes this answer, as a "
      "logarithm.",
      colour);
}

std::string PaintPairs(const ordered_json& answer, bool colour) {
  const std::string text = TextOf(answer, "text");
  const std::string other = TextOf(answer, "other");
  PageRows rows;
  for (const ordered_json& pair : answer.at("strongest")) {
    rows.push_back(fmt::format("{:+.2f}  {} ~ {}",
                               NumberOf(pair, "contribution"),
                               Cut(text, ToSpans(pair.at("query"))),
                               Cut(other, ToSpans(pair.at("text")))));
  }
  return AnswerPage(
      fmt::format("{}  {:.2f}", Printable(text), NumberOf(answer, "score")),
      rows, "What pairs of words add to how alike the texts are.", colour);
}

std::string PaintKeywords(const ordered_json& answer, bool colour) {
  const std::string text = TextOf(answer, "text");
  PageRows rows;
  for (const ordered_json& word : answer.at("words")) {
    rows.push_back(fmt::format("{:>5}  {}", Percent(word.at("probability")),
                               Cut(text, {ToSpan(word)})));
  }
  return AnswerPage(
      Mark(text, ToSpans(answer.at("spans")), colour), rows,
      "How likely each word says what is asked; those that are marked were "
      "chosen.",
      colour);
}

std::string PaintOpenGates(const ordered_json& answer, bool colour) {
  const std::string text = TextOf(answer, "text");
  PageRows rows;
  for (const ordered_json& recurrence : answer.at("recurrences")) {
    if (!rows.empty()) rows.emplace_back();
    rows.push_back(fmt::format("layer {}, read {}",
                               recurrence.at("layer").get<int>(),
                               ShownText(recurrence, "direction")));
    for (const ordered_json& word : recurrence.at("words")) {
      rows.push_back(fmt::format("{:.2f} {:5.1f}  {}", NumberOf(word, "mean"),
                                 NumberOf(word, "memory"),
                                 Cut(text, {ToSpan(word)})));
    }
  }
  return AnswerPage(InLine(text), rows,
                    "How far each word is let in, and how many are kept.",
                    colour);
}

struct PaintedQuestion {
  std::string_view system;
  std::string_view question;
  Painter painter;
};

constexpr PaintedQuestion kPainted[] = {
    {"rationale", "explain", PaintRatings},
    {"rationale", "ngrams", PaintRatingNgrams},
    {"rationale", "curve", PaintCurve},
    {"rationale", "gates", PaintGates},
    {"rationale", "faithfulness", PaintFaithfulness},
    {"rationale", "match", PaintMatches},
    {"classifier", "classify", PaintClass},
    {"questions", "match", PaintPairs},
    {"questions", "keywords", PaintKeywords},
    {"questions", "gates", PaintOpenGates},
    {"pairs", "compare", PaintComparison},
    {"pairs", "word-effects", PaintWordEffects},
    {"pairs", "alignment", PaintAlignment},
    {"tagger", "tag", PaintTags},
    {"reader", "answer", PaintAnswer},
    {"reader", "question-effects", PaintQuestionEffects},
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
