// Whether a model's ratings, or what it says of two texts, are as probes say
// they must be, and how often.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/training/probes/read_probes.h"
#include "core/training/probes/text_rater.h"

namespace whylight {

/// Texts are rated alike when their numbers differ by no more than this.
inline constexpr double kAlikeWithin = 0.1;

/// A probe and what the model said.
struct ProbeOutcome {
  Probe probe;
  bool right = false;
  std::vector<std::string> aspects = {};  ///< Whose ratings were asked for.
  std::vector<TextRatings> ratings =
      {};                    ///< Of each text, one for each of them.
  PairVerdict verdict = {};  ///< Of two texts that were compared.
};

/// Whether what the probe expects holds of the ratings of its texts, one for
/// each aspect asked for. A text without a rating fulfils kNothing alone. Not
/// of two texts that are compared.
bool Holds(const Probe& probe, const std::vector<TextRatings>& ratings);

/// Fails with kBadData, naming the line, where a probe is about an aspect that
/// the model does not have, about texts without a rating where it always rates,
/// about a label that it does not know, about numbers where it has labels
/// alone, or about two texts where it rates single ones and the other way
/// round; and as `rater` does.
Result<std::vector<ProbeOutcome>> JudgeProbes(const TextRater& rater,
                                              std::vector<Probe> probes);

struct ProbeCount {
  std::size_t n = 0;
  std::size_t right = 0;

  double share() const {
    return n == 0 ? 0 : static_cast<double>(right) / static_cast<double>(n);
  }
};

struct ProbeFigures {
  /// Of each kind that there is, in the order of ProbeKinds() and then as they
  /// come.
  std::vector<std::pair<std::string, ProbeCount>> kinds;
  ProbeCount negation;  ///< Near, far and double.
  /// All but irony, which is known to be beyond such models.
  ProbeCount total;
};

ProbeFigures CountProbes(const std::vector<ProbeOutcome>& outcomes);

/// {"total": {"n", "right", "share"}, "negation": ..., "kinds": {...}}
nlohmann::ordered_json FiguresToJson(const ProbeFigures& figures);

/// {"file", "line", "kind", "expected", "texts": [{"text", "ratings",
/// "classes"?}]}; of two texts {..., "texts": [{"text"}], "label",
/// "probability"}
nlohmann::ordered_json OutcomeToJson(const ProbeOutcome& outcome);

/// What the probe expects, in a few words.
std::string DescribeExpectation(const Probe& probe);

}  // namespace whylight
