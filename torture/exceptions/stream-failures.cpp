// Streams that throw: masks of exceptions, buffers that throw, operators that throw, and states afterwards.
#include <cstdio>
#include <iomanip>
#include <ios>
#include <iostream>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <typeinfo>

struct Broken {};

// Gives some characters, then throws; takes some, then throws.
class Buffer : public std::streambuf {
 public:
  Buffer(std::string text, int writes) : text_(std::move(text)), writes_(writes) {}
  std::string written;

 protected:
  int_type underflow() override {
    if (at_ == text_.size()) throw Broken();
    letter_ = text_[at_++];
    setg(&letter_, &letter_, &letter_ + 1);
    return traits_type::to_int_type(letter_);
  }
  int_type overflow(int_type c) override {
    if (writes_-- == 0) throw Broken();
    written += traits_type::to_char_type(c);
    return c;
  }
  int sync() override {
    if (written.size() % 2) throw Broken();
    return 0;
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
  int writes_;
  char letter_ = 0;
};

struct Point {
  int x, y;
};
static std::ostream &operator<<(std::ostream &out, const Point &point) {
  if (point.x < 0) throw std::domain_error("negative");
  return out << '(' << point.x << ',' << std::setw(3) << point.y << ')';
}
static std::istream &operator>>(std::istream &in, Point &point) {
  char open, comma, close;
  in >> open >> point.x >> comma >> point.y >> close;
  if (in && (open != '(' || comma != ',' || close != ')')) in.setstate(std::ios::failbit);
  return in;
}

static std::string state(const std::ios &stream) {
  std::string text;
  if (stream.good()) text += 'g';
  if (stream.eof()) text += 'e';
  if (stream.fail()) text += 'f';
  if (stream.bad()) text += 'b';
  return text;
}

template <typename Work>
static void attempt(const char *name, std::ios &stream, Work work) {
  std::printf("%s: ", name);
  try {
    work();
    std::printf("fine ");
  } catch (const std::ios_base::failure &) {
    std::printf("failure ");
  } catch (const Broken &) {
    std::printf("broken ");
  } catch (const std::exception &error) {
    std::printf("%s ", error.what());
  }
  std::printf("%s\n", state(stream).c_str());
}

static void reading(std::ios::iostate mask) {
  std::istringstream in("12 x 7 (3,4) (5;6) 99999999999999999999 1.5e400 end");
  in.exceptions(mask);
  int number = -1;
  for (int i = 0; i < 3; i++) {
    attempt("number", in, [&] { in >> number; });
    std::printf("  %d\n", number);
    if (in.fail()) {
      in.clear();
      in.ignore(1);
    }
  }
  Point point{0, 0};
  for (int i = 0; i < 2; i++) attempt("point", in, [&] { in >> point; });
  std::printf("  %d %d\n", point.x, point.y);
  in.clear();
  std::string rest;
  attempt("words", in, [&] {
    while (in >> rest) {
    }
  });
  std::printf("  %s\n", rest.c_str());
  attempt("mask on a bad state", in, [&] { in.exceptions(std::ios::eofbit); });
  attempt("line", in, [&] { std::getline(in, rest); });
}

static void broken_buffers(std::ios::iostate mask) {
  Buffer buffer("42 ab", 7);
  std::iostream stream(&buffer);
  stream.exceptions(mask);
  int number = 0;
  std::string word;
  attempt("number", stream, [&] { stream >> number; });
  attempt("word", stream, [&] { stream >> word; });
  std::printf("  %d %s\n", number, word.c_str());
  stream.clear();
  attempt("write", stream, [&] { stream << "abc" << 4.5 << std::hex << 255; });
  std::printf("  %s\n", buffer.written.c_str());
  stream.clear();
  attempt("flush", stream, [&] { stream.flush(); });
}

static void operators_that_throw() {
  std::ostringstream out;
  out << std::setfill('*');
  attempt("points", out, [&] { out << Point{1, 2} << Point{-1, 0} << Point{3, 4}; });
  attempt("after", out, [&] { out << std::setw(6) << std::hex << std::showbase << 255 << Point{30, 40}; });
  std::printf("  %s\n", out.str().c_str());
}

struct Facet : std::numpunct<char> {
  char do_thousands_sep() const override { return '\''; }
  std::string do_grouping() const override { return "\3"; }
  std::string do_truename() const override { return "truth"; }
};

struct Missing : std::locale::facet {
  static std::locale::id id;
};
std::locale::id Missing::id;

static void facets() {
  std::ostringstream out;
  out.imbue(std::locale(std::locale::classic(), new Facet));
  attempt("grouped", out, [&] { out << 1234567 << ' ' << std::fixed << std::setprecision(2) << 9876543.21; });
  attempt("truth", out, [&] { out << std::boolalpha << true; });
  std::printf("  %s\n", out.str().c_str());
  try {
    std::use_facet<Missing>(out.getloc());
  } catch (const std::bad_cast &) {
    std::printf("  no such facet\n");
  }
}

int main() {
  for (auto mask : {std::ios::goodbit, std::ios::failbit, std::ios::badbit, std::ios::failbit | std::ios::badbit | std::ios::eofbit}) {
    std::printf("mask %d%d%d\n", (mask & std::ios::eofbit) != 0, (mask & std::ios::failbit) != 0, (mask & std::ios::badbit) != 0);
    reading(mask);
    broken_buffers(mask);
  }
  operators_that_throw();
  facets();
}
