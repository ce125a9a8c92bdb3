// The terms of an index and where each stands: an inverted index that grows and
// shrinks, and finds terms by how they start and by how they are misspelled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/retrieval/text_map.h"

namespace whylight {

/// A field of a document in which a term stands `count` times.
struct Posting {
  std::uint32_t document;
  std::uint32_t field : 8;
  std::uint32_t count : 24;  ///< Stays at the most it can hold.
};

struct TermPostings {
  /// The number of documents that contain the term and were not removed.
  std::uint32_t documents = 0;
  /// By document, then field, those of removed documents included.
  std::vector<Posting> postings;
};

/// A term and its postings, which stay where they are while the term is there.
using IndexTerm = TextMap<TermPostings>::value_type;

/// A term that stands for one of a query, and how much it counts.
struct TermExpansion {
  const IndexTerm* term;
  double weight;  ///< 1 of the term itself.
};

class TermIndex {
 public:
  TermIndex() = default;
  TermIndex(TermIndex&&) = default;
  TermIndex& operator=(TermIndex&&) = default;

  /// A term's next occurrence. No document is before the last one, and within a
  /// document no field.
  void Add(std::string_view term, std::uint32_t document, std::uint32_t field);

  /// A document is gone that had `term`. Its postings stay until Compact, those
  /// of terms that no other document has go at once.
  void Remove(std::string_view term);

  /// Documents get new numbers in the same order, and the postings go of those
  /// whose new number is kGone.
  void Compact(std::span<const std::uint32_t> numbers);
  static constexpr std::uint32_t kGone = 0xFFFFFFFF;

  /// Null of unknown terms.
  const IndexTerm* Find(std::string_view term) const;

  /// The terms that stand for `term`, in their order, each once: itself with
  /// weight 1; with `prefix` all that start so; and those that at most `edits`
  /// edits part from it, which is at most EditDistance::kMost.
  ///
  /// As in MiniSearch, a term that goes on for d letters counts
  /// 0.375 · length / (length + 0.3 d), and one d edits away
  /// 0.45 · length / (length + d), the length being that of the term found; a
  /// term that is both, the larger of them.
  std::vector<TermExpansion> Expand(std::string_view term, bool prefix,
                                    std::size_t edits) const;

  /// The terms that start with `prefix`, in order.
  std::vector<const IndexTerm*> StartingWith(std::string_view prefix) const;

  std::size_t size() const { return terms_.size(); }
  /// Postings, those of removed documents included.
  std::size_t postings() const { return postings_; }
  /// Bytes used, about.
  std::size_t Memory() const;

 private:
  struct ByText {
    using is_transparent = void;
    bool operator()(const IndexTerm* a, const IndexTerm* b) const {
      return a->first < b->first;
    }
    bool operator()(const IndexTerm* a, std::string_view b) const {
      return a->first < b;
    }
    bool operator()(std::string_view a, const IndexTerm* b) const {
      return a < b->first;
    }
  };

  void AddNear(std::string_view term, std::size_t edits,
               std::vector<TermExpansion>& expansions) const;

  TextMap<TermPostings> terms_;
  std::set<const IndexTerm*, ByText> sorted_;
  std::size_t postings_ = 0;
};

}  // namespace whylight
