#include "core/train/rationale/rationale_evaluation.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "core/base/random.h"
#include "core/tasks/decoding.h"
#include "core/text/tokenizer.h"
#include "core/train/engine/thread_pool.h"

namespace whylight {
namespace {

// What one review adds to an aspect's sums.
struct Tally {
  double words = 0;
  double selected = 0;
  double selected_share = 0;  // Macro.
  double texts_with_words = 0;
  double runs = 0;
  double mean_run = 0;  // Macro.
  double texts_with_runs = 0;
  double error_rationale = 0;
  double error_all_words = 0;
  double error_random = 0;
  double keyword_runs = 0;
  double random_runs = 0;
  double keyword_random_runs = 0;
};

Tally operator+(Tally a, const Tally& b) {
  a.words += b.words;
  a.selected += b.selected;
  a.selected_share += b.selected_share;
  a.texts_with_words += b.texts_with_words;
  a.runs += b.runs;
  a.mean_run += b.mean_run;
  a.texts_with_runs += b.texts_with_runs;
  a.error_rationale += b.error_rationale;
  a.error_all_words += b.error_all_words;
  a.error_random += b.error_random;
  a.keyword_runs += b.keyword_runs;
  a.random_runs += b.random_runs;
  a.keyword_random_runs += b.keyword_random_runs;
  return a;
}

double Ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

class Evaluator {
 public:
  Evaluator(const RationaleModel& model, const AspectKeywords& keywords,
            std::uint64_t seed)
      : model_(model), seed_(seed) {
    for (const std::string& aspect : model.aspects()) {
      std::unordered_set<std::string>& words = keywords_.emplace_back();
      const auto found = keywords.find(aspect);
      if (found != keywords.end()) {
        words.insert(found->second.begin(), found->second.end());
      }
    }
  }

  bool HasKeywords(std::size_t aspect) const {
    return !keywords_[aspect].empty();
  }

  // One tally an aspect.
  Result<std::vector<Tally>> Evaluate(const Review& review,
                                      std::size_t number) const {
    Graph graph(Graph::Mode::kInference);
    const Result<RationaleExplanation> explained =
        model_.Explain(review.text, graph);
    if (!explained.ok()) return explained.error();
    const RationaleExplanation& explanation = explained.value();
    const std::vector<Token> tokens = Tokenize(review.text);
    const WordIds ids = model_.Ids(tokens);
    const Matrix all_words = Rate(graph, ids);

    std::vector<Tally> tallies(keywords_.size());
    for (std::size_t a = 0; a < tallies.size(); ++a) {
      Tally& tally = tallies[a];
      const auto column = static_cast<Index>(a);
      const auto squared = [&](Real rating) {
        const double error = static_cast<double>(rating) -
                             static_cast<double>(review.ratings[a]);
        return error * error;
      };
      std::vector<std::uint8_t> selected;
      for (Index t = 0; t < explanation.selected.rows(); ++t) {
        selected.push_back(explanation.selected(t, column));
      }
      const std::vector<Run> runs = SelectedRuns(selected);
      std::vector<std::size_t> lengths;
      for (const Run& run : runs) lengths.push_back(run.last - run.first + 1);
      const auto chosen = static_cast<double>(
          std::accumulate(lengths.begin(), lengths.end(), std::size_t{0}));
      const std::vector<std::uint8_t> random =
          RandomRuns(lengths, ids.size(), seed_, number * tallies.size() + a);

      tally.words = static_cast<double>(ids.size());
      tally.selected = chosen;
      tally.selected_share = Ratio(chosen, tally.words);
      tally.texts_with_words = ids.empty() ? 0 : 1;
      tally.runs = static_cast<double>(runs.size());
      tally.mean_run = Ratio(chosen, tally.runs);
      tally.texts_with_runs = runs.empty() ? 0 : 1;
      tally.error_rationale = squared(explanation.ratings[a]);
      tally.error_all_words = squared(all_words(0, column));
      WordIds random_words;
      for (std::size_t t = 0; t < random.size(); ++t) {
        if (random[t]) random_words.push_back(ids[t]);
      }
      tally.error_random = squared(Rate(graph, random_words)(0, column));
      tally.keyword_runs = KeywordRuns(tokens, runs, a);
      const std::vector<Run> random_runs = SelectedRuns(random);
      tally.random_runs = static_cast<double>(random_runs.size());
      tally.keyword_random_runs = KeywordRuns(tokens, random_runs, a);
    }
    return tallies;
  }

 private:
  Matrix Rate(Graph& graph, const WordIds& words) const {
    const WordIds* const text = &words;
    return model_.Rate(graph, MakeWordBatch({&text, 1}));
  }

  double KeywordRuns(const std::vector<Token>& tokens,
                     const std::vector<Run>& runs, std::size_t aspect) const {
    return static_cast<double>(
        std::count_if(runs.begin(), runs.end(), [&](const Run& run) {
          for (std::size_t t = run.first; t <= run.last; ++t) {
            if (keywords_[aspect].contains(tokens[t].text)) return true;
          }
          return false;
        }));
  }

  const RationaleModel& model_;
  std::uint64_t seed_;
  std::vector<std::unordered_set<std::string>> keywords_;
};

}  // namespace

std::vector<std::uint8_t> RandomRuns(const std::vector<std::size_t>& lengths,
                                     std::size_t words, std::uint64_t seed,
                                     std::uint64_t key) {
  std::vector<std::uint8_t> selected(words);
  if (lengths.empty()) return selected;
  const CounterRandom random(seed, RandomPurpose::kRandomSpans, key);
  const std::size_t total =
      std::accumulate(lengths.begin(), lengths.end(), std::size_t{0});
  // Runs in random order; the words between them fall into the gaps by a
  // random choice of bars among stars. Inner gaps keep one word apart.
  const std::vector<std::size_t> order = Permutation(lengths.size(), random);
  const std::size_t inner = lengths.size() - 1;
  const std::size_t free = words - total;
  const std::size_t apart = free >= inner ? 1 : 0;
  const std::size_t stars = free - apart * inner;
  std::vector<std::uint8_t> is_bar(stars + lengths.size());
  const std::vector<std::size_t> places = Permutation(
      is_bar.size(), CounterRandom(seed, RandomPurpose::kRandomSpans, key, 1));
  for (std::size_t i = 0; i < lengths.size(); ++i) is_bar[places[i]] = 1;

  std::size_t at = 0;
  std::size_t run = 0;
  for (const std::uint8_t bar : is_bar) {
    if (!bar) {
      ++at;
      continue;
    }
    if (run > 0) at += apart;
    for (std::size_t i = 0; i < lengths[order[run]]; ++i) selected[at++] = 1;
    ++run;
  }
  return selected;
}

Result<RationaleEvaluation> EvaluateRationale(
    const RationaleModel& model, const std::vector<Review>& reviews,
    const AspectKeywords& keywords, std::uint64_t seed, ThreadPool& pool) {
  const Evaluator evaluator(model, keywords, seed);
  std::vector<Result<std::vector<Tally>>> tallies(reviews.size(),
                                                  std::vector<Tally>());
  pool.ParallelFor(reviews.size(), [&](std::size_t i) {
    tallies[i] = evaluator.Evaluate(reviews[i], i);
  });

  const auto n = static_cast<double>(reviews.size());
  RationaleEvaluation evaluation{.n = reviews.size(), .aspects = {}};
  for (std::size_t a = 0; a < model.aspects().size(); ++a) {
    Tally sum;
    double mean = 0;
    for (std::size_t i = 0; i < reviews.size(); ++i) {
      if (!tallies[i].ok()) return tallies[i].error();
      sum = sum + tallies[i].value()[a];
      mean += static_cast<double>(reviews[i].ratings[a]) / n;
    }
    AspectEvaluation& one = evaluation.aspects.emplace_back();
    one.aspect = model.aspects()[a];
    one.selected = Ratio(sum.selected, sum.words);
    one.selected_macro = Ratio(sum.selected_share, sum.texts_with_words);
    one.mse_rationale = Ratio(sum.error_rationale, n);
    one.mse_all_words = Ratio(sum.error_all_words, n);
    one.mse_random_spans = Ratio(sum.error_random, n);
    for (const Review& review : reviews) {
      const double error = static_cast<double>(review.ratings[a]) - mean;
      one.mse_mean += error * error / n;
    }
    one.mean_run = Ratio(sum.selected, sum.runs);
    one.mean_run_macro = Ratio(sum.mean_run, sum.texts_with_runs);
    one.spans_per_review = Ratio(sum.runs, n);
    one.reviews_with_spans = Ratio(sum.texts_with_runs, n);
    one.has_keywords = evaluator.HasKeywords(a);
    one.keyword_spans = Ratio(sum.keyword_runs, sum.runs);
    one.keyword_random_spans = Ratio(sum.keyword_random_runs, sum.random_runs);
  }
  return evaluation;
}

nlohmann::ordered_json EvaluationToJson(const RationaleEvaluation& evaluation) {
  nlohmann::ordered_json aspects = nlohmann::ordered_json::object();
  double relative = 0;
  for (const AspectEvaluation& one : evaluation.aspects) {
    relative += Ratio(one.mse_rationale, one.mse_mean) /
                static_cast<double>(evaluation.aspects.size());
    nlohmann::ordered_json& json = aspects[one.aspect];
    json = {{"selected", one.selected},
            {"selected_macro", one.selected_macro},
            {"mse_rationale", one.mse_rationale},
            {"mse_all_words", one.mse_all_words},
            {"mse_mean", one.mse_mean},
            {"mse_random_spans", one.mse_random_spans},
            {"mean_run", one.mean_run},
            {"mean_run_macro", one.mean_run_macro},
            {"spans_per_review", one.spans_per_review},
            {"reviews_with_spans", one.reviews_with_spans}};
    if (one.has_keywords) {
      json["keyword_spans"] = one.keyword_spans;
      json["keyword_random_spans"] = one.keyword_random_spans;
    }
  }
  return {
      {"n", evaluation.n}, {"relative_error", relative}, {"aspects", aspects}};
}

}  // namespace whylight
