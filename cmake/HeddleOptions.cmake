# Compiler and linker flags of the whole project.

# -fPIC for programs too: a precompiled header fits one set of flags.
add_compile_options(-Wall -Wextra -Werror -fPIC)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  find_program(HEDDLE_LLD NAMES ld.lld-22 ld.lld)
  if(HEDDLE_LLD)
    add_link_options(--ld-path=${HEDDLE_LLD})
  endif()
endif()

if(HEDDLE_CORE_ONLY)
  add_compile_options(-fno-exceptions -fno-rtti)
endif()

if(HEDDLE_SANITIZERS)
  add_compile_options(-fsanitize=${HEDDLE_SANITIZERS}
                      -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${HEDDLE_SANITIZERS})
endif()

if(HEDDLE_COVERAGE)
  add_compile_options(-fprofile-instr-generate -fcoverage-mapping)
  add_link_options(-fprofile-instr-generate)
endif()

find_program(HEDDLE_CCACHE ccache)
if(HEDDLE_CCACHE)
  # Without the last two, ccache never hits for a file that uses a precompiled
  # header.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
      ${HEDDLE_CCACHE})
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()
