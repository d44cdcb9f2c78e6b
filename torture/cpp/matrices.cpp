// Matrices as templates of their sizes: products, transposition, elimination, powers, with lanes that vectorise.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <numeric>

volatile int input = 3;

template <class T, std::size_t R, std::size_t C = R> struct Matrix {
    std::array<std::array<T, C>, R> rows{};
    static Matrix identity() requires(R == C) { Matrix m; for (std::size_t i = 0; i < R; i++) m.rows[i][i] = 1; return m; }
    T &operator()(std::size_t r, std::size_t c) { return rows[r][c]; }
    const T &operator()(std::size_t r, std::size_t c) const { return rows[r][c]; }
    template <std::size_t K> __attribute__((noinline)) friend Matrix<T, R, K> operator*(const Matrix &a, const Matrix<T, C, K> &b) {
        Matrix<T, R, K> m;
        for (std::size_t i = 0; i < R; i++)
            for (std::size_t k = 0; k < C; k++)
                for (std::size_t j = 0; j < K; j++)
                    m(i, j) += a(i, k) * b(k, j);
        return m;
    }
    friend Matrix operator+(Matrix a, const Matrix &b) {
        for (std::size_t i = 0; i < R; i++)
            std::transform(a.rows[i].begin(), a.rows[i].end(), b.rows[i].begin(), a.rows[i].begin(), std::plus<T>());
        return a;
    }
    Matrix<T, C, R> transposed() const {
        Matrix<T, C, R> m;
        for (std::size_t i = 0; i < R; i++)
            for (std::size_t j = 0; j < C; j++)
                m(j, i) = rows[i][j];
        return m;
    }
    T trace() const { T t{}; for (std::size_t i = 0; i < std::min(R, C); i++) t += rows[i][i]; return t; }
    bool operator==(const Matrix &) const = default;
};
template <class T, std::size_t N> __attribute__((noinline)) T determinant(Matrix<T, N> m) {
    T det = 1;
    for (std::size_t c = 0; c < N; c++) {
        std::size_t best = c;
        for (std::size_t r = c + 1; r < N; r++)
            if (std::abs(m(r, c)) > std::abs(m(best, c))) best = r;
        if (m(best, c) == 0) return 0;
        if (best != c) { std::swap(m.rows[best], m.rows[c]); det = -det; }
        det *= m(c, c);
        for (std::size_t r = c + 1; r < N; r++) {
            T factor = m(r, c) / m(c, c);
            for (std::size_t k = c; k < N; k++)
                m(r, k) -= factor * m(c, k);
        }
    }
    return det;
}
template <class M> M power(M m, int n) {
    M r = M::identity();
    for (; n > 0; n /= 2, m = m * m)
        if (n % 2) r = r * m;
    return r;
}

int main() {
    Matrix<unsigned, 7, 5> a;
    Matrix<unsigned, 5, 9> b;
    for (std::size_t i = 0; i < 7; i++)
        for (std::size_t j = 0; j < 5; j++)
            a(i, j) = static_cast<unsigned>(i * 5 + j * static_cast<unsigned>(input)), b(j, i + 2) = static_cast<unsigned>(i ^ j);
    auto product = a * b;
    std::printf("%u %u %d\n", product(6, 8), product.trace(), product.transposed() == b.transposed() * a.transposed());
    Matrix<double, 6> d;
    for (std::size_t i = 0; i < 6; i++)
        for (std::size_t j = 0; j < 6; j++)
            d(i, j) = static_cast<double>((i * 7 + j * j * 3 + static_cast<unsigned>(input)) % 11) - 4;
    std::printf("%.4f %.4f\n", determinant(d), determinant(d.transposed()));
    std::printf("%.4f\n", determinant(Matrix<float, 2>{{{{1.5f, 2}, {0.5f, 4}}}}));
    Matrix<unsigned long long, 3> step{{{{0, 1, 0}, {0, 0, 1}, {1, 1, 1}}}};
    std::printf("%llu\n", power(step, 60)(0, 2));
    auto sum = d + d;
    for (int i = 0; i < input; i++)
        sum = sum + d;
    std::printf("%.2f\n", sum.trace());
}
