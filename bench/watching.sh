#!/bin/sh
# Measures how many domains are watched: full checks right after they were added, checks once more, hourly
# checks, and lists of 10,000 domains meanwhile, against a server of DNS on this machine.
#
#   bench/watching.sh [DOMAINS [MINUTES]]
#
# DOMAINS (default 20000, at least 10000) are added by the API to accounts of 10,000 each, and three to one more
# account, on a fresh embedded database. For so many MINUTES (default 0.5) they are watched at the pace of 100,000
# domains an hour. For Linux: it looks into /proc. Two cores are used at most, shared by the service, its database, the
# server of DNS and the bench. Some five minutes. JAVA_OPTS is passed on to the service.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/.mvn/find-jdk.sh"
find_jdk || exit 1
domains=${1:-20000}
minutes=${2:-0.5}

work=$(mktemp -d "${TMPDIR:-/tmp}/mailvane-bench.XXXXXX")
# Run by root, PostgreSQL gets a user of its own, who must be let in.
chmod 755 "$work"
pid=
dns=
end() {
    for each in $pid $dns; do
        kill -TERM "$each" 2>/dev/null || :
        wait "$each" 2>/dev/null || :
    done
    rm -rf "$work"
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
export MAILVANE_DATA_DIR="$work/data" MAILVANE_INTAKE_DOMAIN=reports.example MAILVANE_RATE_TOKEN=0

cores=
if command -v taskset >/dev/null && [ "$(nproc)" -gt 2 ]; then
    cores="taskset -c 0,1"
fi

"$root/mailvane" version
accounts=$(((domains + 9999) / 10000 + 1))
while [ "$accounts" -gt 0 ]; do
    "$root/mailvane" account create --json --name Bench --owner "bench$accounts@example.com" \
        >>"$work/accounts" 2>"$work/err" || {
        cat "$work/err" >&2
        exit 1
    }
    accounts=$((accounts - 1))
done
mailbox=$(sed -n 's/.*"account_token": *"\([^"]*\)".*/\1/p' "$work/accounts" | head -n 1)@reports.example
sed -n 's/.*"api_token": *"\([^"]*\)".*/\1/p' "$work/accounts" >"$work/tokens"

mkfifo "$work/port" "$work/ready"
"$JAVA_HOME/bin/javac" -d "$work" "$root/bench/DnsAnswers.java"
$cores "$JAVA_HOME/bin/java" -Xmx128m -XX:+UseSerialGC -cp "$work" DnsAnswers 0 "$mailbox" >"$work/port" &
dns=$!
read -r port <"$work/port"

MAILVANE_DNS_SERVERS="127.0.0.1:$port" $cores "$root/mailvane" serve --http-address 127.0.0.1:0 \
    >"$work/ready" 2>"$work/err" &
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
result=0
$cores "$JAVA_HOME/bin/java" -Xmx128m -XX:+UseSerialGC -cp "$driver" "$root/bench/Watching.java" \
    "$MAILVANE_DATA_DIR/connection" "$address" "$pid" "$dns" "$domains" "$work/tokens" \
    "$minutes" || result=$?
echo "load $(cut -d ' ' -f 1-3 /proc/loadavg) at the end"
grep -E 'WARN|ERROR' "$work/err" | head -n 5 >&2 || :
exit "$result"
