#!/bin/sh
# Makes the list of roots that mark certificates must lead to, from the root store of the npm
# package @postalsys/vmc. Needs npm. Run it from anywhere; look at the difference before committing:
# every root in this file can say whose logo it is.
set -eu

folder=$(cd "$(dirname "$0")/.." && pwd)/mailauth/src/main/resources/org/mailvane/mailauth/bimi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
npm pack --silent @postalsys/vmc >/dev/null
tar xzf ./*.tgz
version=$(sed -n 's/^ *"version": *"\([^"]*\)".*/\1/p' package/package.json | head -n 1)

{
    echo "# Roots of mark certificates (VMC, CMC)."
    echo "# From the root store of the npm package @postalsys/vmc $version, taken on $(date -u +%Y-%m-%d)."
    echo "# Made by tools/mark-roots.sh; licence: mark-roots.LICENSE."
    for file in package/data/root-store/*.pem; do
        echo "# $(basename "$file")"
        awk '/-----BEGIN CERTIFICATE-----/ { inside = 1 }
            inside { sub(/\r$/, ""); print }
            /-----END CERTIFICATE-----/ { inside = 0 }' "$file"
    done
} >mark-roots.pem

mv mark-roots.pem "$folder/mark-roots.pem"
cp package/LICENSE "$folder/mark-roots.LICENSE"
grep -c 'BEGIN CERTIFICATE' "$folder/mark-roots.pem"
