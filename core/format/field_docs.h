// Options in words, from their fields: a table for docs, lines for help, and
// types for TypeScript.
#pragma once

#include <string>

#include "core/format/fields.h"

namespace whylight {

/// The rows of a Markdown table: the option, what it may be, its default, what
/// it means and when it applies. Parts follow what they are part of, keys
/// joined by points ("selection.epochs"), items of lists as "aspects[].name".
std::string FieldsToMarkdown(const FieldTable& table);

/// The same as lines for people: "  --selection.epochs N  ...".
std::string FieldsToHelp(const FieldTable& table);

/// `export interface NAME { ... }` with a comment for each key. Parts become
/// interfaces of their own, `NAME` and the key in camel case, before it.
std::string FieldsToTypeScript(const std::string& name,
                               const FieldTable& table);

}  // namespace whylight
