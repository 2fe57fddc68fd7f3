# Tests that are compiled as one, as cmake/together.cmake does it for the library. Each call has files of one
# folder whose unnamed namespaces share no name; a new test that is not listed is compiled alone.

tarn_together(tarn_random_scenes
    support/random_edges.cpp support/random_ground.cpp support/random_scene.cpp)
tarn_together(tarn_unit_tests
    unit/base/background_test.cpp unit/base/bytes_test.cpp unit/base/cgroup_test.cpp unit/base/colour_test.cpp
    unit/base/decimal_test.cpp unit/base/elementary_test.cpp unit/base/numeric_test.cpp)
tarn_together(tarn_unit_tests
    unit/base/file_test.cpp unit/base/half_test.cpp unit/base/process_test.cpp unit/base/spelling_test.cpp)
tarn_together(tarn_unit_tests
    unit/exec/array_test.cpp unit/exec/isa_test.cpp unit/exec/pack_half_test.cpp unit/exec/pack_test.cpp)
tarn_together(tarn_unit_tests
    unit/io/asc_test.cpp unit/io/axis_test.cpp unit/io/csv_test.cpp unit/io/json_text_test.cpp unit/io/map_test.cpp
    unit/io/mesh_file_test.cpp unit/io/number_text_test.cpp)
tarn_together(tarn_unit_tests
    unit/io/csv_table_test.cpp unit/io/plot_test.cpp unit/io/png_test.cpp unit/io/regrid_test.cpp
    unit/io/resample_test.cpp unit/io/utf8_test.cpp unit/io/video_test.cpp)
tarn_together(tarn_unit_tests
    unit/scene/bodies_test.cpp unit/scene/built_in_test.cpp unit/scene/doubts_test.cpp unit/scene/hostile_test.cpp
    unit/scene/message_test.cpp unit/scene/override_test.cpp unit/scene/read_test.cpp)
tarn_together(tarn_unit_tests
    unit/scene/refuse_test.cpp unit/scene/schema_test.cpp)
tarn_together(tarn_unit_tests
    unit/solver/shallow/bed_test.cpp unit/solver/shallow/change_step_test.cpp
    unit/solver/shallow/divergence_test.cpp unit/solver/shallow/exchange_test.cpp unit/solver/shallow/edges_test.cpp
    unit/solver/shallow/forces_test.cpp unit/solver/shallow/half_storage_test.cpp)
tarn_together(tarn_unit_tests
    unit/solver/shallow/fv/datum_test.cpp unit/solver/shallow/fv/edges_test.cpp
    unit/solver/shallow/fv/forces_test.cpp unit/solver/shallow/fv/tiles_test.cpp
    unit/solver/shallow/fv/viscosity_test.cpp)
tarn_together(tarn_unit_tests
    unit/solver/shallow/dispersive_waves_test.cpp unit/solver/shallow/hard_shore_test.cpp
    unit/solver/shallow/linear_waves_test.cpp unit/solver/shallow/runs_test.cpp unit/solver/shallow/sources_test.cpp)
tarn_together(tarn_unit_tests
    unit/scenery/camera_test.cpp unit/scenery/foam_test.cpp unit/scenery/terrain_test.cpp unit/scenery/sky_test.cpp)
tarn_together(tarn_unit_tests
    unit/scenery/ground_test.cpp unit/scenery/ocean_test.cpp)
tarn_together(tarn_unit_tests
    unit/world/backend_test.cpp unit/world/bodies_test.cpp unit/world/ground_test.cpp
    unit/world/guest_files_test.cpp unit/world/inputs_test.cpp unit/world/maps_test.cpp unit/world/outflow_test.cpp)
tarn_together(tarn_unit_tests
    unit/world/bed_test.cpp unit/world/body_forces_test.cpp unit/world/hard_edges_test.cpp
    unit/world/outline_test.cpp unit/world/sheets_test.cpp unit/world/snapshot_test.cpp unit/world/run_to_test.cpp)
tarn_together(tarn_unit_tests
    unit/world/create_test.cpp unit/world/numbers_test.cpp unit/world/settings_test.cpp
    unit/world/step_and_sample_test.cpp unit/world/step_test.cpp unit/world/window_test.cpp
    unit/world/zones_test.cpp)
tarn_together(tarn_unit_tests
    unit/water/inflow_test.cpp unit/water/read_field_test.cpp unit/water/registry_test.cpp)
tarn_together(tarn_checkpoint_tests
    unit/world/checkpoint_test.cpp unit/world/forged_checkpoint_test.cpp unit/world/restore_water_test.cpp)
tarn_together(tarn_unit_thread_tests
    unit/exec/cpu_device_test.cpp unit/exec/thread_pool_test.cpp)
tarn_together(tarn_unit_thread_tests
    unit/world/frame_test.cpp unit/world/threads_test.cpp)
tarn_together(tarn_spray_tests
    unit/spray/flight_test.cpp unit/spray/foam_test.cpp)
tarn_together(tarn_bodies_tests
    unit/bodies/actuators_test.cpp unit/bodies/create_test.cpp unit/bodies/integrate_test.cpp
    unit/bodies/mass_properties_test.cpp unit/bodies/mesh_check_test.cpp unit/bodies/pairs_test.cpp
    unit/bodies/shapes_test.cpp)
tarn_together(tarn_bodies_tests
    unit/coupling/sphere_cover_test.cpp unit/coupling/spheres_test.cpp)
tarn_together(tarn_physics_tests
    physics/bed_test.cpp physics/drop_test.cpp physics/hull_test.cpp physics/mass_test.cpp
    physics/open_edge_test.cpp physics/random_scenes_test.cpp)
tarn_together(tarn_stable_tests
    unit/solver/stable/plic_test.cpp unit/solver/stable/steps_test.cpp unit/solver/stable/words_test.cpp)
tarn_together(tarn_api_tests
    api/c_api_test.cpp api/c_calls_test.cpp api/growing_test.cpp api/parity_test.cpp
    api/result_test.cpp api/scene_builder_test.cpp)
tarn_together(tarn_cuda_tests
    cuda/fv_parity_test.cpp cuda/world_test.cpp)
tarn_together(tarn_render_tests
    render/artefacts_test.cpp render/bed_test.cpp render/caustics_test.cpp render/quality_test.cpp
    render/renderer_test.cpp render/shaders_test.cpp)
tarn_together(tarn_render_tests
    render/drops_test.cpp render/optics_test.cpp)
tarn_together(tarn_cli_tests
    cli/behave_test.cpp cli/cost_test.cpp cli/moments_test.cpp cli/doubts_test.cpp cli/files_test.cpp
    cli/failures_test.cpp cli/measured_scene_test.cpp)
tarn_together(tarn_cli_tests
    cli/numbers_test.cpp cli/outputs_test.cpp cli/refuse_test.cpp cli/side_by_side_test.cpp cli/streams_test.cpp
    cli/validate_test.cpp)
tarn_together(tarn_cli_tests
    cli/volume_test.cpp cli/signals_test.cpp)
tarn_together(tarn_validate_unit_tests
    unit/validate/cases_test.cpp unit/validate/exact_test.cpp unit/validate/tank_test.cpp)
tarn_together(tarn_viewer_core_tests
    viewer/bindings_test.cpp viewer/cameras_test.cpp viewer/events_test.cpp viewer/grip_test.cpp
    viewer/pace_test.cpp viewer/pick_body_test.cpp viewer/pick_test.cpp viewer/recorder_test.cpp viewer/settings_test.cpp)
