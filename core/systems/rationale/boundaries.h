// Where runs of words may be: none goes beyond its sentence, phrases are kept
// whole, no run starts or ends at punctuation or at a word such as "and", and
// none leaves out the "not" of what it keeps. Or each is a whole sentence.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/runs.h"
#include "core/math/matrix.h"
#include "core/systems/rationale/decoding.h"

namespace whylight {

/// The words of a language that say so, in lower case.
struct Boundaries {
  /// What a cut between two words costs more than one beside a break.
  Real cut_cost = 1;
  /// Marks at which sentences end, once or repeated: no run holds one.
  std::vector<std::string> sentence_ends = {};
  /// Words beside which phrases end; punctuation always is one.
  std::vector<std::string> breaks = {};
  /// Words at which no run starts or ends; punctuation always is one.
  std::vector<std::string> open = {};
  /// No run starts after one of these with nothing but `glue` between: "not",
  /// and others that turn what follows ("could have been better").
  std::vector<std::string> negations = {};
  std::vector<std::string> glue = {};
  /// Whether runs are whole sentences; of the others only `sentence_ends` then
  /// says where they are.
  bool whole_sentences = false;
};

/// What each word of a text is to boundaries, as bits that CostsOfRuns reads.
using WordFlags = std::vector<std::uint8_t>;

/// The flags of a word as the tokenizer gives it. Punctuation is known by its
/// character, whether or not a vocabulary has it.
std::uint8_t FlagsOf(const Boundaries& boundaries, std::string_view word);

/// Whether a word with these flags is a mark at which sentences end.
bool EndsSentence(std::uint8_t flags);

/// The sentences of a text of words with these flags, from the first word to
/// the last; the mark at the end and punctuation at the edges are part of none.
///
///   He said : " Thin . " Not bad ! ! ...    [He said : " Thin] [Not bad]
std::vector<Run> SentencesOf(std::span<const std::uint8_t> flags);

/// The costs of runs in a text of words with these flags, where a cut beside a
/// break, or at an end of the text, costs `transition_cost`; without
/// boundaries, and at the edges of whole sentences, they all cost that.
RunCosts CostsOfRuns(const std::optional<Boundaries>& boundaries,
                     std::span<const std::uint8_t> flags, Real transition_cost);

}  // namespace whylight
