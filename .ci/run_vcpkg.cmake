# Runs docs/packaging/vcpkg/portfile.cmake without vcpkg. What it calls is imitated here, as far as it needs.
#   cmake -D PORT=FOLDER -D ROOT=FOLDER -D SOURCE=FOLDER -P run_vcpkg.cmake: installs into ROOT/packages what
#   it unpacks into SOURCE
file(READ ${PORT}/vcpkg.json manifest)
string(JSON PORT_NAME GET "${manifest}" name)
string(JSON VERSION GET "${manifest}" version)
set(CURRENT_PACKAGES_DIR ${ROOT}/packages)

function(vcpkg_download_distfile out)
  cmake_parse_arguments(PARSE_ARGV 1 given "" "URLS;FILENAME;SHA512" "")
  file(DOWNLOAD ${given_URLS} ${ROOT}/${given_FILENAME} EXPECTED_HASH SHA512=${given_SHA512})
  set(${out} ${ROOT}/${given_FILENAME} PARENT_SCOPE)
endfunction()

function(vcpkg_extract_source_archive out)
  cmake_parse_arguments(PARSE_ARGV 1 given "" "ARCHIVE" "")
  file(ARCHIVE_EXTRACT INPUT ${given_ARCHIVE} DESTINATION ${ROOT}/source)
  file(GLOB folder ${ROOT}/source/*)
  file(REMOVE_RECURSE ${SOURCE})
  file(RENAME ${folder} ${SOURCE})
  set(${out} ${SOURCE} PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 given "" "SOURCE_PATH" "OPTIONS")
  foreach(type Debug Release)
    set(prefix ${CURRENT_PACKAGES_DIR})
    if(type STREQUAL Debug)
      string(APPEND prefix /debug)
    endif()
    execute_process(COMMAND ${CMAKE_COMMAND} -S ${given_SOURCE_PATH} -B ${ROOT}/${type}
      -DCMAKE_BUILD_TYPE=${type} -DCMAKE_C_FLAGS_DEBUG= -DCMAKE_C_FLAGS_RELEASE=
      -DCMAKE_INSTALL_PREFIX=${prefix} -DBUILD_SHARED_LIBS=OFF -DCMAKE_INSTALL_LIBDIR=lib ${given_OPTIONS}
      OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endfunction()

function(vcpkg_cmake_install)
  foreach(type Debug Release)
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${ROOT}/${type} --target install -j 2
      OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endfunction()

# Moves the package for find_package to where vcpkg has it, with the targets of Debug.
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 given "" "PACKAGE_NAME;CONFIG_PATH" "")
  set(share ${CURRENT_PACKAGES_DIR}/share/${given_PACKAGE_NAME})
  file(MAKE_DIRECTORY ${CURRENT_PACKAGES_DIR}/share)
  file(RENAME ${CURRENT_PACKAGES_DIR}/${given_CONFIG_PATH} ${share})
  file(READ ${CURRENT_PACKAGES_DIR}/debug/${given_CONFIG_PATH}/carom-targets-debug.cmake debug)
  string(REPLACE "\${_IMPORT_PREFIX}/" "\${_IMPORT_PREFIX}/debug/" debug "${debug}")
  file(WRITE ${share}/carom-targets-debug.cmake "${debug}")
  file(READ ${share}/carom-targets.cmake targets)
  set(up "get_filename_component(_IMPORT_PREFIX \"\${_IMPORT_PREFIX}\" PATH)\n")
  string(REPLACE "${up}${up}${up}" "${up}${up}" targets "${targets}") # lib/cmake/carom is one folder deeper
  file(WRITE ${share}/carom-targets.cmake "${targets}")
  file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/debug/${given_CONFIG_PATH} ${CURRENT_PACKAGES_DIR}/lib/cmake)
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 given "" "" "FILE_LIST")
  file(INSTALL ${given_FILE_LIST} DESTINATION ${CURRENT_PACKAGES_DIR}/share/${PORT_NAME} RENAME copyright)
endfunction()

function(vcpkg_fixup_pkgconfig)
  file(STRINGS ${CURRENT_PACKAGES_DIR}/lib/pkgconfig/carom.pc prefix REGEX "^prefix=\\\${pcfiledir}")
  if(NOT prefix)
    message(FATAL_ERROR "carom.pc cannot be moved")
  endif()
endfunction()

function(vcpkg_copy_pdbs)
endfunction()

include(${PORT}/portfile.cmake)
