-- One object of each kind, and enough accounts that ranges of their ids exceed the number that is scanned one by one.

insert into entity (id, num, realm, shard, type, timestamp_range, created_timestamp, deleted, balance, balance_timestamp, public_key, evm_address, memo)
  select n, n, 0, 0, 'ACCOUNT'::entity_type, '[1,)'::int8range, 1, false, 1000 * n, 1, repeat('aa', 32), decode(lpad(to_hex(n), 40, 'e'), 'hex'), ''
  from generate_series(1001, 1150) n
  union all select n, n, 0, 0, 'ACCOUNT', '[1,)', 1, false, 1000, 1, null, null, '' from unnest(array[2, 3, 98, 800]) n
  union all select 2012, 2012, 0, 0, 'CONTRACT', '[1,)', 1, false, 0, 1, null, decode(lpad(to_hex(2012), 40, 'c'), 'hex'), ''
  union all select n, n, 0, 0, 'TOKEN', '[1,)', 1, false, null, null, null, null, '' from unnest(array[2014, 2024]) n
  union all select 2015, 2015, 0, 0, 'TOPIC', '[1,)', 1, false, null, null, null, null, ''
  union all select 2017, 2017, 0, 0, 'SCHEDULE', '[1,)', 1, false, null, null, null, null, '';
insert into topic (id, created_timestamp, timestamp_range) values (2015, 1, '[1,)');
insert into token (token_id, created_timestamp, decimals, initial_supply, name, symbol, treasury_account_id, freeze_status, kyc_status, type, timestamp_range)
  values (2014, 1, 0, 0, 'Coin', 'C', 1001, 0, 0, 'FUNGIBLE_COMMON', '[1,)'),
         (2024, 1, 0, 0, 'Art', 'A', 1001, 0, 0, 'NON_FUNGIBLE_UNIQUE', '[1,)');
insert into nft (account_id, token_id, serial_number, created_timestamp, deleted, timestamp_range) values (1001, 2024, 1, 1, false, '[1,)');
insert into record_file (name, load_start, load_end, hash, prev_hash, consensus_start, consensus_end, count, digest_algorithm, version, file_hash, index)
  select 'block ' || n, 0, 0, lpad(n::text, 96, '0'), lpad((n - 1)::text, 96, '0'), 1767225000000000000 + n::bigint * 1000000000,
         1767225000999999999 + n::bigint * 1000000000, 1, 0, 6, '', n
  from generate_series(0, 3) n;
insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns, nonce, transaction_hash)
  values (1767225001000000000, 7, 22, 1001, 1767225000000000000, 0, decode(repeat('ab', 48), 'hex'));
insert into crypto_transfer (entity_id, consensus_timestamp, amount, payer_account_id)
  select n, 1767225001000000000, 1, 1001 from generate_series(1001, 1150) n;
insert into contract_result (function_parameters, contract_id, consensus_timestamp, gas_limit, payer_account_id, sender_id, transaction_hash, transaction_index, transaction_result, transaction_nonce)
  values ('', 2012, 1767225001000000000, 100, 1001, 1001, decode(repeat('ab', 32), 'hex'), 0, 22, 0);
insert into contract_transaction_hash (consensus_timestamp, hash, payer_account_id, entity_id, transaction_result)
  values (1767225001000000000, decode(repeat('ab', 32), 'hex'), 1001, 2012, 22);
insert into account_balance (account_id, consensus_timestamp, balance) values (2, 1767225000000000000, 1), (1001, 1767225000000000000, 1);
insert into contract_action (call_depth, call_type, caller, caller_type, consensus_timestamp, gas, gas_used, index, payer_account_id, result_data_type, value)
  values (0, 1, 1001, 'ACCOUNT', 1767225001000000000, 100, 50, 0, 1001, 11, 0);
insert into staking_reward_transfer (account_id, amount, consensus_timestamp, payer_account_id) values (1001, 1, 1767225001000000000, 1001);
insert into token_account (account_id, token_id, associated, balance, timestamp_range) values (1010, 2014, true, 1, '[1,)');
