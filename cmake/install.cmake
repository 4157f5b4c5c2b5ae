# find_package(swept [COMPONENTS solids papers dynamics picture io]) and pkg-config, for the shared and the static libraries. What is
# installed has eight components, which become Debian packages (package.cmake): core, solids, papers, dynamics, picture and io, what
# programs need to run; dev, what they need to be built; tool.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/swept)
# install_libraries(component target): the shared and the static one, as far as they are wanted
function(install_libraries component target)
  set(targets)
  if(NOT SWEPT_LIBRARIES STREQUAL "STATIC")
    list(APPEND targets ${target})
  endif()
  if(NOT SWEPT_LIBRARIES STREQUAL "SHARED")
    list(APPEND targets ${target}_static)
  endif()
  install(TARGETS ${targets} EXPORT swept-${component}-targets
          RUNTIME COMPONENT ${component}
          LIBRARY COMPONENT ${component} NAMELINK_COMPONENT dev
          ARCHIVE COMPONENT dev)
  install(EXPORT swept-${component}-targets NAMESPACE swept:: DESTINATION ${package_dir} COMPONENT dev)
endfunction()
# no_run_path(component file): for distributions, whose libraries are where the system looks, and which want none
function(no_run_path component file)
  install(CODE "
    if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
      file(RPATH_REMOVE FILE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${file}\")
    endif()" COMPONENT ${component})
endfunction()
install_libraries(core swept)
install_libraries(solids swept_solids)
install_libraries(papers swept_papers)
install_libraries(dynamics swept_dynamics)
install_libraries(picture swept_picture)
if(SWEPT_IO)
  install_libraries(io swept_io)
endif()
install(DIRECTORY include/swept DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
if(TARGET swept_tool)
  install(TARGETS swept_tool RUNTIME COMPONENT tool)
endif()
if(UNIX AND NOT APPLE)
  if(NOT SWEPT_LIBRARIES STREQUAL "STATIC")
    no_run_path(core ${CMAKE_INSTALL_LIBDIR}/libswept.so.${PROJECT_VERSION})
    no_run_path(solids ${CMAKE_INSTALL_LIBDIR}/libswept-solids.so.${PROJECT_VERSION})
    no_run_path(papers ${CMAKE_INSTALL_LIBDIR}/libswept-papers.so.${PROJECT_VERSION})
    no_run_path(dynamics ${CMAKE_INSTALL_LIBDIR}/libswept-dynamics.so.${PROJECT_VERSION})
    no_run_path(picture ${CMAKE_INSTALL_LIBDIR}/libswept-picture.so.${PROJECT_VERSION})
    if(SWEPT_IO)
      no_run_path(io ${CMAKE_INSTALL_LIBDIR}/libswept-io.so.${PROJECT_VERSION})
    endif()
  endif()
  if(TARGET swept_tool)
    no_run_path(tool ${CMAKE_INSTALL_BINDIR}/swept)
  endif()
endif()

configure_package_config_file(cmake/swept-config.cmake.in ${PROJECT_BINARY_DIR}/swept-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/swept-config-version.cmake
                                 COMPATIBILITY ${swept_compatibility})
install(FILES ${PROJECT_BINARY_DIR}/swept-config.cmake
              ${PROJECT_BINARY_DIR}/swept-config-version.cmake DESTINATION ${package_dir} COMPONENT dev)

file(RELATIVE_PATH pc_prefix_from_libdir /x/${CMAKE_INSTALL_LIBDIR} /x)  # the package can be moved
set(pc_core_private "")
if(SWEPT_SIMD)
  string(APPEND pc_core_private " libhwy")
endif()
if(swept_uses_tbb)
  string(APPEND pc_core_private " tbb")
endif()
set(pc_io_private "")
if(swept_uses_tinygltf)
  set(pc_io_private tinygltf)
endif()
configure_file(cmake/swept.pc.in ${PROJECT_BINARY_DIR}/swept.pc @ONLY)
foreach(name IN ITEMS swept-solids swept-papers swept-dynamics swept-picture)
  configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/swept.pc ${PROJECT_BINARY_DIR}/swept-solids.pc ${PROJECT_BINARY_DIR}/swept-papers.pc
              ${PROJECT_BINARY_DIR}/swept-dynamics.pc ${PROJECT_BINARY_DIR}/swept-picture.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
if(SWEPT_IO)
  configure_file(cmake/swept-io.pc.in ${PROJECT_BINARY_DIR}/swept-io.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/swept-io.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endif()
