#!/bin/sh
# Measures source data at the HTTP side: the sums of some 10 million rows of reports over 365 days and 5,000
# domains, on a fresh embedded database.
#
#   bench/sources.sh [CALLS]
#
# As bench/lists.sh, which does the work; filling the database takes some minutes.
MAILVANE_BENCH=Sources exec "$(dirname -- "$0")/lists.sh" "$@"
