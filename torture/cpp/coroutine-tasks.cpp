// Coroutines that await each other: symmetric transfer in long chains, a queue of ready ones, results and references.
#include <coroutine>
#include <cstdio>
#include <deque>
#include <string>
#include <utility>

volatile int input = 3;

template <class T> struct Task {
    struct promise_type {
        T value{};
        std::coroutine_handle<> waiting = std::noop_coroutine();
        Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() noexcept { return {}; }
        struct Final {
            bool await_ready() noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().waiting; }
            void await_resume() noexcept {}
        };
        Final final_suspend() noexcept { return {}; }
        void return_value(T v) { value = std::move(v); }
        void unhandled_exception() {}
    };
    std::coroutine_handle<promise_type> handle;
    explicit Task(std::coroutine_handle<promise_type> h) : handle(h) {}
    Task(Task &&o) noexcept : handle(std::exchange(o.handle, nullptr)) {}
    ~Task() { if (handle) handle.destroy(); }
    bool await_ready() const { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> h) { handle.promise().waiting = h; return handle; }
    T await_resume() { return std::move(handle.promise().value); }
    T run() { handle.resume(); return handle.done() ? std::move(handle.promise().value) : T{}; }
};

static std::deque<std::coroutine_handle<>> ready;
struct Later {
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> h) { ready.push_back(h); }
    void await_resume() const {}
};

Task<int> leaf(int n) { co_return n * 2; }
Task<int> chain(int n) {
    if (n == 0) co_return 1;
    int below = co_await chain(n - 1);
    co_return (below + co_await leaf(n)) % 10007;
}
Task<long long> loop(int n) {
    long long sum = 0;
    for (int i = 0; i < n; i++)
        if (i % 3) sum += co_await leaf(i); else sum -= i;
    co_return sum;
}
Task<std::string> text(std::string prefix, int n) {
    std::string own(static_cast<unsigned>(n), '*');
    if (n > 0) own += co_await text(prefix + "x", n - 1);
    co_return prefix + own;
}
Task<int> slow(int id, int steps) {
    int sum = id;
    for (int i = 0; i < steps; i++) {
        co_await Later();
        std::printf("%d.%d ", id, i);
        sum = sum * 10 + i;
    }
    co_return sum;
}

int main() {
    std::printf("%d\n", leaf(input).run());
    std::printf("%d\n", chain(60).run());
    std::printf("%lld\n", loop(100).run());
    std::printf("%s\n", text("a", input).run().c_str());
    Task<int> tasks[] = {slow(1, input), slow(2, 1), slow(3, input + 1)};
    for (auto &t : tasks)
        t.handle.resume();
    while (!ready.empty()) {
        auto next = ready.front();
        ready.pop_front();
        next.resume();
    }
    std::printf("\n%d %d %d\n", tasks[0].await_resume(), tasks[1].await_resume(), tasks[2].await_resume());
}
