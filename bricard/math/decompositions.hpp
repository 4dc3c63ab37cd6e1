// Decompositions and products of matrices of any size cost up to 20 s to compile: they are compiled once (decompositions.cpp)
// instead of in each file that uses them. A file that does not read this compiles its own copy, to the same end.
#pragma once
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <complex>

extern template class Eigen::BDCSVD<Eigen::MatrixXd>;
extern template class Eigen::JacobiSVD<Eigen::MatrixXd>;
extern template class Eigen::HouseholderQR<Eigen::MatrixXd>;
extern template class Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;
extern template class Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;
extern template class Eigen::PartialPivLU<Eigen::MatrixXd>;
extern template class Eigen::LLT<Eigen::MatrixXd>;
extern template class Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;
extern template class Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>;
extern template class Eigen::EigenSolver<Eigen::MatrixXd>;
extern template class Eigen::ColPivHouseholderQR<Eigen::MatrixXcd>;
extern template class Eigen::PartialPivLU<Eigen::MatrixXcd>;
extern template struct Eigen::internal::general_matrix_matrix_product<Eigen::Index, double, Eigen::ColMajor, false, double,
                                                                      Eigen::ColMajor, false, Eigen::ColMajor, 1>;
extern template struct Eigen::internal::general_matrix_matrix_product<Eigen::Index, double, Eigen::ColMajor, false, double,
                                                                      Eigen::RowMajor, false, Eigen::ColMajor, 1>;
extern template struct Eigen::internal::general_matrix_matrix_product<Eigen::Index, double, Eigen::RowMajor, false, double,
                                                                      Eigen::ColMajor, false, Eigen::ColMajor, 1>;
extern template struct Eigen::internal::general_matrix_matrix_product<Eigen::Index, double, Eigen::RowMajor, false, double,
                                                                      Eigen::RowMajor, false, Eigen::ColMajor, 1>;
extern template struct Eigen::internal::general_matrix_matrix_product<
    Eigen::Index, std::complex<double>, Eigen::ColMajor, false, std::complex<double>, Eigen::ColMajor, false, Eigen::ColMajor, 1>;
extern template struct Eigen::internal::general_matrix_matrix_product<
    Eigen::Index, std::complex<double>, Eigen::ColMajor, false, std::complex<double>, Eigen::RowMajor, false, Eigen::ColMajor, 1>;
extern template struct Eigen::internal::general_matrix_matrix_product<
    Eigen::Index, std::complex<double>, Eigen::RowMajor, false, std::complex<double>, Eigen::ColMajor, false, Eigen::ColMajor, 1>;
extern template struct Eigen::internal::general_matrix_matrix_product<
    Eigen::Index, std::complex<double>, Eigen::RowMajor, false, std::complex<double>, Eigen::RowMajor, false, Eigen::ColMajor, 1>;
