#include "bricard/math/decompositions.hpp"

template class Eigen::HouseholderQR<Eigen::MatrixXd>;
template class Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;
template class Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;
template class Eigen::PartialPivLU<Eigen::MatrixXd>;
template class Eigen::LLT<Eigen::MatrixXd>;
template class Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;
template class Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>;
template class Eigen::EigenSolver<Eigen::MatrixXd>;
template class Eigen::ColPivHouseholderQR<Eigen::MatrixXcd>;
template class Eigen::PartialPivLU<Eigen::MatrixXcd>;
template struct Eigen::internal::general_matrix_matrix_product<Eigen::Index, double, Eigen::ColMajor, false, double,
                                                               Eigen::ColMajor, false, Eigen::ColMajor, 1>;
template struct Eigen::internal::general_matrix_matrix_product<Eigen::Index, double, Eigen::ColMajor, false, double,
                                                               Eigen::RowMajor, false, Eigen::ColMajor, 1>;
template struct Eigen::internal::general_matrix_matrix_product<Eigen::Index, double, Eigen::RowMajor, false, double,
                                                               Eigen::ColMajor, false, Eigen::ColMajor, 1>;
template struct Eigen::internal::general_matrix_matrix_product<Eigen::Index, double, Eigen::RowMajor, false, double,
                                                               Eigen::RowMajor, false, Eigen::ColMajor, 1>;
template struct Eigen::internal::general_matrix_matrix_product<Eigen::Index, std::complex<double>, Eigen::ColMajor, false,
                                                               std::complex<double>, Eigen::ColMajor, false, Eigen::ColMajor, 1>;
template struct Eigen::internal::general_matrix_matrix_product<Eigen::Index, std::complex<double>, Eigen::ColMajor, false,
                                                               std::complex<double>, Eigen::RowMajor, false, Eigen::ColMajor, 1>;
template struct Eigen::internal::general_matrix_matrix_product<Eigen::Index, std::complex<double>, Eigen::RowMajor, false,
                                                               std::complex<double>, Eigen::ColMajor, false, Eigen::ColMajor, 1>;
template struct Eigen::internal::general_matrix_matrix_product<Eigen::Index, std::complex<double>, Eigen::RowMajor, false,
                                                               std::complex<double>, Eigen::RowMajor, false, Eigen::ColMajor, 1>;
