# An overlay port: vcpkg install carom --overlay-ports=FOLDER-OF-THIS-FILE. Fill in the address and the sum
# (sha512) of the archive.
vcpkg_download_distfile(archive URLS "@URL@" FILENAME "carom-${VERSION}.tar.gz" SHA512 "@HASH@")
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${archive}")

# The library has its own map in place of uthash, so that the port depends on no other one.
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS -DCAROM_BUILD_TESTS=OFF -DCAROM_BUILD_SAMPLES=OFF
  -DCAROM_BUILD_BENCH=OFF -DCAROM_UTHASH=OFF -DCAROM_INSTALL_BOTH=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME carom CONFIG_PATH lib/cmake/carom)
vcpkg_fixup_pkgconfig()
vcpkg_copy_pdbs()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
