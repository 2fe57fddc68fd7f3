# Installing, and being found: find_package(tarn) and pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS tarn EXPORT tarn_targets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARN_RENDER)
    set_target_properties(tarn_render PROPERTIES EXPORT_NAME render)
    install(TARGETS tarn_render EXPORT tarn_targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
install(DIRECTORY include/tarn DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
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
configure_file(cmake/tarn.pc.in ${CMAKE_CURRENT_BINARY_DIR}/tarn.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tarn.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES docs/scene.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/tarn)
if(TARN_APPS)
    # The command finds its library beside it, wherever the folder is moved.
    set_target_properties(tarn_cli PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
    install(TARGETS tarn_cli DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
