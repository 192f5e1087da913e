#!/bin/sh
# Measures report mail by SMTP: how fast mails are taken in, how fast the queue is worked, and the memory.
#
#   bench/intake.sh CORPUS [backlog] [CONNECTIONS]
#
# CORPUS is a folder with eml/, arf/ and tlsrpt/, whose .eml files are sent over that many connections
# (default 8) into a fresh embedded database. With `backlog` 100,000 mails are sent: the same again, each
# with a header field of its own. For Linux: it looks into /proc. Two cores are used at most, whatever the
# machine has. JAVA_OPTS is passed on to the service.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/.mvn/find-jdk.sh"
find_jdk || exit 1
corpus=${1:-}
if [ ! -d "$corpus/eml" ]; then
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
shift
mails=0
if [ "${1:-}" = backlog ]; then
    mails=100000
    shift
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/mailvane-bench.XXXXXX")
# Run by root, PostgreSQL gets a user of its own, who must be let in.
chmod 755 "$work"
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
port=$("$JAVA_HOME/bin/java" "$root/bench/Intake.java" port)
export MAILVANE_DATA_DIR="$work/data" MAILVANE_INTAKE_DOMAIN=reports.example \
    MAILVANE_SMTP_LISTEN="127.0.0.1:$port"

cores=
if command -v taskset >/dev/null && [ "$(nproc)" -gt 2 ]; then
    cores="taskset -c 0,1"
fi

"$root/mailvane" version
"$root/mailvane" account create --json --name Bench --owner bench@example.com >"$work/account" 2>"$work/err" || {
    cat "$work/err" >&2
    exit 1
}
token=$(sed -n 's/.*"account_token": *"\([^"]*\)".*/\1/p' "$work/account")

mkfifo "$work/ready"
$cores "$root/mailvane" serve --http-address 127.0.0.1:0 >"$work/ready" 2>"$work/err" &
pid=$!
exec 3<"$work/ready"
line=
while read -r line <&3; do
    case $line in "Mailvane is ready: "*) break ;; esac
done
if [ -z "$line" ]; then
    cat "$work/err" >&2
    exit 1
fi

echo "cores $(nproc), load $(cut -d ' ' -f 1-3 /proc/loadavg), $(date -u +%FT%TZ)"
driver=$(ls "$root"/server/target/app/lib/postgresql-*.jar)
$cores "$JAVA_HOME/bin/java" -Xmx512m -XX:+UseSerialGC -cp "$driver" "$root/bench/Intake.java" \
    send "$corpus" "$port" "$token@reports.example" "${1:-8}" "$mails" "$MAILVANE_DATA_DIR/connection" "$pid"
echo "load $(cut -d ' ' -f 1-3 /proc/loadavg) at the end"
grep -E 'WARN|ERROR' "$work/err" | head -n 5 >&2 || :
