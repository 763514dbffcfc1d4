# LLVM and MLIR, and the precompiled headers that everything on top of them uses:
# with them a file compiles in seconds instead of half a minute.

if(NOT MLIR_DIR AND EXISTS /usr/lib/llvm-22/lib/cmake/mlir)
  set(MLIR_DIR /usr/lib/llvm-22/lib/cmake/mlir)
endif()
find_package(MLIR 22.1 REQUIRED CONFIG)
find_package(LLD 22.1 REQUIRED CONFIG HINTS ${LLVM_DIR}/../lld)
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include_directories(SYSTEM ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})

# Libraries of ours leave open which MLIR they are linked with, so that nothing
# is compiled twice: a program says. Tests take the shared libraries, which link
# at once; the programs that people run take the static ones
# (heddle_released_program).
function(heddle_link_mlir target headers)
  heddle_use_precompiled(${target} ${headers})
  get_target_property(type ${target} TYPE)
  get_target_property(is_released ${target} HEDDLE_RELEASED)
  if(type STREQUAL EXECUTABLE AND NOT is_released)
    target_link_libraries(${target} PRIVATE MLIR LLVM)
  endif()
endfunction()

# heddle_precompile_dialects(<name> <dialects> <header>...): headers that include
# those of <dialects>, which mlir-tblgen makes.
function(heddle_precompile_dialects name dialects)
  heddle_precompile(${name} ${ARGN})
  foreach(dialect IN LISTS dialects)
    add_dependencies(${name} heddle_${dialect}_generated)
  endforeach()
  target_include_directories(${name} SYSTEM PRIVATE ${PROJECT_BINARY_DIR}/include)
endfunction()

# heddle_use_mlir(<target>): with the headers of MLIR and of the dialects that we
# read, for what simt is built from.
heddle_precompile_dialects(heddle_mlir_pch ir
  ${CMAKE_CURRENT_LIST_DIR}/HeddleMlirPch.h)
function(heddle_use_mlir target)
  heddle_link_mlir(${target} heddle_mlir_pch)
endfunction()

# heddle_use_dialects(<target>): with simt, too.
heddle_precompile_dialects(heddle_dialects_pch "ir;simt"
  ${CMAKE_CURRENT_LIST_DIR}/HeddleDialectsPch.h)
function(heddle_use_dialects target)
  heddle_link_mlir(${target} heddle_dialects_pch)
endfunction()
