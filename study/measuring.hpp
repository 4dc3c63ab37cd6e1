// What is measured of a run. A measure is an expression of numbers of the run (keep.hpp: max(x), at(x, t == 2), ..), of measures
// before it and of what is varied: `max(camber) - min(camber)`. One that is none of these is the last value of an expression of
// columns: `camber`. frequency(i) and damping(i) are those of mode i.
#pragma once
#include <optional>

#include "bricard/analyses/many/keep.hpp"
#include "study/study.hpp"

namespace bricard::study {

class Measuring {
 public:
  // Throws Error where an expression is wrong in this model.
  Measuring(const Model& model, const Study& study);

  Model with_outputs(Model model) const { return kept_ ? kept_->with_outputs(std::move(model)) : model; }
  std::size_t size() const;  // numbers of a run: the measures, then the curves of an identification where they were measured

  // Of one run.
  class Taking {
   public:
    explicit Taking(const Measuring& measuring);
    RowSink* rows() { return rows_ ? &*rows_ : nullptr; }
    // The numbers; `warnings` gets what is missing.
    std::vector<double> finish(const Results& run, const Point& point, std::vector<std::string>& warnings);

   private:
    const Measuring& measuring_;
    std::optional<KeptNumbers::Rows> rows_;
  };

 private:
  struct Mode {
    std::size_t number = 0;  // from 1
    bool damping = false;
  };
  std::string take_calls(const std::string& text);
  std::string placeholder() const;
  void keep_last(const std::string& text);
  void add(KeptNumber number);

  std::size_t varied_ = 0, measures_ = 0;
  std::vector<KeptNumber> numbers_;
  std::vector<std::string> places_;  // of the numbers: in which measure they stand
  std::string place_;
  std::vector<Mode> modes_;
  struct Source {
    bool is_mode = false;
    std::size_t index = 0;
  };
  std::vector<Source> sources_;  // of the placeholders
  std::vector<Formula> formulas_;
  std::optional<KeptNumbers> kept_;
  std::size_t first_curve_ = 0, curves_ = 0;
  std::vector<double> at_;
};

}  // namespace bricard::study
