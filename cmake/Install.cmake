# The export set and the package files of find_package(fiveproof).
include(CMakePackageConfigHelpers)

set(fiveproof_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/fiveproof)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/fiveproofConfig.cmake.in ${PROJECT_BINARY_DIR}/fiveproofConfig.cmake
  INSTALL_DESTINATION ${fiveproof_package_dir})
# Before 1.0 a new minor version may break its users, afterwards only a new major one.
set(compatibility SameMajorVersion)
if(PROJECT_VERSION VERSION_LESS 1)
  set(compatibility SameMinorVersion)
endif()
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/fiveproofConfigVersion.cmake COMPATIBILITY ${compatibility})
install(FILES ${PROJECT_BINARY_DIR}/fiveproofConfig.cmake ${PROJECT_BINARY_DIR}/fiveproofConfigVersion.cmake
        DESTINATION ${fiveproof_package_dir} COMPONENT library)
install(EXPORT fiveproofTargets NAMESPACE fiveproof:: DESTINATION ${fiveproof_package_dir} COMPONENT library)

# For whoever builds without CMake: pkg-config, with all libraries, as these are static. The prefix is found from where the file is.
cmake_path(APPEND CMAKE_INSTALL_LIBDIR pkgconfig OUTPUT_VARIABLE fiveproof_pc_dir)
string(REGEX REPLACE "[^/]+" ".." FIVEPROOF_PC_UP ${fiveproof_pc_dir})
set(FIVEPROOF_PC_LIBS engine blame explore session remote solve vct verify audit convert format proof dbsearch game base)
list(TRANSFORM FIVEPROOF_PC_LIBS PREPEND -lfiveproof_)
list(JOIN FIVEPROOF_PC_LIBS " " FIVEPROOF_PC_LIBS)
configure_file(${PROJECT_SOURCE_DIR}/cmake/fiveproof.pc.in ${PROJECT_BINARY_DIR}/fiveproof.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/fiveproof.pc DESTINATION ${fiveproof_pc_dir} COMPONENT library)

include(PublicHeaders)
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS docs/architecture.md)
fiveproof_public_headers(public_headers)
foreach(header IN LISTS public_headers)
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${PROJECT_SOURCE_DIR}/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fiveproof/${folder}
          COMPONENT library)
endforeach()
# For scripts/site.
list(JOIN public_headers "\n" lines)
file(WRITE ${PROJECT_BINARY_DIR}/public_headers.txt "${lines}\n")

# What a proof is, for whoever writes another reader of it, and what there is to read beside it.
set(data ${CMAKE_INSTALL_DATADIR}/fiveproof)
file(GLOB schemas CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/spec/*.schema.json)
install(FILES ${schemas} ${PROJECT_SOURCE_DIR}/format/fvp/proof.capnp DESTINATION ${data}/spec COMPONENT data)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/NEWS.md
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/fiveproof COMPONENT data)
