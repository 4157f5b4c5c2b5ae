# An overlay port: it builds the sources in whose folder packaging/ it lies. A port in a registry would fetch them instead.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS FEATURE_OPTIONS
    FEATURES
        assimp SWEPT_ASSIMP
        io     SWEPT_IO
        tool   SWEPT_TOOL
)
string(TOUPPER "${VCPKG_LIBRARY_LINKAGE}" linkage)
if(linkage STREQUAL "DYNAMIC")
    set(linkage SHARED)
endif()

vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        ${FEATURE_OPTIONS}
        -DSWEPT_LIBRARIES=${linkage}
        -DSWEPT_TBB=ON
        -DSWEPT_UNITY=ON
        -DSWEPT_VIEWER=OFF
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/swept)
vcpkg_fixup_pkgconfig()
if("tool" IN_LIST FEATURES)
    vcpkg_copy_tools(TOOL_NAMES swept AUTO_CLEAN)
endif()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
