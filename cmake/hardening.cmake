# Hardening of what is released: a bug in reading a hostile file is to end the program, not to be used. The
# loops over cells do without what costs time inside a loop; they read nothing from outside.
# tests/cli/check_hardening.sh looks at the results.
add_library(tarn_hardening INTERFACE)
# For the parts of a program, which is position-independent; the program itself adds -pie.
add_library(tarn_program_hardening INTERFACE)
target_link_libraries(tarn_program_hardening INTERFACE tarn_hardening)
if(CMAKE_SYSTEM_NAME STREQUAL Linux AND NOT TARN_SANITIZE)
    set(flags -fstack-protector-strong -fstack-clash-protection -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
    target_compile_options(tarn_hardening INTERFACE
        "$<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:C,CXX>>:${flags}>")
    target_compile_options(tarn_program_hardening INTERFACE $<$<COMPILE_LANGUAGE:C,CXX>:-fPIE>)
    # Full RELRO: addresses of functions are bound at the start and read-only from then on.
    target_link_options(tarn_hardening INTERFACE -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        # CET counts only where every object has it, the loops too; it adds one instruction per function.
        target_compile_options(tarn_options INTERFACE
            $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:C,CXX>>:-fcf-protection=full>)
    endif()
endif()
