#!/bin/sh
# Measures how fast addresses are looked up: reverse name, the way back, and keeping both in a fresh embedded
# database, against a server of DNS in the same process.
#
#   bench/evidence.sh [ADDRESSES [MILLISECONDS]]
#
# ADDRESSES that nobody knows yet (default 10000), answered after MILLISECONDS (default 20). For Linux, two
# cores at most.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/.mvn/find-jdk.sh"
find_jdk || exit 1

work=$(mktemp -d "${TMPDIR:-/tmp}/mailvane-bench.XXXXXX")
# Run by root, PostgreSQL gets a user of its own, who must be let in.
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

cores=
if command -v taskset >/dev/null && [ "$(nproc)" -gt 2 ]; then
    cores="taskset -c 0,1"
fi

"$root/mailvane" version
libraries=$root/server/target/app/mailvane.jar:$root/server/target/app/lib/*
"$JAVA_HOME/bin/javac" -d "$work" -cp "$libraries" "$root/bench/Evidence.java"

echo "cores $(nproc), load $(cut -d ' ' -f 1-3 /proc/loadavg), $(date -u +%FT%TZ)"
$cores "$JAVA_HOME/bin/java" -Xmx512m -XX:+UseSerialGC -XX:+UseCompactObjectHeaders -cp "$work:$libraries" \
    Evidence "$work/data" "${1:-10000}" "${2:-20}"
echo "load $(cut -d ' ' -f 1-3 /proc/loadavg) at the end"
