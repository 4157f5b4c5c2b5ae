# find_package(swept [COMPONENTS io]) and pkg-config, for the shared and the static libraries.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/swept)
set(components core)
install(TARGETS swept swept_static EXPORT swept-core-targets)
if(SWEPT_IO)
  list(APPEND components io)
  install(TARGETS swept_io swept_io_static EXPORT swept-io-targets)
endif()
foreach(component IN LISTS components)
  install(EXPORT swept-${component}-targets NAMESPACE swept:: DESTINATION ${package_dir})
endforeach()
install(DIRECTORY include/swept DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET swept_tool)
  install(TARGETS swept_tool)
endif()

configure_package_config_file(cmake/swept-config.cmake.in ${PROJECT_BINARY_DIR}/swept-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/swept-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/swept-config.cmake
              ${PROJECT_BINARY_DIR}/swept-config-version.cmake DESTINATION ${package_dir})

file(RELATIVE_PATH pc_prefix_from_libdir /x/${CMAKE_INSTALL_LIBDIR} /x)  # the package can be moved
set(pc_core_private "")
if(SWEPT_SIMD)
  string(APPEND pc_core_private " libhwy")
endif()
if(swept_uses_tbb)
  string(APPEND pc_core_private " tbb")
endif()
configure_file(cmake/swept.pc.in ${PROJECT_BINARY_DIR}/swept.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/swept.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(SWEPT_IO)
  configure_file(cmake/swept-io.pc.in ${PROJECT_BINARY_DIR}/swept-io.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/swept-io.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
