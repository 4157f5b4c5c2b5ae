# Run when swept::picture is built: copies the viewer to WORK, installs what it is made of, bundles it into one page and writes
# that as the source OUTPUT. Where npm cannot get the packages, the library is built without, unless REQUIRED is ON.

file(MAKE_DIRECTORY ${WORK})
file(COPY ${VIEWER}/src ${VIEWER}/test ${VIEWER}/build.mjs ${VIEWER}/package.json ${VIEWER}/package-lock.json ${VIEWER}/.npmrc
     DESTINATION ${WORK})

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${WORK} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(code EQUAL 0)
    return()
  endif()
  if(REQUIRED STREQUAL "ON")
    message(FATAL_ERROR "The viewer cannot be bundled:\n${text}")
  endif()
  message(WARNING "The viewer cannot be bundled; pictures are .glb only. Set SWEPT_VIEWER to OFF to leave it out.\n${text}")
  configure_file(${WITHOUT} ${OUTPUT} COPYONLY)
  set(failed ON PARENT_SCOPE)
endfunction()

if(NOT EXISTS ${WORK}/node_modules/.package-lock.json
   OR ${WORK}/package-lock.json IS_NEWER_THAN ${WORK}/node_modules/.package-lock.json)
  run(${NPM} ci --no-audit --no-fund --loglevel=error)
endif()
if(NOT failed)
  run(${NODE} build.mjs ${WORK}/viewer.html)
endif()
if(NOT failed)
  run(${NODE} ${CMAKE_CURRENT_LIST_DIR}/embed_page.mjs ${WORK}/viewer.html ${OUTPUT})
endif()
