#include "core/systems/rationale/system.h"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/format/fields.h"
#include "core/format/span_json.h"
#include "core/systems/rationale/explainer.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
constexpr double kMostListed = 1000;
constexpr double kMostPoints = 1e6;
constexpr char kAspectHelp[] =
    "Aspect whose rating is explained; required where the model has several.";
constexpr char kPointHelp[] =
    "Operating point, counted from 0, from short rationales to long ones; by "
    "default the shipped one.";

ordered_json NumbersToJson(const std::vector<SpanNumber>& words,
                           const char* name) {
  ordered_json list = ordered_json::array();
  for (const SpanNumber& word : words) {
    list.push_back(SpanToJson(word.span));
    list.back()[name] = word.number;
  }
  return list;
}

// Which rating is asked about.
struct AskedRating {
  std::string aspect;
  PointIndex point;
};

const Fields<AskedRating>& AskedRatingFields() {
  static const auto fields =
      Fields<AskedRating>()
          .Text("aspect", &AskedRating::aspect, kAspectHelp)
          .Count("point", &AskedRating::point, {0, kMostPoints}, kPointHelp);
  return fields;
}

// And of which words.
struct AskedWords {
  AskedRating about;
  WordsRead read = WordsRead::kRationale;
};

const Fields<AskedWords>& AskedWordsFields() {
  static const Names<WordsRead> names = {{"rationale", WordsRead::kRationale},
                                         {"all", WordsRead::kAll}};
  static const auto fields =
      Fields<AskedWords>()
          .Include(&AskedWords::about, AskedRatingFields())
          .Choice(
              "read", &AskedWords::read, names,
              "Words that the encoder reads: those of the rationale, or all.");
  return fields;
}

struct NgramOptions {
  AskedWords words;
  std::size_t top = 10;

  const AskedRating& about() const { return words.about; }
};

const Fields<NgramOptions>& NgramFields() {
  static const auto fields =
      Fields<NgramOptions>()
          .Include(&NgramOptions::words, AskedWordsFields())
          .Count("top", &NgramOptions::top, {1, kMostListed},
                 "Number of n-grams to list.");
  return fields;
}

struct StateOptions {
  AskedWords words;

  const AskedRating& about() const { return words.about; }
};

const Fields<StateOptions>& StateFields() {
  static const auto fields =
      Fields<StateOptions>().Include(&StateOptions::words, AskedWordsFields());
  return fields;
}

ordered_json NgramsToJson(const RatingNgrams& value) {
  ordered_json ngrams = ordered_json::array();
  for (const SpanNgram& ngram : value.ngrams) {
    ngrams.push_back({{"spans", SpansToJson(ngram.words)},
                      {"contribution", ngram.contribution}});
  }
  return {{"rating", value.rating},
          {"logit", value.completeness.logit},
          {"sum", value.completeness.ngrams},
          {"bias", value.completeness.bias},
          {"residual", value.completeness.residual},
          {"error", value.completeness.error()},
          {"window", value.window},
          {"ngrams", std::move(ngrams)},
          {"words", NumbersToJson(value.words, "contribution")}};
}

Begun<ordered_json> Ngrams(const RationaleExplainer& explainer,
                           std::size_t aspect, const NgramOptions& options) {
  return Then(explainer.BeginNgrams(aspect, options.words.read, options.top),
              NgramsToJson);
}

Begun<ordered_json> Curve(const RationaleExplainer& explainer,
                          std::size_t aspect, const StateOptions& options) {
  const Result<RatingCurve> found = explainer.Curve(aspect, options.words.read);
  if (!found.ok()) return found.error();
  return AtOnce<ordered_json>(
      ordered_json{{"rating", found.value().rating},
                   {"logit", found.value().logit},
                   {"meanLogit", found.value().mean_logit},
                   {"words", NumbersToJson(found.value().words, "rating")}});
}

Begun<ordered_json> Gates(const RationaleExplainer& explainer,
                          std::size_t aspect, const StateOptions& options) {
  const Result<RatingGates> found = explainer.Gates(aspect, options.words.read);
  if (!found.ok()) return found.error();
  const auto profile = [](const GateProfile& gates, std::size_t w) {
    return ordered_json{{"mean", gates.mean[w]},
                        {"max", gates.max[w]},
                        {"memory", gates.memory[w]}};
  };
  ordered_json words = ordered_json::array();
  for (std::size_t w = 0; w < found.value().words.size(); ++w) {
    words.push_back(SpanToJson(found.value().words[w]));
    words.back()["forward"] = profile(found.value().forward, w);
    words.back()["backward"] = profile(found.value().backward, w);
  }
  return AtOnce<ordered_json>(ordered_json{{"words", std::move(words)}});
}

struct SelectionOptions {
  AskedRating asked;
  FaithfulnessOptions measured;

  const AskedRating& about() const { return asked; }
};

Status ReadSelection(const json& list, const std::string& where,
                     SelectionOptions* options) {
  static const auto fields =
      Fields<Span>()
          .Count("start", &Span::start, {0, UINT32_MAX}, "Its first unit.")
          .Count("end", &Span::end, {0, UINT32_MAX}, "The unit after it.")
          .Check([](const Span& span) -> std::string {
            if (span.end > span.start) return {};
            return "expected \"end\" after \"start\"";
          });
  if (!list.is_array()) {
    return ExpectedField("faithfulness", "selection", "a list of spans", list);
  }
  std::vector<Span>& spans = options->measured.selection.emplace();
  for (const json& entry : list) {
    Span span{};
    Status read = fields.Read(
        entry, where + "[" + std::to_string(spans.size()) + "]", &span);
    if (!read.ok()) return read;
    spans.push_back(span);
  }
  return {};
}

const Fields<SelectionOptions>& SelectionFields() {
  const auto measured = [](auto member) {
    return [member](SelectionOptions & options) -> auto& {
      return options.measured.*member;
    };
  };
  static const auto fields =
      Fields<SelectionOptions>()
          .Include(&SelectionOptions::asked, AskedRatingFields())
          .Other(
              "selection", "readonly Span[]", ReadSelection,
              [](const SelectionOptions&) { return ordered_json(); },
              "The selected words, as spans; by default those of the "
              "rationale.")
          .Numbers("bins", measured(&FaithfulnessOptions::bins), {0, 1},
                   "Fractions of the words, above 0, for the AOPC curves.")
          .Flag("leaveOneOut", measured(&FaithfulnessOptions::leave_one_out),
                "Also rate the text without each word in turn.");
  return fields;
}

ordered_json FaithfulnessToJson(const RatingFaithfulness& found,
                                const FaithfulnessOptions& options) {
  const Faithfulness& scores = found.scores;
  const AopcCurves& aopc = found.aopc;
  ordered_json curve = ordered_json::array();
  for (std::size_t i = 0; i < aopc.selected.size(); ++i) {
    curve.push_back({{"fraction", options.bins[i]},
                     {"words", aopc.selected[i]},
                     {"sufficiency", aopc.sufficiency[i]},
                     {"comprehensiveness", aopc.comprehensiveness[i]}});
  }
  ordered_json answer{{"full", scores.full},
                      {"selection", scores.selection},
                      {"complement", scores.complement},
                      {"sufficiency", scores.sufficiency()},
                      {"comprehensiveness", scores.comprehensiveness()},
                      {"aopc",
                       {{"sufficiency", aopc.mean_sufficiency},
                        {"comprehensiveness", aopc.mean_comprehensiveness},
                        {"bins", std::move(curve)}}}};
  if (options.leave_one_out) {
    answer["words"] = NumbersToJson(found.leave_one_out, "difference");
  }
  return answer;
}

Begun<ordered_json> MeasureSelection(const RationaleExplainer& explainer,
                                     std::size_t aspect,
                                     const SelectionOptions& asked) {
  return Then(explainer.BeginMeasuring(aspect, asked.measured),
              [options = asked.measured](const RatingFaithfulness& found) {
                return FaithfulnessToJson(found, options);
              });
}

// The one of the request's name; not needed where there is only one.
Result<std::size_t> FindAspect(const RationaleAnswers& model,
                               const Request& request,
                               const std::string& name) {
  const std::vector<std::string>& aspects = model.aspects();
  if (name.empty() && aspects.size() == 1) return std::size_t{0};
  return FindName(request, "aspect", name, aspects);
}

// The answer of `kAnswer` on the rating of an aspect at an operating point.
template <typename Options, auto kAnswer>
Begun<Answer> AnswerAboutRating(RationaleAnswers& model, const Request& request,
                                const Options& options) {
  const AskedRating& about = options.about();
  const Result<std::size_t> aspect = FindAspect(model, request, about.aspect);
  if (!aspect.ok()) return aspect.error();
  const Result<const RationaleModel*> whole = model.Whole();
  if (!whole.ok()) return whole.error();
  const auto read = [model = whole.value(), point = about.point,
                     text = std::string(request.texts.front())] {
    return RationaleExplainer::Make(*model, text, point);
  };
  const auto answer = [aspect = aspect.value(),
                       options](const RationaleExplainer& explainer) {
    return kAnswer(explainer, aspect, options);
  };
  const auto with_aspect =
      [name = model.aspects()[aspect.value()]](const ordered_json& found) {
        ordered_json all{{"aspect", name}};
        all.update(found);
        return Answer{std::move(all)};
      };
  return Then(After(Later(read), answer), with_aspect);
}

struct MatchOptions {
  StringKernelOptions kernel = {.weighting = GapWeighting::kSpan};
  std::size_t top = 10;
};

const Fields<MatchOptions>& MatchFields() {
  static const Names<Mapping> mappings = {
      {"additive", Mapping::kAdditive},
      {"multiplicative", Mapping::kMultiplicative}};
  static const Names<GapWeighting> weightings = {{"span", GapWeighting::kSpan},
                                                 {"end", GapWeighting::kToEnd}};
  const auto kernel = [](auto member) {
    return [member](MatchOptions & options) -> auto& {
      return options.kernel.*member;
    };
  };
  static const auto fields =
      Fields<MatchOptions>()
          .Count("order", kernel(&StringKernelOptions::order), {1, kMaxOrder},
                 "Number of words in an n-gram.")
          .Number("decay", kernel(&StringKernelOptions::decay), {0, 1},
                  "Decay for each skipped word, below 1.")
          .Choice("mapping", kernel(&StringKernelOptions::mapping), mappings,
                  "How the similarities of words are combined.")
          .Choice("weighting", kernel(&StringKernelOptions::weighting),
                  weightings,
                  "Whether skipped words count within the n-gram or up to the "
                  "end of the text.")
          .Flag("normalized", kernel(&StringKernelOptions::normalized),
                "Divide by the weight of all n-grams of the texts.")
          .Count("top", &MatchOptions::top, {1, kMostListed},
                 "Number of matches to list.");
  return fields;
}

ordered_json MatchesToJson(const TextMatches& found) {
  ordered_json matches = ordered_json::array();
  for (const SpanMatch& match : found.matches) {
    matches.push_back({{"x", SpansToJson(match.x)},
                       {"y", SpansToJson(match.y)},
                       {"similarities", match.similarities},
                       {"contribution", match.contribution},
                       {"share", match.share}});
  }
  return {{"kernel", found.kernel}, {"matches", std::move(matches)}};
}

Begun<Answer> AnswerMatch(RationaleAnswers& model, const Request& request,
                          const MatchOptions& options) {
  const Result<const RationaleModel*> whole = model.Whole();
  if (!whole.ok()) return whole.error();
  return Then(
      BeginMatchingTexts(*whole.value(), request.texts[0], request.texts[1],
                         options.kernel, options.top),
      [](const TextMatches& found) { return Answer{MatchesToJson(found)}; });
}

struct ExplainOptions {
  PointIndex point;
};

const Fields<ExplainOptions>& ExplainFields() {
  static const auto fields = Fields<ExplainOptions>().Count(
      "point", &ExplainOptions::point, {0, kMostPoints}, kPointHelp);
  return fields;
}

Result<Answer> AnswerExplain(RationaleAnswers& model, const Request& request,
                             const ExplainOptions& options) {
  const Result<RationaleExplanation> explanation =
      model.Explain(request.texts.front(), options.point);
  if (!explanation.ok()) return explanation.error();
  return Answer{ExplanationToJson(model.options(), explanation.value())};
}

std::vector<Question> MakeQuestions() {
  return {
      Answered<AnswerExplain, ExplainFields>(
          {.name = "explain",
           .summary = "Ratings and the words they rest on",
           .repeats_text = true}),
      Answered<AnswerAboutRating<NgramOptions, Ngrams>, NgramFields>(
          {.name = "ngrams",
           .summary = "A rating's logit as a sum over skip n-grams"}),
      Answered<AnswerAboutRating<StateOptions, Curve>, StateFields>(
          {.name = "curve",
           .summary = "The rating after each word, as the encoder reads on"}),
      Answered<AnswerAboutRating<StateOptions, Gates>, StateFields>(
          {.name = "gates",
           .summary = "How far the encoder's gates open at each word"}),
      Answered<AnswerAboutRating<SelectionOptions, MeasureSelection>,
               SelectionFields>(
          {.name = "faithfulness",
           .summary = "Whether a rating rests on the selected words",
           .flags = {{"selection", "select"}}}),
      Answered<AnswerMatch, MatchFields>(
          {.name = "match",
           .summary = "Which skip n-grams of two texts match",
           .inputs = Inputs::kTwoTexts}),
  };
}

// Answers everything from the graph.
class GraphAnswers final : public RationaleAnswers {
 public:
  explicit GraphAnswers(std::shared_ptr<const RationaleModel> model)
      : model_(std::move(model)) {}

  template <LayerMaker kMake>
  static Result<std::unique_ptr<Model>> Load(ModelFiles files) {
    Result<RationaleModel> loaded =
        RationaleModel::Load(std::move(files), kMake);
    if (!loaded.ok()) return loaded.error();
    return std::unique_ptr<Model>(std::make_unique<GraphAnswers>(
        std::make_shared<const RationaleModel>(std::move(loaded).value())));
  }

  Result<RationaleExplanation> Explain(std::string_view utf8,
                                       PointIndex point) override {
    return model_->Explain(utf8, graph_, point);
  }
  const std::vector<std::string>& aspects() const override {
    return model_->aspects();
  }
  const RationaleOptions& options() const override { return model_->options(); }
  Result<const RationaleModel*> Whole() override { return model_.get(); }
  Result<std::unique_ptr<Model>> ForAnotherThread() const override {
    return std::unique_ptr<Model>(std::make_unique<GraphAnswers>(model_));
  }

 private:
  std::shared_ptr<const RationaleModel> model_;
  Graph graph_{Graph::Mode::kInference};
};

}  // namespace

ordered_json RationaleAnswers::About() const {
  ordered_json described = ordered_json::array();
  for (const OperatingPoint& point : options().points) {
    ordered_json errors = ordered_json::object();
    for (std::size_t a = 0; a < aspects().size(); ++a) {
      errors[aspects()[a]] = point.errors[a];
    }
    described.push_back({{"rate", point.rate}, {"errors", std::move(errors)}});
  }
  ordered_json labels = ordered_json::object();
  for (const RationaleAspect& aspect : options().aspects) {
    if (!aspect.reported || aspect.labels.empty()) continue;
    labels[aspect.name] = aspect.labels;
  }
  return {{"aspects", aspects()},
          {"points", std::move(described)},
          {"labels", std::move(labels)}};
}

ordered_json ExplanationToJson(const RationaleOptions& options,
                               const RationaleExplanation& explanation) {
  const auto or_null = [](const std::optional<Real>& number) {
    return number ? ordered_json(*number) : ordered_json();
  };
  const std::vector<std::string> aspects = ReportedNames(options);
  ordered_json ratings = ordered_json::object();
  ordered_json mentioned = ordered_json::object();
  ordered_json spreads = ordered_json::object();
  ordered_json priors = ordered_json::object();
  ordered_json classes = ordered_json::object();
  ordered_json rationales = ordered_json::object();
  for (std::size_t a = 0; a < aspects.size(); ++a) {
    const std::string& name = aspects[a];
    const std::optional<Real>& rating = explanation.ratings[a];
    ratings[name] = or_null(rating);
    mentioned[name] = rating.has_value();
    spreads[name] = or_null(explanation.spreads[a]);
    priors[name] = explanation.priors[a];
    rationales[name] = SpansToJson(explanation.rationales[a]);
    if (options.aspects[a].labels.empty()) continue;
    classes[name] = nullptr;
    if (!rating) continue;
    const LabelChoice label = LabelOf(options.aspects[a], *rating);
    classes[name] = {{"name", label.name}, {"probability", label.probability}};
  }
  ordered_json tokens = ordered_json::array();
  for (std::size_t t = 0; t < explanation.words.size(); ++t) {
    const auto row = static_cast<Index>(t);
    ordered_json probability = ordered_json::object();
    ordered_json selected = ordered_json::object();
    for (std::size_t a = 0; a < aspects.size(); ++a) {
      const auto column = static_cast<Index>(a);
      probability[aspects[a]] = explanation.probability(row, column);
      selected[aspects[a]] = explanation.selected(row, column) != 0;
    }
    ordered_json& token = tokens.emplace_back(SpanToJson(explanation.words[t]));
    token["probability"] = std::move(probability);
    token["selected"] = std::move(selected);
  }
  return {{"inDomain", explanation.in_domain},
          {"domain", or_null(explanation.domain)},
          {"known", explanation.known},
          {"ratings", std::move(ratings)},
          {"mentioned", std::move(mentioned)},
          {"spreads", std::move(spreads)},
          {"priors", std::move(priors)},
          {"classes", std::move(classes)},
          {"tokens", std::move(tokens)},
          {"rationales", std::move(rationales)}};
}

const System& RationaleSystem() {
  static const System system = {"rationale", "a model with rationales",
                                GraphAnswers::Load<MakeLayer>, MakeQuestions()};
  return system;
}

const System& RcnnRationaleSystem() {
  static const System system = {"rationale", "a model with rationales",
                                GraphAnswers::Load<RefuseLayer>,
                                MakeQuestions()};
  return system;
}

}  // namespace whylight
