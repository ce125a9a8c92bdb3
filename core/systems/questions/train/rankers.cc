#include "core/systems/questions/train/rankers.h"

#include <functional>
#include <span>

#include "core/retrieval/soft_cosine.h"
#include "core/retrieval/tf_idf.h"
#include "core/systems/questions/train/file_words.h"
#include "core/systems/questions/train/similarity_features.h"
#include "core/training/baselines/rank_svm.h"

namespace whylight {
namespace {

// The score of two texts of the file, by their numbers.
using PairScore = std::function<double(std::size_t, std::size_t)>;

std::vector<ScoredCandidates> ScoreEach(const QueryFile& file,
                                        const PairScore& score) {
  std::vector<ScoredCandidates> scored;
  for (const RankedQuery& query : file.queries) {
    ScoredCandidates& one = scored.emplace_back();
    one.relevant = query.relevant;
    for (const std::size_t candidate : query.candidates) {
      one.scores.push_back(score(query.query, candidate));
    }
  }
  return scored;
}

std::vector<ScoredCandidates> ScoreByBm25(const QueryFile& file) {
  const FileWords words(file);
  return ScoreEach(file, [&](std::size_t query, std::size_t candidate) {
    return words.Bm25Share(query, candidate);
  });
}

Result<std::vector<WeightedTerms>> WeighTexts(const QueryFile& file) {
  Result<TfIdf> tf_idf = TfIdf::Make({});
  if (!tf_idf.ok()) return tf_idf.error();
  const FileWords words(file);
  for (const std::size_t text : words.documents()) {
    tf_idf.value().Add(words.words()[text]);
  }
  std::vector<WeightedTerms> weighted;
  for (const auto& own : words.words()) {
    weighted.push_back(tf_idf.value().Weigh(own));
  }
  return weighted;
}

Result<std::vector<ScoredCandidates>> ScoreByTfIdf(const QueryFile& file) {
  const Result<std::vector<WeightedTerms>> texts = WeighTexts(file);
  if (!texts.ok()) return texts.error();
  return ScoreEach(file, [&](std::size_t query, std::size_t candidate) {
    return DotProduct(texts.value()[query], texts.value()[candidate]);
  });
}

Result<std::vector<ScoredCandidates>> ScoreBySoftCosine(
    const QueryFile& file, const Retriever& model) {
  Result<std::vector<WeightedTerms>> weighted = WeighTexts(file);
  if (!weighted.ok()) return weighted.error();
  const auto vector = [&](std::string_view word) -> std::span<const Real> {
    const std::int32_t id = model.vocabulary().Find(word);
    if (id < 0) return {};
    return {model.vectors().row(id).data(),
            static_cast<std::size_t>(model.vectors().cols())};
  };
  std::vector<SoftText> texts;
  for (WeightedTerms& words : weighted.value()) {
    texts.push_back(MakeSoftText(std::move(words), vector));
  }
  return ScoreEach(file, [&](std::size_t query, std::size_t candidate) {
    return SoftCosine(texts[query], texts[candidate]);
  });
}

std::vector<ScoredCandidates> ScoreByModel(const QueryFile& file,
                                           const Retriever& model,
                                           const ReadOf& read, ThreadPool& pool,
                                           const Progress& progress) {
  UnknownWords unknown = model.NoUnknownWords();
  const RankedQueries queries = ToRankedQueries(file, model, unknown);
  return ScoreCandidates(model, queries, unknown, pool, progress, read);
}

Result<RankSvm> TrainSvm(const RankerOptions& options) {
  const Result<QueryFile> file = ReadQueryFile(options.train, options.reading);
  if (!file.ok()) return file.error();
  const Result<SimilarityFeatures> features =
      SimilarityFeatures::Make(file.value());
  if (!features.ok()) return features.error();
  std::vector<RankedFeatures> queries;
  for (const RankedQuery& query : file.value().queries) {
    RankedFeatures& one = queries.emplace_back();
    one.relevant = query.relevant;
    for (const std::size_t candidate : query.candidates) {
      one.features.push_back(features.value().Compare(query.query, candidate));
    }
  }
  Result<RankSvm> svm = RankSvm::Train(queries, options.cost);
  if (svm.ok()) return svm;
  return Error{svm.error().code, options.train + ": " + svm.error().message};
}

Result<std::vector<ScoredCandidates>> ScoreBySvm(const QueryFile& file,
                                                 const RankerOptions& options) {
  if (options.train.empty()) {
    return Invalid("eval: expected --train where --ranker is svm, found none");
  }
  const Result<RankSvm> svm = TrainSvm(options);
  if (!svm.ok()) return svm.error();
  const Result<SimilarityFeatures> features = SimilarityFeatures::Make(file);
  if (!features.ok()) return features.error();
  return ScoreEach(file, [&](std::size_t query, std::size_t candidate) {
    return svm.value().Score(features.value().Compare(query, candidate));
  });
}

}  // namespace

const std::vector<std::pair<std::string, Ranker>>& RankerNames() {
  static const std::vector<std::pair<std::string, Ranker>> names = {
      {"model", Ranker::kModel},   {"bm25", Ranker::kBm25},
      {"tfidf", Ranker::kTfIdf},   {"softcosine", Ranker::kSoftCosine},
      {"hybrid", Ranker::kHybrid}, {"svm", Ranker::kSvm},
      {"given", Ranker::kGiven}};
  return names;
}

Result<std::vector<ScoredCandidates>> ScoreBy(const RankerOptions& options,
                                              const Retriever& model,
                                              const QueryFile& file,
                                              ThreadPool& pool,
                                              const Progress& progress) {
  switch (options.ranker) {
    case Ranker::kModel:
      return ScoreByModel(file, model, options.read, pool, progress);
    case Ranker::kBm25:
      return ScoreByBm25(file);
    case Ranker::kTfIdf:
      return ScoreByTfIdf(file);
    case Ranker::kSoftCosine:
      return ScoreBySoftCosine(file, model);
    case Ranker::kSvm:
      return ScoreBySvm(file, options);
    case Ranker::kHybrid:
    case Ranker::kGiven:
      break;
  }
  if (options.ranker == Ranker::kHybrid) {
    std::vector<ScoredCandidates> scored =
        ScoreByModel(file, model, options.read, pool, progress);
    const std::vector<ScoredCandidates> by_words = ScoreByBm25(file);
    for (std::size_t i = 0; i < scored.size(); ++i) {
      for (std::size_t k = 0; k < scored[i].scores.size(); ++k) {
        double& score = scored[i].scores[k];
        score = options.weight * score +
                (1 - options.weight) * by_words[i].scores[k];
      }
    }
    return scored;
  }
  std::vector<ScoredCandidates> given;
  for (const RankedQuery& query : file.queries) {
    ScoredCandidates& one = given.emplace_back();
    one.relevant = query.relevant;
    for (std::size_t k = 0; k < query.candidates.size(); ++k) {
      one.scores.push_back(-static_cast<double>(k));
    }
  }
  return given;
}

}  // namespace whylight
