// Smart pointers: owners, counts, weak ones, deleters, cycles that are cut.
#include <cstdio>
#include <memory>
#include <vector>

volatile int input = 6;

struct Node : std::enable_shared_from_this<Node> {
    int id;
    std::shared_ptr<Node> next;
    std::weak_ptr<Node> back;
    explicit Node(int id) : id(id) {}
    ~Node() { std::printf("~%d ", id); }
    std::shared_ptr<Node> self() { return shared_from_this(); }
};

struct Closer {
    int code;
    void operator()(int *p) const { std::printf("close %d %d\n", code, *p); delete p; }
};

__attribute__((noinline)) std::shared_ptr<Node> chain(int n) {
    std::shared_ptr<Node> first;
    for (int i = n; i > 0; i--) {
        auto node = std::make_shared<Node>(i);
        if (first)
            first->back = node;
        node->next = std::move(first);
        first = std::move(node);
    }
    return first;
}

int main() {
    auto first = chain(input);
    auto third = first->next->next;
    std::printf("%ld %d\n", third.use_count(), third->back.lock()->id);
    first.reset();
    std::printf("\n%d %ld %d\n", third->back.expired(), third->self().use_count(), third->id);
    std::unique_ptr<int, Closer> one(new int(5), Closer{9});
    auto two = std::move(one);
    std::printf("%d\n", one == nullptr);
    std::shared_ptr<int> part(third, &third->id);
    third = nullptr;
    std::printf("%d\n", *part);
    std::vector<std::unique_ptr<Node>> owners;
    for (int i = 0; i < 3; i++)
        owners.push_back(std::make_unique<Node>(20 + i));
    owners.erase(owners.begin() + 1);
    while (!owners.empty())
        owners.pop_back();
    std::printf("\n");
}
