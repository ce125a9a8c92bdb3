#include "core/systems/rationale/train/span_edges.h"

#include <string_view>
#include <unordered_set>

#include "core/text/characters.h"

namespace whylight {
namespace {

using WordSet = std::unordered_set<std::string_view>;

// Stand at neither edge: articles, conjunctions, and "of".
const WordSet& Joints() {
  static const WordSet words = {
      "a",    "an",      "the",   "and",      "or",   "but",  "nor",
      "that", "which",   "who",   "whom",     "of",   "as",   "than",
      "if",   "because", "while", "although", "then", "also", "whether"};
  return words;
}

// Nor at the end, where what they are said of would be missing: verbs that
// carry another word, prepositions that are never particles, determiners and
// words of degree.
const WordSet& Leads() {
  static const WordSet words = {
      "is",   "are",   "was",     "were",   "be",     "been", "being",
      "am",   "has",   "have",    "had",    "do",     "does", "did",
      "will", "would", "should",  "can",    "could",  "may",  "might",
      "must", "it's",  "there's", "i'm",    "to",     "at",   "for",
      "from", "with",  "into",    "onto",   "during", "my",   "your",
      "his",  "her",   "its",     "our",    "their",  "i",    "we",
      "very", "quite", "such",    "rather", "really", "so",   "extremely"};
  return words;
}

const WordSet& Negations() {
  static const WordSet words = {
      "not",    "no",     "never",   "neither", "none",   "nothing",
      "nobody", "cannot", "without", "hardly",  "barely", "scarcely",
      "dont",   "didnt",  "doesnt",  "isnt",    "arent",  "wasnt",
      "werent", "cant",   "couldnt", "wont",    "wouldnt"};
  return words;
}

// What a negation reaches across.
const WordSet& Glue() {
  static const WordSet words = {
      "a",      "an",         "the",       "all",         "any",    "that",
      "this",   "so",         "too",       "very",        "really", "quite",
      "at",     "be",         "been",      "being",       "even",   "exactly",
      "overly", "especially", "extremely", "much",        "as",     "such",
      "have",   "ever",       "entirely",  "particularly"};
  return words;
}

bool IsNegation(std::string_view word) {
  return word.ends_with("n't") || Negations().contains(word);
}

}  // namespace

bool HasCleanEdges(const std::vector<Token>& tokens, const Run& run) {
  const std::string_view first = tokens[run.first].text;
  const std::string_view last = tokens[run.last].text;
  if (IsPunctuation(first) || Joints().contains(first)) return false;
  if (IsPunctuation(last) || Joints().contains(last) ||
      Leads().contains(last) || IsNegation(last)) {
    return false;
  }
  std::size_t before = run.first;
  while (before > 0 && Glue().contains(tokens[before - 1].text)) --before;
  return before == 0 || !IsNegation(tokens[before - 1].text);
}

}  // namespace whylight
