# Installs the build into WORK, then configures, builds and runs SOURCE against that installation.
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
# The moved prefix shows that nothing in it names the folder it was installed to.
file(RENAME ${WORK}/prefix ${WORK}/moved)
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G ${GENERATOR}
    -D WANTED_VERSION=${VERSION} -D CMAKE_PREFIX_PATH=${WORK}/moved -D CMAKE_BUILD_TYPE=${BUILD_TYPE}
    -D CMAKE_CXX_COMPILER=${CXX} -D CMAKE_CXX_FLAGS=${CXX_FLAGS})
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/consumer)

# Every header that is installed finds what it includes, and there are no others.
file(GLOB_RECURSE headers RELATIVE ${WORK}/moved/include/fiveproof ${WORK}/moved/include/fiveproof/*)
list(SORT headers)
file(STRINGS ${BUILD}/public_headers.txt public_headers)
if(NOT headers STREQUAL public_headers)
  message(FATAL_ERROR "installed: ${headers}\npublic: ${public_headers}")
endif()
list(TRANSFORM headers REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE lines)
string(JOIN "" text ${lines})
file(WRITE ${WORK}/all_headers.cpp "${text}")
run(${CXX} -std=c++20 -fsyntax-only -I${WORK}/moved/include/fiveproof ${WORK}/all_headers.cpp)
