// The shape of a rationale model, and what config.json says of it.
#pragma once

#include <array>
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
#include "core/model/text_pooling.h"
#include "core/systems/rationale/boundaries.h"
#include "core/systems/rationale/choice.h"
#include "core/systems/rationale/decoding.h"

namespace whylight {

struct RationaleAspect {
  std::string name;
  /// False for an aspect that only competes for words: it is trained, but
  /// neither its words nor its rating are reported.
  bool reported = true;
  Decoding decoding;
  /// The score from which on its best word says that a text speaks of the
  /// aspect; none: any word that is selected does.
  std::optional<Real> mention = std::nullopt;
  /// Short texts have their words selected at this threshold, if it is lower
  /// (ThresholdIn): of a sentence more is needed than a tenth.
  std::optional<Real> short_threshold = std::nullopt;
  /// Calibrated on dev, {a, b, c}: the variance of what the rating r misses is
  /// a + b r (1 - r) + c / (1 + words selected).
  std::optional<std::array<double, 3>> spread = std::nullopt;
  /// Two names, or none: the rating is the probability of the second.
  std::vector<std::string> labels = {};
};

/// A text is of the model's domain, its language and subject, from this
/// probability on.
struct DomainOptions {
  Real threshold = Real(0.5);
  /// Whether its score is of the words' vectors, too.
  bool words = false;
};

inline constexpr std::size_t kMaxPoints = 64;

/// A choice between short rationales and small errors: thresholds of the
/// reported aspects in the place of their own, and what they came to on dev.
struct OperatingPoint {
  double rate = 0;               ///< Share of the words selected, every aspect.
  std::vector<Real> thresholds;  ///< One a reported aspect.
  std::vector<double> errors;    ///< Mean squared, one a reported aspect.
};

/// The error in a model's aspects, or nothing: there must be 1 to 64 of them,
/// with distinct names, reported ones first.
std::string FindAspectProblem(const std::vector<RationaleAspect>& aspects);

/// Specifications of layers, one after the other (docs/reference/layers.md).
/// None: the word vectors themselves.
using LayerSpecs = std::vector<Document>;

/// The shape of a model. Reported aspects come first.
struct RationaleOptions {
  std::vector<RationaleAspect> aspects;
  Choice choice = Choice::kCompeting;
  RcnnOptions generator;  ///< One direction; `inputs` is the vectors' width.
  /// The generator's layers in the place of that RCNN in both directions.
  std::optional<LayerSpecs> generator_layers;
  /// Width of a recurrence over the choices made so far, which the next one
  /// depends on (Lei17 section 3.3.2); 0: choices do not see each other.
  Index dependent = 0;
  RcnnOptions encoder;  ///< The generator's if it is `shared`.
  std::optional<LayerSpecs> encoder_layers;  ///< As `generator_layers`.
  /// How an encoder of layers makes one vector of a text; kLast is the state
  /// after all words, in each direction that there is.
  TextPooling pooling = TextPooling::kLast;
  /// Whether the encoder reads by the layers of the generator ("folded"); all
  /// it has of its own is what makes ratings of their states.
  bool shared = false;
  std::vector<OperatingPoint> points;  ///< By increasing rate; may be empty.
  std::optional<Boundaries> boundaries = std::nullopt;
  std::optional<DomainOptions> domain = std::nullopt;
  /// Whether misspelled words are read as what they were meant to be.
  bool spelling = false;
};

/// Whether generator and encoder are RCNNs, all that RationaleEngine reads.
bool ReadsByRcnns(const RationaleOptions& options);

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

/// The recurrence over choices, of a model that has one: it reads what the
/// generator gives at a word, of that width, beside what was chosen there.
RcnnOptions DependentOptions(const RationaleOptions& options, Index width);

/// How many numbers all parameters are, word vectors apart, where what reads a
/// text gives vectors of these widths; layers in the place of RCNNs not
/// counted.
std::uint64_t ParameterCount(const RationaleOptions& options,
                             Index generator_width, Index encoder_width);
/// The same of a model that ReadsByRcnns.
std::uint64_t ParameterCount(const RationaleOptions& options);

/// The standard deviation of `rating`, from that many selected words; nothing
/// where the aspect is not calibrated.
std::optional<Real> SpreadOf(const RationaleAspect& aspect, Real rating,
                             Index words);

/// Which of the aspect's two `labels` a rating says, and how probably.
struct LabelChoice {
  std::string name;
  double probability;
};
LabelChoice LabelOf(const RationaleAspect& aspect, Real rating);

/// Reads the options from a parsed config.json. Fails with kBadModel.
Result<RationaleOptions> ReadRationaleOptions(const Document& config);

/// Adds to `config` what ReadRationaleOptions reads.
void WriteRationaleOptions(const RationaleOptions& options,
                           nlohmann::ordered_json* config);

}  // namespace whylight
