#include "scene/field.hpp"

#include "scene/message.hpp"

namespace tarn::scene {

std::string range_text(Range range) {
    const std::string min = number_text(range.min), max = number_text(range.max);
    return range.is_open ? "above " + min + " and at most " + max : "from " + min + " to " + max;
}

}  // namespace tarn::scene
