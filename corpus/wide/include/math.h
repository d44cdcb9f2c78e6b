#pragma once
double fabs(double);
float fabsf(float);
double ldexp(double, int);
float ldexpf(float, int);
