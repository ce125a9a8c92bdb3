#include "core/systems/questions/train/decoder.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/model/layer_spec.h"
#include "core/ops/ops.h"

namespace whylight {

DecodedWords::DecodedWords(const std::vector<const WordIds*>& texts,
                           std::size_t count) {
  std::map<std::int32_t, std::size_t> counts;
  for (const WordIds* text : texts) {
    for (const std::int32_t word : *text) {
      if (word != kUnknownWord) ++counts[word];
    }
  }
  std::vector<std::pair<std::int32_t, std::size_t>> words(counts.begin(),
                                                          counts.end());
  std::stable_sort(
      words.begin(), words.end(),
      [](const auto& a, const auto& b) { return a.second > b.second; });
  words.resize(std::min(count, words.size()));
  for (const auto& [word, times] : words) known_.push_back(word);
  std::sort(known_.begin(), known_.end());
}

std::int32_t DecodedWords::Find(std::int32_t word) const {
  const auto found = std::lower_bound(known_.begin(), known_.end(), word);
  if (found == known_.end() || *found != word) return end() + 1;
  return static_cast<std::int32_t>(found - known_.begin());
}

QuestionDecoder::QuestionDecoder(DecodedWords words,
                                 std::unique_ptr<SequenceLayer> layer,
                                 const Retriever& model, std::uint64_t seed)
    : words_(std::move(words)),
      layer_(std::move(layer)),
      start_("decoder.start", model.width(), model.vectors().cols(), seed),
      output_("decoder.output", layer_->outputs(), words_.size(), seed) {}

Result<QuestionDecoder> QuestionDecoder::Make(const nlohmann::json& layer,
                                              const std::string& where,
                                              const Retriever& model,
                                              DecodedWords words,
                                              std::uint64_t seed) {
  Result<std::unique_ptr<SequenceLayer>> made =
      MakeNewLayer(layer, where, model.vectors().cols(), "decoder.layer", seed);
  if (!made.ok()) return made.error();
  // Only what reads forwards can be stopped and go on.
  if (const auto widths = made.value()->CarriedWidths(); !widths.ok()) {
    return Error{ErrorCode::kInvalidArgument,
                 where + ": expected a layer that reads forwards, found " +
                     layer["type"].dump()};
  }
  return QuestionDecoder(std::move(words), std::move(made).value(), model,
                         seed);
}

Var QuestionDecoder::Loss(Graph& graph, const Retriever& model,
                          const UnknownWords& unknown, Var vectors,
                          const std::vector<const WordIds*>& texts,
                          Real weight) const {
  // A table of the texts' words and, below them, of how the texts start.
  const WordBatch batch = MakeWordBatch(texts);
  const auto words = static_cast<std::int32_t>(batch.words.size());
  const Var starts = start_.Apply(graph, vectors);
  const Var table =
      words == 0 ? starts
                 : ConcatRows(graph, {model.Lookup(graph, batch.words, unknown),
                                      starts});
  // Each text is read one place later than it is written.
  const Index count = batch.sequences.batch();
  SequenceBatch read;
  read.max_length = batch.sequences.max_length + 1;
  for (Index b = 0; b < count; ++b) {
    read.lengths.push_back(
        batch.sequences.lengths[static_cast<std::size_t>(b)] + 1);
    read.rows.push_back(words + static_cast<std::int32_t>(b));
  }
  read.rows.insert(read.rows.end(), batch.sequences.rows.begin(),
                   batch.sequences.rows.end());
  const Sequences states = layer_->Apply(graph, {table, read, std::nullopt});
  const Var logits = output_.Apply(graph, states.words);
  std::vector<std::int32_t> targets(
      static_cast<std::size_t>(graph.value(logits).rows()), -1);
  for (Index b = 0; b < count; ++b) {
    const WordIds& text = *texts[static_cast<std::size_t>(b)];
    for (std::size_t t = 0; t <= text.size(); ++t) {
      const std::int32_t row = states.batch.row(static_cast<Index>(t), b);
      targets[static_cast<std::size_t>(row)] =
          t < text.size() ? words_.Find(text[t]) : words_.end();
    }
  }
  return SoftmaxCrossEntropy(graph, logits, targets,
                             std::vector<Real>(targets.size(), weight));
}

std::vector<Parameter*> QuestionDecoder::Parameters() {
  std::vector<Parameter*> parameters = layer_->Parameters();
  for (Dense* dense : {&start_, &output_}) {
    for (Parameter* parameter : dense->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  return parameters;
}

}  // namespace whylight
