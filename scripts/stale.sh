# shellcheck shell=bash
# Sourced by the scripts that build what is missing.

# Whether the file is missing, or older than a source, a bundled case or a pom in the folders.
is_stale() {
  local file=$1
  shift
  [ -f "$file" ] || return 0
  [ -n "$(find "$@" \( -name target -o -name .git -o -name test -o -name upstream -o -name docs \) -prune -o -type f -newer "$file" \
    \( -path '*/src/main/*' -o -path '*/conformance/cases/*' -o -name pom.xml \) -print -quit 2> /dev/null)" ]
}
