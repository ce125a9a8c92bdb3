#include "core/systems/rationale/train/evaluation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "core/base/random.h"
#include "core/systems/rationale/decoding.h"
#include "core/text/characters.h"
#include "core/text/tokenizer.h"
#include "core/text/utf8.h"
#include "core/training/engine/thread_pool.h"

namespace whylight {
namespace {

constexpr std::size_t kFrequentWords = 20;

// Shares from which on selections look degenerate.
constexpr double kMuchPunctuation = 0.5;
constexpr double kAlmostNothing = 0.001;
constexpr double kAlmostEverything = 0.9;

double Ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

double Squared(double x) { return x * x; }

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
  double error_complement = 0;
  double error_full_text = 0;
  double right_rationale = 0;
  double right_all_words = 0;
  double sufficiency = 0;
  double comprehensiveness = 0;
  double keyword_runs = 0;
  double random_runs = 0;
  double keyword_random_runs = 0;
  double punctuation = 0;
  std::array<double, 10> positions{};
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
  a.error_complement += b.error_complement;
  a.error_full_text += b.error_full_text;
  a.right_rationale += b.right_rationale;
  a.right_all_words += b.right_all_words;
  a.sufficiency += b.sufficiency;
  a.comprehensiveness += b.comprehensiveness;
  a.keyword_runs += b.keyword_runs;
  a.random_runs += b.random_runs;
  a.keyword_random_runs += b.keyword_random_runs;
  a.punctuation += b.punctuation;
  for (std::size_t i = 0; i < a.positions.size(); ++i) {
    a.positions[i] += b.positions[i];
  }
  return a;
}

// An aspect of one review: its sums, and what is not a sum.
struct AspectFinding {
  Tally tally;
  std::vector<std::string> words;    // That were selected.
  std::vector<double> both;          // By aspect: words selected for both,
  std::vector<double> either;        // or for one of the two.
  std::optional<MarkedText> gold;    // If people marked the review.
  std::vector<std::uint8_t> random;  // By token, as in `gold`.
};

bool IsPunctuation(std::string_view word) {
  return !word.empty() &&
         KindOf(DecodeUtf8(word, 0).value) == CharacterKind::kPunctuation;
}

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

class Evaluator {
 public:
  Evaluator(const RationaleModel& model, const EvaluationOptions& options,
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

  bool HasKeywords(std::size_t aspect) const {
    return !keywords_[aspect].empty();
  }

  // One finding an aspect.
  Result<std::vector<AspectFinding>> Evaluate(const Review& review,
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
    const WordIds ids = model_.Ids(tokens);
    const Matrix all_words = Rate(model_, graph, ids);
    const Matrix full_text =
        options_.full_text != nullptr && !options_.brief
            ? Rate(*options_.full_text, graph, options_.full_text->Ids(tokens))
            : Matrix();

    std::vector<AspectFinding> findings(keywords_.size());
    for (std::size_t a = 0; a < findings.size(); ++a) {
      const auto column = static_cast<Index>(a);
      const std::vector<std::uint8_t> selected =
          ColumnOf(explanation.selected, column);
      AspectFinding& finding = findings[a];
      Tally& tally = finding.tally;
      CountRuns(tokens, selected, a, &tally);
      const std::vector<std::uint8_t> random =
          RandomRunsLike(selected, number * findings.size() + a);
      const std::vector<Run> random_runs = SelectedRuns(random);
      tally.random_runs = static_cast<double>(random_runs.size());
      tally.keyword_random_runs = KeywordRuns(tokens, random_runs, a);

      const auto gold = static_cast<double>(review.ratings[a]);
      const auto read = [&](const std::vector<std::uint8_t>& mask,
                            std::uint8_t wanted) {
        WordIds words;
        for (std::size_t t = 0; t < mask.size(); ++t) {
          if (mask[t] == wanted) words.push_back(ids[t]);
        }
        return static_cast<double>(Rate(model_, graph, words)(0, column));
      };
      const double rationale =
          options_.chooser ? read(selected, 1)
                           : static_cast<double>(explanation.ratings[a]);
      const auto all = static_cast<double>(all_words(0, column));
      tally.error_rationale = Squared(rationale - gold);
      tally.error_all_words = Squared(all - gold);
      tally.error_random = Squared(read(random, 1) - gold);
      if (options_.brief) continue;

      const double complement = read(selected, 0);
      tally.error_complement = Squared(complement - gold);
      if (full_text.size() > 0) {
        tally.error_full_text =
            Squared(static_cast<double>(full_text(0, column)) - gold);
      }
      const auto right = [gold](double rating) {
        return (rating > 0.5) == (gold > 0.5) ? 1.0 : 0.0;
      };
      tally.right_rationale = right(rationale);
      tally.right_all_words = right(all);
      const double side = all < means_[a] ? -1 : 1;
      tally.sufficiency = side * (all - rationale);
      tally.comprehensiveness = side * (all - complement);
      Describe(tokens, explanation.selected, column, &finding);
      if (review.rationales) {
        std::vector<Real> worth;
        for (Index t = 0; t < scores.rows(); ++t) {
          worth.push_back(scores(t, column));
        }
        CompareWithGold(review, tokens, a, selected, worth, random, &finding);
      }
    }
    return findings;
  }

 private:
  static Matrix Rate(const RationaleModel& model, Graph& graph,
                     const WordIds& words) {
    const WordIds* const text = &words;
    return model.Rate(graph, MakeWordBatch({&text, 1}));
  }

  std::vector<std::uint8_t> RandomRunsLike(
      const std::vector<std::uint8_t>& selected, std::uint64_t key) const {
    std::vector<std::size_t> lengths;
    for (const Run& run : SelectedRuns(selected)) {
      lengths.push_back(run.last - run.first + 1);
    }
    return RandomRuns(lengths, selected.size(), options_.seed, key);
  }

  void CountRuns(const std::vector<Token>& tokens,
                 const std::vector<std::uint8_t>& selected, std::size_t aspect,
                 Tally* tally) const {
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
    tally->keyword_runs = KeywordRuns(tokens, runs, aspect);
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

  // Which words were selected, where, and for which other aspects.
  static void Describe(const std::vector<Token>& tokens,
                       const SelectionMatrix& selected, Index aspect,
                       AspectFinding* finding) {
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

  static void CompareWithGold(const Review& review,
                              const std::vector<Token>& tokens,
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

  const RationaleModel& model_;
  const EvaluationOptions& options_;
  std::vector<double> means_;  // Of each aspect's ratings.
  std::vector<std::unordered_set<std::string>> keywords_;
};

// The sums over all reviews.
class AspectSum {
 public:
  void Add(const AspectFinding& finding) {
    tally_ = tally_ + finding.tally;
    for (const std::string& word : finding.words) ++words_[word];
    both_.resize(finding.both.size());
    either_.resize(finding.either.size());
    for (std::size_t b = 0; b < both_.size(); ++b) {
      both_[b] += finding.both[b];
      either_[b] += finding.either[b];
    }
    if (!finding.gold) return;
    has_gold_ = true;
    gold_.Add(*finding.gold);
    MarkedText random = *finding.gold;
    random.selected = finding.random;
    random.scores.assign(finding.random.begin(), finding.random.end());
    random_gold_.Add(random);
  }

  const Tally& tally() const { return tally_; }

  void Describe(const std::vector<std::string>& aspects, std::size_t own,
                AspectEvaluation* one) const {
    one->punctuation = Ratio(tally_.punctuation, tally_.selected);
    for (std::size_t i = 0; i < one->positions.size(); ++i) {
      one->positions[i] = Ratio(tally_.positions[i], tally_.selected);
    }
    for (const auto& [word, times] : words_) {
      one->frequent.push_back({word, times});
    }
    std::sort(one->frequent.begin(), one->frequent.end(),
              [](const SelectedWord& a, const SelectedWord& b) {
                return a.times != b.times ? a.times > b.times : a.word < b.word;
              });
    if (one->frequent.size() > kFrequentWords) {
      one->frequent.resize(kFrequentWords);
    }
    for (std::size_t b = 0; b < both_.size(); ++b) {
      if (b != own) {
        one->overlap.emplace_back(aspects[b], Ratio(both_[b], either_[b]));
      }
    }
    if (!has_gold_) return;
    one->gold = gold_.Mean();
    one->gold_random_spans = random_gold_.Mean();
  }

 private:
  // The agreement of all texts and of those where something is marked.
  struct GoldSum {
    AgreementSum all;
    AgreementSum marked;

    void Add(const MarkedText& text) {
      all.Add(text);
      if (std::find(text.gold.begin(), text.gold.end(), 1) != text.gold.end()) {
        marked.Add(text);
      }
    }
    GoldAgreement Mean() const { return {all.Mean(), marked.Mean()}; }
  };

  Tally tally_;
  std::unordered_map<std::string, std::uint64_t> words_;
  std::vector<double> both_;
  std::vector<double> either_;
  bool has_gold_ = false;
  GoldSum gold_;
  GoldSum random_gold_;
};

std::vector<std::string> FindAlarms(const AspectEvaluation& one) {
  std::vector<std::string> alarms;
  if (one.selected < kAlmostNothing) {
    alarms.emplace_back("almost nothing is selected");
    return alarms;
  }
  if (one.selected > kAlmostEverything) {
    alarms.emplace_back("almost everything is selected");
  }
  if (one.mse_rationale >= one.mse_mean) {
    alarms.emplace_back(
        "the rationale predicts no better than the mean rating");
  }
  if (one.mse_complement <= one.mse_rationale) {
    alarms.emplace_back(
        "the words that are not selected predict as well as those that are");
  }
  if (one.mse_random_spans <= one.mse_rationale) {
    alarms.emplace_back("random spans predict as well as the rationale");
  }
  if (one.has_keywords && one.keyword_spans <= one.keyword_random_spans) {
    alarms.emplace_back(
        "spans hold no more words of the aspect than random ones");
  }
  if (one.punctuation > kMuchPunctuation) {
    alarms.emplace_back("most selected words are punctuation");
  }
  return alarms;
}

std::vector<double> MeanRatings(const std::vector<Review>& reviews,
                                std::size_t aspects) {
  std::vector<double> means(aspects);
  for (const Review& review : reviews) {
    for (std::size_t a = 0; a < aspects; ++a) {
      means[a] += static_cast<double>(review.ratings[a]) /
                  static_cast<double>(reviews.size());
    }
  }
  return means;
}

// Whether an aspect's ratings are one of two, bad or good.
bool IsPolarity(const std::vector<Review>& reviews, std::size_t aspect) {
  return !reviews.empty() &&
         std::all_of(reviews.begin(), reviews.end(), [&](const Review& review) {
           const Real rating = review.ratings[aspect];
           return rating == Real{0} || rating == Real{1};
         });
}

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
    const EvaluationOptions& options, ThreadPool& pool) {
  const std::vector<std::string>& aspects = model.aspects();
  const std::vector<double> means = MeanRatings(reviews, aspects.size());
  const Evaluator evaluator(model, options, means);
  std::vector<Result<std::vector<AspectFinding>>> findings(
      reviews.size(), std::vector<AspectFinding>());
  pool.ParallelFor(reviews.size(), [&](std::size_t i) {
    findings[i] = evaluator.Evaluate(reviews[i], i);
  });

  const auto n = static_cast<double>(reviews.size());
  RationaleEvaluation evaluation{.n = reviews.size(),
                                 .brief = options.brief,
                                 .aspects = {},
                                 .errors = std::vector<double>(reviews.size())};
  for (std::size_t a = 0; a < aspects.size(); ++a) {
    AspectSum sums;
    AspectEvaluation& one = evaluation.aspects.emplace_back();
    for (std::size_t i = 0; i < reviews.size(); ++i) {
      if (!findings[i].ok()) return findings[i].error();
      const AspectFinding& finding = findings[i].value()[a];
      sums.Add(finding);
      evaluation.errors[i] +=
          finding.tally.error_rationale / static_cast<double>(aspects.size());
      one.mse_mean +=
          Squared(static_cast<double>(reviews[i].ratings[a]) - means[a]) / n;
    }
    const Tally& sum = sums.tally();
    one.aspect = aspects[a];
    one.selected = Ratio(sum.selected, sum.words);
    one.selected_macro = Ratio(sum.selected_share, sum.texts_with_words);
    one.mse_rationale = Ratio(sum.error_rationale, n);
    one.mse_all_words = Ratio(sum.error_all_words, n);
    one.mse_random_spans = Ratio(sum.error_random, n);
    one.mean_run = Ratio(sum.selected, sum.runs);
    one.mean_run_macro = Ratio(sum.mean_run, sum.texts_with_runs);
    one.spans_per_review = Ratio(sum.runs, n);
    one.reviews_with_spans = Ratio(sum.texts_with_runs, n);
    one.has_keywords = evaluator.HasKeywords(a);
    one.keyword_spans = Ratio(sum.keyword_runs, sum.runs);
    one.keyword_random_spans = Ratio(sum.keyword_random_runs, sum.random_runs);
    if (options.brief) continue;
    one.mse_complement = Ratio(sum.error_complement, n);
    if (options.full_text != nullptr) {
      one.mse_full_text = Ratio(sum.error_full_text, n);
      one.kept = Ratio(one.mse_mean - one.mse_rationale,
                       one.mse_mean - *one.mse_full_text);
    }
    if (IsPolarity(reviews, a)) {
      one.accuracy = Ratio(sum.right_rationale, n);
      one.accuracy_all_words = Ratio(sum.right_all_words, n);
    }
    one.sufficiency = Ratio(sum.sufficiency, n);
    one.comprehensiveness = Ratio(sum.comprehensiveness, n);
    sums.Describe(aspects, a, &one);
    if (!reviews.empty()) one.alarms = FindAlarms(one);
  }
  return evaluation;
}

nlohmann::ordered_json EvaluationToJson(const RationaleEvaluation& evaluation) {
  nlohmann::ordered_json aspects = nlohmann::ordered_json::object();
  const auto count = static_cast<double>(evaluation.aspects.size());
  double relative = 0;
  double relative_all = 0;
  for (const AspectEvaluation& one : evaluation.aspects) {
    relative += Ratio(one.mse_rationale, one.mse_mean) / count;
    relative_all += Ratio(one.mse_all_words, one.mse_mean) / count;
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
    if (evaluation.brief) continue;
    json["mse_complement"] = one.mse_complement;
    const auto add = [&json](const char* name,
                             const std::optional<double>& figure) {
      if (figure) json[name] = *figure;
    };
    add("mse_full_text", one.mse_full_text);
    add("kept", one.kept);
    add("accuracy", one.accuracy);
    add("accuracy_all_words", one.accuracy_all_words);
    json["sufficiency"] = one.sufficiency;
    json["comprehensiveness"] = one.comprehensiveness;
    json["punctuation"] = one.punctuation;
    nlohmann::ordered_json& frequent = json["frequent"];
    frequent = nlohmann::ordered_json::object();
    for (const SelectedWord& word : one.frequent) {
      frequent[word.word] = word.times;
    }
    json["positions"] = one.positions;
    nlohmann::ordered_json& overlap = json["overlap"];
    overlap = nlohmann::ordered_json::object();
    for (const auto& [aspect, share] : one.overlap) overlap[aspect] = share;
    const auto add_gold = [&json](const char* name,
                                  const std::optional<GoldAgreement>& gold) {
      if (!gold) return;
      json[name] = {{"all", AgreementToJson(gold->all)},
                    {"marked", AgreementToJson(gold->marked)}};
    };
    add_gold("gold", one.gold);
    add_gold("gold_random_spans", one.gold_random_spans);
    json["alarms"] = one.alarms;
  }
  return {{"n", evaluation.n},
          {"relative_error", relative},
          {"relative_error_all_words", relative_all},
          {"aspects", aspects}};
}

}  // namespace whylight
