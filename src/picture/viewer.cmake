# The page that shows pictures: bundled from viewer/ by npm, and made part of swept::picture. Included by src/CMakeLists.txt.

find_program(npm npm)
find_program(node NAMES node nodejs)
if(SWEPT_VIEWER STREQUAL "ON" AND NOT (npm AND node))
  message(FATAL_ERROR "SWEPT_VIEWER is ON, but there is no npm; install it, or set SWEPT_VIEWER to OFF")
endif()

set(page_source ${CMAKE_CURRENT_LIST_DIR}/no_viewer.cpp.in)
if(SWEPT_VIEWER AND npm AND node)
  set(viewer ${PROJECT_SOURCE_DIR}/viewer)
  file(GLOB_RECURSE viewer_files CONFIGURE_DEPENDS ${viewer}/src/*)
  list(APPEND viewer_files ${viewer}/build.mjs ${viewer}/package.json ${viewer}/package-lock.json)
  set(page_source ${PROJECT_BINARY_DIR}/viewer/viewer_page.cpp)
  add_custom_command(OUTPUT ${page_source}
    COMMAND ${CMAKE_COMMAND} -DVIEWER=${viewer} -DWORK=${PROJECT_BINARY_DIR}/viewer -DNPM=${npm} -DNODE=${node}
            -DREQUIRED=${SWEPT_VIEWER} -DWITHOUT=${CMAKE_CURRENT_LIST_DIR}/no_viewer.cpp.in
            -DOUTPUT=${page_source} -P ${CMAKE_CURRENT_LIST_DIR}/bundle_viewer.cmake
    DEPENDS ${viewer_files} ${CMAKE_CURRENT_LIST_DIR}/bundle_viewer.cmake ${CMAKE_CURRENT_LIST_DIR}/embed_page.mjs
    COMMENT "Bundling the viewer" VERBATIM)
endif()
target_sources(swept_picture_objects PRIVATE ${page_source})
set_source_files_properties(${page_source} PROPERTIES LANGUAGE CXX SKIP_PRECOMPILE_HEADERS ON
                            SKIP_UNITY_BUILD_INCLUSION ON)
