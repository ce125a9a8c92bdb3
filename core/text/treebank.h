// Text split as the Penn Treebank does, put back as people write it: a model
// that is to read people's text learns from the words they use.
#pragma once

#include <string>
#include <string_view>

namespace whylight {

/// A word without the escapes of a treebank, in upper or lower case: "-LRB-",
/// "-RRB-", "-LSB-", "-RSB-", "-LCB-" and "-RCB-" are brackets again, "\/" and
/// "\*" without their backslash.
std::string UnescapeTreebank(std::string_view word);

/// `text`, whose words have white space between them, as people write it: what
/// the treebank cuts off a word stands at its end again, quotes are " and ',
/// and escapes are undone. "n't" with nothing before it, as in a phrase of a
/// tree, is "not". White space becomes one space; that before punctuation
/// stays, which a tokenizer does not mind.
///
///   "It 's a `` film '' I ca n't -LRB- wo n't -RRB- see"
///   It's a " film " I can't ( won't ) see
std::string JoinTreebank(std::string_view text);

}  // namespace whylight
