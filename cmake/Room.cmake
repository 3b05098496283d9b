# One room, one library.
#
#   fiveproof_add_room(NAME SOURCES a.cpp b.cpp [PUBLIC targets...] [PRIVATE targets...])
#
# makes the static library fiveproof_NAME with the alias fiveproof::NAME. Its include folder is the project
# root, so that an include names the room: "game/square.hpp". PUBLIC only for what its headers expose.

add_library(fiveproof_warnings INTERFACE)
target_compile_options(fiveproof_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>  # in clang -Wconversion means it too, in g++ it does not
  $<$<CXX_COMPILER_ID:Clang>:-Wno-shadow>           # clang means names of other files in the bundle, too
  $<$<BOOL:${FIVEPROOF_WERROR}>:-Werror>)

# clang 14 does not say by which sanitizers it compiles, as g++ does.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  foreach(sanitizer address thread)
    if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=[a-z,-]*${sanitizer}")
      string(TOUPPER ${sanitizer} name)
      add_compile_definitions(__SANITIZE_${name}__=1)
    endif()
  endforeach()
endif()

# No path of the machine that built it is in what is handed on: messages of FIVEPROOF_ENSURE name files as they stand
# in the project. A debugger wants the real ones.
set(fiveproof_prefix_map
  $<$<NOT:$<CONFIG:Debug>>:-ffile-prefix-map=${PROJECT_BINARY_DIR}/=>
  $<$<NOT:$<CONFIG:Debug>>:-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=>)

file(REMOVE_RECURSE ${PROJECT_BINARY_DIR}/links)  # so that no list outlives its target

# What every target of ours gets and no user of it sees.
function(fiveproof_set_up target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:fiveproof_warnings>)
  target_compile_options(${target} PRIVATE ${fiveproof_prefix_map})
  if(FIVEPROOF_NATIVE)
    target_compile_options(${target} PRIVATE -march=native)
  endif()
  fiveproof_write_links(${target})
endfunction()

# Writes down what a target links, for tests/rooms/check_rooms.py. Tests and benches may link anything.
function(fiveproof_write_links target)
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE folder)
  if(folder MATCHES "^(tests|bench)(/|$)")
    return()
  endif()
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/links/${target}.txt
    CONTENT "$<TARGET_PROPERTY:${target},LINK_LIBRARIES>;$<TARGET_PROPERTY:${target},INTERFACE_LINK_LIBRARIES>\n")
endfunction()

# Compiles the files of a target eight at a time, or BATCH: half of what a file takes is what it includes. They share one space of
# names then; a file that needs one that another has for its own has a namespace of its own, or compiles alone
# (SKIP_UNITY_BUILD_INCLUSION). Nothing on which a verdict rests is compiled like this.
function(fiveproof_bundle target)
  if(FIVEPROOF_ONE_BY_ONE)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 bundle "" "BATCH" "")
  if(NOT bundle_BATCH)
    set(bundle_BATCH 8)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${bundle_BATCH})
endfunction()

# What is not asked a million times is small where a network loads it: the page, the npm package, the wheel.
function(fiveproof_keep_small target)
  if(FIVEPROOF_BARE OR FIVEPROOF_WHEEL)
    target_compile_options(${target} PRIVATE -Os)
  endif()
endfunction()

# What is inline in several objects a linker takes from the first that has it. So the rooms of which a million questions are asked
# come before the objects of a target that is kept small, each whole; what nobody calls the linker leaves out again. The wheel does
# without: g++ puts these functions in place with -Os, too, and takes the same time with and without.
function(fiveproof_fast_first target)
  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_FILE:fiveproof_\\1>" OUTPUT_VARIABLE rooms)
  list(JOIN rooms " " rooms)
  target_link_options(${target} BEFORE PRIVATE "SHELL:-Wl,--whole-archive ${rooms} -Wl,--no-whole-archive")
endfunction()

function(fiveproof_add_room name)
  cmake_parse_arguments(PARSE_ARGV 1 room "BUNDLED" "" "SOURCES;PUBLIC;PRIVATE")
  set(target fiveproof_${name})
  if(NOT room_SOURCES)  # a room that is furnished later
    file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/empty.cpp "")
    set(room_SOURCES ${CMAKE_CURRENT_BINARY_DIR}/empty.cpp)
  endif()
  add_library(${target} STATIC ${room_SOURCES})
  add_library(fiveproof::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  set_property(GLOBAL APPEND PROPERTY FIVEPROOF_ROOMS ${target})  # for packaging/Portable.cmake, which links all of them
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/fiveproof>)
  target_link_libraries(${target} PUBLIC ${room_PUBLIC} PRIVATE ${room_PRIVATE})
  fiveproof_set_up(${target})
  if(room_BUNDLED AND FIVEPROOF_BUNDLE_ROOMS)
    fiveproof_bundle(${target})
  endif()
  if(FIVEPROOF_INSTALL)
    install(TARGETS ${target} EXPORT fiveproofTargets
            ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
  endif()
endfunction()
