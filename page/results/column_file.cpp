// The numbers of the table stand in blocks of block_rows(columns) rows; in a block one column stands after the other, so that a
// column costs one read per block:
//   value (row, column) at ((row / b * columns + column) * b + row % b) * 8 bytes,   b = block_rows.
#include "page/results/column_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>

#include "bricard/core/error.hpp"
#include "bricard/core/units.hpp"
#include "bricard/core/unnamed_file.hpp"

namespace bricard::page {
namespace {

// About 4 MB a block, between 8 and 4096 rows.
std::size_t block_rows(std::size_t columns) { return std::clamp<std::size_t>((std::size_t{1} << 19) / columns, 8, 4096); }

void write_at(int file, std::span<const double> values, std::size_t offset) {
  const std::span<const std::byte> bytes = std::as_bytes(values);
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n = pwrite(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0)
      throw Error("", fmt::format("the numbers of the table cannot be kept in a temporary file: {}", std::strerror(errno)),
                  "set TMPDIR to a folder with more room");
    done += static_cast<std::size_t>(n);
  }
}

void read_at(int file, std::span<double> values, std::size_t offset) {
  const std::span<std::byte> bytes = std::as_writable_bytes(values);
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n = pread(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) throw Error("", "the temporary file with the numbers of the table cannot be read");
    done += static_cast<std::size_t>(n);
  }
}

// Reads all rows that there are behind the first `rows` of them, which are in the file, into it; gives how many there are then.
std::size_t keep_rows(TableReader& table, int file, std::size_t rows) {
  const std::size_t columns = table.names().size(), most = block_rows(columns);
  std::vector<double> by_rows(most * columns), by_columns(most * columns);
  for (;;) {
    const std::size_t before = rows % most, room = most - before;
    std::size_t read = 0;
    while (read < room && table.next(std::span(by_rows).subspan(read * columns, columns))) ++read;
    constexpr std::size_t tile = 8;  // doubles of a cache line
    for (std::size_t first = 0; first < read; first += tile)
      for (std::size_t c = 0; c < columns; ++c)
        for (std::size_t r = first; r < std::min(first + tile, read); ++r) by_columns[c * most + r] = by_rows[r * columns + c];
    const std::size_t block = rows / most * columns * most;
    if (before == 0 && read > 0) {
      write_at(file, by_columns, block * sizeof(double));
    } else if (read > 0) {  // others may be reading the rows before
      for (std::size_t c = 0; c < columns; ++c)
        write_at(file, std::span(by_columns).subspan(c * most, read), (block + c * most + before) * sizeof(double));
    }
    rows += read;
    if (read < room) return rows;
  }
}

// Values on their way to whoever asked for them.
class Outlet {
 public:
  explicit Outlet(const std::function<bool(std::span<const double>)>& take) : take_(take) {}
  bool put(double value) {
    values_.push_back(value);
    return values_.size() < 4096 || flush();
  }
  bool flush() {
    const bool more = values_.empty() || take_(values_);
    values_.clear();
    return more;
  }

 private:
  const std::function<bool(std::span<const double>)>& take_;
  std::vector<double> values_;
};

// n rows in k parts: the first row of part i; part k begins behind the last.
std::size_t part(std::size_t i, std::size_t n, std::size_t k) { return i * n / k; }

struct Clipped {
  std::size_t from, rows;
  bool thin;
};
Clipped clipped(const RowStretch& stretch, std::size_t rows) {
  const std::size_t to = std::min(stretch.to, rows), from = std::min(stretch.from, to);
  const std::size_t points = std::max<std::size_t>(stretch.points, 2);
  return {from, to - from, stretch.points > 0 && to - from > points};
}

}  // namespace

struct Columns::Table {
  explicit Table(const std::filesystem::path& csv, LastLine last)
      : reader(std::in_place, csv, last), names(reader->names()), order(names.size()), file(unnamed_file(temporary_folder())) {
    for (std::string& name : names) {
      const std::size_t at = name.rfind(" [");
      const bool tells = at != std::string::npos && at > 0 && name.ends_with(']');
      std::string unit = tells ? name.substr(at + 2, name.size() - at - 3) : "";
      if (!parse_unit(unit)) unit.clear();
      if (!unit.empty()) name.resize(at);
      units.push_back(std::move(unit));
    }
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return names[a] < names[b]; });
  }
  ~Table() { close(file); }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  std::size_t read_on() {
    const std::lock_guard lock(mutex);
    return rows = keep_rows(*reader, file, rows);
  }

  std::mutex mutex;
  std::optional<TableReader> reader;  // while more may come
  std::vector<std::string> names, units;
  std::vector<int> order;  // of the names in the alphabet
  std::size_t rows = 0;
  int file;
};

Columns::Columns(const std::filesystem::path& csv, LastLine last) : table_(std::make_shared<Table>(csv, last)) {
  rows_ = table_->read_on();
  table_->reader.reset();
}

Columns Columns::growing(const std::filesystem::path& csv) {
  auto table = std::make_shared<Table>(csv, LastLine::has_its_end);
  const std::size_t rows = table->read_on();
  return {std::move(table), rows};
}

std::optional<Columns> Columns::continued(const std::filesystem::path& csv) const {
  if (!table_->reader || !table_->reader->reads(csv)) return std::nullopt;
  return Columns(table_, table_->read_on());
}

const std::vector<std::string>& Columns::names() const { return table_->names; }

const std::string& Columns::unit(int column) const { return table_->units[static_cast<std::size_t>(column)]; }

int Columns::find(std::string_view name) const {
  const std::vector<int>& order = table_->order;
  const std::vector<std::string>& names = table_->names;
  const auto at = std::lower_bound(order.begin(), order.end(), name, [&](int a, std::string_view b) { return names[a] < b; });
  return at != order.end() && names[*at] == name ? *at : -1;
}

std::size_t Columns::count(const RowStretch& stretch) const {
  const Clipped rows = clipped(stretch, rows_);
  if (!rows.thin) return rows.rows;
  return stretch.by == RowStretch::By::every ? std::max<std::size_t>(stretch.points, 2)
                                             : 2 * std::max<std::size_t>(stretch.points / 2, 1);
}

void Columns::read_rows(int column, std::size_t from, std::size_t to,
                        const std::function<bool(std::span<const double>)>& take) const {
  const std::size_t columns = names().size(), rows = block_rows(columns);
  std::vector<double> values(rows);
  while (from < to) {
    const std::size_t block = from / rows, in_block = from % rows, n = std::min(rows - in_block, to - from);
    const std::span<double> part = std::span(values).first(n);
    read_at(table_->file, part, ((block * columns + static_cast<std::size_t>(column)) * rows + in_block) * sizeof(double));
    if (!take(part)) return;
    from += n;
  }
}

void Columns::read(int column, const RowStretch& stretch, const std::function<bool(std::span<const double>)>& take) const {
  const Clipped rows = clipped(stretch, rows_);
  const std::size_t n = rows.rows, points = count(stretch);
  if (!rows.thin) return read_rows(column, rows.from, rows.from + n, take);

  Outlet out(take);
  std::size_t row = 0;    // from the start of the stretch
  std::size_t point = 0;  // every: the next that is given; envelope: the part that row lies in
  std::size_t next = 0;   // every: its row; envelope: the first row of the next part
  bool more = true;
  double first = 0, last = 0;  // of a part: its lowest and highest value in the order in which they stand
  const auto every = [&](double value) {
    if (row != next) return;
    more = out.put(value);
    next = part(++point, n - 1, points - 1);
  };
  const auto envelope = [&](double value) {
    if (row == next) {
      if (point > 0) more = out.put(first) && out.put(last);
      next = part(++point, n, points / 2);
      first = last = value;
    } else if (column == 0) {
      last = value;
    } else if (first != first) {
      first = last = value;
    } else if (value < std::min(first, last)) {
      first = std::max(first, last), last = value;
    } else if (value > std::max(first, last)) {
      first = std::min(first, last), last = value;
    }
    if (row + 1 == n) more = more && out.put(first) && out.put(last);
  };
  read_rows(column, rows.from, rows.from + n, [&](std::span<const double> values) {
    for (std::size_t i = 0; i < values.size() && more; ++i, ++row)
      stretch.by == RowStretch::By::every ? every(values[i]) : envelope(values[i]);
    return more;
  });
  if (more) out.flush();
}

std::vector<double> Columns::values(int column, const RowStretch& stretch) const {
  std::vector<double> all;
  all.reserve(count(stretch));
  read(column, stretch, [&](std::span<const double> values) {
    all.insert(all.end(), values.begin(), values.end());
    return true;
  });
  return all;
}

}  // namespace bricard::page
