#include "core/systems/classifier/train/graded_templates.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "core/model/find_words.h"
#include "core/text/tokenizer.h"
#include "core/training/data/record.h"
#include "core/training/data/text_templates.h"

namespace whylight {

std::vector<double> LabelsOfRating(double rating,
                                   const std::vector<double>& grades) {
  std::vector<std::size_t> order(grades.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return grades[a] < grades[b];
  });
  const double lowest = grades[order.front()];
  const double grade = lowest + rating * (grades[order.back()] - lowest);
  std::vector<double> shares(grades.size(), 0.0);
  std::size_t above = 1;
  while (above + 1 < order.size() && grades[order[above]] < grade) ++above;
  const double from = grades[order[above - 1]];
  const double to = grades[order[above]];
  const double share = to > from ? (grade - from) / (to - from) : 1;
  shares[order[above - 1]] = 1 - share;
  shares[order[above]] = share;
  return shares;
}

Result<ClassifiedTexts> MakeGradedTexts(
    const GradedTemplates& options, std::uint64_t seed,
    const Vocabulary& vocabulary, const std::vector<std::string>& labels,
    const std::map<std::string, double>& grades) {
  const Result<TextTemplates> templates =
      TextTemplates::Read(options.files, {options.aspect});
  if (!templates.ok()) return templates.error();
  std::vector<double> grade_of;
  for (const std::string& label : labels) grade_of.push_back(grades.at(label));
  ClassifiedTexts made{.path = options.files.front(),
                       .texts = {},
                       .labels = {},
                       .lines = std::vector<std::size_t>(options.texts, 0)};
  made.targets.resize(static_cast<Index>(options.texts),
                      static_cast<Index>(labels.size()));
  for (std::size_t i = 0; i < options.texts; ++i) {
    const TemplateText text = templates.value().Make(seed, i);
    made.texts.push_back(FindWords(vocabulary, Tokenize(text.text)));
    const double rating = IsRated(text.ratings[0]) ? text.ratings[0] : 0.5;
    const std::vector<double> shares = LabelsOfRating(rating, grade_of);
    for (std::size_t k = 0; k < shares.size(); ++k) {
      made.targets(static_cast<Index>(i), static_cast<Index>(k)) =
          static_cast<Real>(shares[k]);
    }
    made.labels.push_back(static_cast<std::int32_t>(
        std::max_element(shares.begin(), shares.end()) - shares.begin()));
  }
  return made;
}

}  // namespace whylight
