#include "core/systems/questions/train/judged_hits.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "core/systems/questions/train/evaluation.h"
#include "core/training/metrics/calibration.h"
#include "core/training/metrics/platt.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kFolds = 5;

std::vector<std::uint8_t> SameOf(const std::vector<JudgedHit>& hits) {
  std::vector<std::uint8_t> same;
  for (const JudgedHit& hit : hits) same.push_back(hit.same);
  return same;
}

Result<HitCalibration> FitHits(const std::vector<JudgedHit>& hits) {
  std::vector<double> numbers;
  for (const JudgedHit& hit : hits) {
    numbers.push_back(hit.score);
    numbers.push_back(hit.share);
  }
  const Result<LogisticModel> fitted = FitLogisticModel(numbers, SameOf(hits));
  if (!fitted.ok()) return fitted.error();
  return HitCalibration{.cosine = fitted.value().slopes[0],
                        .share = fitted.value().slopes[1],
                        .intercept = fitted.value().intercept};
}

// The probability of each hit by a curve that was fitted on other queries.
Result<std::vector<double>> HeldOutProbabilities(const JudgedHits& hits) {
  std::vector<double> probabilities(hits.hits.size());
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    std::vector<JudgedHit> others;
    for (const JudgedHit& hit : hits.hits) {
      if (hit.query % kFolds != fold) others.push_back(hit);
    }
    const Result<HitCalibration> fitted = FitHits(others);
    if (!fitted.ok()) return fitted.error();
    const auto& [cosine, share, intercept] = fitted.value();
    const LogisticModel curve{{cosine, share}, intercept};
    for (std::size_t i = 0; i < hits.hits.size(); ++i) {
      const JudgedHit& hit = hits.hits[i];
      if (hit.query % kFolds != fold) continue;
      probabilities[i] = curve.Probability(std::vector{hit.score, hit.share});
    }
  }
  return probabilities;
}

// The probability that best tells whether a query has a right hit by its most
// probable one: the queries that have one, against the same queries in a
// collection without what they find. Both mistakes count alike.
double FindThreshold(const std::vector<double>& probabilities,
                     const JudgedHits& hits) {
  struct Best {
    double of_all = 0;
    double of_wrong = 0;
    bool has_right = false;
  };
  std::map<std::size_t, Best> queries;
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    Best& best = queries[hits.hits[i].query];
    best.of_all = std::max(best.of_all, probabilities[i]);
    if (hits.hits[i].same == 1) {
      best.has_right = true;
    } else {
      best.of_wrong = std::max(best.of_wrong, probabilities[i]);
    }
  }
  // Each probability, and whether a query has a right hit there.
  std::vector<std::pair<double, bool>> cases;
  for (const auto& [query, best] : queries) {
    if (!best.has_right) continue;
    cases.emplace_back(best.of_all, true);
    cases.emplace_back(best.of_wrong, false);
  }
  std::sort(cases.begin(), cases.end());
  // From the lowest threshold on, which takes all queries for answered.
  std::ptrdiff_t right = static_cast<std::ptrdiff_t>(cases.size()) / 2;
  std::ptrdiff_t most = 0;
  double threshold = ScoreCalibration{}.threshold;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool first_of_equals = i == 0 || cases[i - 1].first < cases[i].first;
    if (first_of_equals && right > most) {
      most = right;
      threshold = cases[i].first;
    }
    right += cases[i].second ? -1 : 1;
  }
  return threshold;
}

// What a user sees who is shown hits from the threshold on.
ordered_json AboveThreshold(double threshold,
                            const std::vector<double>& probabilities,
                            const JudgedHits& hits) {
  std::size_t shown = 0;
  std::size_t right = 0;
  std::set<std::size_t> answered;
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    if (probabilities[i] < threshold) continue;
    ++shown;
    right += hits.hits[i].same;
    answered.insert(hits.hits[i].query);
  }
  ordered_json found{{"probability", threshold},
                     {"queries", answered.size()},
                     {"hits", shown}};
  if (shown > 0) {
    found["precision"] =
        100 * static_cast<double>(right) / static_cast<double>(shown);
  }
  return found;
}

}  // namespace

Result<JudgedSearch> JudgedSearch::Make(const QueryFile& file) {
  Result<DocumentIndex> index =
      DocumentIndex::Make({.fields = {{.name = "text"}}, .bm25 = {}}, "", 0);
  if (!index.ok()) return index.error();
  JudgedSearch search(std::move(index).value());
  std::set<std::size_t> candidates;
  std::map<std::size_t, std::size_t> numbers;
  for (const RankedQuery& query : file.queries) {
    candidates.insert(query.candidates.begin(), query.candidates.end());
    search.queries_.push_back(file.texts[query.query]);
    search.numbers_.push_back(
        numbers.try_emplace(query.query, numbers.size()).first->second);
  }
  search.distinct_queries_ = numbers.size();
  search.candidates_.assign(candidates.begin(), candidates.end());
  for (const std::size_t text : search.candidates_) {
    Status added = search.index_.Add({.id = std::to_string(text),
                                      .texts = {file.texts[text]},
                                      .stored = {},
                                      .vector = {}});
    if (!added.ok()) return added.error();
  }
  return search;
}

std::vector<Hit> JudgedSearch::SearchWords(
    std::size_t query, const std::vector<std::uint8_t>& allowed) const {
  Result<std::vector<Hit>> hits = index_.Search(
      {.text = queries_[query],
       .options = {.mode = SearchMode::kBm25, .limit = kHitsJudged},
       .allowed = allowed});
  return hits.ok() ? std::move(hits).value() : std::vector<Hit>{};
}

void JudgedSearch::AddHits(const Retriever& model, const RankedQueries& queries,
                           const UnknownWords& unknown, ThreadPool& pool,
                           JudgedHits* hits) const {
  const Matrix points = EncodeAll(model, queries.texts, unknown, pool);
  Matrix candidates(static_cast<Index>(candidates_.size()), points.cols());
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    candidates.row(static_cast<Index>(i)) =
        points.row(static_cast<Index>(candidates_[i]));
  }
  std::vector<std::vector<JudgedHit>> found(queries.queries.size());
  pool.ParallelFor(queries.queries.size(), [&](std::size_t q) {
    const RankedQuery& query = queries.queries[q];
    std::map<std::size_t, std::uint8_t> same;
    for (std::size_t k = 0; k < query.candidates.size(); ++k) {
      same[query.candidates[k]] = query.relevant[k];
    }
    const auto point = points.row(static_cast<Index>(query.query));
    Graph graph(Graph::Mode::kInference);
    const ConstMatrixView likeness = graph.value(model.Likeness(
        graph, graph.Constant(point), graph.Constant(candidates)));
    const auto score = [&](std::size_t i) {
      return static_cast<double>(likeness(0, static_cast<Index>(i)));
    };
    std::vector<std::uint8_t> others(candidates_.size(), 1);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (candidates_[i] == query.query) {
        others[i] = 0;
      } else {
        order.push_back(i);
      }
    }
    // A query that the model cannot read is like nothing.
    const std::size_t listed =
        point.isZero() ? 0 : std::min(kHitsJudged, order.size());
    std::partial_sort(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(listed),
        order.end(), [&](std::size_t a, std::size_t b) {
          return std::pair(-score(a), a) < std::pair(-score(b), b);
        });
    const auto judged = [&](std::size_t i) {
      const auto label = same.find(candidates_[i]);
      return JudgedHit{
          .query = hits->queries + numbers_[q],
          .score = score(i),
          .same = label == same.end() ? std::uint8_t{0} : label->second};
    };
    std::map<std::size_t, JudgedHit> by_document;
    std::vector<std::uint8_t> by_model(candidates_.size(), 0);
    for (std::size_t k = 0; k < listed; ++k) {
      by_model[order[k]] = 1;
      JudgedHit& hit =
          by_document.emplace(order[k], judged(order[k])).first->second;
      hit.by_model = true;
    }
    for (const std::vector<std::uint8_t>& allowed : {by_model, others}) {
      for (const Hit& hit : SearchWords(q, allowed)) {
        by_document.try_emplace(hit.number, judged(hit.number))
            .first->second.share = hit.bm25_share;
      }
    }
    for (const auto& [document, hit] : by_document) found[q].push_back(hit);
  });
  for (const std::vector<JudgedHit>& each : found) {
    hits->hits.insert(hits->hits.end(), each.begin(), each.end());
  }
  hits->queries += distinct_queries_;
}

Result<ScoreCalibration> FitCalibration(const JudgedHits& hits) {
  std::vector<double> scores;
  std::vector<std::uint8_t> same_by_model;
  for (const JudgedHit& hit : hits.hits) {
    if (!hit.by_model) continue;
    scores.push_back(hit.score);
    same_by_model.push_back(hit.same);
  }
  const Result<LogisticCurve> curve = FitLogisticCurve(scores, same_by_model);
  if (!curve.ok()) return curve.error();
  const Result<HitCalibration> both = FitHits(hits.hits);
  if (!both.ok()) return both.error();
  const Result<std::vector<double>> held_out = HeldOutProbabilities(hits);
  if (!held_out.ok()) return held_out.error();
  const std::vector<std::uint8_t> same = SameOf(hits.hits);
  const Result<Calibration> measured =
      MeasureCalibration(held_out.value(), same);
  if (!measured.ok()) return measured.error();
  return ScoreCalibration{.slope = curve.value().slope,
                          .intercept = curve.value().intercept,
                          .hits = both.value(),
                          .held_out_error = measured.value().error,
                          .threshold = FindThreshold(held_out.value(), hits)};
}

void Calibrate(const std::vector<RankedQueries>& dev,
               const std::vector<JudgedSearch>& searches,
               const UnknownWords& unknown, ThreadPool& pool,
               Retriever* model) {
  JudgedHits hits;
  for (std::size_t i = 0; i < dev.size(); ++i) {
    searches[i].AddHits(*model, dev[i], unknown, pool, &hits);
  }
  const Result<ScoreCalibration> fitted = FitCalibration(hits);
  model->set_calibration(fitted.ok() ? fitted.value() : ScoreCalibration{});
}

Result<ordered_json> CalibrationFigures(const Retriever& model,
                                        const JudgedHits& hits) {
  std::vector<double> probabilities;
  for (const JudgedHit& hit : hits.hits) {
    probabilities.push_back(model.Probability(hit.score, hit.share).value());
  }
  const Result<Calibration> measured =
      MeasureCalibration(probabilities, SameOf(hits.hits));
  if (!measured.ok()) return measured.error();
  ordered_json figures = CalibrationToJson(measured.value());
  // Where too few hits ask the same there is nothing to compare with.
  if (const Result<ScoreCalibration> fitted = FitCalibration(hits);
      fitted.ok()) {
    figures["held_out_error"] = fitted.value().held_out_error;
  }
  figures["threshold"] = AboveThreshold(model.options().calibration.threshold,
                                        probabilities, hits);
  return figures;
}

}  // namespace whylight
