// Reading from streams: numbers in bases, states after errors, lines, positions, buffers of one's own.
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

volatile int input = 3;

class Doubling : public std::streambuf {
    std::string &sink;
    int calls = 0;
public:
    explicit Doubling(std::string &s) : sink(s) {}
    int overflow(int c) override { if (c != EOF) sink.append(2, static_cast<char>(c)); calls++; return c; }
    std::streamsize xsputn(const char *s, std::streamsize n) override { for (std::streamsize i = 0; i < n; i++) overflow(s[i]); return n; }
    int count() const { return calls; }
};
struct Point { int x, y; };
std::istream &operator>>(std::istream &in, Point &p) {
    char open = 0, comma = 0, close = 0;
    if (in >> open >> p.x >> comma >> p.y >> close && (open != '(' || comma != ',' || close != ')'))
        in.setstate(std::ios::failbit);
    return in;
}
std::ostream &operator<<(std::ostream &out, const Point &p) { return out << '(' << p.x << ',' << p.y << ')'; }
std::ostream &indented(std::ostream &out) { return out << "  "; }

int main() {
    std::istringstream in("12 -7 0x1f 077 3.25e2 true word (3,4) ( 5 , -6 ) (7;8) rest");
    int a, b, c, d;
    double e;
    bool f;
    std::string g;
    Point p, q, r{1, 1};
    in >> a >> b >> std::hex >> c >> std::oct >> d >> std::dec >> e >> std::boolalpha >> f >> g >> p >> q;
    std::cout << a << ' ' << b << ' ' << c << ' ' << d << ' ' << e << ' ' << f << ' ' << g << ' ' << p << q << '\n';
    in >> r;
    std::cout << in.fail() << in.eof() << in.bad() << ' ';
    in.clear();
    in >> g;
    std::cout << g << ' ' << in.peek() << ' ' << in.eof() << '\n';
    std::istringstream bad("99999999999 x");
    bad >> a;
    std::cout << a << ' ' << bad.fail() << '\n';
    std::istringstream lines("first\nsecond line\n\nlast");
    std::string line;
    while (std::getline(lines, line))
        std::cout << indented << std::setw(12) << std::right << std::setfill('.') << line << '|' << line.size() << '\n';
    std::istringstream numbers("5 4 3 2 1");
    std::vector<int> v{std::istream_iterator<int>(numbers), {}};
    for (std::size_t i = 0; i < v.size(); i++)
        v[i] *= input;
    std::copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, ";"));
    std::cout << '\n';
    std::string sink;
    Doubling buffer(sink);
    std::ostream doubled(&buffer);
    doubled << "ab" << input << std::flush << 'c';
    std::cout << sink << ' ' << buffer.count() << '\n';
    std::stringstream both;
    both << std::hex << std::showbase << 255 << ' ' << std::uppercase << 48879 << std::dec << ' ' << std::showpos << 5 << ' ' << std::scientific << std::setprecision(3) << 12345.678;
    both.seekg(5);
    std::string from_five;
    std::getline(both, from_five);
    std::cout << from_five << ' ' << both.str().size() << '\n';
    both.clear();
    both.seekp(0);
    both << "0XAA";
    std::cout << both.str().substr(0, 8) << std::endl;
    std::cout << std::quoted("a \"b\" c") << ' ' << std::left << std::setw(6) << 12 << std::internal << std::setw(6) << -12 << '\n';
}
