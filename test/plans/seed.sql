-- A million skewed transactions and what belongs to them, always the same for one seed. Set before:
-- seed.transactions and seed.seed. Some values are hot, some cold, some were hot once, some are new:
-- where a value is met matters as much as how often.
--
-- Times: one transaction a second, from 2025-06-01. Entities from 1001 to 81000 are, by their number modulo 20:
-- 0 to 11 accounts, 12 and 13 contracts, 14 tokens, 15 and 16 topics, 17 and 18 schedules, 19 files.
--   1001 pays for half of all, 1002 for every seventh
--   1003 paid for much of the first twentieth and then nothing, 1005 pays since the last hundredth
--   1004 never pays, and receives in every tenth transfer
--   82001 to 83000 paid once each, in the first hundredth: many accounts, all long ago
--   83001 to 84000 were paid once each, in the first hundredth

create schema seed;

create function seed.n() returns bigint immutable language sql return current_setting('seed.transactions')::bigint;
-- From 0 to 1, for a row and a purpose.
create function seed.r(row_number bigint, purpose int) returns double precision immutable language sql return
  (hashint8extended(row_number, purpose + current_setting('seed.seed')::bigint * 1000) & 1048575) / 1048576.0;
-- Nanoseconds of the second of a row, and of a fraction of it.
create function seed.at(row_number bigint) returns bigint immutable language sql return
  1748736000000000000 + row_number * 1000000000;
create function seed.bytes(row_number bigint, purpose int, length int) returns bytea immutable language sql return
  substring(sha512(convert_to(row_number || ':' || purpose, 'UTF8')) from 1 for length);
-- An account: those with low numbers often, those with high ones hardly ever.
create function seed.account(row_number bigint, purpose int) returns bigint immutable language sql return
  1001 + 20 * floor(4000 * power(seed.r(row_number, purpose), 3))::bigint
    + floor(12 * seed.r(row_number, purpose + 500))::bigint;
-- The long-zero address of an account as topics store it.
create function seed.topic(account bigint) returns bytea immutable language sql return
  decode(lpad(to_hex(account), (length(to_hex(account)) + 1) / 2 * 2, '0'), 'hex');
create function seed.range(from_row bigint) returns int8range immutable language sql return
  int8range(seed.at(from_row), null);
create function seed.key(n bigint) returns text immutable language sql return
  case when n % 3 > 0 then repeat('aa', 32) when n % 999 = 0 then repeat('bb', 32)
    else encode(seed.bytes(n % 30000, 1, 32), 'hex') end;

-- Entities

insert into entity (id, num, realm, shard, type, timestamp_range, created_timestamp, deleted, balance,
                    balance_timestamp, public_key, key, alias, evm_address, memo, staked_node_id)
  select n, n, 0, 0, kind::entity_type, seed.range(n % 1000), seed.at(n % 1000), n % 500 = 3,
         case when kind in ('ACCOUNT', 'CONTRACT') then
           case when n in (2, 1001) then 1000000000000000 when n % 5003 = 0 then 1000000 + n else n % 100 end end,
         case when kind in ('ACCOUNT', 'CONTRACT') then seed.at(seed.n() - n) end,
         seed.key(n), decode('1220' || seed.key(n), 'hex'),
         case when n % 10 = 1 then seed.bytes(n, 2, 35) end, case when n % 4 = 1 then seed.bytes(n, 3, 20) end,
         'entity ' || n, case when n % 7 = 0 then 3 else -1 end
  from (select n, case when n <= 1000 or n > 81000 then 'ACCOUNT' when n % 20 < 12 then 'ACCOUNT'
                       when n % 20 < 14 then 'CONTRACT' when n % 20 = 14 then 'TOKEN'
                       when n % 20 < 17 then 'TOPIC' when n % 20 < 19 then 'SCHEDULE' else 'FILE' end as kind
        from (select generate_series(2, 100) union all select generate_series(800, 801)
              union all select generate_series(1001, 84000)) s (n)) k;
insert into entity_history (id, num, realm, shard, type, timestamp_range, created_timestamp, deleted, balance,
                            balance_timestamp, public_key, memo)
  select n, n, 0, 0, 'ACCOUNT'::entity_type, int8range(seed.at(n % 1000 + v * 10), seed.at(n % 1000 + v * 10 + 10)),
         seed.at(n % 1000), false, v, seed.at(n % 1000 + v * 10), seed.key(n), 'version ' || v
  from generate_series(1001, 21000, 4) n, generate_series(-3, -1) v where n % 20 < 12
  union all
  select 1001, 1001, 0, 0, 'ACCOUNT'::entity_type, int8range(seed.at(-20000 + v), seed.at(-19999 + v)), seed.at(-20000), false, v,
         seed.at(-20000 + v), seed.key(1001), '' from generate_series(0, 18999) v;
insert into contract (id, initcode, runtime_bytecode)
  select n, seed.bytes(n, 4, 60), seed.bytes(n, 5, 60) from generate_series(1001, 81000) n where n % 20 in (12, 13);
insert into topic (id, created_timestamp, timestamp_range, submit_key)
  select n, seed.at(n % 1000), seed.range(n % 1000), decode('1220' || seed.key(n), 'hex')
  from generate_series(1001, 81000) n where n % 20 in (15, 16);

-- Transactions

create unlogged table seed.t as
  select i, seed.at(i) + floor(seed.r(i, 10) * 1000000)::bigint as ts,
         (case when i in (5, 6, 7) then 23 when i between 1000 and 1500 and i % 10 = 0 then 12
               when i % 20000 = 7 then 39 when r < 0.70 then 14 when r < 0.85 then 27 when r < 0.93 then 7
               when r < 0.95 then 50 when r < 0.97 then 37 when r < 0.99 then 40 when r < 0.998 then 11
               else 15 end)::smallint as type,
         (case when failed and i % 3 = 0 then 10 when failed then 9 else 22 end)::smallint as result,
         payer, 3 + i % 10 as node
  from (select i, seed.r(i, 11) as r,
               case when p = 1001 then i < 1000 and i % 2 = 0 else seed.r(i, 12) < 0.03 end as failed, p as payer
        from (select i, case when i <= seed.n() / 100 and i % 10 = 9 and i < 10000 then 82001 + i / 10
                             when i < seed.n() / 20 and seed.r(i, 13) < 0.3 then 1003
                             when i > seed.n() / 100 * 99 and seed.r(i, 13) < 0.1 then 1005
                             when seed.r(i, 14) < 0.50 then 1001 when seed.r(i, 14) < 0.65 then 1002
                             when seed.r(i, 14) < 0.66 then 2 else seed.account(i, 15) end as p
              from generate_series(1, seed.n()) i) a) b;
insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns, valid_duration_seconds,
    node_account_id, entity_id, max_fee, charged_tx_fee, memo, transaction_hash, nonce, scheduled, index, nft_transfer)
  select ts, type, result, payer, ts - 3000000000, 120, node,
         case type when 27 then 1015 when 7 then 1012 when 37 then 1014 end, 100000000, 50000 + i % 1000, '',
         seed.bytes(i, 6, 48), 0, i % 5000 = 11, i % 100,
         case when i % 40 = 1 then jsonb_build_array(jsonb_build_object('is_approval', false, 'receiver_account_id',
           1004, 'sender_account_id', payer, 'serial_number', case when i % 400 = 1 then 1 else i / 40 + 1 end, 'token_id', 1034))
           -- Some with another sender and receiver.
           || case when i % 800 = 41 then jsonb_build_array(jsonb_build_object('is_approval', false, 'receiver_account_id',
             seed.account(i, 35), 'sender_account_id', 1008, 'serial_number', i, 'token_id', case when i % 1600 = 41 then 1054 else 1034 end))
             else '[]' end end
  from seed.t;
-- Children of calls, which lists leave out where only their payer takes part.
insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns, node_account_id,
    charged_tx_fee, nonce, parent_consensus_timestamp, transaction_hash, index)
  select ts + 1, case when i % 2 = 0 then 7 else 11 end, 22, payer, ts - 3000000000, node, 0, 1, ts, seed.bytes(i, 7, 48), 100
  from seed.t where type = 7;
insert into transaction_hash (consensus_timestamp, hash, payer_account_id)
  select consensus_timestamp, transaction_hash, payer_account_id from transaction;
insert into crypto_transfer (entity_id, consensus_timestamp, amount, payer_account_id, is_approval)
  select payer, ts, -50000 - i % 1000, payer, false from seed.t
  union all select 98, ts, 40000, payer, false from seed.t
  union all select node, ts, 5000, payer, false from seed.t
  union all select 800, ts, 5000, payer, false from seed.t where i % 4 = 0
  union all select 801, ts, 5000, payer, false from seed.t where i % 4 = 1
  union all select case when i < seed.n() / 100 and i < 10000 and i % 10 = 3 then 83001 + i / 10
                        when i % 10 = 5 then 1004 else seed.account(i, 16) end, ts, 100, payer, false
              from seed.t where type = 14
  -- An account that others debit, by an approval.
  union all select 1006, ts, -1, payer, true from seed.t where i % 5000 = 0;
insert into token_transfer (token_id, account_id, consensus_timestamp, amount, payer_account_id, is_approval)
  select 1014 + 20 * (i % 50 / 10), payer, ts, -1, payer, false from seed.t where type = 14 and i % 7 = 0
  union all select 1014 + 20 * (i % 50 / 10), seed.account(i, 17), ts, 1, payer, false from seed.t where type = 14 and i % 7 = 0;
insert into staking_reward_transfer (account_id, amount, consensus_timestamp, payer_account_id)
  select distinct on (ts) case when i % 2 = 0 then 1001 else seed.account(i, 18) end, 5, ts, payer from seed.t where i % 40 = 4;
insert into assessed_custom_fee (amount, collector_account_id, consensus_timestamp, token_id, effective_payer_account_ids, payer_account_id)
  select 5, seed.account(i, 19), ts, null, array[payer], payer from seed.t where i % 100 = 14;
insert into entity_transaction (consensus_timestamp, entity_id, payer_account_id, result, type)
  select ts, case when i % 3 = 0 then 1012 else seed.account(i, 20) end, payer, result, type from seed.t where i % 50 = 0;

-- Blocks: one for each hundred transactions

insert into record_file (name, load_start, load_end, hash, prev_hash, consensus_start, consensus_end, count,
    digest_algorithm, version, file_hash, index, gas_used, hapi_version_major, hapi_version_minor, hapi_version_patch)
  select 'block ' || b, 0, 0, encode(seed.bytes(b, 8, 48), 'hex'), encode(seed.bytes(b - 1, 8, 48), 'hex'),
         seed.at(b * 100), seed.at(b * 100 + 100) - 1, 100, 0, 6, '', b, 100000, 0, 50, 0
  from generate_series(0, seed.n() / 100) b;

-- Topics: 1015 has every third message, 1016 had many and is silent since

insert into topic_message (consensus_timestamp, message, running_hash, sequence_number, running_hash_version, topic_id, payer_account_id)
  select ts, seed.bytes(i, 9, 40), seed.bytes(i, 10, 48), row_number() over (partition by topic order by ts), 3, topic, payer
  from (select i, ts, payer,
               case when i < seed.n() / 5 and i % 2 = 0 then 1016 when i % 3 = 0 then 1015
                    else 1015 + 20 * floor(4000 * power(seed.r(i, 21), 3))::bigint + i % 2 end as topic
        from seed.t where type = 27) m order by ts;

-- Contracts

create unlogged table seed.call as
  select i, ts, type, payer, result, n as nonce,
         case when i % 2 = 0 then 1012 when i < seed.n() / 20 then 1032
              else 1012 + 20 * floor(4000 * power(seed.r(i, 22 + n), 3))::bigint + i % 2 end as contract
  from seed.t, generate_series(0, case when type = 7 then 1 else 0 end) n where type in (7, 50);
insert into contract_result (function_parameters, gas_limit, gas_used, consensus_timestamp, amount, contract_id,
    payer_account_id, sender_id, transaction_hash, transaction_index, transaction_result, transaction_nonce, call_result)
  select seed.bytes(i, 11, 36), 300000, 100000 + i % 1000, ts + nonce, 0, contract, payer,
         case when nonce = 0 then payer else 1012 end, seed.bytes(i, 12, 32), i % 100, result, nonce, seed.bytes(i, 13, 32)
  from seed.call;
insert into contract_transaction_hash (consensus_timestamp, hash, payer_account_id, entity_id, transaction_result)
  select ts, seed.bytes(i, 12, 32), payer, contract, result from seed.call where nonce = 0;
insert into contract_transaction (consensus_timestamp, entity_id, contract_ids, payer_account_id)
  select distinct ts + nonce, contract, array[contract], payer from seed.call;
insert into ethereum_transaction (consensus_timestamp, data, gas_limit, hash, max_gas_allowance, nonce, payer_account_id,
    signature_r, signature_s, type, gas_price, value, to_address, chain_id)
  select ts, seed.bytes(i, 14, 60), 300000, seed.bytes(i, 12, 32), 0, i, payer, seed.bytes(i, 15, 32), seed.bytes(i, 16, 32), 2,
         '\x2f', '\x00', seed.bytes(i, 17, 20), '\x0128'
  from seed.call where type = 50;
insert into contract_log (bloom, consensus_timestamp, contract_id, data, index, topic0, topic1, topic2, topic3,
    payer_account_id, root_contract_id, transaction_hash, transaction_index, synthetic)
  select '', ts + nonce, contract, seed.bytes(i, 18, 32), l,
         case when i % 5 > 0 then decode(repeat('aa', 32), 'hex') when i % 1000 = 0 then decode(repeat('bb', 32), 'hex')
              else seed.bytes(i % 50, 19, 32) end,
         decode(lpad(to_hex(seed.account(i, 26)), 64, '0'), 'hex'), decode(lpad(to_hex(payer), 64, '0'), 'hex'),
         case when i % 10 = 0 then seed.bytes(i, 20, 32) end, payer, contract, seed.bytes(i, 12, 32), i % 100, false
  from seed.call, generate_series(0, (i % 3)::int) l;
insert into contract_log (bloom, consensus_timestamp, contract_id, data, index, topic0, topic1, topic2,
    payer_account_id, root_contract_id, transaction_hash, transaction_index, synthetic)
  select '', consensus_timestamp, token_id, '\x01', 0, decode(repeat('aa', 32), 'hex'), '\x0000', '\x0000', payer_account_id,
         token_id, seed.bytes(consensus_timestamp, 6, 48), 1, true
  from token_transfer where amount > 0;
-- Events Transfer of tokens of contracts, and of a token of the ledger.
insert into contract_log (bloom, consensus_timestamp, contract_id, data, index, topic0, topic1, topic2,
    payer_account_id, root_contract_id, transaction_hash, transaction_index, synthetic)
  select '', ts, case when i % 4 = 0 then 1014 when i % 3 = 0 then 1013 else 5012 end, decode(lpad('5', 64, '0'), 'hex'), 10,
         decode('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', 'hex'),
         seed.topic(payer), seed.topic(case when i % 10 = 0 then 1006 else seed.account(i, 36) end), payer, contract, seed.bytes(i, 12, 32), i % 100, false
  from seed.call where nonce = 0;
insert into contract_action (call_depth, call_type, caller, consensus_timestamp, gas, gas_used, index, input,
    recipient_contract, result_data, result_data_type, value, payer_account_id)
  select l, 1, payer, ts, 100, 50, l, '\x00', contract, '\x00', 11, 0, payer
  from seed.call, generate_series(0, case when i % 10000 = 0 then 300 else 1 end) l where nonce = 0;
insert into contract_state (contract_id, created_timestamp, modified_timestamp, slot, value)
  select 1012, seed.at(n), seed.at(n + 5000), decode(lpad(to_hex(n), 64, '0'), 'hex'), '\x05'::bytea from generate_series(1, 30000) n
  union all select c, seed.at(n), seed.at(n + 10), decode(lpad(to_hex(n), 64, '0'), 'hex'), '\x05'
    from generate_series(1033, 9000, 20) c, generate_series(1, 5) n;
insert into contract_state_change (consensus_timestamp, contract_id, payer_account_id, slot, value_read, value_written)
  select seed.at(n), 1012, 1001, decode(lpad(to_hex(case when n % 2 = 0 then 7 else n % 30000 end), 64, '0'), 'hex'), ''::bytea, '\x05'::bytea
  from generate_series(1, 60000) n
  union all select seed.at(v * 100 + n), c, 1001, decode(lpad(to_hex(n), 64, '0'), 'hex'), '', '\x05'
    from generate_series(1033, 9000, 20) c, generate_series(1, 5) n, generate_series(1, 4) v;

-- Tokens: 1014 has a holder in every account, 1034 has most NFTs

insert into token (token_id, created_timestamp, decimals, initial_supply, name, symbol, treasury_account_id, type, freeze_status,
    kyc_status, total_supply, timestamp_range)
  select n, seed.at(n % 1000), 2, 1000, case when n % 200 = 14 then 'Rare Coin ' || n else 'Token ' || n % 100 end, 'T' || n,
         case when n % 3 = 0 then 1001 else seed.account(n, 27) end,
         (case when n = 1034 or n % 100 = 74 then 'NON_FUNGIBLE_UNIQUE' else 'FUNGIBLE_COMMON' end)::token_type, 0, 0, 1000,
         seed.range(n % 1000)
  from generate_series(1014, 81000, 20) n;
insert into token_history (token_id, created_timestamp, decimals, initial_supply, name, symbol, treasury_account_id, freeze_status,
    kyc_status, timestamp_range)
  select n, seed.at(n % 1000), 2, 1000, 'old', 'T' || n, 1001, 0, 0, int8range(seed.at(n % 1000 - v - 1), seed.at(n % 1000 - v))
  from generate_series(1014, 81000, 20) n, generate_series(0, 2) v;
insert into token_account (account_id, token_id, associated, balance, balance_timestamp, timestamp_range, created_timestamp,
    freeze_status, kyc_status)
  select a, 1014, a % 50 > 0, case when a % 97 = 0 then 100000 + a else a % 20 end, seed.at(a), seed.range(a), seed.at(a), 0, 0
    from generate_series(1001, 81000) a where a % 20 < 12
  union all
  select 1001, t, t % 200 > 14, t % 7, seed.at(t), seed.range(t), seed.at(t), 0, 0 from generate_series(1034, 81000, 20) t
  union all
  -- Associations that were given up, all but a few.
  select 1002, t, t % 2000 = 14, 1, seed.at(t), seed.range(t), seed.at(t), 0, 0 from generate_series(1034, 81000, 20) t
  union all
  select distinct on (a, t) a, t, true, 3, seed.at(50), seed.range(50), seed.at(50), 0, 0
    from (select seed.account(n, 28) as a, 1034 + 20 * floor(3900 * seed.r(n, 29))::bigint as t from generate_series(1, 60000) n) s
    where a > 1002;
insert into token_account_history (account_id, token_id, associated, balance, balance_timestamp, timestamp_range, created_timestamp)
  select a, 1014, true, v, seed.at(v), int8range(seed.at(v), seed.at(v + 1)), seed.at(0)
  from generate_series(1003, 9000, 20) a, generate_series(-5, -1) v;
insert into custom_fee (entity_id, timestamp_range, fixed_fees)
  select n, seed.range(n % 1000), '[]' from generate_series(1014, 81000, 100) n;
insert into nft (account_id, token_id, serial_number, created_timestamp, deleted, metadata, spender, timestamp_range)
  select case when n % 20 = 0 then null when n % 2 = 0 then 1001 else seed.account(n, 30) end, 1034, n, seed.at(n), n % 20 = 0,
         '\x01'::bytea, case when n % 2000 = 2 then 1008 when n % 3 = 1 then 1006 end, seed.range(n)
    from generate_series(1, 100000) n
  union all
  select seed.account(t + n, 31), t, n, seed.at(n), false, '\x01', null, seed.range(n)
    from generate_series(1074, 81000, 100) t, generate_series(1, 20) n;
insert into nft_history (account_id, token_id, serial_number, created_timestamp, deleted, timestamp_range)
  select seed.account(v, 32), 1034, 1, seed.at(0), false, int8range(seed.at(v * 400 + 1), seed.at(v * 400 + 401))
  from generate_series(0, seed.n() / 400 - 1) v
  union all
  select 1001, 1034, n, seed.at(0), false, int8range(seed.at(0), seed.at(n)) from generate_series(2, 50000) n;

-- Allowances, airdrops, hooks, schedules

insert into crypto_allowance (owner, spender, amount, amount_granted, payer_account_id, timestamp_range)
  select distinct on (o, s) o, s, case when n % 10 = 0 then 0 else 5 end, 5, o, seed.range(n)
  from (select n, case when n % 2 = 0 then 1001 else seed.account(n, 33) end as o, 1001 + n * 7 % 70000 as s
        from generate_series(1, 20000) n) a;
insert into token_allowance (owner, spender, token_id, amount, amount_granted, payer_account_id, timestamp_range)
  select distinct on (o, s, t) o, s, t, case when n % 3 > 0 and o = 1001 and t > 40000 then 0 else 5 end, 5, o, seed.range(n)
  from (select n, case when n % 2 = 0 then 1001 else seed.account(n, 34) end as o, 1001 + n % 500 as s,
               1014 + 20 * (n % 4000) as t from generate_series(1, 40000) n) a;
insert into nft_allowance (owner, spender, token_id, approved_for_all, payer_account_id, timestamp_range)
  select distinct on (o, s, t) o, s, t, n % 50 = 0, o, seed.range(n)
  from (select n, case when n % 2 = 0 then 1001 else seed.account(n, 35) end as o,
               case when n % 5 = 0 then 1008 else 1001 + n % 2000 end as s, 1034 + 20 * (n % 100) as t from generate_series(1, 40000) n) a;
insert into token_airdrop (sender_account_id, receiver_account_id, token_id, serial_number, amount, state, timestamp_range)
  select 1001, 1001 + i, 1014 + 20 * (i % 7), 0, 1, (case when i % 100 = 0 then 'PENDING' else 'CLAIMED' end)::airdrop_state, seed.range(i)
    from generate_series(1, 20000) i
  union all select 30000 + i, 1001, 1014 + 20 * (i % 7), 0, 1, 'PENDING', seed.range(i) from generate_series(1, 20000) i
  union all select seed.account(i, 36), seed.account(i, 37), 1034, i, null, 'PENDING', seed.range(i) from generate_series(1, 5000) i;
insert into hook (hook_id, owner_id, contract_id, created_timestamp, deleted, timestamp_range)
  select i, 1001, 1012, seed.at(i), i % 10 = 0, seed.range(i) from generate_series(1, 10000) i
  union all select 1, seed.account(i, 38) + 100000 * i, 1012, seed.at(i), false, seed.range(i) from generate_series(1, 3) i
  union all select 1, a, 1012, seed.at(a), false, seed.range(a) from generate_series(1003, 9000, 20) a;
insert into hook_storage (hook_id, owner_id, key, created_timestamp, modified_timestamp, value, deleted)
  select 1, 1001, decode(lpad(to_hex(i), 64, '0'), 'hex'), seed.at(1), seed.at(2), case when i % 100 = 0 then '\x01'::bytea else ''::bytea end, i % 100 <> 0
  from generate_series(0, 20000) i;
insert into hook_storage_change (hook_id, owner_id, key, consensus_timestamp, value_read, value_written)
  select 1, 1001, decode(lpad(to_hex(case when i % 2 = 0 then 5 else i % 600 end), 64, '0'), 'hex'), seed.at(i), '', '\x01'
  from generate_series(1, 40000) i;
insert into schedule (schedule_id, creator_account_id, payer_account_id, consensus_timestamp, transaction_body, executed_timestamp, expiration_time)
  select n, case when n % 2 = 0 then 1001 else seed.account(n, 39) end, 1001, seed.at(n), '\x00',
         case when n % 3 = 0 then seed.at(n + 5) end, case when n % 3 = 1 then seed.at(n + 100000) end
  from generate_series(1001, 81000) n where n % 20 in (17, 18);
insert into transaction_signature (consensus_timestamp, public_key_prefix, entity_id, signature, type)
  select seed.at(n + s), seed.bytes(s, 21, 6), n, seed.bytes(s, 22, 64), 3
  from generate_series(1001, 81000) n, generate_series(1, 2) s where n % 20 in (17, 18);

-- Snapshots of balances: every fifteen minutes what changed, all of them in the first of a month

select tain.ensure_balance_partitions(seed.at(seed.n()));
insert into account_balance (account_id, consensus_timestamp, balance)
  select id, seed.at(1), balance from entity where balance is not null
  union all select id, seed.at(2592000), balance from entity where balance is not null and seed.n() > 2592000
  union all select a, seed.at(900 * s), s + a % 7 from generate_series(1, seed.n() / 900) s,
    unnest(array[2, 3, 4, 5, 98, 800, 801, 1001, 1002, 1003, 1004] || array(select distinct 1001 + 20 * (x % 500) from generate_series(1, 100) x)) a
    where 900 * s <> 2592000;
insert into token_balance (account_id, token_id, consensus_timestamp, balance)
  select account_id, token_id, seed.at(1), balance from token_account where associated
  union all select a, 1014, seed.at(900 * s), s from generate_series(1, seed.n() / 900) s,
    generate_series(1001, 5000, 80) a;
insert into account_balance_file (consensus_timestamp, count, load_start, load_end, name, synthetic)
  select seed.at(900 * s), 100, 0, 0, 'balances ' || s, true from generate_series(1, seed.n() / 900) s;

-- The network

insert into address_book (start_consensus_timestamp, file_id, file_data, node_count)
  select seed.at(i * 100), 101 + i % 2, '', 31 from generate_series(1, 100) i;
insert into address_book_entry (consensus_timestamp, node_id, node_account_id)
  select seed.at(i * 100), n, n + 3 from generate_series(1, 100) i, generate_series(0, 30) n;
insert into address_book_service_endpoint (consensus_timestamp, node_id, ip_address_v4, port)
  select seed.at(i * 100), n, '10.0.0.1', p from generate_series(1, 100) i, generate_series(0, 30) n, generate_series(1, 5) p;
insert into node_stake (consensus_timestamp, node_id, epoch_day, reward_rate, stake, stake_rewarded, staking_period, max_stake, min_stake, stake_not_rewarded)
  select seed.at(i), n, i, 1, 1, 1, 1, 1, 1, 1 from generate_series(1, 300) i, generate_series(0, 30) n;
insert into network_stake (consensus_timestamp, epoch_day, max_staking_reward_rate_per_hbar, node_reward_fee_denominator,
    node_reward_fee_numerator, stake_total, staking_period, staking_period_duration, staking_periods_stored,
    staking_reward_fee_denominator, staking_reward_fee_numerator, staking_reward_rate, staking_start_threshold)
  select seed.at(i), i, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 from generate_series(1, 300) i;
insert into registered_node (registered_node_id, created_timestamp, timestamp_range, type, service_endpoints)
  select i, seed.at(i), seed.range(i), '{1}', '[]' from generate_series(1, 2000) i;
insert into file_data (consensus_timestamp, entity_id, file_data, transaction_type)
  select seed.at(i * 20), 112, '\x0a0c0801100c1a0608f2f19ac706120c0801100f1a0608d29a9cc706'::bytea, 19 from generate_series(10, 20000) i
  union all select seed.at(1), 111, '', 17;

drop table seed.t, seed.call;
