#!/bin/sh
# Makes certificates/: an authority of this machine alone, and what 'db' and 's3' show to the shop. Run once, as root.
set -eu
umask 077
mkdir certificates
cd certificates
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj '/CN=perfumeria' \
  -keyout ca.key -out ca.pem 2>/dev/null
for name in db s3; do
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj "/CN=$name" \
    -addext "subjectAltName=DNS:$name" -addext 'basicConstraints=critical,CA:FALSE' \
    -CA ca.pem -CAkey ca.key -keyout "$name.key" -out "$name.pem" 2>/dev/null
done
# Nobody signs with it again.
rm ca.key
chmod 0755 . && chmod 0644 ./*.pem
# The user of PostgreSQL in its image.
chown 999 db.key
