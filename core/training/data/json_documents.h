// Documents of any keys: what an index is made of.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/result.h"
#include "core/training/data/bad_lines.h"
#include "core/training/data/data_options.h"
#include "core/training/data/line_reader.h"

namespace whylight {

/// Gets a document and the line it starts in. An error ends the visit.
using DocumentVisitor = std::function<Status(nlohmann::json, const Place&)>;

/// Calls `visit` with each document of a file: the objects of JSON lines, the
/// rows of a table by its columns, or the lines of a text, each as the value of
/// `text_key` and with its number as that of `id_key`. Blank lines are passed
/// over, bad ones are counted in `bad`.
Status VisitJsonDocuments(const std::string& path, const DataOptions& options,
                          const std::string& id_key,
                          const std::string& text_key, BadLines& bad,
                          const DocumentVisitor& visit);

}  // namespace whylight
