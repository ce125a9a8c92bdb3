#include "core/systems/rationale/train/evaluation.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>
#include <utility>

#include "core/systems/rationale/train/review_findings.h"
#include "core/training/metrics/regression.h"

namespace whylight {
namespace {

constexpr std::size_t kFrequentWords = 20;

// Shares from which on selections look degenerate.
constexpr double kMuchPunctuation = 0.5;
constexpr double kAlmostNothing = 0.001;
constexpr double kAlmostEverything = 0.9;

double Ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

double Squared(double x) { return x * x; }

// Whether a rating says the second of two labels.
bool IsSecond(double rating) { return rating > 0.5; }

void AddFind(double predicted, double rating, Finds* finds) {
  finds->there += IsSecond(rating) ? 1 : 0;
  finds->found += IsSecond(predicted) ? 1 : 0;
  finds->right += IsSecond(rating) && IsSecond(predicted) ? 1 : 0;
}

// The sums over all reviews.
class AspectSum {
 public:
  // `rating` is what the review gives, if it does.
  void Add(const AspectFinding& finding, Real rating) {
    tally_ += finding.tally;
    mentioned_ += finding.mentioned ? 1 : 0;
    if (IsRated(rating)) {
      AddErrors(finding.predictions, static_cast<double>(rating));
      if (finding.mentioned) AddAnswer(finding, static_cast<double>(rating));
    }
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

  // The reviews that rate the aspect.
  std::size_t rated() const { return rationale_.count(); }

  void DescribeErrors(const EvaluationOptions& options, bool is_polarity,
                      bool has_labels, AspectEvaluation* one) const {
    one->mse_rationale = rationale_.Mean();
    one->mse_all_words = all_words_.Mean();
    one->mse_random_spans = random_spans_.Mean();
    if (options.brief) return;
    one->mse_complement = complement_.Mean();
    if (options.full_text != nullptr) {
      one->mse_full_text = full_text_.Mean();
      one->kept = Ratio(one->mse_mean - one->mse_rationale,
                        one->mse_mean - *one->mse_full_text);
    }
    if (is_polarity) {
      const auto n = static_cast<double>(rated());
      one->accuracy = Ratio(right_rationale_, n);
      one->accuracy_all_words = Ratio(right_all_words_, n);
    }
    if (!is_polarity || !has_labels) return;
    one->second_label = found_;
    one->second_label_all_words = found_all_words_;
    if (options.full_text != nullptr) {
      one->second_label_full_text = found_full_text_;
    }
  }

  // What the model answers, of `n` reviews.
  void DescribeAnswers(double n, const RationaleAspect& aspect,
                       bool is_polarity, AspectEvaluation* one) const {
    one->mentioned = Ratio(mentioned_, n);
    if (spread_.n > 0) {
      const auto count = static_cast<double>(spread_.n);
      one->spread = {.n = spread_.n,
                     .mean = spread_.mean / count,
                     .within_one = spread_.within_one / count,
                     .within_two = spread_.within_two / count};
    }
    if (aspect.labels.empty() || !is_polarity || answers_.empty()) return;
    LabelEvaluation& labels = one->labels.emplace();
    labels.n = answers_.size();
    std::vector<double> probabilities;
    std::vector<std::uint8_t> right;
    for (const auto& [answer, rating] : answers_) {
      const LabelChoice said = LabelOf(aspect, static_cast<Real>(answer));
      const std::string& true_label = aspect.labels[IsSecond(rating) ? 1 : 0];
      probabilities.push_back(said.probability);
      right.push_back(said.name == true_label ? 1 : 0);
      labels.accuracy += right.back() / static_cast<double>(labels.n);
    }
    // As many of both, and each is a probability.
    labels.calibration = MeasureCalibration(probabilities, right).value();
  }

  void DescribeWords(const std::vector<std::string>& aspects, std::size_t own,
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
  void AddErrors(const Predictions& predicted, double rating) {
    rationale_.Add(predicted.rationale, rating);
    all_words_.Add(predicted.all_words, rating);
    random_spans_.Add(predicted.random_spans, rating);
    complement_.Add(predicted.complement, rating);
    AddFind(predicted.rationale, rating, &found_);
    AddFind(predicted.all_words, rating, &found_all_words_);
    if (predicted.full_text) {
      full_text_.Add(*predicted.full_text, rating);
      AddFind(*predicted.full_text, rating, &found_full_text_);
    }
    const auto right = [rating](double prediction) {
      return IsSecond(prediction) == IsSecond(rating) ? 1.0 : 0.0;
    };
    right_rationale_ += right(predicted.rationale);
    right_all_words_ += right(predicted.all_words);
  }

  void AddAnswer(const AspectFinding& finding, double rating) {
    const double answer = finding.predictions.rationale;
    answers_.emplace_back(answer, rating);
    if (!finding.spread) return;
    const double miss = std::abs(answer - rating);
    ++spread_.n;
    spread_.mean += *finding.spread;
    spread_.within_one += miss <= *finding.spread ? 1 : 0;
    spread_.within_two += miss <= 2 * *finding.spread ? 1 : 0;
  }

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
  SquaredErrorSum rationale_;
  SquaredErrorSum all_words_;
  SquaredErrorSum random_spans_;
  SquaredErrorSum complement_;
  SquaredErrorSum full_text_;
  double mentioned_ = 0;
  // Ratings of the model beside those given, where it gives any.
  std::vector<std::pair<double, double>> answers_;
  SpreadEvaluation spread_;  // Sums.
  double right_rationale_ = 0;
  double right_all_words_ = 0;
  Finds found_;
  Finds found_all_words_;
  Finds found_full_text_;
  std::unordered_map<std::string, std::uint64_t> words_;
  std::vector<double> both_;
  std::vector<double> either_;
  bool has_gold_ = false;
  GoldSum gold_;
  GoldSum random_gold_;
};

// `is_only`: of a model without other aspects.
std::vector<std::string> FindAlarms(const AspectEvaluation& one, bool is_only) {
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
  if (one.own && one.own->IsMissed()) {
    alarms.emplace_back(
        is_only ? "the words that are not selected tell the rating, and those "
                  "that are tell no more of it than random spans"
                : "the words that are not selected tell what sets this rating "
                  "apart from the others, and those that are tell no more of "
                  "it than random spans");
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

// The ratings of an aspect that are there.
std::vector<double> RatingsOf(const std::vector<Review>& reviews,
                              std::size_t aspect) {
  std::vector<double> ratings;
  for (const Review& review : reviews) {
    if (!IsRated(review.ratings[aspect])) continue;
    ratings.push_back(static_cast<double>(review.ratings[aspect]));
  }
  return ratings;
}

double MeanOf(const std::vector<double>& ratings) {
  double mean = 0;
  for (const double rating : ratings) {
    mean += rating / static_cast<double>(ratings.size());
  }
  return mean;
}

// Exactly 0 where all ratings are the same: their mean, once rounded, may not
// be, and errors are divided by the variance.
double VarianceOf(const std::vector<double>& ratings, double mean) {
  const bool all_same =
      std::adjacent_find(ratings.begin(), ratings.end(),
                         std::not_equal_to<>()) == ratings.end();
  if (all_same) return 0;
  double variance = 0;
  for (const double rating : ratings) {
    variance += Squared(rating - mean) / static_cast<double>(ratings.size());
  }
  return variance;
}

// Over the aspects that the review rates, the mean squared error from the
// rationale; 0 without any.
double MeanError(const std::vector<AspectFinding>& findings,
                 const std::vector<Real>& ratings) {
  const auto rated = static_cast<double>(
      std::count_if(ratings.begin(), ratings.end(), IsRated));
  double mean = 0;
  for (std::size_t a = 0; a < findings.size(); ++a) {
    if (!IsRated(ratings[a])) continue;
    mean += Squared(findings[a].predictions.rationale -
                    static_cast<double>(ratings[a])) /
            rated;
  }
  return mean;
}

// Whether an aspect's ratings are one of two, bad or good.
bool IsPolarity(const std::vector<double>& ratings) {
  return !ratings.empty() &&
         std::all_of(ratings.begin(), ratings.end(),
                     [](double rating) { return rating == 0 || rating == 1; });
}

KeywordAgreement AgreementOf(const MarkCounts& counts) {
  return {.precision = MarkPrecision(counts),
          .recall = MarkRecall(counts),
          .kappa = CohenKappa(counts)};
}

std::vector<std::optional<OwnPart>> OwnParts(
    const RationaleModel& model, const std::vector<Review>& reviews,
    const std::vector<Result<ReviewFinding>>& findings, std::uint64_t seed,
    ThreadPool& pool) {
  const std::size_t aspects = model.aspects().size();
  Matrix ratings(static_cast<Index>(reviews.size()),
                 static_cast<Index>(aspects));
  std::vector<SelectedReview> selected;
  for (std::size_t i = 0; i < reviews.size(); ++i) {
    SelectedReview& review = selected.emplace_back();
    review.words = findings[i].value().words;
    for (std::size_t a = 0; a < aspects; ++a) {
      const AspectFinding& finding = findings[i].value().aspects[a];
      review.selected.push_back(finding.selected);
      review.random_spans.push_back(finding.random_spans);
      ratings(static_cast<Index>(i), static_cast<Index>(a)) =
          reviews[i].ratings[a];
    }
  }
  return MeasureOwnParts(selected, ratings, model.vectors(), seed, pool);
}

}  // namespace

Result<RationaleEvaluation> EvaluateRationale(
    const RationaleModel& model, const std::vector<Review>& reviews,
    const EvaluationOptions& options, ThreadPool& pool,
    const Progress& progress) {
  const std::vector<std::string>& aspects = model.aspects();
  std::vector<std::vector<double>> ratings;
  std::vector<double> means;
  for (std::size_t a = 0; a < aspects.size(); ++a) {
    ratings.push_back(RatingsOf(reviews, a));
    means.push_back(MeanOf(ratings.back()));
  }
  const ReviewEvaluator evaluator(model, options, means);
  std::vector<Result<ReviewFinding>> findings(reviews.size(), ReviewFinding());
  pool.ParallelFor(
      reviews.size(),
      [&](std::size_t i) { findings[i] = evaluator.Evaluate(reviews[i], i); },
      progress);
  for (const auto& finding : findings) {
    if (!finding.ok()) return finding.error();
  }

  const auto n = static_cast<double>(reviews.size());
  RationaleEvaluation evaluation;
  evaluation.n = reviews.size();
  evaluation.brief = options.brief;
  for (std::size_t i = 0; i < reviews.size(); ++i) {
    evaluation.errors.push_back(
        MeanError(findings[i].value().aspects, reviews[i].ratings));
  }
  std::vector<std::optional<OwnPart>> own(aspects.size());
  if (!options.brief) {
    own = OwnParts(model, reviews, findings, options.seed, pool);
  }
  if (model.options().domain && !reviews.empty()) {
    evaluation.in_domain =
        static_cast<double>(std::count_if(
            findings.begin(), findings.end(),
            [](const auto& finding) { return finding.value().in_domain; })) /
        n;
  }
  double runs = 0;
  double clean_runs = 0;
  for (std::size_t a = 0; a < aspects.size(); ++a) {
    AspectSum sums;
    AspectEvaluation& one = evaluation.aspects.emplace_back();
    for (std::size_t i = 0; i < reviews.size(); ++i) {
      sums.Add(findings[i].value().aspects[a], reviews[i].ratings[a]);
    }
    const Tally& sum = sums.tally();
    one.aspect = aspects[a];
    one.n = sums.rated();
    one.selected = Ratio(sum.selected, sum.words);
    one.selected_macro = Ratio(sum.selected_share, sum.texts_with_words);
    one.mse_mean = VarianceOf(ratings[a], means[a]);
    const bool is_polarity = IsPolarity(ratings[a]);
    sums.DescribeErrors(options, is_polarity,
                        !model.options().aspects[a].labels.empty(), &one);
    one.mean_run = Ratio(sum.selected, sum.runs);
    one.mean_run_macro = Ratio(sum.mean_run, sum.texts_with_runs);
    one.spans_per_review = Ratio(sum.runs, n);
    one.reviews_with_spans = Ratio(sum.texts_with_runs, n);
    one.clean_edges = Ratio(sum.clean_runs, sum.runs);
    one.clean_edges_random_spans =
        Ratio(sum.clean_random_runs, sum.random_runs);
    runs += sum.runs;
    clean_runs += sum.clean_runs;
    one.has_keywords = evaluator.HasKeywords(a);
    one.keyword_spans = Ratio(sum.keyword_runs, sum.runs);
    one.keyword_random_spans = Ratio(sum.keyword_random_runs, sum.random_runs);
    if (options.brief) continue;
    one.sufficiency = Ratio(sum.sufficiency, n);
    one.comprehensiveness = Ratio(sum.comprehensiveness, n);
    if (!options.chooser) {
      sums.DescribeAnswers(n, model.options().aspects[a], is_polarity, &one);
    }
    sums.DescribeWords(aspects, a, &one);
    if (one.has_keywords) {
      one.keywords = AgreementOf(sum.keywords);
      one.keywords_random_spans = AgreementOf(sum.random_span_keywords);
      one.keywords_random_words = AgreementOf(sum.random_word_keywords);
    }
    one.own = own[a];
    if (!reviews.empty()) one.alarms = FindAlarms(one, aspects.size() == 1);
  }
  evaluation.clean_edges = Ratio(clean_runs, runs);
  return evaluation;
}

}  // namespace whylight
