// Documents that tests make up.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/retrieval/document_index.h"

namespace whylight {

inline constexpr std::size_t kTestWidth = 20;

/// A direction; every seed has its own.
inline std::vector<float> RandomVector(std::uint64_t seed,
                                       std::size_t width = kTestWidth) {
  const CounterRandom random(seed, RandomPurpose::kInitialise);
  std::vector<float> vector;
  double squares = 0;
  for (std::size_t k = 0; k < width; ++k) {
    vector.push_back(static_cast<float>(random.Normal(k)));
    squares += static_cast<double>(vector[k]) * static_cast<double>(vector[k]);
  }
  for (float& number : vector) number /= static_cast<float>(std::sqrt(squares));
  return vector;
}

/// Words of few letters from a small alphabet, many of them alike.
inline std::string RandomWords(std::size_t count, std::uint64_t seed) {
  const std::vector<std::string> letters = {"a", "b", "o", "\u00e9", "x"};
  const CounterRandom random(seed, RandomPurpose::kSample);
  std::string text;
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::uint64_t left = 1 + random.Below(next++, 5); left > 0; --left) {
      // The first letters more often.
      const std::uint64_t letter =
          random.Below(next, letters.size()) * random.Below(next + 1, 5) / 4;
      text.append(letters[static_cast<std::size_t>(letter)]);
      next += 2;
    }
    text.append(random.Below(next++, 4) == 0 ? ", " : " ");
  }
  return text;
}

/// Of two fields.
inline IndexedDocument RandomDocument(const std::string& id,
                                      std::uint64_t seed) {
  const CounterRandom random(seed, RandomPurpose::kShuffle);
  return {id,
          {RandomWords(static_cast<std::size_t>(random.Below(0, 4)), 2 * seed),
           RandomWords(static_cast<std::size_t>(random.Below(1, 30)),
                       2 * seed + 1)},
          "stored " + id,
          RandomVector(seed)};
}

inline DocumentIndex MakeTestIndex(std::size_t width = kTestWidth) {
  const IndexOptions options{.fields = {{"title", 2}, {"body", 1}},
                             .bm25 = {1.3, 0.6}};
  return DocumentIndex::Make(options, "test-model", width).value();
}

inline DocumentIndex RandomIndex(std::size_t count) {
  DocumentIndex index = MakeTestIndex();
  for (std::size_t i = 0; i < count; ++i) {
    static_cast<void>(index.Add(RandomDocument("d" + std::to_string(i), i)));
  }
  return index;
}

/// An index without vectors, of one field, whose ids are 0, 1, ...
inline DocumentIndex IndexOfTexts(const std::vector<std::string>& texts) {
  DocumentIndex index = DocumentIndex::Make({{{"text", 1}}}, "none", 0).value();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    static_cast<void>(index.Add({std::to_string(i), {texts[i]}, {}, {}}));
  }
  return index;
}

}  // namespace whylight
