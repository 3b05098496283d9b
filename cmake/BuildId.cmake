# The name of a build: a hash over what the program is made of. No path of this machine and no time is in it,
# so the same sources and the same compiler make the same name everywhere.
#
# Included, this file says which sources these are. As a script it writes the source file that holds the name:
#
#   cmake -DROOT=... -DCOMPILER=... -DOUTPUT=... -P BuildId.cmake
#
# COMPILER: its name and version and the kind of build, in words.

# The sources of the program's rooms, as paths from `root`, in the order of their names.
function(fiveproof_sources_of_build root result)
  set(patterns "")
  foreach(room base game dbsearch proof format verify solve convert session remote explore blame engine cli)
    foreach(kind cpp hpp capnp)
      list(APPEND patterns ${root}/${room}/*.${kind})
    endforeach()
  endforeach()
  file(GLOB_RECURSE files RELATIVE ${root} ${ARGN} ${patterns})
  list(SORT files)
  set(${result} ${files} PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  fiveproof_sources_of_build(${ROOT} files)
  set(text "${COMPILER}\n")
  foreach(file IN LISTS files)
    file(SHA256 ${ROOT}/${file} hash)
    string(APPEND text "${file} ${hash}\n")
  endforeach()
  string(SHA256 id "${text}")
  file(WRITE ${OUTPUT}
    "#include \"cli/build_id.hpp\"\n\nconst char* fiveproof::cli::build_id() { return \"${id}\"; }\n")
endif()
