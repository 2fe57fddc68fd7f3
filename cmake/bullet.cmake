# Bullet in double precision. Its headers change with BT_USE_DOUBLE_PRECISION, so only the files that
# use it see them: tarn_bullet_sources(file...).
find_package(PkgConfig REQUIRED)
pkg_check_modules(TARN_BULLET REQUIRED bullet-float64)
set(TARN_BULLET_PARTS)
foreach(part BulletDynamics BulletCollision LinearMath)
    find_library(TARN_${part} ${part}-float64 HINTS ${TARN_BULLET_LIBRARY_DIRS} REQUIRED)
    list(APPEND TARN_BULLET_PARTS ${TARN_${part}})
endforeach()

function(tarn_bullet_sources)
    # A folder that compilers search anyway must not be named again: libstdc++ would no longer find stdlib.h.
    list(REMOVE_ITEM TARN_BULLET_INCLUDE_DIRS /usr/include)
    list(TRANSFORM TARN_BULLET_INCLUDE_DIRS PREPEND -isystem OUTPUT_VARIABLE folders)
    set_source_files_properties(${ARGN} PROPERTIES
        COMPILE_DEFINITIONS BT_USE_DOUBLE_PRECISION COMPILE_OPTIONS "${folders}"
        SKIP_PRECOMPILE_HEADERS ON)
endfunction()
