if(NOT HEDDLE_CORE_ONLY)
  heddle_precompile(heddle_core_pch ${CMAKE_CURRENT_LIST_DIR}/HeddleCorePch.h)
endif()

# heddle_core_library(<part> SOURCES ... [LINKS <part>...])
#
# One part of the core. It links only the parts named, so that an include
# against the arrows of docs/architecture.md is a link error at the latest.
function(heddle_core_library part)
  cmake_parse_arguments(arg "" "" "SOURCES;LINKS" ${ARGN})
  set(target heddle_${part})
  add_library(${target} STATIC ${arg_SOURCES})
  add_library(heddle::${part} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${part})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  target_link_libraries(${target} PUBLIC tl::expected)
  if(NOT HEDDLE_CORE_ONLY)
    heddle_use_precompiled(${target} heddle_core_pch)
  endif()
  foreach(link IN LISTS arg_LINKS)
    target_link_libraries(${target} PUBLIC heddle_${link})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY HEDDLE_CORE_PARTS ${target})
endfunction()
