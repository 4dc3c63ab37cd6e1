// The numbers of the table stand in blocks of block_rows(columns) rows; in a block one column stands after the other, so that a
// column costs one read per block:
//   value (row, column) at ((row / b * columns + column) * b + row % b) * 8 bytes,   b = block_rows.
#include "page/results/column_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <numeric>
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

// Reads all rows into the file, and counts them.
std::size_t keep_rows(TableReader& table, int file) {
  const std::size_t columns = table.names().size(), rows = block_rows(columns);
  std::vector<double> by_rows(rows * columns), by_columns(rows * columns);
  for (std::size_t block = 0;; ++block) {
    std::size_t read = 0;
    while (read < rows && table.next(std::span(by_rows).subspan(read * columns, columns))) ++read;
    constexpr std::size_t tile = 8;  // doubles of a cache line
    for (std::size_t first = 0; first < read; first += tile)
      for (std::size_t c = 0; c < columns; ++c)
        for (std::size_t r = first; r < std::min(first + tile, read); ++r) by_columns[c * rows + r] = by_rows[r * columns + c];
    if (read > 0) write_at(file, by_columns, block * by_columns.size() * sizeof(double));
    if (read < rows) return block * rows + read;
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

Columns::Columns(const std::filesystem::path& csv, LastLine last) {
  TableReader table(csv, last);
  file_ = unnamed_file(temporary_folder());
  try {
    rows_ = keep_rows(table, file_);
  } catch (...) {
    close(file_);
    throw;
  }
  names_ = table.names();
  for (std::string& name : names_) {
    const std::size_t at = name.rfind(" [");
    const bool tells = at != std::string::npos && at > 0 && name.ends_with(']');
    std::string unit = tells ? name.substr(at + 2, name.size() - at - 3) : "";
    if (!parse_unit(unit)) unit.clear();
    if (!unit.empty()) name.resize(at);
    units_.push_back(std::move(unit));
  }
  order_.resize(names_.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [&](int a, int b) { return names_[a] < names_[b]; });
}

Columns::~Columns() {
  if (file_ >= 0) close(file_);
}

Columns::Columns(Columns&& other) noexcept
    : names_(std::move(other.names_)),
      units_(std::move(other.units_)),
      order_(std::move(other.order_)),
      rows_(std::exchange(other.rows_, 0)),
      file_(std::exchange(other.file_, -1)) {}

Columns& Columns::operator=(Columns&& other) noexcept {
  std::swap(names_, other.names_);
  std::swap(units_, other.units_);
  std::swap(order_, other.order_);
  std::swap(rows_, other.rows_);
  std::swap(file_, other.file_);
  return *this;
}

int Columns::find(std::string_view name) const {
  const auto at = std::lower_bound(order_.begin(), order_.end(), name, [&](int a, std::string_view b) { return names_[a] < b; });
  return at != order_.end() && names_[*at] == name ? *at : -1;
}

std::size_t Columns::count(const RowStretch& stretch) const {
  const Clipped rows = clipped(stretch, rows_);
  if (!rows.thin) return rows.rows;
  return stretch.by == RowStretch::By::every ? std::max<std::size_t>(stretch.points, 2)
                                             : 2 * std::max<std::size_t>(stretch.points / 2, 1);
}

void Columns::read_rows(int column, std::size_t from, std::size_t to,
                        const std::function<bool(std::span<const double>)>& take) const {
  const std::size_t rows = block_rows(names_.size());
  std::vector<double> values(rows);
  while (from < to) {
    const std::size_t block = from / rows, in_block = from % rows, n = std::min(rows - in_block, to - from);
    const std::span<double> part = std::span(values).first(n);
    read_at(file_, part, ((block * names_.size() + static_cast<std::size_t>(column)) * rows + in_block) * sizeof(double));
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
