#include "core/systems/rationale/train/sentence_evaluation.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/systems/rationale/train/span_edges.h"
#include "core/text/characters.h"
#include "core/text/tokenizer.h"
#include "core/training/metrics/finds.h"

namespace whylight {
namespace {

constexpr std::size_t kLeastWordsOfASentence = 3;

bool EndsSentence(std::string_view token) {
  return token.starts_with('.') || token.starts_with('!') ||
         token.starts_with('?') || token.starts_with("…");
}

// Sums over sentences.
struct AspectCounts {
  double rated = 0;
  double with_keyword = 0;
  double rated_with_keyword = 0;
};

struct SentenceCounts {
  std::size_t n = 0;
  double any_rated = 0;
  std::vector<AspectCounts> aspects;
};

using KeywordSets = std::vector<std::unordered_set<std::string>>;

Result<SentenceCounts> CountSentences(const RationaleModel& model,
                                      const std::string& text,
                                      const KeywordSets& keywords) {
  SentenceCounts counts;
  counts.aspects.resize(keywords.size());
  Graph graph(Graph::Mode::kInference);
  for (const std::string& sentence : CutSentences(text)) {
    const Result<RationaleExplanation> explained =
        model.Explain(sentence, graph);
    if (!explained.ok()) return explained.error();
    const std::vector<Token> tokens = Tokenize(sentence);
    bool any = false;
    for (std::size_t a = 0; a < keywords.size(); ++a) {
      const bool rated = explained.value().ratings[a].has_value();
      const bool has_keyword = std::any_of(
          tokens.begin(), tokens.end(),
          [&](const Token& token) { return keywords[a].contains(token.text); });
      AspectCounts& aspect = counts.aspects[a];
      aspect.rated += rated ? 1 : 0;
      aspect.with_keyword += has_keyword ? 1 : 0;
      aspect.rated_with_keyword += rated && has_keyword ? 1 : 0;
      any = any || rated;
    }
    ++counts.n;
    counts.any_rated += any ? 1 : 0;
  }
  return counts;
}

}  // namespace

std::vector<std::string> CutSentences(std::string_view text) {
  std::vector<std::string> sentences;
  std::string sentence;
  std::size_t words = 0;
  const auto finish = [&] {
    if (words >= kLeastWordsOfASentence) {
      sentences.push_back(std::move(sentence));
    }
    sentence.clear();
    words = 0;
  };
  for (const Token& token : Tokenize(text)) {
    if (!sentence.empty()) sentence += ' ';
    sentence += token.text;
    words += IsPunctuation(token.text) ? 0 : 1;
    if (EndsSentence(token.text)) finish();
  }
  finish();
  return sentences;
}

Result<SentenceEvaluation> EvaluateSentences(const RationaleModel& model,
                                             const std::vector<Review>& reviews,
                                             const AspectKeywords& keywords,
                                             ThreadPool& pool) {
  const std::vector<std::string>& aspects = model.aspects();
  KeywordSets sets;
  for (const std::string& aspect : aspects) {
    auto& set = sets.emplace_back();
    const auto found = keywords.find(aspect);
    if (found != keywords.end()) {
      set.insert(found->second.begin(), found->second.end());
    }
  }
  std::vector<Result<SentenceCounts>> counted(reviews.size(), SentenceCounts());
  pool.ParallelFor(reviews.size(), [&](std::size_t i) {
    counted[i] = CountSentences(model, reviews[i].text, sets);
  });
  SentenceCounts sum;
  sum.aspects.resize(aspects.size());
  for (const Result<SentenceCounts>& of_review : counted) {
    if (!of_review.ok()) return of_review.error();
    sum.n += of_review.value().n;
    sum.any_rated += of_review.value().any_rated;
    for (std::size_t a = 0; a < aspects.size(); ++a) {
      const AspectCounts& one = of_review.value().aspects[a];
      sum.aspects[a].rated += one.rated;
      sum.aspects[a].with_keyword += one.with_keyword;
      sum.aspects[a].rated_with_keyword += one.rated_with_keyword;
    }
  }
  const auto n = static_cast<double>(sum.n);
  SentenceEvaluation evaluation{
      .n = sum.n, .any_rated = ShareOf(sum.any_rated, n), .aspects = {}};
  for (std::size_t a = 0; a < aspects.size(); ++a) {
    const AspectCounts& counts = sum.aspects[a];
    SentenceAspect& one = evaluation.aspects.emplace_back();
    one.aspect = aspects[a];
    one.rated = ShareOf(counts.rated, n);
    if (sets[a].empty()) continue;
    one.rated_with_keyword =
        ShareOf(counts.rated_with_keyword, counts.with_keyword);
    one.rated_without_keyword = ShareOf(
        counts.rated - counts.rated_with_keyword, n - counts.with_keyword);
  }
  return evaluation;
}

nlohmann::ordered_json SentencesToJson(const SentenceEvaluation& sentences) {
  nlohmann::ordered_json aspects = nlohmann::ordered_json::object();
  for (const SentenceAspect& one : sentences.aspects) {
    nlohmann::ordered_json& json = aspects[one.aspect];
    json["rated"] = one.rated;
    if (one.rated_with_keyword) {
      json["rated_with_keyword"] = *one.rated_with_keyword;
      json["rated_without_keyword"] = *one.rated_without_keyword;
    }
  }
  return {{"n", sentences.n},
          {"any_rated", sentences.any_rated},
          {"aspects", aspects}};
}

}  // namespace whylight
