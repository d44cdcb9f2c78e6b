// Durations, clocks' time points and the calendar: conversions, rounding, weekdays, months that end.
#include <chrono>
#include <cstdio>
#include <ratio>

using namespace std::chrono;
volatile int input = 100;

__attribute__((noinline)) void date(year_month_day d) {
    sys_days days = d;
    std::printf("%d-%02u-%02u %u %d %d\n", static_cast<int>(d.year()), static_cast<unsigned>(d.month()), static_cast<unsigned>(d.day()), weekday(days).c_encoding(), static_cast<int>(days.time_since_epoch().count()), d.ok());
}
template <class D> __attribute__((noinline)) long long in_millis(D d) { return duration_cast<milliseconds>(d).count(); }

int main() {
    seconds s(input * 50);
    hh_mm_ss split(s + 7ms);
    std::printf("%d %d %d %d\n", static_cast<int>(split.hours().count()), static_cast<int>(split.minutes().count()), static_cast<int>(split.seconds().count()), static_cast<int>(split.subseconds().count()));
    std::printf("%lld %lld %lld\n", in_millis(s), in_millis(duration<double, std::ratio<1, 3>>(input)), in_millis(-1500us));
    std::printf("%lld %lld %lld\n", static_cast<long long>(floor<seconds>(-1500ms).count()), static_cast<long long>(ceil<minutes>(s).count()), static_cast<long long>(round<seconds>(2500ms).count()));
    std::printf("%d %d\n", 90min == 1h + 30min, 1s < 999ms);
    for (int n : {0, -1, 11016, 19782, -25567, 2932896})
        date(year_month_day(sys_days(days(n * (input / 100)))));
    date(2024y / February / last);
    date(2023y / February / 28);
    date(year_month_day(2024y / March / Monday[last]));
    year_month_day d = 2020y / January / 31;
    std::printf("%d %d\n", (d + months(1)).ok(), (d + years(4)).ok());
    year_month_day start = 1999y / November / 30;
    for (int i = 0; i < 5; i++)
        start = year_month_day(sys_days(start) + days(input * 17));
    date(start);
    std::printf("%lld\n", static_cast<long long>((sys_days(2100y / 1 / 1) - sys_days(1900y / 1 / 1)).count()));
    auto time = sys_days(1969y / December / 31) + 23h + 59min + 58s;
    std::printf("%lld\n", static_cast<long long>(time.time_since_epoch().count()));
}
