// Numbers of the library: complex, slices of arrays, midpoints, sums and products, a fast Fourier transform.
#include <cmath>
#include <complex>
#include <cstdio>
#include <limits>
#include <numbers>
#include <numeric>
#include <valarray>
#include <vector>

volatile int input = 8;
using Complex = std::complex<double>;

__attribute__((noinline)) void transform(std::vector<Complex> &v, bool inverse) {
    std::size_t n = v.size();
    if (n == 1) return;
    std::vector<Complex> even(n / 2), odd(n / 2);
    for (std::size_t i = 0; i < n; i++)
        (i % 2 ? odd : even)[i / 2] = v[i];
    transform(even, inverse);
    transform(odd, inverse);
    for (std::size_t i = 0; i < n / 2; i++) {
        Complex t = std::polar(1.0, (inverse ? 2 : -2) * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n)) * odd[i];
        v[i] = even[i] + t;
        v[i + n / 2] = even[i] - t;
    }
}
__attribute__((noinline)) std::complex<float> square(std::complex<float> c) { return c * c; }
__attribute__((noinline)) Complex horner(const std::vector<Complex> &c, Complex x) { return std::accumulate(c.rbegin(), c.rend(), Complex(), [x](Complex s, Complex k) { return s * x + k; }); }

int main() {
    std::vector<Complex> signal;
    for (int i = 0; i < input * 4; i++)
        signal.emplace_back(i % 5 - 2, i % 3);
    auto copy = signal;
    transform(copy, false);
    std::printf("%.4f %.4f %.4f\n", copy[0].real(), copy[3].imag(), std::abs(copy[7]));
    transform(copy, true);
    double worst = 0;
    for (std::size_t i = 0; i < copy.size(); i++)
        worst = std::max(worst, std::abs(copy[i] / static_cast<double>(copy.size()) - signal[i]));
    std::printf("%d\n", worst < 1e-12);
    auto s = square({1.5f, -2.0f});
    std::printf("%.3f %.3f\n", static_cast<double>(s.real()), static_cast<double>(s.imag()));
    Complex h = horner(signal, {0.5, 0.25}), e = std::exp(Complex(0, std::numbers::pi)), r = std::sqrt(Complex(-4, 0)), q = Complex(3, 4) / Complex(1, -2);
    std::printf("%.6f %.6f %.3f %.3f %.3f %.3f\n", h.real(), h.imag(), e.real(), r.imag(), q.real(), q.imag());
    std::valarray<int> grid(48);
    std::iota(std::begin(grid), std::end(grid), 1);
    std::valarray<int> column = grid[std::slice(2, 6, 8)];
    grid[std::gslice(0, {2, 3}, {16, 2})] = -5;
    grid[grid > 40] *= std::valarray<int>(2, static_cast<std::size_t>(input));
    std::printf("%d %d %d\n", column.sum(), grid.sum(), (grid.cshift(5) * grid).max());
    std::printf("%d %u %.2f\n", std::midpoint(-7, static_cast<int>(input)), std::midpoint(4294967295u, 1u), std::lerp(1.0, 3.0, 0.75));
    std::vector<int> v(std::begin(grid), std::end(grid)), sums(v.size());
    std::inclusive_scan(v.begin(), v.end(), sums.begin());
    std::printf("%d %d %d %lld\n", std::gcd(input * 9, 30), std::lcm(6, 10), sums[20], std::inner_product(v.begin(), v.end(), sums.begin(), 0LL));
}
