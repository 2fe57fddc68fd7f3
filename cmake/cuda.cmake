# CUDA where nvcc is found. CMake 3.25 does not know C++20 for CUDA, so the flag is given by name.

# tarn_choose_gpu_code(): which GPUs the code is for, unless somebody says it with CMAKE_CUDA_ARCHITECTURES. Where
# there are GPUs, for the oldest of them and, as PTX that the driver compiles, for later ones. Elsewhere PTX for any
# GPU since Ampere, and machine code for Hopper. Either way the front end, which takes most of the time, passes over
# a file once; the list CMAKE_CUDA_ARCHITECTURES cannot say that.
function(tarn_choose_gpu_code)
    set(ptx 80)
    set(machine 90)
    execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
        OUTPUT_VARIABLE here ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
        string(REPLACE "." "" here "${here}")
        string(REGEX MATCHALL "[0-9]+" here "${here}")
        list(SORT here COMPARE NATURAL)
        list(FILTER here EXCLUDE REGEX "^[1-7][0-9]$")
        if(here)
            list(GET here 0 ptx)
            set(machine ${ptx})
        endif()
    endif()
    set(TARN_GPU_CODE "--generate-code=arch=compute_${ptx},code=[compute_${ptx},sm_${machine}]" PARENT_SCOPE)
    set(CMAKE_CUDA_ARCHITECTURES OFF PARENT_SCOPE)
endfunction()

if(TARN_CUDA AND NOT CMAKE_CUDA_COMPILER)
    find_program(TARN_NVCC nvcc HINTS /usr/local/cuda/bin)
    if(TARN_NVCC)
        set(CMAKE_CUDA_COMPILER ${TARN_NVCC})
    endif()
endif()
if(TARN_CUDA AND CMAKE_CUDA_COMPILER AND NOT TARN_SANITIZE)
    set(TARN_HAS_CUDA ON)
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
        tarn_choose_gpu_code()
    endif()
    enable_language(CUDA)
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
    set(CMAKE_CUDA_STANDARD 20)
    string(APPEND CMAKE_CUDA_FLAGS " ${TARN_GPU_CODE}")
    # Of the host's part alone; nvcc optimises what runs on a GPU as it always does.
    set(CMAKE_CUDA_FLAGS_RELEASE "-O1 -DNDEBUG")
    message(STATUS "CUDA: ${CMAKE_CUDA_COMPILER}")
else()
    set(TARN_HAS_CUDA OFF)
    if(TARN_CUDA STREQUAL "REQUIRED")
        message(FATAL_ERROR "preset cuda: nvcc was not found; install a CUDA toolkit or use release")
    endif()
    message(STATUS "CUDA: building without (nvcc not found, or switched off)")
endif()

# tarn_cuda_or(target file.cu absent.cpp): the CUDA part of a module, or what stands in for it.
function(tarn_cuda_or target cuda_source absent_source)
    if(NOT TARN_HAS_CUDA)
        target_sources(${target} PRIVATE ${absent_source})
        return()
    endif()
    target_sources(${target} PRIVATE ${cuda_source})
    # As on the CPU: no contraction, exact division and square root, no flushing of small numbers.
    target_compile_options(${target} PRIVATE
        $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false -Xcompiler=-ffp-contract=off,-fvisibility=hidden>)
    set_target_properties(${target} PROPERTIES
        CUDA_RUNTIME_LIBRARY Static CUDA_VISIBILITY_PRESET hidden)
endfunction()
