#include "core/program/painted_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/program/terminal.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

using Cells = std::vector<std::string>;
using Named = std::pair<std::string, std::string>;

// Longer lists of numbers do not fit into a cell.
constexpr std::size_t kLongestCell = 4;

bool IsListOf(const ordered_json& value, bool (*fits)(const ordered_json&)) {
  return value.is_array() && std::all_of(value.begin(), value.end(), fits);
}

bool IsText(const ordered_json& value) { return value.is_string(); }
bool IsNumber(const ordered_json& value) { return value.is_number(); }
bool IsObject(const ordered_json& value) { return value.is_object(); }
bool IsScalar(const ordered_json& value) { return !value.is_structured(); }

std::string Shown(const ordered_json& value) {
  if (value.empty()) return "none";  // Null, too.
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_string()) return InLine(value.get<std::string>());
  if (value.is_number_float()) {
    const auto number = value.get<double>();
    // No exponents where there are more digits.
    return std::abs(number) < 1000 ? fmt::format("{:.4g}", number)
                                   : fmt::format("{:.0f}", number);
  }
  if (IsListOf(value, IsScalar)) {
    std::string all;
    for (const ordered_json& each : value) {
      if (!all.empty()) all += value[0].is_string() ? "; " : ", ";
      all += Shown(each);
    }
    return all;
  }
  return InLine(DumpJson(value));
}

std::string Padded(const std::string& text, std::uint32_t width, bool right) {
  const std::uint32_t own = Utf16Length(text);
  const std::string space(width > own ? width - own : 0, ' ');
  return right ? space + text : text + space;
}

// Columns as wide as their cells need, the first to the left and, if `right`,
// the others to the right.
std::string Table(const std::vector<Cells>& rows, const std::string& indent,
                  bool right = true) {
  std::vector<std::uint32_t> widths;
  for (const Cells& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], Utf16Length(row[c]));
    }
  }
  std::string table;
  for (const Cells& row : rows) {
    std::string line = indent;
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c > 0) line += "  ";
      line += Padded(row[c], widths[c], right && c > 0);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    table += line + "\n";
  }
  return table;
}

// Flattens a figure into cells, under names such as "keywords recall". False if
// some part does not fit into a cell.
bool Flatten(const std::string& name, const ordered_json& value,
             std::vector<Named>* cells) {
  if (value.is_object()) {
    for (const auto& [key, inner] : value.items()) {
      if (!Flatten(name + " " + InLine(key), inner, cells)) return false;
    }
    return true;
  }
  if (!IsScalar(value) &&
      !(IsListOf(value, IsNumber) && value.size() <= kLongestCell)) {
    return false;
  }
  cells->emplace_back(name, Shown(value));
  return true;
}

// Rows of cells, the first of which are names, with their columns as rows.
std::vector<Cells> Transposed(const std::vector<Cells>& rows) {
  std::vector<Cells> columns(rows.front().size());
  for (const Cells& row : rows) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      columns[c].push_back(row[c]);
    }
  }
  return columns;
}

// A table of figures, a row each, of what the first row names. Whichever are
// fewer become the columns.
std::string FiguresTable(const std::vector<Cells>& rows,
                         const std::string& indent) {
  const bool wide = rows.front().size() > rows.size();
  return Table(wide ? Transposed(rows) : rows, indent);
}

// The cells of what objects have alike under `key`, by name; none where they
// differ, or only one of several has it.
std::vector<Named> CellsUnder(const std::string& key,
                              const ordered_json& objects,
                              const ordered_json& object) {
  const auto names_in = [&](const ordered_json& one,
                            std::vector<Named>* cells) {
    return Flatten(InLine(key), one.at(key), cells);
  };
  std::vector<Named> own;
  if (!names_in(object, &own)) return {};
  std::size_t alike = 0;
  for (const ordered_json& other : objects) {
    if (!other.contains(key)) continue;
    std::vector<Named> cells;
    const auto same_name = [](const Named& a, const Named& b) {
      return a.first == b.first;
    };
    if (!names_in(other, &cells) ||
        !std::equal(own.begin(), own.end(), cells.begin(), cells.end(),
                    same_name)) {
      return {};
    }
    ++alike;
  }
  if (alike == 1 && objects.size() > 1) return {};
  return own;
}

std::string Paint(const ordered_json& figures, const std::string& indent);

std::string Heading(const std::string& name, const std::string& indent) {
  return "\n" + indent + InLine(name) + "\n";
}

// Objects under names: a table of what they have alike, then the rest of each.
std::string PaintObjects(const ordered_json& objects,
                         const std::string& indent) {
  std::vector<Cells> rows = {{""}};
  std::string rests;
  std::size_t column = 0;
  for (const auto& [name, object] : objects.items()) {
    ++column;
    rows.front().push_back(InLine(name));
    ordered_json rest = ordered_json::object();
    for (const auto& [key, value] : object.items()) {
      const std::vector<Named> cells = CellsUnder(key, objects, object);
      if (cells.empty()) rest[key] = value;
      for (const auto& [row_name, cell] : cells) {
        auto row = std::find_if(
            rows.begin() + 1, rows.end(),
            [&named = row_name](const Cells& one) { return one[0] == named; });
        if (row == rows.end()) row = rows.insert(row, Cells{row_name});
        row->resize(column);
        row->push_back(cell);
      }
    }
    if (!rest.empty()) {
      rests += Heading(name, indent) + Paint(rest, indent + "  ");
    }
  }
  for (Cells& row : rows) row.resize(column + 1);
  return (rows.size() > 1 ? FiguresTable(rows, indent) : "") + rests;
}

// A list of objects that have the same figures, a row each; empty where they do
// not, or some do not fit into a cell.
std::string ListTable(const ordered_json& list, const std::string& indent) {
  std::vector<Cells> rows;
  for (const ordered_json& object : list) {
    std::vector<Named> cells;
    for (const auto& [key, value] : object.items()) {
      if (!Flatten(InLine(key), value, &cells)) return "";
    }
    Cells names;
    Cells row;
    for (const auto& [name, cell] : cells) {
      names.push_back(name);
      row.push_back(cell);
    }
    if (rows.empty()) rows.push_back(names);
    if (names != rows.front()) return "";
    rows.push_back(std::move(row));
  }
  return Table(rows, indent);
}

// What an object or a list of them has under a key.
std::string Section(const std::string& key, const ordered_json& value,
                    const std::string& indent) {
  const std::string deeper = indent + "  ";
  std::string section = Heading(key, indent);
  if (value.is_object()) {
    const bool objects = std::all_of(value.begin(), value.end(), IsObject);
    return section +
           (objects ? PaintObjects(value, deeper) : Paint(value, deeper));
  }
  if (const std::string table = ListTable(value, deeper); !table.empty()) {
    return section + table;
  }
  for (const ordered_json& each : value) {
    section += Paint(each, deeper) + "\n";
  }
  section.pop_back();
  return section;
}

// A row for each label: how many of its texts were taken for which.
std::string Confusion(const std::string& key, const ordered_json& counts,
                      const Cells& labels, const std::string& indent) {
  std::vector<Cells> rows = {{""}};
  rows.front().insert(rows.front().end(), labels.begin(), labels.end());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    Cells& row = rows.emplace_back(Cells{labels[i]});
    for (const ordered_json& count : counts[i]) row.push_back(Shown(count));
  }
  return Heading(key, indent) + Table(rows, indent + "  ");
}

std::string Paint(const ordered_json& figures, const std::string& indent) {
  Cells labels;
  const auto listed = figures.find("labels");
  if (listed != figures.end() && IsListOf(*listed, IsText)) {
    for (const ordered_json& label : *listed) labels.push_back(Shown(label));
  }
  std::vector<Cells> rows;
  std::vector<Cells> of_labels = {{""}};
  of_labels.front().insert(of_labels.front().end(), labels.begin(),
                           labels.end());
  std::string sections;
  bool labelled = false;
  for (const auto& [key, value] : figures.items()) {
    const bool for_each_label =
        !labels.empty() && value.is_array() && value.size() == labels.size();
    if (for_each_label && IsListOf(value, IsNumber)) {
      Cells& row = of_labels.emplace_back(Cells{InLine(key)});
      for (const ordered_json& each : value) row.push_back(Shown(each));
      labelled = true;
    } else if (for_each_label && value[0].is_array()) {
      sections += Confusion(key, value, labels, indent);
      labelled = true;
    } else if (!value.empty() &&
               (value.is_object() || IsListOf(value, IsObject))) {
      sections += Section(key, value, indent);
    } else if (key != "labels" || labels.empty()) {
      rows.push_back({InLine(key), Shown(value)});
    }
  }
  if (!labels.empty() && !labelled) rows.push_back({"labels", Shown(*listed)});
  std::string page = Table(rows, indent, /*right=*/false);
  if (of_labels.size() > 1) {
    page += Heading("labels", indent) + FiguresTable(of_labels, indent + "  ");
  }
  return page + sections;
}

}  // namespace

std::string PaintFigures(const ordered_json& figures) {
  std::string page = Paint(figures, "");
  // Where there is nothing before the first heading.
  return page.starts_with('\n') ? page.substr(1) : page;
}

}  // namespace whylight
