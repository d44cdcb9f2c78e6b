// Allocators: one of one's own with state, containers that pass it on, and resources that count.
#include <cstddef>
#include <cstdio>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <vector>

volatile int input = 5;

struct Arena {
    alignas(std::max_align_t) unsigned char bytes[8192];
    std::size_t used = 0;
    int calls = 0, live = 0;
    void *take(std::size_t size, std::size_t align) {
        used = (used + align - 1) / align * align;
        void *place = bytes + used;
        used += size;
        calls++, live++;
        return place;
    }
};
template <class T> struct In {
    using value_type = T;
    using propagate_on_container_copy_assignment = std::true_type;
    Arena *arena;
    In(Arena *a) : arena(a) {}
    template <class U> In(const In<U> &o) : arena(o.arena) {}
    T *allocate(std::size_t n) { return static_cast<T *>(arena->take(n * sizeof(T), alignof(T))); }
    void deallocate(T *, std::size_t) { arena->live--; }
    template <class U> bool operator==(const In<U> &o) const { return arena == o.arena; }
};
using Text = std::basic_string<char, std::char_traits<char>, In<char>>;

int main() {
    static Arena one, two;
    {
        std::vector<int, In<int>> numbers(&one);
        numbers.reserve(16);
        for (int i = 0; i < 16; i++)
            numbers.push_back(i * input);
        std::vector<int, In<int>> other(numbers, &two);
        std::printf("%d %d %d\n", numbers[15], one.calls, two.calls);
        other = numbers;
        std::printf("%d %d\n", other.get_allocator() == numbers.get_allocator(), two.live);
        std::map<int, Text, std::less<int>, In<std::pair<const int, Text>>> names(&two);
        for (int i = 0; i < input; i++)
            names.emplace(i * 7 % input, Text(static_cast<unsigned>(40 + i), static_cast<char>('a' + i), &two));
        for (auto &[key, text] : names)
            std::printf("%d %s\n", key, text.c_str());
        std::list<double, In<double>> list({1.5, 2.5, 3.5}, &one);
        list.splice(list.begin(), std::list<double, In<double>>({9.5}, &one));
        std::printf("%.1f %zu %d\n", list.front(), list.size(), two.live);
        auto shared = std::allocate_shared<Text>(In<Text>(&two), Text("a text that does not fit into a short string", &two));
        std::printf("%zu %d\n", shared->size(), two.live);
    }
    std::printf("%d %d %d\n", one.live, two.live, one.used > 0 && two.used < sizeof two.bytes);
}
