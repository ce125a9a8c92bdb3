#include "core/systems/rationale/train/config.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "core/base/first_characters.h"
#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/layers/check_size.h"
#include "core/model/limits.h"
#include "core/systems/rationale/train/english_boundaries.h"
#include "core/training/data/data_config.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

const Names<Estimator> kEstimators = {{"gradient", Estimator::kGradient},
                                      {"reinforce", Estimator::kReinforce},
                                      {"attention", Estimator::kAttention}};
const Names<Baseline> kBaselines = {
    {"none", Baseline::kNone},
    {"moving_average", Baseline::kMovingAverage},
    {"self_critical", Baseline::kSelfCritical},
    {"leave_one_out", Baseline::kLeaveOneOut}};
const Names<SelectionControl> kControls = {
    {"target_rate", SelectionControl::kTargetRate},
    {"fixed", SelectionControl::kFixed},
    {"lagrangian", SelectionControl::kLagrangian}};
const Names<RationaleStage> kStages = {
    {"full_text", RationaleStage::kFullText},
    {"selection", RationaleStage::kSelection},
    {"distil", RationaleStage::kDistil},
    {"refit", RationaleStage::kRefit}};

// An aspect of the model, and how its selection is steered.
struct AspectConfig {
  RationaleAspect aspect;
  SelectionTarget target;
};

const Fields<AspectConfig>& AspectFields() {
  const auto aspect = [](auto member) {
    return [member](AspectConfig & config) -> auto& {
      return config.aspect.*member;
    };
  };
  const auto target = [](auto member) {
    return [member](AspectConfig & config) -> auto& {
      return config.target.*member;
    };
  };
  static const auto fields =
      Fields<AspectConfig>("An aspect.")
          .Text("name", aspect(&RationaleAspect::name),
                "Name of the aspect, a key of the ratings in the data.")
          .Required()
          .Texts("labels", aspect(&RationaleAspect::labels),
                 "Two names, where ratings are 0 or 1: the rating is the "
                 "probability of the second.")
          .Flag("reported", aspect(&RationaleAspect::reported),
                "Whether the aspect is reported; if not, it only competes for "
                "words. Reported aspects come first.")
          .Number("rate", target(&SelectionTarget::rate), {0.001, 0.999},
                  "Target share of selected words in training.")
          .Number("coherence", target(&SelectionTarget::coherence), {0, 1000},
                  "Weight of the penalty on changes between selected and "
                  "unselected words.")
          .Number("shown_rate", target(&SelectionTarget::shown_rate),
                  {0.001, 0.999}, "Share of dev's words that decoding selects.")
          .Check([](const AspectConfig& config) -> std::string {
            const std::vector<std::string>& labels = config.aspect.labels;
            if (labels.empty()) return {};
            if (labels.size() == 2 && labels[0] != labels[1]) return {};
            return "expected \"labels\" to be two names";
          });
  return fields;
}

Status ReadAspects(const json& list, const std::string& where,
                   RationaleConfig* config) {
  if (!list.is_array()) {
    return Invalid(where + ": expected a list, found " +
                   FirstCharacters(DumpJson(list)));
  }
  config->model.aspects.clear();
  config->training.targets.clear();
  for (std::size_t i = 0; i < list.size(); ++i) {
    AspectConfig one;
    Status read = AspectFields().Read(
        list[i], where + "[" + std::to_string(i) + "]", &one);
    if (!read.ok()) return read;
    config->model.aspects.push_back(std::move(one.aspect));
    config->training.targets.push_back(one.target);
  }
  return {};
}

ordered_json WriteAspects(const RationaleConfig& config) {
  ordered_json list = ordered_json::array();
  for (std::size_t a = 0; a < config.model.aspects.size(); ++a) {
    list.push_back(AspectFields().Write(
        {config.model.aspects[a], config.training.targets[a]}));
  }
  return list;
}

// The decays that the engine for pages reads.
const Fields<RcnnOptions>& ReaderDecayFields() {
  static const Names<Decay> decays = {{"x", Decay::kInput},
                                      {"xh", Decay::kInputAndState}};
  static const auto fields =
      Fields<RcnnOptions>("What λ depends on, and where it starts.")
          .Choice("type", &RcnnOptions::decay, decays,
                  "What the decay depends on: the word, or the word and the "
                  "state before.")
          .Number("value", &RcnnOptions::decay_value, {0.01, 0.99},
                  "Value at the start of training.");
  return fields;
}

// Configs of before have the type alone in place of the decay.
Status ReadDecay(const json& value, const std::string& where,
                 RcnnOptions* rcnn) {
  return ReaderDecayFields().Read(
      value.is_string() ? json{{"type", value}} : value, where, rcnn);
}

// The reader of a text: an RCNN in both directions, or layers.
struct TextReaderSpec {
  RcnnOptions rcnn;
  std::optional<LayerSpecs> layers;
  std::optional<TextPooling> pooling;
};

const Fields<TextReaderSpec>& TextReaderFields() {
  using Spec = TextReaderSpec;
  const auto of_rcnn = [](auto member) {
    return [member](Spec & spec) -> auto& { return spec.rcnn.*member; };
  };
  static const auto is_rcnn = [](const Spec& spec) { return !spec.layers; };
  static const auto fields =
      Fields<Spec>("An RCNN that reads in both directions, or any layers.")
          .Named("text-reader")
          .Fixed("type", "rcnn", "An RCNN.")
          .Optional()
          .WrittenIf(is_rcnn)
          .Count("order", of_rcnn(&RcnnOptions::order), {1, kMaxOrder},
                 "Number of words in an n-gram of the RCNN.")
          .WrittenIf(is_rcnn)
          .Other(
              "decay", "DecaySpec",
              [](const json& value, const std::string& where, Spec* spec) {
                return ReadDecay(value, where, &spec->rcnn);
              },
              [](const Spec& spec) {
                return ReaderDecayFields().Write(spec.rcnn);
              },
              "The decay of the RCNN.")
          .Of(ReaderDecayFields())
          .WrittenIf(is_rcnn)
          .Number("initial_decay", of_rcnn(&RcnnOptions::decay_value),
                  {0.01, 0.99}, "The value of the decay.")
          .Old()
          .Count("hidden", of_rcnn(&RcnnOptions::hidden), {1, kMaxWidth},
                 "Width of the RCNN in each direction.")
          .WrittenIf(is_rcnn)
          .Other(
              "layers", "LayerSpec[]",
              [](const json& list, const std::string& where,
                 Spec* spec) -> Status {
                if (!list.is_array() || list.size() > kMaxListedLayers) {
                  return Invalid(
                      where + ": expected a list of at most " +
                      std::to_string(kMaxListedLayers) + " layers, found " +
                      (list.is_array() ? std::to_string(list.size())
                                       : FirstCharacters(DumpJson(list))));
                }
                spec->layers.emplace();
                for (const json& layer : list) {
                  spec->layers->push_back(ToDocument(layer));
                }
                return {};
              },
              [](const Spec& spec) {
                if (!spec.layers) return ordered_json();
                ordered_json list = ordered_json::array();
                for (const Document& layer : *spec.layers) {
                  list.push_back(ordered_json(ToJson(layer)));
                }
                return list;
              },
              "Layers in place of the RCNN, each with its width as `hidden`.")
          .Choice("pooling", &Spec::pooling, TextPoolingNames(),
                  "How an encoder of layers pools the vectors of the words.")
          .When("there are layers, and they encode");
  return fields;
}

// The options that an RCNN has, or those that layers have.
Status ReadTextReader(const json& object, const std::string& where,
                      bool encodes, RcnnOptions* rcnn,
                      std::optional<LayerSpecs>* layers, TextPooling* pooling) {
  TextReaderSpec spec{*rcnn, *layers, std::nullopt};
  Status read = TextReaderFields().Read(object, where, &spec);
  if (!read.ok()) return read;
  for (const auto& [key, value] : object.items()) {
    const bool of_layers = key == "layers" || (encodes && key == "pooling");
    if (of_layers == spec.layers.has_value()) continue;
    return Invalid(where + ": unknown key " + Quote(key) +
                   ", expected one of: " +
                   (spec.layers ? (encodes ? "layers, pooling" : "layers")
                                : "decay, hidden, layers, order, type"));
  }
  *rcnn = spec.rcnn;
  *layers = spec.layers;
  if (spec.pooling) *pooling = *spec.pooling;
  return {};
}

ordered_json WriteTextReader(const RationaleOptions& model, bool encodes,
                             const RcnnOptions& rcnn,
                             const std::optional<LayerSpecs>& layers) {
  TextReaderSpec spec{rcnn, layers, std::nullopt};
  if (layers && encodes) spec.pooling = model.pooling;
  return TextReaderFields().Write(spec);
}

const Fields<SelectionOptions>& SelectionFields() {
  using Selection = SelectionOptions;
  static const auto fields =
      Fields<Selection>("The generator and the encoder together.")
          .Include(&Selection::stage, StageFields())
          .Count("reviews", &Selection::reviews, {0, 1e9},
                 "Number of reviews to learn from, those whose ratings "
                 "disagree most; 0: all.")
          .Number("dropout", &Selection::dropout, {0, 0.95},
                  "Dropout rate of the elements of word vectors.")
          .Number("residual_share", &Selection::residual_share, {0, 1},
                  "Share of the part predicted by the other ratings that is "
                  "subtracted from a rating.")
          .Number("residual_stretch", &Selection::residual_stretch, {0.01, 100},
                  "Factor by which the remainder is multiplied.")
          .Number("temperature", &Selection::temperature, {0.01, 100},
                  "Temperature of the Gumbel softmax and sigmoid.")
          .Number("noise_from", &Selection::noise_from, {0, 100},
                  "Scale of the Gumbel noise in the first 30 % of the steps.")
          .Number("noise_to", &Selection::noise_to, {0, 100},
                  "Scale of the Gumbel noise in the last 10 % of the steps.")
          .Number("rate_weight", &Selection::rate_weight, {0, 1000},
                  "Weight of the penalty |rate - target|.")
          .When("control is target_rate or lagrangian")
          .Number("rate_from", &Selection::rate_from, {0.001, 0.999},
                  "Target rate at the start; each aspect reaches its own "
                  "halfway through.")
          .Number("coherence_ramp", &Selection::coherence_ramp, {0, 1},
                  "Share of the steps over which the weight of coherence grows "
                  "from 0.")
          .When("control is not fixed")
          .Number(
              "decoding_cost", &Selection::decoding_cost, {0, 100},
              "Cost of a change between selected and unselected words in "
              "decoding, in standard deviations of an aspect's scores on dev.")
          .Choice("estimator", &Selection::estimator, kEstimators,
                  "How the generator learns: by gradients through relaxed "
                  "selections, from samples (REINFORCE), or as attention.")
          .Count("samples", &Selection::samples, {1, 64},
                 "Number of selections sampled per text and step.")
          .Choice("baseline", &Selection::baseline, kBaselines,
                  "Baseline that is subtracted from the cost of a sample.")
          .When("estimator is reinforce")
          .Choice("control", &Selection::control, kControls,
                  "How rationales are kept short.")
          .Number("sparsity", &Selection::sparsity, {0, 1000},
                  "Weight of the penalty on selected words.")
          .When("control is fixed")
          .Number("multiplier_rate", &Selection::multiplier_rate, {0, 10},
                  "Learning rate of the multiplier.")
          .When("control is lagrangian")
          .Number("multiplier_smoothing", &Selection::multiplier_smoothing,
                  {0, 0.9999},
                  "Decay of the moving average of rates that the multiplier "
                  "follows.")
          .When("control is lagrangian")
          .Check([](const Selection& options) {
            if (options.estimator == Estimator::kReinforce &&
                options.baseline == Baseline::kLeaveOneOut &&
                options.samples < 2) {
              return std::string(
                  "expected \"samples\" of at least 2 where the \"baseline\" "
                  "is \"leave_one_out\", found 1");
            }
            return std::string();
          });
  return fields;
}

const Fields<PartStageOptions>& PartStageFields() {
  static const auto fields =
      Fields<PartStageOptions>("A part of the model alone, on all reviews.")
          .Include(&PartStageOptions::stage, StageFields())
          .Number("dropout", &PartStageOptions::dropout, {0, 0.95},
                  "Dropout rate of the elements of word vectors.");
  return fields;
}

const Fields<Boundaries>& BoundaryFields() {
  static const auto fields =
      Fields<Boundaries>("Where runs of selected words may start and end.")
          .Flag("whole_sentences", &Boundaries::whole_sentences,
                "Whether runs are whole sentences. Of the other keys, only "
                "`sentence_ends` then matters.")
          .Number("cut_cost", &Boundaries::cut_cost, {0, 100},
                  "Factor by which a run that starts or ends within a phrase "
                  "costs more than one that does so beside a break.")
          .Texts("sentence_ends", &Boundaries::sentence_ends,
                 "Marks that end a sentence, single or repeated: no run "
                 "contains one.")
          .Texts(
              "breaks", &Boundaries::breaks,
              "Words beside which phrases end, as they do beside punctuation.")
          .Texts("open", &Boundaries::open,
                 "Words at which, as at punctuation, no run starts or ends.")
          .Texts("negations", &Boundaries::negations,
                 "Words that negate or weaken what follows: no run starts "
                 "after one, with at most `glue` between.")
          .Texts("glue", &Boundaries::glue,
                 "Words that may stand between a negation and what it negates.")
          .From(EnglishBoundaries());
  return fields;
}

const Fields<TemplateOptions>& TemplateFields() {
  static const auto fields =
      Fields<TemplateOptions>("Texts made from templates.")
          .Texts("files", &TemplateOptions::files,
                 "Files of templates, taken together.")
          .Count("texts", &TemplateOptions::texts, {0, 1e9},
                 "Number of texts to make from them.")
          .Check([](const TemplateOptions& options) -> std::string {
            if (options.files.empty() == (options.texts == 0)) return {};
            return "expected both \"files\" and \"texts\", or neither";
          });
  return fields;
}

// The stages, in the order in which they are named; each once.
Status ReadStages(const json& list, const std::string& where,
                  RationaleConfig* config) {
  std::vector<RationaleStage> stages;
  for (const json& name : list) {
    const auto found =
        std::find_if(kStages.begin(), kStages.end(),
                     [&](const auto& stage) { return name == stage.first; });
    const bool known = list.is_array() && found != kStages.end();
    if (!known || std::count(stages.begin(), stages.end(), found->second)) {
      return Invalid(where +
                     ": expected \"full_text\", \"selection\", \"distil\" "
                     "and \"refit\", each at most once, found " +
                     DumpJson(name));
    }
    stages.push_back(found->second);
  }
  if (stages.empty()) {
    return Invalid(where + ": expected a list of at least one, found " +
                   DumpJson(list));
  }
  config->training.stages = std::move(stages);
  return {};
}

ordered_json WriteStages(const RationaleConfig& config) {
  ordered_json list = ordered_json::array();
  for (const RationaleStage stage : config.training.stages) {
    list.push_back(NameOf(kStages, stage));
  }
  return list;
}

Status ReadPoints(const json& list, const std::string& where,
                  RationaleConfig* config) {
  std::vector<double> points;
  bool rising = list.is_array() && list.size() <= kMaxPoints;
  for (std::size_t i = 0; rising && i < list.size(); ++i) {
    const json& rate = list[i];
    rising = rate.is_number() && rate > (points.empty() ? 0 : points.back()) &&
             rate < 1;
    if (rising) points.push_back(rate.get<double>());
  }
  if (!rising) {
    return Invalid(where + ": expected a list of at most " +
                   std::to_string(kMaxPoints) +
                   " rates between 0 and 1, each above the one before, found " +
                   DumpJson(list));
  }
  config->training.points = std::move(points);
  return {};
}

// Teachers, and a model that can learn from them.
std::string CheckTeachers(const RationaleConfig& config) {
  const auto& stages = config.training.stages;
  const auto has = [&stages](RationaleStage stage) {
    return std::find(stages.begin(), stages.end(), stage) != stages.end();
  };
  const bool distils = has(RationaleStage::kDistil);
  const bool taught = config.training.teacher_share > 0;
  if (taught && !has(RationaleStage::kRefit)) {
    return "\"teacher_share\": expected 0 where no stage is \"refit\", found "
           "more";
  }
  if ((distils || taught) && config.teachers.empty()) {
    return "expected \"teachers\" where one of the \"stages\" is \"distil\" or "
           "\"teacher_share\" is above 0, found none";
  }
  if (!distils && !taught && !config.teachers.empty()) {
    return "\"teachers\": expected none where no stage is \"distil\" and "
           "\"teacher_share\" is 0, found some";
  }
  if (config.training.teach_clauses &&
      (!distils || config.templates.texts == 0)) {
    return "\"teach_clauses\": expected false where no stage is \"distil\" or "
           "there are no \"templates\", found true";
  }
  if (distils && (config.model.choice == Choice::kHardKuma ||
                  config.model.dependent > 0)) {
    return "expected the \"choice\" \"competing\" or \"independent\" and no "
           "\"dependent\" where one of the \"stages\" is \"distil\", found "
           "others";
  }
  return {};
}

std::string CheckChoice(const RationaleConfig& config) {
  if (config.model.dependent > 0 && !config.training.points.empty()) {
    return "\"points\": expected none where choices are \"dependent\", found "
           "some";
  }
  if (config.model.dependent > 0 && config.model.boundaries) {
    return "\"boundaries\": expected none where choices are \"dependent\", "
           "found some";
  }
  const Estimator estimator = config.training.selection.estimator;
  if (config.model.choice == Choice::kHardKuma &&
      estimator == Estimator::kReinforce) {
    return "\"choice\": expected \"competing\" or \"independent\" where the "
           "\"estimator\" is \"reinforce\", found \"hard_kuma\"";
  }
  if (estimator == Estimator::kAttention &&
      (config.model.choice != Choice::kIndependent ||
       config.model.dependent > 0)) {
    return "expected the \"choice\" \"independent\" and no \"dependent\" where "
           "the \"estimator\" is \"attention\", found others";
  }
  return {};
}

// Aspects that a model can have, and no rating read twice.
std::string CheckAspects(const RationaleConfig& config) {
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
  return problem;
}

}  // namespace

const Fields<RationaleConfig>& RationaleFields() {
  using Config = RationaleConfig;
  const auto of_model = [](auto member) {
    return [member](Config & config) -> auto& { return config.model.*member; };
  };
  const auto of_training = [](auto member) {
    return [member](Config & config) -> auto& {
      return config.training.*member;
    };
  };
  static const auto fields =
      Fields<Config>("The config of a rationale model.")
          .Fixed("task", "rationale", "The system.")
          .Text("train", &Config::train,
                "File of rated reviews to train on, below WHYLIGHT_DATA.")
          .Text(
              "dev", &Config::dev,
              "File of rated reviews to set thresholds and report figures on.")
          .Texts("more", &Config::more,
                 "More files of rated reviews to train on, below "
                 "WHYLIGHT_DATA. A path that starts with `./` is below the "
                 "working folder.")
          .Number("sentences", &Config::sentences, {0, 10},
                  "Single sentences to train on, too: how many for each "
                  "review, on average.")
          .Part("templates", &Config::templates, TemplateFields(),
                "Texts made from templates to train on, too.")
          .Texts("outside", &Config::outside,
                 "Files of texts on other subjects or in other languages, one "
                 "per line, from which the model learns to recognise its own.")
          .Other(
              "boundaries", "Boundaries",
              [](const json& value, const std::string& where,
                 Config* config) -> Status {
                Boundaries boundaries = BoundaryFields().Start();
                Status read = BoundaryFields().Read(value, where, &boundaries);
                if (read.ok()) config->model.boundaries = std::move(boundaries);
                return read;
              },
              [](const Config& config) {
                return config.model.boundaries
                           ? BoundaryFields().Write(*config.model.boundaries)
                           : ordered_json();
              },
              "Where runs of selected words may start and end. Lists of words "
              "that are not given are those for English.")
          .Of(BoundaryFields())
          .Part("data", &Config::data, DataFields())
          .Text("vectors", &Config::vectors,
                "Word vectors: a folder that `whylight vectors` wrote, or a "
                "word2vec or GloVe file.")
          .Count("words", &Config::words, {0, 1e9},
                 "Size of the vocabulary: the most frequent words; 0: all.")
          .Flag("spelling", of_model(&RationaleOptions::spelling),
                "Whether a word that is not in the vocabulary is read as the "
                "one that it most likely misspells, and an emoji as a word "
                "that says the same.")
          .Number("vector_length", &Config::vector_length, {0.001, 1000},
                  "Mean length to which vectors are scaled.")
          .Texts(
              "regress_on", &Config::regress_on,
              "Ratings other than those of the aspects, to be regressed out.")
          .Text("start", &Config::start,
                "Folder of a model to start from: a rationale model, whose "
                "training continues with its own words, or a language model of "
                "`direction` `both`, whose layer generator and encoder start "
                "from.")
          .Texts("teachers", &Config::teachers,
                 "Folders of the models that teach this one: its generator in "
                 "the stage `distil`, its encoder in `refit`.")
          .Number("teacher_share",
                  of_training(&RationaleTraining::teacher_share), {0, 1},
                  "Share of the teachers' mean rating in the rating that "
                  "`refit` learns for a review. Above 0, single sentences are "
                  "learned from the teachers alone; texts made from templates "
                  "keep their ratings.")
          .When("there are teachers")
          .Count("seed", of_training(&RationaleTraining::seed),
                 {0, 9007199254740992}, "Seed of all random numbers.")
          .Other("aspects", "AspectConfig[]", ReadAspects, WriteAspects,
                 "The aspects.")
          .Required()
          .Of(AspectFields())
          .Other(
              "points", "number[]", ReadPoints,
              [](const Config& config) {
                return ordered_json(config.training.points);
              },
              "Share of the words that each operating point selects, in "
              "ascending order.")
          .Flag("teach_clauses", of_training(&RationaleTraining::teach_clauses),
                "Whether `distil` learns which words of texts made from "
                "templates belong to which clause. A word of a clause "
                "belongs to the aspect that the clause is about (to all, if "
                "it judges as a whole), with the probability that the "
                "teachers give it for any aspect, but at least 0.25. A word "
                "outside clauses, or of a text from `outside`, belongs to "
                "none.")
          .When("a stage is distil and there are templates")
          .Number("mention_slack",
                  of_training(&RationaleTraining::mention_slack), {0, 0.5},
                  "How much accuracy in telling whether a text made from "
                  "templates mentions an aspect may be given up, so that fewer "
                  "are said not to.")
          .Number("turn_away_cost",
                  of_training(&RationaleTraining::turn_away_cost), {0.1, 100},
                  "Cost of turning away a text of the domain, which then gets "
                  "no rating, where letting in a text from `outside` costs 1.")
          .Choice("choice", of_model(&RationaleOptions::choice), ChoiceNames(),
                  "How words are chosen: by a softmax over the aspects, by a "
                  "sigmoid for each aspect, or by HardKuma.")
          .Flag("shared", of_model(&RationaleOptions::shared),
                "Whether the encoder shares the generator's layers.")
          .Other(
              "generator", "TextReaderSpec",
              [](const json& object, const std::string& where, Config* config) {
                RationaleOptions& model = config->model;
                return ReadTextReader(object, where, model.shared,
                                      &model.generator, &model.generator_layers,
                                      &model.pooling);
              },
              [](const Config& config) {
                const RationaleOptions& model = config.model;
                return WriteTextReader(model, model.shared, model.generator,
                                       model.generator_layers);
              },
              "The layers of the generator.")
          .Of(TextReaderFields())
          .Count("dependent", of_model(&RationaleOptions::dependent),
                 {0, kMaxWidth},
                 "Width of a recurrence over earlier choices, on which each "
                 "choice depends; 0: independent choices.")
          .Other(
              "encoder", "TextReaderSpec",
              [](const json& object, const std::string& where, Config* config) {
                RationaleOptions unused = config->model;
                RationaleOptions& model =
                    config->model.shared ? unused : config->model;
                return ReadTextReader(object, where, true, &model.encoder,
                                      &model.encoder_layers, &model.pooling);
              },
              [](const Config& config) {
                const RationaleOptions& model = config.model;
                return WriteTextReader(model, true, model.encoder,
                                       model.encoder_layers);
              },
              "The layers of the encoder.")
          .Of(TextReaderFields())
          .When("the model is not shared")
          .Other("stages", "RationaleStage[]", ReadStages, WriteStages,
                 "The stages, in order: `full_text`, `selection`, `distil`, "
                 "`refit`.")
          .Part("full_text", of_training(&RationaleTraining::full_text),
                PartStageFields(), "The encoder, from all words.")
          .Part("selection", of_training(&RationaleTraining::selection),
                SelectionFields())
          .Part("distil", of_training(&RationaleTraining::distil),
                PartStageFields(), "The generator, from its teachers.")
          .Part("refit", of_training(&RationaleTraining::refit),
                PartStageFields(), "The encoder, from rationales.")
          .Part("store", &Config::store, StoreFields())
          .Check(CheckTeachers)
          .Check(CheckChoice)
          .Check(CheckAspects)
          .From([] {
            Config config;
            config.model.generator = {.hidden = 96, .decay = Decay::kInput};
            config.model.encoder = config.model.generator;
            return config;
          }());
  return fields;
}

Result<RationaleConfig> ReadRationaleConfig(const json& object,
                                            const std::string& name,
                                            const DataOptions& data) {
  RationaleConfig config = RationaleFields().Start();
  config.data = data;
  Status read = RationaleFields().Read(object, name, &config);
  if (!read.ok()) return read.error();
  RationaleOptions& model = config.model;
  if (model.shared) {
    model.encoder = model.generator;
    model.encoder_layers = model.generator_layers;
  }
  return config;
}

}  // namespace whylight
