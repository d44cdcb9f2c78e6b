// What a coroutine's frame holds: parameters, locals across suspensions, and what is destroyed if it ends early.
#include <array>
#include <coroutine>
#include <cstdio>
#include <iterator>
#include <memory>
#include <new>
#include <utility>

volatile int input = 4;
static int frames;

struct Tell {
    int id;
    explicit Tell(int n) : id(n) {}
    Tell(const Tell &o) : id(o.id + 100) {}
    Tell(Tell &&o) noexcept : id(std::exchange(o.id, 0)) {}
    ~Tell() { if (id) std::printf("~%d ", id); }
};
template <class T> struct Generator {
    struct promise_type {
        const T *current = nullptr;
        static void *operator new(std::size_t size) { frames++; return ::operator new(size); }
        static void operator delete(void *p, std::size_t) { frames--; ::operator delete(p); }
        Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(const T &v) { current = std::addressof(v); return {}; }
        void return_void() {}
        void unhandled_exception() {}
    };
    std::coroutine_handle<promise_type> handle;
    Generator(std::coroutine_handle<promise_type> h) : handle(h) {}
    Generator(Generator &&o) noexcept : handle(std::exchange(o.handle, nullptr)) {}
    ~Generator() { if (handle) handle.destroy(); }
    struct Iterator {
        std::coroutine_handle<promise_type> h;
        Iterator &operator++() { h.resume(); return *this; }
        const T &operator*() const { return *h.promise().current; }
        bool operator==(std::default_sentinel_t) const { return h.done(); }
    };
    Iterator begin() { handle.resume(); return {handle}; }
    std::default_sentinel_t end() const { return {}; }
};

Generator<int> numbers(Tell by_value, const Tell &by_reference, std::unique_ptr<int> owner) {
    Tell local(3);
    std::array<int, 20> many{};
    for (int i = 0; i < *owner; i++) {
        Tell inner(10 + i);
        many[static_cast<unsigned>(i)] = by_value.id + by_reference.id * i;
        co_yield many[static_cast<unsigned>(i)];
        if (i == 6) co_return;
    }
    int sum = 0;
    for (int n : many)
        sum += n;
    co_yield sum;
}
Generator<std::pair<int, int>> pairs(int n) {
    for (int i = 1; i <= n; i++)
        for (int j = i; j <= n; j++)
            if (auto product = i * j; product % 2 == 0)
                co_yield {i, product};
}
template <class F> Generator<int> mapped(Generator<int> inner, F f) {
    for (int n : inner)
        co_yield f(n);
}
auto counter() { return [n = 0](int limit) mutable -> Generator<int> { while (n < limit) co_yield n++; }; }

int main() {
    Tell outside(1);
    for (int n : numbers(Tell(2), outside, std::make_unique<int>(input)))
        std::printf("%d ", n);
    std::printf("| %d\n", frames);
    {
        auto early = numbers(outside, outside, std::make_unique<int>(20));
        auto at = early.begin();
        ++at;
        std::printf("%d ", *at);
    }
    std::printf("| %d\n", frames);
    { auto never = numbers(Tell(7), outside, nullptr); }
    std::printf("| %d\n", frames);
    int sum = 0;
    for (auto [a, b] : pairs(input * 2))
        sum = sum * 3 % 65537 + a * b;
    std::printf("%d\n", sum);
    auto count = counter();
    for (int n : mapped(mapped(count(5), [k = input](int n) { return n * k; }), [](int n) { return n + 1; }))
        std::printf("%d ", n);
    for (int n : count(7))
        std::printf("%d ", n);
    std::printf("| %d\n", frames);
}
