#include "core/systems/tree_classifier/model.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/safetensors.h"
#include "core/layers/bag.h"
#include "core/model/lexicon.h"
#include "core/model/model_parts.h"
#include "core/model/own_config.h"
#include "core/ops/ops.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

constexpr char kTreeClassifier[] = "tree-classifier";
constexpr char kWordMatrices[] = "matrices";

// How many numbers the matrices of words are.
std::uint64_t MatrixNumbers(const TreeOptions& layer,
                            const Vocabulary& vocabulary) {
  if (layer.cell != TreeCell::kMatrixVector) return 0;
  const auto width = static_cast<std::uint64_t>(layer.width());
  return vocabulary.size() * width * width;
}

// More of them are 2 GiB, and with them a training would be of no use.
constexpr std::uint64_t kMostMatrixNumbers = std::uint64_t{1} << 29;

Matrix NoWordMatrices(const TreeOptions& layer, const Vocabulary& vocabulary) {
  if (layer.cell != TreeCell::kMatrixVector) return {};
  return Matrix::Zero(static_cast<Index>(vocabulary.size()),
                      layer.width() * layer.width());
}

// The mean of the words of each leaf.
Var MeanOfLeaves(Graph& graph, Var words, const WordBatch& leaves) {
  const BagLayer mean({.inputs = graph.value(words).cols()});
  return mean.Apply(graph, {words, leaves.sequences, {}}).words;
}

}  // namespace

TreeClassifier::TreeClassifier(TreeClassifierOptions options,
                               Vocabulary vocabulary, Matrix vectors,
                               std::uint64_t seed)
    : options_(std::move(options)),
      vocabulary_(std::move(vocabulary)),
      constituents_(options_.constituents),
      vectors_{std::string(kEmbeddingTensor), std::move(vectors)},
      matrices_{kWordMatrices,
                NoWordMatrices(options_.LayerOptions(vectors_.value.cols()),
                               vocabulary_)},
      layer_("tree", options_.LayerOptions(vectors_.value.cols()), seed),
      output_("output", layer_.options().width(),
              static_cast<Index>(options_.labels.size()), seed) {
  vocabulary_.ReadMisspelled(options_.spelling);
}

Result<TreeClassifier> TreeClassifier::Make(TreeClassifierOptions options,
                                            Vocabulary vocabulary,
                                            Matrix vectors,
                                            std::uint64_t seed) {
  const TreeOptions layer = options.LayerOptions(vectors.cols());
  Status checked = CheckTreeClassifierOptions(options);
  if (checked.ok()) checked = CheckTreeOptions(layer);
  if (!checked.ok()) return checked.error();
  if (MatrixNumbers(layer, vocabulary) > kMostMatrixNumbers) {
    return Invalid(
        "\"hidden\": expected less for so many words, each of which has a "
        "matrix, found " +
        std::to_string(layer.width()));
  }
  return TreeClassifier(std::move(options), std::move(vocabulary),
                        std::move(vectors), seed);
}

Result<TreeClassifier> TreeClassifier::Load(const ModelFiles& files) {
  Result<nlohmann::json> config = ReadOwnConfig(files, kTreeClassifier);
  if (!config.ok()) return config.error();
  const Result<Index> dimensions = TakeDimensions(&config.value());
  if (!dimensions.ok()) return dimensions.error();
  TreeClassifierOptions options;
  Status read =
      TreeClassifierOptionsFields().Read(config.value(), "config", &options);
  if (read.ok()) read = CheckTreeClassifierOptions(options);
  if (!read.ok()) return BadConfig(read.error().message);
  const TreeOptions layer = options.LayerOptions(dimensions.value());
  read = CheckTreeOptions(layer);
  if (!read.ok()) return BadConfig(read.error().message);
  Result<Lexicon> lexicon = ReadLexicon(files, dimensions.value());
  if (!lexicon.ok()) return lexicon.error();
  auto& [vocabulary, vectors, tensors] = lexicon.value();
  // Before memory is taken for as many.
  const std::uint64_t numbers =
      ParameterCount(layer) + MatrixNumbers(layer, vocabulary) +
      options.labels.size() * static_cast<std::uint64_t>(layer.width() + 1);
  if (Status fits = CheckModelSize(numbers, files.tensors); !fits.ok()) {
    return fits.error();
  }
  TreeClassifier model(std::move(options), std::move(vocabulary),
                       std::move(vectors), 0);
  read = ReadParameters(tensors, model.OwnParameters());
  if (!read.ok()) return read.error();
  return model;
}

Result<ModelFiles> TreeClassifier::Save(Dtype vectors, Dtype network,
                                        std::string_view about) const {
  ordered_json config{{"format", "whylight"},
                      {"version", kModelVersion},
                      {"task", kTreeClassifier},
                      {"dimensions", vectors_.value.cols()}};
  config.update(TreeClassifierOptionsFields().Write(options_));
  config["training"] = ordered_json::parse(about, nullptr, false);
  ModelFiles files;
  files.config = DumpJson(config, 2) + "\n";
  files.vocabulary = vocabulary_.Serialize();

  TensorCollector tensors;
  Status added = tensors.Add(vectors_.name, vectors_.value, vectors);
  TreeLayer layer = layer_;  // Whose parameters can be listed.
  std::vector<const Parameter*> own;
  for (const Parameter* parameter : layer.Parameters()) {
    own.push_back(parameter);
  }
  if (HasMatrices()) own.push_back(&matrices_);
  own.insert(own.end(), {&output_.weight(), &output_.bias()});
  for (const Parameter* parameter : own) {
    if (!added.ok()) return added.error();
    added = tensors.Add(parameter->name, parameter->value, network);
  }
  if (!added.ok()) return added.error();
  Result<std::string> bytes = tensors.Serialize();
  if (!bytes.ok()) return bytes.error();
  files.tensors = std::move(bytes).value();
  return files;
}

TreeInput TreeClassifier::Read(const LabelledTree& tree) const {
  return ReadTreeInput(tree, vocabulary_, options_.tree.reads_labels(),
                       constituents_);
}

Var TreeClassifier::Score(Graph& graph, std::span<const TreeInput* const> trees,
                          const TextDropout& dropout) const {
  constexpr std::uint64_t kNodes = std::uint64_t{1} << 20;
  static_assert(kNodes > 2 * kMaxTreePhrases);
  // All trees as one, and their leaves, each once.
  Trees all;
  std::map<WordIds, std::int32_t> numbers;
  std::vector<const WordIds*> leaves;
  std::vector<std::uint64_t> keys;
  for (std::size_t b = 0; b < trees.size(); ++b) {
    const auto start = static_cast<std::int32_t>(all.nodes.size());
    for (Trees::Node node : trees[b]->trees.nodes) {
      if (node.left != Trees::kNone) node.left += start;
      if (node.right != Trees::kNone) node.right += start;
      if (node.word != Trees::kNone) {
        const WordIds& leaf =
            trees[b]->leaves[static_cast<std::size_t>(node.word)];
        const auto [found, is_new] =
            numbers.try_emplace(leaf, static_cast<std::int32_t>(leaves.size()));
        if (is_new) leaves.push_back(&leaf);
        node.word = found->second;
      }
      if (dropout.rate > 0) {
        keys.push_back(dropout.examples[b] * kNodes + all.nodes.size() -
                       static_cast<std::size_t>(start));
      }
      all.nodes.push_back(node);
    }
  }
  const WordBatch batch = MakeWordBatch(leaves);
  TreeLayer::Words words{MeanOfLeaves(
      graph,
      LookUpWords(graph, vectors_, options_.train_vectors, batch, dropout),
      batch)};
  if (HasMatrices()) {
    words.matrices =
        MeanOfLeaves(graph, LookUpWords(graph, matrices_, true, batch), batch);
  }
  const Var vectors = layer_.Apply(graph, words, all);
  return output_.Apply(graph, DropElements(graph, vectors, dropout, 1, keys));
}

Result<ClassifiedTree> TreeClassifier::Classify(std::string_view brackets,
                                                bool labelled) const {
  if (!labelled && options_.tree.reads_labels()) {
    return Invalid(
        "expected a tree with the labels of its constituents, which this "
        "model reads");
  }
  const Result<LabelledTree> parsed = ParseBrackets(
      brackets, labelled,
      [](const std::string& message, std::size_t column) -> Error {
        return Invalid("column " + std::to_string(column) + ": " + message);
      });
  if (!parsed.ok()) return parsed.error();
  const LabelledTree& tree = parsed.value();
  if (Status fits = CheckTreeSize(tree); !fits.ok()) return fits.error();

  ClassifiedTree classified;
  std::vector<Span> words;
  std::uint32_t end = 0;
  for (const std::string& word : tree.words) {
    if (!words.empty()) {
      classified.sentence += ' ';
      ++end;
    }
    classified.sentence += word;
    const std::uint32_t start = end;
    end += Utf16Length(word);
    words.push_back({start, end});
  }
  const TreeInput input = Read(tree);
  const TreeInput* const one = &input;
  Graph graph(Graph::Mode::kInference);
  const Var scores = Score(graph, {&one, 1});
  if (!graph.value(scores).allFinite()) {
    return Error{ErrorCode::kNotFinite,
                 "expected finite scores of labels, found another: numbers of "
                 "the model are too large"};
  }
  const ConstMatrixView shares = graph.value(Softmax(graph, scores));
  for (std::size_t i = 0; i < tree.phrases.size(); ++i) {
    const TreePhrase& phrase = tree.phrases[i];
    const auto row = shares.row(static_cast<Index>(input.nodes[i]));
    Index label = 0;
    row.maxCoeff(&label);
    classified.phrases.push_back(
        {{words[phrase.begin].start, words[phrase.end - 1].end},
         static_cast<std::size_t>(label),
         {row.begin(), row.end()}});
  }
  return classified;
}

std::vector<Parameter*> TreeClassifier::OwnParameters() {
  std::vector<Parameter*> parameters = layer_.Parameters();
  if (HasMatrices()) parameters.push_back(&matrices_);
  for (Parameter* parameter : output_.Parameters()) {
    parameters.push_back(parameter);
  }
  return parameters;
}

std::vector<Parameter*> TreeClassifier::Parameters() {
  std::vector<Parameter*> parameters;
  if (options_.train_vectors) parameters.push_back(&vectors_);
  for (Parameter* parameter : OwnParameters()) parameters.push_back(parameter);
  return parameters;
}

}  // namespace whylight
