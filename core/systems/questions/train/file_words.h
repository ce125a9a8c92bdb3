// The texts of a file by their words, as a collection that is searched.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "core/retrieval/bm25.h"
#include "core/systems/questions/train/data.h"

namespace whylight {

class FileWords {
 public:
  /// Documents are the distinct candidates of the file.
  explicit FileWords(const QueryFile& file);

  /// The words of each text, without punctuation.
  const std::vector<std::vector<std::string>>& words() const { return words_; }
  /// The numbers of the documents.
  const std::set<std::size_t>& documents() const { return documents_; }

  /// BM25 over the largest that any document could get: in [0, 1). 0 for a
  /// query without words.
  double Bm25Share(std::size_t query, std::size_t candidate) const;

 private:
  std::vector<std::vector<std::string>> words_;
  std::set<std::size_t> documents_;
  CollectionStatistics collection_;
};

}  // namespace whylight
