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

# The examples as somebody has them who has nothing else: with CMake, and with pkg-config, where libpqxx is not linked in.
set(examples ${WORK}/examples)
file(COPY ${ROOT}/examples/ DESTINATION ${examples})
run(${CMAKE_COMMAND} -S ${examples} -B ${WORK}/examples-build -G ${GENERATOR} -D CMAKE_PREFIX_PATH=${WORK}/moved
    -D CMAKE_BUILD_TYPE=${BUILD_TYPE} -D CMAKE_CXX_COMPILER=${CXX} -D CMAKE_CXX_FLAGS=${CXX_FLAGS})
run(${CMAKE_COMMAND} --build ${WORK}/examples-build)
file(GLOB_RECURSE package ${WORK}/moved/fiveproof.pc)
cmake_path(GET package PARENT_PATH folder)
execute_process(COMMAND ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${folder} pkg-config --cflags --libs fiveproof
  OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
separate_arguments(cxx_flags UNIX_COMMAND "${CXX_FLAGS}")
run(${CXX} -std=c++20 ${cxx_flags} ${examples}/verify.cpp ${flags} -o ${WORK}/verify)

# What they say, and with which exit code they end.
function(expect code text)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE said RESULT_VARIABLE ended)
  if(NOT ended EQUAL ${code} OR NOT said MATCHES "${text}")
    message(FATAL_ERROR "${ARGN}: expected ${code} and \"${text}\", found ${ended} and \"${said}\"")
  endif()
endfunction()
foreach(verify ${WORK}/verify ${WORK}/examples-build/verify)
  expect(0 "^VERIFIED freestyle 15x15: black wins from h8 a1 i9;" ${verify} ${examples}/example.fvp)
  expect(2 "" ${verify} ${examples}/CMakeLists.txt)
endforeach()
expect(0 "g7: j9\n.*218 more replies lose to a threat sequence\n$" ${WORK}/examples-build/probe ${examples}/example.fvp "h8 a1 i9 a2 j10")
expect(1 "^not in the proof\n$" ${WORK}/examples-build/probe ${examples}/example.fvp "h8 h9 h10")
expect(0 "j11" ${WORK}/examples-build/threats freestyle "g8 a1 h8 c3 i9 o15 i10 a14")
expect(1 "^no winning threat sequence\n$" ${WORK}/examples-build/threats standard "h8 i9")

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
