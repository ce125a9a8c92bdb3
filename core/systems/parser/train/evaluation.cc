#include "core/systems/parser/train/evaluation.h"

#include <algorithm>

#include "core/training/engine/answer_texts.h"
#include "core/training/metrics/finds.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

struct Attachments {
  std::size_t words = 0;
  std::size_t heads = 0;      // Right ones.
  std::size_t relations = 0;  // With the relation.

  void Count(bool head, bool relation) {
    ++words;
    heads += head;
    relations += head && relation;
  }
  ordered_json ToJson() const {
    return {{"words", words},
            {"uas", ShareOf(heads, words)},
            {"las", ShareOf(relations, words)}};
  }
};

// The word of the file, from 1, that a token, from 1, is of; 0 of the root.
std::size_t WordOf(std::int32_t token, const std::vector<std::size_t>& firsts) {
  if (token == 0) return 0;
  const auto after = std::upper_bound(firsts.begin(), firsts.end(),
                                      static_cast<std::size_t>(token) - 1);
  return static_cast<std::size_t>(after - firsts.begin());
}

// Whether the word whose first token is `t` gets its head in sentence `i`.
bool HasHead(const Heads& heads, const ParsedSentences& texts, std::size_t i,
             std::size_t t) {
  const std::vector<std::size_t>& firsts = texts.firsts[i];
  return WordOf(heads[t], firsts) == WordOf(texts.trees[i].heads[t], firsts);
}

}  // namespace

std::vector<DependencyTree> PredictTrees(const Parser& model,
                                         const ParsedSentences& texts,
                                         ThreadPool& pool,
                                         const Progress& progress) {
  const auto predict = [&](const std::vector<const WordIds*>& words) {
    Graph graph(Graph::Mode::kInference);
    return model.BestTreesOf(
        graph, model.Score(graph, MakeWordBatch(words), {}, texts.forms));
  };
  return AnswerTexts<DependencyTree>(texts.texts, predict, pool, progress);
}

ordered_json MeasureTrees(const std::vector<DependencyTree>& predicted,
                          const ParsedSentences& texts,
                          const std::vector<std::string>& relations) {
  Attachments all;
  Attachments without_punctuation;
  std::size_t whole = 0;
  std::size_t right_tags = 0;
  bool has_tags = false;
  std::vector<Finds> finds(relations.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const DependencyTree& tree = texts.trees[i];
    const DependencyTree& found = predicted[i];
    const std::vector<std::size_t>& firsts = texts.firsts[i];
    has_tags = has_tags || !tree.tags.empty();
    bool every = true;
    for (std::size_t w = 0; w < firsts.size(); ++w) {
      const std::size_t t = firsts[w];
      const bool head = HasHead(found.heads, texts, i, t);
      const bool relation = found.relations[t] == tree.relations[t];
      every = every && head;
      if (!tree.tags.empty()) right_tags += found.tags[t] == tree.tags[t];
      all.Count(head, relation);
      if (!texts.punctuation[i][w]) without_punctuation.Count(head, relation);
      Finds& there = finds[static_cast<std::size_t>(tree.relations[t])];
      ++there.there;
      ++finds[static_cast<std::size_t>(found.relations[t])].found;
      there.right += head && relation;
    }
    whole += every;
  }
  ordered_json figures{{"n", texts.size()}};
  figures.update(all.ToJson());
  figures["trees"] = ShareOf(whole, texts.size());
  if (has_tags) figures["tag_accuracy"] = ShareOf(right_tags, all.words);
  figures["without_punctuation"] = without_punctuation.ToJson();
  ordered_json& by_relation = figures["relations"] = ordered_json::object();
  for (std::size_t k = 0; k < relations.size(); ++k) {
    by_relation[relations[k]] = CountedFindsToJson(finds[k]);
  }
  return figures;
}

ordered_json MeasureCandidates(const std::vector<std::vector<Heads>>& found,
                               const ParsedSentences& texts) {
  std::size_t words = 0;
  std::size_t of_first = 0;
  std::size_t of_best = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::vector<std::size_t> right;  // Of each candidate.
    for (const Heads& heads : found[i]) {
      right.push_back(0);
      for (const std::size_t t : texts.firsts[i]) {
        right.back() += HasHead(heads, texts, i, t);
      }
    }
    words += texts.firsts[i].size();
    of_first += right.front();
    of_best += *std::max_element(right.begin(), right.end());
  }
  return {{"first_uas", ShareOf(of_first, words)},
          {"oracle_uas", ShareOf(of_best, words)}};
}

ordered_json EvaluateParser(const Parser& model, const ParsedSentences& texts,
                            ThreadPool& pool, const Progress& progress) {
  ordered_json figures = MeasureTrees(
      PredictTrees(model, texts, pool, progress), texts, model.relations());
  if (!model.options().reranks()) return figures;
  const auto find = [&](const std::vector<const WordIds*>& words) {
    Graph graph(Graph::Mode::kInference);
    std::vector<std::vector<Heads>> found;
    for (std::vector<ScoredTree>& trees : model.CandidatesOf(
             graph,
             model.Score(graph, MakeWordBatch(words), {}, texts.forms))) {
      std::vector<Heads>& heads = found.emplace_back();
      for (ScoredTree& tree : trees) heads.push_back(std::move(tree.heads));
    }
    return found;
  };
  figures["rerank"] = MeasureCandidates(
      AnswerTexts<std::vector<Heads>>(texts.texts, find, pool, nullptr), texts);
  return figures;
}

}  // namespace whylight
