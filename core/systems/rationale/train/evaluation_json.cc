#include <utility>

#include "core/systems/rationale/train/evaluation.h"

namespace whylight {

namespace {

// The mean of shares of errors that there would be without a model; null where
// there would be none.
class RelativeError {
 public:
  void Add(double error, double whole) {
    if (!(whole > 0)) return;
    sum_ += error / whole;
    ++count_;
  }
  nlohmann::ordered_json mean() const {
    return count_ > 0 ? nlohmann::ordered_json(sum_ / count_)
                      : nlohmann::ordered_json();
  }

 private:
  double sum_ = 0;
  int count_ = 0;
};

}  // namespace

nlohmann::ordered_json EvaluationToJson(const RationaleEvaluation& evaluation) {
  nlohmann::ordered_json aspects = nlohmann::ordered_json::object();
  RelativeError relative;
  RelativeError relative_all;
  for (const AspectEvaluation& one : evaluation.aspects) {
    relative.Add(one.mse_rationale, one.mse_mean);
    relative_all.Add(one.mse_all_words, one.mse_mean);
    nlohmann::ordered_json& json = aspects[one.aspect];
    json = {{"selected", one.selected},
            {"selected_macro", one.selected_macro},
            {"mse_rationale", one.mse_rationale},
            {"mse_all_words", one.mse_all_words},
            {"mse_mean", one.mse_mean},
            {"mse_random_spans", one.mse_random_spans},
            {"mean_run", one.mean_run},
            {"mean_run_macro", one.mean_run_macro},
            {"clean_edges", one.clean_edges},
            {"clean_edges_random_spans", one.clean_edges_random_spans},
            {"spans_per_review", one.spans_per_review},
            {"reviews_with_spans", one.reviews_with_spans}};
    if (one.n != evaluation.n) json["n"] = one.n;
    if (one.has_keywords) {
      json["keyword_spans"] = one.keyword_spans;
      json["keyword_random_spans"] = one.keyword_random_spans;
    }
    if (evaluation.brief) continue;
    const auto add_keywords =
        [&json](const char* name,
                const std::optional<KeywordAgreement>& keywords) {
          if (!keywords) return;
          json[name] = {{"precision", keywords->precision},
                        {"recall", keywords->recall},
                        {"kappa", keywords->kappa}};
        };
    add_keywords("keywords", one.keywords);
    add_keywords("keywords_random_spans", one.keywords_random_spans);
    add_keywords("keywords_random_words", one.keywords_random_words);
    if (one.mentioned) json["mentioned"] = *one.mentioned;
    if (one.spread) {
      json["spread"] = {{"n", one.spread->n},
                        {"mean", one.spread->mean},
                        {"within_one", one.spread->within_one},
                        {"within_two", one.spread->within_two}};
    }
    if (one.labels) {
      json["labels"] = {
          {"n", one.labels->n},
          {"accuracy", one.labels->accuracy},
          {"calibration", CalibrationToJson(one.labels->calibration)}};
    }
    if (one.own) json["own"] = OwnPartToJson(*one.own);
    json["mse_complement"] = one.mse_complement;
    const auto add = [&json](const char* name,
                             const std::optional<double>& figure) {
      if (figure) json[name] = *figure;
    };
    add("mse_full_text", one.mse_full_text);
    add("kept", one.kept);
    add("accuracy", one.accuracy);
    add("accuracy_all_words", one.accuracy_all_words);
    const auto add_finds = [&json](const char* name,
                                   const std::optional<Finds>& finds) {
      if (finds) json[name] = CountedFindsToJson(*finds);
    };
    add_finds("second_label", one.second_label);
    add_finds("second_label_all_words", one.second_label_all_words);
    add_finds("second_label_full_text", one.second_label_full_text);
    json["sufficiency"] = one.sufficiency;
    json["comprehensiveness"] = one.comprehensiveness;
    json["punctuation"] = one.punctuation;
    nlohmann::ordered_json& frequent = json["frequent"];
    frequent = nlohmann::ordered_json::object();
    for (const SelectedWord& word : one.frequent) {
      frequent[word.word] = word.times;
    }
    json["positions"] = one.positions;
    nlohmann::ordered_json& overlap = json["overlap"];
    overlap = nlohmann::ordered_json::object();
    for (const auto& [aspect, share] : one.overlap) overlap[aspect] = share;
    const auto add_gold = [&json](const char* name,
                                  const std::optional<GoldAgreement>& gold) {
      if (!gold) return;
      json[name] = {{"all", AgreementToJson(gold->all)},
                    {"marked", AgreementToJson(gold->marked)}};
    };
    add_gold("gold", one.gold);
    add_gold("gold_random_spans", one.gold_random_spans);
    json["alarms"] = one.alarms;
  }
  nlohmann::ordered_json json = {
      {"n", evaluation.n},
      {"relative_error", relative.mean()},
      {"relative_error_all_words", relative_all.mean()},
      {"clean_edges", evaluation.clean_edges}};
  if (evaluation.in_domain) json["in_domain"] = *evaluation.in_domain;
  json["aspects"] = std::move(aspects);
  return json;
}

}  // namespace whylight
