#include "core/training/baselines/nearest_sentence.h"

#include <cstddef>
#include <utility>

#include "core/retrieval/tf_idf.h"
#include "core/text/sentences.h"
#include "core/text/tokenizer.h"

namespace whylight {
namespace {

struct Sentence {
  WordRange range;
  std::vector<std::string> words;
};

std::vector<Sentence> SentencesOf(const std::string& text) {
  const std::vector<Token> tokens = Tokenize(text);
  std::vector<Sentence> sentences;
  std::size_t next = 0;
  for (const std::size_t length : SentenceLengths(text, tokens)) {
    Sentence& sentence = sentences.emplace_back();
    sentence.range = {static_cast<Index>(next),
                      static_cast<Index>(next + length)};
    for (const std::size_t end = next + length; next < end; ++next) {
      sentence.words.push_back(tokens[next].text);
    }
  }
  return sentences;
}

// The sentence of each text that is nearest to its question: `nearness` is of
// what `prepare` makes of the weights of their words by TF-IDF.
template <typename Prepare, typename Nearness>
std::vector<std::optional<std::string>> Nearest(const AnsweredQuestions& data,
                                                const Prepare& prepare,
                                                const Nearness& nearness) {
  TfIdf tf_idf = TfIdf::Make({}).value();
  std::vector<std::vector<Sentence>> texts;
  for (const AnsweredQuestion& question : data.questions) {
    texts.push_back(SentencesOf(question.text));
    for (const Sentence& sentence : texts.back()) tf_idf.Add(sentence.words);
  }
  std::vector<std::optional<std::string>> nearest(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    const auto asked = prepare(tf_idf.Weigh(data.questions[i].asked));
    double best = -1;
    for (const Sentence& sentence : texts[i]) {
      const double near =
          nearness(asked, prepare(tf_idf.Weigh(sentence.words)));
      if (near <= best) continue;
      best = near;
      nearest[i] = data.questions[i].TextOf(sentence.range);
    }
  }
  return nearest;
}

}  // namespace

std::vector<std::optional<std::string>> NearestSentences(
    const AnsweredQuestions& data) {
  return Nearest(
      data, [](WeightedTerms words) { return words; }, DotProduct);
}

std::vector<std::optional<std::string>> NearestSentences(
    const AnsweredQuestions& data, const WordVectorOf& vectors) {
  return Nearest(
      data,
      [&vectors](WeightedTerms words) {
        return MakeSoftText(std::move(words), vectors);
      },
      SoftCosine);
}

}  // namespace whylight
