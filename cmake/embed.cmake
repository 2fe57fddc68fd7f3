# Files into the program: each becomes {"name", R"tarn(text)tarn"}, in one include file.
#   tarn_embed(target NAME_ONLY|NAME_EXT include_file files...): named without or with its extension.

function(tarn_embed target names include_file)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/generated/${include_file})
    add_custom_command(
        OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DNAMES=${names} "-DFILES=${ARGN}"
                -P ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
        DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
        VERBATIM)
    target_sources(${target} PRIVATE ${output})
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/generated)
endfunction()
