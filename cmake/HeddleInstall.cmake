# What `make install` and `make package` install: the programs, the documents, and
# the core as a CMake package (find_package(heddle), heddle::core). Programs say
# install(TARGETS) themselves.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

get_property(parts GLOBAL PROPERTY HEDDLE_CORE_PARTS)
install(TARGETS heddle_core ${parts} EXPORT heddle-targets)

# The headers of the core, which need no LLVM, and none of the compiler's.
install(FILES include/heddle/heddle.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/heddle)
foreach(part IN LISTS parts)
  string(REGEX REPLACE "^heddle_" "" folder ${part})
  install(DIRECTORY include/heddle/${folder}
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/heddle
          FILES_MATCHING PATTERN "*.h")
endforeach()

install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/heddle)
install(EXPORT heddle-targets NAMESPACE heddle:: DESTINATION ${package_dir})
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/heddle-config.cmake.in
  ${PROJECT_BINARY_DIR}/heddle-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/heddle-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/heddle-config.cmake
  ${PROJECT_BINARY_DIR}/heddle-config-version.cmake
  DESTINATION ${package_dir})
