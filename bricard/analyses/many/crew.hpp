// Many independent runs, side by side on the cores.
#pragma once
#include <cstddef>
#include <functional>

#include "bricard/analyses/run.hpp"

namespace bricard {

// Calls work(i, control of its own) for i = 0 .. count - 1, as many at a time as there are threads (0: cores), and shows the
// progress of all together. After an interrupt no further one is begun. Returns how many were. `work` throws nothing.
std::size_t run_side_by_side(std::size_t count, int threads, const Control& control,
                             const std::function<void(std::size_t, const Control&)>& work);

}  // namespace bricard
