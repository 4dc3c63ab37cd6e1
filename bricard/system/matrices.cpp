#include "bricard/system/matrices.hpp"

namespace bricard {

template Matrices<double> matrices(const System& system, Kinematics<double> k);

}  // namespace bricard
