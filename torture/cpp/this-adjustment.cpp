// Several bases with virtual functions: calls through each adjust the object's address.
#include <cstdio>

volatile int input = 3;

struct Reader { int r = 100; virtual int read(int n) = 0; virtual ~Reader() {} };
struct Writer { int w = 200; virtual void write(int n) = 0; virtual int both(int n) { return n; } virtual ~Writer() {} };
struct Logger { double log = 0.5; virtual void note(double d) { log += d; } virtual ~Logger() {} };
struct File : Reader, Logger, Writer {
    int content[4] = {1, 2, 3, 4};
    int read(int n) override { return content[n] + r; }
    void write(int n) override { content[n & 3] = n + w; note(n); }
    int both(int n) override { write(n); return read(n & 3); }
};
struct Counted : virtual Reader { int count = 0; int read(int n) override { return ++count * n + r; } };
struct Timed : virtual Reader { int time = 1000; };
struct Everything : Timed, Counted, File {
    int last = 9;
    int read(int n) override { last = n; return Counted::read(n) + time; }
    int both(int n) override { return last * File::both(n); }
};

__attribute__((noinline)) int read_it(Reader *reader, int n) { return reader->read(n); }
__attribute__((noinline)) int both_of(Writer *writer, int n) { return writer->both(n); }
__attribute__((noinline)) double note_it(Logger &logger, double d) { logger.note(d); return logger.log; }

int main() {
    File file;
    std::printf("%d\n", read_it(&file, input));
    std::printf("%d\n", both_of(&file, 5));
    std::printf("%.2f\n", note_it(file, 1.25));
    Counted counted;
    std::printf("%d\n", read_it(&counted, input));
    std::printf("%d\n", read_it(&counted, input));
    Everything all;
    Counted &as_counted = all;
    std::printf("%d\n", as_counted.read(input));
    std::printf("%d\n", both_of(&all, 2));
    std::printf("%d %.2f\n", all.last, note_it(all, -0.5));
    Writer *writer = &all;
    std::printf("%d %d\n", dynamic_cast<Timed *>(writer)->time, dynamic_cast<File *>(writer) == static_cast<File *>(&all));
    std::printf("%d\n", read_it(static_cast<Timed *>(&all), 4));
}
