#!/bin/sh
# Run once by PostgreSQL's image on a new volume: the role that Persdesk connects as owns its database and is nothing more.
set -eu
psql --set ON_ERROR_STOP=1 --username postgres --dbname postgres --set password="$OWNER_PASSWORD" <<'SQL'
create role persdesk login password :'password';
create database persdesk owner persdesk;
SQL
