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

}  // namespace

std::vector<DependencyTree> PredictTrees(const Parser& model,
                                         const ParsedSentences& texts,
                                         ThreadPool& pool,
                                         const Progress& progress) {
  const auto predict = [&model](const std::vector<const WordIds*>& words) {
    Graph graph(Graph::Mode::kInference);
    return model.BestTreesOf(graph, model.Score(graph, MakeWordBatch(words)));
  };
  return AnswerTexts<DependencyTree>(texts.texts, predict, pool, progress);
}

ordered_json MeasureTrees(const std::vector<DependencyTree>& predicted,
                          const ParsedSentences& texts,
                          const std::vector<std::string>& relations) {
  Attachments all;
  Attachments without_punctuation;
  std::size_t whole = 0;
  std::vector<Finds> finds(relations.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const DependencyTree& tree = texts.trees[i];
    const DependencyTree& found = predicted[i];
    const std::vector<std::size_t>& firsts = texts.firsts[i];
    bool every = true;
    for (std::size_t w = 0; w < firsts.size(); ++w) {
      const std::size_t t = firsts[w];
      const bool head =
          WordOf(found.heads[t], firsts) == WordOf(tree.heads[t], firsts);
      const bool relation = found.relations[t] == tree.relations[t];
      every = every && head;
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
  figures["without_punctuation"] = without_punctuation.ToJson();
  ordered_json& by_relation = figures["relations"] = ordered_json::object();
  for (std::size_t k = 0; k < relations.size(); ++k) {
    by_relation[relations[k]] = CountedFindsToJson(finds[k]);
  }
  return figures;
}

ordered_json EvaluateParser(const Parser& model, const ParsedSentences& texts,
                            ThreadPool& pool, const Progress& progress) {
  return MeasureTrees(PredictTrees(model, texts, pool, progress), texts,
                      model.relations());
}

}  // namespace whylight
