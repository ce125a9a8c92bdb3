#include "core/systems/rationale/train/config.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "core/format/config_reader.h"
#include "core/format/json.h"
#include "core/model/limits.h"
#include "core/training/data/data_config.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::uint64_t kLarge = 1'000'000'000;

const std::vector<std::pair<std::string, Decay>> kDecays = {
    {"x", Decay::kInput}, {"xh", Decay::kInputAndState}};
const std::vector<std::pair<std::string, Dtype>> kDtypes = {
    {"f32", Dtype::kF32}, {"f16", Dtype::kF16}, {"i8", Dtype::kI8}};

const std::vector<std::pair<std::string, Estimator>> kEstimators = {
    {"gradient", Estimator::kGradient},
    {"reinforce", Estimator::kReinforce},
    {"attention", Estimator::kAttention}};
const std::vector<std::pair<std::string, Baseline>> kBaselines = {
    {"none", Baseline::kNone},
    {"moving_average", Baseline::kMovingAverage},
    {"self_critical", Baseline::kSelfCritical},
    {"leave_one_out", Baseline::kLeaveOneOut}};
const std::vector<std::pair<std::string, SelectionControl>> kControls = {
    {"target_rate", SelectionControl::kTargetRate},
    {"fixed", SelectionControl::kFixed},
    {"lagrangian", SelectionControl::kLagrangian}};
const std::vector<std::pair<std::string, RationaleStage>> kStages = {
    {"full_text", RationaleStage::kFullText},
    {"selection", RationaleStage::kSelection},
    {"distil", RationaleStage::kDistil},
    {"refit", RationaleStage::kRefit}};

template <typename Value>
std::string NameOf(const std::vector<std::pair<std::string, Value>>& choices,
                   Value value) {
  for (const auto& [name, choice] : choices) {
    if (choice == value) return name;
  }
  return {};
}

// What reads a text, an RCNN or layers; `pooling` is null where there is
// nothing to pool.
Status ReadReader(const json& object, const std::string& where,
                  RcnnOptions* options, std::optional<LayerSpecs>* layers,
                  TextPooling* pooling) {
  ConfigReader reader(object, where);
  if (const json* specs = reader.Find("layers"); specs != nullptr) {
    if (!specs->is_array() || specs->size() > kMaxListedLayers) {
      reader.Complain("\"layers\": expected a list of at most " +
                      std::to_string(kMaxListedLayers) + " layers, found " +
                      (specs->is_array() ? std::to_string(specs->size())
                                         : DumpJson(*specs).substr(0, 60)));
      return reader.Finish();
    }
    layers->emplace();
    for (const json& spec : *specs) (*layers)->push_back(ToDocument(spec));
    if (pooling != nullptr) {
      reader.Choice("pooling", TextPoolingNames(), pooling);
    }
    return reader.Finish();
  }
  reader.Count("hidden", 1, 4096, &options->hidden);
  reader.Count("order", 1, 16, &options->order);
  reader.Choice("decay", kDecays, &options->decay);
  reader.Number("initial_decay", 0.01, 0.99, &options->decay_value);
  return reader.Finish();
}

Status ReadAspect(const json& object, const std::string& where,
                  RationaleAspect* aspect, SelectionTarget* target) {
  ConfigReader reader(object, where);
  reader.Text("name", &aspect->name);
  reader.Flag("reported", &aspect->reported);
  reader.Number("rate", 0.001, 0.999, &target->rate);
  reader.Number("coherence", 0, 1000, &target->coherence);
  reader.Number("shown_rate", 0.001, 0.999, &target->shown_rate);
  if (aspect->name.empty()) reader.Complain("expected a \"name\"");
  return reader.Finish();
}

Status ReadSelection(const json& object, const std::string& where,
                     SelectionOptions* options) {
  ConfigReader reader(object, where);
  reader.Count("reviews", 0, kLarge, &options->reviews);
  ReadStageOptions(where, reader, &options->stage);
  reader.Number("dropout", 0, 0.95, &options->dropout);
  reader.Number("residual_share", 0, 1, &options->residual_share);
  reader.Number("residual_stretch", 0.01, 100, &options->residual_stretch);
  reader.Number("temperature", 0.01, 100, &options->temperature);
  reader.Number("noise_from", 0, 100, &options->noise_from);
  reader.Number("noise_to", 0, 100, &options->noise_to);
  reader.Number("rate_weight", 0, 1000, &options->rate_weight);
  reader.Number("rate_from", 0.001, 0.999, &options->rate_from);
  reader.Number("coherence_ramp", 0, 1, &options->coherence_ramp);
  reader.Number("decoding_cost", 0, 100, &options->decoding_cost);
  reader.Choice("estimator", kEstimators, &options->estimator);
  reader.Count("samples", 1, 64, &options->samples);
  reader.Choice("baseline", kBaselines, &options->baseline);
  reader.Choice("control", kControls, &options->control);
  reader.Number("sparsity", 0, 1000, &options->sparsity);
  reader.Number("multiplier_rate", 0, 10, &options->multiplier_rate);
  reader.Number("multiplier_smoothing", 0, 0.9999,
                &options->multiplier_smoothing);
  if (options->estimator == Estimator::kReinforce &&
      options->baseline == Baseline::kLeaveOneOut && options->samples < 2) {
    reader.Complain(
        "expected \"samples\" of at least 2 where the \"baseline\" is "
        "\"leave_one_out\", found 1");
  }
  return reader.Finish();
}

Status ReadPartStage(const json& object, const std::string& where,
                     PartStageOptions* options) {
  ConfigReader reader(object, where);
  ReadStageOptions(where, reader, &options->stage);
  reader.Number("dropout", 0, 0.95, &options->dropout);
  return reader.Finish();
}

// The stages, in the order they are named; each once.
void ReadStages(ConfigReader& reader, std::vector<RationaleStage>* stages) {
  std::vector<std::string> names;
  if (reader.Find("stages") == nullptr) return;
  reader.Texts("stages", &names);
  stages->clear();
  for (const std::string& name : names) {
    const auto found =
        std::find_if(kStages.begin(), kStages.end(),
                     [&](const auto& stage) { return stage.first == name; });
    if (found == kStages.end() ||
        std::count(names.begin(), names.end(), name) > 1) {
      reader.Complain(
          "\"stages\": expected \"full_text\", \"selection\", \"distil\" and "
          "\"refit\", each at most once, found " +
          Quote(name));
      return;
    }
    stages->push_back(found->second);
  }
  if (stages->empty()) {
    reader.Complain("\"stages\": expected at least one, found none");
  }
}

void ReadPoints(ConfigReader& reader, std::vector<double>* points) {
  const json* const list = reader.Find("points");
  if (list == nullptr) return;
  bool rising = list->is_array() && list->size() <= kMaxPoints;
  for (std::size_t i = 0; rising && i < list->size(); ++i) {
    const json& rate = (*list)[i];
    rising = rate.is_number() &&
             rate > (points->empty() ? 0 : points->back()) && rate < 1;
    if (rising) points->push_back(rate.get<double>());
  }
  if (rising) return;
  reader.Complain("\"points\": expected a list of at most " +
                  std::to_string(kMaxPoints) +
                  " rates between 0 and 1, each above the one before, found " +
                  list->dump());
}

// Teachers, and a model that can learn from them.
void CheckDistillation(const RationaleConfig& config, ConfigReader& reader) {
  const auto& stages = config.training.stages;
  const bool distils = std::find(stages.begin(), stages.end(),
                                 RationaleStage::kDistil) != stages.end();
  if (distils && config.teachers.empty()) {
    reader.Complain(
        "expected \"teachers\" where one of the \"stages\" is \"distil\", "
        "found "
        "none");
  }
  if (!distils && !config.teachers.empty()) {
    reader.Complain(
        "\"teachers\": expected none where no stage is \"distil\", found some");
  }
  if (distils && (config.model.choice == Choice::kHardKuma ||
                  config.model.dependent > 0)) {
    reader.Complain(
        "expected the \"choice\" \"competing\" or \"independent\" and no "
        "\"dependent\" where one of the \"stages\" is \"distil\", found "
        "others");
  }
}

Status ReadStore(const json& object, const std::string& where,
                 RationaleConfig* config) {
  ConfigReader reader(object, where);
  reader.Choice("vectors", kDtypes, &config->store_vectors);
  reader.Choice("network", kDtypes, &config->store_network);
  return reader.Finish();
}

// What a model wants of its aspects, and no rating read twice.
Status CheckAspects(const RationaleConfig& config, const std::string& name) {
  std::string problem = FindAspectProblem(config.model.aspects);
  const std::set<std::string> names(config.regress_on.begin(),
                                    config.regress_on.end());
  bool repeated = names.size() < config.regress_on.size();
  for (const RationaleAspect& aspect : config.model.aspects) {
    repeated = repeated || names.contains(aspect.name);
  }
  if (problem.empty() && repeated) {
    problem = "\"regress_on\": expected ratings that are no aspects, once each";
  }
  if (problem.empty()) return {};
  return Error{ErrorCode::kInvalidArgument, name + ": " + problem};
}

}  // namespace

Result<RationaleConfig> ReadRationaleConfig(const json& object,
                                            const std::string& name,
                                            const DataOptions& data) {
  RationaleConfig config;
  config.data = data;
  config.model.generator = {.hidden = 96, .decay = Decay::kInput};
  config.model.encoder = {.hidden = 96, .decay = Decay::kInput};

  ConfigReader reader(object, name);
  std::string task;
  reader.Text("task", &task);
  if (task != "rationale") {
    reader.Complain("expected \"task\" to be \"rationale\"");
  }
  reader.Text("train", &config.train);
  reader.Text("dev", &config.dev);
  if (const json* part = reader.Find("data"); part != nullptr) {
    reader.Merge(ReadDataOptions(*part, name + ": data", &config.data));
  }
  reader.Text("vectors", &config.vectors);
  reader.Count("words", 0, kLarge, &config.words);
  reader.Number("vector_length", 0.001, 1000, &config.vector_length);
  reader.Texts("regress_on", &config.regress_on);
  reader.Texts("teachers", &config.teachers);
  reader.Count("seed", 0, std::uint64_t{1} << 53, &config.training.seed);
  if (const json* part = reader.Find("aspects"); part != nullptr) {
    if (!part->is_array()) reader.Complain("\"aspects\": expected a list");
    for (std::size_t i = 0; part->is_array() && i < part->size(); ++i) {
      const std::string where = name + ": aspect " + std::to_string(i + 1);
      reader.Merge(ReadAspect((*part)[i], where,
                              &config.model.aspects.emplace_back(),
                              &config.training.targets.emplace_back()));
    }
  }
  const auto read_part = [&](const char* key, auto read, auto* options) {
    const json* part = reader.Find(key);
    if (part != nullptr) {
      reader.Merge(read(*part, name + ": " + key, options));
    }
  };
  RationaleOptions& model = config.model;
  reader.Flag("shared", &model.shared);
  if (const json* part = reader.Find("generator"); part != nullptr) {
    reader.Merge(ReadReader(*part, name + ": generator", &model.generator,
                            &model.generator_layers,
                            model.shared ? &model.pooling : nullptr));
  }
  if (const json* part = reader.Find("encoder"); part != nullptr) {
    RationaleOptions unused;
    RationaleOptions& own = model.shared ? unused : model;
    reader.Merge(ReadReader(*part, name + ": encoder", &own.encoder,
                            &own.encoder_layers, &own.pooling));
  }
  if (model.shared) {
    model.encoder = model.generator;
    model.encoder_layers = model.generator_layers;
  }
  ReadPoints(reader, &config.training.points);
  reader.Count("dependent", 0, 4096, &config.model.dependent);
  reader.Choice("choice", ChoiceNames(), &config.model.choice);
  ReadStages(reader, &config.training.stages);
  read_part("full_text", ReadPartStage, &config.training.full_text);
  read_part("selection", ReadSelection, &config.training.selection);
  read_part("distil", ReadPartStage, &config.training.distil);
  read_part("refit", ReadPartStage, &config.training.refit);
  read_part("store", ReadStore, &config);
  CheckDistillation(config, reader);
  if (config.model.dependent > 0 && !config.training.points.empty()) {
    reader.Complain(
        "\"points\": expected none where choices are \"dependent\", found "
        "some");
  }
  const Estimator estimator = config.training.selection.estimator;
  if (config.model.choice == Choice::kHardKuma &&
      estimator == Estimator::kReinforce) {
    reader.Complain(
        "\"choice\": expected \"competing\" or \"independent\" where the "
        "\"estimator\" is \"reinforce\", found \"hard_kuma\"");
  }
  if (estimator == Estimator::kAttention &&
      (config.model.choice != Choice::kIndependent ||
       config.model.dependent > 0)) {
    reader.Complain(
        "expected the \"choice\" \"independent\" and no \"dependent\" where "
        "the "
        "\"estimator\" is \"attention\", found others");
  }
  if (Status done = reader.Finish(); !done.ok()) return done.error();
  if (Status aspects = CheckAspects(config, name); !aspects.ok()) {
    return aspects.error();
  }
  return config;
}

ordered_json RationaleConfigToJson(const RationaleConfig& config) {
  ordered_json aspects = ordered_json::array();
  for (std::size_t a = 0; a < config.model.aspects.size(); ++a) {
    const RationaleAspect& aspect = config.model.aspects[a];
    const SelectionTarget& target = config.training.targets[a];
    aspects.push_back({{"name", aspect.name},
                       {"reported", aspect.reported},
                       {"rate", target.rate},
                       {"coherence", target.coherence},
                       {"shown_rate", target.shown_rate}});
  }
  const RationaleOptions& model = config.model;
  const auto reads = [&model](const RcnnOptions& options,
                              const std::optional<LayerSpecs>& layers,
                              bool encodes) {
    if (!layers) {
      return ordered_json{{"hidden", options.hidden},
                          {"order", options.order},
                          {"decay", NameOf(kDecays, options.decay)},
                          {"initial_decay", options.decay_value}};
    }
    ordered_json list = ordered_json::array();
    for (const Document& layer : *layers) {
      list.push_back(ordered_json(ToJson(layer)));
    }
    ordered_json json{{"layers", list}};
    if (encodes) json["pooling"] = NameOf(TextPoolingNames(), model.pooling);
    return json;
  };
  const SelectionOptions& selection = config.training.selection;
  ordered_json stages = ordered_json::array();
  for (const RationaleStage stage : config.training.stages) {
    stages.push_back(NameOf(kStages, stage));
  }
  const auto part_stage = [](const PartStageOptions& options) {
    ordered_json json;
    WriteStageOptions(options.stage, &json);
    json["dropout"] = options.dropout;
    return json;
  };
  ordered_json selection_json;
  WriteStageOptions(selection.stage, &selection_json);
  selection_json.update(
      ordered_json{{"reviews", selection.reviews},
                   {"dropout", selection.dropout},
                   {"residual_share", selection.residual_share},
                   {"residual_stretch", selection.residual_stretch},
                   {"temperature", selection.temperature},
                   {"noise_from", selection.noise_from},
                   {"noise_to", selection.noise_to},
                   {"rate_weight", selection.rate_weight},
                   {"rate_from", selection.rate_from},
                   {"coherence_ramp", selection.coherence_ramp},
                   {"decoding_cost", selection.decoding_cost},
                   {"estimator", NameOf(kEstimators, selection.estimator)},
                   {"samples", selection.samples},
                   {"baseline", NameOf(kBaselines, selection.baseline)},
                   {"control", NameOf(kControls, selection.control)},
                   {"sparsity", selection.sparsity},
                   {"multiplier_rate", selection.multiplier_rate},
                   {"multiplier_smoothing", selection.multiplier_smoothing}});
  ordered_json json = {{"task", "rationale"}};
  // Paths may come from the command line instead.
  if (!config.train.empty()) json["train"] = config.train;
  if (!config.dev.empty()) json["dev"] = config.dev;
  json["data"] = DataOptionsToJson(config.data);
  if (!config.vectors.empty()) json["vectors"] = config.vectors;
  json.update(ordered_json{
      {"words", config.words},
      {"vector_length", config.vector_length},
      {"regress_on", config.regress_on},
      {"teachers", config.teachers},
      {"seed", config.training.seed},
      {"aspects", aspects},
      {"points", config.training.points},
      {"choice", NameOf(ChoiceNames(), config.model.choice)},
      {"generator",
       reads(model.generator, model.generator_layers, model.shared)},
      {"shared", config.model.shared},
      {"dependent", config.model.dependent},
      {"encoder", reads(model.encoder, model.encoder_layers, true)},
      {"stages", stages},
      {"full_text", part_stage(config.training.full_text)},
      {"selection", selection_json},
      {"distil", part_stage(config.training.distil)},
      {"refit", part_stage(config.training.refit)},
      {"store",
       {{"vectors", NameOf(kDtypes, config.store_vectors)},
        {"network", NameOf(kDtypes, config.store_network)}}}});
  return json;
}

}  // namespace whylight
