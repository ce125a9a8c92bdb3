#include "core/systems/tree_classifier/train/data.h"

#include <map>
#include <set>
#include <utility>

#include "core/format/json.h"
#include "core/training/data/labels.h"
#include "core/training/data/numbering.h"
#include "core/training/data/record.h"

namespace whylight {
namespace {

// What each phrase of a tree is to be taken for.
Result<std::vector<std::string>> TargetsOfTree(const LabelledTree& tree,
                                               const Place& place,
                                               const DataOptions& options,
                                               bool reads_constituents) {
  std::vector<std::string> targets;
  for (const TreePhrase& phrase : tree.phrases) {
    NodeLabel label = SplitNodeLabel(phrase.label, reads_constituents);
    if (reads_constituents && label.constituent.empty()) {
      return place.Fail("expected a constituent, such as \"NP\" or " +
                        Quote(label.target + "/NP") + ", found " +
                        Quote(phrase.label));
    }
    if (!options.merge.empty()) {
      const auto merged = options.merge.find(label.target);
      label.target = merged == options.merge.end() ? "" : merged->second;
    }
    targets.push_back(std::move(label.target));
  }
  return targets;
}

// The constituents of two parts, "NP VP".
template <typename Visit>
void VisitPairs(const TreeFile& file, const Visit& visit) {
  const std::vector<std::string> names = ConstituentsOf(file);
  const ConstituentNumbers numbers(names);
  for (const LabelledTree& tree : file.trees) {
    const TreeInput input = ReadTreeInput(tree, Vocabulary(), true, numbers);
    const std::vector<Trees::Node>& nodes = input.trees.nodes;
    const auto name = [&](std::int32_t node) {
      return names[static_cast<std::size_t>(
          nodes[static_cast<std::size_t>(node)].label)];
    };
    for (const Trees::Node& node : nodes) {
      if (node.right == Trees::kNone) continue;
      visit(name(node.left) + " " + name(node.right));
    }
  }
}

}  // namespace

Result<TreeFile> ReadTrees(const std::string& path, DataOptions options,
                           bool reads_constituents) {
  TreeFile file;
  file.path = path;
  Numbering words(&file.words);
  bool has_target = false;
  Wanted wanted;
  wanted.tree = true;
  const auto take = [&](Record& record) -> Status {
    LabelledTree& tree = *record.tree;
    if (const Status fits = CheckTreeSize(tree); !fits.ok()) {
      return record.place.Fail(fits.error().message);
    }
    Result<std::vector<std::string>> targets =
        TargetsOfTree(tree, record.place, options, reads_constituents);
    if (!targets.ok()) return targets.error();
    for (const std::string& target : targets.value()) {
      has_target = has_target || !target.empty();
    }
    for (const std::string& word : tree.words) {
      const std::string leaf = LeafText(word);
      if (leaf.empty()) continue;
      const auto number = static_cast<std::size_t>(words.Find(leaf));
      file.word_counts.resize(file.words.size());
      ++file.word_counts[number];
    }
    file.trees.push_back(std::move(tree));
    file.targets.push_back(std::move(targets).value());
    file.lines.push_back(record.place.line);
    return {};
  };
  if (Status read = VisitRecords(path, options, wanted, take); !read.ok()) {
    return read.error();
  }
  if (file.trees.empty()) return NothingRead(path, "tree");
  if (!has_target) return NothingRead(path, "label that is to be learned");
  return file;
}

std::vector<std::string> TargetsOf(const TreeFile& file) {
  std::set<std::string> labels;
  for (const std::vector<std::string>& targets : file.targets) {
    labels.insert(targets.begin(), targets.end());
  }
  labels.erase("");
  return SortedLabels({labels.begin(), labels.end()});
}

std::vector<std::string> ConstituentsOf(const TreeFile& file) {
  std::set<std::string> names;
  for (const LabelledTree& tree : file.trees) {
    for (const TreePhrase& phrase : tree.phrases) {
      names.insert(SplitNodeLabel(phrase.label, true).constituent);
    }
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> PairsOf(const TreeFile& file, std::size_t least) {
  std::map<std::string, std::size_t> counts;
  VisitPairs(file, [&counts](const std::string& pair) { ++counts[pair]; });
  std::vector<std::string> pairs;
  for (const auto& [pair, count] : counts) {
    if (count >= least) pairs.push_back(pair);
  }
  return pairs;
}

std::vector<std::int32_t> TrainingTrees::NodeTargets(std::size_t tree,
                                                     bool root) const {
  const TreeInput& input = inputs[tree];
  std::vector<std::int32_t> of_nodes(input.trees.nodes.size(), -1);
  const std::size_t count = root ? 1 : input.nodes.size();
  for (std::size_t i = 0; i < count; ++i) {
    of_nodes[input.nodes[i]] = targets[tree][i];
  }
  return of_nodes;
}

Result<TrainingTrees> ToTrainingTrees(const TreeFile& file,
                                      const TreeClassifier& model) {
  TrainingTrees trees;
  trees.path = file.path;
  trees.lines = file.lines;
  std::map<std::string, std::int32_t> numbers = {{"", -1}};
  for (std::size_t i = 0; i < file.trees.size(); ++i) {
    std::vector<std::int32_t> targets;
    for (const std::string& label : file.targets[i]) {
      if (const auto known = numbers.find(label); known != numbers.end()) {
        targets.push_back(known->second);
        continue;
      }
      const Result<std::int32_t> found =
          FindLabel(label, Place{file.path, file.lines[i]}, model.labels());
      if (!found.ok()) return found.error();
      targets.push_back(found.value());
      numbers.try_emplace(label, found.value());
    }
    trees.inputs.push_back(model.Read(file.trees[i]));
    trees.targets.push_back(std::move(targets));
  }
  return trees;
}

}  // namespace whylight
