# Debian packages of the components of install.cmake: './dev package', or 'cpack -G DEB' in the build folder.
#   libswept0.1 (by SOVERSION)   the library           libswept-dev   headers, static libraries, CMake and pkg-config files
#   libswept-io0.1               mesh files            swept          the tool
#   libswept-solids0.1           solids and levels
#   libswept-picture0.1          pictures of results
#   libswept-dynamics0.1         things that move    libswept-papers0.1   the papers' methods as published
set(SWEPT_MAINTAINER "The swept authors <maintainers@swept.invalid>" CACHE STRING "Who answers for packages: name <address>")

set(core_package libswept${swept_soversion})
set(solids_package libswept-solids${swept_soversion})
set(papers_package libswept-papers${swept_soversion})
set(dynamics_package libswept-dynamics${swept_soversion})
set(picture_package libswept-picture${swept_soversion})
set(io_package libswept-io${swept_soversion})
set(dev_package libswept-dev)
set(tool_package swept)
set(components core solids papers dynamics picture dev)
if(SWEPT_IO)
  list(APPEND components io)
endif()
if(TARGET swept_tool)
  list(APPEND components tool)
endif()

# What Debian wants beside the files: licences and changelogs of each package, a manual page of the tool.
find_program(gzip gzip)
if(NOT gzip)
  return()
endif()
set(debian_files ${PROJECT_BINARY_DIR}/debian)
file(MAKE_DIRECTORY ${debian_files})
# compress(from to): the same bytes every time
function(compress from to)
  execute_process(COMMAND ${gzip} -9nc ${PROJECT_SOURCE_DIR}/${from} OUTPUT_FILE ${debian_files}/${to} COMMAND_ERROR_IS_FATAL ANY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${from})
endfunction()
compress(CHANGELOG.md changelog.gz)
compress(packaging/debian/changelog changelog.Debian.gz)
compress(packaging/debian/swept.1 swept.1.gz)
compress(docs/cli.md cli.md.gz)
compress(docs/cli-files.md cli-files.md.gz)
foreach(component IN LISTS components)
  install(FILES packaging/debian/copyright ${debian_files}/changelog.gz ${debian_files}/changelog.Debian.gz
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${${component}_package} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
install(FILES ${debian_files}/cli.md.gz ${debian_files}/cli-files.md.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${tool_package}
        COMPONENT tool EXCLUDE_FROM_ALL)
install(FILES ${debian_files}/swept.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tool EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME swept)
set(CPACK_PACKAGE_VENDOR "The swept authors")
set(CPACK_PACKAGE_CONTACT ${SWEPT_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
    GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/src)  # where our own libraries are
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")

# package(component section depends summary text): dpkg-shlibdeps adds the libraries of others to `depends`. Packages of
# one version are made for each other, down to the revision.
set(whole_version ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
macro(package component section depends summary text)
  string(TOUPPER ${component} key)
  set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${${component}_package})
  set(CPACK_DEBIAN_${key}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${key}_PACKAGE_DEPENDS "${depends}")
  set(CPACK_DEBIAN_${key}_DESCRIPTION "${summary}\n${about}\n.\n${text}")
endmacro()
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # else it would be the first line of all of them

set(about "When one thing moves, what does it hit, where, and when? Any mesh against\n\
any mesh, translating, rotating or screwing, stopped exactly at contact.")
set(core_exactly "${core_package} (= ${whole_version})")
set(solids_exactly "${solids_package} (= ${whole_version})")
set(papers_exactly "${papers_package} (= ${whole_version})")
set(dynamics_exactly "${dynamics_package} (= ${whole_version})")
set(picture_exactly "${picture_package} (= ${whole_version})")
set(io_exactly "${io_package} (= ${whole_version})")
package(core libs "" "exact collision detection of moving meshes" "This package has the library.")
package(solids libs "${core_exactly}" "generated solids and levels for swept"
        "This package has the library that makes boxes, gears, threads, levels and other shapes.")
package(papers libs "${core_exactly}" "four papers on collision detection as published, for swept"
        "This package has the library of the papers' methods, for study and comparison.")
package(dynamics libs "${core_exactly}" "things that move, for swept"
        "This package has the library of movers and debris.")
package(picture libs "${core_exactly}, ${solids_exactly}" "pictures of results for swept"
        "This package has the library that draws results as web pages and glTF scenes.")
package(io libs "${core_exactly}, ${solids_exactly}" "mesh files for swept" "This package has the library that reads and writes mesh files and worlds.")

set(dev_depends "${core_exactly}, ${solids_exactly}, ${papers_exactly}, ${dynamics_exactly}, ${picture_exactly}, libeigen3-dev, libexpected-dev")
if(SWEPT_SIMD)
  string(APPEND dev_depends ", libhwy-dev")
endif()
if(swept_uses_tbb)
  string(APPEND dev_depends ", libtbb-dev")
endif()
if(SWEPT_IO)
  string(APPEND dev_depends ", ${io_exactly}")
endif()
if(swept_uses_tinygltf)
  string(APPEND dev_depends ", libtinygltf-dev")
endif()
if(swept_uses_assimp)
  string(APPEND dev_depends ", libassimp-dev, zlib1g-dev")
endif()
package(dev libdevel "${dev_depends}" "exact collision detection of moving meshes (development)"
        "This package has the headers, the static libraries and what CMake and\npkg-config want to know.")

set(tool_depends "")
if(BUILD_SHARED_LIBS)
  set(tool_depends "${core_exactly}, ${solids_exactly}, ${papers_exactly}, ${dynamics_exactly}, ${picture_exactly}, ${io_exactly}")
endif()
package(tool science "${tool_depends}" "exact collision detection of moving meshes (command line)"
        "This package has the command line tool.")

include(CPack)
