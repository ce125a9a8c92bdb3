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
                 "Width of ReLU(W x + b), whose products say how well two "
                 "words match; 0: the products of the words themselves say it.")
          .Count("band", &Options::band, {0, kMaxWords},
                 "How many words on each side a word of the text reads, once "
                 "it has read the question; 0: none.")
          .Other(
              "after", "LayerSpec | LayerSpec[]", ReadInto(&Options::after),
              WriteFrom(&Options::after),
              "The layers that read the words of the text once they have read "
              "the question; their output is attended to and copied from.")
          .Count("state", &Options::state, {1, kMaxWidth},
                 "Width of the state of the LSTM that writes.")
          .Count("attention", &Options::attention, {1, kMaxWidth},
                 "Number of units that score which word of the text is next.")
          .Count(
              "generated", &Options::generated, {1, kMostGenerated},
              "Largest number of words that it can write even where the text "
              "lacks them: those that are in the most texts of `train`.")
          .Flag("sum_slots", &Options::sum_slots,
                "Whether the places of a word in the text and the same word in "
                "the vocabulary are one choice, as likely as all of them "
                "together; otherwise each is a choice of its own.")
          .Count("longest", &Options::longest, {1, kMostWritten},
                 "Largest number of words of an answer.")
          .Flag("spelling", &Options::spelling,
                "Whether a word that is not in the vocabulary is read as the "
                "one that it most likely misspells, and an emoji as a word "
                "that says the same.")
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
