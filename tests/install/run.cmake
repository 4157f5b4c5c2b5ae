# One step of the install tests: cmake -DSTEP=... -P run.cmake, with the variables that
# CMakeLists.txt here passes. The steps after `install` use what it has put into WORK/prefix.
set(prefix ${WORK}/prefix)
set(libdir ${prefix}/${LIBDIR})

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(step_install)
  file(REMOVE_RECURSE ${WORK})
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/elsewhere)
  file(RENAME ${WORK}/elsewhere ${prefix})  # a package can be moved

  file(GLOB_RECURSE descriptions ${libdir}/cmake/*.cmake ${libdir}/pkgconfig/*.pc)
  if(NOT descriptions)
    message(FATAL_ERROR "neither cmake nor pkg-config files were installed in ${libdir}")
  endif()
  foreach(file IN LISTS descriptions)
    file(READ ${file} text)
    foreach(place IN ITEMS ${SOURCE} ${BUILD} ${WORK}/elsewhere)
      string(FIND "${text}" "${place}/" found)
      if(NOT found EQUAL -1)
        message(FATAL_ERROR "${file} names ${place}, which its user does not have")
      endif()
    endforeach()
  endforeach()
endfunction()

function(find_package_with)
  build_outside(${OUTSIDE} ${STEP} ${ARGN})
endfunction()

function(build_outside source name)
  run(${CMAKE_COMMAND} -S ${source} -B ${WORK}/${name} -G ${GENERATOR}
      -DCMAKE_PREFIX_PATH=${prefix} -DVERSION=${VERSION} -DCMAKE_CXX_COMPILER=${CXX}
      -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -DCMAKE_CXX_FLAGS=${FLAGS} ${ARGN})
  run(${CMAKE_COMMAND} --build ${WORK}/${name})
endfunction()

function(step_find_package)
  find_package_with(-DWITH_IO=OFF)
endfunction()

function(step_find_package_io)
  find_package_with(-DWITH_IO=ON)
  # The project of docs/start.md, with files that the one above has written; and with those of the page, where there is
  # the tool that makes them, as the page says.
  build_outside(${OUTSIDE}/start start)
  run(${WORK}/start/first ${WORK}/${STEP}/outside.off ${WORK}/${STEP}/outside.ply)
  if(EXISTS ${prefix}/bin/swept)
    unset(ENV{LD_LIBRARY_PATH})  # the tool finds its libraries by itself
    run(${prefix}/bin/swept make car -o ${WORK}/car.stl)
    run(${prefix}/bin/swept make stairs,width=4 -o ${WORK}/stairs.stl)
    execute_process(COMMAND ${WORK}/start/first ${WORK}/car.stl ${WORK}/stairs.stl OUTPUT_VARIABLE printed
                    COMMAND_ERROR_IS_FATAL ANY)
    file(READ ${SOURCE}/docs/start.md page)
    string(FIND "${page}" "```\n${printed}```" found)
    if(NOT printed OR found EQUAL -1)
      message(FATAL_ERROR "docs/start.md does not say what its program prints:\n${printed}")
    endif()
  endif()
endfunction()

# A program that links io alone, as one does that loads it at run time: io finds the core beside itself, in a prefix that
# the system knows nothing of.
function(step_run_path)
  unset(ENV{LD_LIBRARY_PATH})
  foreach(name IN ITEMS io solids papers dynamics picture)
    if(EXISTS ${libdir}/libswept-${name}.so)
      execute_process(COMMAND ldd ${libdir}/libswept-${name}.so OUTPUT_VARIABLE needs COMMAND_ERROR_IS_FATAL ANY)
      message("${needs}")
      if(NOT needs MATCHES "libswept\\.so[.0-9]* => [^\n]*/${LIBDIR}/libswept")
        message(FATAL_ERROR "libswept-${name}.so does not find the core in its own folder")
      endif()
    endif()
  endforeach()
endfunction()

function(step_pkg_config)
  set(ENV{PKG_CONFIG_PATH} ${libdir}/pkgconfig)
  execute_process(COMMAND pkg-config --cflags --libs swept OUTPUT_VARIABLE flags
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${FLAGS} ${flags}")
  run(${LAUNCHER} ${CXX} ${OUTSIDE}/main.cpp -o ${WORK}/with_pkg_config ${flags})
  set(ENV{LD_LIBRARY_PATH} ${libdir})
  run(${WORK}/with_pkg_config)
endfunction()

cmake_language(CALL step_${STEP})
