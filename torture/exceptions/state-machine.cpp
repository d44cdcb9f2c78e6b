// A machine of computed jumps whose states throw: try scopes around switches in loops, and handlers that choose the next state.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

enum State { START, NUMBER, WORD, SPACE, QUOTE, ESCAPE, FAIL, DONE };

struct Retry {
  State next;
  int back;
};

struct Machine {
  const std::string &text;
  std::size_t at = 0;
  int errors = 0, steps = 0;
  std::vector<std::string> tokens;
  std::string current;

  explicit Machine(const std::string &text) : text(text) {}

  [[gnu::noinline]] char take() {
    if (at >= text.size()) throw std::out_of_range("end");
    return text[at++];
  }
  [[gnu::noinline]] void finish() {
    if (current.size() > 5) throw std::length_error(current);
    if (!current.empty()) tokens.push_back(current);
    current.clear();
  }

  State step(State state) {
    char c = take();
    switch (state) {
      case START:
      case SPACE:
        if (c == ' ') return SPACE;
        if (c == '"') return QUOTE;
        if (c >= '0' && c <= '9') throw Retry{NUMBER, 1};
        if (c == '#') throw c;
        throw Retry{WORD, 1};
      case NUMBER:
        if (c < '0' || c > '9') {
          finish();
          throw Retry{SPACE, 1};
        }
        current += c;
        return NUMBER;
      case WORD:
        if (c == ' ') {
          finish();
          return SPACE;
        }
        if (c == '"') throw std::invalid_argument("quote in a word");
        current += c;
        return WORD;
      case QUOTE:
        if (c == '\\') return ESCAPE;
        if (c == '"') {
          finish();
          return START;
        }
        current += c;
        return QUOTE;
      case ESCAPE: current += c == 'n' ? '\n' : c; return QUOTE;
      default: throw std::logic_error("no such state");
    }
  }

  int run() {
    State state = START;
    for (;;) {
      steps++;
      try {
        try {
          if (state == DONE) break;
          if (state == FAIL) return -1;
          state = step(state);
          continue;
        } catch (const Retry &retry) {
          at -= static_cast<std::size_t>(retry.back);
          state = retry.next;
          if (steps > 500) throw;
        } catch (const std::length_error &error) {
          current.resize(5);
          tokens.push_back(current + "~");
          current.clear();
          state = SPACE;
          if (++errors > 2) throw std::runtime_error(std::string("too long: ") + error.what());
        } catch (const std::logic_error &error) {
          if (at < text.size() || state == ESCAPE) throw;
          if (state == QUOTE) return -2;
          finish();
          state = DONE;
        }
      } catch (const std::invalid_argument &error) {
        tokens.push_back(std::string("<") + error.what() + ">");
        current.clear();
        if (++errors > 2) state = FAIL;
        else state = QUOTE;
      } catch (char c) {
        while (at < text.size() && text[at] != '\n') at++;
        tokens.push_back(std::string(1, c));
        state = START;
      }
    }
    return static_cast<int>(tokens.size());
  }
};

int main() {
  const char *const texts[] = {
      "",
      "one 22 three",
      "wordthatistoolong 1234567 x",
      "a\"quoted\" \"b\\nc\\\"d\"",
      "12ab34 # comment",
      "\"open",
      "\"open\\",
      "x\"y\" z\"w\" v\"u\" t\"s\"",
      "toolong1 toolong2 toolong3 toolong4",
      "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20",
      "last word",
      "endslong",
  };
  for (const char *const text : texts) {
    std::string owned = text;
    Machine machine(owned);
    try {
      std::printf("%d:", machine.run());
    } catch (const std::runtime_error &error) {
      std::printf("[%s]:", error.what());
    } catch (const std::exception &error) {
      std::printf("{%s}:", dynamic_cast<const std::length_error *>(&error) ? "length" : "another");
    }
    for (const auto &token : machine.tokens) std::printf(" %s", token.c_str());
    std::printf(" (%d steps, %d errors)\n", machine.steps, machine.errors);
  }
}
