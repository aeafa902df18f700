-- Makes the commit of the present transaction survive a crash of a server with `synchronous_commit = off`: for rows that
-- are in no stream. Other values stay, because they decide what a replica must have.
create or replace function tain.commit_durably() returns void language sql as $$
  select set_config('synchronous_commit', 'on', true) where current_setting('synchronous_commit') = 'off'
$$;
