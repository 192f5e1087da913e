#!/bin/sh
# Measures whole processes: starts of the service, imports into a fresh embedded database, reading alone.
#
#   bench/import.sh CORPUS [start|import|huge|read|dry-run]...
#
# CORPUS is a folder with eml/ and huge/huge.eml; any folder of report files will do for `import` alone.
# Without further words everything is measured. For Linux: it looks into /proc. Two cores are used at
# most, whatever the machine has. JAVA_OPTS is passed on.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
corpus=${1:-}
if [ ! -d "$corpus" ]; then
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
shift
[ $# -gt 0 ] || set -- start import huge read dry-run
mails=$corpus
[ -d "$corpus/eml" ] && mails=$corpus/eml

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
export MAILVANE_DATA_DIR="$work/data"

cores=
if command -v taskset >/dev/null && [ "$(nproc)" -gt 2 ]; then
    cores="taskset -c 0,1"
fi

nanos() { date +%s%N; }

# Number $1 of the JSON object in file $2.
number() { sed -n "s/.*\"$1\":\([0-9.]*\).*/\1/p" "$2"; }

# CPU seconds of all processes that this shell has waited for, and of those that they have waited for,
# from what `times` has written; that must run in this shell itself.
spent() { sed -n 2p "$work/times" | tr 'ms' '  ' | awk '{ print $1 * 60 + $2 + $3 * 60 + $4 }'; }

# Runs ./mailvane with the arguments; sets wall, peak (MB of the JVM), cpu (of all) and jvm_cpu.
measured() {
    times >"$work/times"
    before=$(spent)
    from=$(nanos)
    $cores "$root/mailvane" "$@" >"$work/out" 2>"$work/err" &
    pid=$!
    peak=0
    jvm=0
    # The kernel keeps the high-water mark; what is lost is what grows after the last look.
    while hwm=$(awk '/^VmHWM/ { print int($2 / 1024) }' "/proc/$pid/status" 2>/dev/null) && [ -n "$hwm" ]; do
        peak=$hwm
        ticks=$(awk '{ sub(/.*\) /, ""); print $12 + $13 }' "/proc/$pid/stat" 2>/dev/null) || :
        jvm=${ticks:-$jvm}
        sleep 0.1
    done
    status=0
    wait "$pid" || status=$?
    to=$(nanos)
    times >"$work/times"
    pid=
    if [ "$status" -ne 0 ] && [ "$status" -ne 3 ]; then
        cat "$work/err" >&2
        exit 1
    fi
    wall=$(echo "$from $to" | awk '{ printf "%.2f", ($2 - $1) / 1e9 }')
    cpu=$(echo "$before $(spent)" | awk '{ printf "%.1f", $2 - $1 }')
    jvm_cpu=$(echo "$jvm $(getconf CLK_TCK)" | awk '{ printf "%.1f", $1 / $2 }')
}

# Starts the service, waits until it says that it is ready, and ends it.
served() {
    mkfifo "$work/ready"
    from=$(nanos)
    $cores "$root/mailvane" serve --http-address 127.0.0.1:0 >"$work/ready" 2>"$work/err" &
    pid=$!
    exec 3<"$work/ready"
    line=
    while read -r line <&3; do
        case $line in "Mailvane is ready"*) break ;; esac
    done
    to=$(nanos)
    kill -TERM "$pid"
    cat <&3 >/dev/null
    wait "$pid" || :
    pid=
    exec 3<&-
    rm "$work/ready"
    if [ -z "$line" ]; then
        cat "$work/err" >&2
        exit 1
    fi
    echo "$1 $from $to" | awk '{ printf "%-22s ready after %.2f s\n", $1 " start", ($3 - $2) / 1e9 }'
}

# An import of $2, called $1.
imported() {
    measured import --json "$2"
    echo "$(number found "$work/out") $(number imported "$work/out") $(number duplicate "$work/out")" \
        "$(number failed "$work/out") $(number records "$work/out") $(number seconds "$work/out")" \
        "$wall $peak $cpu $jvm_cpu" |
        awk -v what="$1" '{
            printf "%-22s %d files: %d imported, %d duplicate, %d failed; %d records\n", what, $1, $2, $3, $4, $5
            printf "%22s wall %.2f s whole process (%.2f s the import itself)", "", $7, $6
            if ($5 > 0) printf ": %d records/s (%d)", $5 / $7, $5 / $6
            printf "; %d files/s\n", $1 / $7
            printf "%22s JVM peak RSS %d MB; CPU %.1f s, of these JVM %.1f s\n", "", $8, $9, $10
        }'
}

"$root/mailvane" version
echo "cores $(nproc), load $(cut -d ' ' -f 1-3 /proc/loadavg), $(date -u +%FT%TZ)"

for part in "$@"; do
    case $part in
        start)
            served first
            served second
            served third
            ;;
        import | huge)
            if [ ! -f "$work/account" ]; then
                "$root/mailvane" account create --name Bench --owner bench@example.com >"$work/account" 2>&1
            fi
            if [ "$part" = import ]; then
                imported "first import" "$mails"
                imported "second import" "$mails"
            else
                imported "huge report" "$corpus/huge/huge.eml"
            fi
            ;;
        read)
            measured read "$corpus/huge/huge.eml"
            echo "read huge report       wall $wall s, JVM peak RSS $peak MB, CPU $cpu s"
            ;;
        dry-run)
            measured import --dry-run --json "$mails"
            echo "$(number found "$work/out") $wall $peak $cpu" |
                awk '{ printf "%-22s %d files: wall %.2f s, %d files/s; JVM peak RSS %d MB, CPU %.1f s\n", "read all, store nothing", $1, $2, $1 / $2, $3, $4 }'
            ;;
        *)
            echo "What is $part? start, import, huge, read or dry-run." >&2
            exit 2
            ;;
    esac
done
echo "load $(cut -d ' ' -f 1-3 /proc/loadavg) at the end"
