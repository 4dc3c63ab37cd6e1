// `bricard completion`: what bash makes of it, and that all verbs and options are there. zsh and fish where they are installed.
#include <gtest/gtest.h>

#include "cli/test_program.hpp"
#include "cli/verbs.hpp"

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
    for (const Verb& verb : verbs) {
      if (!verb.run || verb.help.empty()) continue;
      EXPECT_NE(ended.out.find(verb.name), std::string::npos) << shell << ' ' << verb.name;
      for (const OptionInfo& option : options_of(verb))
        EXPECT_NE(ended.out.find(option.name.substr(2)), std::string::npos) << shell << ' ' << option.name;
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
  for (const Verb& verb : verbs)
    if (verb.run && !verb.help.empty()) {
      EXPECT_NE(page.find(".SS " + std::string(verb.name) + "\n"), std::string::npos) << verb.name;
    }
}

}  // namespace
}  // namespace bricard::cli
