# The Python module alone, with all that it needs inside: static libraries where there are any, and no Cap'n Proto, whose static
# library no shared object can take (format/fvp/plain_header.cpp).
set(FIVEPROOF_INSTALL OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

find_package(Threads REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)

# fiveproof_take_library(TARGET NAME HEADER)
function(fiveproof_take_library target name header)
  find_library(FIVEPROOF_LIBRARY_${name} NAMES lib${name}.a ${name} REQUIRED)
  find_path(FIVEPROOF_HEADERS_${name} ${header} REQUIRED)
  add_library(${target} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES
    IMPORTED_LOCATION ${FIVEPROOF_LIBRARY_${name}} INTERFACE_INCLUDE_DIRECTORIES ${FIVEPROOF_HEADERS_${name}})
endfunction()
fiveproof_take_library(OpenSSL::Crypto crypto openssl/sha.h)
fiveproof_take_library(zstd::libzstd_shared zstd zstd.h)
fiveproof_take_library(lz4 lz4 lz4.h)
fiveproof_take_library(lmdb lmdb lmdb.h)
fiveproof_take_library(EXPAT::EXPAT expat expat.h)
fiveproof_take_library(ZLIB::ZLIB z zlib.h)
fiveproof_take_library(LibLZMA::LibLZMA lzma lzma.h)
