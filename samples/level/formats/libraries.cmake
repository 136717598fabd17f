# carom_read_archives(TARGET): libzip reads levels out of .pk3 archives; without it the program takes
# plain .bsp files.
function(carom_read_archives target)
  find_package(PkgConfig QUIET)
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(LIBZIP QUIET IMPORTED_TARGET libzip)
  endif()
  if(LIBZIP_FOUND)
    target_compile_definitions(${target} PRIVATE CAROM_SAMPLE_ZIP)
    target_link_libraries(${target} PRIVATE PkgConfig::LIBZIP)
  endif()
endfunction()

# carom_read_xml(TARGET): Expat reads the scenes of tracks and terrains.
function(carom_read_xml target)
  find_package(EXPAT QUIET)
  if(EXPAT_FOUND)
    target_compile_definitions(${target} PRIVATE CAROM_SAMPLE_EXPAT)
    target_link_libraries(${target} PRIVATE EXPAT::EXPAT)
  endif()
endfunction()

# carom_read_pictures(TARGET): libpng reads the heights of terrains.
function(carom_read_pictures target)
  find_package(PNG QUIET)
  if(PNG_FOUND)
    target_compile_definitions(${target} PRIVATE CAROM_SAMPLE_PNG)
    target_link_libraries(${target} PRIVATE PNG::PNG)
  endif()
endfunction()
