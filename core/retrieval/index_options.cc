#include "core/retrieval/index_options.h"

#include <set>

#include "core/format/fields.h"
#include "core/format/json.h"

namespace whylight {
namespace {

constexpr std::size_t kMostFields = 255;

const Fields<IndexField>& IndexFieldFields() {
  static const auto fields =
      Fields<IndexField>("A field of the documents.")
          .Text("name", &IndexField::name, "What the field is called.")
          .Required()
          .Number("boost", &IndexField::boost, {1e-6, 1e6},
                  "What each occurrence of a term in the field counts.")
          .Flag("encoded", &IndexField::encoded,
                "Whether the model reads the field.");
  return fields;
}

std::string FieldsProblem(const IndexOptions& options) {
  if (options.fields.empty() || options.fields.size() > kMostFields) {
    return "expected from 1 to " + std::to_string(kMostFields) +
           " fields, found " + std::to_string(options.fields.size());
  }
  std::set<std::string> names;
  for (const IndexField& field : options.fields) {
    if (!names.insert(field.name).second) {
      return "expected fields of different names, found " + Quote(field.name) +
             " twice";
    }
  }
  if (names.contains(options.id)) {
    return "expected an id that is no field, found the field " +
           Quote(options.id);
  }
  return {};
}

}  // namespace

const Fields<IndexOptions>& IndexFields() {
  static const auto fields =
      Fields<IndexOptions>("How documents are indexed.")
          .List("fields", &IndexOptions::fields, IndexFieldFields(),
                "The fields of the documents.")
          .Text("id", &IndexOptions::id, "What documents call their id.")
          .Include(&IndexOptions::bm25, Bm25Fields())
          .Check(FieldsProblem);
  return fields;
}

const Fields<SearchOptions>& SearchFields() {
  using Options = SearchOptions;
  static const Names<SearchMode> modes = {{"model", SearchMode::kModel},
                                          {"bm25", SearchMode::kBm25},
                                          {"hybrid", SearchMode::kHybrid}};
  static const Names<PrefixTokens> prefixes = {{"none", PrefixTokens::kNone},
                                               {"last", PrefixTokens::kLast},
                                               {"all", PrefixTokens::kAll}};
  static const auto fields =
      Fields<Options>("How documents are searched.")
          .Choice("mode", &Options::mode, modes,
                  "Whether documents are scored by the model, by the words of "
                  "the query or by both.")
          .Number(
              "weight", &Options::weight, {0, 1},
              "The model's share of the score; by default as set by the model.")
          .When("mode is hybrid")
          .Count("limit", &Options::limit, {1, 1e6}, "Maximum number of hits.")
          .NumberMap("boosts", &Options::boosts, {0, 1e6},
                     "The boosts of fields by name, in place of those of the "
                     "index; 0 leaves a field out.")
          .Choice(
              "prefix", &Options::prefix, prefixes,
              "Which words of the query also match words that start with them.")
          .Number("fuzzy", &Options::fuzzy, {0, 2},
                  "The most edits to a misspelled word: 1 or 2, or, below 1, a "
                  "share of its letters.")
          .Number("score", &Options::least_score, {-1, 1},
                  "Leave out hits that score less than this.")
          .Check([](const Options& options) -> std::string {
            if (options.fuzzy <= 1 || options.fuzzy == 2) return {};
            return "\"fuzzy\": expected a number from 0 to 1, or 2, found " +
                   std::to_string(options.fuzzy);
          });
  return fields;
}

}  // namespace whylight
