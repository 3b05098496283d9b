# The public headers: those that docs/architecture.md names under "Start here", and all that they include. Only these are
# installed, and only of these the site has pages. A header that is needed from outside is named there first.

# Headers named in the section of the page, as paths from the root; those of the program, the page and the Python module
# are for nobody else.
function(fiveproof_named_headers result)
  file(READ ${PROJECT_SOURCE_DIR}/docs/architecture.md text)
  string(REGEX REPLACE ".*\n## Start here\n(.*)\n## Where would I add.*" "\\1" section "${text}")
  string(REGEX MATCHALL "`[a-z_/]+\\.hpp`" names "${section}")
  list(TRANSFORM names REPLACE "`" "")
  list(FILTER names EXCLUDE REGEX "^(cli|page|python)/")
  if(NOT names)
    message(FATAL_ERROR "docs/architecture.md names no public header under \"Start here\"")
  endif()
  set(${result} ${names} PARENT_SCOPE)
endfunction()

# All of them, sorted. The kernel's headers include each other by bare name.
function(fiveproof_public_headers result)
  fiveproof_named_headers(open)
  set(found "")
  while(open)
    list(POP_FRONT open header)
    if(header IN_LIST found)
      continue()
    endif()
    list(APPEND found ${header})
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${header})
    file(STRINGS ${PROJECT_SOURCE_DIR}/${header} includes REGEX "^#include \"")
    list(TRANSFORM includes REPLACE "^#include \"([^\"]+)\".*" "\\1")
    if(header MATCHES "^verify/audit/")
      list(TRANSFORM includes PREPEND verify/audit/)
    endif()
    list(APPEND open ${includes})
  endwhile()
  list(SORT found)
  set(${result} ${found} PARENT_SCOPE)
endfunction()
