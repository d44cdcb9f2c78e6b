# The platform of WebAssembly modules that call WASI, for versions of CMake that do not know it.

set(WASI 1)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
# Programs are linked statically.
set_property(GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS FALSE)
