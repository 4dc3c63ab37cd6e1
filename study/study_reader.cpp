// Reads a study file. Values of varied numbers are texts in its model's language, so the model is asked what they mean.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/io/document.hpp"
#include "study/keys.hpp"
#include "study/measured_data.hpp"
#include "study/study.hpp"

namespace bricard::study {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view purposes[] = {"explore", "sensitivity", "tolerance", "optimize", "identify"};

class StudyReader {
 public:
  StudyReader(const Document& document, const ModelAccess& model) : keys_(document), model_(model) {}

  Study read(const Node& root) {
    check_top(keys_, root);
    study_.path = keys_.document().file;
    study_.text = keys_.document().text;
    study_.name = keys_.text_or(root, "name", "", fs::path(study_.path).stem().stem().string());
    if (const Node* vary = keys_.map(root, "vary", ""))
      for (const Entry& each : vary->entries) varied(each);
    if (study_.vary.empty() && !keys_.failed()) keys_.fault(root, "vary", "nothing is varied", "for instance vary: {k: {from: 1, to: 2}}");
    sampling(root);
    measures(root);
    names_ = study_.names();
    purpose(root);
    keys_.finish();
    return std::move(study_);
  }

  static void check_top(Keys& keys, const Node& root) {
    std::vector<std::string_view> known{"study", "name", "model", "set", "vary", "sampling", "run", "measure"};
    known.insert(known.end(), std::begin(purposes), std::end(purposes));
    keys.check(root, "", known);
    const Node* version = root.find("study");
    if (!version || version->text != "1")
      keys.fault(version ? *version : root, "study", version ? "this version of the format is not known" : "the key is missing",
                 "a study file starts with `study: 1`");
  }

 private:
  // What the model says of a text, told at its node.
  template <class Ask>
  auto told_here(const Node& node, const std::string& where, const Ask& ask) -> decltype(ask()) {
    try {
      return ask();
    } catch (const Error& error) {
      const Fault& fault = error.faults()[0];
      std::string what = fault.what;
      if (!fault.where.empty() && !fault.where.starts_with("--") && fault.where.find(where) == std::string::npos)
        what = fault.where + ": " + what;
      keys_.fault(node, where, what, fault.hint);
      return {};
    }
  }

  double number(const Variable& variable, const Node& node, const std::string& where) {
    if (!node.is_scalar()) {
      keys_.fault(node, where, "expected a number, found " + describe(node));
      return 0;
    }
    return told_here(node, where, [&] { return model_.number(variable, where, node.text); });
  }

  std::vector<double> numbers(const Variable& variable, const Node& node, const std::string& where, std::size_t count) {
    std::vector<double> found;
    if (!node.is_sequence() || (count > 0 && node.items.size() != count)) {
      keys_.fault(node, where, fmt::format("expected a list of {} numbers, found {}", count, describe(node)));
      return {};
    }
    for (const Node& each : node.items) found.push_back(number(variable, each, where));
    return found;
  }

  static std::string first_text(const Node& node) {
    if (node.is_scalar()) return node.text;
    for (const Node& each : node.items) return first_text(each);
    for (const Entry& each : node.entries) return first_text(each.value);
    return "0";
  }

  void varied(const Entry& entry) {
    const std::string& name = entry.key.text;
    const std::string where = "vary." + name;
    const Node& node = entry.value;
    if (std::any_of(study_.vary.begin(), study_.vary.end(), [&](const Varied& each) { return each.name == name; }))
      return keys_.fault(entry.key, where, "this is varied twice");
    const Variable variable = told_here(entry.key, where, [&] { return model_.variable(name, first_text(node)); });
    if (keys_.failed() && variable.name.empty()) return;
    Varied varied;
    varied.name = name;
    varied.unit = variable.unit();
    if (node.is_sequence()) {
      list(varied, variable, node, where);
    } else if (node.is_map() && node.find("from")) {
      interval(varied, variable, node, where);
    } else if (node.is_map()) {
      scatter(varied, variable, node, where);
    } else {
      keys_.fault(node, where, "expected what the number may be, found " + describe(node),
                  "{from: 1, to: 2}, a list of values, or {normal: [mean, deviation]}");
    }
    study_.vary.push_back(std::move(varied));
  }

  // Texts that are no numbers stand for themselves, as --set takes them: `tire: [soft, hard]`.
  void list(Varied& varied, const Variable& variable, const Node& node, const std::string& where) {
    if (node.items.empty()) return keys_.fault(node, where, "the list is empty");
    const bool words = std::any_of(node.items.begin(), node.items.end(),
                                   [](const Node& each) { return each.is_scalar() && !parse_quantity(each.text); });
    varied.kind = words ? Varied::Kind::words : Varied::Kind::list;
    for (const Node& each : node.items) {
      if (!words) {
        varied.values.push_back(number(variable, each, where));
      } else if (!each.is_scalar()) {
        keys_.fault(each, where, "expected a word or a number, found " + describe(each));
      } else {
        told_here(each, where, [&] { return model_.load({{varied.name, each.text}}), true; });
        varied.words.push_back(each.text);
      }
    }
  }

  void interval(Varied& varied, const Variable& variable, const Node& node, const std::string& where) {
    keys_.check(node, where, {"from", "to", "points", "start"});
    const Node* to = node.find("to");
    if (!to) return keys_.fault(node, where, "the key `to` is missing");
    const double from = number(variable, *node.find("from"), where + ".from"), end = number(variable, *to, where + ".to");
    if (!keys_.failed() && !(from < end)) keys_.fault(*to, where + ".to", "the interval is empty: `to` must be larger than `from`");
    varied.distribution = {Distribution::Kind::uniform, from, end, 0};
    if (node.find("points")) varied.points = keys_.count(node, "points", where, 0, 2);
    varied.start = variable.line > 0 && variable.value >= from && variable.value <= end ? variable.value : (from + end) / 2;
    if (const Node* start = node.find("start")) {
      varied.start = number(variable, *start, where + ".start");
      if (!(varied.start >= from && varied.start <= end)) keys_.fault(*start, where + ".start", "this lies outside of the interval");
    }
  }

  void scatter(Varied& varied, const Variable& variable, const Node& node, const std::string& where) {
    using Kind = Distribution::Kind;
    varied.kind = Varied::Kind::scatter;
    keys_.check(node, where, {"normal", "uniform", "lognormal", "triangular"});
    if (keys_.failed()) return;
    if (node.entries.size() != 1)
      return keys_.fault(node, where, "expected an interval or one distribution", "for instance {normal: [35 N/mm, 1 N/mm]}");
    const std::string& kind = node.entries[0].key.text;
    const Node& list = node.entries[0].value;
    Distribution& d = varied.distribution;
    const auto refuse_unless = [&](bool good, const char* what) {
      if (!good && !keys_.failed()) keys_.fault(list, where + '.' + kind, what);
    };
    if (kind == "lognormal") {  // the factor is a plain number
      if (!list.is_sequence() || list.items.size() != 2) return keys_.fault(list, where, "expected [median, factor]");
      d = {Kind::lognormal, number(variable, list.items[0], where), keys_.plain(list.items[1], where), 0};
      refuse_unless(d.a > 0 && d.b > 1, "the median must be positive and the factor larger than 1");
    } else {
      const std::vector<double> n = numbers(variable, list, where + '.' + kind, kind == "triangular" ? 3 : 2);
      if (n.empty()) return;
      d = {kind == "normal" ? Kind::normal : kind == "uniform" ? Kind::uniform : Kind::triangular, n[0], n[1], n.size() > 2 ? n[2] : 0};
      if (kind == "normal") refuse_unless(d.b > 0, "the standard deviation must be positive");
      if (kind == "uniform") refuse_unless(d.a < d.b, "the second number must be larger than the first");
      if (kind == "triangular") refuse_unless(d.a <= d.b && d.b <= d.c && d.a < d.c, "expected [low, most likely, high], rising");
    }
    varied.start = d.quantile(0.5);
  }

  void sampling(const Node& root) {
    const Node* node = keys_.map(root, "sampling", "");
    const bool scatters = std::any_of(study_.vary.begin(), study_.vary.end(),
                                      [](const Varied& each) { return each.kind == Varied::Kind::scatter; });
    Sampling& sampling = study_.sampling;
    sampling.kind = scatters ? SamplingKind::sobol : SamplingKind::grid;
    sampling.count = scatters ? 1000 : 0;
    if (!node) return;
    keys_.check(*node, "sampling", {"kind", "count", "seed"});
    if (node->find("kind")) sampling.kind = static_cast<SamplingKind>(keys_.choice(*node, "kind", "sampling", {"grid", "random", "latin", "sobol"}));
    if (sampling.kind == SamplingKind::grid && node->find("count"))
      keys_.fault(*node->find("count"), "sampling.count", "a grid has no count", "give each number its `points`");
    if (sampling.kind != SamplingKind::grid) {
      sampling.count = keys_.count(*node, "count", "sampling", 1000, 1);
    }
    sampling.seed = keys_.count(*node, "seed", "sampling", 1, 0, std::numeric_limits<std::int64_t>::max());
  }

  void measures(const Node& root) {
    const Node* node = keys_.map(root, "measure", "");
    if (!node) {
      if (!root.find("identify")) keys_.fault(root, "measure", "the key is missing", "for instance measure: {bump_steer: \"max(abs(toe))\"}");
      return;
    }
    for (const Entry& each : node->entries) {
      const std::string where = "measure." + each.key.text;
      const bool plain = !each.key.text.empty() && std::all_of(each.key.text.begin(), each.key.text.end(), [](unsigned char c) {
        return std::isalnum(c) || c == '_';
      });
      const bool is_rest = each.key.text.find(')') != std::string::npos;  // {c: at(x, t == 2)}
      if (!plain) keys_.fault(each.key, where, "a name has letters, digits and _", is_rest ? "between { } a comma ends a value: put it in quotes" : "");
      if (!each.value.is_scalar() || each.value.text.empty())
        keys_.fault(each.value, where, "expected an expression, found " + describe(each.value));
      for (const std::string& taken : study_.names())
        if (taken == each.key.text) keys_.fault(each.key, where, "the name is taken");
      study_.measures.push_back({each.key.text, each.value.text});
    }
  }

  void purpose(const Node& root) {
    const Node* found = nullptr;
    std::string name = "explore";
    for (const Entry& each : root.entries) {
      if (std::find(std::begin(purposes), std::end(purposes), each.key.text) == std::end(purposes)) continue;
      if (found) return keys_.fault(each.key, each.key.text, "a study has one purpose, and " + quoted(name) + " stands before");
      found = &each.value;
      name = each.key.text;
    }
    static const Node none;
    const Node& node = found ? *found : none;
    if (!node.is_map() && !node.is_null()) return keys_.fault(node, name, "expected keys and values, found " + describe(node));
    if (name == "explore") keys_.check(node, name, {});
    if (name == "sensitivity") sensitivity(node);
    if (name == "tolerance") tolerance(node);
    if (name == "optimize") optimize(node);
    if (name == "identify") identify(node);
    if (found && (name == "optimize" || name == "identify" || name == "sensitivity")) continuous_only(*found, name);
  }

  // Searches and derivatives need numbers that vary continuously; searches also their ends.
  void continuous_only(const Node& node, const std::string& name) {
    for (const Varied& each : study_.vary) {
      if (each.is_discrete())
        keys_.fault(node, "vary." + each.name, quoted(name) + " needs a number that varies continuously", "for instance {from: 1, to: 2}");
      else if (each.kind == Varied::Kind::scatter && name != "sensitivity")
        keys_.fault(node, "vary." + each.name, quoted(name) + " needs an interval", "for instance {from: 1, to: 2}");
    }
  }

  double confidence(const Node& node, const std::string& where) {
    const Node* given = node.find("confidence");
    if (!given) return 0.95;
    const double value = keys_.plain(*given, where + ".confidence");
    if (!(value > 0.5 && value < 1)) keys_.fault(*given, where + ".confidence", "expected a number between 0.5 and 1");
    return value;
  }

  void sensitivity(const Node& node) {
    Sensitivity options;
    keys_.check(node, "sensitivity", {"method", "trajectories", "samples", "confidence"});
    if (node.find("method"))
      options.method = static_cast<Sensitivity::Method>(keys_.choice(node, "method", "sensitivity", {"auto", "local", "morris", "sobol"}));
    options.trajectories = keys_.count(node, "trajectories", "sensitivity", options.trajectories, 2);
    options.samples = keys_.count(node, "samples", "sensitivity", options.samples, 2);
    options.confidence = confidence(node, "sensitivity");
    study_.purpose = options;
  }

  void tolerance(const Node& node) {
    Tolerance options;
    keys_.check(node, "tolerance", {"require", "percentiles", "confidence"});
    options.require = conditions(node, "require", "tolerance");
    if (const Node* list = node.find("percentiles")) {
      options.percentiles.clear();
      for (const Node& each : list->items) {
        options.percentiles.push_back(keys_.plain(each, "tolerance.percentiles"));
        if (!(options.percentiles.back() > 0 && options.percentiles.back() < 100))
          keys_.fault(each, "tolerance.percentiles", "expected a number between 0 and 100");
      }
    }
    options.confidence = confidence(node, "tolerance");
    if (std::none_of(study_.vary.begin(), study_.vary.end(), [](const Varied& each) { return each.kind == Varied::Kind::scatter; }))
      keys_.fault(node, "tolerance", "no number scatters", "give one a distribution under `vary`, for instance {normal: [310 mm, 0.3 mm]}");
    if (study_.sampling.kind == SamplingKind::grid) keys_.fault(node, "sampling.kind", "a grid does not scatter", "take sobol, latin or random");
    study_.purpose = std::move(options);
  }

  std::vector<Condition> conditions(const Node& node, const std::string& key, const std::string& where) {
    std::vector<Condition> found;
    for (const Node* each : keys_.texts(node, key, where))
      found.push_back(told_here(*each, where + '.' + key, [&] { return condition_of(each->text, names_); }));
    return found;
  }

  void optimize(const Node& node) {
    Optimize options;
    keys_.check(node, "optimize", {"minimize", "maximize", "subject_to", "method", "starts", "evaluations", "tolerance", "population"});
    for (const char* key : {"minimize", "maximize"})
      for (const Node* each : keys_.texts(node, key, "optimize")) {
        Goal goal;
        goal.text = each->text;
        goal.maximize = std::string_view(key) == "maximize";
        goal.formula = told_here(*each, std::string("optimize.") + key, [&] { return Formula(each->text, names_); });
        options.goals.push_back(std::move(goal));
      }
    if (options.goals.empty()) keys_.fault(node, "optimize", "there is no goal", "for instance minimize: bump_steer");
    options.subject_to = conditions(node, "subject_to", "optimize");
    options.method = keys_.text_or(node, "method", "optimize", options.method);
    options.starts = keys_.count(node, "starts", "optimize", 1, 1);
    options.evaluations = keys_.count(node, "evaluations", "optimize", options.goals.size() > 1 ? 4000 : options.evaluations, 1);
    options.population = keys_.count(node, "population", "optimize", options.population, 4);
    if (const Node* tolerance = node.find("tolerance")) {
      options.tolerance = keys_.plain(*tolerance, "optimize.tolerance");
      if (!(options.tolerance > 0)) keys_.fault(*tolerance, "optimize.tolerance", "must be positive");
    }
    study_.purpose = std::move(options);
  }

  void identify(const Node& node) {
    Identify options;
    keys_.check(node, "identify", {"data", "match", "over", "deviations", "starts", "evaluations", "confidence"});
    options.over = keys_.text_or(node, "over", "identify", "t");
    options.starts = keys_.count(node, "starts", "identify", 1, 1);
    options.evaluations = keys_.count(node, "evaluations", "identify", options.evaluations, 1);
    options.confidence = confidence(node, "identify");
    const Node* match = keys_.map(node, "match", "identify");
    if (!match || match->entries.empty())
      return keys_.fault(node, "identify.match", "the key is missing", "columns of the data and what they are: match: {angle: main.angle}");
    for (const Entry& each : match->entries) {
      if (!each.value.is_scalar()) keys_.fault(each.value, "identify.match", "expected an expression, found " + describe(each.value));
      options.match.emplace_back(each.key.text, each.value.text);
    }
    options.deviations.assign(options.match.size(), 1.0);
    if (const Node* given = keys_.map(node, "deviations", "identify")) {
      options.has_deviations = true;
      std::vector<std::string_view> columns;
      for (const auto& [column, expression] : options.match) columns.push_back(column);
      keys_.check(*given, "identify.deviations", columns);
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const Node* value = given->find(columns[i]);
        if (!value) return keys_.fault(*given, "identify.deviations", "the column " + quoted(columns[i]) + " has none");
        options.deviations[i] = keys_.plain(*value, "identify.deviations");
        if (!(options.deviations[i] > 0)) keys_.fault(*value, "identify.deviations", "must be positive");
      }
    }
    const Node* data = node.find("data");
    if (!data || !data->is_scalar() || data->text.empty())
      return keys_.fault(data ? *data : node, "identify.data", "the table of the measurement is missing", "data: measured.csv");
    told_here(*data, "identify.data", [&] {
      read_measured(fs::path(study_.path).parent_path() / data->text, options);
      return true;
    });
    if (!keys_.failed() && options.at.size() * options.match.size() <= study_.vary.size())
      keys_.fault(*data, "identify.data", fmt::format("{} numbers are measured, and {} are looked for", options.at.size() * options.match.size(), study_.vary.size()));
    study_.purpose = std::move(options);
  }

  Keys keys_;
  const ModelAccess& model_;
  Study study_;
  std::vector<std::string> names_;
};

}  // namespace

double Varied::at(double u) const {
  const auto place = [&](std::size_t count) { return std::min(count - 1, static_cast<std::size_t>(u * static_cast<double>(count))); };
  if (kind == Kind::list) return values[place(values.size())];
  if (kind == Kind::words) return static_cast<double>(place(words.size()));
  return distribution.quantile(u);
}

std::string Varied::text(double value) const {
  return kind == Kind::words ? words[static_cast<std::size_t>(value)] : fmt::format("{:.17g}", value);
}

std::vector<std::string> Study::names() const {
  std::vector<std::string> names;
  for (const Varied& each : vary) names.push_back(each.name);
  for (const Measure& each : measures) names.push_back(each.name);
  return names;
}

StudyHead read_head(const std::string& path) {
  const Document document = parse_document(read_file(path), path);
  Keys keys(document);
  if (!document.root.is_map()) keys.fault(document.root, "", "a study file has keys and values, found " + describe(document.root));
  keys.finish();
  StudyReader::check_top(keys, document.root);
  StudyHead head;
  const Node* model = document.root.find("model");
  if (!model || !model->is_scalar() || model->text.empty())
    keys.fault(model ? *model : document.root, "model", "the model is missing", "model: corner.bricard.yaml, the path from the study file");
  else
    head.model = (fs::path(path).parent_path() / model->text).string();
  if (const Node* run = document.root.find("run")) {
    if (run->is_scalar()) {
      head.run.type = run->text;
    } else if (run->is_map()) {
      for (const Entry& each : run->entries)
        if (each.key.text == "type")
          head.run.type = each.value.text;
        else if (each.value.is_scalar())
          head.run.options[each.key.text] = each.value.text;
        else
          keys.fault(each.value, "run." + each.key.text, "expected a word or a number", "longer keys stand in the model's `analysis`");
    } else {
      keys.fault(*run, "run", "expected an analysis, found " + describe(*run), "for instance run: kinematics");
    }
  }
  if (const Node* set = keys.map(document.root, "set", ""))
    for (const Entry& each : set->entries) {
      if (!each.value.is_scalar()) keys.fault(each.value, "set." + each.key.text, "expected a number, found " + describe(each.value));
      head.set.emplace_back(each.key.text, each.value.text);
    }
  keys.finish();
  return head;
}

Study read_study(const std::string& path, const ModelAccess& model) {
  const StudyHead head = read_head(path);
  const Document document = parse_document(read_file(path), path);
  Study study = StudyReader(document, model).read(document.root);
  study.model = head.model;
  study.set = head.set;
  return study;
}

}  // namespace bricard::study
