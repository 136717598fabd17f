# carom_read_archives(TARGET): libzip reads levels out of .pk3 archives; without it the program takes
# plain .bsp files. pkg-config knows the libraries of this machine, which are no use in a cross build.
function(carom_read_archives target)
  if(CMAKE_CROSSCOMPILING)
    return()
  endif()
  find_package(PkgConfig QUIET)
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(LIBZIP QUIET IMPORTED_TARGET libzip)
  endif()
  if(LIBZIP_FOUND)
    target_compile_definitions(${target} PRIVATE CAROM_SAMPLE_ZIP)
    target_link_libraries(${target} PRIVATE PkgConfig::LIBZIP)
  endif()
endfunction()

# carom_read_with(TARGET PACKAGE): another library that reads files, e.g. Expat for XML and libpng for
# heights.
# The program says what it was built without.
function(carom_read_with target package)
  find_package(${package} QUIET)
  if(${package}_FOUND)
    target_compile_definitions(${target} PRIVATE CAROM_SAMPLE_${package})
    target_link_libraries(${target} PRIVATE ${package}::${package})
  endif()
endfunction()
