// Text inside XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace whylight {

/// `text` as it stands between tags or in quotes. Whatever is in it, the file
/// stays XML: bytes that are not UTF-8 and code points that XML has not become
/// U+FFFD, control characters become spaces.
std::string EscapeXml(std::string_view text);

}  // namespace whylight
