// Small retrievers with random weights.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/systems/questions/model.h"
#include "tests/core/random_matrix.h"

namespace whylight {

inline const std::vector<std::string>& KnownWords() {
  static const std::vector<std::string> words = {
      "how", "do", "i",     "reset", "my",  "password", "forgot",
      "the", "?",  "train", "late",  "was", "can",      "change"};
  return words;
}

inline Retriever MadeUpRetriever(RetrieverOptions options,
                                 Index dimensions = 6) {
  Vocabulary vocabulary = Vocabulary::FromWords(KnownWords()).value();
  Matrix vectors =
      RandomMatrix(static_cast<Index>(vocabulary.size()), dimensions, "words");
  Matrix subwords =
      RandomMatrix(options.subwords.buckets, dimensions, "subwords");
  Retriever model = Retriever::Make(std::move(options), std::move(vocabulary),
                                    std::move(vectors), std::move(subwords), 3)
                        .value();
  // Biases start at zero; here nothing is.
  for (Parameter* parameter : model.Parameters()) {
    parameter->value +=
        0.3F * RandomMatrix(parameter->value.rows(), parameter->value.cols(),
                            parameter->name + " more");
  }
  return model;
}

}  // namespace whylight
