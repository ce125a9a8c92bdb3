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
  virtual const std::vector<OperatingPoint>& points() const = 0;

  /// The model whose graph the other questions look into.
  virtual Result<const RationaleModel*> Whole() = 0;

  /// {"aspects": [...], "points": [{"rate", "errors": {ASPECT: number}}]}.
  nlohmann::ordered_json About() const override;
};

/// {"ratings": {ASPECT: number}, "tokens": [{"start", "end", "probability":
/// {ASPECT: number}, "selected": {ASPECT: bool}}], "rationales": {ASPECT:
/// [{"start", "end"}]}}. Offsets count UTF-16 units.
nlohmann::ordered_json ExplanationToJson(
    const std::vector<std::string>& aspects,
    const RationaleExplanation& explanation);

/// Reads models of any layers by their graph.
const System& RationaleSystem();

/// The same for modules that only read recurrent convolutions, which are
/// smaller without layers of other kinds.
const System& RcnnRationaleSystem();

}  // namespace whylight
