# Which parts go into which file: Debian has the shared libraries, other systems may not, and some have another C library
# (FIVEPROOF_VARIANT is `static` then).
set(CPACK_COMPONENTS_ALL data)
if(CPACK_GENERATOR STREQUAL "DEB")
  list(APPEND CPACK_COMPONENTS_ALL program)
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
else()
  if(NOT FIVEPROOF_VARIANT)
    set(FIVEPROOF_VARIANT portable)
  endif()
  list(APPEND CPACK_COMPONENTS_ALL ${FIVEPROOF_VARIANT})
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
endif()
