// Coroutines: a generator and a recursive one, with objects that live across suspensions.
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <utility>

volatile int input = 5;

struct Generator {
    struct promise_type {
        int value = 0;
        Generator get_return_object() { return Generator(std::coroutine_handle<promise_type>::from_promise(*this)); }
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(int v) { value = v; return {}; }
        void return_void() {}
        void unhandled_exception() { std::abort(); }
    };
    std::coroutine_handle<promise_type> handle;
    explicit Generator(std::coroutine_handle<promise_type> handle) : handle(handle) {}
    Generator(Generator &&other) : handle(std::exchange(other.handle, nullptr)) {}
    ~Generator() { if (handle) handle.destroy(); }
    bool next() { handle.resume(); return !handle.done(); }
    int value() const { return handle.promise().value; }
};

struct Noisy {
    int id;
    ~Noisy() { std::printf("~%d ", id); }
};

Generator squares(int n) {
    Noisy whole{n};
    for (int i = 0; i < n; i++) {
        Noisy round{100 + i};
        co_yield i * i;
    }
}

Generator walk(int from, int to) {
    if (from + 1 == to) {
        co_yield from;
        co_return;
    }
    int middle = (from + to) / 2;
    for (auto right = walk(middle, to); right.next();)
        co_yield right.value();
    for (auto left = walk(from, middle); left.next();)
        co_yield left.value();
}

int main() {
    {
        auto all = squares(input);
        while (all.next())
            std::printf("%d ", all.value());
        auto some = squares(input);
        some.next();
        some.next();
        std::printf("stop ");
    }
    std::printf("\n");
    for (auto tree = walk(0, 2 * input); tree.next();)
        std::printf("%d ", tree.value());
    std::printf("\n");
}
