// Rationale models whose generator and encoder are layers of every kind.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/systems/rationale/model.h"
#include "tests/core/random_matrix.h"

namespace whylight {

/// The items of a JSON list.
inline LayerSpecs Specs(const std::string& list) {
  return ParseDocument(list, "layers", 16).value().items;
}

/// The reader of a text for a model; null for an RCNN in both directions.
struct ReaderCase {
  std::string name;
  std::string generator;
  std::string encoder;
  TextPooling pooling = TextPooling::kLast;
  Index dependent = 0;
  bool shared = false;
};

inline constexpr char kWordByWord[] =
    R"([{"type": "convolution", "order": 1, "hidden": 4}])";
inline constexpr char kWindows[] = R"([{"type": "bidirectional", "layer":
    {"type": "convolution", "order": 2, "hidden": 3}}])";
inline constexpr char kConvolution[] =
    R"([{"type": "convolution", "order": 3, "hidden": 5}])";
inline constexpr char kLstm[] = R"([{"type": "lstm", "hidden": 4}])";
inline constexpr char kBothWayLstm[] = R"([{"type": "bidirectional", "layer":
    {"type": "lstm", "hidden": 3}}])";

/// Every kind of encoder, and generators of every kind.
inline std::vector<ReaderCase> ReaderCases() {
  return {
      {"RcnnAndLstm", "", kLstm},
      {"WordByWordAndRcnn", kWordByWord, ""},
      {"WordByWordAndConvolution", kWordByWord, kConvolution,
       TextPooling::kMax},
      {"WindowsAndBothWayLstm", kWindows, kBothWayLstm},
      {"LstmAndMeanOfConvolution", kBothWayLstm, kConvolution,
       TextPooling::kMean},
      {"VectorsAndTheirMean", "[]", "[]", TextPooling::kMean},
      {"ConvolutionsAndTheirProducts", kConvolution,
       R"([{"type": "convolution", "order": 2, "hidden": 4,
            "mapping": "multiplicative", "activation": "identity"}])",
       TextPooling::kMax},
      {"StackedConvolutions", "",
       R"([{"type": "convolution", "order": 2, "hidden": 4},
           {"type": "bidirectional",
            "layer": {"type": "convolution", "order": 2, "hidden": 3}}])",
       TextPooling::kMax},
      {"ConvolutionAndGru", "",
       R"([{"type": "convolution", "order": 2, "hidden": 4},
           {"type": "gru", "hidden": 3}])"},
      {"StackSideBySide", "",
       R"([{"type": "stacked", "output": "all", "layers": [
            {"type": "bidirectional", "layer": {"type": "rcnn", "hidden": 2}},
            {"type": "elman", "hidden": 3}]}])"},
      {"LargestOfScrn", "", R"([{"type": "scrn", "hidden": 3, "fast": 2}])",
       TextPooling::kMax},
      {"Dependent", kWordByWord, kConvolution, TextPooling::kMax, 2},
      {"Shared", kBothWayLstm, kBothWayLstm, TextPooling::kLast, 0, true},
  };
}

inline RationaleOptions OptionsOf(const ReaderCase& reader, Index inputs) {
  RationaleOptions options;
  options.aspects = {
      {"look", true, {}}, {"smell", true, {}}, {"rest", false, {}}};
  options.generator = {.inputs = inputs, .hidden = 3};
  options.encoder = {.inputs = inputs, .hidden = 4};
  if (!reader.generator.empty()) {
    options.generator_layers = Specs(reader.generator);
  }
  if (!reader.encoder.empty()) options.encoder_layers = Specs(reader.encoder);
  options.pooling = reader.pooling;
  options.dependent = reader.dependent;
  options.shared = reader.shared;
  return options;
}

/// Of the words a b c d e; biases start equal, where mistakes hide, so they are
/// made to differ.
inline RationaleModel ModelOf(RationaleOptions options) {
  RationaleModel model =
      RationaleModel::Make(
          std::move(options),
          Vocabulary::FromWords({"a", "b", "c", "d", "e"}).value(),
          2 * RandomMatrix(5, 3, "vectors"), 13)
          .value();
  for (const auto& parameters :
       {model.GeneratorParameters(), model.EncoderParameters()}) {
    for (Parameter* parameter : parameters) {
      if (parameter->value.rows() == 1) {
        parameter->value =
            RandomMatrix(1, parameter->value.cols(), parameter->name);
      }
    }
  }
  return model;
}
inline RationaleModel ModelOf(const ReaderCase& reader) {
  return ModelOf(OptionsOf(reader, 3));
}

}  // namespace whylight
