# cmake -D ARCHIVES=tests/fuzz/corpus -D FOLDER=... -P unpack_corpora.cmake
# Each TARGET.tar of ARCHIVES becomes FOLDER/TARGET. What was in FOLDER before is gone, so that an input that is
# no longer in the corpus is not replayed.
file(GLOB archives ${ARCHIVES}/*.tar)
if(NOT archives)
  message(FATAL_ERROR "no corpora in ${ARCHIVES}")
endif()
file(REMOVE_RECURSE ${FOLDER})
foreach(archive ${archives})
  cmake_path(GET archive STEM target)
  file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${FOLDER}/${target})
endforeach()
