// Algorithms: sorting, searching, permutations and reductions with iterators.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <vector>

volatile int input = 60;

int main() {
    std::vector<int> values(input);
    unsigned state = 12345;
    std::generate(values.begin(), values.end(), [&state] { return static_cast<int>((state = state * 1103515245 + 12345) >> 20); });
    std::vector<int> sorted = values, stable = values;
    std::sort(sorted.begin(), sorted.end());
    std::stable_sort(stable.begin(), stable.end(), [](int a, int b) { return a % 10 < b % 10; });
    std::printf("%d %d %d\n", sorted.front(), sorted.back(), std::is_sorted(sorted.begin(), sorted.end()));
    for (int i = 0; i < 8; i++)
        std::printf("%d ", stable[i]);
    auto found = std::lower_bound(sorted.begin(), sorted.end(), 2000);
    std::printf("\n%d %d\n", static_cast<int>(found - sorted.begin()), *found);
    auto middle = std::partition(values.begin(), values.end(), [](int x) { return x % 3 == 0; });
    std::printf("%d\n", static_cast<int>(middle - values.begin()));
    std::nth_element(values.begin(), values.begin() + 20, values.end(), std::greater<>());
    std::printf("%d\n", values[20]);
    std::vector<int> letters{1, 2, 3, 4};
    int count = 0, hash = 0;
    do {
        count++;
        hash = std::accumulate(letters.begin(), letters.end(), hash, [](int a, int b) { return (a * 5 + b) % 9973; });
    } while (std::next_permutation(letters.begin(), letters.end()));
    std::printf("%d %d %d\n", count, hash, std::inner_product(sorted.begin(), sorted.end(), stable.begin(), 0) % 10007);
    std::vector<int> unions;
    std::set_union(letters.begin(), letters.end(), sorted.begin(), sorted.begin() + 5, std::back_inserter(unions));
    std::rotate(unions.begin(), unions.begin() + 2, unions.end());
    std::make_heap(unions.begin(), unions.end());
    std::printf("%zu %d %d\n", unions.size(), unions.front(), unions.back());
}
