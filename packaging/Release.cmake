# What a release consists of (docs/release.md): a Debian package, two tarballs for other systems, and their sums. Only the
# preset `package` includes this: it asks Debian for static libraries and for the licences of what is linked in.
include(${CMAKE_CURRENT_LIST_DIR}/Portable.cmake)

set(FIVEPROOF_CONTACT "fiveproof contributors <fiveproof@packages.invalid>" CACHE STRING "Whom the package names as its maintainer")

# The one date of all that is made: two builds of the same commit are the same, byte for byte.
set(date $ENV{SOURCE_DATE_EPOCH})
if(NOT date)
  execute_process(COMMAND git log -1 --format=%ct WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT date)
  message(FATAL_ERROR "No date for the release: this is no clone of git, and SOURCE_DATE_EPOCH is not set")
endif()

file(WRITE ${PROJECT_BINARY_DIR}/release.date "${date}\n")  # for scripts/check-package

set(page ${PROJECT_SOURCE_DIR}/build/page/page.html)
set(with_page "")
if(EXISTS ${page})
  set(with_page --page)
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_DATADIR}/fiveproof COMPONENT data)
else()
  message(WARNING "There is no ${page}: the release is made without the page. Run scripts/page first, then configure again.")
endif()

# Papers differ: what a shared library holds is not inside.
set(papers ${FIVEPROOF_PYTHON} -B ${CMAKE_CURRENT_SOURCE_DIR}/make_papers.py
  ${PROJECT_VERSION} ${date} ${FIVEPROOF_CONTACT} ${PROJECT_SOURCE_DIR})
set(papers_of ${CMAKE_CURRENT_BINARY_DIR}/papers)
set(doc ${CMAKE_INSTALL_DATADIR}/doc/fiveproof)
set(made "")
foreach(variant shared portable static)
  set(map "")
  if(NOT variant STREQUAL "shared")
    set(map --map ${CMAKE_CURRENT_BINARY_DIR}/fiveproof-${variant}.map)
    install(FILES ${papers_of}/${variant}/copyright ${papers_of}/${variant}/fiveproof.spdx.json
            DESTINATION ${doc} COMPONENT ${variant})
  endif()
  add_custom_command(OUTPUT ${papers_of}/${variant}/copyright
    COMMAND ${papers} ${papers_of}/${variant} ${map} ${with_page}
    DEPENDS make_papers.py others.py ${PROJECT_SOURCE_DIR}/LICENSE fiveproof-portable fiveproof-static VERBATIM)
  list(APPEND made ${papers_of}/${variant}/copyright)
endforeach()
add_custom_target(papers ALL DEPENDS ${made})
install(FILES ${papers_of}/shared/copyright ${papers_of}/shared/changelog.gz ${papers_of}/shared/fiveproof.spdx.json
        DESTINATION ${doc} COMPONENT program)

set(CPACK_PACKAGE_CONTACT ${FIVEPROOF_CONTACT})
set(CPACK_PACKAGE_VENDOR "fiveproof contributors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "checks published solutions of five-in-a-row, reply by reply")
set(CPACK_PACKAGE_DESCRIPTION "Reads a solution of free-style go-moku, standard go-moku or renju,
checks that every legal reply of the defender is answered, and writes
each hole as a position to solve. Solves such positions, plays the proofs
it comes with as an engine for a game manager, and translates the formats
that solutions come in.")
set(tarball fiveproof-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PACKAGE_FILE_NAME ${tarball})
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/cpack_generator.cmake)
set(CPACK_OUTPUT_FILE_PREFIX "")
include(CPack)

set(release ${PROJECT_BINARY_DIR}/release)
set(pack ${CMAKE_COMMAND} -E env SOURCE_DATE_EPOCH=${date} ${CMAKE_CPACK_COMMAND} --config ${PROJECT_BINARY_DIR}/CPackConfig.cmake -B ${release})
add_custom_target(release-files
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${release}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${release}
  COMMAND ${pack} -G "DEB$<SEMICOLON>TGZ"
  COMMAND ${pack} -G TGZ -D CPACK_PACKAGE_FILE_NAME=${tarball}-static -D FIVEPROOF_VARIANT=static
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${release}/_CPack_Packages
  COMMAND ${CMAKE_COMMAND} -E copy ${papers_of}/portable/fiveproof.spdx.json ${release}/${tarball}.spdx.json
  COMMAND ${CMAKE_COMMAND} -E copy ${papers_of}/static/fiveproof.spdx.json ${release}/${tarball}-static.spdx.json
  COMMAND sh -c "cd release && sha256sum fiveproof* >SHA256SUMS"
  WORKING_DIRECTORY ${PROJECT_BINARY_DIR} VERBATIM)
add_dependencies(release-files manual papers)
foreach(program fiveproof fiveproof-audit)
  add_dependencies(release-files ${program} ${program}-portable ${program}-static)
endforeach()
