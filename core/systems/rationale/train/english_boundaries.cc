#include "core/systems/rationale/train/english_boundaries.h"

namespace whylight {

Boundaries EnglishBoundaries() {
  return {
      .cut_cost = 2,
      .sentence_ends = {".", "!", "?"},
      .breaks = {"and",      "but",    "or",      "nor",    "yet",
                 "although", "though", "because", "while",  "whereas",
                 "which",    "who",    "however", "so",     "since",
                 "if",       "when",   "after",   "before", "then"},
      .open = {"a",       "an",       "the",    "and",    "or",     "but",
               "nor",     "yet",      "so",     "of",     "to",     "in",
               "on",      "at",       "by",     "for",    "from",   "with",
               "as",      "that",     "which",  "who",    "whom",   "whose",
               "this",    "these",    "those",  "my",     "our",    "your",
               "his",     "her",      "its",    "their",  "is",     "was",
               "are",     "were",     "be",     "been",   "being",  "am",
               "has",     "have",     "had",    "if",     "when",   "while",
               "because", "although", "though", "than",   "then",   "there",
               "it",      "he",       "she",    "they",   "we",     "i",
               "you",     "me",       "us",     "them",   "him",    "also",
               "into",    "onto",     "upon",   "about",  "such",   "some",
               "any",     "do",       "does",   "did",    "will",   "can",
               "must",    "each",     "both",   "either", "whether"},
      .negations = {"not",     "no",        "never",    "nothing", "nobody",
                    "none",    "neither",   "nor",      "nowhere", "without",
                    "hardly",  "barely",    "scarcely", "cannot",  "can't",
                    "cant",    "don't",     "dont",     "doesn't", "doesnt",
                    "didn't",  "didnt",     "isn't",    "isnt",    "wasn't",
                    "wasnt",   "aren't",    "arent",    "weren't", "werent",
                    "won't",   "wont",      "wouldn't", "wouldnt", "couldn't",
                    "couldnt", "shouldn't", "shouldnt", "hasn't",  "hasnt",
                    "haven't", "havent",    "hadn't",   "hadnt",   "ain't",
                    "aint",    "nor",       "could",    "would",   "should",
                    "might",   "may"},
      .glue = {"a",      "an",           "the",     "very",  "really",
               "so",     "that",         "too",     "all",   "at",
               "any",    "be",           "been",    "being", "quite",
               "much",   "particularly", "exactly", "as",    "terribly",
               "overly", "especially",   "even",    "just",  "ever",
               "only",   "have",         "find",    "found", "get",
               "to",     "of",           "in",      "it",    "was",
               "were",   "is",           "are"},
  };
}

}  // namespace whylight
