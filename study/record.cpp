#include "study/record.hpp"

#include <cstdint>
#include <cstring>

#include "bricard/core/digest.hpp"
#include "bricard/core/error.hpp"
#include "bricard/io/document.hpp"

namespace bricard::study {

namespace {

constexpr std::size_t mark_size = 8;

template <class Number>
void put(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}
void put(std::string& bytes, const std::string& text) {
  put(bytes, static_cast<std::uint64_t>(text.size()));
  bytes += text;
}
void put(std::string& bytes, const std::vector<double>& numbers) {
  put(bytes, static_cast<std::uint64_t>(numbers.size()));
  for (const double each : numbers) put(bytes, each);
}

// Reads what `put` has written; `good` turns false at the end of the bytes.
struct Bytes {
  std::string_view rest;
  bool good = true;

  template <class Number>
  Number number() {
    Number value{};
    if (rest.size() < sizeof value) return good = false, value;
    std::memcpy(&value, rest.data(), sizeof value);
    rest.remove_prefix(sizeof value);
    return value;
  }
  std::string text() {
    const auto size = number<std::uint64_t>();
    if (rest.size() < size) return good = false, std::string();
    std::string value(rest.substr(0, size));
    rest.remove_prefix(size);
    return value;
  }
  std::vector<double> numbers() {
    const auto size = number<std::uint64_t>();
    if (rest.size() / sizeof(double) < size) return good = false, std::vector<double>();
    std::vector<double> values(size);
    for (double& each : values) each = number<double>();
    return values;
  }
};

News news_of(Bytes bytes) {
  if (bytes.number<char>() == 'e') {
    SearchEnd end;
    end.task = bytes.number<std::int64_t>();
    end.message = bytes.text();
    return end;
  }
  Record record;
  record.task = bytes.number<std::int64_t>();
  record.step = bytes.number<std::int64_t>();
  record.key = bytes.text();
  record.point = bytes.numbers();
  record.run.failed = bytes.number<char>() != 0;
  record.run.reason = bytes.text();
  record.run.seconds = bytes.number<double>();
  record.run.values = bytes.numbers();
  return record;
}

}  // namespace

std::string bytes_of(const News& news) {
  std::string body;
  if (const auto* end = std::get_if<SearchEnd>(&news)) {
    put(body, 'e');
    put(body, static_cast<std::int64_t>(end->task));
    put(body, end->message);
  } else {
    const Record& record = std::get<Record>(news);
    put(body, 'r');
    put(body, static_cast<std::int64_t>(record.task));
    put(body, static_cast<std::int64_t>(record.step));
    put(body, record.key);
    put(body, record.point);
    put(body, static_cast<char>(record.run.failed));
    put(body, record.run.reason);
    put(body, record.run.seconds);
    put(body, record.run.values);
  }
  std::string bytes;
  put(bytes, static_cast<std::uint64_t>(body.size()));
  return bytes + sha256(body).substr(0, mark_size) + body;
}

NewsFile::NewsFile(std::filesystem::path path) : path_(std::move(path)), stream_(path_, std::ios::binary | std::ios::app) {
  if (!stream_) throw Error(path_.string(), "the file cannot be written");
}

void NewsFile::append(const News& news) {
  const std::string bytes = bytes_of(news);
  stream_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream_.flush();  // to the system: it outlives this process
  if (!stream_) throw Error(path_.string(), "the file cannot be written: the disk may be full");
}

void read_news(const std::filesystem::path& path, const std::function<void(News&&)>& take) {
  std::ifstream stream(path, std::ios::binary);
  std::string head(sizeof(std::uint64_t) + mark_size, '\0'), body;
  while (stream.read(head.data(), static_cast<std::streamsize>(head.size()))) {
    std::uint64_t size = 0;
    std::memcpy(&size, head.data(), sizeof size);
    if (size > largest_file) return;
    body.resize(size);
    if (!stream.read(body.data(), static_cast<std::streamsize>(size))) return;
    if (sha256(body).compare(0, mark_size, head, sizeof size, mark_size) != 0) return;
    take(news_of({body}));
  }
}

}  // namespace bricard::study
