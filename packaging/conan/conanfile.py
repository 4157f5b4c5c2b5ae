"""swept for Conan 2: `conan create packaging/conan --build=missing` packs the sources in whose folder packaging/ it lies."""

import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain
from conan.tools.files import copy, rmdir

required_conan_version = ">=2.0"


class SweptConan(ConanFile):
    name = "swept"
    version = "0.1.0"
    description = "Exact collision detection of moving meshes: when one thing moves, what does it hit, where, and when?"
    license = "MIT"
    topics = ("collision-detection", "geometry", "mesh", "robotics", "games")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {
        "shared": [True, False],
        "fPIC": [True, False],
        "with_tbb": [True, False],  # parallel builds and batches
        "with_io": [True, False],  # the component io: mesh files and worlds
        "with_assimp": [True, False],  # further mesh formats
        "with_tool": [True, False],  # the command line tool
    }
    default_options = {
        "shared": False,
        "fPIC": True,
        "with_tbb": True,
        "with_io": True,
        "with_assimp": False,
        "with_tool": False,
    }

    def configure(self):
        if self.options.shared:
            self.options.rm_safe("fPIC")

    def layout(self):
        self.folders.root = os.path.join("..", "..")
        self.folders.source = "."
        self.folders.build = os.path.join("build", "conan")
        self.folders.generators = os.path.join("build", "conan", "generators")

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for name in ("CMakeLists.txt", "LICENSE", "CHANGELOG.md"):
            copy(self, name, root, self.export_sources_folder)
        for folder in ("cmake", "include", "src", "apps", "packaging/debian"):
            copy(self, "*", os.path.join(root, folder), os.path.join(self.export_sources_folder, folder))
        copy(self, "cli*.md", os.path.join(root, "docs"), os.path.join(self.export_sources_folder, "docs"))

    def requirements(self):
        # What our headers include, their users need too.
        self.requires("eigen/[>=3.4 <4]", transitive_headers=True)
        self.requires("tl-expected/[>=1.0 <2]", transitive_headers=True)
        self.requires("highway/[>=1.0.3 <2]")
        if self.options.with_tbb:
            self.requires("onetbb/[>=2021.8]")
        if self.options.with_io:
            self.requires("tinygltf/[>=2.5 <3]")
            self.requires("nlohmann_json/[>=3.11 <4]")
        if self.options.with_assimp:
            self.requires("assimp/[>=5.2 <6]")
            self.requires("zlib/[>=1.2.11 <2]")
        if self.options.with_tool:
            self.requires("cli11/[>=2.1 <3]")
            self.requires("fmt/[>=9]")

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.25]")

    def validate(self):
        check_min_cppstd(self, 20)
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("swept is built and tested on Linux only")
        if not self.options.with_io and (self.options.with_assimp or self.options.with_tool):
            raise ConanInvalidConfiguration("with_assimp and with_tool need with_io")

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["SWEPT_LIBRARIES"] = "SHARED" if self.options.shared else "STATIC"
        toolchain.cache_variables["SWEPT_TBB"] = "ON" if self.options.with_tbb else "OFF"
        toolchain.cache_variables["SWEPT_IO"] = bool(self.options.with_io)
        toolchain.cache_variables["SWEPT_ASSIMP"] = "ON" if self.options.with_assimp else "OFF"
        toolchain.cache_variables["SWEPT_TOOL"] = bool(self.options.with_tool)
        toolchain.cache_variables["SWEPT_UNITY"] = True
        toolchain.cache_variables["SWEPT_VIEWER"] = "OFF"  # it would take npm
        toolchain.generate()
        dependencies = CMakeDeps(self)
        # Highway calls itself hwy, and so does our build.
        dependencies.set_property("highway", "cmake_file_name", "hwy")
        dependencies.set_property("highway::hwy", "cmake_target_name", "hwy::hwy")
        dependencies.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        # Conan makes these for whoever uses the package.
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "swept")
        core = self.cpp_info.components["core"]
        core.set_property("cmake_target_name", "swept::swept")
        core.set_property("pkg_config_name", "swept")
        core.libs = ["swept"]
        core.system_libs = ["m", "pthread"]
        core.requires = ["eigen::eigen", "tl-expected::tl-expected", "highway::hwy"]
        if self.options.with_tbb:
            core.requires.append("onetbb::libtbb")
        solids = self.cpp_info.components["solids"]
        solids.set_property("cmake_target_name", "swept::solids")
        solids.set_property("pkg_config_name", "swept-solids")
        solids.libs = ["swept-solids"]
        solids.requires = ["core"]
        papers = self.cpp_info.components["papers"]
        papers.set_property("cmake_target_name", "swept::papers")
        papers.set_property("pkg_config_name", "swept-papers")
        papers.libs = ["swept-papers"]
        papers.requires = ["core"]
        dynamics = self.cpp_info.components["dynamics"]
        dynamics.set_property("cmake_target_name", "swept::dynamics")
        dynamics.set_property("pkg_config_name", "swept-dynamics")
        dynamics.libs = ["swept-dynamics"]
        dynamics.requires = ["core"]
        picture = self.cpp_info.components["picture"]
        picture.set_property("cmake_target_name", "swept::picture")
        picture.set_property("pkg_config_name", "swept-picture")
        picture.libs = ["swept-picture"]
        picture.requires = ["solids"]
        if self.options.with_io:
            io = self.cpp_info.components["io"]
            io.set_property("cmake_target_name", "swept::io")
            io.set_property("pkg_config_name", "swept-io")
            io.libs = ["swept-io"]
            io.requires = ["solids", "tinygltf::tinygltf", "nlohmann_json::nlohmann_json"]
            if self.options.with_assimp:
                io.requires += ["assimp::assimp", "zlib::zlib"]
        if self.options.with_tool:
            tool = self.cpp_info.components["tool"]
            tool.requires = ["io", "picture", "cli11::cli11", "fmt::fmt"]
