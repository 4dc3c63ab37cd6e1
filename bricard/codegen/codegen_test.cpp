// Code generation: simplification rules, sharing, counts, and the laws of printers: the element code traced with Symbols,
// printed, compiled by the system's C compiler and called gives the numbers of the same code run with doubles.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "bricard/codegen/printers.hpp"
#include "bricard/codegen/symbol.hpp"
#include "bricard/core/error.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/math/dual.hpp"

namespace bricard {
namespace {

class Simplification : public ::testing::Test {
 protected:
  Graph graph;
  Graph::Recording recording{graph};
  std::vector<Symbol> inputs = graph.input("x", 3);
  Symbol a = inputs[0], b = inputs[1], c = inputs[2];

  static void same(Symbol x, Symbol y) { EXPECT_EQ(x.node(), y.node()); }
};

TEST_F(Simplification, OfSums) {
  same(a + 0, a);
  same(0 + a, a);
  same(a - 0, a);
  same(0 - a, -a);
  same(a - a, 0);
  same(-(-a), a);
  same(a - (-b), a + b);
  same(a + (-b), a - b);
  same((-a) + b, b - a);
  same((-a) - b, -(b + a));
  same((-a) + (-b), -(a + b));
  same(a + b, b + a);
  same(a + -2.0, a - 2);
  same(a - b, -(b - a));
  same(Symbol(2) + 3, 5);
  same(Symbol(-0.0), Symbol());
}

TEST_F(Simplification, OfProducts) {
  same(a * 0, 0);
  same(1 * a, a);
  same(a * 1, a);
  same(a * -1, -a);
  same(a * b, b * a);
  same((-a) * b, -(a * b));
  same((-a) * (-b), a * b);
  same(2 * (3 * a), a * 6);
  same(-2 * a, -(2 * a));
  same(0 / a, 0);
  same(a / 1, a);
  same(a / -1, -a);
  same(a / a, 1);
  same((-a) / b, -(a / b));
  same(a / (-b), -(a / b));
  same(a / 4, 0.25 * a);
  EXPECT_NE((a / 3).node(), (a * (1.0 / 3)).node());  // not the same to the last bit
}

TEST_F(Simplification, OfFunctions) {
  same(sin(-a), -sin(a));
  same(cos(-a), cos(a));
  same(abs(-a), abs(a));
  same(pow(a, 0), 1);
  same(pow(a, 1), a);
  same(pow(a, 2), a * a);
  same(pow(a, -1), 1 / a);
  same(atan2(Symbol(1), 2), std::atan2(1, 2));
  same(sqrt(Symbol(2)), std::sqrt(2));
  same(min(a, a), a);
}

TEST_F(Simplification, OfConditions) {
  same(select(Symbol(1) < 2, a, b), a);
  same(select(a < a, a, b), b);
  same(select(a == a, a, b), a);
  same(select(a < b, c, c), c);
  same(select(!(a < b), a, c), select(a < b, c, a));
  same(select(a != b, a, c), select(b == a, c, a));
  same(select(true && a < b, a, c), select(a < b, a, c));
  same(select(false && a < b, a, c), c);
  same(select(false || a < b, a, c), select(a < b, a, c));
  same(select(a > b, a, c), select(b < a, a, c));
  same(select(a >= b || !(a >= b) || true, a, c), a);
}

TEST_F(Simplification, ANumberOfAnInputIsRefused) {
  EXPECT_EQ(number_of(Symbol(2.5)), 2.5);
  EXPECT_THROW(number_of(a), Error);
}

TEST_F(Simplification, EigenProductsOfStructuralZerosVanish) {
  Mat3<Symbol> turn, identity = Mat3<Symbol>::Identity();
  turn << cos(a), -sin(a), 0, sin(a), cos(a), 0, 0, 0, 1;
  const Vec3<Symbol> u(b, c, a);
  const Vec3<Symbol> moved = identity * (turn * u) + Vec3<Symbol>::Zero(), back = turn.transpose() * u, scaled = 2.0 * u / 2.0;
  same(moved[2], a);
  same(moved[0], cos(a) * b - sin(a) * c);
  same(back[0], b * cos(a) + c * sin(a));
  same(scaled[1], c);
  same(cross<Symbol>(u, u)[0], 0);
}

TEST_F(Simplification, DeadNodesAreNeitherCountedNorPrinted) {
  const Symbol dead = exp(a * b);
  const Symbol s = a + b;
  const std::vector<Symbol> out{s * s, sin(s) / c - s, -s, select(s < c, s, c)};
  graph.output("y", out);
  const OperationCounts counts = graph.counts();
  EXPECT_EQ(counts, (OperationCounts{
                        .additions = 2, .multiplications = 1, .divisions = 1, .functions = 1, .trigonometric = 1, .negations = 1, .choices = 2}));
  EXPECT_EQ(counts.total(), 5);
  EXPECT_TRUE(graph.live()[s.node()]);
  EXPECT_FALSE(graph.live()[dead.node()]);
  const Graph pruned = graph.pruned();
  EXPECT_EQ(pruned.counts(), counts);
  EXPECT_EQ(pruned.nodes().size(), graph.nodes().size() - 2);  // the product and its exponential
  EXPECT_EQ(print_c(graph, "f"),
            "#include <math.h>\n\n"
            "void f(const double* x, double* y) {\n"
            "  const double s1 = x[0] + x[1];\n"
            "  y[0] = s1 * s1;\n"
            "  y[1] = sin(s1) / x[2] - s1;\n"
            "  y[2] = -s1;\n"
            "  y[3] = s1 < x[2] ? s1 : x[2];\n"
            "}\n");
  EXPECT_EQ(print_c(graph, "f"), print_c(pruned, "f"));
}

TEST_F(Simplification, WhatIsUsedTwiceIsNamedOnce) {
  const Symbol shared = sin(a);  // first: the order of evaluation within an expression is the compiler's
  graph.output("y", std::vector<Symbol>{shared + cos(b), sin(a)});
  EXPECT_EQ(print_c(graph, "f"),
            "#include <math.h>\n\n"
            "void f(const double* x, double* y) {\n"
            "  const double s1 = sin(x[0]);\n"
            "  y[0] = s1 + cos(x[1]);\n"
            "  y[1] = s1;\n"
            "}\n");
}

TEST(Graph, RecordingsNest) {
  Graph outer, inner;
  const Graph::Recording first(outer);
  {
    const Graph::Recording second(inner);
    EXPECT_EQ(&Graph::current(), &inner);
  }
  EXPECT_EQ(&Graph::current(), &outer);
}

// A shared library made of C text; removed with the object.
class Compiled {
 public:
  explicit Compiled(const std::string& source) {
    std::string name = (std::filesystem::temp_directory_path() / "bricard_codegen_XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    std::ofstream(folder_ / "code.c") << source;
    const std::string library = (folder_ / "code.so").string();
    const std::string command =
        "cc -std=c99 -Wall -Werror -O1 -shared -fPIC -o " + library + " " + (folder_ / "code.c").string() + " -lm";
    EXPECT_EQ(std::system(command.c_str()), 0) << source;
    library_ = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(library_, nullptr) << ::dlerror();
  }
  ~Compiled() {
    if (library_) ::dlclose(library_);
    std::filesystem::remove_all(folder_);
  }
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;

  template <class Function>
  Function* function(const std::string& name) const {
    return library_ ? reinterpret_cast<Function*>(::dlsym(library_, name.c_str())) : nullptr;
  }

 private:
  std::filesystem::path folder_;
  void* library_ = nullptr;
};

// A pair from 27 numbers: any numbers will do, the element code is algebra.
constexpr int pair_size = 27;
template <class S>
Pair<S> pair_from(const std::vector<S>& x) {
  Pair<S> m;
  for (int i = 0; i < 9; ++i) m.A(i % 3, i / 3) = x[i], m.B(i % 3, i / 3) = x[9 + i];
  for (int i = 0; i < 3; ++i) m.r[i] = x[18 + i], m.v[i] = x[21 + i], m.w[i] = x[24 + i];
  return m;
}

template <class S>
void append(std::vector<S>& out, const Row<S>& row) {
  out.push_back(row.value);
  out.insert(out.end(), row.n.data(), row.n.data() + 3);
  out.insert(out.end(), row.tau.data(), row.tau.data() + 3);
  out.push_back(row.quad);
}

struct Rows {
  template <class J, class S>
  static std::vector<S> evaluate(const std::vector<S>& x) {
    std::vector<S> out;
    const Pair<S> m = pair_from(x);
    J kind;
    const Pair<double> design{Mat3<double>::Identity(), Mat3<double>::Identity(), Vec3<double>(0.3, -0.2, 0.5),
                              Vec3<double>::Zero(), Vec3<double>::Zero()};
    if constexpr (requires { kind.designed(design); }) kind = kind.designed(design);
    kind.rows(m, [&](const Row<S>& row) { append(out, row); });
    if constexpr (requires { kind.rate_rows(m, [](const Row<S>&) {}); })
      kind.rate_rows(m, [&](const Row<S>& row) { append(out, row); });
    kind.measured(m, [&](const Row<S>& row) { append(out, row); });
    return out;
  }
};

struct Motions {
  template <class J, class S>
  static std::vector<S> evaluate(const std::vector<S>& x) {
    const auto motion = J{}.template motion<S>(x.data(), x.data() + J::coordinates);
    std::vector<S> out(motion.R.data(), motion.R.data() + 9);
    out.insert(out.end(), motion.p.data(), motion.p.data() + 3);
    for (int i = 0; i < motion.basis.size(); ++i) out.push_back(motion.basis(i % 6, i / 6));
    out.insert(out.end(), motion.bias.data(), motion.bias.data() + 6);
    return out;
  }
};

struct ConstraintRows {
  template <class C, class S>
  static std::vector<S> evaluate(const std::vector<S>& x) {
    std::vector<S> out;
    std::array<Pair<S>, C::pairs.size()> pairs;
    for (std::size_t i = 0; i < pairs.size(); ++i)
      pairs[i] = pair_from(std::vector<S>(x.begin() + i * 9, x.begin() + i * 9 + pair_size));
    for (const Row<S>& row : C{}.function(pairs)) append(out, row);
    return out;
  }
};

struct Wrenches {
  template <class F, class S>
  static std::vector<S> evaluate(const std::vector<S>& x) {
    const Pair<S> m = pair_from(x);
    std::array<S, std::tuple_size_v<decltype(F{}.functions())>> functions;
    for (std::size_t i = 0; i < functions.size(); ++i) functions[i] = x[pair_size + i];
    std::array<S, F::results.size()> results;
    if constexpr (F::uses == ForceEnds::difference) {
      const S effort = F::samples().back().effort(x[0], x[1], results);
      std::vector<S> out(results.begin(), results.end());
      out.push_back(effort);
      return out;
    } else if constexpr (over_road(F::uses)) {
      const F force = F::samples().back();
      const Pair<S> second{m.B, m.A, m.v, m.r, m.w};
      const Wrench<S> wrench = force.template act<S>(m, second, force.measure(m, second), functions, results);
      std::vector<S> out(results.begin(), results.end());
      out.insert(out.end(), wrench.force.data(), wrench.force.data() + 3);
      out.insert(out.end(), wrench.torque.data(), wrench.torque.data() + 3);
      return out;
    } else if constexpr (F::uses == ForceEnds::coordinate) {
      const S effort = F{}.effort(F{}.measure(x[0], x[1]), functions, results);
      std::vector<S> out(results.begin(), results.end());
      out.push_back(effort);
      return out;
    } else {
      const Wrench<S> wrench = F{}.template act<S>(m, F{}.measure(m), functions, results);
      std::vector<S> out(results.begin(), results.end());
      out.insert(out.end(), wrench.force.data(), wrench.force.data() + 3);
      out.insert(out.end(), wrench.torque.data(), wrench.torque.data() + 3);
      return out;
    }
  }
};

// Derivatives of generated code are generated code of derivatives: the spring's force as it moves along v.
struct WrenchRate {
  template <class F, class S>
  static std::vector<S> evaluate(const std::vector<S>& x) {
    std::vector<Dual<S, 1>> moving(x.begin(), x.end());
    for (int i = 0; i < 3; ++i) moving[18 + i].d[0] = x[21 + i];
    std::vector<S> out;
    for (const Dual<S, 1>& value : Wrenches::evaluate<F, Dual<S, 1>>(moving)) out.push_back(value.d[0]);
    return out;
  }
};

// Every function, all ops of a select, both ways of an inlined and a named condition.
struct Functions {
  template <class, class S>
  static std::vector<S> evaluate(const std::vector<S>& x) {
    using std::sin, std::cos, std::tan, std::asin, std::acos, std::atan, std::atan2, std::sinh, std::cosh, std::tanh, std::exp,
        std::log, std::sqrt, std::pow, std::abs, std::floor, std::fmod, std::min, std::max;
    const S a = x[0], b = x[1], inner = sin(a), positive = a * a + S(0.1);
    const auto rising = a < b;
    return {sin(a),
            cos(a),
            tan(a),
            asin(inner),
            acos(inner),
            atan(a),
            atan2(a, b),
            sinh(a),
            cosh(a),
            tanh(a),
            exp(a),
            log(positive),
            sqrt(positive),
            pow(positive, b),
            pow(S(2), a),
            abs(a),
            floor(S(3) * a),
            fmod(a, b),
            min(a, b),
            max(a, b),
            select(rising && !(b <= S(0)), a - (b - a), S(-1.5)),
            select(rising || b == S(0.5), a / (b * a), -(a + b) * S(1e-300)),
            a - (b + (a - S(1) / S(3))),
            select(a >= b, select(a > S(0), a, b), S(1e17)),
            S(1) - a - S(2),
            (a / b) / (b / a)};
  }
};

class Equivalence {
 public:
  // Traces Code::evaluate<Element> and remembers how to check it.
  template <class Code, class Element>
  void trace(const std::string& name, int size) {
    Graph graph;
    const Graph::Recording recording(graph);
    const std::vector<Symbol> x = graph.input("x", size);
    graph.output("y", Code::template evaluate<Element, Symbol>(x));
    source_ += print_c(graph, name);
    checks_.push_back({name, size, [](const std::vector<double>& at) { return Code::template evaluate<Element, double>(at); }});
  }

  void check() const {
    const Compiled compiled(source_);
    std::mt19937 random(1);
    std::uniform_real_distribution<double> uniform(-2, 2);
    for (const Check& check : checks_) {
      auto* function = compiled.function<void(const double*, double*)>(check.name);
      ASSERT_NE(function, nullptr) << check.name;
      for (int repeat = 0; repeat < 20; ++repeat) {
        std::vector<double> x(check.size);
        for (double& each : x) each = uniform(random);
        const std::vector<double> expected = check.reference(x);
        std::vector<double> found(expected.size(), NAN);
        function(x.data(), found.data());
        for (std::size_t i = 0; i < expected.size(); ++i)
          EXPECT_NEAR(found[i], expected[i], 1e-12 * (1 + std::abs(expected[i]))) << check.name << " output " << i;
      }
    }
  }

 private:
  struct Check {
    std::string name;
    int size;
    std::function<std::vector<double>(const std::vector<double>&)> reference;
  };
  std::string source_;
  std::vector<Check> checks_;
};

TEST(CPrinter, CompiledElementsGiveTheNumbersOfTheElements) {
  Equivalence equivalence;
  Joints::for_each([&]<class J>() {
    equivalence.trace<Rows, J>(std::string(J::type) + "_rows", pair_size);
    if constexpr (TreeKind<J>) equivalence.trace<Motions, J>(std::string(J::type) + "_motion", J::coordinates + J::freedoms);
  });
  Constraints::for_each(
      [&]<class C>() { equivalence.trace<ConstraintRows, C>(std::string(C::type) + "_constraint", 2 * pair_size); });
  Forces::for_each([&]<class F>() {
    equivalence.trace<Wrenches, F>(std::string(F::type) + "_wrench", pair_size + 8);
    equivalence.trace<WrenchRate, F>(std::string(F::type) + "_wrench_rate", pair_size + 8);
  });
  equivalence.trace<Functions, void>("functions", 2);
  equivalence.check();
}

TEST(CPrinter, SeveralArraysAndExactConstants) {
  Graph graph;
  {
    const Graph::Recording recording(graph);
    const std::vector<Symbol> q = graph.input("q", 2), v = graph.input("v", 1);
    graph.output("first", std::vector<Symbol>{q[0] + v[0], 0.1, 3});
    graph.output("second", std::vector<Symbol>{q[1] * std::numbers::pi, -1e-9});
  }
  const Compiled compiled(print_c(graph, "f"));
  auto* f = compiled.function<void(const double*, const double*, double*, double*)>("f");
  ASSERT_NE(f, nullptr);
  const double q[] = {1, 2}, v[] = {0.5};
  double first[3], second[2];
  f(q, v, first, second);
  EXPECT_EQ(first[0], 1.5);
  EXPECT_EQ(first[1], 0.1);
  EXPECT_EQ(first[2], 3);
  EXPECT_EQ(second[0], 2 * std::numbers::pi);
  EXPECT_EQ(second[1], -1e-9);
}

TEST(CPrinter, DeepExpressionsAreCutIntoNamedParts) {
  Graph graph;
  const Graph::Recording recording(graph);
  const std::vector<Symbol> x = graph.input("x", 1);
  Symbol y = x[0];
  for (int i = 0; i < 1000; ++i) y = sin(1 + y);
  graph.output("y", std::vector<Symbol>{y});
  const std::string text = print_c(graph, "f");
  std::size_t longest = 0;
  for (std::size_t start = 0, end; (end = text.find('\n', start)) != std::string::npos; start = end + 1)
    longest = std::max(longest, end - start);
  EXPECT_LT(longest, 120);
}

}  // namespace
}  // namespace bricard
