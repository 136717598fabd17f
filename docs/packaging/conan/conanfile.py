"""A recipe for Conan 2: conan create FOLDER-OF-THIS-FILE --version 0.2.0"""
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rmdir


class CaromConan(ConanFile):
    name = "carom"
    description = "Collisions without a solver: collision detection in C11, for 3D and for the plane"
    license = "MIT"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    languages = "C"
    implements = ["auto_shared_fpic"]

    def layout(self):
        cmake_layout(self, src_folder="src")

    def source(self):
        get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("TESTS", "SAMPLES", "BENCH"):
            toolchain.cache_variables["CAROM_BUILD_" + part] = False
        toolchain.cache_variables["CAROM_UTHASH"] = False
        toolchain.cache_variables["CAROM_INSTALL_BOTH"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))

    def package_info(self):
        static_on_windows = self.settings.compiler == "msvc" and not self.options.shared
        self.cpp_info.libs = ["carom_static" if static_on_windows else "carom"]
        self.cpp_info.set_property("cmake_target_name", "carom::carom")
        self.cpp_info.set_property("pkg_config_name", "carom")
        if self.options.shared:
            self.cpp_info.defines = ["CAROM_SHARED"]
        elif self.settings.os != "Windows":
            self.cpp_info.system_libs = ["m", "pthread"]
