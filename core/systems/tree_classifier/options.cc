#include "core/systems/tree_classifier/options.h"

#include <set>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/layers/check_size.h"
#include "core/layers/layer_names.h"
#include "core/model/labels.h"

namespace whylight {
namespace {

constexpr std::size_t kMostTreeLabels = 512;
constexpr std::size_t kMostConstituents = 4096;
constexpr std::size_t kMostPairs = 16384;
constexpr Index kMostLabelDimensions = 512;

const Fields<TreeOptions>& TreeCellFields() {
  static const Names<TreeCell> cells = {
      {"plain", TreeCell::kPlain},   {"labelled", TreeCell::kLabelled},
      {"untied", TreeCell::kUntied}, {"matrix-vector", TreeCell::kMatrixVector},
      {"tensor", TreeCell::kTensor}, {"lstm", TreeCell::kLstm}};
  static const Names<TreeLabels> which = {
      {"parent-and-left", TreeLabels::kParentAndLeft},
      {"parts", TreeLabels::kParts}};
  static const auto fields =
      Fields<TreeOptions>()
          .Choice("cell", &TreeOptions::cell, cells,
                  "How the vector of a phrase is made from those of its parts: "
                  "by a recursive network, by one that also reads the labels "
                  "of constituents, by one with a matrix for each pair of "
                  "these labels, by the matrix-vector network, by the tensor "
                  "network, or by the tree-LSTM.")
          .Count("hidden", &TreeOptions::hidden, {0, kMaxWidth},
                 "Width of the vector of a phrase; 0: that of word vectors, "
                 "which then stand for the words as they are.")
          .Choice("activation", &TreeOptions::activation, ActivationNames(),
                  "The activation of all cells but `lstm`.")
          .Count("label_dimensions", &TreeOptions::label_dimensions,
                 {0, kMostLabelDimensions},
                 "Width of the vector of a constituent's label.")
          .When("cell is labelled")
          .Choice("labels_read", &TreeOptions::which, which,
                  "Which labels are read: those of the phrase and of its left "
                  "part, or those of both parts.")
          .When("cell is labelled");
  return fields;
}

std::vector<std::string> SplitPair(const std::string& pair) {
  const std::size_t space = pair.find(' ');
  if (space == std::string::npos) return {};
  return {pair.substr(0, space), pair.substr(space + 1)};
}

std::string FindProblemOfConstituents(const TreeClassifierOptions& options) {
  const std::set<std::string> known(options.constituents.begin(),
                                    options.constituents.end());
  if (known.size() < options.constituents.size()) {
    return "\"constituents\": expected each once, found one twice";
  }
  if (known.size() > kMostConstituents) {
    return "\"constituents\": expected at most " +
           std::to_string(kMostConstituents) + ", found " +
           std::to_string(known.size());
  }
  if (options.pairs.size() > kMostPairs) {
    return "\"pairs\": expected at most " + std::to_string(kMostPairs) +
           ", found " + std::to_string(options.pairs.size());
  }
  std::set<std::string> pairs;
  for (const std::string& pair : options.pairs) {
    const std::vector<std::string> parts = SplitPair(pair);
    const bool fits = parts.size() == 2 && known.contains(parts[0]) &&
                      known.contains(parts[1]) && pairs.insert(pair).second;
    if (!fits) {
      return "\"pairs\": expected two of \"constituents\" with a space "
             "between them, each pair once, found " +
             Quote(pair);
    }
  }
  return {};
}

}  // namespace

ConstituentNumbers::ConstituentNumbers(
    const std::vector<std::string>& constituents)
    : other_(static_cast<std::int32_t>(constituents.size())) {
  for (const std::string& name : constituents) {
    numbers_.try_emplace(name, static_cast<std::int32_t>(numbers_.size()));
  }
}

std::int32_t ConstituentNumbers::Find(const std::string& name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? other_ : found->second;
}

TreeOptions TreeClassifierOptions::LayerOptions(Index dimensions) const {
  TreeOptions layer = tree;
  layer.inputs = dimensions;
  if (!layer.reads_labels()) return layer;
  // The last one is that of all others.
  layer.labels = static_cast<Index>(constituents.size()) + 1;
  const ConstituentNumbers numbers(constituents);
  for (const std::string& pair : pairs) {
    const std::vector<std::string> parts = SplitPair(pair);
    layer.pairs.emplace_back(numbers.Find(parts[0]), numbers.Find(parts[1]));
  }
  return layer;
}

const Fields<TreeClassifierOptions>& TreeClassifierOptionsFields() {
  using Options = TreeClassifierOptions;
  static const Names<TreeLoss> losses = {{"nodes", TreeLoss::kNodes},
                                         {"root", TreeLoss::kRoot}};
  static const auto fields =
      Fields<Options>("The shape of the model.")
          .Texts("labels", &Options::labels,
                 "The labels, in the order of the model; by default those of "
                 "`train`, sorted.")
          .WrittenIf(
              [](const Options& options) { return !options.labels.empty(); })
          .Include(&Options::tree, TreeCellFields())
          .Texts("constituents", &Options::constituents,
                 "The labels of constituents that are distinguished; by "
                 "default those of `train`.")
          .When("cell is labelled or untied")
          .WrittenIf([](const Options& options) {
            return !options.constituents.empty();
          })
          .Texts("pairs", &Options::pairs,
                 "The pairs of constituents, such as `NP VP`, that have a "
                 "matrix of their own; by default those that occur ten times "
                 "in `train`. All others share one.")
          .When("cell is untied")
          .WrittenIf(
              [](const Options& options) { return !options.pairs.empty(); })
          .Choice("loss", &Options::loss, losses,
                  "What is learned: the labels of all phrases, or that of the "
                  "whole sentence alone.")
          .Flag("spelling", &Options::spelling,
                "Whether a word that is not in the vocabulary is read as the "
                "one that it most likely misspells, and an emoji as a word "
                "that says the same.")
          .Flag("train_vectors", &Options::train_vectors,
                "Whether training changes word vectors; by default it does "
                "where they are random.");
  return fields;
}

Status CheckTreeClassifierOptions(const TreeClassifierOptions& options) {
  std::string problem = FindProblemOfLabels(options.labels, kMostTreeLabels);
  if (problem.empty()) problem = FindProblemOfConstituents(options);
  if (problem.empty() && options.tree.reads_labels() &&
      options.constituents.empty()) {
    problem =
        "\"constituents\": expected at least one, which this \"cell\" reads, "
        "found none";
  }
  if (problem.empty()) return {};
  return Invalid(problem);
}

}  // namespace whylight
