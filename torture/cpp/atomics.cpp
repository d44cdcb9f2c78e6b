// Atomic objects without threads: all operations and widths, structures, flags, shared pointers, fences.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <memory>

volatile int input = 5;

template <class T> __attribute__((noinline)) void numbers(const char *name) {
    std::atomic<T> a(static_cast<T>(input));
    long long sum = 0;
    auto add = [&](T n) { sum = sum * 31 % 1000003 + static_cast<long long>(n); };
    add(a.fetch_add(100));
    add(a.fetch_sub(3, std::memory_order_relaxed));
    add(a.fetch_and(static_cast<T>(0x5f), std::memory_order_acquire));
    add(a.fetch_or(static_cast<T>(0x21)));
    add(a.fetch_xor(static_cast<T>(0x33), std::memory_order_acq_rel));
    add(a.exchange(static_cast<T>(77)));
    T expected = 76;
    bool first = a.compare_exchange_strong(expected, 1);
    add(expected);
    bool second = a.compare_exchange_strong(expected, static_cast<T>(-2), std::memory_order_seq_cst, std::memory_order_relaxed);
    while (!a.compare_exchange_weak(expected, static_cast<T>(expected + 1))) {}
    add(a.load());
    add(++a);
    add(a--);
    a.store(static_cast<T>(a + 1), std::memory_order_release);
    std::printf("%s %lld %d %d %lld\n", name, sum, first, second, static_cast<long long>(a.load()));
}
struct Pair { std::int32_t a, b; bool operator==(const Pair &) const = default; };
struct Shared { static int alive; int n; explicit Shared(int k) : n(k) { alive++; } ~Shared() { alive--; } };
int Shared::alive;

class Lock {
    std::atomic_flag flag = ATOMIC_FLAG_INIT;
public:
    bool take() { return !flag.test_and_set(std::memory_order_acquire); }
    void leave() { flag.clear(std::memory_order_release); }
};

int main() {
    numbers<signed char>("char");
    numbers<unsigned short>("short");
    numbers<int>("int");
    numbers<unsigned>("unsigned");
    numbers<long long>("long long");
    numbers<std::uint64_t>("uint64");
    std::atomic<Pair> pair(Pair{1, input});
    Pair old{1, 5};
    bool changed = pair.compare_exchange_strong(old, {7, 8});
    Pair exchanged = pair.exchange({2, 3});
    std::printf("%d %d\n", changed, exchanged.b);
    int array[4] = {1, 2, 3, 4};
    std::atomic<int *> pointer(array);
    pointer += 2;
    int *was = pointer.fetch_sub(1);
    std::printf("%d %d\n", *was, *pointer.load());
    std::atomic<double> d(1.5);
    double seen = d.exchange(2.5);
    std::atomic<bool> b(false);
    bool before = b.exchange(true);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    std::printf("%.1f %.1f %d %d\n", seen, d.load(), before, b.load());
    Lock lock;
    bool one = lock.take(), two = lock.take();
    lock.leave();
    std::printf("%d %d %d\n", one, two, lock.take());
    std::shared_ptr<Shared> shared = std::make_shared<Shared>(input);
    auto copy = shared;
    std::atomic_ref<int> reference(copy->n);
    reference += 10;
    shared.reset();
    std::printf("%d %d\n", copy->n, Shared::alive);
}
