// Containers: vectors, lists, maps, sets and queues with elements that have destructors.
#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

volatile int input = 40;
int alive = 0;

struct Counted {
    int value;
    explicit Counted(int value) : value(value) { alive++; }
    Counted(const Counted &other) : value(other.value) { alive++; }
    Counted(Counted &&other) noexcept : value(std::exchange(other.value, -1)) { alive++; }
    Counted &operator=(const Counted &) = default;
    ~Counted() { alive--; }
    bool operator<(const Counted &other) const { return value < other.value; }
};

int main() {
    int n = input;
    {
        std::vector<Counted> vector;
        std::list<Counted> list;
        std::deque<Counted> deque;
        std::set<Counted> set;
        std::map<std::string, Counted> map;
        std::unordered_map<int, Counted> hashed;
        std::priority_queue<Counted> queue;
        for (int i = 0; i < n; i++) {
            int x = i * 17 % 23;
            vector.emplace_back(x);
            i % 3 ? list.emplace_back(x) : list.emplace_front(x);
            i % 2 ? deque.emplace_back(x) : deque.emplace_front(x);
            set.insert(Counted(x));
            map.emplace("key" + std::to_string(x), i);
            hashed.emplace(x, i);
            queue.emplace(x);
        }
        vector.erase(vector.begin() + 3, vector.begin() + 9);
        list.sort();
        list.unique([](const Counted &a, const Counted &b) { return a.value == b.value; });
        std::printf("%d alive, %zu %zu %zu %zu\n", alive, vector.size(), list.size(), set.size(), map.size());
        int sum = 0;
        for (auto &x : vector) sum = 3 * sum % 10007 + x.value;
        for (auto &x : deque) sum = 3 * sum % 10007 + x.value;
        for (auto &[key, x] : map) sum = 3 * sum % 10007 + x.value + static_cast<int>(key.size());
        for (int i = 0; i < 23; i++) sum += i * hashed.at(i).value;
        while (!queue.empty()) sum = 3 * sum % 10007 + queue.top().value, queue.pop();
        std::printf("%d\n", sum);
    }
    std::printf("%d alive\n", alive);
}
