// Faults in what the user wrote. A reader collects all faults of a file and throws them together as one Error;
// numerical failures are not Errors but Outcomes (outcome.hpp).
#pragma once
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace bricard {

// A place in a file; line and column count from 1, 0 = unknown.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

struct Fault {
  Place place;
  std::string where;  // "joints.main.axis": the element and key
  std::string what;   // "the axis has zero length"
  std::string hint;   // "give a direction such as [0, 0, 1]"; may be empty
};

// As many as anyone reads. For those beyond no nearest name is looked for, which costs a comparison with every name there is.
inline constexpr std::size_t most_faults_told = 200;

// "file:line:column: error: where: what; hint" with unknown parts left out.
std::string to_string(const Fault& fault);

class Error : public std::exception {
 public:
  explicit Error(std::vector<Fault> faults);
  Error(std::string where, std::string what, std::string hint = {});
  const std::vector<Fault>& faults() const { return faults_; }
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::vector<Fault> faults_;
  std::string text_;  // all faults, one per line
};

}  // namespace bricard
