#include "core/systems/recommender/train/data.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/format/json.h"
#include "core/text/tokenizer.h"
#include "core/training/data/columns.h"
#include "core/training/data/numbering.h"
#include "core/training/data/record.h"
#include "core/training/data/source.h"

namespace whylight {
namespace {

// Where a file has the columns.
struct RatingColumns {
  std::string user;
  std::string item;
  DataOptions reading;  // With "rating" as the grade.
};

RatingColumns ColumnsOf(const DataOptions& options) {
  RatingColumns columns{RatingName("user", options),
                        RatingName("item", options), options};
  columns.reading.grade = RatingName("rating", options);
  // What renames it in errors, too.
  columns.reading.columns["rating"] = columns.reading.grade;
  return columns;
}

struct RatedReview {
  std::string user;
  std::string item;
  Record record;
};

Result<std::string> NameIn(const SourceRecord& source, const std::string& key,
                           const DataOptions& options) {
  Result<std::string> name =
      IsTable(source.format)
          ? Result<std::string>(source.Field(key))
          : LabelOfJson(source.place, key, source.object, options);
  if (!name.ok() || !name.value().empty()) return name;
  return source.place.Fail("expected a name as " + Quote(key) +
                           ", found an empty one");
}

Result<RatedReview> ParseReview(const SourceRecord& source,
                                const RatingColumns& columns) {
  RatedReview review;
  for (const auto& [key, name] : {std::pair(&columns.user, &review.user),
                                  std::pair(&columns.item, &review.item)}) {
    Result<std::string> found = NameIn(source, *key, columns.reading);
    if (!found.ok()) return found.error();
    *name = std::move(found).value();
  }
  Status read = ReadGrade(source, columns.reading, &review.record);
  if (read.ok()) read = ReadText(source, columns.reading, &review.record);
  if (!read.ok()) return read.error();
  if (!std::isfinite(review.record.grade)) {
    return source.place.Fail("expected " + Quote(columns.reading.grade) +
                             " to be a finite number, found another");
  }
  review.record.place = source.place;
  return review;
}

void AddReview(const RatedReview& review, Numbering* words, RatingsFile* file) {
  WordIds& text = file->texts.emplace_back();
  for (const Token& token : Tokenize(review.record.text)) {
    text.push_back(words->Find(token.text));
    file->word_counts.resize(file->words.size());
    ++file->word_counts[static_cast<std::size_t>(text.back())];
  }
  file->users.push_back(review.user);
  file->items.push_back(review.item);
  file->ratings.push_back(review.record.grade);
  file->lines.push_back(review.record.place.line);
}

}  // namespace

Result<RatingsFile> ReadRatingsFile(const std::string& path,
                                    const DataOptions& options) {
  const Result<DataFormat> format = FindFormat(path, options);
  if (!format.ok()) return format.error();
  if (format.value() != DataFormat::kJsonLines && !IsTable(format.value())) {
    return Invalid(path +
                   ": expected ratings as JSON lines, TSV or CSV, found "
                   "another format");
  }
  const RatingColumns columns = ColumnsOf(options);
  RatingsFile file;
  file.path = path;
  Numbering words(&file.words);
  Status read = VisitSource(
      path, format.value(), options,
      {columns.user, columns.item, columns.reading.grade, options.text},
      ParseAndVisit<RatedReview>(
          [&](const SourceRecord& source) {
            return ParseReview(source, columns);
          },
          [&](const RatedReview& review) -> Status {
            AddReview(review, &words, &file);
            return {};
          }));
  if (!read.ok()) return read.error();
  if (file.size() == 0) return NothingRead(path, "rating");
  return file;
}

RatedNames NamesOf(const RatingsFile& file) {
  return {std::accumulate(file.ratings.begin(), file.ratings.end(), 0.0) /
              static_cast<double>(file.size()),
          NameList(file.users), NameList(file.items)};
}

std::vector<double> RangeOf(const RatingsFile& file) {
  const auto [lowest, highest] =
      std::minmax_element(file.ratings.begin(), file.ratings.end());
  return {*lowest, *highest};
}

ReviewBank BankOf(const RatingsFile& file, const Vocabulary& vocabulary,
                  const RecommenderOptions& model) {
  std::vector<std::int32_t> known;
  for (const std::string& word : file.words) {
    known.push_back(vocabulary.Read(word));
  }
  ReviewBank bank;
  for (std::size_t i = 0; i < file.size(); ++i) {
    WordIds words;
    for (const std::int32_t word : file.texts[i]) {
      if (words.size() == static_cast<std::size_t>(model.review_words)) break;
      const std::int32_t id = known[static_cast<std::size_t>(word)];
      if (id >= 0) words.push_back(id);
    }
    bank.Add(file.users[i], file.items[i], std::move(words));
  }
  return bank;
}

RatedItems ToRatedItems(const RatingsFile& file, const Recommender& model,
                        const ReviewBank& bank) {
  RatedItems rated{.path = file.path,
                   .in_model = {},
                   .in_bank = {},
                   .ratings = file.ratings,
                   .lines = file.lines};
  for (std::size_t i = 0; i < file.size(); ++i) {
    const std::string& user = file.users[i];
    const std::string& item = file.items[i];
    rated.in_model.push_back(
        {model.users().Find(user), model.items().Find(item)});
    rated.in_bank.push_back({bank.users().Find(user), bank.items().Find(item)});
  }
  return rated;
}

Interaction InteractionOf(const RatedItems& rated, std::size_t example,
                          const ReviewBank& bank,
                          const RecommenderOptions& model) {
  const auto [user, item] = rated.in_model[example];
  Interaction interaction{.user = user, .item = item};
  if (!model.reads_reviews()) return interaction;
  const auto [writer, subject] = rated.in_bank[example];
  const auto most = static_cast<std::size_t>(model.reviews);
  for (const std::size_t review : bank.OfUser(writer, subject, most)) {
    interaction.of_user.push_back(&bank.words(review));
  }
  for (const std::size_t review : bank.OfItem(writer, subject, most)) {
    interaction.of_item.push_back(&bank.words(review));
  }
  return interaction;
}

}  // namespace whylight
