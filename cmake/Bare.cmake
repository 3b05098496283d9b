# What a build without threads and without libraries of others (FIVEPROOF_BARE) has in their place.
set(FIVEPROOF_INSTALL OFF)

# There are none: base/crew_of_one.cpp.
add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)

# Headers alone, which are not where a cross compiler looks, and among others that it must not see.
find_path(FIVEPROOF_JSON_HEADERS nlohmann/json.hpp PATHS /usr/local/include /usr/include REQUIRED NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/headers)
file(CREATE_LINK ${FIVEPROOF_JSON_HEADERS}/nlohmann ${PROJECT_BINARY_DIR}/headers/nlohmann SYMBOLIC)
add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED GLOBAL)
target_include_directories(nlohmann_json::nlohmann_json SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/headers)

# What Debian's emscripten has no library for.
if(EMSCRIPTEN)
  add_compile_options("SHELL:-include ${PROJECT_SOURCE_DIR}/page/core/instead/cxx20.hpp")
endif()
