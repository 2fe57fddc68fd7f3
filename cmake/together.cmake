# Files that are compiled as one: what they include is parsed once, and what they instantiate is compiled once. A file
# that stands in no call here is compiled alone. Files of a call see each other's unnamed namespaces, so a name may
# stand in one of them only: the compiler says where it does not, and the file then moves to another call or to none.
# Loops over cells stay alone.
#
# Whoever works on a file for hours switches this off: cmake --preset release -DTARN_TOGETHER=OFF
option(TARN_TOGETHER "Compile files together, for a faster build from nothing" ON)

# tarn_together(target file...): files relative to the folder of the target.
function(tarn_together target)
    if(NOT TARN_TOGETHER OR NOT TARGET ${target})
        return()
    endif()
    get_target_property(folder ${target} SOURCE_DIR)
    list(GET ARGN 0 first)
    string(MAKE_C_IDENTIFIER ${first} group)
    foreach(file ${ARGN})
        get_filename_component(path ${folder}/${file} ABSOLUTE)
        if(NOT EXISTS ${path})
            message(FATAL_ERROR "tarn_together: ${target} has no file ${file}")
        endif()
        set_source_files_properties(${path} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${group})
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    # gcc takes what it includes for a header, and warns of members whose type has no name outside.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
endfunction()

tarn_together(tarn_base
    base/cgroup.cpp base/colour.cpp base/elementary.cpp base/file.cpp base/lies_below.cpp base/spelling.cpp
    base/staged_file.cpp base/standard_streams.cpp)
tarn_together(tarn_base
    base/decimal.cpp base/file_set.cpp base/folder_claim.cpp base/growing_file.cpp)
tarn_together(tarn_base
    base/memory.cpp base/result.cpp)
tarn_together(tarn_scenery
    scenery/camera.cpp scenery/ground.cpp scenery/ocean.cpp scenery/sky.cpp)
tarn_together(tarn_scene
    scene/bound_keys.cpp scene/built_in.cpp scene/check.cpp scene/expression.cpp scene/field.cpp
    scene/override.cpp scene/read.cpp scene/schema.cpp)
tarn_together(tarn_scene
    scene/check_bodies.cpp scene/check_volume.cpp scene/message.cpp scene/reader.cpp scene/settings.cpp)
tarn_together(tarn_scene
    scene/check_spray.cpp scene/doubts.cpp scene/json.cpp scene/table.cpp)
tarn_together(tarn_io
    io/asc.cpp io/axis.cpp io/canvas.cpp io/csv.cpp io/iso_surface.cpp io/json_text.cpp io/map.cpp
    io/mesh_text.cpp)
tarn_together(tarn_io
    io/csv_table.cpp io/number_text.cpp io/plot.cpp io/regrid.cpp io/resample.cpp io/svg.cpp io/utf8.cpp
    io/video.cpp)
tarn_together(tarn_io
    io/mesh_file.cpp io/npy.cpp io/npy_header.cpp)
tarn_together(tarn_bodies
    bodies/actuators.cpp bodies/collision_hull.cpp bodies/create.cpp bodies/ground.cpp
    bodies/ground_contacts.cpp bodies/integrate.cpp bodies/mass_properties.cpp bodies/mesh_check.cpp)
tarn_together(tarn_bodies
    bodies/pairs.cpp bodies/shapes.cpp bodies/world_check.cpp)
tarn_together(tarn_coupling
    coupling/cover.cpp coupling/fit_spheres.cpp coupling/sphere_cover.cpp coupling/spheres.cpp)
tarn_together(tarn_shallow
    solver/shallow/d2q9/setup.cpp solver/shallow/fv/cpu/activity.cpp solver/shallow/fv/hull/coupler.cpp
    solver/shallow/fv/hull/groups.cpp solver/shallow/fv/hull/lid_system.cpp solver/shallow/fv/setup.cpp
    solver/shallow/registry.cpp solver/shallow/d2q9/cuda/present.cpp)
tarn_together(tarn_shallow
    solver/shallow/fv/hull/projection.cpp solver/shallow/fv/hull/projection_forces.cpp
    solver/shallow/fv/hull/projection_water.cpp solver/shallow/fv/cuda/present.cpp)
tarn_together(tarn_water
    water/registry.cpp water/shallow/advance.cpp water/shallow/bound_keys.cpp water/shallow/create.cpp
    water/shallow/drives.cpp water/shallow/fields.cpp water/shallow/frame.cpp water/shallow/ground.cpp)
tarn_together(tarn_water
    water/shallow/archive.cpp water/shallow/bed.cpp water/shallow/dry_start.cpp water/shallow/inflow.cpp
    water/shallow/initial_fields.cpp water/shallow/outflow.cpp water/shallow/run_to.cpp
    water/shallow/sample.cpp)
tarn_together(tarn_water
    water/shallow/read_field.cpp water/shallow/series.cpp water/shallow/solid_shapes.cpp
    water/volume/advance.cpp water/volume/cell_shares.cpp water/volume/create.cpp water/volume/fields.cpp
    water/volume/frame.cpp)
tarn_together(tarn_water
    water/volume/archive.cpp water/volume/live.cpp water/volume/sample.cpp water/volume/start.cpp)
tarn_together(tarn_world
    world/bodies.cpp world/body_actions.cpp world/create.cpp world/footprint.cpp world/ground_events.cpp
    world/guest_files.cpp world/inputs.cpp world/machine.cpp)
tarn_together(tarn_world
    world/airborne.cpp world/body_calls.cpp world/body_drives.cpp world/rain.cpp world/splashes.cpp world/window.cpp)
tarn_together(tarn_world
    world/checkpoint.cpp world/frame.cpp)
tarn_together(tarn_world
    world/ground.cpp world/holder.cpp world/inputs_state.cpp world/recording.cpp world/scene_builder.cpp
    world/scenes.cpp)
tarn_together(tarn_render_parts
    buffers.cpp frame_check.cpp gl_objects.cpp offscreen.cpp painter.cpp pass_bodies.cpp pass_caustics.cpp
    pass_detail.cpp)
tarn_together(tarn_render_parts
    pass_drops.cpp pass_finish.cpp pass_ground.cpp pass_resources.cpp pass_sky.cpp pass_solids.cpp
    pass_surface.cpp pass_volume.cpp)
tarn_together(tarn
    act.cpp bodies.cpp create.cpp fields.cpp frame.cpp info.cpp keep.cpp machine.cpp)
tarn_together(tarn
    sample.cpp scene_builder.cpp status.cpp step.cpp)

tarn_together(tarn_validate
    machine_json.cpp validate/cases/beach.cpp validate/cases/linear.cpp validate/cases/stable.cpp
    validate/cases/uniform.cpp validate/row.cpp validate/tank.cpp validate/variant.cpp)
tarn_together(tarn_validate
    validate/case.cpp validate/cases/hull.cpp validate/cases/monai.cpp validate/cases/step.cpp
    validate/cases/thacker.cpp validate/data_table.cpp validate/exact/bowl.cpp validate/exact/dam_break.cpp)
tarn_together(tarn_validate
    validate/capsize.cpp validate/cases/bump.cpp validate/exact/hull.cpp
    validate/exact/rough_bed.cpp validate/exact/waves.cpp validate/monai_data.cpp)
tarn_together(tarn_validate
    fit.cpp validate/beach.cpp validate/cases/dam.cpp validate/cases/lake.cpp
    validate/exact/bump_flow.cpp validate/norms.cpp)
tarn_together(tarn_cli
    bench/motion.cpp list.cpp output_files.cpp outputs.cpp reproduce/easel.cpp reproduce/spray.cpp)
tarn_together(tarn_cli
    bench/render_cases.cpp reproduce/measure_timing.cpp reproduce/pond_stability.cpp reproduce/ring_theory.cpp
    run.cpp)
tarn_together(tarn_cli
    bench/bench.cpp reproduce/measure_float.cpp reproduce/measure_speed.cpp reproduce/pond_attenuation.cpp
    saves.cpp)
tarn_together(tarn_cli
    measured_scene.cpp reproduce/experiment.cpp reproduce/measure_space.cpp reproduce/track.cpp
    validate/validate.cpp)
tarn_together(tarn_cli
    bench/row.cpp bench/studio.cpp reproduce/pond.cpp reproduce/volume_dam.cpp view.cpp)
tarn_together(tarn_cli
    bench/cases.cpp bench/measure.cpp common.cpp reproduce/pond_speed.cpp reproduce/volume.cpp)
tarn_together(tarn_cli
    cost.cpp picture_args.cpp pictures.cpp reproduce/pond_timing.cpp signals.cpp)
tarn_together(tarn_cli
    check.cpp reproduce/float_crowds.cpp reproduce/measure_attenuation.cpp reproduce/measure_dam.cpp
    reproduce/page.cpp)
tarn_together(tarn_cli
    picture_room.cpp reproduce/measure_track.cpp reproduce/reproduce.cpp reproduce/volume_cavity.cpp
    signal_watch.cpp)
tarn_together(tarn_cli
    reproduce/float.cpp reproduce/float_boats.cpp reproduce/measure_stability.cpp reproduce/section.cpp
    reproduce/volume_frames.cpp)
tarn_together(tarn_viewer_core
    bindings.cpp cameras.cpp grip.cpp helmsman.cpp pick_body.cpp pointer.cpp settings.cpp toys.cpp)
tarn_together(tarn_viewer_core
    events.cpp follow.cpp land.cpp pace.cpp pick.cpp recorder.cpp simulation.cpp world_runner.cpp)
tarn_together(tarn_viewer
    gui.cpp legend.cpp loading.cpp overlay.cpp panel.cpp panel_water.cpp viewer.cpp window.cpp)
tarn_together(tarn_viewer
    app.cpp help.cpp note.cpp panel_picture.cpp panel_statistics.cpp pixels.cpp viewer_actions.cpp widgets.cpp)

tarn_together(fuzz_c_api
    ../../bindings/c/act.cpp ../../bindings/c/create.cpp ../../bindings/c/fields.cpp
    ../../bindings/c/frame.cpp ../../bindings/c/info.cpp ../../bindings/c/keep.cpp
    ../../bindings/c/machine.cpp ../../bindings/c/sample.cpp ../../bindings/c/scene_builder.cpp
    ../../bindings/c/status.cpp ../../bindings/c/step.cpp)

if(TARN_TESTS)
    include(tests/together.cmake)
endif()
