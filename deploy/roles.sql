-- Creates the roles of a database of Tain in an external PostgreSQL, and revokes privileges of other roles. Run it with psql
-- as the superuser, in that database, before the first `tain migrate` and before a restore; it can be repeated. Passwords
-- are taken from the environment. docs/operations.md lists the privileges of each role; migrations grant those on tables.
\set ON_ERROR_STOP on
\getenv ingest_password INGEST_PASSWORD
\getenv api_password API_PASSWORD
\getenv status_password STATUS_PASSWORD

select format('create role %I login', role)
  from unnest(array['tain', 'tain_api', 'tain_status']) as role where to_regrole(role) is null \gexec
alter role tain password :'ingest_password';
alter role tain_api password :'api_password';
alter role tain_status password :'status_password';

-- Role of migrations and of the ingest.
alter database :"DBNAME" owner to tain;
-- Lets the ingest end a session that holds a lock of the ingest.
grant pg_signal_backend to tain;

revoke temporary on database :"DBNAME" from public;
revoke execute on function lo_creat(int), lo_create(oid), lo_from_bytea(oid, bytea) from public;
-- A role that holds an advisory lock of the ingest would block the ingest.
do $$
declare lock regprocedure;
begin
  for lock in select oid from pg_proc where pronamespace = 'pg_catalog'::regnamespace and proname ~ '^pg_(try_)?advisory_' loop
    execute format('revoke execute on function %s from public', lock);
    execute format('grant execute on function %s to tain', lock);
  end loop;
end $$;
