#include "study/store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"

namespace bricard::study {

namespace {

constexpr const char* layout = "bricard study 2";
constexpr int patience_ms = 10'000;  // a reader may hold the file for a moment

std::string as_name(const std::string& text) {
  std::string name = "\"";
  for (const char c : text) name += c == '"' ? "\"\"" : std::string(1, c);
  return name + '"';
}

std::string as_bytes(const std::vector<double>& values) {
  return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
}

// What the columns are called in the table, where SQLite does not tell cases apart.
std::vector<std::string> table_names(const Study& study) {
  std::vector<std::string> taken{"task", "step", "key", "status", "reason"}, names;
  const auto lower = [](std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
  };
  for (std::string name : study.names()) {
    while (std::find(taken.begin(), taken.end(), lower(name)) != taken.end()) name += '_';
    taken.push_back(lower(name));
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

// A statement that is used again and again.
class Store::Statement {
 public:
  Statement(const Store& store, sqlite3* base, const std::string& sql) : store_(store) {
    if (sqlite3_prepare_v2(base, sql.c_str(), -1, &statement_, nullptr) != SQLITE_OK) store.fail("reading");
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& start() {
    sqlite3_reset(statement_);
    next_ = 1;
    return *this;
  }
  Statement& bind(long value) { return sqlite3_bind_int64(statement_, next_++, value), *this; }
  Statement& bind(double value) { return sqlite3_bind_double(statement_, next_++, value), *this; }
  Statement& bind(const std::string& text) {
    return sqlite3_bind_text(statement_, next_++, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT), *this;
  }
  Statement& bind_bytes(const std::string& bytes) {
    return sqlite3_bind_blob(statement_, next_++, bytes.data(), static_cast<int>(bytes.size()), SQLITE_TRANSIENT), *this;
  }
  // Whether there is a row; it is not kept.
  bool any() {
    const bool found = step();
    sqlite3_reset(statement_);
    return found;
  }
  // True: there is a row.
  bool step() {
    const int result = sqlite3_step(statement_);
    if (result != SQLITE_ROW && result != SQLITE_DONE) store_.fail("writing");
    if (result == SQLITE_DONE) sqlite3_reset(statement_);
    return result == SQLITE_ROW;
  }
  long whole(int i) const { return sqlite3_column_int64(statement_, i); }
  double number(int i) const {
    return sqlite3_column_type(statement_, i) == SQLITE_NULL ? std::numeric_limits<double>::quiet_NaN()
                                                             : sqlite3_column_double(statement_, i);
  }
  std::string text(int i) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, i));
    return bytes ? std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, i))) : std::string();
  }
  std::vector<double> numbers(int i) const {
    const std::string bytes = text(i);
    std::vector<double> values(bytes.size() / sizeof(double));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(double));
    return values;
  }
  Run run(int first) const { return {whole(first) != 0, text(first + 1), number(first + 2), numbers(first + 3)}; }

 private:
  const Store& store_;
  sqlite3_stmt* statement_ = nullptr;
  int next_ = 1;
};

void Store::fail(const std::string& doing) const {
  throw Error(path_.string(), fmt::format("{} the file of results failed: {}", doing, base_ ? sqlite3_errmsg(base_) : "no memory"),
              "name another file with --out, or remove it");
}

Store::Store(const std::filesystem::path& path, Use use) : path_(path) {
  std::error_code error;
  if (use == Use::read && !std::filesystem::is_regular_file(path, error))
    throw Error(path.string(), "there is no such file of results", "bricard study STUDY.yaml writes it");
  if (use == Use::write) {
    lock_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock_ < 0) throw Error(path.string(), fmt::format("the file of results cannot be written: {}", std::strerror(errno)), "name another with --out");
    if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
      ::close(lock_);
      throw Error(path.string(), "another process is doing this study", "bricard study status tells how far it is");
    }
  }
  try {
    const int flags = use == Use::write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    if (sqlite3_open_v2(path.c_str(), &base_, flags | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK) fail("opening");
    sqlite3_busy_timeout(base_, patience_ms);
    if (use == Use::write) {
      // What is committed outlives this process; the disk is asked only now and then.
      execute("PRAGMA journal_mode=WAL");
      execute("PRAGMA synchronous=NORMAL");
      execute("CREATE TABLE IF NOT EXISTS study(name TEXT PRIMARY KEY, value) WITHOUT ROWID");
      if (!noted("layout")) {
        if (count("sqlite_master") > 1) throw Error(path.string(), "this is a database of something else", "name another file with --out");
        note("layout", layout);
      }
      execute("CREATE TABLE IF NOT EXISTS runs(key BLOB PRIMARY KEY, failed INTEGER, reason TEXT, seconds REAL, numbers BLOB) WITHOUT ROWID");
      execute("CREATE TABLE IF NOT EXISTS ends(task INTEGER PRIMARY KEY, message TEXT)");
    }
    if (noted("layout").value_or("") != layout)
      throw Error(path.string(), "this is no file of results of a study, or one of another version", "name another file with --out");
    load_columns();
  } catch (...) {
    close();
    throw;
  }
}

Store::~Store() { close(); }

void Store::close() {
  statements_.clear();
  // One file is left, which can also be read where nothing can be written.
  if (base_ && lock_ >= 0) sqlite3_exec(base_, "PRAGMA journal_mode=DELETE", nullptr, nullptr, nullptr);
  sqlite3_close(base_);
  base_ = nullptr;
  if (lock_ >= 0) ::close(lock_);
  lock_ = -1;
}

void Store::execute(const std::string& sql) {
  if (sqlite3_exec(base_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail("writing");
}

Store::Statement& Store::prepared(const std::string& sql) {
  auto& found = statements_[sql];
  if (!found) found = std::make_unique<Statement>(*this, base_, sql);
  return found->start();
}

void Store::load_columns() {
  columns_.clear();
  units_.clear();
  words_.clear();
  varied_ = measures_ = 0;
  const auto noted_columns = noted("columns");
  if (!noted_columns) return;
  const auto columns = nlohmann::json::parse(*noted_columns);
  for (const auto& each : columns) {
    if (each.contains("words")) words_[columns_.size()] = each["words"];
    columns_.push_back(each["name"]);
    units_.push_back(each.value("unit", ""));
    (each["varied"] ? varied_ : measures_) += 1;
  }
}

void Store::begin(const Study& study, const std::string& plan) {
  if (noted("plan") == plan) return;
  together([&] {
    statements_.clear();
    execute("DROP TABLE IF EXISTS samples");
    execute("DELETE FROM ends");
    execute("DELETE FROM study WHERE name <> 'layout'");
    std::string sql = "CREATE TABLE samples(task INTEGER, step INTEGER, key BLOB, status TEXT, reason TEXT";
    for (const std::string& each : table_names(study)) sql += ", " + as_name(each);
    execute(sql + ", PRIMARY KEY(task, step)) WITHOUT ROWID");
    auto columns = nlohmann::json::array();
    for (const Varied& each : study.vary) {
      columns.push_back({{"name", each.name}, {"unit", each.unit}, {"varied", true}});
      if (each.kind == Varied::Kind::words) columns.back()["words"] = each.words;
    }
    for (const Measure& each : study.measures) columns.push_back({{"name", each.name}, {"varied", false}});
    note("columns", columns.dump());
    note("file", study.text);
    note("plan", plan);
  });
  load_columns();
}

bool Store::has_run(const std::string& key) { return prepared("SELECT 1 FROM runs WHERE key = ?").bind_bytes(key).any(); }

std::optional<Run> Store::run(const std::string& key) {
  Statement& found = prepared("SELECT failed, reason, seconds, numbers FROM runs WHERE key = ?").bind_bytes(key);
  if (!found.step()) return std::nullopt;
  Run run = found.run(0);
  found.start();
  return run;
}

void Store::for_each_run(const std::function<void(const std::string&, Run&&)>& take) {
  Statement& all = prepared("SELECT key, failed, reason, seconds, numbers FROM runs");
  while (all.step()) take(all.text(0), all.run(1));
}

bool Store::has_sample(long task, long step) {
  return prepared("SELECT 1 FROM samples WHERE task = ? AND step = ?").bind(task).bind(step).any();
}

bool Store::has_end(long task) { return prepared("SELECT 1 FROM ends WHERE task = ?").bind(task).any(); }

void Store::add(const News& news) {
  together([&] {
    if (const auto* end = std::get_if<SearchEnd>(&news)) {
      prepared("INSERT OR IGNORE INTO ends VALUES(?, ?)").bind(end->task).bind(end->message).step();
      return;
    }
    add_run(std::get<Record>(news));
    add_sample(std::get<Record>(news));
  });
}

void Store::add_run(const Record& record) {
  prepared("INSERT OR IGNORE INTO runs VALUES(?, ?, ?, ?, ?)")
      .bind_bytes(record.key)
      .bind(static_cast<long>(record.run.failed))
      .bind(record.run.reason)
      .bind(record.run.seconds)
      .bind_bytes(as_bytes(record.run.values))
      .step();
}

void Store::add_sample(const Record& record) {
  std::string sql = "INSERT OR IGNORE INTO samples VALUES(?, ?, ?, ?, ?";
  for (std::size_t i = 0; i < columns_.size(); ++i) sql += ", ?";
  Statement& row = prepared(sql + ')');
  row.bind(record.task).bind(record.step).bind_bytes(record.key);
  row.bind(std::string(record.run.failed ? "failed" : "done")).bind(record.run.reason);
  for (std::size_t i = 0; i < record.point.size(); ++i) {
    const auto words = words_.find(i);
    if (words == words_.end())
      row.bind(record.point[i]);
    else
      row.bind(words->second[static_cast<std::size_t>(record.point[i])]);
  }
  for (std::size_t i = 0; i < measures_; ++i)
    row.bind(i < record.run.values.size() ? record.run.values[i] : std::numeric_limits<double>::quiet_NaN());
  row.step();
}

void Store::together(const std::function<void()>& work) {
  const bool inside = sqlite3_get_autocommit(base_) == 0;
  if (inside) return work();
  execute("BEGIN");
  try {
    work();
  } catch (...) {
    sqlite3_exec(base_, "ROLLBACK", nullptr, nullptr, nullptr);
    throw;
  }
  execute("COMMIT");
}

void Store::note(const std::string& name, const std::string& value) {
  prepared("INSERT OR REPLACE INTO study VALUES(?, ?)").bind(name).bind(value).step();
}

std::optional<std::string> Store::noted(const std::string& name) {
  Statement& found = prepared("SELECT value FROM study WHERE name = ?").bind(name);
  if (!found.step()) return std::nullopt;
  std::string value = found.text(0);
  found.start();
  return value;
}

std::vector<std::pair<long, std::string>> Store::ends() {
  std::vector<std::pair<long, std::string>> found;
  Statement& all = prepared("SELECT task, message FROM ends ORDER BY task");
  while (all.step()) found.emplace_back(all.whole(0), all.text(1));
  return found;
}

// Of words the place in their list.
double Store::value_of(const Statement& row, std::size_t column) const {
  const auto words = words_.find(column);
  if (words == words_.end()) return row.number(5 + static_cast<int>(column));
  const auto& list = words->second;
  return static_cast<double>(std::find(list.begin(), list.end(), row.text(5 + static_cast<int>(column))) - list.begin());
}

Sample Store::sample_of(const Statement& row) const {
  Sample sample{row.whole(0), row.whole(1), row.text(2), {}, row.text(3) == "failed", row.text(4), {}};
  for (std::size_t i = 0; i < columns_.size(); ++i) (i < varied_ ? sample.point : sample.measures).push_back(value_of(row, i));
  return sample;
}

std::vector<Sample> Store::samples() {
  std::vector<Sample> found;
  if (columns_.empty()) return found;
  Statement& all = prepared("SELECT * FROM samples ORDER BY task, step");
  while (all.step()) found.push_back(sample_of(all));
  return found;
}

std::optional<Sample> Store::sample(long task, long step) {
  if (columns_.empty()) return std::nullopt;
  Statement& row = prepared("SELECT * FROM samples WHERE task = ? AND step = ?").bind(task).bind(step);
  if (!row.step()) return std::nullopt;
  Sample found = sample_of(row);
  row.start();
  return found;
}

void Store::for_each_sample(const std::function<void(long, long, bool, const std::string&, const std::vector<double>&)>& take) {
  if (columns_.empty()) return;
  std::vector<double> values(columns_.size());
  Statement& all = prepared("SELECT * FROM samples ORDER BY task, step");
  while (all.step()) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = value_of(all, i);
    take(all.whole(0), all.whole(1), all.text(3) == "failed", all.text(4), values);
  }
}

std::vector<std::string> Store::words(std::size_t column) const {
  const auto found = words_.find(column);
  return found == words_.end() ? std::vector<std::string>() : found->second;
}

long Store::count(const char* table) {
  Statement& all = prepared(fmt::format("SELECT count(*) FROM {}", table));
  all.step();
  const long found = all.whole(0);
  all.start();
  return found;
}

std::string Store::text_of(std::size_t column, double value) const {
  const auto words = words_.find(column);
  return words == words_.end() ? to_text(value) : words->second[static_cast<std::size_t>(value)];
}

std::pair<long, long> Store::counts() {
  if (columns_.empty()) return {0, 0};
  return {count("samples"), count("samples WHERE status = 'failed'")};
}

}  // namespace bricard::study
