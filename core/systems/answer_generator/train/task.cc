#include "core/systems/answer_generator/train/task.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/systems/answer_generator/train/evaluation.h"
#include "core/systems/answer_generator/train/labels.h"
#include "core/text/tokenizer.h"
#include "core/training/data/batches.h"
#include "core/training/engine/judge.h"
#include "core/training/engine/question_files.h"

namespace whylight {
namespace {

using Strings = std::vector<std::string>;

Strings WordsOfText(std::string_view text) {
  Strings words;
  for (Token& token : Tokenize(text)) words.push_back(std::move(token.text));
  return words;
}

// How many different texts have each word.
std::unordered_map<std::string, std::size_t> CountTexts(
    const AnsweredQuestions& data) {
  std::unordered_map<std::string, std::size_t> counts;
  std::unordered_set<std::string> seen;
  for (const AnsweredQuestion& question : data.questions) {
    if (!seen.insert(question.text).second) continue;
    const Strings words = WordsOfText(question.text);
    for (const std::string& word : std::set(words.begin(), words.end())) {
      ++counts[word];
    }
  }
  return counts;
}

// Puts the words that are to be generated first, those of most texts before
// others. Returns how many there are.
Result<Index> PutGeneratedFirst(const AnsweredQuestions& train,
                                std::size_t min_texts, Index most,
                                KnownWords* known) {
  const auto counts = CountTexts(train);
  const auto texts_with = [&](std::size_t id) {
    const auto found = counts.find(std::string(known->vocabulary.word(id)));
    return found == counts.end() ? std::size_t{0} : found->second;
  };
  std::vector<std::size_t> texts;
  for (std::size_t id = 0; id < known->vocabulary.size(); ++id) {
    texts.push_back(texts_with(id));
  }
  std::vector<std::size_t> order(texts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(
      order.begin(), order.end(),
      [&](std::size_t x, std::size_t y) { return texts[x] > texts[y]; });
  Index generated = 0;
  Strings words;
  Matrix vectors(known->vectors.rows(), known->vectors.cols());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (generated < most && texts[order[i]] >= min_texts) ++generated;
    words.emplace_back(known->vocabulary.word(order[i]));
    vectors.row(static_cast<Index>(i)) =
        known->vectors.row(static_cast<Index>(order[i]));
  }
  if (generated == 0) {
    return Invalid("\"min_texts\": expected words that the model knows in " +
                   std::to_string(min_texts) +
                   " texts of \"train\", found none");
  }
  Result<Vocabulary> ordered = Vocabulary::FromWords(words);
  if (!ordered.ok()) return ordered.error();
  known->vocabulary = std::move(ordered).value();
  known->vectors = std::move(vectors);
  return generated;
}

std::vector<AnswerToLearn> AnswersOf(const AnsweredQuestions& data) {
  std::vector<AnswerToLearn> answers;
  for (std::size_t i = 0; i < data.size(); ++i) {
    std::vector<Strings> seen;
    for (const std::string& answer : data.questions[i].answers) {
      Strings words = WordsOfText(answer);
      if (std::find(seen.begin(), seen.end(), words) != seen.end()) continue;
      seen.push_back(words);
      answers.push_back({i, std::move(words), {}, {}});
    }
  }
  return answers;
}

}  // namespace

Result<std::unique_ptr<TrainingTask>> AnswerGeneratorTask::Make(
    const TaskInputs& inputs) {
  AnswerGeneratorConfig config;
  config.data = inputs.data;
  Status read =
      AnswerGeneratorFields().Read(inputs.config, inputs.name, &config);
  if (!read.ok()) return read.error();
  const auto in_config = [&inputs](const Error& error) {
    return Error{error.code, inputs.name + ": " + error.message};
  };
  Result<QuestionFiles> files = ReadQuestionFiles(
      inputs,
      {&config.train, &config.dev, &config.source, config.data, config.seed},
      ReadAnswerable);
  if (!files.ok()) return files.error();
  if (!config.model.beside.similarity &&
      LearnsRandomVectors(inputs.config, config.source)) {
    config.model.train_vectors = true;
  }
  auto& [train, dev, words, data] = files.value();
  if (Status checked = CheckWritable(dev); !checked.ok()) {
    return checked.error();
  }
  AnswerGeneratorOptions shape = config.model;
  const Result<Index> generated =
      PutGeneratedFirst(train, config.min_texts, shape.generated, &words);
  if (!generated.ok()) return in_config(generated.error());
  shape.generated = generated.value();
  words.vocabulary.ReadMisspelled(shape.spelling);
  train.ReadWords(words.vocabulary);
  dev.ReadWords(words.vocabulary);
  Result<AnswerGenerator> model =
      AnswerGenerator::Make(std::move(shape), std::move(words.vocabulary),
                            std::move(words.vectors), config.seed);
  if (!model.ok()) return in_config(model.error());
  return std::unique_ptr<TrainingTask>(std::make_unique<AnswerGeneratorTask>(
      std::move(config), std::move(model).value(), std::move(train),
      std::move(dev), std::move(data)));
}

AnswerGeneratorTask::AnswerGeneratorTask(AnswerGeneratorConfig config,
                                         AnswerGenerator model,
                                         AnsweredQuestions train,
                                         AnsweredQuestions dev,
                                         std::vector<DataFile> data)
    : config_(std::move(config)),
      model_(std::move(model)),
      train_(std::move(train)),
      dev_(std::move(dev)),
      data_(std::move(data)),
      answers_(AnswersOf(train_)) {
  for (const AnsweredQuestion& question : train_.questions) {
    texts_.push_back(WordsOfText(question.text));
  }
  const CurriculumOptions& options = config_.training.curriculum;
  if (options.chunks.empty()) return;
  curriculum_.emplace(options, answers_.size(), config_.seed);
  ExcerptFinder finder;
  for (const Strings& text : texts_) finder.Add(text);
  for (AnswerToLearn& one : answers_) {
    const Strings& text = texts_[one.question];
    const Strings& asked = train_.questions[one.question].asked;
    for (const double chunk : options.chunks) {
      const auto size = static_cast<std::size_t>(chunk);
      one.easy.push_back(finder.Find(text, one.answer, size, options.words));
      one.hard.push_back(finder.Find(text, asked, size, options.words));
    }
  }
}

std::vector<Parameter*> AnswerGeneratorTask::OwnState() {
  if (!curriculum_) return {};
  return {&curriculum_->state()};
}

const std::vector<std::size_t>* AnswerGeneratorTask::ExcerptOf(
    std::size_t example) const {
  if (!curriculum_) return nullptr;
  const AnswerToLearn& one = answers_[example];
  return &(curriculum_->IsHard(example) ? one.hard
                                        : one.easy)[curriculum_->turn()];
}

AnswerExample AnswerGeneratorTask::ExampleOf(std::size_t example) const {
  const AnswerToLearn& one = answers_[example];
  const QuestionIds& ids = train_.ids[one.question];
  const Strings& text = texts_[one.question];
  AnswerExample made{ids, {}, {}};
  const std::vector<std::size_t>* excerpt = ExcerptOf(example);
  Strings words;
  if (excerpt != nullptr) {
    made.ids.text.clear();
    for (const std::size_t i : *excerpt) {
      made.ids.text.push_back(ids.text[i]);
      words.push_back(text[i]);
    }
  }
  AnswerLabels labels =
      LabelAnswer(one.answer, excerpt != nullptr ? words : text,
                  model_.vocabulary(), model_.options());
  made.targets = std::move(labels.targets);
  made.words = std::move(labels.words);
  return made;
}

std::uint64_t AnswerGeneratorTask::Words(std::size_t example) const {
  const QuestionIds& ids = train_.ids[answers_[example].question];
  const std::vector<std::size_t>* excerpt = ExcerptOf(example);
  return ids.question.size() +
         (excerpt != nullptr ? excerpt->size() : ids.text.size());
}

std::string AnswerGeneratorTask::ExampleName(std::size_t example) const {
  const Place& place = train_.questions[answers_[example].question].place;
  return place.path + ":" + std::to_string(place.line);
}

std::vector<std::vector<std::size_t>> AnswerGeneratorTask::Batches(
    int epoch) const {
  std::vector<std::size_t> lengths;
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    lengths.push_back(static_cast<std::size_t>(Words(i)));
  }
  return LengthBatches(lengths, options().batch, config_.seed,
                       static_cast<std::uint64_t>(epoch));
}

Var AnswerGeneratorTask::Loss(Graph& graph, const Shard& shard,
                              const Step& step,
                              const std::vector<double>& /*totals*/) {
  std::vector<AnswerExample> examples;
  for (const std::size_t example : shard.examples) {
    examples.push_back(ExampleOf(example));
  }
  std::vector<const AnswerExample*> pointers;
  for (const AnswerExample& example : examples) pointers.push_back(&example);
  const std::vector<Real> weights(
      examples.size(),
      static_cast<Real>(1 / static_cast<double>(step.batch_size)));
  return model_.Loss(graph, pointers, weights,
                     {.rate = config_.training.dropout,
                      .seed = config_.seed,
                      .step = step.number,
                      .examples = shard.examples});
}

Result<nlohmann::ordered_json> AnswerGeneratorTask::Evaluate(ThreadPool& pool) {
  Result<nlohmann::ordered_json> figures =
      EvaluateAnswerGenerator(model_, dev_, pool);
  if (!figures.ok() || !curriculum_) return figures;
  figures.value()["hard"] = static_cast<double>(curriculum_->hard()) /
                            static_cast<double>(answers_.size());
  const Criterion criterion = Judge(*this).criterion();
  const auto figure = figures.value().find(criterion.metric);
  // The engine says so if there is none.
  if (figure != figures.value().end() && figure->is_number()) {
    const auto value = figure->get<double>();
    curriculum_->Observe(criterion.larger_is_better ? value : -value);
  }
  return figures;
}

nlohmann::ordered_json AnswerGeneratorTask::ResolvedConfig() const {
  AnswerGeneratorConfig config = config_;
  for (const auto& [key, paths] :
       {std::pair("train", &config.train), std::pair("dev", &config.dev)}) {
    paths->front() = RecordedPath(paths->front(), key, data_);
  }
  return AnswerGeneratorFields().Write(config);
}

std::string AnswerGeneratorTask::Summary() const {
  return std::to_string(train_.size()) + " questions with " +
         std::to_string(answers_.size()) + " answers to train on, " +
         std::to_string(dev_.size()) + " questions to tune on, " +
         std::to_string(model_.vocabulary().size()) + " words, of which " +
         std::to_string(model_.options().generated) + " can be generated";
}

Result<ModelFiles> AnswerGeneratorTask::Save(
    const nlohmann::ordered_json& about) {
  return model_.Save(config_.store.vectors, config_.store.network,
                     DumpJson(about));
}

}  // namespace whylight
