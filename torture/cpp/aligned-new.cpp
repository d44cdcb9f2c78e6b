// Over-aligned classes on the stack, in arrays, in containers and from new, with operators of their own.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

volatile int input = 3;

struct alignas(64) Line { int n; char rest[3]; };
struct alignas(32) Counted {
    static int news, deletes;
    double d = 2.5;
    static void *operator new(std::size_t size, std::align_val_t align) {
        news += static_cast<int>(size / static_cast<std::size_t>(align));
        return ::operator new(size, align);
    }
    static void operator delete(void *p, std::align_val_t align) { deletes += static_cast<int>(align); ::operator delete(p, align); }
    virtual ~Counted() = default;
};
int Counted::news, Counted::deletes;
struct Bigger : Counted { alignas(128) int field = 4; };

template <class T> __attribute__((noinline)) int misalignment(const T *p, std::uintptr_t align = alignof(T)) {
    return static_cast<int>(reinterpret_cast<std::uintptr_t>(p) % align);
}
__attribute__((noinline)) Line changed(Line line, int n) { line.n += n; return line; }
__attribute__((noinline)) int frame(int n) {
    Line lines[3] = {{n, {}}, {n + 1, {}}, {n + 2, {}}};
    alignas(256) char buffer[10] = "aligned";
    char byte = buffer[static_cast<unsigned>(n) % 7];
    return misalignment(&lines[2]) + misalignment(buffer, 256) + changed(lines[1], byte).n;
}

int main() {
    Line *one = new Line{input, {1, 2, 3}};
    Line *many = new Line[static_cast<unsigned>(input)]{};
    std::printf("%d %d %zu\n", misalignment(one), misalignment(&many[2]), sizeof(Line));
    delete[] many;
    delete one;
    std::printf("%d\n", frame(input));
    Counted *counted = new Bigger;
    std::printf("%d %d %d\n", misalignment(counted, 128), Counted::news, static_cast<Bigger *>(counted)->field);
    delete counted;
    delete new Counted;
    std::printf("%d %d\n", Counted::news, Counted::deletes);
    std::vector<Line> vector;
    for (int i = 0; i < 20; i++)
        vector.push_back({i, {}});
    int bad = 0, sum = 0;
    for (const Line &line : vector)
        bad += misalignment(&line), sum += changed(line, 1).n;
    std::printf("%d %d\n", bad, sum);
    auto shared = std::make_shared<Line>(Line{8, {}});
    std::printf("%d %d\n", misalignment(shared.get()), shared->n);
    alignas(Line) unsigned char raw[2 * sizeof(Line)];
    Line *placed = new (raw + sizeof(Line)) Line{input * 7, {}};
    std::printf("%d %d\n", misalignment(placed), placed->n);
    placed->~Line();
}
