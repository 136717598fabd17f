# Windows as with MSVC, from Debian: clang-cl and the C library of Wine (.ci/clang-msvc). It links no program.
#   cmake -B build/msvc -DCMAKE_TOOLCHAIN_FILE=.ci/msvc.cmake
#   cmake --build build/msvc --target carom_static
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
set(CMAKE_C_COMPILER clang-cl-14)
set(CMAKE_C_COMPILER_TARGET x86_64-pc-windows-msvc)
set(CMAKE_LINKER lld-link)
set(CMAKE_AR llvm-lib-14)
set(CMAKE_MT llvm-mt-14)
set(CMAKE_RC_COMPILER llvm-rc-14)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(wine /usr/include/wine/wine)
set(CMAKE_C_FLAGS_INIT "-imsvc ${wine}/msvcrt -imsvc ${wine}/windows -D_UCRT -D__STDC_NO_ATOMICS__=1 \
'-DHUGE_VALF=__builtin_huge_valf()' -Disless=__builtin_isless -Dislessequal=__builtin_islessequal \
-Disgreaterequal=__builtin_isgreaterequal")
