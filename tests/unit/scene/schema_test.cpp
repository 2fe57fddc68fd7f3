// The schema and the page are what describe.hpp says; the example on the page works.
#include "scene/schema.hpp"

#include "base/file.hpp"
#include "read_for_test.hpp"
#include "scene/json.hpp"

#include <filesystem>
#include <sstream>

namespace tarn::scene {
namespace {

std::string document(const char* name) {
    const auto path = std::filesystem::path(TARN_SOURCE_DIR) / "docs" / name;
    const Result<std::string> text = read_file(path, 1 << 20);
    if (!text) ADD_FAILURE() << text.error().message;
    return text ? text.value() : "";
}

/// The part of `text` between two markers.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
    const std::size_t from = text.find(begin);
    const std::size_t to = text.find(end, from + begin.size());
    if (from == std::string::npos || to == std::string::npos) return "markers not found";
    return text.substr(from + begin.size(), to - from - begin.size());
}

/// Every object schema inside `schema` closes its list of keys.
void expect_closed(const Value& schema) {
    const Value* type = schema.find("type");
    const bool is_empty = schema.find("maxProperties") && !schema.find("properties");
    if (type && type->text == "object" && !is_empty) {
        ASSERT_TRUE(schema.find("additionalProperties"));
        EXPECT_FALSE(schema.find("additionalProperties")->boolean);
    }
    for (const Value& item : schema.items) expect_closed(item);
}

TEST(Schema, TheFileInDocsIsUpToDate) {
    EXPECT_EQ(document("scene.schema.json"), json_schema());
}

TEST(Schema, TheTablesInDocsAreUpToDate) {
    EXPECT_EQ(between(document("scene.md"), "<!-- fields: begin -->\n", "<!-- fields: end -->"),
              field_table_markdown());
}

TEST(Schema, IsValidJsonAndClosedEverywhere) {
    const Result<Value> schema = parse_json(json_schema());
    ASSERT_TRUE(schema) << schema.error().message;
    expect_closed(schema.value());
}

TEST(Schema, CarriesUnitsRangesAndDefaults) {
    const Result<Value> schema = parse_json(json_schema());
    const Value* water = schema.value().find("properties")->find("water");
    const Value& shallow = water->find("oneOf")->items.at(0);
    const Value* gravity = shallow.find("properties")->find("gravity");
    EXPECT_EQ(gravity->find("default")->number, Water().gravity_m_per_s2);
    EXPECT_EQ(gravity->find("exclusiveMinimum")->number, 0.0);
    EXPECT_NE(gravity->find("description")->text.find("m/s2"), std::string::npos);
}

TEST(Schema, HasTheKeysOfEachModelOfWater) {
    const Result<Value> schema = parse_json(json_schema());
    const Value& cases = *schema.value().find("properties")->find("water")->find("oneOf");
    ASSERT_EQ(cases.items.size(), 3u);
    // Without a model it is shallow.
    EXPECT_FALSE(cases.items[0].find("required"));
    EXPECT_EQ(cases.items[1].find("required")->items.at(0).text, "model");
    EXPECT_FALSE(cases.items[0].find("properties")->find("fill"));
    EXPECT_TRUE(cases.items[1].find("properties")->find("fill"));
    EXPECT_EQ(cases.items[1].find("properties")->find("size")->find("minItems")->number, 3.0);
    EXPECT_TRUE(cases.items[2].find("properties")->find("fill"));
    EXPECT_FALSE(cases.items[2].find("properties")->find("surface_tension"));
}

TEST(Schema, CarriesTheRulesOfTheCamera) {
    const Result<Value> schema = parse_json(json_schema());
    const Value* camera = schema.value().find("properties")->find("camera");
    ASSERT_TRUE(camera);
    EXPECT_EQ(camera->find("dependentRequired")->find("at")->items.at(0).text, "look_at");
    EXPECT_EQ(camera->find("dependentRequired")->find("look_at")->items.at(0).text, "at");
    EXPECT_EQ(camera->find("not")->find("required")->items.at(1).text, "path");
    const Value* path = camera->find("properties")->find("path");
    EXPECT_EQ(path->find("minItems")->number, 2.0);
    EXPECT_EQ(path->find("items")->find("required")->items.size(), 3u);
    const Value* place = schema.value().find("properties")->find("look")->find("properties");
    EXPECT_EQ(place->find("place")->find("default")->text, "auto");
}

TEST(Docs, TheExampleOnThePageIsAValidScene) {
    std::istringstream example(between(document("scene.md"), "```jsonc\n", "```"));
    std::string json;
    for (std::string line; std::getline(example, line);)
        json += line.substr(0, line.find("//")) + "\n";
    const Scene scene = good(json);
    EXPECT_EQ(scene.events.size(), 3u);
    EXPECT_EQ(scene.probes.at(1).name, "p2");
}

}  // namespace
}  // namespace tarn::scene
