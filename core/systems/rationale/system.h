// Ratings with rationales as a system: a text is explained, and questions are
// answered why it is rated as it is (docs/guides/explanations.md).
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/system.h"
#include "core/systems/rationale/explanation.h"
#include "core/systems/rationale/model.h"
#include "core/systems/rationale/options.h"

namespace whylight {

/// The model behind the answers of this system.
class RationaleAnswers : public Model {
 public:
  /// As RationaleModel::Explain.
  virtual Result<RationaleExplanation> Explain(std::string_view utf8,
                                               PointIndex point) = 0;
  virtual const std::vector<std::string>& aspects() const = 0;
  virtual const RationaleOptions& options() const = 0;

  /// The model whose graph the other questions look into.
  virtual Result<const RationaleModel*> Whole() = 0;

  /// {"aspects": [...], "points": [{"rate", "errors": {ASPECT: number}}],
  /// "labels": {ASPECT: [name, name]}}, of the aspects that have labels.
  nlohmann::ordered_json About() const override;
};

/// {"inDomain": bool, "domain": number, "ratings": {ASPECT: number},
/// "mentioned": {ASPECT: bool}, "spreads": {ASPECT: number}, "priors": {ASPECT:
/// number}, "classes": {ASPECT: {"name", "probability"}}, "tokens": [{"start",
/// "end", "probability": {ASPECT: number}, "selected": {ASPECT: bool}}],
/// "rationales": {ASPECT: [{"start", "end"}]}}. What is not known is null:
/// rating, spread and class of an aspect that is not mentioned, a spread of a
/// model that is not calibrated, the domain of one that has no score for it.
/// Classes are those of aspects with labels. Offsets count UTF-16 units.
nlohmann::ordered_json ExplanationToJson(
    const RationaleOptions& options, const RationaleExplanation& explanation);

/// Reads models of any layers by their graph.
const System& RationaleSystem();

/// The same for modules that only read recurrent convolutions, which are
/// smaller without layers of other kinds.
const System& RcnnRationaleSystem();

}  // namespace whylight
