# The Python module alone, with all that it needs inside: static libraries where a shared object can take them. Cap'n Proto's it
# cannot, and does without (format/fvp/plain_header.cpp); nor LMDB's, which lies beside the module as a shared one
# (python/packaging/backend.py).
set(FIVEPROOF_INSTALL OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

find_package(Threads REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)

# fiveproof_take_library(TARGET NAME HEADER [FILES...]): the first of these that there is, a static library if none are named.
function(fiveproof_take_library target name header)
  find_library(FIVEPROOF_LIBRARY_${name} NAMES ${ARGN} lib${name}.a ${name} REQUIRED)
  find_path(FIVEPROOF_HEADERS_${name} ${header} REQUIRED)
  add_library(${target} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES
    IMPORTED_LOCATION ${FIVEPROOF_LIBRARY_${name}} INTERFACE_INCLUDE_DIRECTORIES ${FIVEPROOF_HEADERS_${name}})
endfunction()
fiveproof_take_library(OpenSSL::Crypto crypto openssl/sha.h)
fiveproof_take_library(zstd::libzstd_shared zstd zstd.h)
fiveproof_take_library(lz4 lz4 lz4.h)
fiveproof_take_library(lmdb lmdb lmdb.h lmdb)
fiveproof_take_library(EXPAT::EXPAT expat expat.h)
fiveproof_take_library(ZLIB::ZLIB z zlib.h)
fiveproof_take_library(LibLZMA::LibLZMA lzma lzma.h)
