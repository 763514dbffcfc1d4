# Installs the core as a CMake package: find_package(heddle), heddle::core.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

get_property(parts GLOBAL PROPERTY HEDDLE_CORE_PARTS)
install(TARGETS heddle_core ${parts} EXPORT heddle-targets)
install(DIRECTORY include/heddle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

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
