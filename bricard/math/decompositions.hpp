// The singular value decomposition costs 20 s to compile: it is compiled once (decompositions.cpp) instead of in each file that uses
// it. Part of the precompiled header; a file that does not see this compiles its own copy, to the same end.
#pragma once
#include <Eigen/SVD>

extern template class Eigen::BDCSVD<Eigen::MatrixXd>;
extern template class Eigen::JacobiSVD<Eigen::MatrixXd>;
