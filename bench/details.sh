#!/bin/sh
# Measures reports of the detail viewer at the HTTP side: 10 million rows of reports, 5,000 domains and 365
# days, on a fresh embedded database.
#
#   bench/details.sh [CALLS]
#
# As bench/lists.sh, which does the work; filling the database takes some minutes and 4 GB.
MAILVANE_BENCH=Details exec "$(dirname -- "$0")/lists.sh" "$@"
