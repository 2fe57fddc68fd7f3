# Installing, and being found: find_package(tarn [COMPONENTS render]) and pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS tarn EXPORT tarn_targets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/tarn DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
set(packages tarn)
if(TARN_RENDER)
    set_target_properties(tarn_render PROPERTIES EXPORT_NAME render)
    install(TARGETS tarn_render EXPORT tarn_targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    list(APPEND packages tarn_render)
endif()

install(EXPORT tarn_targets NAMESPACE tarn:: FILE tarn-targets.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tarn)
configure_package_config_file(cmake/tarn-config.cmake.in
    ${CMAKE_CURRENT_BINARY_DIR}/tarn-config.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tarn)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/tarn-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tarn-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/tarn-config-version.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tarn)

file(RELATIVE_PATH TARN_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(TARN_PC_PREFIX "\${pcfiledir}/${TARN_PC_PREFIX}")
foreach(package ${packages})
    configure_file(cmake/${package}.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${package}.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${package}.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

install(FILES docs/scene.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/tarn)
# docs/third_party.md holds the notices of what is compiled in.
set(documents ${CMAKE_INSTALL_DATADIR}/doc/tarn)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${documents})
install(DIRECTORY docs DESTINATION ${documents})

if(TARN_APPS)
    # The command finds its library beside it, wherever the folder is moved.
    set_target_properties(tarn_cli PROPERTIES
        INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}" BUILD_WITH_INSTALL_RPATH ON)
    install(TARGETS tarn_cli DESTINATION ${CMAKE_INSTALL_BINDIR})
    # The man page and the completion come from what the command itself says. They are made while
    # installing, since a build of the command alone is to be enough for that.
    find_package(Python3 QUIET COMPONENTS Interpreter)
    if(Python3_FOUND AND NOT CMAKE_CROSSCOMPILING)
        set(manual ${CMAKE_CURRENT_BINARY_DIR}/manual)
        install(CODE "execute_process(
            COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/make_manual.py
                    $<TARGET_FILE:tarn_cli> ${PROJECT_VERSION} ${manual}
            COMMAND_ERROR_IS_FATAL ANY)")
        install(FILES ${manual}/tarn.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
        install(FILES ${manual}/tarn.bash RENAME tarn
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    else()
        message(STATUS "Install: without man page and completion, which need Python 3 to be made")
    endif()
endif()
