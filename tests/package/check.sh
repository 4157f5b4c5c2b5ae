#!/usr/bin/env bash
# check.sh DEBS WORK OUTSIDE [--install]: are the Debian packages in the folder DEBS whole? Looks at what a Debian user
# would trip over, unpacks them into WORK/root, builds the project OUTSIDE against that, and runs it and the tool. With
# --install they are really installed, which changes the machine, tried there too, and taken away again.
set -euo pipefail
debs=$(realpath "$1") work=$(realpath -m "$2") outside=$(realpath "$3") really=${4:-}
root=$work/root
rm -rf "$work" && mkdir -p "$root"

wrong() { echo "package: $*" >&2; exit 1; }
field() { dpkg-deb -f "$1" "$2"; }

look_at() {  # DEB: control fields, papers, owners and modes
  local deb=$1 name list
  name=$(field "$deb" Package)
  for key in Version Architecture Maintainer Section Priority Description Installed-Size; do
    [ -n "$(field "$deb" $key)" ] || wrong "$name has no $key"
  done
  local description; description=$(field "$deb" Description)
  ! grep -qE '.{81}' <<<"$description" || wrong "$name: a line of its description is too long"
  list=$(dpkg-deb -c "$deb")
  awk '$2 != "root/root" { exit 1 }' <<<"$list" || wrong "$name: something does not belong to root"
  awk '$1 !~ /^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x|lrwxrwxrwx)$/ { exit 1 }' <<<"$list" || wrong "$name: odd permissions"
  awk '$6 !~ /^\.\/(usr\/.*)?$/ { exit 1 }' <<<"$list" || wrong "$name: something lies outside /usr"
  for paper in copyright changelog.gz changelog.Debian.gz; do
    grep -q " ./usr/share/doc/$name/$paper$" <<<"$list" || wrong "$name has no $paper"
  done
}

versions=()
for deb in "$debs"/*.deb; do
  look_at "$deb"
  versions+=("$(field "$deb" Version)")
  dpkg-deb -x "$deb" "$root"
done
((${#versions[@]} == 8)) || wrong "${#versions[@]} packages, and not eight"
[ "$(printf '%s\n' "${versions[@]}" | sort -u | wc -l)" = 1 ] || wrong "versions differ: ${versions[*]}"
version=${versions[0]%-*}

# What depends on what.
depends_on() {  # DEB-NAME PACKAGE...
  local all name=$1; shift
  all=", $(field "$debs/$name"_*.deb Depends),"
  for package; do [[ $all == *", $package"[\ ,]* ]] || wrong "$name does not depend on $package:$all"; done
}
library=$(basename "$debs"/libswept[0-9]*.deb); library=${library%%_*}
io_library=libswept-io${library#libswept}
dynamics_library=libswept-dynamics${library#libswept}
solids_library=libswept-solids${library#libswept}
picture_library=libswept-picture${library#libswept}
papers_library=libswept-papers${library#libswept}
depends_on "$library" libc6 'libstdc++6'
depends_on "$io_library" "$library" "$solids_library" 'libstdc++6'
depends_on "$solids_library" "$library" 'libstdc++6'
depends_on "$picture_library" "$library" "$solids_library" 'libstdc++6'
depends_on "$papers_library" "$library" 'libstdc++6'
depends_on "$dynamics_library" "$library" 'libstdc++6'
depends_on libswept-dev "$library" "$solids_library" "$papers_library" "$dynamics_library" "$picture_library" "$io_library" libeigen3-dev libexpected-dev
depends_on swept libc6 'libstdc++6'

# The libraries: named by their version, stripped, looking nowhere but where the system does.
libdir=$(dirname "$(find "$root" -name 'libswept.so')")
soname=$(readelf -d "$libdir/libswept.so" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
[ "$soname" = "libswept.so.${library#libswept}" ] || wrong "$library has the soname $soname"
for file in "$libdir"/libswept*.so.*.*.* "$root/usr/bin/swept"; do
  what=$(readelf -dSW "$file")
  ! grep -qE 'RPATH|RUNPATH' <<<"$what" || wrong "$file has a run path"
  ! grep -qE ' \.(symtab|debug_info)' <<<"$what" || wrong "$file is not stripped"
done
# Only what the headers mark is shown: names of swept's own namespace.
# (Weak ones are templates of the standard library and the like.)
for file in libswept.so libswept-solids.so libswept-papers.so libswept-dynamics.so libswept-picture.so; do
  nm -D --defined-only "$libdir/$file" | awk '$2 == "T" { print $3 }' | c++filt | grep -v 'swept::' > "$work/shown" || true
  [ ! -s "$work/shown" ] || wrong "$file shows $(head -n 1 "$work/shown")"
done

# The manual page knows all commands.
export LD_LIBRARY_PATH=$libdir
tool=$root/usr/bin/swept
[ "$("$tool" --version)" = "swept $version" ] || wrong "the tool says $("$tool" --version), the package $version"
manual=$(zcat "$root/usr/share/man/man1/swept.1.gz")
commands=$("$tool" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
[ -n "$commands" ] || wrong "the tool's help lists no commands"
for command in $commands; do
  grep -qx ".B $command" <<<"$manual" || wrong "the manual page leaves out '$command'"
done

try_tool() {  # TOOL
  "$1" sweep solid:box,size=1x1x1 solid:box,size=1x10x4 --translate 20,0,0 --obstacle-at 10,0,0 > "$work/sweep.txt" ||
    [ $? = 1 ] || wrong "the tool does not sweep"
  grep -q 'hit' "$work/sweep.txt" || wrong "the tool says: $(cat "$work/sweep.txt")"
}
try_tool "$tool"

# Would apt take them?
if command -v apt-get >/dev/null; then
  apt-get install -s "$debs"/*.deb > "$work/apt.txt" || wrong "apt would not install them: $(tail -n 5 "$work/apt.txt")"
fi

# A project outside, against what was unpacked.
build_outside() {  # FOLDER [cmake options]
  local folder=$1; shift
  cmake -S "$outside" -B "$folder" -G Ninja -DWITH_IO=ON -DVERSION="$version" "$@" >/dev/null
  cmake --build "$folder"
}
launcher=(); ! command -v ccache >/dev/null || launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
build_outside "$work/outside" -DCMAKE_PREFIX_PATH="$root/usr" "${launcher[@]}"

if [ "$really" = --install ]; then
  unset LD_LIBRARY_PATH
  as_root=(); [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" dpkg -i "$debs"/*.deb
  trap '"${as_root[@]}" dpkg -r swept libswept-dev "$io_library" "$picture_library" "$dynamics_library" "$papers_library" "$solids_library" "$library"' EXIT
  try_tool /usr/bin/swept
  build_outside "$work/installed" "${launcher[@]}"
  (cd "$work" && c++ "$outside/main.cpp" -o with_pkg_config $(pkg-config --cflags --libs swept) && ./with_pkg_config)
fi
echo "package: $library, $solids_library, $papers_library, $dynamics_library, $picture_library, $io_library, libswept-dev and swept $version are whole"
