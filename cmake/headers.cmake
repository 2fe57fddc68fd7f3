# Precompiled headers: what most files include is parsed once per set of flags, not once per file. A compiler does
# not notice a standard header that a file forgets then; tools/check_includes.py does.
option(TARN_PRECOMPILED "Precompile standard headers for the library and programs" ON)

# tarn_compiled_headers(name LINK targets... HEADERS headers...): the headers, compiled with the flags of
# target `name`; set more of these afterwards. Other targets take them by tarn_use_headers(target name)
# and must have the same flags: the compiler warns (-Winvalid-pch) where they differ.
function(tarn_compiled_headers name)
    cmake_parse_arguments(ARG "" "" "LINK;HEADERS" ${ARGN})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "// Precompiled headers need a source beside them.\n")
    add_library(${name} OBJECT ${source})
    target_link_libraries(${name} PRIVATE tarn_options ${ARG_LINK})
    target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
    target_compile_options(${name} PRIVATE ${TARN_HEADER_OPTIONS})
endfunction()

function(tarn_use_headers target headers)
    if(NOT TARGET ${headers})
        return()
    endif()
    target_precompile_headers(${target} REUSE_FROM ${headers})
    target_compile_options(${target} PRIVATE ${TARN_HEADER_OPTIONS})
endfunction()

# gcc 12 forgets, in precompiled headers, the pragmas by which libstdc++ silences false warnings about
# its strings. ccache needs to see in the preprocessed text which headers came precompiled.
if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    set(TARN_HEADER_OPTIONS
        $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-array-bounds -Wno-stringop-overflow -fpch-preprocess>)
endif()

set(TARN_STANDARD_HEADERS
    <algorithm> <array> <cmath> <cstdint> <cstdio> <filesystem> <functional> <memory> <optional> <span>
    <string> <string_view> <utility> <vector>)
