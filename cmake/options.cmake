# Flags of our own targets, in one place. Nothing here touches targets of others.

find_package(Threads REQUIRED)

# A compiler cache, where there is one and nobody chose otherwise. Only with these two it caches files
# that use precompiled headers; nothing here asks for __DATE__ or __TIME__.
find_program(TARN_CCACHE ccache)
if(TARN_CCACHE AND PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    foreach(language C CXX CUDA)
        set(CMAKE_${language}_COMPILER_LAUNCHER
            ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${TARN_CCACHE})
    endforeach()
endif()

add_library(tarn_options INTERFACE)
target_compile_features(tarn_options INTERFACE cxx_std_20)
target_include_directories(tarn_options INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
target_compile_options(tarn_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wconversion -Wshadow>
    # Only we can mend a warning; it must not stop someone who embeds Tarn and has another compiler.
    $<$<AND:$<BOOL:${PROJECT_IS_TOP_LEVEL}>,$<COMPILE_LANGUAGE:CXX>>:-Werror>
    # Packs are passed between always-inlined functions only, so their ABI does not matter.
    $<$<COMPILE_LANGUAGE:CXX>:-Wno-psabi>
    # gcc 12 sees overlap in std::string's operator+ that is not there (its bug 105651).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    # The same bits on every instruction set and backend: no fused multiply-add, ever. It costs
    # nothing here, since a step waits for memory.
    $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)
target_link_libraries(tarn_options INTERFACE Threads::Threads)
if(TARN_SANITIZE)
    # Reports need lines, not variables: that and no optimisation halve the time of a build.
    target_compile_options(tarn_options INTERFACE
        -fsanitize=${TARN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
    target_link_options(tarn_options INTERFACE -fsanitize=${TARN_SANITIZE})
    # gold, which is part of binutils, takes little more than half of the time of GNU ld for such programs.
    find_program(TARN_GOLD ld.gold)
    if(TARN_GOLD AND TARN_SANITIZE MATCHES address)
        target_link_options(tarn_options INTERFACE -fuse-ld=gold)
    endif()
else()
    # Clang puts what sanitizers need into programs alone, where libraries find it when they are loaded.
    set(TARN_NO_UNDEFINED -Wl,--no-undefined)
endif()
# Sanitizers look at the base loops alone: one set of them already takes minutes to compile.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT TARN_SANITIZE)
    set(TARN_ISAS base avx2 avx512)
    target_compile_definitions(tarn_options INTERFACE TARN_X86)
else()
    set(TARN_ISAS base)
endif()
set(TARN_FLAGS_base "")
set(TARN_FLAGS_avx2 -march=x86-64-v3)
set(TARN_FLAGS_avx512 -march=x86-64-v4 -mprefer-vector-width=512)
if(TARN_SANITIZE MATCHES address)
    # The unrolled loops explode with inline checks; calls find the same bad accesses.
    list(APPEND TARN_FLAGS_base -fno-sanitize=undefined)
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
        list(APPEND TARN_FLAGS_base
            "SHELL:-mllvm -asan-stack=0" "SHELL:-mllvm -asan-instrumentation-with-call-threshold=0")
    else()
        list(APPEND TARN_FLAGS_base
            --param=asan-stack=0 --param=asan-instrumentation-with-call-threshold=0)
    endif()
endif()

include(${CMAKE_CURRENT_LIST_DIR}/hardening.cmake)

# What the standard library gives to modules, and to the parts of programs.
if(TARN_PRECOMPILED)
    tarn_compiled_headers(tarn_module_headers LINK tarn_hardening HEADERS ${TARN_STANDARD_HEADERS})
    set_target_properties(tarn_module_headers PROPERTIES
        POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    tarn_compiled_headers(tarn_app_headers LINK tarn_program_hardening HEADERS ${TARN_STANDARD_HEADERS})
endif()

# tarn_optimise_little(target...): what waits for the loops over cells, or is done once: -O1 takes two thirds of the time
# that -O3 takes to compile.
function(tarn_optimise_little)
    foreach(target ${ARGN})
        target_compile_options(${target} PRIVATE $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O1>)
    endforeach()
endfunction()

# tarn_module(name SOURCES... [LINK targets...]): a static part of the library.
function(tarn_module name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
    add_library(tarn_${name} STATIC ${ARG_SOURCES})
    target_link_libraries(tarn_${name} PUBLIC tarn_options ${ARG_LINK} PRIVATE tarn_hardening)
    set_target_properties(tarn_${name} PROPERTIES
        POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    tarn_use_headers(tarn_${name} tarn_module_headers)
endfunction()

# Flags of the loops, by instruction set. In libraries of their own, since they have to come after those
# of tarn_options.
foreach(isa ${TARN_ISAS})
    add_library(tarn_loops_${isa} INTERFACE)
    target_compile_definitions(tarn_loops_${isa} INTERFACE TARN_ISA=isa_${isa})
    # sqrt needs no errno, and nobody traps: both would keep a loop from being vectorised. Without any
    # optimisation the tests of water would take minutes.
    target_compile_options(tarn_loops_${isa} INTERFACE
        ${TARN_FLAGS_${isa}} -fno-math-errno -fno-trapping-math
        $<$<CONFIG:Release>:-O3> $<$<CONFIG:Debug>:-O1>)
endforeach()

# tarn_heavy_sources(file...): files of loops that are compiled once. Without any optimisation sanitizers would take
# minutes for the tests of them; headers that are compiled beforehand have other flags.
function(tarn_heavy_sources)
    if(CMAKE_BUILD_TYPE STREQUAL "Debug")
        set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -O1 SKIP_PRECOMPILE_HEADERS ON)
    endif()
endfunction()

# tarn_isa_sources(target file...): adds files to a module, compiled once per instruction set.
function(tarn_isa_sources target)
    foreach(isa ${TARN_ISAS})
        add_library(${target}_${isa} OBJECT ${ARGN})
        target_link_libraries(${target}_${isa} PRIVATE tarn_options tarn_loops_${isa})
        set_target_properties(${target}_${isa} PROPERTIES
            POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden)
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_${isa}>)
    endforeach()
endfunction()
