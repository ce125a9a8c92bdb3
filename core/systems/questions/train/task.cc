#include "core/systems/questions/train/task.h"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/training/data/reader.h"
#include "core/training/vectors/fit_subwords.h"
#include "core/training/vectors/prepare_vectors.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

constexpr int kSubwordEpochs = 10;

Result<std::vector<QueryFile>> ReadFiles(const std::vector<DataFile>& files,
                                         const DataOptions& options) {
  std::vector<QueryFile> read;
  for (const DataFile& file : files) {
    Result<QueryFile> one = ReadQueryFile(file.path, options);
    if (!one.ok()) return one.error();
    read.push_back(std::move(one).value());
  }
  return read;
}

// How rare the words of a vocabulary are among the texts of `files`.
RowVector IdfWeights(const Vocabulary& vocabulary,
                     const std::vector<QueryFile>& files) {
  std::vector<double> frequencies(vocabulary.size(), 0);
  double texts = 0;
  for (const QueryFile& file : files) {
    for (const std::vector<Token>& tokens : file.tokens) {
      ++texts;
      std::set<std::int32_t> words;
      for (const Token& token : tokens) {
        words.insert(vocabulary.Find(token.text));
      }
      words.erase(-1);
      for (const std::int32_t word : words) {
        ++frequencies[static_cast<std::size_t>(word)];
      }
    }
  }
  RowVector weights(static_cast<Index>(vocabulary.size()));
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    weights(static_cast<Index>(i)) =
        static_cast<Real>(std::log((1 + texts) / (1 + frequencies[i])) + 1);
  }
  return weights;
}

Result<WordVectors> MakeVectors(const RetrieverConfig& config,
                                const std::string& name,
                                const std::vector<QueryFile>& train) {
  if (config.vectors.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 name + ": expected \"vectors\", or --vectors"};
  }
  Result<WordVectors> read = PrepareVectors(
      config.vectors, config.words, config.vector_length, WordsByCount(train));
  if (!read.ok()) return read;
  Matrix& vectors = read.value().vectors;
  if (config.unit_vectors) {
    for (Index i = 0; i < vectors.rows(); ++i) {
      const Real norm = vectors.row(i).norm();
      if (norm > 0) {
        vectors.row(i) *= static_cast<Real>(config.vector_length) / norm;
      }
    }
  }
  if (config.word_weight == WordWeight::kIdf) {
    RowVector weights = IdfWeights(read.value().vocabulary, train);
    weights /= weights.mean();
    vectors.array().colwise() *= weights.transpose().array();
  }
  return read;
}

// The pairs of pre-training; the files that they are read from join `files`.
Status AddPairs(const RetrieverConfig& config, const TaskInputs& inputs,
                const Retriever& model, RetrieverData* data,
                std::vector<DataFile>* files) {
  const Pretraining& options = config.pretraining;
  const auto append = [&](const std::vector<RankedQueries>& from,
                          std::vector<DecodedPair>* pairs) {
    for (const RankedQueries& queries : from) {
      for (DecodedPair& pair :
           MakePairs(queries, options.pairs, options.longest)) {
        pairs->push_back(std::move(pair));
      }
    }
  };
  append(data->train, &data->pairs);
  append(data->dev, &data->dev_pairs);
  for (std::size_t i = 0; i < options.texts.size(); ++i) {
    const std::string key = "texts." + std::to_string(i);
    const Result<std::string> path =
        FindDataFile(inputs, key, options.texts[i]);
    if (!path.ok()) return path.error();
    files->push_back({key, path.value()});
    RankedQueries texts;
    Status read = VisitTexts(
        path.value(), [&](std::string_view text, std::size_t) -> Status {
          texts.texts.push_back(model.Read(Tokenize(text), data->unknown));
          return {};
        });
    if (!read.ok()) return read;
    for (DecodedPair& pair :
         MakePairs(texts, {PretrainingPairs::kText}, options.longest)) {
      data->pairs.push_back(std::move(pair));
    }
  }
  if (!data->pairs.empty()) return {};
  return Error{ErrorCode::kBadData,
               inputs.name +
                   ": pretraining: expected texts that make pairs, "
                   "found none"};
}

}  // namespace

Result<std::unique_ptr<TrainingTask>> RetrieverTask::Make(
    const TaskInputs& inputs) {
  RetrieverConfig config;
  config.data = inputs.data;
  Status read = RetrieverFields().Read(inputs.config, inputs.name, &config);
  if (!read.ok()) return read.error();
  Result<std::vector<DataFile>> train_files =
      FindDataFiles(inputs, "train", &config.train);
  if (!train_files.ok()) return train_files.error();
  Result<std::vector<DataFile>> dev_files =
      FindDataFiles(inputs, "dev", &config.dev);
  if (!dev_files.ok()) return dev_files.error();
  const auto vectors = inputs.files.find("vectors");
  if (vectors != inputs.files.end()) config.vectors = vectors->second;

  const Result<std::vector<QueryFile>> train =
      ReadFiles(train_files.value(), config.data);
  if (!train.ok()) return train.error();
  const Result<std::vector<QueryFile>> dev =
      ReadFiles(dev_files.value(), config.data);
  if (!dev.ok()) return dev.error();
  Result<WordVectors> words = MakeVectors(config, inputs.name, train.value());
  if (!words.ok()) return words.error();
  Matrix subwords(0, words.value().vectors.cols());
  if (config.model.subwords.buckets > 0) {
    subwords = FitSubwords(words.value().vocabulary, words.value().vectors,
                           config.model.subwords, kSubwordEpochs, config.seed);
  }
  Result<Retriever> model = Retriever::Make(
      config.model, std::move(words.value().vocabulary),
      std::move(words.value().vectors), std::move(subwords), config.seed);
  if (!model.ok()) {
    return Error{model.error().code,
                 inputs.name + ": " + model.error().message};
  }
  if (config.model.rationale.share > 0) {
    if (Status masks = model.value().CheckTakesMasks(); !masks.ok()) {
      return Error{masks.error().code,
                   inputs.name + ": " + masks.error().message};
    }
  }
  RetrieverData data{{}, {}, {}, {}, model.value().NoUnknownWords()};
  std::vector<JudgedSearch> searches;
  for (const QueryFile& file : train.value()) {
    data.train.push_back(ToRankedQueries(file, model.value(), data.unknown));
  }
  for (const QueryFile& file : dev.value()) {
    data.dev.push_back(ToRankedQueries(file, model.value(), data.unknown));
    Result<JudgedSearch> search = JudgedSearch::Make(file);
    if (!search.ok()) return search.error();
    searches.push_back(std::move(search).value());
  }
  std::vector<DataFile> files = std::move(train_files).value();
  std::optional<QuestionDecoder> decoder;
  if (!config.pretraining.pairs.empty()) {
    if (Status read_texts =
            AddPairs(config, inputs, model.value(), &data, &files);
        !read_texts.ok()) {
      return read_texts.error();
    }
    std::vector<const WordIds*> targets;
    for (const DecodedPair& pair : data.pairs) targets.push_back(&pair.target);
    Result<QuestionDecoder> made = QuestionDecoder::Make(
        config.pretraining.decoder, inputs.name + ": pretraining: decoder",
        model.value(), DecodedWords(targets, config.pretraining.words),
        config.seed);
    if (!made.ok()) return made.error();
    decoder = std::move(made).value();
  }
  files.insert(files.end(), dev_files.value().begin(), dev_files.value().end());
  files.push_back({"vectors", config.vectors});
  return std::unique_ptr<TrainingTask>(std::make_unique<RetrieverTask>(
      std::move(config), std::move(model).value(), std::move(data),
      std::move(searches), std::move(files), std::move(decoder)));
}

RetrieverTask::RetrieverTask(RetrieverConfig config, Retriever model,
                             RetrieverData data,
                             std::vector<JudgedSearch> searches,
                             std::vector<DataFile> files,
                             std::optional<QuestionDecoder> decoder)
    : config_(std::move(config)),
      model_(std::move(model)),
      data_(std::move(data)),
      searches_(std::move(searches)),
      files_(std::move(files)),
      ranking_(model_, data_, config_, searches_) {
  if (decoder) {
    pretraining_.emplace(model_, data_, config_, *std::move(decoder));
  }
  if (model_.chooses()) {
    rationale_.emplace(model_, data_, config_, searches_);
  }
}

std::vector<Stage*> RetrieverTask::Stages() {
  std::vector<Stage*> stages;
  if (pretraining_) stages.push_back(&*pretraining_);
  stages.push_back(&ranking_);
  if (rationale_) stages.push_back(&*rationale_);
  return stages;
}

std::vector<Parameter*> RetrieverTask::Parameters() {
  std::vector<Parameter*> parameters = model_.Parameters();
  const auto add = [&](const std::vector<Parameter*>& more) {
    parameters.insert(parameters.end(), more.begin(), more.end());
  };
  add(model_.ChooserParameters());
  if (pretraining_) add(pretraining_->DecoderParameters());
  return parameters;
}

ordered_json RetrieverTask::ResolvedConfig() const {
  RetrieverConfig config = config_;
  for (const auto& [key, paths] :
       {std::pair("train", &config.train), std::pair("dev", &config.dev)}) {
    paths->front() = RecordedPath(paths->front(), key, files_);
  }
  return RetrieverFields().Write(config);
}

std::string RetrieverTask::Summary() const {
  const auto count = [](const std::vector<RankedQueries>& files) {
    std::size_t queries = 0;
    for (const RankedQueries& file : files) queries += file.queries.size();
    return std::to_string(queries);
  };
  return count(data_.train) + " queries to train on, " + count(data_.dev) +
         " to tune on, " + std::to_string(model_.vocabulary().size()) +
         " words, " + std::to_string(data_.unknown.size()) + " unknown";
}

std::string RetrieverTask::DescribeEvaluation(const ordered_json& dev) const {
  std::string text;
  if (dev.contains("perplexity")) {
    text = "perplexity " +
           DumpJson(ordered_json(
               std::round(dev["perplexity"].get<double>() * 10) / 10)) +
           ", ";
  }
  text.append("MAP ");
  bool first = true;
  for (const ordered_json& set : dev["sets"]) {
    const std::string name = set["data"].get<std::string>();
    text.append(std::exchange(first, false) ? "" : ", ")
        .append(name.substr(0, name.find('.')))
        .append(" ")
        .append(DumpJson(
            ordered_json(std::round(set["map"].get<double>() * 10) / 10)));
  }
  if (dev.contains("words_read")) {
    text.append(", of ")
        .append(DumpJson(ordered_json(
            std::round(dev["words_read"].get<double>() * 10) / 10)))
        .append(" % of the words");
  }
  if (dev.contains("calibration")) {
    const auto error = dev["calibration"]["held_out_error"].get<double>();
    text.append(", calibration error ")
        .append(DumpJson(ordered_json(std::round(error * 1000) / 1000)));
  }
  return text;
}

Result<ModelFiles> RetrieverTask::Save(const ordered_json& about) {
  return model_.Save(config_.store.vectors, config_.store.network,
                     DumpJson(about));
}

}  // namespace whylight
