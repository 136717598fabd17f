# A universal library of macOS, for CMake on a Mac, or with a cross compiler that has Apple's SDK
# (-DCMAKE_TOOLCHAIN_FILE=.ci/macos.cmake). docs/platforms.md says what of it is tested.
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_OSX_ARCHITECTURES "arm64;x86_64" CACHE STRING "Processors of the library")
set(CMAKE_OSX_DEPLOYMENT_TARGET 11.0 CACHE STRING "The oldest macOS that it runs on")
