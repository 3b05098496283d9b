# The programs once more, for any Linux with a C library no older than this one: linked from the same objects with
# static libraries wherever Debian has them. The C library stays outside, as iconv and threads want it.
set(rooms base game dbsearch proof format verify audit solve convert session remote explore blame engine)
list(TRANSFORM rooms REPLACE "(.+)" "$<TARGET_FILE:fiveproof_\\1>" OUTPUT_VARIABLE room_files)
list(TRANSFORM rooms PREPEND fiveproof_ OUTPUT_VARIABLE room_targets)

set(static_files "")
foreach(name capnp kj zstd lz4 lmdb expat z lzma crypto)
  find_library(FIVEPROOF_STATIC_${name} NAMES lib${name}.a REQUIRED)
  list(APPEND static_files ${FIVEPROOF_STATIC_${name}})
endforeach()

# Named after the program, in a folder of its own. The map tells what was linked in.
function(fiveproof_add_portable program)
  set(target ${program}-portable)
  add_executable(${target} $<TARGET_OBJECTS:${program}>)
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${program} RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/portable LINKER_LANGUAGE CXX)
  target_link_libraries(${target} PRIVATE ${ARGN} Threads::Threads -static-libstdc++ -static-libgcc)
  target_link_options(${target} PRIVATE LINKER:-Map=${CMAKE_CURRENT_BINARY_DIR}/${program}.map)
  add_dependencies(${target} ${program} ${room_targets})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${room_files})
  install(TARGETS ${target} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT portable)
endfunction()
fiveproof_add_portable(fiveproof -Wl,--start-group ${room_files} -Wl,--end-group ${static_files})
fiveproof_add_portable(fiveproof-audit $<TARGET_FILE:fiveproof_audit>)
