// Intrusive lists, trees and object pools: pointers to members, offsets, and links that are also bases.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <new>
#include <utility>

volatile int input = 7;

struct Link {
    Link *previous = this, *next = this;
    Link() = default;
    Link(const Link &) = delete;
    void before(Link &o) { unlink(); previous = o.previous; next = &o; previous->next = next->previous = this; }
    void unlink() { previous->next = next; next->previous = previous; previous = next = this; }
    bool is_alone() const { return next == this; }
    ~Link() { unlink(); }
};
template <int Tag> struct Hook : Link {};
template <class T, int Tag> struct List {
    Hook<Tag> head;
    void add(T &t) { static_cast<Hook<Tag> &>(t).before(head); }
    struct Iterator {
        Link *at;
        T &operator*() const { return static_cast<T &>(static_cast<Hook<Tag> &>(*at)); }
        Iterator &operator++() { at = at->next; return *this; }
        bool operator!=(const Iterator &o) const { return at != o.at; }
    };
    Iterator begin() { return {head.next}; }
    Iterator end() { return {&head}; }
};
struct Named { const char *name; virtual ~Named() = default; };
struct Node : Named, Hook<1>, Hook<2> {
    int key;
    Node *children[2] = {};
    Node(const char *n, int k) : key(k) { name = n; }
};

template <class T, std::size_t N> class Pool {
    union Slot { Slot *next; alignas(T) unsigned char bytes[sizeof(T)]; };
    Slot slots[N];
    Slot *free = nullptr;

public:
    int used = 0;
    Pool() { for (Slot &s : slots) s.next = free, free = &s; }
    template <class... A> T *make(A &&...a) {
        if (!free) return nullptr;
        Slot *s = std::exchange(free, free->next);
        used++;
        return new (s->bytes) T(std::forward<A>(a)...);
    }
    void drop(T *t) {
        t->~T();
        Slot *s = reinterpret_cast<Slot *>(t);
        s->next = free;
        free = s;
        used--;
    }
    int index(const T *t) const { return static_cast<int>(reinterpret_cast<const Slot *>(t) - slots); }
};

static void insert(Node *&root, Node *n) {
    Node **at = &root;
    while (*at) at = &(*at)->children[(*at)->key < n->key];
    *at = n;
}
__attribute__((noinline)) int walk(const Node *n, int depth) { return n ? walk(n->children[0], depth + 1) * 3 + n->key * depth + walk(n->children[1], depth + 1) : 1; }

int main() {
    static Pool<Node, 12> pool;
    List<Node, 1> all;
    List<Node, 2> odd;
    static const char names[] = "abcdefghijklmnop";
    Node *root = nullptr, *nodes[16] = {};
    for (int i = 0; i < 14; i++) {
        nodes[i] = pool.make(names + i, i * input % 13);
        if (!nodes[i]) { std::printf("full at %d\n", i); break; }
        all.add(*nodes[i]);
        if (nodes[i]->key % 2) odd.add(*nodes[i]);
        insert(root, nodes[i]);
    }
    for (Node &n : odd)
        std::printf("%c%d ", n.name[0], n.key);
    std::printf("\n%d\n", walk(root, 1));
    Node *moved = nodes[3];
    static_cast<Hook<1> *>(moved)->before(all.head);
    static_cast<Hook<2> *>(nodes[4])->unlink();
    pool.drop(nodes[5]);
    Node *reused = pool.make("z", 99);
    std::printf("%d %d\n", pool.used, pool.index(reused) >= 0);
    int digest = 0;
    for (Node &n : all)
        digest = digest * 5 % 99991 + n.key + n.name[0];
    std::printf("%d %d\n", digest, odd.head.is_alone());
    for (Node &n : odd)
        std::printf("%d ", n.key);
    std::printf("\n");
}
