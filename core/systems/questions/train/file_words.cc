#include "core/systems/questions/train/file_words.h"

#include <utility>

#include "core/retrieval/terms.h"

namespace whylight {

FileWords::FileWords(const QueryFile& file) {
  for (const std::string& text : file.texts) {
    std::vector<std::string>& own = words_.emplace_back();
    for (TextTerm& term : TermsOf(text)) own.push_back(std::move(term.text));
  }
  for (const RankedQuery& query : file.queries) {
    documents_.insert(query.candidates.begin(), query.candidates.end());
  }
  for (const std::size_t text : documents_) collection_.Add(words_[text]);
}

double FileWords::Bm25Share(std::size_t query, std::size_t candidate) const {
  const Bm25Options options;
  double most = 0;
  for (const std::string& word : words_[query]) {
    most += (options.k1 + 1) *
            Bm25Idf(collection_.documents(), collection_.Containing(word));
  }
  if (!(most > 0)) return 0;
  return ScoreBm25(options, collection_, words_[query], words_[candidate])
             .score /
         most;
}

}  // namespace whylight
