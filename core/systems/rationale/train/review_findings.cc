#include "core/systems/rationale/train/review_findings.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/systems/rationale/train/random_runs.h"
#include "core/systems/rationale/train/span_edges.h"
#include "core/text/characters.h"
#include "core/text/tokenizer.h"

namespace whylight {
namespace {

double Ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

std::vector<std::uint8_t> ColumnOf(const SelectionMatrix& selected, Index a) {
  std::vector<std::uint8_t> column;
  for (Index t = 0; t < selected.rows(); ++t) column.push_back(selected(t, a));
  return column;
}

// By unit what is said by word: a unit has the most of the words it overlaps.
template <typename Value>
std::vector<Value> ByUnit(const std::vector<Span>& units,
                          const std::vector<Token>& words,
                          const std::vector<Value>& said, Value none) {
  std::vector<Value> found(units.size(), none);
  std::size_t first = 0;
  for (std::size_t u = 0; u < units.size(); ++u) {
    while (first < words.size() && words[first].span.end <= units[u].start) {
      ++first;
    }
    for (std::size_t t = first;
         t < words.size() && words[t].span.start < units[u].end; ++t) {
      found[u] = std::max(found[u], said[t]);
    }
  }
  return found;
}

// 1 for the units that overlap one of `spans`.
std::vector<std::uint8_t> Overlapping(const std::vector<Span>& units,
                                      const std::vector<Span>& spans) {
  std::vector<std::uint8_t> overlapping(units.size());
  for (const Span& span : spans) {
    for (std::size_t u = 0; u < units.size(); ++u) {
      if (units[u].start < span.end && span.start < units[u].end) {
        overlapping[u] = 1;
      }
    }
  }
  return overlapping;
}

Matrix Rate(const RationaleModel& model, Graph& graph, const WordIds& words) {
  const WordIds* const text = &words;
  return model.Rate(graph, MakeWordBatch({&text, 1}));
}

// Which words were selected, where, and for which other aspects.
void Describe(const std::vector<Token>& tokens, const SelectionMatrix& selected,
              Index aspect, AspectFinding* finding) {
  Tally& tally = finding->tally;
  const std::size_t bins = tally.positions.size();
  finding->both.resize(static_cast<std::size_t>(selected.cols()));
  finding->either.resize(static_cast<std::size_t>(selected.cols()));
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    const auto row = static_cast<Index>(t);
    const bool own = selected(row, aspect) != 0;
    for (Index b = 0; b < selected.cols(); ++b) {
      const bool other = selected(row, b) != 0;
      finding->both[static_cast<std::size_t>(b)] += own && other ? 1 : 0;
      finding->either[static_cast<std::size_t>(b)] += own || other ? 1 : 0;
    }
    if (!own) continue;
    finding->words.push_back(tokens[t].text);
    tally.punctuation += IsPunctuation(tokens[t].text) ? 1 : 0;
    tally.positions[t * bins / tokens.size()] += 1;
  }
}

void CompareWithGold(const Review& review, const std::vector<Token>& tokens,
                     std::size_t aspect,
                     const std::vector<std::uint8_t>& selected,
                     const std::vector<Real>& worth,
                     const std::vector<std::uint8_t>& random,
                     AspectFinding* finding) {
  std::vector<Span> units = review.tokens;
  if (units.empty()) {
    for (const Token& token : tokens) units.push_back(token.span);
  }
  const std::vector<Span>& marked = (*review.rationales)[aspect];
  const Real least =
      worth.empty() ? Real{0} : *std::min_element(worth.begin(), worth.end());
  finding->gold =
      MarkedText{.selected = ByUnit(units, tokens, selected, std::uint8_t{0}),
                 .gold = Overlapping(units, marked),
                 .scores = ByUnit(units, tokens, worth, least)};
  finding->random = ByUnit(units, tokens, random, std::uint8_t{0});
}

// Those that HasCleanEdges.
double CleanRuns(const std::vector<Token>& tokens,
                 const std::vector<Run>& runs) {
  return static_cast<double>(std::count_if(
      runs.begin(), runs.end(),
      [&tokens](const Run& run) { return HasCleanEdges(tokens, run); }));
}

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  words += other.words;
  selected += other.selected;
  selected_share += other.selected_share;
  texts_with_words += other.texts_with_words;
  runs += other.runs;
  mean_run += other.mean_run;
  texts_with_runs += other.texts_with_runs;
  sufficiency += other.sufficiency;
  comprehensiveness += other.comprehensiveness;
  clean_runs += other.clean_runs;
  keyword_runs += other.keyword_runs;
  random_runs += other.random_runs;
  clean_random_runs += other.clean_random_runs;
  keyword_random_runs += other.keyword_random_runs;
  keywords += other.keywords;
  random_span_keywords += other.random_span_keywords;
  random_word_keywords += other.random_word_keywords;
  punctuation += other.punctuation;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    positions[i] += other.positions[i];
  }
  return *this;
}

ReviewEvaluator::ReviewEvaluator(const RationaleModel& model,
                                 const EvaluationOptions& options,
                                 std::vector<double> means)
    : model_(model), options_(options), means_(std::move(means)) {
  for (const std::string& aspect : model.aspects()) {
    std::unordered_set<std::string>& words = keywords_.emplace_back();
    const auto found = options.keywords.find(aspect);
    if (found != options.keywords.end()) {
      words.insert(found->second.begin(), found->second.end());
    }
  }
}

Result<ReviewFinding> ReviewEvaluator::Evaluate(const Review& review,
                                                std::size_t number) const {
  Graph graph(Graph::Mode::kInference);
  Result<RationaleExplanation> explained = model_.Explain(review.text, graph);
  if (!explained.ok()) return explained.error();
  RationaleExplanation& explanation = explained.value();
  const std::vector<Token> tokens = Tokenize(review.text);
  Matrix scores = explanation.probability;
  if (options_.chooser) {
    ChosenWords chosen = options_.chooser(tokens, explanation);
    explanation.selected = std::move(chosen.selected);
    scores = std::move(chosen.scores);
  }
  ReviewFinding found{.in_domain = explanation.in_domain,
                      .words = model_.Ids(tokens),
                      .aspects = {}};
  const WordIds& ids = found.words;
  const Matrix all_words = Rate(model_, graph, ids);
  const Matrix full_text =
      options_.full_text != nullptr && !options_.brief
          ? Rate(*options_.full_text, graph, options_.full_text->Ids(tokens))
          : Matrix();

  std::vector<AspectFinding>& findings = found.aspects;
  findings.resize(keywords_.size());
  for (std::size_t a = 0; a < findings.size(); ++a) {
    const auto column = static_cast<Index>(a);
    const std::vector<std::uint8_t> selected =
        ColumnOf(explanation.selected, column);
    AspectFinding& finding = findings[a];
    Tally& tally = finding.tally;
    CountRuns(tokens, selected, a, &tally);
    const std::vector<std::uint8_t> random =
        RandomRunsLike(selected, number * findings.size() + a);
    CountRandomRuns(tokens, random, a, &tally);

    const auto read = [&](const std::vector<std::uint8_t>& mask,
                          std::uint8_t wanted) {
      WordIds words;
      for (std::size_t t = 0; t < mask.size(); ++t) {
        if (mask[t] == wanted) words.push_back(ids[t]);
      }
      return static_cast<double>(Rate(model_, graph, words)(0, column));
    };
    Predictions& predicted = finding.predictions;
    predicted.rationale =
        options_.chooser ? read(selected, 1)
                         : static_cast<double>(explanation.RatingOrPrior(a));
    finding.mentioned = explanation.ratings[a].has_value();
    if (explanation.spreads[a]) {
      finding.spread = static_cast<double>(*explanation.spreads[a]);
    }
    predicted.all_words = static_cast<double>(all_words(0, column));
    predicted.random_spans = read(random, 1);
    if (options_.brief) continue;

    finding.selected = selected;
    finding.random_spans = random;
    predicted.complement = read(selected, 0);
    if (full_text.size() > 0) {
      predicted.full_text = static_cast<double>(full_text(0, column));
    }
    const double side = predicted.all_words < means_[a] ? -1 : 1;
    tally.sufficiency = side * (predicted.all_words - predicted.rationale);
    tally.comprehensiveness =
        side * (predicted.all_words - predicted.complement);
    Describe(tokens, explanation.selected, column, &finding);
    if (review.rationales) {
      std::vector<Real> worth;
      for (Index t = 0; t < scores.rows(); ++t) {
        worth.push_back(scores(t, column));
      }
      CompareWithGold(review, tokens, a, selected, worth, random, &finding);
    }
  }
  return found;
}

std::vector<std::uint8_t> ReviewEvaluator::RandomRunsLike(
    const std::vector<std::uint8_t>& selected, std::uint64_t key) const {
  std::vector<std::size_t> lengths;
  for (const Run& run : SelectedRuns(selected)) {
    lengths.push_back(run.last - run.first + 1);
  }
  return RandomRuns(lengths, selected.size(), options_.seed, key);
}

void ReviewEvaluator::CountRuns(const std::vector<Token>& tokens,
                                const std::vector<std::uint8_t>& selected,
                                std::size_t aspect, Tally* tally) const {
  const std::vector<Run> runs = SelectedRuns(selected);
  const auto chosen = static_cast<double>(
      std::accumulate(selected.begin(), selected.end(), std::size_t{0}));
  tally->words = static_cast<double>(selected.size());
  tally->selected = chosen;
  tally->selected_share = Ratio(chosen, tally->words);
  tally->texts_with_words = selected.empty() ? 0 : 1;
  tally->runs = static_cast<double>(runs.size());
  tally->mean_run = Ratio(chosen, tally->runs);
  tally->texts_with_runs = runs.empty() ? 0 : 1;
  tally->clean_runs = CleanRuns(tokens, runs);
  tally->keyword_runs = KeywordRuns(tokens, runs, aspect);
  tally->keywords = CountKeywords(tokens, selected, aspect);
  // As many random words hold their share of the keywords, on average.
  tally->random_word_keywords = tally->keywords;
  tally->random_word_keywords.both =
      tally->keywords.second * tally->selected_share;
}

void ReviewEvaluator::CountRandomRuns(const std::vector<Token>& tokens,
                                      const std::vector<std::uint8_t>& random,
                                      std::size_t aspect, Tally* tally) const {
  const std::vector<Run> runs = SelectedRuns(random);
  tally->random_runs = static_cast<double>(runs.size());
  tally->clean_random_runs = CleanRuns(tokens, runs);
  tally->keyword_random_runs = KeywordRuns(tokens, runs, aspect);
  tally->random_span_keywords = CountKeywords(tokens, random, aspect);
}

MarkCounts ReviewEvaluator::CountKeywords(
    const std::vector<Token>& tokens, const std::vector<std::uint8_t>& selected,
    std::size_t aspect) const {
  MarkCounts counts;
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    const bool is_keyword = keywords_[aspect].contains(tokens[t].text);
    counts.all += 1;
    counts.first += selected[t] != 0 ? 1 : 0;
    counts.second += is_keyword ? 1 : 0;
    counts.both += is_keyword && selected[t] != 0 ? 1 : 0;
  }
  return counts;
}

double ReviewEvaluator::KeywordRuns(const std::vector<Token>& tokens,
                                    const std::vector<Run>& runs,
                                    std::size_t aspect) const {
  return static_cast<double>(
      std::count_if(runs.begin(), runs.end(), [&](const Run& run) {
        for (std::size_t t = run.first; t <= run.last; ++t) {
          if (keywords_[aspect].contains(tokens[t].text)) return true;
        }
        return false;
      }));
}

}  // namespace whylight
