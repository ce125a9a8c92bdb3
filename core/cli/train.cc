// `whylight train`: trains the model that a config file describes.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/cli/evaluation_json.h"
#include "core/cli/interrupt.h"
#include "core/cli/progress.h"
#include "core/cli/verbs.h"
#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/format/native/model_store.h"
#include "core/train/data/reader.h"
#include "core/train/rationale/rationale_config.h"
#include "core/train/rationale/rationale_evaluation.h"
#include "core/train/rationale/rationale_trainer.h"
#include "core/train/vectors/word_vectors.h"

namespace whylight {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

struct TrainFlags {
  std::string config;
  std::string train;
  std::string dev;
  std::string vectors;
  std::string out;
  std::optional<std::uint64_t> seed;
  std::optional<int> epochs;
  bool overwrite = false;
  int threads =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
};

// Data sets of a config are looked for below $WHYLIGHT_DATA.
Result<std::string> FindData(const std::string& path, const char* key) {
  if (path.empty()) {
    return Error{
        ErrorCode::kInvalidArgument,
        fmt::format("expected \"{}\" in the config or --{}", key, key)};
  }
  if (fs::path(path).is_absolute()) return path;
  const char* root = std::getenv("WHYLIGHT_DATA");
  if (root == nullptr || *root == '\0') {
    return Error{ErrorCode::kNotFound,
                 fmt::format("cannot look for \"{}\": set WHYLIGHT_DATA to the "
                             "folder of the data sets (docs/data.md), or give "
                             "--{} FILE",
                             path, key)};
  }
  return (fs::path(root) / path).string();
}

Result<RationaleConfig> ReadConfig(const TrainFlags& flags) {
  const Result<std::string> bytes = ReadFile(flags.config);
  if (!bytes.ok()) return bytes.error();
  Result<RationaleConfig> parsed =
      ParseRationaleConfig(bytes.value(), flags.config);
  if (!parsed.ok()) return parsed;
  RationaleConfig& config = parsed.value();
  if (flags.seed) config.training.seed = *flags.seed;
  if (flags.epochs) config.training.selection.epochs = *flags.epochs;
  if (!flags.vectors.empty()) config.vectors = flags.vectors;
  // What the run records is what it read. Folders are nobody's business.
  if (!flags.train.empty()) {
    config.train = fs::path(flags.train).filename().string();
  }
  if (!flags.dev.empty()) config.dev = fs::path(flags.dev).filename().string();
  if (config.vectors.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected \"vectors\" in the config or --vectors"};
  }
  return parsed;
}

// The most frequent words' vectors, scaled so that their mean length is
// `length`.
Status KeepWords(std::size_t count, double length, WordVectors* words) {
  if (count > 0 && count < words->vocabulary.size()) {
    std::vector<std::string> kept;
    for (std::size_t i = 0; i < count; ++i) {
      kept.emplace_back(words->vocabulary.word(i));
    }
    Result<Vocabulary> vocabulary = Vocabulary::FromWords(std::move(kept));
    if (!vocabulary.ok()) return vocabulary.error();
    words->vocabulary = std::move(vocabulary).value();
    words->vectors = words->vectors.topRows(static_cast<Index>(count)).eval();
  }
  const Real mean = words->vectors.rowwise().norm().mean();
  if (mean > 0) words->vectors *= static_cast<Real>(length) / mean;
  return {};
}

std::vector<std::string> RatingNames(const RationaleConfig& config) {
  std::vector<std::string> names;
  for (const RationaleAspect& aspect : config.model.aspects) {
    names.push_back(aspect.name);
  }
  names.insert(names.end(), config.regress_on.begin(), config.regress_on.end());
  return names;
}

// The file that says how training went, a JSON object a line.
class Log {
 public:
  explicit Log(const std::string& path) : path_(path), file_(path) {}
  bool ok() const { return file_.good(); }
  Status Write(const ordered_json& line) {
    file_ << line.dump() << std::endl;  // Flushed: a run may be killed.
    if (file_) return {};
    return Error{ErrorCode::kIo, path_ + ": cannot write"};
  }

 private:
  std::string path_;
  std::ofstream file_;
};

class TrainRun {
 public:
  explicit TrainRun(const TrainFlags& flags)
      : flags_(flags),
        log_path_((fs::path(flags.out) / "log.jsonl").string()) {}

  Status Run() {
    Result<RationaleConfig> config = ReadConfig(flags_);
    if (!config.ok()) return config.error();
    config_ = std::move(config).value();
    std::error_code ignored;
    if (!flags_.overwrite &&
        fs::exists(fs::path(ModelFolder()) / kConfigFile, ignored)) {
      return Error{ErrorCode::kInvalidArgument,
                   ModelFolder() +
                       ": expected no model yet, found one; choose another "
                       "--out, or give --overwrite"};
    }
    Result<WordVectors> words = ReadWordVectors(config_.vectors);
    if (!words.ok()) return words.error();
    if (Status kept =
            KeepWords(config_.words, config_.vector_length, &words.value());
        !kept.ok()) {
      return kept;
    }
    const std::vector<std::string> names = RatingNames(config_);
    Result<std::vector<Review>> train =
        ReadSet(flags_.train, config_.train, "train", names);
    if (!train.ok()) return train.error();
    // Regressions are done on the training set alone.
    const std::vector<std::string> aspects(
        names.begin(), names.end() - std::ssize(config_.regress_on));
    Result<std::vector<Review>> dev =
        ReadSet(flags_.dev, config_.dev, "dev", aspects);
    if (!dev.ok()) return dev.error();
    dev_ = std::move(dev).value();
    const Vocabulary& vocabulary = words.value().vocabulary;
    const RatedTexts train_texts =
        ToRatedTexts(train.value(), names, vocabulary);
    const RatedTexts dev_texts = ToRatedTexts(dev_, aspects, vocabulary);
    reviews_ = train_texts.size();
    fmt::print(stderr, "{} reviews to train on, {} to tune on, {} words\n",
               train_texts.size(), dev_texts.size(), vocabulary.size());

    std::error_code failed;
    fs::create_directories(flags_.out, failed);
    if (failed) {
      return Error{ErrorCode::kIo, flags_.out + ": " + failed.message()};
    }
    log_ = std::make_unique<Log>(log_path_);
    if (!log_->ok()) return Error{ErrorCode::kIo, log_path_ + ": cannot write"};
    const std::string resolved = SerializeRationaleConfig(config_);
    if (Status written = WriteFileAtomically(
            (fs::path(flags_.out) / "config.json").string(), resolved + "\n");
        !written.ok()) {
      return written;
    }

    config_.model.generator.inputs = words.value().vectors.cols();
    config_.model.encoder.inputs = words.value().vectors.cols();
    RationaleModel model(config_.model, words.value().vocabulary,
                         std::move(words.value().vectors),
                         config_.training.seed);
    RationaleHooks hooks;
    hooks.threads = flags_.threads;
    hooks.stop = &WatchForInterrupt();
    hooks.on_step = [&](const RationaleProgress& progress) {
      ShowStep(progress);
    };
    hooks.on_epoch = [&](const RationaleProgress& progress) {
      return EndEpoch(model, progress);
    };
    start_ = stage_start_ = Clock::now();
    line_ = std::make_unique<ProgressLine>();
    Status trained =
        TrainRationale(model, train_texts, dev_texts, config_.training, hooks);
    line_.reset();
    if (!trained.ok() && trained.error().code == ErrorCode::kInterrupted) {
      if (Status saved = Save(model); !saved.ok()) return saved;
      return Error{ErrorCode::kInterrupted,
                   "stopped; the model as it is now is in " + ModelFolder()};
    }
    if (!trained.ok()) return trained;
    fmt::print(stderr, "the model is in {}\n", ModelFolder());
    return {};
  }

 private:
  std::string ModelFolder() const {
    return (fs::path(flags_.out) / "model").string();
  }

  static double SecondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  Result<std::vector<Review>> ReadSet(const std::string& flag,
                                      const std::string& key_value,
                                      const char* key,
                                      const std::vector<std::string>& names) {
    if (!flag.empty()) return ReadReviews(flag, names);
    const Result<std::string> path = FindData(key_value, key);
    if (!path.ok()) return path.error();
    return ReadReviews(path.value(), names);
  }

  void ShowStep(const RationaleProgress& progress) {
    if (progress.stage != stage_) {
      stage_ = progress.stage;
      stage_start_ = Clock::now();
      epoch_ = 0;
    }
    if (progress.epoch != epoch_) {
      epoch_ = progress.epoch;
      epoch_start_ = Clock::now();
      epoch_words_ = progress.words_done;
    }
    const double seconds = SecondsSince(stage_start_);
    // A speed needs some time to be one.
    if (seconds < 1 || !line_->Due()) return;
    const double speed = static_cast<double>(progress.words_done) / seconds;
    const auto left =
        static_cast<double>(progress.words_total - progress.words_done);
    line_->Show(fmt::format(
        "{} {}/{}  loss {:.4f}  {} words/s  {} left in this stage",
        progress.stage, progress.epoch, progress.epochs, progress.loss,
        FormatCount(speed), FormatDuration(left / std::max(speed, 1e-9))));
  }

  Status Save(const RationaleModel& model) const {
    // A model may be published, and the folders of a machine are its owner's.
    RationaleConfig config = config_;
    for (std::string* path : {&config.train, &config.dev, &config.vectors}) {
      if (fs::path(*path).is_absolute()) {
        *path = fs::path(*path).filename().string();
      }
    }
    const ordered_json about = {
        {"config",
         ordered_json::parse(SerializeRationaleConfig(config), nullptr, false)},
        {"reviews", reviews_}};
    const Result<ModelFiles> files = model.Save(
        config_.store_vectors, config_.store_network, DumpJson(about));
    if (!files.ok()) return files.error();
    return WriteModelFolder(ModelFolder(), files.value());
  }

  Status EndEpoch(const RationaleModel& model,
                  const RationaleProgress& progress) {
    const double speed =
        static_cast<double>(progress.words_done - epoch_words_) /
        std::max(SecondsSince(epoch_start_), 1e-9);
    if (Status saved = Save(model); !saved.ok()) return saved;
    const Result<RationaleEvaluation> evaluation = EvaluateRationale(
        model, dev_, {}, config_.training.seed, flags_.threads);
    if (!evaluation.ok()) return evaluation.error();
    std::string aspects;
    for (const AspectEvaluation& one : evaluation.value().aspects) {
      aspects +=
          fmt::format("  {} {:.4f}/{:.4f} at {:.1f} %", one.aspect,
                      one.mse_rationale, one.mse_mean, 100 * one.selected);
    }
    line_->Show(fmt::format("{} {}/{}  loss {:.4f}  dev error/mean's:{}",
                            progress.stage, progress.epoch, progress.epochs,
                            progress.loss, aspects));
    line_ = std::make_unique<ProgressLine>();
    return log_->Write({{"stage", progress.stage},
                        {"epoch", progress.epoch},
                        {"loss", progress.loss},
                        {"seconds", SecondsSince(start_)},
                        {"words_per_second", speed},
                        {"dev", EvaluationToJson(evaluation.value())}});
  }

  const TrainFlags& flags_;
  std::string log_path_;
  RationaleConfig config_;
  std::vector<Review> dev_;
  std::size_t reviews_ = 0;
  std::unique_ptr<Log> log_;
  std::unique_ptr<ProgressLine> line_;
  std::string stage_;
  Clock::time_point start_;
  Clock::time_point stage_start_;
  int epoch_ = 0;
  Clock::time_point epoch_start_;  // After its first step, with
  std::uint64_t epoch_words_ = 0;  // this many words of the stage done.
};

}  // namespace

void AddTrainCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<TrainFlags>();
  CLI::App* verb = app.add_subcommand(
      "train", "Train a model (docs/training.md describes the config)");
  verb->add_option("--config", flags->config, "What to train: a JSON file")
      ->required();
  verb->add_option("--train", flags->train,
                   "Reviews to train on, instead of the config's (.jsonl, "
                   ".jsonl.gz)");
  verb->add_option("--dev", flags->dev,
                   "Reviews to tune on, instead of the config's");
  verb->add_option("--vectors", flags->vectors,
                   "Folder of word vectors, instead of the config's");
  verb->add_option("--out", flags->out,
                   "Folder of the run: model/, log.jsonl, config.json")
      ->required();
  verb->add_flag("--overwrite", flags->overwrite,
                 "Replace the model of an earlier run in --out");
  verb->add_option("--seed", flags->seed, "Instead of the config's")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 53));
  verb->add_option("--epochs", flags->epochs,
                   "Epochs of the first stage, instead of the config's")
      ->check(CLI::Range(1, 10000));
  verb->add_option("--threads", flags->threads, "Does not change the result")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  verb->callback([flags, &command] {
    command = [flags] { return TrainRun(*flags).Run(); };
  });
}

}  // namespace whylight
