#include "core/systems/rationale/train/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

#include "core/base/random.h"
#include "core/text/utf8.h"
#include "core/text/xml.h"

namespace whylight {
namespace {

// Told apart with any kind of colour vision (Okabe and Ito), and by the line.
struct Style {
  const char* colour;
  const char* line;
};
constexpr Style kStyles[] = {{"#0072b2", "solid"},  {"#d55e00", "double"},
                             {"#009e73", "dashed"}, {"#cc79a7", "dotted"},
                             {"#e69f00", "solid"},  {"#56b4e9", "double"}};
constexpr std::size_t kStyleCount = std::size(kStyles);

constexpr const char* kHead = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1rem/1.6 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; display: block; overflow-x: auto; }}
th, td {{ border: 1px solid #8888; padding: .2rem .6rem; text-align: right; }}
th:first-child, td:first-child {{ text-align: left; }}
article {{ border: 1px solid #8888; border-radius: .4rem; margin: 1rem 0; padding: .5rem 1rem; overflow-wrap: break-word; }}
article p {{ margin: .4rem 0; }}
mark {{ background: none; color: inherit; border-bottom: .25rem solid; }}
.bars {{ display: inline-flex; align-items: flex-end; height: 2rem; gap: 1px; }}
.bars span {{ width: .6rem; background: currentColor; min-height: 1px; }}
.alarm {{ border-left: .4rem solid #d55e00; padding-left: .6rem; }}
{styles}</style>
<h1>{title}</h1>
)";

std::string Percent(double share) {
  return fmt::format("{:.1f} %", 100 * share);
}

std::string Styles(std::size_t aspects) {
  std::string styles;
  for (std::size_t a = 0; a < aspects; ++a) {
    const Style& style = kStyles[a % kStyleCount];
    styles +=
        fmt::format(".a{} {{ border-color: {}; border-bottom-style: {}; }}\n",
                    a, style.colour, style.line);
  }
  return styles;
}

// A table whose first row and column are names.
class Table {
 public:
  explicit Table(const std::vector<std::string>& heads) {
    html_ = "<table>\n<tr>";
    for (const std::string& head : heads) {
      html_ += "<th scope=\"col\">" + EscapeXml(head);
    }
    html_ += "\n";
  }
  void Add(const std::string& name, const std::vector<std::string>& cells) {
    html_ += "<tr><th scope=\"row\">" + EscapeXml(name);
    for (const std::string& cell : cells) html_ += "<td>" + EscapeXml(cell);
    html_ += "\n";
  }
  std::string Html() const { return html_ + "</table>\n"; }

 private:
  std::string html_;
};

// One row per figure, one column per aspect.
class FigureTable {
 public:
  explicit FigureTable(const RationaleEvaluation& evaluation)
      : aspects_(evaluation.aspects), table_(Heads(evaluation)) {}

  // Rows that no aspect has are left out.
  template <typename Read>
  void Add(const std::string& name, const Read& read) {
    std::vector<std::string> cells;
    for (const AspectEvaluation& one : aspects_) cells.push_back(read(one));
    const bool any =
        std::any_of(cells.begin(), cells.end(),
                    [](const auto& cell) { return !cell.empty(); });
    if (any) table_.Add(name, cells);
  }
  std::string Html() const { return table_.Html(); }

 private:
  static std::vector<std::string> Heads(const RationaleEvaluation& evaluation) {
    std::vector<std::string> heads = {""};
    for (const AspectEvaluation& one : evaluation.aspects) {
      heads.push_back(one.aspect);
    }
    return heads;
  }

  const std::vector<AspectEvaluation>& aspects_;
  Table table_;
};

std::string Number(double number) { return fmt::format("{:.4f}", number); }

std::string Figures(const RationaleEvaluation& evaluation) {
  FigureTable table(evaluation);
  using One = const AspectEvaluation&;
  table.Add("words selected", [](One one) { return Percent(one.selected); });
  table.Add("words per span",
            [](One one) { return fmt::format("{:.1f}", one.mean_run); });
  table.Add("spans per review", [](One one) {
    return fmt::format("{:.2f}", one.spans_per_review);
  });
  table.Add("reviews with a span",
            [](One one) { return Percent(one.reviews_with_spans); });
  table.Add("error from the rationale",
            [](One one) { return Number(one.mse_rationale); });
  table.Add("error from all words",
            [](One one) { return Number(one.mse_all_words); });
  table.Add("error from the other words",
            [](One one) { return Number(one.mse_complement); });
  table.Add("error from random spans",
            [](One one) { return Number(one.mse_random_spans); });
  table.Add("error of the mean rating",
            [](One one) { return Number(one.mse_mean); });
  const auto maybe = [](const std::optional<double>& figure, auto format) {
    return figure ? format(*figure) : std::string();
  };
  table.Add("error of the full-text model",
            [&](One one) { return maybe(one.mse_full_text, Number); });
  table.Add("explained variance that is kept",
            [&](One one) { return maybe(one.kept, Percent); });
  table.Add("accuracy from the rationale",
            [&](One one) { return maybe(one.accuracy, Percent); });
  table.Add("accuracy from all words",
            [&](One one) { return maybe(one.accuracy_all_words, Percent); });
  const auto finds = [&](const std::string& name,
                         std::optional<Finds> AspectEvaluation::*figure) {
    table.Add(name, [&](One one) {
      const std::optional<Finds>& found = one.*figure;
      if (!found) return std::string();
      return fmt::format(
          "{} ({}, {})",
          Percent(ShareOf(2 * found->right, found->there + found->found)),
          Percent(ShareOf(found->right, found->found)),
          Percent(ShareOf(found->right, found->there)));
    });
  };
  finds("F1 of the second label (precision, recall), from the rationale",
        &AspectEvaluation::second_label);
  finds("the same from all words", &AspectEvaluation::second_label_all_words);
  finds("the same of the full-text model",
        &AspectEvaluation::second_label_full_text);
  table.Add("sufficiency (small is good)",
            [](One one) { return Number(one.sufficiency); });
  table.Add("comprehensiveness (large is good)",
            [](One one) { return Number(one.comprehensiveness); });
  table.Add("spans with a keyword", [](One one) {
    return one.has_keywords ? Percent(one.keyword_spans) : std::string();
  });
  table.Add("random spans with a keyword", [](One one) {
    return one.has_keywords ? Percent(one.keyword_random_spans) : std::string();
  });
  const auto keywords = [&](const std::string& name,
                            double KeywordAgreement::*figure, auto format) {
    table.Add(name, [&](One one) {
      if (!one.keywords || !one.keywords_random_spans) return std::string();
      return fmt::format("{} ({})", format((*one.keywords).*figure),
                         format((*one.keywords_random_spans).*figure));
    });
  };
  keywords("keywords among the words (of random spans)",
           &KeywordAgreement::precision, Percent);
  keywords("keywords that are selected (by random spans)",
           &KeywordAgreement::recall, Percent);
  keywords("kappa of words and keywords (of random spans)",
           &KeywordAgreement::kappa, Number);
  table.Add("spans with clean edges (of random spans)", [](One one) {
    return fmt::format("{} ({})", Percent(one.clean_edges),
                       Percent(one.clean_edges_random_spans));
  });
  table.Add("reviews that speak of it",
            [&](One one) { return maybe(one.mentioned, Percent); });
  const auto spread = [&](const std::string& name,
                          double SpreadEvaluation::*figure) {
    table.Add(name, [&](One one) {
      return one.spread ? Percent((*one.spread).*figure) : std::string();
    });
  };
  spread("ratings within one spread (68 %)", &SpreadEvaluation::within_one);
  spread("ratings within two spreads (95 %)", &SpreadEvaluation::within_two);
  const auto own = [&](const std::string& name, double OwnPart::*figure,
                       auto format) {
    table.Add(name, [&](One one) {
      return one.own ? format((*one.own).*figure) : std::string();
    });
  };
  own("variance that the other ratings leave", &OwnPart::share, Percent);
  own("correlation with it, all words", &OwnPart::all_words, Number);
  own("correlation with it, the rationale", &OwnPart::rationale, Number);
  own("correlation with it, the other words", &OwnPart::complement, Number);
  own("correlation with it, random spans", &OwnPart::random_spans, Number);
  table.Add("punctuation among the words",
            [](One one) { return Percent(one.punctuation); });
  for (std::size_t b = 0; b < evaluation.aspects.size(); ++b) {
    const std::string& other = evaluation.aspects[b].aspect;
    table.Add("words shared with " + other, [&](One one) {
      for (const auto& [aspect, share] : one.overlap) {
        if (aspect == other) return Percent(share);
      }
      return std::string();
    });
  }
  return table.Html();
}

std::string GoldFigures(const RationaleEvaluation& evaluation) {
  const bool any = std::any_of(
      evaluation.aspects.begin(), evaluation.aspects.end(),
      [](const AspectEvaluation& one) { return one.gold.has_value(); });
  if (!any) return {};
  std::string html =
      "<h2>Agreement with what people marked</h2>\n"
      "<p>In brackets: of random spans of the same lengths.</p>\n";
  const auto add = [&](const std::string& heading,
                       Agreement GoldAgreement::*part) {
    html += "<h3>" + heading + "</h3>\n";
    FigureTable table(evaluation);
    const auto row = [&](const std::string& name, double Agreement::*figure) {
      table.Add(name, [&](const AspectEvaluation& one) {
        if (!one.gold) return std::string();
        return fmt::format("{:.3f} ({:.3f})", (*one.gold).*part.*figure,
                           one.gold_random_spans
                               ? (*one.gold_random_spans).*part.*figure
                               : 0.0);
      });
    };
    table.Add("reviews", [&](const AspectEvaluation& one) {
      return one.gold ? std::to_string(((*one.gold).*part).texts)
                      : std::string();
    });
    row("precision, mean of reviews", &Agreement::prec1);
    row("precision, all words alike", &Agreement::prec2);
    row("recall", &Agreement::recall);
    row("F1", &Agreement::f1);
    row("F1, mean of reviews", &Agreement::f1_macro);
    row("F1 of spans at IOU 0.5", &Agreement::iou_f1);
    row("F1 of spans, means of reviews", &Agreement::iou_f1_macro);
    row("AUPRC", &Agreement::auprc);
    html += table.Html();
  };
  add("All reviews", &GoldAgreement::all);
  add("Reviews where something is marked", &GoldAgreement::marked);
  return html;
}

// Which words, and where.
std::string Words(const RationaleEvaluation& evaluation) {
  std::string html = "<h2>What is selected</h2>\n";
  for (const AspectEvaluation& one : evaluation.aspects) {
    html += "<h3>" + EscapeXml(one.aspect) + "</h3>\n<p>Where in the review: ";
    const double most =
        *std::max_element(one.positions.begin(), one.positions.end());
    html += "<span class=\"bars\" role=\"img\" aria-label=\"";
    for (const double share : one.positions) {
      html += fmt::format("{:.0f} % ", 100 * share);
    }
    html += "\">";
    for (const double share : one.positions) {
      html += fmt::format("<span style=\"height:{:.0f}%\"></span>",
                          most > 0 ? 100 * share / most : 0);
    }
    html += "</span> from the first to the last tenth.</p>\n<p>";
    for (const SelectedWord& word : one.frequent) {
      html += fmt::format("{} ({}) ", EscapeXml(word.word), word.times);
    }
    html += "</p>\n";
    for (const std::string& alarm : one.alarms) {
      html += "<p class=\"alarm\"><strong>Beware:</strong> " +
              EscapeXml(alarm) + ".</p>\n";
    }
  }
  return html;
}

// The text, each piece within a mark for every aspect it was selected for.
std::string MarkUp(const std::string& text,
                   const RationaleExplanation& explanation) {
  std::string html;
  std::vector<std::size_t> open;
  std::uint32_t unit = 0;
  const auto close = [&] {
    for (std::size_t i = 0; i < open.size(); ++i) html += "</mark>";
    open.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    std::vector<std::size_t> here;
    for (std::size_t a = 0; a < explanation.rationales.size(); ++a) {
      const auto& spans = explanation.rationales[a];
      const bool inside =
          std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
            return span.start <= unit && unit < span.end;
          });
      if (inside) here.push_back(a);
    }
    if (here != open) {
      close();
      for (const std::size_t a : here) {
        html += fmt::format("<mark class=\"a{}\">", a);
      }
      open = here;
    }
    const CodePoint next = DecodeUtf8(text, at);
    html += EscapeXml(std::string_view(text).substr(at, next.bytes));
    unit += next.Utf16Units();
    at += next.bytes;
  }
  close();
  return html;
}

}  // namespace

std::vector<ReportExample> ChooseExamples(const std::vector<Review>& reviews,
                                          const std::vector<double>& errors,
                                          std::size_t count,
                                          std::uint64_t seed) {
  std::vector<std::size_t> order(reviews.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](auto a, auto b) { return errors[a] < errors[b]; });
  const std::vector<std::size_t> random = Permutation(
      reviews.size(), CounterRandom(seed, RandomPurpose::kRandomSpans, 1));
  const std::size_t shown = std::min(count, reviews.size());
  std::vector<ReportExample> examples;
  for (std::size_t i = 0; i < shown; ++i) {
    examples.push_back({"Rated best", &reviews[order[i]]});
  }
  for (std::size_t i = 0; i < shown; ++i) {
    examples.push_back({"Rated worst", &reviews[order[order.size() - 1 - i]]});
  }
  for (std::size_t i = 0; i < shown; ++i) {
    examples.push_back({"At random", &reviews[random[i]]});
  }
  return examples;
}

Result<std::string> WriteReport(const std::string& title,
                                const RationaleModel& model,
                                const RationaleEvaluation& evaluation,
                                const std::vector<ReportExample>& examples) {
  const std::vector<std::string>& aspects = model.aspects();
  std::string html =
      fmt::format(fmt::runtime(kHead), fmt::arg("title", EscapeXml(title)),
                  fmt::arg("styles", Styles(aspects.size())));
  html += fmt::format(
      "<p>{} reviews. Errors are squared, of ratings between 0 and 1.</p>\n",
      evaluation.n);
  html += Figures(evaluation) + GoldFigures(evaluation) + Words(evaluation);
  html += "<h2>Examples</h2>\n<p>";
  for (std::size_t a = 0; a < aspects.size(); ++a) {
    html +=
        fmt::format("<mark class=\"a{}\">{}</mark> ", a, EscapeXml(aspects[a]));
  }
  html += "</p>\n";
  std::string heading;
  Graph graph(Graph::Mode::kInference);
  for (const ReportExample& example : examples) {
    if (example.heading != heading) {
      heading = example.heading;
      html += "<h3>" + EscapeXml(heading) + "</h3>\n";
    }
    const Review& review = *example.review;
    const Result<RationaleExplanation> explained =
        model.Explain(review.text, graph);
    if (!explained.ok()) return explained.error();
    html +=
        "<article>\n<p>" + MarkUp(review.text, explained.value()) + "</p>\n<p>";
    for (std::size_t a = 0; a < aspects.size(); ++a) {
      const std::optional<Real> rating = explained.value().ratings[a];
      html +=
          fmt::format("{}{} {}, {}", a > 0 ? "; " : "", EscapeXml(aspects[a]),
                      rating ? fmt::format("{:.2f}", *rating) : "not mentioned",
                      IsRated(review.ratings[a])
                          ? fmt::format("given {:.2f}", review.ratings[a])
                          : "not rated");
    }
    html += "</p>\n</article>\n";
  }
  return html + "</html>\n";
}

}  // namespace whylight
