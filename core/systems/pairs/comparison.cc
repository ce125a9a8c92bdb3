#include "core/systems/pairs/comparison.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "core/graph/graph.h"
#include "core/model/find_words.h"
#include "core/model/limits.h"
#include "core/text/tokenizer.h"

namespace whylight {
namespace {

struct TwoTexts {
  std::array<std::vector<Token>, 2> tokens;
  PairIds ids;
};

Error TooLong(const std::string& what, std::size_t most, std::size_t found) {
  return {ErrorCode::kTextTooLong, "expected at most " + std::to_string(most) +
                                       " words" + what + ", found " +
                                       std::to_string(found)};
}

Result<TwoTexts> ReadTexts(const PairModel& model, std::string_view first,
                           std::string_view second) {
  TwoTexts texts{{Tokenize(first), Tokenize(second)}, {}};
  for (const auto& [side, name] :
       {std::pair(std::size_t{0}, "first"), {1, "second"}}) {
    const std::size_t words = texts.tokens[side].size();
    if (words > kMaxWords) return TooLong("", kMaxWords, words);
    if (words > 0) continue;
    return Invalid("expected words in both texts, found none in the " +
                   std::string(name));
  }
  // More than 32 bits hold, as of WebAssembly.
  const std::uint64_t pairs =
      std::uint64_t{texts.tokens[0].size()} * texts.tokens[1].size();
  // A selector reads pairs of words, however the selected ones are read.
  const bool reads_pairs = model.options().words_meet() || model.selects();
  if (reads_pairs && pairs > kMostWordPairs) {
    return Error{ErrorCode::kTextTooLong,
                 "expected at most " + std::to_string(kMostWordPairs) +
                     " pairs of words, one of each text, found " +
                     std::to_string(pairs)};
  }
  texts.ids = {model.Ids(texts.tokens[0]), model.Ids(texts.tokens[1])};
  return texts;
}

// The probabilities from the words that the model selects, or from all.
Matrix Judge(const PairModel& model, Graph& graph,
             const std::vector<PairIds>& pairs) {
  std::vector<const PairIds*> pointers;
  for (const PairIds& pair : pairs) pointers.push_back(&pair);
  if (!model.selects()) return model.Probabilities(graph, pointers);
  const std::vector<PairSelection> selections = model.Select(graph, pointers);
  std::vector<PairIds> kept;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    kept.push_back(KeepWords(pairs[i], selections[i]));
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) pointers[i] = &kept[i];
  return model.Probabilities(graph, pointers);
}

PairSelection SelectWords(const PairModel& model, const PairIds& ids) {
  Graph graph(Graph::Mode::kInference);
  const PairIds* const pair = &ids;
  return model.Select(graph, {&pair, 1}).front();
}

// The outcome of selected words.
Comparison CompareIds(const PairModel& model, const PairIds& ids,
                      const PairSelection& selection) {
  Graph graph(Graph::Mode::kInference);
  const PairIds kept = KeepWords(ids, selection);
  const PairIds* const pair = &kept;
  const Matrix found = model.Probabilities(graph, {&pair, 1});
  Comparison comparison;
  Index likeliest = 0;
  found.row(0).maxCoeff(&likeliest);
  comparison.label = static_cast<std::size_t>(likeliest);
  comparison.probabilities.assign(found.data(), found.data() + found.size());
  if (model.gives_grades()) comparison.grade = model.Grade(found.row(0));
  return comparison;
}

std::vector<Span> SelectedSpans(const std::vector<Token>& words,
                                const std::vector<std::uint8_t>& selected) {
  std::vector<Span> spans;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (selected[i] != 0) spans.push_back(words[i].span);
  }
  return spans;
}

// `weights` of selected words at the places of these among all words; zeros at
// the others.
Matrix AmongAllWords(const Matrix& weights,
                     const std::vector<std::uint8_t>& rows,
                     const std::vector<std::uint8_t>& columns) {
  Matrix all = Matrix::Zero(static_cast<Index>(rows.size()),
                            static_cast<Index>(columns.size()));
  Index row = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == 0) continue;
    Index column = 0;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (columns[j] == 0) continue;
      all(static_cast<Index>(i), static_cast<Index>(j)) = weights(row, column);
      ++column;
    }
    ++row;
  }
  return all;
}

WordIds Without(const WordIds& ids, std::size_t word) {
  WordIds rest = ids;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(word));
  return rest;
}

std::vector<Span> SpansOf(const std::vector<Token>& tokens) {
  std::vector<Span> spans;
  for (const Token& token : tokens) spans.push_back(token.span);
  return spans;
}

// Reads the pair without one of its words, some words in each step.
class LeaveWordsOut final : public Steps<WordEffects> {
 public:
  LeaveWordsOut(const PairModel& model, TwoTexts texts,
                std::optional<std::size_t> label)
      : model_(model), texts_(std::move(texts)) {
    const Comparison whole =
        CompareIds(model_, texts_.ids, SelectWords(model_, texts_.ids));
    effects_.label = label.value_or(whole.label);
    effects_.value =
        whole.grade ? *whole.grade
                    : static_cast<double>(whole.probabilities[effects_.label]);
  }

  bool Step() override {
    constexpr std::size_t kAtOnce = 32;
    const std::size_t all = texts_.ids.size();
    if (done_ == all) return false;
    const std::size_t end = std::min(done_ + kAtOnce, all);
    std::vector<PairIds> pairs;
    for (std::size_t i = done_; i < end; ++i) pairs.push_back(WithoutWord(i));
    const Matrix found = Judge(model_, graph_, pairs);
    for (std::size_t i = done_; i < end; ++i) {
      Tell(i, effects_.value - Value(found, static_cast<Index>(i - done_)));
    }
    done_ = end;
    return true;
  }

  Result<WordEffects> Finish() override { return std::move(effects_); }

 private:
  PairIds WithoutWord(std::size_t i) const {
    const auto& [first, second] = texts_.ids;
    if (i < first.size()) return {Without(first, i), second};
    return {first, Without(second, i - first.size())};
  }

  double Value(const Matrix& probabilities, Index row) const {
    if (model_.gives_grades()) return model_.Grade(probabilities.row(row));
    return static_cast<double>(
        probabilities(row, static_cast<Index>(effects_.label)));
  }

  void Tell(std::size_t i, double effect) {
    const auto& [first, second] = texts_.tokens;
    if (i < first.size()) {
      effects_.first.push_back({first[i].span, effect});
    } else {
      effects_.second.push_back({second[i - first.size()].span, effect});
    }
  }

  const PairModel& model_;
  TwoTexts texts_;
  Graph graph_{Graph::Mode::kInference};
  WordEffects effects_;
  std::size_t done_ = 0;
};

}  // namespace

Result<Comparison> Compare(const PairModel& model, std::string_view first,
                           std::string_view second) {
  const Result<TwoTexts> texts = ReadTexts(model, first, second);
  if (!texts.ok()) return texts.error();
  const auto& [tokens, ids] = texts.value();
  const PairSelection selection = SelectWords(model, ids);
  Comparison comparison = CompareIds(model, ids, selection);
  comparison.known = {KnownShare(tokens[0], ids.first),
                      KnownShare(tokens[1], ids.second)};
  if (model.selects()) {
    comparison.selected = {SelectedSpans(tokens[0], selection.first),
                           SelectedSpans(tokens[1], selection.second)};
  }
  return comparison;
}

Result<AlignedWords> AlignWords(const PairModel& model, std::string_view first,
                                std::string_view second) {
  if (!model.options().words_meet()) {
    return Invalid(
        "expected a model whose words meet, found one that reads each text by "
        "itself");
  }
  const Result<TwoTexts> texts = ReadTexts(model, first, second);
  if (!texts.ok()) return texts.error();
  const PairIds& ids = texts.value().ids;
  const PairSelection selection = SelectWords(model, ids);
  const auto& [in_first, in_second] = selection;
  Graph graph(Graph::Mode::kInference);
  AlignedWords aligned;
  const auto weights = model.Align(graph, KeepWords(ids, selection));
  aligned.weights = {AmongAllWords(weights.first, in_first, in_second),
                     AmongAllWords(weights.second, in_second, in_first)};
  aligned.first = SpansOf(texts.value().tokens[0]);
  aligned.second = SpansOf(texts.value().tokens[1]);
  return aligned;
}

Result<SplitWords> SplitWordFeatures(const PairModel& model,
                                     std::string_view first,
                                     std::string_view second) {
  const Result<TwoTexts> texts = ReadTexts(model, first, second);
  if (!texts.ok()) return texts.error();
  const auto& [tokens, ids] = texts.value();
  if (ids.size() > kMostFeatureWords) {
    return TooLong(" in both texts together", kMostFeatureWords, ids.size());
  }
  const PairSelection selection = SelectWords(model, ids);
  Graph graph(Graph::Mode::kInference);
  SplitFeatures features = model.Split(graph, KeepWords(ids, selection));
  if (features.first.empty()) {
    return Invalid(
        "expected a model whose words have features, such as one of the kind "
        "\"cafe\", found one whose words have none");
  }
  return SplitWords{SelectedSpans(tokens[0], selection.first),
                    SelectedSpans(tokens[1], selection.second),
                    std::move(features)};
}

Begun<WordEffects> BeginWordEffects(const PairModel& model,
                                    std::string_view first,
                                    std::string_view second,
                                    std::optional<std::size_t> label) {
  Result<TwoTexts> texts = ReadTexts(model, first, second);
  if (!texts.ok()) return texts.error();
  const std::size_t words = texts.value().ids.size();
  if (words > kMostEffects) {
    return TooLong(" in both texts together", kMostEffects, words);
  }
  return {
      std::make_unique<LeaveWordsOut>(model, std::move(texts).value(), label)};
}

}  // namespace whylight
