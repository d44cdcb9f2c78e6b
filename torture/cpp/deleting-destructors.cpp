// Deletion through bases: at other addresses, virtual ones, with operator delete of the class, and in containers.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

volatile int input = 2;

struct Log {
    static std::size_t size;
    static const void *place;
    static void *operator new(std::size_t n) { size = n; void *p = std::malloc(n); place = p; return p; }
    static void operator delete(void *p, std::size_t n) {
        std::printf("delete %d %d\n", n == size, p == place);
        std::free(p);
    }
};
std::size_t Log::size;
const void *Log::place;
struct A : Log { int a = 1; virtual ~A() { std::printf("~A%d ", a); } };
struct B { double b = 2; virtual ~B() { std::printf("~B%.0f ", b); } };
struct C : A, B { int c = 3; ~C() override { std::printf("~C%d ", c); } };
struct D : virtual B { int d = 4; virtual int get() { return d; } ~D() override { std::printf("~D%d ", d); } };
struct E : C, D { int e = 5; int get() override { return e; } using Log::operator delete; ~E() override { std::printf("~E%d ", e); } };
struct Abstract { virtual ~Abstract() = 0; virtual int f() = 0; };
inline Abstract::~Abstract() { std::printf("~Abstract "); }
struct Concrete final : Abstract { std::unique_ptr<Abstract> next; int f() override { return next ? 1 + next->f() : 1; } ~Concrete() override { std::printf("~Concrete "); } };

template <class T> __attribute__((noinline)) void drop(T *p) { delete p; }
template <class T> __attribute__((noinline)) void destroy(T &t) { t.~T(); }

int main() {
    drop<A>(new C);
    drop<B>(static_cast<B *>(static_cast<C *>(new C)));
    B *b = new D;
    std::printf("%d ", dynamic_cast<D *>(b)->get());
    drop(b);
    std::printf("\n");
    E *e = new E;
    e->e = input;
    D *as_d = e;
    std::printf("%d ", as_d->get());
    drop(as_d);
    drop<A>(new E);
    drop<C>(nullptr);
    auto chain = std::make_unique<Concrete>();
    for (int i = 0; i < input; i++) {
        auto outer = std::make_unique<Concrete>();
        outer->next = std::move(chain);
        chain = std::move(outer);
    }
    std::printf("%d ", chain->f());
    chain.reset();
    std::printf("\n");
    alignas(C) unsigned char bytes[sizeof(C)];
    C *placed = ::new (static_cast<void *>(bytes)) C;
    placed->c = 9;
    destroy<B>(*placed);
    std::printf("\n");
    std::vector<std::shared_ptr<B>> all;
    all.push_back(std::make_shared<D>());
    all.push_back(std::shared_ptr<D>(new D));
    all.erase(all.begin());
    std::printf("%zu ", all.size());
}
