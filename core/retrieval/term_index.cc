#include "core/retrieval/term_index.h"

#include <algorithm>
#include <utility>

#include "core/retrieval/edit_distance.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

constexpr std::uint32_t kMostCount = (1u << 24) - 1;

// What a node of a tree or a table takes beside what is in it, about.
constexpr std::size_t kNodeBytes = 40;

std::size_t LettersOf(std::string_view utf8) {
  return static_cast<std::size_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
      }));
}

}  // namespace

void TermIndex::Add(std::string_view term, std::uint32_t document,
                    std::uint32_t field) {
  auto found = terms_.find(term);
  if (found == terms_.end()) {
    found = terms_.emplace(std::string(term), TermPostings()).first;
    sorted_.insert(&*found);
  }
  TermPostings& entry = found->second;
  Posting* const last =
      entry.postings.empty() ? nullptr : &entry.postings.back();
  if (last == nullptr || last->document != document) ++entry.documents;
  if (last != nullptr && last->document == document && last->field == field) {
    if (last->count < kMostCount) last->count = (last->count + 1) & kMostCount;
    return;
  }
  entry.postings.push_back({document, field & 0xFFu, 1});
  ++postings_;
}

void TermIndex::Remove(std::string_view term) {
  const auto found = terms_.find(term);
  if (--found->second.documents > 0) return;
  postings_ -= found->second.postings.size();
  sorted_.erase(&*found);
  terms_.erase(found);
}

void TermIndex::Compact(std::span<const std::uint32_t> numbers) {
  postings_ = 0;
  for (auto& [text, entry] : terms_) {
    std::vector<Posting> kept;
    kept.reserve(entry.documents);
    for (Posting posting : entry.postings) {
      posting.document = numbers[posting.document];
      if (posting.document != kGone) kept.push_back(posting);
    }
    postings_ += kept.size();
    entry.postings = std::move(kept);
  }
}

const IndexTerm* TermIndex::Find(std::string_view term) const {
  const auto found = terms_.find(term);
  return found == terms_.end() ? nullptr : &*found;
}

std::vector<const IndexTerm*> TermIndex::StartingWith(
    std::string_view prefix) const {
  std::vector<const IndexTerm*> terms;
  for (auto at = sorted_.lower_bound(prefix);
       at != sorted_.end() && (*at)->first.starts_with(prefix); ++at) {
    terms.push_back(*at);
  }
  return terms;
}

// Walks the sorted terms as if they were a tree of letters: what a term has in
// common with the one before it is not compared again, and terms that start
// with what is too far away already are skipped.
void TermIndex::AddNear(std::string_view term, std::size_t edits,
                        std::vector<TermExpansion>& expansions) const {
  EditDistance distance(CodePointsOf(term), edits);
  auto at = sorted_.begin();
  while (at != sorted_.end()) {
    const std::string& text = (*at)->first;
    std::size_t byte = 0;
    std::size_t letters = 0;
    bool same = true;
    while (byte < text.size()) {
      const CodePoint next = DecodeUtf8(text, byte);
      byte += next.bytes;
      same = same && letters < distance.other().size() &&
             distance.other()[letters] == next.value;
      if (!same) {
        distance.Truncate(letters);
        distance.Push(next.value);
      }
      ++letters;
      if (!same && distance.Hopeless()) break;
    }
    distance.Truncate(letters);
    if (distance.Hopeless()) {
      // No byte of UTF-8 is the largest there is.
      std::string after = text.substr(0, byte);
      after.back() =
          static_cast<char>(static_cast<unsigned char>(after.back()) + 1);
      at = sorted_.lower_bound(std::string_view(after));
      continue;
    }
    if (const std::size_t found = distance.Distance(); found <= edits) {
      const auto length = static_cast<double>(letters);
      expansions.push_back(
          {*at, 0.45 * length / (length + static_cast<double>(found))});
    }
    ++at;
  }
}

std::vector<TermExpansion> TermIndex::Expand(std::string_view term, bool prefix,
                                             std::size_t edits) const {
  std::vector<TermExpansion> found;
  if (const IndexTerm* const itself = Find(term); itself != nullptr) {
    found.push_back({itself, 1});
  }
  if (prefix) {
    const std::size_t typed = LettersOf(term);
    for (const IndexTerm* const longer : StartingWith(term)) {
      const std::size_t letters = LettersOf(longer->first);
      const auto length = static_cast<double>(letters);
      const auto rest = static_cast<double>(letters - typed);
      found.push_back({longer, 0.375 * length / (length + 0.3 * rest)});
    }
  }
  if (edits > 0) AddNear(term, edits, found);
  // The largest weight of each term comes first, and stays.
  std::sort(found.begin(), found.end(),
            [](const TermExpansion& a, const TermExpansion& b) {
              if (a.term != b.term) return a.term->first < b.term->first;
              return a.weight > b.weight;
            });
  found.erase(std::unique(found.begin(), found.end(),
                          [](const TermExpansion& a, const TermExpansion& b) {
                            return a.term == b.term;
                          }),
              found.end());
  return found;
}

std::size_t TermIndex::Memory() const {
  std::size_t bytes = 0;
  for (const auto& [text, entry] : terms_) {
    bytes += sizeof(IndexTerm) + 2 * kNodeBytes + text.capacity() +
             entry.postings.capacity() * sizeof(Posting);
  }
  return bytes;
}

}  // namespace whylight
