// How a run stands, in device memory: kernels of all schemes look at it and write to it.
#pragma once

namespace tarn::shallow::cuda {

struct RunStatus {
    static constexpr int kWell = 0x7fffffff;
    int failed_step = kWell;  ///< the first step that met an unhealthy cell; later ones do nothing
    double came_in = 0.0, went_out = 0.0;  ///< through open edges, in the solver's depths
};

}  // namespace tarn::shallow::cuda
