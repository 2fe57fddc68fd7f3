// A shared library needs a file of its own; all else comes from the parts beside it.
#include <tarn/render.hpp>
