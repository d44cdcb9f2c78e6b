/* Spectral norm of the infinite matrix with entries 1/((i+j)(i+j+1)/2 + i + 1), cut to n rows, by the power method.
 *
 * Control flow: nests of counted loops that are called through a pointer, so that the two matrix products share one
 * loop; the indirect call goes through the table of functions. */
#include "host.h"

typedef double entry(int row, int column);

static double of_matrix(int row, int column) {
  const int diagonal = row + column;
  return 1.0 / (diagonal * (diagonal + 1) / 2 + row + 1);
}

static double of_transpose(int row, int column) { return of_matrix(column, row); }

static APART void multiply(entry *matrix, int n, const double *vector, double *product) {
  for (int row = 0; row < n; row++) {
    double sum = 0;
    for (int column = 0; column < n; column++) sum += matrix(row, column) * vector[column];
    product[row] = sum;
  }
}

/* The two products in the order in which they apply. Volatile, so that the calls stay indirect at every level. */
static entry *volatile const products[] = {of_matrix, of_transpose};

/* Multiplies by the transpose times the matrix; `scratch` is overwritten. */
static void multiply_both(int n, const double *vector, double *product, double *scratch) {
  multiply(products[0], n, vector, scratch);
  multiply(products[1], n, scratch, product);
}

static double dot(int n, const double *left, const double *right) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += left[i] * right[i];
  return sum;
}

static double spectral_norm(int n) {
  const size_t bytes = (size_t)n * sizeof(double);
  double *const u = allocate(bytes), *const v = allocate(bytes), *const scratch = allocate(bytes);
  for (int i = 0; i < n; i++) u[i] = 1;
  for (int round = 0; round < 10; round++) {
    multiply_both(n, u, v, scratch);
    multiply_both(n, v, u, scratch);
  }
  return __builtin_sqrt(dot(n, u, v) / dot(n, v, v));
}

static int program(int count, char **arguments) {
  put_double(spectral_norm(size_argument(count, arguments, 1, 20000, 100)));
  put_char('\n');
  return 0;
}
