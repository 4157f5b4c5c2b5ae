target_sources(swept_commands PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/picture/no_viewer.cpp.in)
set_source_files_properties(picture/no_viewer.cpp.in PROPERTIES LANGUAGE CXX)
