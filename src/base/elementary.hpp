// Elementary functions that give the same bits on every machine: they use + - x / and the square
// root alone, which IEEE 754 rounds in one way. Those of C libraries differ in the last bit from
// one processor to the next. Accurate to three units in the last place, most of them to one; not
// for inner loops.
#pragma once

namespace tarn::elementary {

double sine(double x);  ///< of an angle in radians; beyond 1e6 first taken modulo 2 pi as a double
double cosine(double x);
double tangent(double x);
double arc_sine(double x);
double arc_cosine(double x);
double arc_tangent(double x);
double arc_tangent(double y, double x);  ///< the angle of the point (x, y), as atan2

double exponential(double x);
double logarithm(double x);  ///< natural
double logarithm_base_2(double x);
double logarithm_base_10(double x);
double power(double base, double exponent);
double cube_root(double x);
double hypotenuse(double x, double y);

double gamma(double x);  ///< of a positive number

double hyperbolic_sine(double x);
double hyperbolic_cosine(double x);
double hyperbolic_tangent(double x);
double inverse_hyperbolic_sine(double x);
double inverse_hyperbolic_cosine(double x);
double inverse_hyperbolic_tangent(double x);

}  // namespace tarn::elementary
