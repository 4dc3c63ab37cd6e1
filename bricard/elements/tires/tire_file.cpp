#include "bricard/elements/tires/tire_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "bricard/core/text.hpp"
#include "bricard/core/units.hpp"

namespace bricard {

namespace {

constexpr std::string_view blanks = " \t\r\n\f\v";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return out;
}

std::optional<double> number_in(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

template <class Visit>
void for_each_line(std::string_view text, Visit&& visit) {
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(line, text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

struct Entry {
  std::string value;
  int line = 0;
};

// Names of units as these files write them.
struct UnitName {
  std::string_view name;
  double si;
};
constexpr UnitName lengths[] = {{"METER", 1},     {"METRE", 1}, {"M", 1},       {"MM", 0.001},     {"MILLIMETER", 0.001}, {"CM", 0.01},
                                {"CENTIMETER", 0.01}, {"KM", 1e3},  {"INCH", 0.0254}, {"IN", 0.0254}, {"FOOT", 0.3048},     {"FEET", 0.3048}, {"FT", 0.3048}};
constexpr UnitName forces[] = {{"NEWTON", 1}, {"NEWTONS", 1}, {"N", 1}, {"KILONEWTON", 1e3}, {"KILO_NEWTON", 1e3}, {"KN", 1e3},
                               {"POUND_FORCE", 4.4482216152605}, {"LBF", 4.4482216152605}, {"KILOGRAM_FORCE", 9.80665}, {"KGF", 9.80665}};
constexpr UnitName angles[] = {{"RADIAN", 1}, {"RADIANS", 1}, {"RAD", 1}, {"DEGREE", 0.017453292519943295}, {"DEGREES", 0.017453292519943295}, {"DEG", 0.017453292519943295}};
constexpr UnitName masses[] = {{"KG", 1}, {"KILOGRAM", 1}, {"GRAM", 0.001}, {"G", 0.001}, {"POUND_MASS", 0.45359237}, {"LBM", 0.45359237}, {"SLUG", 14.593902937206}, {"TONNE", 1e3}};
constexpr UnitName times[] = {{"SECOND", 1}, {"SECONDS", 1}, {"SEC", 1}, {"S", 1}, {"MILLISECOND", 0.001}, {"MS", 0.001}, {"MINUTE", 60}, {"HOUR", 3600}};
constexpr UnitName pressures[] = {{"PASCAL", 1}, {"PA", 1}, {"KPA", 1e3}, {"KILOPASCAL", 1e3}, {"BAR", 1e5}, {"PSI", 6894.757293168}, {"MPA", 1e6}};

// What these files hold and no part of the program reads: nothing is misspelt there.
constexpr std::string_view not_read[] = {
    "ASPECT_RATIO", "RIM_WIDTH", "IXX", "IYY", "BELT_MASS", "BELT_IXX", "BELT_IYY", "GRAVITY", "MC_CONTOUR_A", "MC_CONTOUR_B",
    "YAW_STIFFNESS", "FREQ_LONG", "FREQ_LAT", "FREQ_YAW", "FREQ_WINDUP", "DAMP_LONG", "DAMP_LAT", "DAMP_YAW", "DAMP_WINDUP",
    "DAMP_RESIDUAL", "DAMP_VLOW", "Q_BVX", "Q_BVT", "PCMZ1", "Q_RA1", "Q_RA2", "Q_RB1", "Q_RB2", "ELLIPS_SHIFT", "LMP", "LGYR", "QTZ1",
    "MBELT", "PTX4", "PTY3", "PDXP1", "PDXP2", "PDXP3", "PKYP1", "PDYP1", "PDYP2", "PDYP3", "PDYP4", "PHYP1", "PHYP2", "PHYP3",
    "PHYP4", "PECP1", "PECP2", "QDTP1", "QCRP1", "QCRP2", "QBRP1", "QDRP1", "QDRP2", "Q_FZ1", "Q_FZ3", "Q_FCZ", "LCZ", "LVYC", "LIP",
    "QDZ5", "PKX4", "PHX3", "PVX3", "LXAL2", "QBZ6", "QBZ7", "QBZ8", "HMAX_LOCAL", "MASS", "FITTYP", "TYRESIDE", "USE_MODE"};

class TirReader {
 public:
  TirReader(const std::string& path, std::vector<Fault>& faults) : path_(path), faults_(faults) {}

  TireLaw read(std::string_view text) {
    for_each_line(text, [&](int line, std::string_view all) { take(line, all); });
    read_units();
    const std::string format = word("PROPERTY_FILE_FORMAT");
    TireLaw law;
    law.measured_side = side();
    if (upper(format) == "FIALA" && !find("FITTYP"))
      fiala(law);
    else
      magic_formula(law, format);
    law.radius = quantity("UNLOADED_RADIUS", length_, true);
    law.width = quantity("WIDTH", length_);
    law.vertical_stiffness = quantity("VERTICAL_STIFFNESS", force_ / length_, true);
    law.vertical_damping = quantity("VERTICAL_DAMPING", force_ * time_ / length_);
    if (const double v = quantity("VXLOW", length_ / time_); v > 0) law.low_speed = v;
    law.stiffness_x = quantity("LONGITUDINAL_STIFFNESS", force_ / length_);
    law.stiffness_y = quantity("LATERAL_STIFFNESS", force_ / length_);
    law.relaxation_x = quantity("RELAX_LENGTH_X", length_);
    law.relaxation_y = quantity("RELAX_LENGTH_Y", length_);
    law.load = {quantity("FZMIN", force_), quantity("FZMAX", force_)};
    law.kappa = {quantity("KPUMIN", 1), quantity("KPUMAX", 1)};
    law.alpha = {quantity("ALPMIN", angle_), quantity("ALPMAX", angle_)};
    law.gamma = {quantity("CAMMIN", angle_), quantity("CAMMAX", angle_)};
    law.pressure = {quantity("PRESMIN", pressure_), quantity("PRESMAX", pressure_)};
    return law;
  }

 private:
  void fault(int line, std::string where, std::string what, std::string hint = {}) {
    faults_.push_back({{path_, line, 0}, std::move(where), std::move(what), std::move(hint)});
  }

  void take(int line, std::string_view all) {
    std::string_view text = trimmed(all.substr(0, all.find_first_of("$!")));
    if (text.empty() || text.front() == '#' || text.front() == '<') return;
    if (text.front() == '[') {
      const std::size_t end = text.find(']');
      if (end == std::string_view::npos) return fault(line, std::string(text), "the section has no closing bracket");
      section_ = upper(trimmed(text.substr(1, end - 1)));
      in_table_ = false;
      return;
    }
    if (text.front() == '{') {
      in_table_ = true;
      return;
    }
    const std::size_t equal = text.find('=');
    if (equal == std::string_view::npos) {
      if (!in_table_ && section_ != "MDI_HEADER")
        fault(line, std::string(text), "expected `NAME = value`, found " + quoted(text), "comments begin with $ or !");
      return;
    }
    in_table_ = false;
    const std::string name = upper(trimmed(text.substr(0, equal)));
    std::string_view value = trimmed(text.substr(equal + 1));
    if (value.size() > 1 && (value.front() == '\'' || value.front() == '"')) {
      const std::size_t end = value.find(value.front(), 1);
      if (end == std::string_view::npos) return fault(line, name, "the text has no closing quote");
      value = trimmed(value.substr(1, end - 1));
    }
    auto& where = section_ == "UNITS" ? units_ : entries_;
    const auto [known, is_new] = where.try_emplace(name, Entry{std::string(value), line});
    if (!is_new && known->second.value != value && section_ != "MDI_HEADER")
      fault(line, name, "the name is repeated: line " + std::to_string(known->second.line) + " has " + quoted(known->second.value),
            "keep one of them");
  }

  const Entry* find(const std::string& name) const {
    const auto found = entries_.find(name);
    return found == entries_.end() ? nullptr : &found->second;
  }
  std::string word(const std::string& name) const {
    const Entry* entry = find(name);
    return entry ? entry->value : "";
  }
  std::optional<double> number(const std::string& name) {
    const Entry* entry = find(name);
    if (!entry) return std::nullopt;
    const auto value = number_in(entry->value);
    if (!value) fault(entry->line, name, "expected a number, found " + quoted(entry->value));
    return value;
  }
  double quantity(const std::string& name, double unit, bool positive = false) {
    const Entry* entry = find(name);
    const auto value = number(name);
    if (positive && !entry) fault(0, name, "the file does not give " + quoted(name), "it is needed to carry a load");
    if (positive && value && !(*value > 0)) fault(entry->line, name, "must be positive, found " + entry->value);
    return value.value_or(0) * unit;
  }

  std::string side() {
    const std::string side = upper(word("TYRESIDE"));
    if (side.empty() || side == "LEFT" || side == "L") return side.empty() ? "" : "left";
    if (side == "RIGHT" || side == "R") return "right";
    if (side != "SYMMETRIC" && side != "UNKNOWN" && side != "NONE")
      fault(find("TYRESIDE")->line, "TYRESIDE", "expected LEFT or RIGHT, found " + quoted(side));
    return "";
  }

  template <std::size_t n>
  double unit(const char* name, const UnitName (&known)[n]) {
    const auto found = units_.find(name);
    if (found == units_.end()) return 1;
    const std::string given = upper(found->second.value);
    std::vector<std::string> names;
    for (const UnitName& each : known) {
      if (each.name == given) return each.si;
      names.emplace_back(each.name);
    }
    fault(found->second.line, name, "unknown unit " + quoted(found->second.value), did_you_mean(given, names));
    return 1;
  }
  void read_units() {
    length_ = unit("LENGTH", lengths);
    force_ = unit("FORCE", forces);
    angle_ = unit("ANGLE", angles);
    time_ = unit("TIME", times);
    unit("MASS", masses);
    pressure_ = units_.count("PRESSURE") ? unit("PRESSURE", pressures) : force_ / (length_ * length_);
  }

  void fiala(TireLaw& law) {
    Fiala tire;
    tire.slip_stiffness = quantity("CSLIP", force_, true);
    tire.cornering_stiffness = quantity("CALPHA", force_ / angle_, true);
    tire.friction = number("UMAX").value_or(1);
    tire.sliding_friction = number("UMIN").value_or(tire.friction);
    tire.rolling_resistance = quantity("ROLLING_RESISTANCE", length_);
    tire.width = quantity("WIDTH", length_);
    law.slip = tire;
  }

  // 5.2 or 6.1 or 6.2, or a fault that names what it is.
  void magic_formula(TireLaw& law, const std::string& format) {
    MagicFormula m;
    const Entry* type = find("FITTYP");
    if (type) {
      const auto number = number_in(type->value);
      if (number && (*number == 6 || *number == 52))
        m.is_52 = true;
      else if (!number || (*number != 61 && *number != 62))
        fault(type->line, "FITTYP", "unknown version of the Magic Formula: FITTYP = " + type->value,
              "read are 6 and 52 (Magic Formula 5.2), 61 (6.1) and 62 (6.2)");
    } else if (upper(format) == "PAC2002") {
      m.is_52 = true;
    } else {
      const Entry* told = find("PROPERTY_FILE_FORMAT");
      fault(told ? told->line : 0, "FITTYP",
            format.empty() ? "the file does not say which law it is for: there is no FITTYP"
                           : "the format " + quoted(format) + " is not read",
            "FITTYP = 61, or PROPERTY_FILE_FORMAT = 'PAC2002' or 'FIALA'");
    }
    std::vector<std::string> missing;
    std::map<std::string_view, bool> known;
    MagicFormula::for_each_coefficient([&](std::string_view name, double MagicFormula::*member) {
      known[name] = true;
      const auto value = number(std::string(name));
      if (value) m.*member = *value;
      if (!find(std::string(name))) missing.emplace_back(name);
    });
    if (m.is_52) m.PKY4 = 2;
    m.UNLOADED_RADIUS *= length_;
    for (double MagicFormula::*member : {&MagicFormula::WIDTH, &MagicFormula::RIM_RADIUS, &MagicFormula::BOTTOM_OFFST}) m.*member *= length_;
    m.FNOMIN *= force_;
    m.VERTICAL_STIFFNESS *= force_ / length_;
    m.LONGVL *= length_ / time_;
    m.INFLPRES *= pressure_;
    m.NOMPRES *= pressure_;
    if (m.INFLPRES == 0) m.INFLPRES = m.NOMPRES;
    if (m.LONGVL == 0) m.LONGVL = 16.7;  // the usual speed of measurements; only resistance and growth depend on it
    if (const Entry* load = find("FNOMIN"); !load)
      fault(0, "FNOMIN", "the file does not give the nominal load `FNOMIN`", "every coefficient refers to it");
    else if (!(m.FNOMIN > 0))
      fault(load->line, "FNOMIN", "must be positive, found " + load->value);
    for (const auto& [name, entry] : entries_) {
      if (known.count(name) || std::find(std::begin(not_read), std::end(not_read), name) != std::end(not_read)) continue;
      const std::string near = nearest(name, missing);
      if (!near.empty() && edit_distance(name, near) == 1)
        fault(entry.line, name, "unknown name, and " + quoted(near) + " is missing", "did you mean " + quoted(near) + "?");
    }
    law.slip = m;
  }

  const std::string& path_;
  std::vector<Fault>& faults_;
  std::string section_;
  bool in_table_ = false;
  std::map<std::string, Entry> entries_, units_;
  double length_ = 1, force_ = 1, angle_ = 1, time_ = 1, pressure_ = 1;
};

}  // namespace

TireLaw read_tir(std::string_view text, const std::string& path, std::vector<Fault>& faults) {
  return TirReader(path, faults).read(text);
}

TireTable read_tire_table(std::string_view text, const std::string& path, std::vector<Fault>& faults) {
  constexpr std::string_view names[] = {"fz", "slip", "fx", "fy", "mz"};
  struct Row {
    std::array<double, 5> values;
    int line;
  };
  std::vector<Row> rows;
  std::array<int, 5> column;
  column.fill(-1);
  bool has_header = false;
  const auto fault = [&](int line, std::string what, std::string hint = {}) {
    faults.push_back({{path, line, 0}, "", std::move(what), std::move(hint)});
  };
  const std::size_t before = faults.size();
  for_each_line(text, [&](int line, std::string_view all) {
    const std::string_view text_of_line = trimmed(all.substr(0, all.find('#')));
    if (text_of_line.empty() || faults.size() > before + 20) return;
    std::vector<std::string_view> cells;
    for (std::string_view rest = text_of_line;;) {
      const std::size_t end = std::min(rest.find_first_of(",;"), rest.size());
      cells.push_back(trimmed(rest.substr(0, end)));
      if (end == rest.size()) break;
      rest.remove_prefix(end + 1);
    }
    if (!has_header) {
      has_header = true;
      for (std::size_t c = 0; c < cells.size(); ++c)
        for (std::size_t k = 0; k < 5; ++k)
          if (upper(cells[c]) == upper(names[k])) column[k] = static_cast<int>(c);
      for (std::size_t k = 0; k < 5; ++k)
        if (column[k] < 0) fault(line, "there is no column " + quoted(names[k]), "the header is fz, slip, fx, fy, mz");
      return;
    }
    Row row{{}, line};
    for (std::size_t k = 0; k < 5; ++k) {
      if (column[k] < 0) return;
      const auto value = static_cast<std::size_t>(column[k]) < cells.size() ? number_in(cells[column[k]]) : std::nullopt;
      if (!value) return fault(line, "expected a number for " + quoted(names[k]));
      row.values[k] = *value;
    }
    rows.push_back(row);
  });
  TireTable table;
  if (faults.size() > before) return table;
  for (const Row& row : rows) {
    table.loads.push_back(row.values[0]);
    table.slips.push_back(row.values[1]);
  }
  for (std::vector<double>* each : {&table.loads, &table.slips}) {
    std::sort(each->begin(), each->end());
    each->erase(std::unique(each->begin(), each->end()), each->end());
  }
  if (table.loads.size() < 2 || table.slips.size() < 2 || !(table.loads.front() > 0)) {
    fault(0, "a table of a tire needs at least two loads above zero and two slips");
    return table;
  }
  if (!(table.slips.front() < 0 && table.slips.back() > 0)) fault(0, "the slips must reach to both sides of zero");
  constexpr double missing = -1;
  std::vector<double> lines(table.loads.size() * table.slips.size(), missing);
  table.rows.resize(lines.size());
  for (const Row& row : rows) {
    const auto place = [](const std::vector<double>& all, double value) {
      return static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), value) - all.begin());
    };
    const std::size_t i = place(table.loads, row.values[0]) * table.slips.size() + place(table.slips, row.values[1]);
    if (lines[i] != missing) fault(row.line, "this load and slip stand already in line " + std::to_string(static_cast<int>(lines[i])));
    lines[i] = row.line;
    table.rows[i] = {row.values[2], row.values[3], row.values[4]};
  }
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (lines[i] == missing) {
      fault(0, "there is no row for the load " + to_text(table.loads[i / table.slips.size()]) + " and the slip " +
                   to_text(table.slips[i % table.slips.size()]),
            "the table is a full grid");
      break;
    }
  return table;
}

}  // namespace bricard
