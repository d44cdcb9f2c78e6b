// Engines of random numbers, whose values the standard fixes; shuffling and sampling written on them.
#include <bit>
#include <bitset>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

volatile int input = 42;

template <class E> __attribute__((noinline)) void show(const char *name, E engine, int skip) {
    engine.discard(static_cast<unsigned long long>(skip));
    auto first = engine(), second = engine();
    std::printf("%s %llu %llu\n", name, static_cast<unsigned long long>(first), static_cast<unsigned long long>(second));
}
__attribute__((noinline)) std::uint32_t below(std::mt19937 &engine, std::uint32_t n) { return static_cast<std::uint32_t>(static_cast<std::uint64_t>(engine()) * n >> 32); }

int main() {
    show("mt19937", std::mt19937(), 9999);
    show("mt19937_64", std::mt19937_64(), 9999);
    show("minstd", std::minstd_rand(), 9999);
    show("minstd0", std::minstd_rand0(static_cast<unsigned>(input)), 10);
    show("ranlux24", std::ranlux24(), 999);
    show("ranlux48", std::ranlux48_base(), 999);
    show("knuth", std::knuth_b(), 999);
    std::mt19937 engine(static_cast<unsigned>(input));
    std::vector<int> cards(52);
    for (std::size_t i = 0; i < 52; i++) {
        std::size_t j = below(engine, static_cast<std::uint32_t>(i + 1));
        cards[i] = cards[j];
        cards[j] = static_cast<int>(i);
    }
    int digest = 0;
    for (int c : cards)
        digest = digest * 53 % 1000003 + c;
    std::printf("%d %d\n", digest, cards[0]);
    std::seed_seq seeds{1, 2, static_cast<int>(input)};
    std::uint32_t words[3];
    seeds.generate(words, words + 3);
    std::printf("%u %u %u\n", words[0], words[1], words[2]);
    std::bitset<100> bits;
    for (std::size_t i = 0; i < 100; i++)
        bits[i] = engine() & 1;
    std::bitset<100> turned = bits << 37 | bits >> 63;
    std::printf("%zu %zu %d %s\n", bits.count(), (bits ^ turned).count(), turned.any() && !turned.all(), bits.to_string().substr(80).c_str());
    std::uint64_t n = std::mt19937_64(7)();
    std::printf("%d %d %d %016llx %llx %d\n", std::popcount(n), std::countl_zero(n >> 9), std::countr_zero(n << 5), static_cast<unsigned long long>(std::rotl(n, input)), static_cast<unsigned long long>(std::bit_ceil(n >> 20)), std::bit_width(n));
    std::printf("%08x %.3f\n", std::bit_cast<std::uint32_t>(3.5f), std::bit_cast<double>(0x4009'21fb'5444'2d18));
}
