// Probes: short texts that were written to test a model, each with what must
// hold of the ratings it gives them, or of two texts (CheckList, Ribeiro et al.
// 2020). A file has one JSON object per line (docs/reference/probes.md).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/training/data/line_reader.h"

namespace whylight {

/// What must hold.
enum class Expectation {
  kOrder,    ///< The first of two texts has the greater number.
  kAlike,    ///< All texts have nearly the same number, and the same class.
  kSide,     ///< The number of one text is within bounds.
  kNothing,  ///< The text has no rating: of the aspect, or of any.
  kLabel,    ///< A label holds of one text, or of two, in their order.
};

/// Probes of half "card" are kept for reporting a model that was chosen by
/// those of half "choose".
enum class ProbeHalf { kChoose, kCard };

/// Names in files and on the command line.
const std::vector<std::pair<std::string, ProbeHalf>>& ProbeHalves();

/// The phenomena that our probes are about, in the order of tables.
const std::vector<std::string>& ProbeKinds();

struct Probe {
  std::string kind;  ///< What it tests: one of ProbeKinds(), or its writer's.
  std::optional<ProbeHalf> half = {};
  std::string aspect = {};  ///< May be empty: the only one, or of kNothing any.
  Expectation expectation = Expectation::kOrder;
  std::vector<std::string> texts = {};
  std::optional<double> above = {};  ///< Of kSide at least one of the bounds.
  std::optional<double> below = {};
  std::string label = {};  ///< Of kLabel.
  Place place = {};

  /// Whether two texts are to be compared, and none to be rated.
  bool compares() const {
    return expectation == Expectation::kLabel && texts.size() > 1;
  }
};

/// The probes of a file; of `half` alone, if it is given. Fails with kBadData,
/// naming the line, and where there are none.
Result<std::vector<Probe>> ReadProbes(const std::string& path,
                                      std::optional<ProbeHalf> half = {});

}  // namespace whylight
