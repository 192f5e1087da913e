#!/bin/sh
# Measures what asks DNS: questions, SPF evaluations and inspections of whole domains, against a server of
# DNS on this machine, in a process of its own, that has all answers encoded.
#
#   bench/dns.sh [WHAT]
#
# WHAT is some of questions,warm,cold,inspect (default all). For Linux, two cores at most. Some two minutes.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/.mvn/find-jdk.sh"
find_jdk || exit 1

work=$(mktemp -d "${TMPDIR:-/tmp}/mailvane-bench.XXXXXX")
pid=
end() {
    if [ -n "$pid" ]; then
        kill -TERM "$pid" 2>/dev/null || :
        wait "$pid" 2>/dev/null || :
    fi
    rm -rf "$work"
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

cores=
if command -v taskset >/dev/null && [ "$(nproc)" -gt 2 ]; then
    cores="taskset -c 0,1"
fi

"$root/mailvane" version
libraries=$root/server/target/app/mailvane.jar:$root/server/target/app/lib/*
"$JAVA_HOME/bin/javac" -d "$work" -cp "$libraries" "$root/bench/Dns.java" "$root/bench/DnsAnswers.java"

mkfifo "$work/port"
$cores "$JAVA_HOME/bin/java" -Xmx128m -XX:+UseSerialGC -cp "$work" DnsAnswers 0 >"$work/port" &
pid=$!
read -r port <"$work/port"

echo "cores $(nproc), load $(cut -d ' ' -f 1-3 /proc/loadavg), $(date -u +%FT%TZ)"
$cores "$JAVA_HOME/bin/java" -Xmx512m -XX:+UseCompactObjectHeaders -cp "$work:$libraries" \
    Dns "$port" "$pid" "${1:-questions,warm,cold,inspect}"
echo "load $(cut -d ' ' -f 1-3 /proc/loadavg) at the end"
