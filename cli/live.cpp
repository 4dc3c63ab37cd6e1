// The verb `live`, for the page's server: a process that stays, so that a hand that moves a point need not wait for a program to
// start. One order is a line of standard input, the words of a command line as JSON; the answer is
//
//   {"faults": [..], "json": n, "numbers": m}\n     n bytes of JSON, m doubles, column after column, low byte first
//
// without faults the JSON is {"scene", "summary", "rows", "columns", "files"}. Nothing is written to disk.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iostream>
#include <nlohmann/json.hpp>

#include "bricard/analyses/run.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/results/row_sink.hpp"
#include "bricard/results/summary_writer.hpp"
#include "cli/model_scene.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "cli/warning_places.hpp"
#include "page/faults.hpp"

namespace bricard::cli {
namespace {

// The rows of a run, at even distance where there are very many: then every second one is dropped, and so on. The last one stays.
class EvenRows final : public RowSink {
 public:
  void begin(const std::vector<ResultColumn>& columns, const UnitSystem&) override {
    width_ = columns.size();
    most_ = std::clamp<std::size_t>(most_numbers / std::max<std::size_t>(width_, 1), 2, most_rows);
  }
  void row(std::span<const double> values) override {
    last_.assign(values.begin(), values.end());
    last_is_kept_ = count_++ % stride_ == 0;
    if (!last_is_kept_) return;
    rows_.insert(rows_.end(), values.begin(), values.end());
    if (rows_.size() / width_ <= most_) return;
    const std::size_t kept = (rows_.size() / width_ + 1) / 2;
    for (std::size_t i = 1; i < kept; ++i)
      std::copy_n(rows_.begin() + static_cast<long>(2 * i * width_), width_, rows_.begin() + static_cast<long>(i * width_));
    last_is_kept_ = rows_.size() / width_ % 2 == 1;
    rows_.resize(kept * width_);
    stride_ *= 2;
  }
  std::vector<double> take() {
    if (!last_is_kept_) rows_.insert(rows_.end(), last_.begin(), last_.end());
    return std::move(rows_);
  }

 private:
  static constexpr std::size_t most_numbers = 4'000'000, most_rows = 20'000;  // what the page draws at most (samples.ts)
  std::size_t width_ = 0, most_ = 0, count_ = 0, stride_ = 1;
  bool last_is_kept_ = true;
  std::vector<double> rows_, last_;
};

struct LiveAnswer {
  std::vector<Fault> faults;
  std::string json;
  std::vector<double> numbers;
};

std::string as_json(const page::Json& json) { return json.dump(-1, ' ', false, page::Json::error_handler_t::replace); }

// In the units of the file, column after column.
std::vector<double> by_column(const std::vector<double>& rows, const std::vector<ResultColumn>& columns,
                              const UnitSystem& units) {
  const std::size_t width = columns.size(), count = width ? rows.size() / width : 0;
  std::vector<double> numbers(rows.size());
  for (std::size_t c = 0; c < width; ++c) {
    const double factor = units.factor(columns[c].dimension);
    for (std::size_t r = 0; r < count; ++r) numbers[c * count + r] = rows[r * width + c] / factor;
  }
  return numbers;
}

LiveAnswer compute(const Arguments& arguments) {
  std::vector<Variable> now;
  const Model model = load(arguments, {}, nullptr, &now);
  const ModelText source = read_model_text(arguments.model, arguments.reading);
  EvenRows sink;
  Control control;
  control.rows = &sink;
  control.vary = [&](const ParameterValues& values) { return load(arguments, values); };
  Results results = bricard::run(model, *model.analysis, control);
  add_places(results.summary.warnings, source, arguments.model);

  LiveAnswer answer;
  const std::vector<double> rows = results.values.empty() ? sink.take() : std::move(results.values);
  answer.numbers = by_column(rows, results.columns, results.summary.units);
  page::Json columns = page::Json::array(), files = page::Json::object();
  for (const ResultColumn& each : results.columns) columns.push_back(each.name);
  for (const ResultFile& each : results.files) files[each.name] = each.text;
  answer.json =
      fmt::format(R"({{"scene":{},"summary":{},"rows":{},"columns":{},"files":{}}})",
                  as_json(model_scene(arguments, model, source.text, now)), summary_json(results.summary, results.columns),
                  results.columns.empty() ? 0 : rows.size() / results.columns.size(), as_json(columns), as_json(files));
  return answer;
}

// Trouble of any kind is a fault of this order; the next one is answered as well.
LiveAnswer answer_to(const std::string& line) {
  Arguments arguments;
  LiveAnswer answer;
  try {
    const page::Json words = page::parse_json(line);
    arguments = parse_arguments(words.get<std::vector<std::string>>());
    if (find_verb(arguments.verb)->run != run) throw Error("live", "only analyses are run here");
    return compute(arguments);
  } catch (const Error& error) {
    answer.faults = told_faults(error, arguments);
  } catch (const std::bad_alloc&) {
    answer.faults.emplace_back().what = "out of memory";
  } catch (const std::exception& error) {
    answer.faults.emplace_back().what = error.what();
  }
  return answer;
}

}  // namespace

int live(const Arguments&) {
  static_assert(std::endian::native == std::endian::little);
  for (std::string line; std::getline(std::cin, line);) {
    const LiveAnswer answer = answer_to(line);
    page::Json head = page::faults_json(answer.faults);
    head["json"] = answer.json.size();
    head["numbers"] = answer.numbers.size();
    print(as_json(head) + "\n");
    print(answer.json);
    print({reinterpret_cast<const char*>(answer.numbers.data()), answer.numbers.size() * sizeof(double)});
    if (!output_complete()) return failed;
  }
  return done;
}

}  // namespace bricard::cli
