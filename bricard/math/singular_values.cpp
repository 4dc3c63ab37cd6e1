// The half of decompositions.hpp that takes longest to compile.
#include "bricard/math/decompositions.hpp"

template class Eigen::BDCSVD<Eigen::MatrixXd>;
template class Eigen::JacobiSVD<Eigen::MatrixXd>;
