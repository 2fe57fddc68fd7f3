// Whether a description of rigid bodies can be simulated.
#pragma once

#include "bodies/rigid_world.hpp"

namespace tarn::bodies {

/// Names the first body, joint or ground that cannot, and a remedy.
Result<void> check_world(const RigidWorldDesc& desc);

}  // namespace tarn::bodies
