#include "core/training/vectors/word_vectors.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "core/format/json.h"
#include "core/format/model_folder.h"
#include "core/format/native/file.h"
#include "core/format/native/model_store.h"
#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/model/model_parts.h"
#include "core/training/data/whole_file.h"
#include "core/training/vectors/vector_text.h"

namespace whylight {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kTask = "word-vectors";
constexpr std::string_view kTensor = "vectors";
constexpr Index kMaxDimension = 4096;

// The counts in `config`, one for each of `words` words, or none.
Result<std::vector<std::uint64_t>> ParseCounts(const nlohmann::json& config,
                                               std::size_t words) {
  const auto counts = config.find("counts");
  if (counts == config.end()) return std::vector<std::uint64_t>();
  if (!counts->is_array() || counts->size() != words ||
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
  if (task == config.value().end()) {
    return BadConfig("expected \"task\": \"" + std::string(kTask) +
                     "\", or that of a model");
  }
  const std::string_view name = *task == kTask ? kTensor : kEmbeddingTensor;
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
  const Tensor* tensor = tensors.value().Find(name);
  const Index dimension = tensor != nullptr && tensor->shape.size() == 2
                              ? static_cast<Index>(tensor->shape[1])
                              : 0;
  if (words == 0 || dimension < 1 || dimension > kMaxDimension) {
    return Error{ErrorCode::kBadModel,
                 std::string(kTensorsFile) + ": expected \"" +
                     std::string(name) + "\" with one row per word and 1 to " +
                     std::to_string(kMaxDimension) + " columns"};
  }
  Result<Matrix> vectors =
      ReadMatrix(tensors.value(), name, static_cast<Index>(words), dimension);
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
  Json config = {
      {"format", "whylight"},
      {"version", kModelVersion},
      {"task", kTask},
      {"dimension", words.vectors.cols()},
      {"origin", Json::parse(origin, nullptr, /*allow_exceptions=*/false)}};
  if (!words.counts.empty()) config["counts"] = words.counts;
  return WriteModelFolder(folder, {DumpJson(config), std::move(tensors).value(),
                                   words.vocabulary.Serialize()});
}

Status WriteWordVectors(const std::string& path, const WordVectors& words,
                        VectorFormat format) {
  const Result<std::string> bytes = SerializeVectorFile(words, format);
  if (!bytes.ok()) return bytes.error();
  return WriteFileAtomically(path, bytes.value());
}

Result<WordVectors> ReadWordVectors(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) &&
      !std::filesystem::is_directory(path, ignored)) {
    const Result<std::string> bytes = ReadPlainOrGzip(path);
    if (!bytes.ok()) return bytes.error();
    return ParseVectorFile(bytes.value(), path);
  }
  const Result<ModelFiles> files = ReadModelFolder(path);
  if (!files.ok()) return files.error();
  Result<WordVectors> words = ParseWordVectors(files.value());
  if (words.ok()) return words;
  return Error{words.error().code, path + "/" + words.error().message};
}

}  // namespace whylight
