#include "core/train/vectors/word_vectors.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/json.h"
#include "core/format/model_folder.h"
#include "core/format/native/model_store.h"
#include "core/format/quantise.h"
#include "core/format/safetensors.h"

namespace whylight {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kTask = "word-vectors";
constexpr std::string_view kTensor = "vectors";
constexpr Index kMaxDimension = 4096;

Error BadConfig(const std::string& message) {
  return {ErrorCode::kBadModel, std::string(kConfigFile) + ": " + message};
}

// The counts in `config`, one for each of `words` words.
Result<std::vector<std::uint64_t>> ParseCounts(const nlohmann::json& config,
                                               std::size_t words) {
  const auto counts = config.find("counts");
  if (counts == config.end() || !counts->is_array() ||
      counts->size() != words ||
      !std::all_of(counts->begin(), counts->end(), [](const auto& count) {
        return count.is_number_unsigned();
      })) {
    return BadConfig("expected \"counts\", " + std::to_string(words) +
                     " whole numbers");
  }
  return counts->get<std::vector<std::uint64_t>>();
}

Result<WordVectors> ParseWordVectors(const ModelFiles& files) {
  const Result<nlohmann::json> config = ParseModelConfig(files);
  if (!config.ok()) return config.error();
  const auto task = config.value().find("task");
  if (task == config.value().end() || *task != kTask) {
    return BadConfig("expected \"task\": \"" + std::string(kTask) + "\"");
  }
  Result<Vocabulary> vocabulary = Vocabulary::Parse(files.vocabulary);
  if (!vocabulary.ok()) return vocabulary.error();
  const std::size_t words = vocabulary.value().size();
  Result<std::vector<std::uint64_t>> counts =
      ParseCounts(config.value(), words);
  if (!counts.ok()) return counts.error();
  const Result<SafetensorsView> tensors =
      SafetensorsView::Parse(files.tensors, kTensorsFile);
  if (!tensors.ok()) return tensors.error();
  // The tensor alone says how wide it is.
  const Tensor* tensor = tensors.value().Find(kTensor);
  const Index dimension = tensor != nullptr && tensor->shape.size() == 2
                              ? static_cast<Index>(tensor->shape[1])
                              : 0;
  if (words == 0 || dimension < 1 || dimension > kMaxDimension) {
    return Error{ErrorCode::kBadModel,
                 std::string(kTensorsFile) + ": expected \"" +
                     std::string(kTensor) + "\" with a row a word and 1 to " +
                     std::to_string(kMaxDimension) + " columns"};
  }
  Result<Matrix> vectors = ReadMatrix(tensors.value(), kTensor,
                                      static_cast<Index>(words), dimension);
  if (!vectors.ok()) return vectors.error();
  return WordVectors{std::move(vocabulary).value(), std::move(counts).value(),
                     std::move(vectors).value()};
}

}  // namespace

Status WriteWordVectors(const std::string& folder, const WordVectors& words,
                        std::string_view origin) {
  const Result<EncodedMatrix> encoded =
      EncodeMatrix(words.vectors, Dtype::kF32);
  if (!encoded.ok()) return encoded.error();
  std::vector<Tensor> list;
  AppendTensors(std::string(kTensor), encoded.value(), list);
  Result<std::string> tensors = SerializeSafetensors(std::move(list));
  if (!tensors.ok()) return tensors.error();
  const nlohmann::ordered_json config = {
      {"format", "whylight"},
      {"version", kModelVersion},
      {"task", kTask},
      {"dimension", words.vectors.cols()},
      {"origin", nlohmann::ordered_json::parse(origin, nullptr,
                                               /*allow_exceptions=*/false)},
      {"counts", words.counts}};
  return WriteModelFolder(folder, {DumpJson(config), std::move(tensors).value(),
                                   words.vocabulary.Serialize()});
}

Result<WordVectors> ReadWordVectors(const std::string& folder) {
  const Result<ModelFiles> files = ReadModelFolder(folder);
  if (!files.ok()) return files.error();
  Result<WordVectors> words = ParseWordVectors(files.value());
  if (words.ok()) return words;
  return Error{words.error().code, folder + "/" + words.error().message};
}

std::vector<Neighbour> NearestNeighbours(const WordVectors& words,
                                         std::size_t word, std::size_t count) {
  // A zero vector is near nobody; the floor keeps its cosine at 0.
  constexpr Real kSmallest = std::numeric_limits<Real>::min();
  const auto row = static_cast<Index>(word);
  const Real norm = words.vectors.row(row).norm();
  std::vector<Neighbour> neighbours;
  for (Index i = 0; i < words.vectors.rows(); ++i) {
    if (i == row) continue;
    const Real norms = norm * words.vectors.row(i).norm();
    neighbours.push_back({static_cast<std::size_t>(i),
                          words.vectors.row(i).dot(words.vectors.row(row)) /
                              std::max(norms, kSmallest)});
  }
  count = std::min(count, neighbours.size());
  std::partial_sort(
      neighbours.begin(),
      neighbours.begin() + static_cast<std::ptrdiff_t>(count), neighbours.end(),
      [](const Neighbour& a, const Neighbour& b) {
        return a.cosine != b.cosine ? a.cosine > b.cosine : a.word < b.word;
      });
  neighbours.resize(count);
  return neighbours;
}

}  // namespace whylight
