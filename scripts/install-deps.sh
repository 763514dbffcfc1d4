#!/usr/bin/env bash
# Installs what Heddle builds and tests with, on Debian 12. Elsewhere it says
# what to install. Does nothing where all of it is there.
set -euo pipefail

packages=(
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools
  clang-22 clang-format-22 clang-tidy-22 lld-22 liblld-22-dev libclang-rt-22-dev
  cmake ninja-build make ccache git python3 python3-dev python3-venv python3-numpy
  libexpected-dev libgtest-dev libgmock-dev librapidcheck-dev
  libbenchmark-dev nlohmann-json3-dev libcli11-dev zlib1g-dev
  libzstd-dev binutils xz-utils
  libc++-22-dev-wasm32 libclang-rt-22-dev-wasm32 wasi-libc
  chromium fonts-dejavu-core
)
# Another Node.js than Debian's brings npm along.
command -v npm >/dev/null || packages+=(nodejs npm)

is_installed() {
  dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}

if [ -r /etc/os-release ] && . /etc/os-release &&
   [ "${ID:-}" = debian ] && [ "${VERSION_ID:-}" = 12 ]; then
  missing=()
  for package in "${packages[@]}"; do
    is_installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && exit 0
  if [ "$(id -u)" = 0 ]; then
    root=()
  elif command -v sudo >/dev/null; then
    root=(sudo)
  else
    echo "install-deps.sh: expects to run as root or with sudo, to install: ${missing[*]}" >&2
    exit 1
  fi
  echo "installing: ${missing[*]}" >&2
  export DEBIAN_FRONTEND=noninteractive
  "${root[@]}" apt-get update -qq
  "${root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  exit 0
fi

# Another system: all that matters is that the tools are there.
missing=()
for tool in clang++-22 ld.lld-22 cmake ninja python3; do
  command -v "$tool" >/dev/null || missing+=("$tool")
done
python3 -c 'import numpy' 2>/dev/null || missing+=("python3's numpy")
[ ${#missing[@]} -eq 0 ] && exit 0
cat >&2 <<EOF
install-deps.sh: expects Debian 12, or a system with everything installed, but
these programs are missing: ${missing[*]}
Install what these Debian 12 packages contain:
  ${packages[*]}
LLVM 22 for other systems comes from LLVM's own package archive. Or use the
Dockerfile beside this project's README, which works anywhere.
EOF
exit 1
