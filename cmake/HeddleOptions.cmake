# Compiler and linker flags of the whole project.

# -fPIC for programs too: a precompiled header fits one set of flags.
# Other compilers than ours warn of other things, which are no errors.
add_compile_options(-Wall -Wextra $<$<CXX_COMPILER_ID:Clang>:-Werror> -fPIC)
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

# heddle_precompile(<name> <header>...): headers that are precompiled once, as a
# library's; <header> or a path.
function(heddle_precompile name)
  file(CONFIGURE OUTPUT ${name}.cpp CONTENT "// Only the headers count.\n")
  add_library(${name} STATIC ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  target_precompile_headers(${name} PRIVATE ${ARGN})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(${name} PRIVATE tl::expected)
  heddle_instantiate_in_headers(${name})
endfunction()

# heddle_use_precompiled(<target> <name>)
function(heddle_use_precompiled target name)
  target_precompile_headers(${target} REUSE_FROM ${name})
  heddle_instantiate_in_headers(${target})
endfunction()

# Templates in them are instantiated there, too.
function(heddle_instantiate_in_headers target)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_compile_options(${target} PRIVATE -fpch-instantiate-templates)
  endif()
endfunction()
