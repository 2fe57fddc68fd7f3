// What describe.hpp says, for machines and for people.
#pragma once

#include <string>

namespace tarn::scene {

/// JSON Schema (2020-12) of a scene; kept in docs/scene.schema.json.
std::string json_schema();

/// One Markdown table per object of a scene; kept between the markers in docs/scene.md.
std::string field_table_markdown();

}  // namespace tarn::scene
