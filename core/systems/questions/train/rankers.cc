#include "core/systems/questions/train/rankers.h"

#include <functional>
#include <set>
#include <span>

#include "core/retrieval/bm25.h"
#include "core/retrieval/soft_cosine.h"
#include "core/retrieval/terms.h"
#include "core/retrieval/tf_idf.h"
#include "core/systems/questions/train/evaluation.h"

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

// The words of each text, without punctuation.
std::vector<std::vector<std::string>> WordsOfTexts(const QueryFile& file) {
  std::vector<std::vector<std::string>> words;
  for (const std::string& text : file.texts) {
    std::vector<std::string>& own = words.emplace_back();
    for (TextTerm& term : TermsOf(text)) own.push_back(std::move(term.text));
  }
  return words;
}

std::set<std::size_t> DistinctCandidates(const QueryFile& file) {
  std::set<std::size_t> distinct;
  for (const RankedQuery& query : file.queries) {
    distinct.insert(query.candidates.begin(), query.candidates.end());
  }
  return distinct;
}

std::vector<ScoredCandidates> ScoreByBm25(const QueryFile& file) {
  const std::vector<std::vector<std::string>> words = WordsOfTexts(file);
  CollectionStatistics collection;
  for (const std::size_t text : DistinctCandidates(file)) {
    collection.Add(words[text]);
  }
  const Bm25Options options;
  return ScoreEach(file, [&](std::size_t query, std::size_t candidate) {
    double most = 0;
    for (const std::string& word : words[query]) {
      most += (options.k1 + 1) *
              Bm25Idf(collection.documents(), collection.Containing(word));
    }
    const double score =
        ScoreBm25(options, collection, words[query], words[candidate]).score;
    return most > 0 ? score / most : 0;
  });
}

Result<std::vector<WeightedTerms>> WeighTexts(const QueryFile& file) {
  Result<TfIdf> tf_idf = TfIdf::Make({});
  if (!tf_idf.ok()) return tf_idf.error();
  const std::vector<std::vector<std::string>> words = WordsOfTexts(file);
  for (const std::size_t text : DistinctCandidates(file)) {
    tf_idf.value().Add(words[text]);
  }
  std::vector<WeightedTerms> weighted;
  for (const auto& own : words) {
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
                                           ThreadPool& pool,
                                           const Progress& progress) {
  UnknownWords unknown = model.NoUnknownWords();
  const RankedQueries queries = ToRankedQueries(file, model, unknown);
  return ScoreCandidates(model, queries, unknown, pool, progress);
}

}  // namespace

const std::vector<std::pair<std::string, Ranker>>& RankerNames() {
  static const std::vector<std::pair<std::string, Ranker>> names = {
      {"model", Ranker::kModel},   {"bm25", Ranker::kBm25},
      {"tfidf", Ranker::kTfIdf},   {"softcosine", Ranker::kSoftCosine},
      {"hybrid", Ranker::kHybrid}, {"given", Ranker::kGiven}};
  return names;
}

Result<std::vector<ScoredCandidates>> ScoreBy(const RankerOptions& options,
                                              const Retriever& model,
                                              const QueryFile& file,
                                              ThreadPool& pool,
                                              const Progress& progress) {
  switch (options.ranker) {
    case Ranker::kModel:
      return ScoreByModel(file, model, pool, progress);
    case Ranker::kBm25:
      return ScoreByBm25(file);
    case Ranker::kTfIdf:
      return ScoreByTfIdf(file);
    case Ranker::kSoftCosine:
      return ScoreBySoftCosine(file, model);
    case Ranker::kHybrid:
    case Ranker::kGiven:
      break;
  }
  if (options.ranker == Ranker::kHybrid) {
    std::vector<ScoredCandidates> scored =
        ScoreByModel(file, model, pool, progress);
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
