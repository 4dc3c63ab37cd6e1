// Counts allocations of the thread, to prove that a step makes none. Eigen takes its memory from malloc, so malloc itself is
// replaced: include it in one file of a test program only.
#pragma once
#include <cstddef>

static thread_local long allocations = 0;
#if defined(__GLIBC__) && !defined(BRICARD_SANITIZED)
constexpr bool counts_allocations = true;
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
#else
constexpr bool counts_allocations = false;
#endif
