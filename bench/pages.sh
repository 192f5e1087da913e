#!/bin/sh
# Measures pages at the HTTP side: 10,000 domains with the sums of some 10 million rows of reports over 365 days,
# with issues, tasks, events and advice, on a fresh embedded database.
#
#   bench/pages.sh [CALLS]
#
# As bench/lists.sh, which does the work; filling the database takes some minutes.
MAILVANE_BENCH=Pages exec "$(dirname -- "$0")/lists.sh" "$@"
