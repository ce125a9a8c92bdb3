#include "core/systems/tagger/train/evaluation.h"

#include <algorithm>
#include <map>
#include <string>

#include "core/systems/tagger/bio.h"
#include "core/training/engine/answer_texts.h"
#include "core/training/metrics/classification.h"
#include "core/training/metrics/finds.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

// The tags of the first words alone.
TagIds AtFirsts(const TagIds& tags, const std::vector<std::size_t>& firsts) {
  TagIds kept;
  for (const std::size_t t : firsts) kept.push_back(tags[t]);
  return kept;
}

void CountRuns(const TagIds& actual, const TagIds& predicted,
               const std::vector<std::string>& labels,
               std::map<std::string, Finds>* spans) {
  const std::vector<LabelledRun> there = RunsOfBio(actual, labels);
  for (const LabelledRun& run : there) {
    ++(*spans)[std::string(run.label)].there;
  }
  for (const LabelledRun& run : RunsOfBio(predicted, labels)) {
    Finds& finds = (*spans)[std::string(run.label)];
    ++finds.found;
    finds.right += std::find(there.begin(), there.end(), run) != there.end();
  }
}

}  // namespace

std::vector<TagIds> PredictTags(const Tagger& model,
                                const TaggedSentences& texts, ThreadPool& pool,
                                const Progress& progress) {
  const auto predict = [&](const std::vector<const WordIds*>& words) {
    Graph graph(Graph::Mode::kInference);
    return model.BestTagsOf(
        graph, model.Score(graph, MakeWordBatch(words), {}, texts.forms));
  };
  return AnswerTexts<TagIds>(texts.texts, predict, pool, progress);
}

ordered_json MeasureTags(const std::vector<TagIds>& predicted,
                         const TaggedSentences& texts,
                         const std::vector<std::string>& labels, bool bio) {
  TagIds all_actual;
  TagIds all_predicted;
  std::map<std::string, Finds> spans;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const TagIds actual = AtFirsts(texts.tags[i], texts.firsts[i]);
    const TagIds found = AtFirsts(predicted[i], texts.firsts[i]);
    all_actual.insert(all_actual.end(), actual.begin(), actual.end());
    all_predicted.insert(all_predicted.end(), found.begin(), found.end());
    if (bio) CountRuns(actual, found, labels, &spans);
  }
  const Confusion confusion =
      CountConfusion(all_actual, all_predicted, labels.size());
  ordered_json figures{{"n", texts.size()},
                       {"words", all_actual.size()},
                       {"accuracy", Accuracy(confusion)},
                       {"macro_f1", MacroF1(confusion)}};
  ordered_json tags = ordered_json::object();
  for (std::size_t k = 0; k < labels.size(); ++k) {
    Finds finds{.right = confusion[k][k]};
    for (std::size_t other = 0; other < labels.size(); ++other) {
      finds.there += confusion[k][other];
      finds.found += confusion[other][k];
    }
    tags[labels[k]] = CountedFindsToJson(finds);
  }
  if (bio) {
    Finds all;
    ordered_json by_label = ordered_json::object();
    for (const auto& [label, finds] : spans) {
      all.there += finds.there;
      all.found += finds.found;
      all.right += finds.right;
      by_label[label] = CountedFindsToJson(finds);
    }
    figures.update(FindsToJson(all));
    figures["spans"] = std::move(by_label);
  }
  figures["tags"] = std::move(tags);
  return figures;
}

ordered_json EvaluateTagger(const Tagger& model, const TaggedSentences& texts,
                            ThreadPool& pool, const Progress& progress) {
  return MeasureTags(PredictTags(model, texts, pool, progress), texts,
                     model.labels(), model.options().bio);
}

}  // namespace whylight
