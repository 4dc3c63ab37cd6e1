#include "bricard/results/row_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

#include "bricard/core/error.hpp"
#include "bricard/results/replace_folder.hpp"

namespace bricard {
namespace {

constexpr std::size_t block = 1 << 18;  // bytes that are written at once
constexpr std::chrono::milliseconds pause{400};

// What stands beside the rows, and that it stands there.
void put_folder_on_disk(const std::filesystem::path& folder) {
  std::error_code error;
  try {
    for (const auto& each : std::filesystem::directory_iterator(folder, error)) put_on_disk(each.path());
    put_on_disk(folder);
    put_on_disk(folder.parent_path());
  } catch (const Error&) {  // told when the run ends
  }
}

}  // namespace

RowFile::RowFile(std::filesystem::path path, std::vector<std::string> record)
    : path_(std::move(path)), record_(std::move(record)) {
  file_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) {
    trouble_ = errno;
    fail();
  }
}

RowFile::~RowFile() {
  keeper_.request_stop();
  if (keeper_.joinable()) keeper_.join();
  if (file_ < 0) return;
  if (trouble_ == 0) write_out();
  close(file_);
}

void RowFile::begin(const std::vector<ResultColumn>& columns, const UnitSystem& units) {
  choice_ = choose_columns(columns, record_);
  columns_.clear();
  for (const std::size_t i : choice_.kept) columns_.push_back(columns[i]);
  selected_.resize(columns_.size());
  csv_.emplace(columns_, units);
  csv_->header(text_);
  text_.reserve(block + (block >> 2));
  keeper_ = std::jthread([this](const std::stop_token& stop) { keep_writing(stop); });
}

void RowFile::row(std::span<const double> values) {
  const std::lock_guard lock(mutex_);
  if (trouble_ != 0) fail();
  for (std::size_t i = 0; i < selected_.size(); ++i) selected_[i] = values[choice_.kept[i]];
  csv_->row(selected_, text_);
  if (text_.size() < block) return;
  write_out();
  if (trouble_ != 0) fail();
}

// On a full disk a part of a row may have been written: it is taken back.
void RowFile::write_out() {
  std::size_t done = 0;
  while (done < text_.size() && trouble_ == 0) {
    const ssize_t n = write(file_, text_.data() + done, text_.size() - done);
    if (n > 0)
      done += static_cast<std::size_t>(n);
    else if (n < 0 && errno != EINTR)
      trouble_ = errno;
  }
  const std::size_t whole = done == 0 ? 0 : text_.rfind('\n', done - 1) + 1;  // no end of line: npos + 1 = 0
  written_ += static_cast<off_t>(whole);
  if (trouble_ != 0 && ftruncate(file_, written_) != 0) return;
  text_.clear();
}

void RowFile::keep_writing(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  off_t on_disk = 0;
  for (int round = 0; !stop.stop_requested() && trouble_ == 0; ++round) {
    if (!text_.empty()) write_out();
    if (round > 0 && on_disk != written_) {  // a short run has its end soon, which sees to that
      on_disk = written_;
      lock.unlock();
      fdatasync(file_);  // where it fails, writing will too
      if (round == 1) put_folder_on_disk(path_.parent_path());
      lock.lock();
    }
    wake_.wait_for(lock, stop, pause, [] { return false; });
  }
}

void RowFile::finish() {
  keeper_.request_stop();
  if (keeper_.joinable()) keeper_.join();
  if (trouble_ == 0) write_out();
  if (trouble_ != 0) fail();
  close(std::exchange(file_, -1));
}

std::vector<std::string> RowFile::warnings() const {
  std::vector<std::string> all = choice_.warnings;
  if (csv_)
    if (const std::string warning = csv_->warning(); !warning.empty()) all.push_back(warning);
  return all;
}

void RowFile::fail() const {
  throw Error(
      {Fault{{path_.string(), 0, 0}, "", "the file cannot be written: " + std::generic_category().message(trouble_), ""}});
}

}  // namespace bricard
