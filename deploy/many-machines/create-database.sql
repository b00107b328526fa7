-- Once, as superuser on the primary: psql -h 127.0.0.1 -p 5000 -U postgres -v password=... -f create-database.sql
create role shop login password :'password' nosuperuser nocreatedb nocreaterole;
create database shop owner shop encoding 'UTF8' template template0;
revoke connect on database shop from public;
