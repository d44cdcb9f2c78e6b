// Streams: formats, manipulators, string streams, operators of one's own.
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

volatile int input = 1234;

struct Point {
    int x, y;
    friend std::ostream &operator<<(std::ostream &out, const Point &p) { return out << '(' << p.x << ',' << p.y << ')'; }
    friend std::istream &operator>>(std::istream &in, Point &p) {
        char open, comma, close;
        return in >> open >> p.x >> comma >> p.y >> close;
    }
};

int main() {
    std::cout << input << ' ' << std::hex << std::showbase << input << std::dec << ' ' << std::boolalpha << (input > 3) << '\n';
    std::cout << std::setw(8) << std::setfill('.') << 12 << std::left << std::setw(6) << "ab" << "|\n";
    std::cout << std::fixed << std::setprecision(3) << input / 7.0 << ' ' << std::scientific << input * 1e10 << std::defaultfloat << '\n';
    std::stringstream stream("(1,2) (30,-40) word 5.5");
    Point a{}, b{};
    std::string word;
    double number = 0;
    stream >> a >> b >> word >> number;
    std::cout << a << b << word << number << (stream.eof() ? " end" : " more") << std::endl;
    int wrong = 77;
    stream >> wrong;
    std::cout << stream.fail() << ' ' << wrong << '\n';
    std::ostringstream out;
    for (int i = 0; i < 3; i++)
        out << Point{i, i * i} << (i < 2 ? ";" : "");
    std::cout << out.str() << ' ' << out.str().size() << '\n';
    std::string line;
    std::istringstream lines("one\ntwo words\n\nfour");
    while (std::getline(lines, line))
        std::cout << '[' << line << ']';
    std::cout << std::endl;
    return std::cin.get() == EOF ? 3 : 4;
}
