#include "core/systems/answer_generator/train/config.h"

#include "core/format/fields.h"
#include "core/training/data/data_config.h"

namespace whylight {
namespace {

const Fields<AnswerGeneratorTraining>& AnswerGeneratorTrainingFields() {
  using Training = AnswerGeneratorTraining;
  static const auto fields =
      Fields<Training>("The training.")
          .Include(&Training::stage, StageFields())
          .Number("dropout", &Training::dropout, {0, 0.95},
                  "Dropout rate of the inputs of each layer and of the vectors "
                  "from which words are copied.")
          .Part("curriculum", &Training::curriculum, CurriculumFields(),
                "Which excerpts of texts are read, from easy ones to hard "
                "ones.")
          .WrittenIf([](const Training& training) {
            return !training.curriculum.chunks.empty();
          })
          .Check([](const Training& training) {
            const bool reverts =
                training.stage.schedule.type == ScheduleType::kRevertAndHalve;
            return reverts && !training.curriculum.chunks.empty()
                       ? std::string(
                             "\"curriculum\": expected none where epochs that "
                             "are not the best are taken back, found one")
                       : std::string();
          });
  return fields;
}

}  // namespace

const Fields<AnswerGeneratorConfig>& AnswerGeneratorFields() {
  using Config = AnswerGeneratorConfig;
  static const auto fields =
      Fields<Config>("The config of a model that writes answers.")
          .Fixed("task", "answer-generator", "The system.")
          .Texts("train", &Config::train,
                 "Files of questions with answers to train on, as JSON lines, "
                 "below WHYLIGHT_DATA; those without an answer are left out.")
          .Texts("dev", &Config::dev,
                 "Files of such questions to choose the best epoch and to "
                 "report figures on.")
          .Part("data", &Config::data, DataFields())
          .Include(&Config::source, WordSourceFields())
          .Count("seed", &Config::seed, {0, 9007199254740992},
                 "Seed of all random numbers.")
          .Include(&Config::model, AnswerGeneratorOptionsFields())
          .Count("min_texts", &Config::min_texts, {1, 1000000},
                 "Number of texts of `train` that must have a word for it to "
                 "be generated.")
          .Part("training", &Config::training, AnswerGeneratorTrainingFields())
          .Part("store", &Config::store, StoreFields());
  return fields;
}

}  // namespace whylight
