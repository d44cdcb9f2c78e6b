// Heaps, equal ranges, set operations, and hashing with functions of one's own; nodes that change their owner.
#include <algorithm>
#include <cstdio>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

volatile int input = 11;

struct Point {
    int x, y;
    bool operator==(const Point &) const = default;
};
struct HashPoint { std::size_t operator()(const Point &p) const { return static_cast<std::size_t>(p.x * 31 + p.y) % 7; } };
struct Job { int priority; std::string name; };
struct Later { bool operator()(const Job &a, const Job &b) const { return a.priority != b.priority ? a.priority < b.priority : a.name > b.name; } };
struct Loose { using is_transparent = void; bool operator()(const std::string &a, const std::string &b) const { return a < b; } bool operator()(const std::string &a, char c) const { return a[0] < c; } bool operator()(char c, const std::string &b) const { return c < b[0]; } };

int main() {
    std::priority_queue<Job, std::vector<Job>, Later> queue;
    for (int i = 0; i < 12; i++)
        queue.push({i * input % 5, std::string(1, static_cast<char>('a' + i * 5 % 12))});
    for (; !queue.empty(); queue.pop())
        std::printf("%d%s ", queue.top().priority, queue.top().name.c_str());
    std::printf("\n");
    std::multimap<int, char> many;
    for (char c = 'a'; c < 'q'; c++)
        many.emplace(c * input % 4, c);
    for (auto [at, end] = many.equal_range(2); at != end; ++at)
        std::printf("%c", at->second);
    std::printf(" %zu\n", many.count(3));
    std::set<int> odd, third;
    for (int i = 0; i < 30; i++)
        if (i % 2) odd.insert(i); else if (i % 3 == 0) third.insert(i);
    third.insert({3, 9, 15});
    std::vector<int> out;
    std::set_intersection(odd.begin(), odd.end(), third.begin(), third.end(), std::back_inserter(out));
    std::set_symmetric_difference(odd.begin(), odd.end(), third.begin(), third.end(), std::back_inserter(out));
    unsigned digest = 0;
    for (int n : out)
        digest = digest * 33 + static_cast<unsigned>(n);
    std::printf("%zu %u\n", out.size(), digest);
    std::unordered_map<Point, int, HashPoint> grid;
    for (int x = 0; x < 20; x++)
        for (int y = 0; y < 5; y++)
            grid[{x % 7, y}] += x * y;
    for (auto at = grid.begin(); at != grid.end();)
        at = at->second % 2 ? grid.erase(at) : std::next(at);
    int sum = 0;
    for (auto &[point, n] : grid)
        sum += point.x * n + point.y;
    std::printf("%zu %d %d\n", grid.size(), sum, grid.contains({6, 4}));
    std::map<std::string, int, Loose> words{{"apple", 1}, {"bread", 2}, {"butter", 3}, {"cheese", 4}};
    auto node = words.extract("bread");
    node.key() = "dates";
    std::map<std::string, int, Loose> other;
    other.insert(std::move(node));
    other.merge(words);
    std::printf("%zu %zu %d %d\n", other.size(), words.size(), other.find('d')->second, static_cast<int>(other.count('b')));
    std::unordered_multiset<int> bag{1, 2, 2, 3, 3, 3};
    bag.rehash(100);
    std::printf("%zu %zu\n", bag.count(3), bag.erase(2));
    std::vector<int> heap{3, 1, 4, 1, 5, 9, 2, 6};
    std::make_heap(heap.begin(), heap.end());
    std::pop_heap(heap.begin(), heap.end());
    std::printf("%d %d\n", heap.back(), heap.front());
    std::sort_heap(heap.begin(), heap.end() - 1);
    std::printf("%d %d\n", heap[0], heap[6]);
}
