#include "core/systems/answer_generator/options.h"

#include <string>

#include "core/format/fields.h"
#include "core/model/layer_fields.h"
#include "core/model/limits.h"

namespace whylight {

const Fields<AnswerGeneratorOptions>& AnswerGeneratorOptionsFields() {
  using Options = AnswerGeneratorOptions;
  // What an answer costs grows with both.
  constexpr Index kMostGenerated = 100000;
  constexpr Index kMostWritten = 1000;
  static const auto fields =
      Fields<Options>("The shape of the model.")
          .Other("layers", "LayerSpec | LayerSpec[]",
                 ReadInto(&Options::layers), WriteFrom(&Options::layers),
                 "The layers that read question and text alike, each with its "
                 "width as `hidden` and a vector at every word.")
          .Include(&Options::beside, WordFeatureFields())
          .Count("align", &Options::align, {0, kMaxWidth},
                 "Width of ReLU(W x + b), whose products say how two words "
                 "fit; 0: of the words themselves.")
          .Count("band", &Options::band, {0, kMaxWords},
                 "How many words before and after it a word of the text reads "
                 "once it has read the question; 0: none.")
          .Other("after", "LayerSpec | LayerSpec[]", ReadInto(&Options::after),
                 WriteFrom(&Options::after),
                 "The layers that read the words that have met; what they give "
                 "is attended to and copied from.")
          .Count("state", &Options::state, {1, kMaxWidth},
                 "Width of the state of the LSTM that writes.")
          .Count("attention", &Options::attention, {1, kMaxWidth},
                 "Number of units that score which word of the text is next.")
          .Count("generated", &Options::generated, {1, kMostGenerated},
                 "Number of words, at most, that it may write whether the text "
                 "has them or not: those of most texts of `train`.")
          .Flag("sum_slots", &Options::sum_slots,
                "Whether the places of a word in the text and the word of the "
                "vocabulary are one choice, as likely as all of them together; "
                "else each is a choice of its own.")
          .Count("longest", &Options::longest, {1, kMostWritten},
                 "Number of words that an answer has at most.")
          .Flag("spelling", &Options::spelling,
                "Whether words that are not in the vocabulary are read as "
                "those that they are likely misspellings of, and emoji as "
                "words that say the same.")
          .Flag("train_vectors", &Options::train_vectors,
                "Whether training changes word vectors; by default it does "
                "where they are random and there is no `similarity`.");
  return fields;
}

Status CheckAnswerGeneratorOptions(const AnswerGeneratorOptions& options) {
  std::string problem = FindTooManyLayers(options.layers);
  if (problem.empty()) problem = FindTooManyLayers(options.after, "after");
  if (problem.empty() && options.beside.similarity && options.train_vectors) {
    problem =
        "\"similarity\": expected none where vectors are trained, found true";
  }
  if (problem.empty()) return {};
  return Invalid(problem);
}

}  // namespace whylight
