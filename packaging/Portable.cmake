# The programs twice more, linked from the same objects. `portable` is for any Linux with a C library no older
# than this one: static libraries wherever Debian has them, and the C library outside, as its tables of charsets
# are there. `static` needs nothing of the system that it runs on, and knows UTF-8 alone (utf8_alone.cpp).
get_property(rooms GLOBAL PROPERTY FIVEPROOF_ROOMS)
list(TRANSFORM rooms REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE room_files)

set(static_files "")
foreach(name capnp kj zstd lz4 lmdb expat z lzma crypto)
  find_library(FIVEPROOF_STATIC_${name} NAMES lib${name}.a REQUIRED)
  list(APPEND static_files ${FIVEPROOF_STATIC_${name}})
endforeach()

# Named after the program, in a folder of its own. The map tells what was linked in.
function(fiveproof_link_again program variant)
  set(target ${program}-${variant})
  add_executable(${target} $<TARGET_OBJECTS:${program}>)
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${program} RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${variant} LINKER_LANGUAGE CXX)
  target_link_libraries(${target} PRIVATE ${ARGN} Threads::Threads)
  target_link_options(${target} PRIVATE LINKER:-Map=${CMAKE_CURRENT_BINARY_DIR}/${target}.map)
  add_dependencies(${target} ${program} ${rooms})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${room_files})
  install(TARGETS ${target} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${variant})
endfunction()
foreach(variant portable static)
  fiveproof_link_again(fiveproof ${variant} -Wl,--start-group ${room_files} -Wl,--end-group ${static_files})
  fiveproof_link_again(fiveproof-audit ${variant} $<TARGET_FILE:fiveproof_audit>)
endforeach()
foreach(program fiveproof fiveproof-audit)
  target_link_options(${program}-portable PRIVATE -static-libstdc++ -static-libgcc)
  target_link_options(${program}-static PRIVATE -static-pie)
endforeach()
target_sources(fiveproof-static PRIVATE utf8_alone.cpp)
target_include_directories(fiveproof-static PRIVATE ${PROJECT_SOURCE_DIR})
fiveproof_set_up(fiveproof-static)
