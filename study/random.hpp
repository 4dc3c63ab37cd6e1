// Random numbers by seed, the same on every machine: SplitMix64 (Steele, Lea, Flood 2014). The distributions of the standard
// library are not.
#pragma once
#include <cstdint>

namespace bricard::study {

class Random {
 public:
  // `stream`: numbers of one seed that do not depend on those of another stream.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : state_(seed) { state_ = next() ^ (stream * 0xd1342543de82ef95u); }
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // In the open interval from 0 to 1.
  double uniform() { return (static_cast<double>(next() >> 12) + 0.5) * 0x1p-52; }
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }

 private:
  std::uint64_t state_;
};

}  // namespace bricard::study
