#include "core/training/data/record.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/format/json.h"
#include "core/training/data/columns.h"
#include "core/training/data/source.h"

namespace whylight {
namespace {

// Puts the rows of a table together that have the same query.
class QueryRows {
 public:
  // The record of the query before, if `row` is of another one.
  Result<std::optional<Record>> Add(Record row) {
    if (record_ && record_->text == row.text) {
      for (Candidate& candidate : row.candidates) {
        record_->candidates.push_back(std::move(candidate));
      }
      return std::optional<Record>();
    }
    if (!seen_.insert(row.text).second) {
      return row.place.Fail(
          "expected the rows of a query to stand together, found more of " +
          Quote(row.text));
    }
    return std::exchange(record_, std::move(row));
  }
  std::optional<Record> Last() { return std::exchange(record_, std::nullopt); }

 private:
  std::optional<Record> record_;
  std::unordered_set<std::string> seen_;
};

// Counts the ratings of each aspect.
class RatingCounts {
 public:
  explicit RatingCounts(const std::vector<std::string>& aspects)
      : aspects_(aspects), rated_(aspects.size()) {}

  // How many of the aspects `ratings` rates.
  std::size_t Add(const std::vector<Real>& ratings) {
    std::size_t count = 0;
    for (std::size_t a = 0; a < ratings.size(); ++a) {
      if (!IsRated(ratings[a])) continue;
      ++rated_[a];
      ++count;
    }
    return count;
  }

  // The first aspect that nothing rates.
  const std::string* FindUnrated() const {
    for (std::size_t a = 0; a < rated_.size(); ++a) {
      if (rated_[a] == 0) return &aspects_[a];
    }
    return nullptr;
  }

 private:
  const std::vector<std::string>& aspects_;
  std::vector<std::size_t> rated_;
};

}  // namespace

Status VisitRecords(const std::string& path, const DataOptions& options,
                    const Wanted& wanted, const RecordVisitor& visit) {
  BadLines bad(options);
  return VisitRecords(path, options, wanted, bad, visit);
}

Status VisitRecords(const std::string& path, const DataOptions& options,
                    const Wanted& wanted, BadLines& bad,
                    const RecordVisitor& visit) {
  const bool labelled = (wanted.label && wanted.input == RecordInput::kText) ||
                        wanted.ratings.size() == 1;
  const Result<DataFormat> format =
      labelled ? FindLabelledFormat(path, options) : FindFormat(path, options);
  if (!format.ok()) return format.error();
  if (Status has = CheckFormatHas(path, format.value(), wanted); !has.ok()) {
    return has;
  }
  const std::size_t aspects = wanted.ratings.size();
  const std::size_t least =
      options.skip_unrated ? aspects : std::min<std::size_t>(aspects, 1);
  const bool rows =
      wanted.input == RecordInput::kCandidates && IsTable(format.value());
  QueryRows queries;
  RatingCounts counts(wanted.ratings);
  bool any = false;
  const auto take = [&](Record& record) -> Status {
    any = true;
    if (counts.Add(record.ratings) < least) return {};
    if (!rows) return visit(record);
    Result<std::optional<Record>> query = queries.Add(std::move(record));
    if (!query.ok()) return query.error();
    return query.value() ? visit(*query.value()) : Status();
  };
  Status read = VisitSource(
      path, format.value(), options, TableColumns(options, wanted), bad,
      ParseAndVisit<std::vector<Record>>(
          [&](const SourceRecord& source) {
            return RecordsOf(source, options, wanted);
          },
          [&](std::vector<Record>& records) -> Status {
            for (Record& record : records) {
              if (Status taken = take(record); !taken.ok()) return taken;
            }
            return {};
          }));
  if (!read.ok()) return read;
  if (std::optional<Record> last = queries.Last()) return visit(*last);
  const std::string* const unrated = counts.FindUnrated();
  if (!any || unrated == nullptr) return {};
  return NothingRead(path, "rating " + Quote(*unrated));
}

bool HoldsRecords(const std::string& path, const DataOptions& options,
                  RecordInput input) {
  DataOptions quiet = options;
  quiet.on_skip = {};
  bool any = false;
  (void)VisitRecords(path, quiet, {.input = input}, [&](Record&) -> Status {
    any = true;
    return Error{ErrorCode::kInterrupted, "one is enough"};
  });
  return any;
}

Result<DataFormat> FindLabelledFormat(const std::string& path,
                                      const DataOptions& options) {
  Result<DataFormat> format = FindFormat(path, options);
  if (format.ok() && format.value() == DataFormat::kText) {
    return DataFormat::kLabelledText;
  }
  return format;
}

Error NothingRead(const std::string& path, const std::string& wanted) {
  return Place{path, 1}.Fail("expected a " + wanted + ", found none");
}

}  // namespace whylight
