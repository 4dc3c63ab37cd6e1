# A Debian package of all that `cmake --install` installs: `make package`, or cpack -G DEB in the build tree.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME bricard)
set(CPACK_PACKAGE_VENDOR "the bricard developers")
set(CPACK_PACKAGE_CONTACT "the bricard developers <bricard@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "simulation of mechanisms of rigid bodies")
set(CPACK_PACKAGE_DESCRIPTION "Linkages, suspensions, machines and robots: kinematics, dynamics, inverse dynamics, equilibria and modes of
 mechanisms with closed loops and redundant joints; program, page in the browser and C++ library.")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "librsvg2-2, libzip4")  # which plots as PNG and PDF, and workbooks, load when they are made or read
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "chromium, ffmpeg, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libsuitesparse-dev, libsundials-dev, libyaml-dev, libzip-dev, libpugixml-dev, libfmt-dev")  # to build programs with the library
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
include(CPack)
