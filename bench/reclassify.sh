#!/bin/sh
# Measures how long rows take to be classified again when rules are new: a million rows of 100 domains over 30
# days, on a fresh embedded database, while a small report is imported and domains are listed every second.
#
#   bench/reclassify.sh [PERCENT [ROWS]]
#
# PERCENT of the rows (default 100) get another source and category by it. With ROWS, one domain has so many on
# one day, each of an address of its own, as one report can bring them. For Linux, two cores at most.
# JAVA_OPTS is passed on to the service.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/.mvn/find-jdk.sh"
find_jdk || exit 1

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
export MAILVANE_DATA_DIR="$work/data" MAILVANE_RATE_TOKEN=0 MAILVANE_DNS_SERVERS=127.0.0.1:9

cores=
if command -v taskset >/dev/null && [ "$(nproc)" -gt 2 ]; then
    cores="taskset -c 0,1"
fi

"$root/mailvane" version
"$root/mailvane" account create --json --name Bench --owner bench@example.com >"$work/account" 2>"$work/err" || {
    cat "$work/err" >&2
    exit 1
}
token=$(sed -n 's/.*"api_token": *"\([^"]*\)".*/\1/p' "$work/account")

mkfifo "$work/ready"
$cores "$root/mailvane" serve --http-address 127.0.0.1:0 >"$work/ready" 2>"$work/err" &
pid=$!
exec 3<"$work/ready"
address=
while read -r line <&3; do
    case $line in
        "Mailvane is ready: "*)
            address=${line#Mailvane is ready: }
            break
            ;;
    esac
done
if [ -z "$address" ]; then
    cat "$work/err" >&2
    exit 1
fi

echo "cores $(nproc), load $(cut -d ' ' -f 1-3 /proc/loadavg), $(date -u +%FT%TZ)"
driver=$(ls "$root"/server/target/app/lib/postgresql-*.jar)
$cores "$JAVA_HOME/bin/java" -cp "$driver" "$root/bench/Reclassify.java" \
    "$MAILVANE_DATA_DIR/connection" "$address" "$token" "${1:-100}" ${2:+"$2"}
echo "load $(cut -d ' ' -f 1-3 /proc/loadavg) at the end"
