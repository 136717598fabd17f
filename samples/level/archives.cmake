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

# carom_read_tracks(TARGET): Expat reads the scenes of tracks; without it the program takes none.
function(carom_read_tracks target)
  find_package(EXPAT QUIET)
  if(EXPAT_FOUND)
    target_compile_definitions(${target} PRIVATE CAROM_SAMPLE_EXPAT)
    target_link_libraries(${target} PRIVATE EXPAT::EXPAT)
  endif()
endfunction()
