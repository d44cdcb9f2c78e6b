// Arrays from new: counts before the elements, destruction in reverse, many dimensions, operators of a class.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>

volatile int input = 4;

struct Item {
    static int next, order;
    int id;
    Item() : id(next++) {}
    explicit Item(int n) : id(n) {}
    ~Item() { order = order * 3 + id; next--; }
};
int Item::next, Item::order;
struct Plain { int n = 5; };
struct Pool {
    static std::size_t requested;
    static int freed;
    int n = 1;
    ~Pool() { freed++; }
    static void *operator new[](std::size_t size) { requested = size; return std::malloc(size); }
    static void operator delete[](void *p, std::size_t size) { freed += size == requested ? 100 : 1000; std::free(p); }
};
std::size_t Pool::requested;
int Pool::freed;

__attribute__((noinline)) Item *make(int n) { return new Item[static_cast<unsigned>(n)]; }
__attribute__((noinline)) void drop(Item *items) { delete[] items; }
__attribute__((noinline)) Item (*grid(int n))[3] { return new Item[static_cast<unsigned>(n)][3]; }

int main() {
    Item *items = make(input);
    std::printf("%d %d\n", items[3].id, Item::next);
    drop(items);
    std::printf("%d %d\n", Item::order, Item::next);
    auto rows = grid(2);
    std::printf("%d\n", rows[1][2].id);
    delete[] rows;
    std::printf("%d %d\n", Item::order, Item::next);
    drop(make(0));
    drop(nullptr);
    Plain *plain = new Plain[static_cast<unsigned>(input)];
    std::printf("%d\n", plain[3].n);
    delete[] plain;
    Pool *pool = new Pool[static_cast<unsigned>(input) + 3];
    std::printf("%d\n", Pool::requested > 7 * sizeof(Pool));
    delete[] pool;
    std::printf("%d\n", Pool::freed);
    std::unique_ptr<Item[]> owner(new Item[3]{Item(7), Item(8)});
    std::printf("%d %d %d\n", owner[0].id, owner[1].id, Item::next);
    owner.reset(make(2));
    std::printf("%d\n", Item::next);
    int *numbers = new (std::nothrow) int[static_cast<unsigned>(input)]{1, 2};
    std::printf("%d\n", numbers[0] + numbers[1] + numbers[2] + numbers[3]);
    delete[] numbers;
}
