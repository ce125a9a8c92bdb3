#include "core/systems/rationale/system.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/format/config_reader.h"
#include "core/format/json.h"
#include "core/format/span_json.h"
#include "core/systems/rationale/explainer.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using Kind = Option::Kind;

constexpr std::uint64_t kMostListed = 1000;

ordered_json NumbersToJson(const std::vector<SpanNumber>& words,
                           const char* name) {
  ordered_json list = ordered_json::array();
  for (const SpanNumber& word : words) {
    list.push_back(SpanToJson(word.span));
    list.back()[name] = word.number;
  }
  return list;
}

WordsRead ReadWordsRead(ConfigReader& reader) {
  WordsRead read = WordsRead::kRationale;
  reader.Choice<WordsRead>(
      "read", {{"rationale", WordsRead::kRationale}, {"all", WordsRead::kAll}},
      &read);
  return read;
}

// The operating point that the options name, if any. Whether the model has it
// is for the model to say.
PointIndex ReadPoint(ConfigReader& reader) {
  PointIndex point;
  reader.Count("point", 0, std::numeric_limits<std::size_t>::max(), &point);
  return point;
}

RationaleAnswers& Rationale(Model& model) {
  return static_cast<RationaleAnswers&>(model);
}

// A text whose rating is asked about, and the options still to be read.
struct RatingQuestion {
  const RationaleExplainer& explainer;
  std::size_t aspect;
  ConfigReader& reader;
};

Result<ordered_json> Ngrams(RatingQuestion& question) {
  const WordsRead read = ReadWordsRead(question.reader);
  std::size_t top = 10;
  question.reader.Count("top", 1, kMostListed, &top);
  if (Status valid = question.reader.Finish(); !valid.ok()) {
    return valid.error();
  }
  const Result<RatingNgrams> found =
      question.explainer.Ngrams(question.aspect, read, top);
  if (!found.ok()) return found.error();
  const RatingNgrams& value = found.value();
  ordered_json ngrams = ordered_json::array();
  for (const SpanNgram& ngram : value.ngrams) {
    ngrams.push_back({{"spans", SpansToJson(ngram.words)},
                      {"contribution", ngram.contribution}});
  }
  return ordered_json{{"rating", value.rating},
                      {"logit", value.completeness.logit},
                      {"sum", value.completeness.ngrams},
                      {"bias", value.completeness.bias},
                      {"residual", value.completeness.residual},
                      {"error", value.completeness.error()},
                      {"ngrams", std::move(ngrams)},
                      {"words", NumbersToJson(value.words, "contribution")}};
}

Result<ordered_json> Curve(RatingQuestion& question) {
  const WordsRead read = ReadWordsRead(question.reader);
  if (Status valid = question.reader.Finish(); !valid.ok()) {
    return valid.error();
  }
  const Result<RatingCurve> found =
      question.explainer.Curve(question.aspect, read);
  if (!found.ok()) return found.error();
  return ordered_json{{"rating", found.value().rating},
                      {"logit", found.value().logit},
                      {"meanLogit", found.value().mean_logit},
                      {"words", NumbersToJson(found.value().words, "rating")}};
}

Result<ordered_json> Gates(RatingQuestion& question) {
  const WordsRead read = ReadWordsRead(question.reader);
  if (Status valid = question.reader.Finish(); !valid.ok()) {
    return valid.error();
  }
  const Result<RatingGates> found =
      question.explainer.Gates(question.aspect, read);
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
  return ordered_json{{"words", std::move(words)}};
}

std::optional<std::vector<Span>> ReadSelection(ConfigReader& reader) {
  const json* list = reader.Find("selection");
  if (list == nullptr) return std::nullopt;
  std::vector<Span> spans;
  if (!list->is_array()) {
    reader.Complain("\"selection\": expected a list of spans");
    return spans;
  }
  for (const json& entry : *list) {
    Span span{};
    ConfigReader part(entry, "selection");
    constexpr std::uint64_t kLast = UINT32_MAX;
    part.Count("start", 0, kLast, &span.start);
    part.Count("end", 0, kLast, &span.end);
    if (span.end <= span.start) {
      part.Complain("expected \"end\" after \"start\" in every span");
    }
    reader.Merge(part.Finish());
    spans.push_back(span);
  }
  return spans;
}

Result<ordered_json> MeasureSelection(RatingQuestion& question) {
  FaithfulnessOptions options;
  options.selection = ReadSelection(question.reader);
  question.reader.Flag("leaveOneOut", &options.leave_one_out);
  if (const json* bins = question.reader.Find("bins"); bins != nullptr) {
    options.bins.clear();
    for (const json& bin : *bins) {
      if (bin.is_number()) options.bins.push_back(bin.get<double>());
    }
    if (!bins->is_array() || options.bins.size() != bins->size()) {
      question.reader.Complain("\"bins\": expected a list of numbers");
    }
  }
  if (Status valid = question.reader.Finish(); !valid.ok()) {
    return valid.error();
  }
  const Result<RatingFaithfulness> found =
      question.explainer.MeasureSelection(question.aspect, options);
  if (!found.ok()) return found.error();
  const Faithfulness& scores = found.value().scores;
  const AopcCurves& aopc = found.value().aopc;
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
    answer["words"] = NumbersToJson(found.value().leave_one_out, "difference");
  }
  return answer;
}

// The place of the aspect that is asked about.
Result<std::size_t> AskedAspect(const RationaleAnswers& model,
                                const Request& request) {
  const std::vector<std::string>& aspects = model.aspects();
  const Result<std::optional<std::size_t>> named =
      FindName(request, "aspect", aspects);
  if (!named.ok()) return named.error();
  if (named.value()) return *named.value();
  if (aspects.size() == 1) return std::size_t{0};
  std::string names;
  for (const std::string& name : aspects) {
    names.append(names.empty() ? "" : ", ").append(Quote(name));
  }
  return Error{ErrorCode::kInvalidArgument,
               std::string(request.question) +
                   ": \"aspect\": expected one of " + names + ", found none"};
}

// What `kAnswer` says of the rating of an aspect at an operating point.
template <Result<ordered_json> (*kAnswer)(RatingQuestion&)>
Result<Answer> AnswerAboutRating(Model& model, const Request& request) {
  RationaleAnswers& rationale = Rationale(model);
  ConfigReader reader(request.options, std::string(request.question));
  const Result<std::size_t> aspect = AskedAspect(rationale, request);
  if (!aspect.ok()) return aspect.error();
  reader.Find("aspect");
  const PointIndex point = ReadPoint(reader);
  const Result<const RationaleModel*> whole = rationale.Whole();
  if (!whole.ok()) return whole.error();
  const Result<RationaleExplainer> explainer =
      RationaleExplainer::Make(*whole.value(), request.texts.front(), point);
  if (!explainer.ok()) return explainer.error();
  RatingQuestion question{explainer.value(), aspect.value(), reader};
  const Result<ordered_json> answer = kAnswer(question);
  if (!answer.ok()) return answer.error();
  ordered_json all{{"aspect", rationale.aspects()[aspect.value()]}};
  all.update(answer.value());
  return Answer{std::move(all)};
}

Result<Answer> AnswerMatch(Model& model, const Request& request) {
  ConfigReader reader(request.options, std::string(request.question));
  StringKernelOptions options{.weighting = GapWeighting::kSpan};
  std::size_t top = 10;
  reader.Count("order", 1, kMaxOrder, &options.order);
  reader.Number("decay", 0, 1, &options.decay);
  reader.Choice<Mapping>("mapping",
                         {{"additive", Mapping::kAdditive},
                          {"multiplicative", Mapping::kMultiplicative}},
                         &options.mapping);
  reader.Choice<GapWeighting>(
      "weighting",
      {{"span", GapWeighting::kSpan}, {"end", GapWeighting::kToEnd}},
      &options.weighting);
  reader.Flag("normalized", &options.normalized);
  reader.Count("top", 1, kMostListed, &top);
  if (Status valid = reader.Finish(); !valid.ok()) return valid.error();
  const Result<const RationaleModel*> whole = Rationale(model).Whole();
  if (!whole.ok()) return whole.error();
  const Result<TextMatches> found = MatchTexts(*whole.value(), request.texts[0],
                                               request.texts[1], options, top);
  if (!found.ok()) return found.error();
  ordered_json matches = ordered_json::array();
  for (const SpanMatch& match : found.value().matches) {
    matches.push_back({{"x", SpansToJson(match.x)},
                       {"y", SpansToJson(match.y)},
                       {"similarities", match.similarities},
                       {"contribution", match.contribution},
                       {"share", match.share}});
  }
  return Answer{ordered_json{{"kernel", found.value().kernel},
                             {"matches", std::move(matches)}}};
}

Result<Answer> AnswerExplain(Model& model, const Request& request) {
  ConfigReader reader(request.options, std::string(request.question));
  const PointIndex point = ReadPoint(reader);
  if (Status valid = reader.Finish(); !valid.ok()) return valid.error();
  const Result<RationaleExplanation> explanation =
      Rationale(model).Explain(request.texts.front(), point);
  if (!explanation.ok()) return explanation.error();
  return Answer{
      ExplanationToJson(Rationale(model).aspects(), explanation.value())};
}

std::vector<Question> MakeQuestions() {
  const Option point{
      "point", Kind::kCount,
      "Operating point, counted from 0, from short rationales to long ones; by "
      "default as the model is shipped"};
  const Option aspect{"aspect", Kind::kName,
                      "Which rating; needed where the model has several"};
  const Option read{"read", Kind::kName,
                    "Words the encoder reads: rationale (default) or all"};
  const Option top{"top", Kind::kCount, "How many to list (10)"};
  std::vector<Question> questions;
  questions.push_back({.name = "explain",
                       .summary = "Ratings and the words they rest on",
                       .options = {point},
                       .answer = AnswerExplain,
                       .repeats_text = true});
  questions.push_back({.name = "ngrams",
                       .summary = "A rating's logit as a sum over skip n-grams",
                       .options = {aspect, point, read, top},
                       .answer = AnswerAboutRating<Ngrams>});
  questions.push_back({.name = "curve",
                       .summary = "What the encoder would rate at every word",
                       .options = {aspect, point, read},
                       .answer = AnswerAboutRating<Curve>});
  questions.push_back(
      {.name = "gates",
       .summary = "How far the encoder's gates open at every word",
       .options = {aspect, point, read},
       .answer = AnswerAboutRating<Gates>});
  questions.push_back(
      {.name = "faithfulness",
       .summary = "Whether a rating rests on the selected words",
       .options = {aspect,
                   point,
                   {"selection", Kind::kSpans,
                    "Selected words as START-END in UTF-16 units, any number "
                    "of times; the rationale if absent",
                    "select"},
                   {"bins", Kind::kNumbers,
                    "A fraction of the words for the AOPC curves, any number "
                    "of times"},
                   {"leaveOneOut", Kind::kFlag,
                    "Rate the text without each word in turn, too"}},
       .answer = AnswerAboutRating<MeasureSelection>});
  questions.push_back(
      {.name = "match",
       .summary = "Which skip n-grams of two texts match",
       .inputs = Inputs::kTwoTexts,
       .options = {{"order", Kind::kCount, "Words in an n-gram (2)"},
                   {"decay", Kind::kNumber,
                    "What a word left out costs, in [0, 1) (0.5)"},
                   {"mapping", Kind::kName,
                    "multiplicative (default) or additive: how the likeness of "
                    "words adds up"},
                   {"weighting", Kind::kName,
                    "Words left out count within the n-gram, span (default), "
                    "or up to the text's end, end"},
                   {"normalized", Kind::kFlag,
                    "Divide by what all n-grams of the texts weigh"},
                   top},
       .answer = AnswerMatch});
  return questions;
}

// Answers everything from the graph.
class GraphAnswers final : public RationaleAnswers {
 public:
  explicit GraphAnswers(std::shared_ptr<const RationaleModel> model)
      : model_(std::move(model)) {}

  template <LayerMaker kMake>
  static Result<std::unique_ptr<Model>> Load(ModelFiles files) {
    Result<RationaleModel> loaded = RationaleModel::Load(files, kMake);
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
  const std::vector<OperatingPoint>& points() const override {
    return model_->options().points;
  }
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
  for (const OperatingPoint& point : points()) {
    ordered_json errors = ordered_json::object();
    for (std::size_t a = 0; a < aspects().size(); ++a) {
      errors[aspects()[a]] = point.errors[a];
    }
    described.push_back({{"rate", point.rate}, {"errors", std::move(errors)}});
  }
  return {{"aspects", aspects()}, {"points", std::move(described)}};
}

ordered_json ExplanationToJson(const std::vector<std::string>& aspects,
                               const RationaleExplanation& explanation) {
  ordered_json ratings = ordered_json::object();
  ordered_json rationales = ordered_json::object();
  for (std::size_t a = 0; a < aspects.size(); ++a) {
    ratings[aspects[a]] = explanation.ratings[a];
    rationales[aspects[a]] = SpansToJson(explanation.rationales[a]);
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
  return {{"ratings", std::move(ratings)},
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
