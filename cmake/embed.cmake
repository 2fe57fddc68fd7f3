# Scenes into the program: each JSON file becomes {"name", R"tarn(text)tarn"}, in one include file.

function(tarn_embed_scenes target)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/generated/built_in_scenes.inc)
    add_custom_command(
        OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} "-DSCENES=${ARGN}"
                -P ${PROJECT_SOURCE_DIR}/cmake/embed_scenes.cmake
        DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/embed_scenes.cmake
        VERBATIM)
    target_sources(${target} PRIVATE ${output})
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/generated)
endfunction()
