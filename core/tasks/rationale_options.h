// The shape of a rationale model, and what config.json says of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/format/document.h"
#include "core/layers/rcnn.h"
#include "core/tasks/choice.h"
#include "core/tasks/decoding.h"

namespace whylight {

struct RationaleAspect {
  std::string name;
  /// False for an aspect that only competes for words: it is trained, but
  /// neither its words nor its rating are reported.
  bool reported = true;
  Decoding decoding;
};

inline constexpr std::size_t kMaxPoints = 64;

/// A choice between short rationales and small errors: thresholds of the
/// reported aspects in the place of their own, and what they came to on dev.
struct OperatingPoint {
  double rate = 0;               ///< Share of the words selected, every aspect.
  std::vector<Real> thresholds;  ///< One a reported aspect.
  std::vector<double> errors;    ///< Mean squared, one a reported aspect.
};

/// What is wrong with a model's aspects, or nothing: at least one and at most
/// 64, names distinct, reported ones first.
std::string FindAspectProblem(const std::vector<RationaleAspect>& aspects);

/// The shape of a model. Reported aspects come first.
struct RationaleOptions {
  std::vector<RationaleAspect> aspects;
  Choice choice = Choice::kCompeting;
  RcnnOptions generator;  ///< One direction; `inputs` is the vectors' width.
  /// Width of a recurrence over the choices made so far, which the next one
  /// depends on (catalogue L-R3); 0: choices do not see each other.
  Index dependent = 0;
  RcnnOptions encoder;  ///< The generator's if it is `shared`.
  /// Whether the encoder reads by the layers of the generator ("folded"); all
  /// it has of its own is what makes ratings of their states.
  bool shared = false;
  std::vector<OperatingPoint> points;  ///< By increasing rate; may be empty.
};

/// The names of the choices in configs.
const std::vector<std::pair<std::string, Choice>>& ChoiceNames();

/// An operating point by its place in `points`; none: as the model is shipped.
using PointIndex = std::optional<std::size_t>;

/// Fails with kInvalidArgument where there is no such point.
Status CheckPoint(const RationaleOptions& options, PointIndex point);

/// How aspect `aspect` is decoded: by itself, or at one of the points, which
/// leave those alone that are not reported.
Decoding DecodingAt(const RationaleOptions& options, std::size_t aspect,
                    PointIndex point);

/// The names of the reported aspects, in order.
std::vector<std::string> ReportedNames(const RationaleOptions& options);

/// The recurrence over choices, of a model that has one: it reads both states
/// of a word beside what was chosen there.
RcnnOptions DependentOptions(const RationaleOptions& options);

/// How many numbers all parameters are, word vectors apart.
std::uint64_t ParameterCount(const RationaleOptions& options);

/// Reads the options from a parsed config.json. Fails with kBadModel.
Result<RationaleOptions> ReadRationaleOptions(const Document& config);

/// Adds to `config` what ReadRationaleOptions reads.
void WriteRationaleOptions(const RationaleOptions& options,
                           nlohmann::ordered_json* config);

}  // namespace whylight
