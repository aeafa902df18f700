/** Rows with some frequent, some rare and some missing values, for tests of plans. */

export const HOT_KEY: string = 'aa'.repeat(32);
export const COLD_KEY: string = 'bb'.repeat(32);
const MONTH = 1_751_328_000n;
/** Seconds of the last balance snapshot. */
export const SNAPSHOT: bigint = MONTH + 900n * 400n;
const NANOS = 1_000_000_000n;

/**
 * Rows of 30,000 entities, half of them accounts, and 1500 tokens; two in three accounts have the same key, and nearly
 * all have small balances of hbars and tokens. Account 4 has the most of all; account 10 has 10,000 associations,
 * nearly all dissociated.
 */
export const ACCOUNT_ROWS: string = `
insert into entity (id, num, realm, shard, type, timestamp_range, created_timestamp, deleted, balance, balance_timestamp, public_key)
  select i, i, 0, 0, (case when i % 2 = 0 then 'ACCOUNT' when i % 4 = 1 then 'TOPIC' else 'TOKEN' end)::entity_type,
         '[1,)', i, false, case when i % 5000 = 0 then 1000000 + i else i % 100 end, i,
         case when i % 1000 = 0 then '${COLD_KEY}' when i % 3 > 0 then '${HOT_KEY}' end
  from generate_series(1, 30000) i;
  insert into token_account (account_id, token_id, associated, balance, timestamp_range)
  select 2 * a, 4 * t + 3, t % 10 > 0 or a > 1, case when a % 97 = 0 then 1000 + a else a % 3 end, '[1,)' from generate_series(1, 300) a, generate_series(1, 40) t;
  insert into token_account (account_id, token_id, associated, balance, timestamp_range)
  select 10, 100000 + t, t % 1000 = 0, 1, '[1,)' from generate_series(1, 10000) t;
  insert into token (token_id, created_timestamp, decimals, initial_supply, name, symbol, treasury_account_id, freeze_status, kyc_status, timestamp_range)
  select 4 * t + 3, t, 0, 0, 'T', 'T', 4, 0, 0, '[1,)' from generate_series(1, 1500) t;
  insert into account_balance (account_id, consensus_timestamp, balance)
  select 2 * i, ${MONTH * NANOS}, (2 * i) % 100 from generate_series(1, 15000) i
  union all select a, ${MONTH * NANOS} + n * 900000000000, n + case when a = 20 and n = 7 then 5000 else 0 end
    from unnest(array[2, 4, 6, 20]) a, generate_series(1, 1000) n;
  insert into token_balance (account_id, token_id, consensus_timestamp, balance)
  select 4, 4 * t + 3, ${MONTH * NANOS} + n * 900000000000, n from generate_series(1, 30) t, generate_series(0, 500) n;
  insert into crypto_transfer (entity_id, consensus_timestamp, amount, payer_account_id)
  select case when i % 2 = 0 then 4 else i end, ${MONTH * NANOS} + i * ${NANOS}::bigint, 1, 4 from generate_series(1, 30000) i;
  insert into nft (account_id, token_id, serial_number, spender, timestamp_range)
  select 4, 3 + 4 * (i % 20), i, case when i % 2000 = 0 then 8 when i % 2 = 0 then 6 end, '[1,)' from generate_series(1, 20000) i;
  insert into token_allowance (owner, spender, token_id, amount, amount_granted, payer_account_id, timestamp_range)
  select 4, 2 * (i % 500), 4 * i + 3, 1, 1, 4, '[1,)' from generate_series(1, 10000) i;
  insert into crypto_allowance (owner, spender, amount, amount_granted, payer_account_id, timestamp_range)
  select 4, 2 * i, 1, 1, 4, '[1,)' from generate_series(1, 5000) i;
  insert into staking_reward_transfer (account_id, amount, consensus_timestamp, payer_account_id)
  select 4 + i % 2, 1, i, 4 from generate_series(1, 20000) i;
  insert into record_file (name, load_start, load_end, hash, prev_hash, consensus_start, consensus_end, count, digest_algorithm, version, file_hash, index)
  select 'b' || i, 0, 0, '', '', ${MONTH * NANOS} + i, ${MONTH * NANOS} + (i + 1) * ${1000n * NANOS}, 1, 0, 6, '', i from generate_series(0, 1000) i;
`;
