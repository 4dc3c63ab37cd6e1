// Slurm, through its own programs: sbatch, squeue, scancel.
#pragma once
#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "study/work_folder.hpp"

namespace bricard::study {

struct SlurmWish {
  std::size_t jobs = 8;               // of the array
  std::vector<std::string> options;   // for sbatch, as they are
  std::vector<std::string> worker;    // the command of each job
};

// Submits an array of workers and waits until all chunks are done, submitting again where all jobs have ended before; `tell` gets
// what goes on. An array that an earlier call has left running is waited for. Throws Error where Slurm refuses. False: it was
// interrupted; the jobs go on.
bool wait_for_slurm(const WorkFolder& folder, const SlurmWish& wish, double lost_after, const std::atomic<bool>* interrupt,
                    const std::function<void(const WorkFolder::Counts&)>& tell);

// Jobs of the folder that wait or run; nothing where there are none.
std::string running_array(const WorkFolder& folder);

}  // namespace bricard::study
