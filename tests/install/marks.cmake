# cmake -DCLANG=... -DSOURCE=... -DWORK=... -P marks.cmake: the marks of include/swept/export.h as compilers for Windows see them.
file(MAKE_DIRECTORY ${WORK})
file(WRITE ${WORK}/marks.cpp [[
#include "swept/export.h"
SWEPT_API void of_core();
SWEPT_IO_API void of_io();
SWEPT_DYNAMICS_API void of_dynamics();
SWEPT_PAPERS_API void of_papers();
SWEPT_SOLIDS_API void of_solids();
SWEPT_PICTURE_API void of_picture();
#ifndef SWEPT_USES
void of_io() { of_core(); }
#else
void use() { of_core(), of_io(), of_dynamics(), of_papers(), of_solids(), of_picture(); }
#endif
]])

# expect(definitions present absent): patterns that the compiled text must have, and must not have
function(expect definitions present absent)
  execute_process(COMMAND ${CLANG} --target=x86_64-pc-windows-msvc -std=c++20 -S -emit-llvm -o - ${definitions}
                  -I${SOURCE}/include ${WORK}/marks.cpp OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  foreach(pattern IN LISTS present)
    if(NOT text MATCHES "${pattern}")
      message(FATAL_ERROR "with '${definitions}' there is no ${pattern} in:\n${text}")
    endif()
  endforeach()
  foreach(pattern IN LISTS absent)
    if(text MATCHES "${pattern}")
      message(FATAL_ERROR "with '${definitions}' there is ${pattern} in:\n${text}")
    endif()
  endforeach()
endfunction()

expect(-DSWEPT_BUILDS_IO "define dso_local dllexport void @\"[?]of_io;declare dllimport void @\"[?]of_core" "")
expect(-DSWEPT_USES "dllimport void @\"[?]of_core;dllimport void @\"[?]of_io;dllimport void @\"[?]of_dynamics;dllimport void @\"[?]of_papers;dllimport void @\"[?]of_solids;dllimport void @\"[?]of_picture" dllexport)
expect("-DSWEPT_USES;-DSWEPT_STATIC" "@\"[?]of_core" "dllimport;dllexport")
expect(-DSWEPT_STATIC "@\"[?]of_io" "dllimport;dllexport")
