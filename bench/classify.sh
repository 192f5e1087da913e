#!/bin/sh
# Measures how long a row takes to classify, with one thread. Some ten seconds.
#
#   bench/classify.sh
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/.mvn/find-jdk.sh"
find_jdk || exit 1

work=$(mktemp -d "${TMPDIR:-/tmp}/mailvane-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

"$root/mailvane" version
libraries=$root/server/target/app/mailvane.jar:$root/server/target/app/lib/*
"$JAVA_HOME/bin/javac" -d "$work" -cp "$libraries" "$root/bench/Classify.java"

echo "cores $(nproc), load $(cut -d ' ' -f 1-3 /proc/loadavg), $(date -u +%FT%TZ)"
"$JAVA_HOME/bin/java" -Xmx512m -XX:+UseCompactObjectHeaders -cp "$work:$libraries" Classify
