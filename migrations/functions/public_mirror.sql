-- What the public mirror's own server needs of a database.

-- The transactions of a hash by its first 32 bytes, from the one partition that can hold them; hashes whole.
create or replace function get_transaction_info_by_hash(bytea)
returns table (consensus_timestamp bigint, hash bytea, payer_account_id bigint)
language plpgsql stable strict parallel safe as $$
begin
  if length($1) = 0 then
    return;
  end if;
  return query execute format(
    'select consensus_timestamp, hash || coalesce(hash_suffix, ''''::bytea), payer_account_id
     from public.transaction_hash_%s where substring(hash from 1 for 32) = $1',
    lpad((get_byte($1, 0) % 32)::text, 2, '0')
  ) using $1;
end $$;
