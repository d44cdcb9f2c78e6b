// What C++ adds to debug information: namespaces, templates, members, virtual functions, lambdas.
namespace outer {
namespace {
int hidden = 3;
}
inline namespace v1 {
enum class kind : unsigned char { square, circle = 4 };
}
template <typename T, int N> struct vector {
  T data[N];
  static constexpr int size = N;
  T &at(int index) { return data[index]; }
};
struct shape {
  virtual double area() const = 0;
  virtual ~shape() {}
  kind of = kind::circle;
};
class square : public shape, private vector<double, 2> {
  int flags : 5;

public:
  explicit square(double side) : flags(1) { at(0) = at(1) = side; }
  double area() const override {
    auto scaled = [this](double factor) { return factor * data[0]; };
    return scaled(data[1]) + hidden;
  }
};
template <class... T> double sum(T... all) { return (all + ... + 0); }
} // namespace outer

using outer::shape;
namespace short_name = outer;
typedef double (shape::*measure)() const;

struct incomplete;
union either {
  int whole;
  struct {
    short low, high;
  };
};

extern "C" double use(shape *one, measure how, incomplete *, either &bits) {
  using namespace short_name;
  square other(bits.low);
  const shape *shapes[] = {one, &other};
  double total = 0;
  for (const shape *each : shapes) {
    double area = (each->*how)();
    if (area > 1) {
      double less = area - vector<int, 3>::size;
      total += less;
    }
  }
  return sum(total, 1, 2.5f);
}
