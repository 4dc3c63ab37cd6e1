// `bricard completion`: what bash makes of it, and that all verbs and options are there. zsh and fish where they are installed.
#include <gtest/gtest.h>

#include <regex>

#include "cli/test_program.hpp"

namespace bricard::cli {
namespace {

class CompletionVerb : public ProgramTest {
 protected:
  // What bash proposes for the last word.
  std::string proposed(const std::string& words) const {
    const std::string script = "source complete.bash; COMP_WORDS=(" + words +
                               "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _bricard; printf '%s\\n' \"${COMPREPLY[@]}\"";
    return execute({"bash", "-c", script}, here()).out;
  }
  static std::vector<std::string> matches(const std::string& pattern, const std::string& text) {
    const std::regex expression(pattern);
    std::vector<std::string> found;
    for (std::sregex_iterator each(text.begin(), text.end(), expression), end; each != end; ++each) found.push_back((*each)[1]);
    return found;
  }
  // As `bricard --help` has them.
  std::vector<std::string> verb_names() const {
    const std::vector<std::string> names = matches("\n  ([a-z]+) +", bricard({"--help"}).out);
    EXPECT_GT(names.size(), 15u);
    return names;
  }
};

TEST_F(CompletionVerb, BashCompletesVerbsOptionsAndMethods) {
  write("complete.bash", bricard({"completion", "bash"}).out);
  write("a.bricard.yaml", "");
  EXPECT_EQ(proposed("bricard sim"), "simulate\n");
  EXPECT_EQ(proposed("bricard run --cert"), "--certify\n");
  EXPECT_EQ(proposed("bricard run --integrator rad"), "radau\n");
  EXPECT_EQ(proposed("bricard run a.br"), "a.bricard.yaml\n");
  EXPECT_EQ(proposed("bricard doc revolut"), "revolute\nrevolute_cylindrical\nrevolute_prismatic\n");
}

TEST_F(CompletionVerb, EveryShellKnowsEveryVerbAndOption) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Ended ended = bricard({"completion", shell});
    ASSERT_EQ(ended.code, 0) << ended.err;
    for (const std::string& verb : verb_names()) {
      EXPECT_NE(ended.out.find(verb), std::string::npos) << shell << ' ' << verb;
      for (const std::string& option : matches("--([a-z][a-z-]*)", bricard({verb, "--help"}).out))
        EXPECT_NE(ended.out.find(option), std::string::npos) << shell << ' ' << verb << " --" << option;
    }
    const std::string file = write(std::string("complete.") + shell, ended.out);
    if (execute({"sh", "-c", std::string("command -v ") + shell}, here()).code == 0) {
      const Ended parsed = execute({shell, "-n", file}, here());
      EXPECT_EQ(parsed.code, 0) << shell << ": " << parsed.err;
    }
  }
  EXPECT_EQ(bricard({"completion"}).code, 2);
  EXPECT_EQ(bricard({"completion", "tcsh"}).code, 2);
}

TEST_F(CompletionVerb, TheManualNamesEveryVerb) {
  const std::string page = bricard({"manual"}).out;
  for (const std::string& verb : verb_names()) EXPECT_NE(page.find(".SS " + verb + "\n"), std::string::npos) << verb;
}

}  // namespace
}  // namespace bricard::cli
