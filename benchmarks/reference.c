/* The limit: one pass over a stream of T rows of d doubles, in C, without any check.

   Compiled by benchmarks/contenders.py with -O3 -march=native and leave to reorder sums.  The sums are added in
   whatever order is fastest, so the last digits differ from NumPy's. */

#include <math.h>

static double dot(const double *w, const double *x, long d) {
    double s = 0;
    for (long i = 0; i < d; i++) s += w[i] * x[i];
    return s;
}

static void add(double *w, double c, const double *x, long d) {
    for (long i = 0; i < d; i++) w[i] += c * x[i];
}

/* The Perceptron: w is changed, scores are filled, the number of mistakes is returned. */
long perceptron(const double *X, const double *y, double *w, double *scores, long T, long d) {
    long mistakes = 0;
    for (long t = 0; t < T; t++) {
        const double *x = X + t * d;
        scores[t] = dot(w, x, d);
        if (y[t] * scores[t] <= 0) {
            add(w, y[t], x, d);
            mistakes++;
        }
    }
    return mistakes;
}
