#include "core/training/exchange/state_dict.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/first_characters.h"
#include "core/format/json.h"
#include "core/format/quantise.h"
#include "core/model/layer_spec.h"
#include "core/model/model_parts.h"
#include "core/training/exchange/listed_layers.h"
#include "core/training/exchange/pytorch_layer.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t kMostNamed = 20;

// "name [2, 3], other [4]"
std::string ListTensors(const std::vector<const Tensor*>& tensors) {
  std::string list;
  for (std::size_t i = 0; i < std::min(tensors.size(), kMostNamed); ++i) {
    list.append(i == 0 ? "" : ", ")
        .append(Quote(tensors[i]->name))
        .append(" ")
        .append(ShapeToText(tensors[i]->shape));
  }
  if (tensors.size() > kMostNamed) {
    list += " and " + std::to_string(tensors.size() - kMostNamed) + " more";
  }
  return list.empty() ? "none" : list;
}

// Whether `part` is `name` or what it is in, as "lstm" of "lstm.bias".
bool Encloses(std::string_view part, std::string_view name) {
  return name.starts_with(part) &&
         (name.size() == part.size() || name[part.size()] == '.');
}

class Importer {
 public:
  Importer(const StateDictOptions& options, Systems systems,
           ForeignTensors& theirs)
      : options_(options), systems_(systems), theirs_(theirs) {}

  Result<ModelFiles> Run() {
    if (!options_.config.is_object()) {
      return Invalid("expected an object, found " +
                     FirstCharacters(DumpJson(options_.config)));
    }
    if (Status read = ReadEmbedding(); !read.ok()) return read.error();
    if (Status read = ReadLayers(); !read.ok()) return read.error();
    if (!problems_.empty()) return Missing();
    if (Status read = ReadOthers(); !read.ok()) return read.error();
    for (const auto& [ours, name] : options_.names) {
      if (!asked_.contains(ours)) {
        return Invalid("--map " + name + "=" + ours +
                       ": expected a linear map or a tensor called " +
                       Quote(name) + ", found none; found and not used are " +
                       ListTensors(theirs_.Unused()));
      }
    }
    Result<ModelFiles> files = MakeFiles({}, false);
    if (!files.ok()) return files;
    if (Status loaded = Load(std::move(files).value()); !loaded.ok()) {
      return Error{loaded.error().code,
                   loaded.error().message + Unread(loaded.error().message) +
                       "; found and not used are " +
                       ListTensors(theirs_.Unused()) +
                       " (--map THEIRS=OURS tells what a name stands for)"};
    }
    if (Status used = FindUsed(); !used.ok()) return used.error();
    return MakeFiles(not_read_, false);
  }

 private:
  // A matrix of the model, by our name.
  struct Found {
    std::string name;
    Matrix matrix;
    std::string source;  // Theirs, of those that not every model reads.
  };

  // Theirs for `ours`: by its own name, by that of what it is in, or the same.
  std::string TheirName(const std::string& ours) {
    const std::pair<const std::string, std::string>* nearest = nullptr;
    for (const auto& names : options_.names) {
      if (!Encloses(names.first, ours)) continue;
      if (nearest == nullptr || names.first.size() > nearest->first.size()) {
        nearest = &names;
      }
    }
    if (nearest == nullptr) return ours;
    asked_.insert(nearest->first);
    return nearest->second + ours.substr(nearest->first.size());
  }

  Status ReadEmbedding() {
    const auto words = static_cast<Index>(options_.vocabulary.size());
    const std::string ours(kEmbeddingTensor);
    std::string name;
    if (!options_.vectors) {
      name = TheirName(ours);
      if (theirs_.Find(name) == nullptr) name += ".weight";
      // A model that reads no words has no vectors.
      if (words == 0 && theirs_.Find(name) == nullptr) return {};
    }
    if (words == 0) {
      return Error{ErrorCode::kBadModel,
                   "expected at least one word, found none"};
    }
    if (options_.vectors) {
      found_.push_back({ours, *options_.vectors, {}});
    } else {
      Result<Matrix> vectors = theirs_.Read(name);
      if (!vectors.ok()) {
        problems_.push_back(vectors.error().message);
        return {};
      }
      found_.push_back({ours, std::move(vectors).value(), {}});
    }
    if (found_[0].matrix.rows() == words) return {};
    return Error{ErrorCode::kBadModel,
                 "expected a word for each of " +
                     std::to_string(found_[0].matrix.rows()) +
                     " vectors, found " + std::to_string(words)};
  }

  Status ReadLayers() {
    for (const ListedLayer& slot : ListLayers(options_.config)) {
      const json bare = WithoutWidths(*slot.spec);
      const Result<std::vector<TensorSymbols>> tensors = TensorsOfLayer(bare);
      if (!tensors.ok()) {
        return Invalid(slot.name + ": " + tensors.error().message);
      }
      ModulePlace place{TheirName(slot.name)};
      if (Status cut = CutNumber(&place); !cut.ok()) return cut;
      for (const TensorSymbols& tensor : tensors.value()) {
        Result<Matrix> value =
            ReadPyTorchTensor(bare, tensor.name, place, theirs_);
        if (value.ok()) {
          found_.push_back(
              {slot.name + "." + tensor.name, std::move(value).value(), {}});
        } else if (value.error().code == ErrorCode::kInvalidArgument) {
          return Invalid(slot.name + ": " + value.error().message);
        } else {
          problems_.push_back("for " + slot.name + "." + tensor.name + " " +
                              value.error().message);
        }
      }
    }
    return {};
  }

  // "lstm:1" is layer 1 of lstm.
  static Status CutNumber(ModulePlace* place) {
    const std::size_t colon = place->module.rfind(':');
    if (colon == std::string::npos) return {};
    const char* const begin = place->module.data() + colon + 1;
    const char* const end = place->module.data() + place->module.size();
    const auto [rest, failed] = std::from_chars(begin, end, place->number);
    if (failed != std::errc() || rest != end || place->number < 0) {
      return Invalid(
          "--map: expected the number of a layer after \":\", found " +
          Quote(place->module));
    }
    place->module.resize(colon);
    return {};
  }

  // What is not of a layer: the weight and bias of linear maps, transposed, and
  // tensors of our own names. Some of ours are called weight or bias, too, so
  // what is called so is taken for both, and FindUsed tells which it is.
  Status ReadOthers() {
    for (const Tensor* tensor : theirs_.Unused()) {
      const std::string& name = tensor->name;
      const std::size_t point = std::min(name.rfind('.'), name.size());
      const std::string module = name.substr(0, point);
      const std::string last = name.substr(point);
      const bool weight = last == ".weight" && tensor->shape.size() == 2;
      if (weight || (last == ".bias" && tensor->shape.size() == 1)) {
        const std::string end = weight ? ".W" : ".b";
        for (const std::string& ours : OurNames(module)) {
          Status read = ReadOther(*tensor, ours + end, weight);
          if (!read.ok()) return read;
        }
      }
      for (const std::string& ours : OurNames(name)) {
        Status read = ReadOther(*tensor, ours, false);
        if (!read.ok()) return read;
      }
    }
    return {};
  }

  // Ours for `name`: by its own name, by that of what it is in, or the same.
  std::vector<std::string> OurNames(const std::string& name) {
    std::size_t nearest = 0;
    std::vector<std::string> names;
    for (const auto& [ours, other] : options_.names) {
      if (!Encloses(other, name) || other.size() < nearest) continue;
      if (other.size() > nearest) names.clear();
      nearest = other.size();
      names.push_back(ours);
    }
    if (names.empty()) return {name};
    for (std::string& ours : names) {
      asked_.insert(ours);
      ours += name.substr(nearest);
    }
    return names;
  }

  Status ReadOther(const Tensor& tensor, std::string name, bool transposed) {
    if (tensor.shape.empty() || tensor.shape.size() > 2) return {};
    // Whatever else there is need not be numbers that are finite.
    Result<Matrix> value = TensorToMatrix(tensor);
    if (!value.ok()) {
      unread_.emplace(std::move(name), value.error().message);
      return {};
    }
    for (const Found& other : found_) {
      if (other.name != name) continue;
      if (other.source.empty()) return {};
      return Error{ErrorCode::kBadModel,
                   "expected one tensor for " + Quote(name) + ", found " +
                       Quote(other.source) + " and " + Quote(tensor.name)};
    }
    if (transposed) value.value().transposeInPlace();
    found_.push_back({std::move(name), std::move(value).value(), tensor.name});
    return {};
  }

  // Why there are none of the tensors that `message` tells of.
  std::string Unread(const std::string& message) const {
    std::string reasons;
    for (const auto& [name, reason] : unread_) {
      if (message.find(Quote(name)) == std::string::npos) continue;
      reasons.append("; ").append(reason);
    }
    return reasons;
  }

  Error Missing() const {
    std::string list;
    for (std::size_t i = 0; i < std::min(problems_.size(), kMostNamed); ++i) {
      list.append(i == 0 ? "" : "; ").append(problems_[i]);
    }
    if (problems_.size() > kMostNamed) {
      list += "; and " + std::to_string(problems_.size() - kMostNamed) +
              " more like these";
    }
    return {ErrorCode::kBadModel,
            list + "; found and not used are " + ListTensors(theirs_.Unused()) +
                " (--map THEIRS=OURS tells what a name stands for)"};
  }

  // Without those of our names in `left_out`; of one word if `shortened`.
  Result<ModelFiles> MakeFiles(const std::set<std::string>& left_out,
                               bool shortened) const {
    ordered_json config = {{"format", "whylight"}, {"version", kModelVersion}};
    config.update(ordered_json(options_.config));
    config.erase("files");
    for (const Found& found : found_) {
      if (found.name != kEmbeddingTensor) continue;
      config["dimensions"] = found.matrix.cols();
    }
    config["training"] = {{"imported_from", options_.origin}};
    ModelFiles files{DumpJson(config, 2) + "\n", {}, {}};
    TensorCollector tensors;
    // Whole rows share a scale, which only suits word vectors.
    const Dtype network =
        options_.store == Dtype::kI8 ? Dtype::kF16 : options_.store;
    for (const Found& found : found_) {
      if (left_out.contains(found.name)) continue;
      const bool is_embedding = found.name == kEmbeddingTensor;
      const Index rows = found.matrix.rows();
      const Index kept =
          shortened && is_embedding ? std::min<Index>(1, rows) : rows;
      Status added = tensors.Add(found.name, found.matrix.topRows(kept),
                                 is_embedding ? options_.store : network);
      if (!added.ok()) return added.error();
    }
    Result<std::string> bytes = tensors.Serialize();
    if (!bytes.ok()) return bytes.error();
    files.tensors = std::move(bytes).value();
    files.vocabulary = options_.vocabulary.Serialize();
    if (shortened) {
      files.vocabulary.resize(files.vocabulary.find('\n') + 1);
    }
    return files;
  }

  Status Load(ModelFiles files) const {
    const Result<const System*> system = FindSystem(systems_, files);
    if (!system.ok()) return system.error();
    const Result<std::unique_ptr<Model>> model =
        system.value()->load(std::move(files));
    return model.ok() ? Status() : Status(model.error());
  }

  // A tensor is read if the model cannot be loaded without it, which is tried
  // with a single word, unless other tensors are of all words, too.
  Status FindUsed() {
    std::vector<const Found*> others;
    for (const Found& found : found_) {
      if (!found.source.empty()) others.push_back(&found);
    }
    Result<ModelFiles> files = MakeFiles({}, true);
    if (!files.ok()) return files.error();
    return LeaveOut(std::move(others), Load(std::move(files).value()).ok());
  }

  // Leaves out those of `group` that the model does not read. Tries all at
  // once, then without the one that the model tells that it misses or, where it
  // tells none, by halves: most of many are read, or are not.
  Status LeaveOut(std::vector<const Found*> group, bool shortened) {
    while (!group.empty()) {
      std::set<std::string> left_out = not_read_;
      for (const Found* found : group) left_out.insert(found->name);
      Result<ModelFiles> files = MakeFiles(left_out, shortened);
      if (!files.ok()) return files.error();
      const Status loaded = Load(std::move(files).value());
      if (loaded.ok()) {
        not_read_ = std::move(left_out);
        return {};
      }
      const std::string& message = loaded.error().message;
      auto missed =
          std::find_if(group.begin(), group.end(), [&](const Found* found) {
            return message.find(Quote(found->name)) != std::string::npos;
          });
      if (missed == group.end() && group.size() > 1) {
        const auto half =
            group.begin() + static_cast<std::ptrdiff_t>(group.size() / 2);
        Status done = LeaveOut({group.begin(), half}, shortened);
        return done.ok() ? LeaveOut({half, group.end()}, shortened) : done;
      }
      if (missed == group.end()) missed = group.begin();
      theirs_.Use((*missed)->source);
      group.erase(missed);
    }
    return {};
  }

  const StateDictOptions& options_;
  Systems systems_;
  ForeignTensors& theirs_;
  std::vector<Found> found_;  // The word vectors first, if any.
  std::vector<std::string> problems_;
  std::set<std::string> asked_;  // Names of ours that were of use in --map.
  std::set<std::string> not_read_;
  // Why tensors that not every model reads cannot be read, by our names.
  std::map<std::string, std::string> unread_;
};

}  // namespace

Result<ModelFiles> ImportStateDict(const StateDictOptions& options,
                                   Systems systems, ForeignTensors& theirs) {
  return Importer(options, systems, theirs).Run();
}

}  // namespace whylight
