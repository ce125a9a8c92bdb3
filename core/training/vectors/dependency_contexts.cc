#include "core/training/vectors/dependency_contexts.h"

#include <optional>
#include <string_view>

namespace whylight {
namespace {

// "nmod" of "nmod:poss", which is that of one language.
std::string_view UniversalPart(std::string_view relation) {
  return relation.substr(0, relation.find(':'));
}

// The token whose relation the preposition at `token` names.
std::optional<std::size_t> NounOf(const TokenTree& tree, std::size_t token) {
  const auto head = [&tree](std::size_t of) {
    return static_cast<std::size_t>(tree.heads[of]);
  };
  const auto is = [&tree](std::size_t at, std::string_view relation) {
    return UniversalPart(tree.relations[at]) == relation;
  };
  // "because of": the second is fixed to the first.
  if (is(token, "fixed") && head(token) != 0) token = head(token) - 1;
  if (!is(token, "case") || head(token) == 0) return std::nullopt;
  const std::size_t noun = head(token) - 1;
  if (head(noun) == 0) return std::nullopt;
  return noun;
}

}  // namespace

std::vector<std::vector<DependencyContext>> DependencyContexts(
    const TokenTree& tree, bool collapse) {
  std::vector<std::string> relations = tree.relations;
  std::vector<bool> collapsed(tree.tokens.size());
  std::vector<bool> named(tree.tokens.size());
  for (std::size_t token = 0; collapse && token < tree.tokens.size(); ++token) {
    const std::optional<std::size_t> noun = NounOf(tree, token);
    if (!noun) continue;
    collapsed[token] = true;
    relations[*noun] += (named[*noun] ? "_" : ":") + tree.tokens[token].text;
    named[*noun] = true;
  }
  std::vector<std::vector<DependencyContext>> contexts(tree.tokens.size());
  for (std::size_t token = 0; token < tree.tokens.size(); ++token) {
    if (tree.heads[token] == 0 || collapsed[token]) continue;
    const auto head = static_cast<std::size_t>(tree.heads[token]) - 1;
    contexts[head].push_back({token, relations[token]});
    contexts[token].push_back({head, relations[token] + "-1"});
  }
  return contexts;
}

}  // namespace whylight
