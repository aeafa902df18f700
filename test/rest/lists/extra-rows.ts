/**
 * Rows, as SQL, at the values that indexes treat separately and that the demo network's traffic does not reach: each special
 * account in each role, alone in its transaction; many small accounts with balances at powers of two; their holders, owners and
 * versions; later snapshots.
 */

const SPECIAL = '2, 3, 49, 50, 97, 98, 99, 800, 801, 1000, 1001, 6500000';
/** Payer of transactions in which other accounts have transfers. */
const PAYER = 7777;
const KEYS = `array['${'aa'.repeat(32)}', '${'bb'.repeat(32)}', null]`;
/** A time without other rows of the history: its end plus ten seconds. */
const BEGIN = '(select max(consensus_end) + 10000000000 from record_file)';
/** The first of January of 2026 in nanoseconds, when the demo network begins. */
const DAY = 86_400_000_000_000n;
const JANUARY = BigInt(Date.UTC(2026, 0, 1)) * 1_000_000n;
const SNAPSHOTS = [
  JANUARY + 9n * DAY,
  JANUARY + 9n * DAY + 900_000_000_000n,
  JANUARY + 32n * DAY,
  JANUARY + 39n * DAY,
];

const PARTS = `(values
  ('pays', 0, 14), ('pays as child', 1, 14), ('pays as child of', 1, 42), ('creates as child', 1, 11),
  ('credited', 0, 14), ('debited', 0, 14), ('pays and is debited', 0, 14), ('pays as child and is debited', 1, 14),
  ('token credited', 0, 14), ('token debited', 0, 14), ('listed', 0, 14)) p(part, nonce, type)`;

/** Addresses of the special accounts in topics: long-zero ones without their zeros, and their own. */
const ADDRESSES = SPECIAL.split(', ').flatMap((id) => {
  const digits = Number(id).toString(16);
  return [digits.length % 2 === 0 ? digits : `0${digits}`, (Number(id) + 1).toString(16).padStart(40, 'a')];
});
const addressAt = (place: string): string =>
  `decode((array['${['', ...ADDRESSES].join("', '")}'])[1 + (${place}) % ${ADDRESSES.length + 1}], 'hex')`;

export const EXTRA_ROWS = `
create temp table special as select id::bigint, row_number() over (order by id) as place from unnest(array[${SPECIAL}]) id;
create temp table small as select 6000000 + n as id, n from generate_series(1, 220) n;

create temp table extra as
  select s.id, p.part, p.nonce, case when v = 0 then p.type when p.type <> 14 then p.type else 23 end as type,
    (array[22, 104, 10, 220])[1 + (s.place + v) % 4] as result,
    ${BEGIN} + row_number() over (order by v, s.place, p.part) as at
  from special s cross join ${PARTS} cross join generate_series(0, 1) v
  -- The fee account has nothing but transfers: elsewhere it would be found by what indexes do not leave out.
  where s.id <> 98 or p.part in ('credited', 'debited')
  union all
  select id, 'credited', 0, case when n % 50 = 0 then 52 else 14 end, case when n % 40 = 0 then 10 else 22 end, ${BEGIN} + 5000 + n from small;

insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns, nonce, parent_consensus_timestamp)
  select at, type, result, case when part ~ 'pays|creates' then id else ${PAYER} end, at - 1, nonce, case when part = 'pays as child of' then at - 1 end from extra;
insert into crypto_transfer (entity_id, consensus_timestamp, amount, payer_account_id)
  select id, at, case when part = 'credited' then 5 else -5 end, case when part ~ 'pays' then id else ${PAYER} end from extra where part ~ '^(credited|debited|pays.* and is debited)$';
insert into token_transfer (token_id, account_id, consensus_timestamp, amount, payer_account_id)
  select 900001, id, at, case when part = 'token credited' then 5 else -5 end, ${PAYER} from extra where part like 'token%';
insert into entity_transaction (entity_id, consensus_timestamp, payer_account_id, result, type)
  select id, at, ${PAYER}, result, type from extra where part = 'listed';
-- Transfers of NFTs of one token and of several.
insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns, nonce, nft_transfer)
  select ${BEGIN} + 9000 + n, 14, 22, ${PAYER}, ${BEGIN} + 8999 + n, 0, (
    select jsonb_agg(jsonb_build_object('token_id', t, 'serial_number', n, 'is_approval', false,
      'sender_account_id', case when n % 5 <> 0 then 1001 end, 'receiver_account_id', s.id) order by t, k)
    from unnest(case n % 4 when 0 then array[900002, 900005] when 1 then array[900005] else array[900002, 900002] end) with ordinality u (t, k)
  )
  from generate_series(1, 60) n join special s on s.place = 1 + n % 12;

-- Transfers of NFTs with several senders and receivers, first those with accounts that are not special.
insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns, nonce, nft_transfer)
  select ${BEGIN} + 9100 + n, 14, 22, ${PAYER}, ${BEGIN} + 9099 + n, 0, jsonb_build_array(
    jsonb_build_object('token_id', 900002, 'serial_number', n, 'is_approval', false, 'sender_account_id', 6000001, 'receiver_account_id', 6000002),
    jsonb_build_object('token_id', case when n % 3 = 0 then 900005 else 900002 end, 'serial_number', n + 1, 'is_approval', false,
      'sender_account_id', case when n % 4 <> 0 then s.id end, 'receiver_account_id', case when n % 5 <> 0 then 1001 end))
  from generate_series(1, 40) n join special s on s.place = 1 + n % 12;
-- Events of tokens of contracts, of a token of the ledger, and of those that the mirror makes.
insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns, nonce)
  select ${BEGIN} + 9200 + n, 7, 22, ${PAYER}, ${BEGIN} + 9199 + n, 0 from generate_series(1, 120) n;
insert into contract_log (consensus_timestamp, index, contract_id, payer_account_id, bloom, data, topic0, topic1, topic2, topic3, synthetic)
  select ${BEGIN} + 9200 + n, i, case n % 4 when 0 then 900001 when 1 then 8800001 else 8800002 end, ${PAYER}, '',
    decode(case n % 3 when 2 then lpad('40', 64, '0') || lpad('80', 64, '0') || lpad('1', 64, '0') || lpad('5', 64, '0') || lpad('1', 64, '0') || lpad('9', 64, '0') else lpad(to_hex(n), 64, '0') || lpad('7', 64, '0') end, 'hex'),
    decode((array['ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', 'c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
      '4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb', '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'])[case when n % 11 = 0 then 4 else 1 + n % 3 end], 'hex'),
    ${addressAt('n * 5 + i')}, ${addressAt('n + i')}, case n % 3 when 0 then case when n % 2 = 0 then decode('0' || n % 10, 'hex') end else ${addressAt('n * 7 + i')} end,
    case n % 7 when 0 then true when 1 then null else false end
  from generate_series(1, 120) n cross join generate_series(0, 1) i;

-- Results and logs of contracts, at the times of transfers to small accounts.
insert into contract_result (consensus_timestamp, contract_id, sender_id, payer_account_id, function_parameters, gas_limit, transaction_result, transaction_nonce, transaction_index)
  select ${BEGIN} + 5000 + n, case when n % 3 = 0 then c.id else 98 end, case when n % 6 = 0 then null else s.id end, ${PAYER}, '', 1, case when n % 17 = 0 then 312 else 22 end, case when n % 8 = 0 then 1 else 0 end, nullif(n % 7, 6)
  from generate_series(1, 120) n join special s on s.place = 1 + n % 12 cross join (select min(id) as id from entity where type = 'CONTRACT') c;
insert into contract_log (consensus_timestamp, index, contract_id, root_contract_id, payer_account_id, bloom, data, topic0, topic1, topic2, topic3, transaction_index, synthetic)
  select ${BEGIN} + 5090 + n, i, case when n % 2 = 0 then c.id else 98 end, null, ${PAYER}, '', '', case when n % 5 = 0 and i < 2 then decode('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', 'hex') else decode(lpad(to_hex(n % 3), 2, '0'), 'hex') end, case when n % 4 = 0 then '\\x'::bytea else decode('0' || (n % 4), 'hex') end, case when n % 2 = 0 then '\\x05'::bytea end, case when n % 5 = 0 then '\\xffffffffffffffff'::bytea when n % 3 = 0 then '\\x06'::bytea end, n % 5, n % 3 <> 0
  from generate_series(1, 90) n cross join generate_series(0, 2) i cross join (select min(id) as id from entity where type = 'CONTRACT') c;

insert into record_file (name, load_start, load_end, hash, prev_hash, consensus_start, consensus_end, count, digest_algorithm, version, file_hash, index)
  select 'extra.rcd', 0, 0, repeat('ab', 48), repeat('cd', 48), ${BEGIN}, ${BEGIN} + 20000000000, 1, 0, 6, repeat('ab', 48), max(index) + 1 from record_file;

insert into entity (id, num, realm, shard, type, memo, created_timestamp, balance, balance_timestamp, public_key, timestamp_range, deleted, evm_address)
  select id, id, 0, 0, 'ACCOUNT', '', 1 + id, balance, 5, (${KEYS})[1 + id % 3], int8range(1 + id, null), false, decode(lpad(to_hex(id + 1), 40, 'a'), 'hex')
  from (
    select id, (array[0, 1, 2, 127, 128, 4611686018427387904, 9223372036854775807])[1 + id % 7] as balance from special
    union all select id, case when n % 4 = 0 then 0 when n % 11 = 0 then null else 1 + n % 17 end from small
    union all select id, 1 from unnest(array[${PAYER}]) id
  ) a on conflict do nothing;
insert into entity (id, num, realm, shard, type, created_timestamp, timestamp_range, deleted, public_key)
  select id, id, 0, 0, 'TOKEN', id, int8range(id, null), id = 900003, '${'aa'.repeat(32)}' from generate_series(900001, 900040) id;
insert into entity (id, num, realm, shard, type, memo, created_timestamp, timestamp_range)
  select id, id, 0, 0, (case when id % 2 = 0 then 'TOPIC' else 'CONTRACT' end)::entity_type,
    (array['Memo Ab_% ' || id % 5, 'memo \\\\ ' || id, '', 'mémo', 'é ' || id % 3])[1 + (id / 2) % 5], id, int8range(id, null) from generate_series(910001, 910060) id;
insert into token (token_id, created_timestamp, decimals, initial_supply, name, symbol, treasury_account_id, freeze_status, kyc_status, timestamp_range, type)
  select id, id, 0, 0, case when id % 3 = 0 then 'Extra Ab_% ' || id else 'extra coin ' || id end, 'X', 2, 0, 0, int8range(id, null),
    (case when id in (900002, 900003) or id % 5 = 0 then 'NON_FUNGIBLE_UNIQUE' else 'FUNGIBLE_COMMON' end)::token_type from generate_series(900001, 900040) id;
insert into token_account (account_id, token_id, associated, balance, balance_timestamp, timestamp_range)
  select a.id, 900001, a.id % 9 <> 0, a.id % 13, 7, '[7,)'::int8range from (select id from special union all select id from small) a
  union all select id, 900000 + k, true, (id * k) % 5, 7, '[7,)'::int8range from special cross join generate_series(4, 20) k
  -- A token that is not known.
  union all select id, 950000, true, 3, 7, '[7,)'::int8range from special;
insert into nft (token_id, serial_number, account_id, spender, created_timestamp, deleted, timestamp_range)
  select 900002, n, case when n % 7 = 0 then null else s.id end, case when n % 3 = 0 then 1001 when n % 5 = 0 then 98 end, 5, n % 7 = 0, int8range(${BEGIN} + n, null)
    from generate_series(1, 90) n join special s on s.place = 1 + n % 12
  union all select 900003, n, 1001, null, 5, false, int8range(${BEGIN} + n, null) from generate_series(1, 30) n;
insert into nft_history (token_id, serial_number, account_id, created_timestamp, deleted, timestamp_range)
  select 900002, 1 + n % 3, 2, 5, false, int8range(${BEGIN} + 5000 + n, ${BEGIN} + 5001 + n) from generate_series(1, 40) n;

insert into crypto_allowance (owner, spender, payer_account_id, amount, amount_granted, timestamp_range)
  select 1001, id, 1001, id % 3, 9, '[9,)'::int8range from special on conflict do nothing;
insert into token_allowance (owner, spender, token_id, payer_account_id, amount, amount_granted, timestamp_range)
  select 1001, id, 900000 + k, 1001, (id + k) % 4, 9, '[9,)'::int8range from special cross join generate_series(1, 6) k on conflict do nothing;
insert into nft_allowance (owner, spender, token_id, payer_account_id, approved_for_all, timestamp_range)
  select 1001, id, 900000 + k, 1001, (id + k) % 4 <> 0, '[9,)'::int8range from special cross join generate_series(1, 6) k
  union all select id, 1001, 900000 + k, id, true, '[9,)'::int8range from special cross join generate_series(1, 6) k on conflict do nothing;
insert into token_airdrop (sender_account_id, receiver_account_id, token_id, serial_number, amount, state, timestamp_range)
  select 1001, id, 900001, 0, 5, (case when id % 4 = 0 then 'CLAIMED' else 'PENDING' end)::airdrop_state, '[9,)'::int8range from special where id <> 1001
  union all select 1001, id, 900002, n, null, 'PENDING', '[9,)'::int8range from special cross join generate_series(1, 4) n where id <> 1001
  union all select id, 1001, 900002, n, null, 'PENDING', '[9,)'::int8range from special cross join generate_series(5, 8) n where id <> 1001;
insert into hook (owner_id, hook_id, contract_id, created_timestamp, timestamp_range, deleted)
  select 1001, n, 1005, 5, '[5,)'::int8range, n % 4 = 0 from generate_series(7000, 7012) n;
insert into hook_storage (owner_id, hook_id, key, value, created_timestamp, modified_timestamp, deleted)
  select 1001, 7000, decode(lpad(to_hex(n), 64, '0'), 'hex'), '\\x01', 5, 5, n % 5 = 0 from generate_series(1, 40) n;
insert into hook_storage_change (owner_id, hook_id, key, consensus_timestamp, value_read, value_written)
  select 1001, 7000, decode(lpad(to_hex(n), 64, '0'), 'hex'), ${JANUARY} + n * 10 + v, '\\x', '\\x01' from generate_series(1, 40) n cross join generate_series(0, 2) v;
insert into staking_reward_transfer (account_id, consensus_timestamp, amount, payer_account_id)
  select case when place % 2 = 0 then 1001 else id end, ${BEGIN} + place, 3, ${PAYER} from special;

insert into contract_action (call_depth, call_type, caller, consensus_timestamp, gas, gas_used, index, result_data_type, result_data, value, call_operation_type, payer_account_id, recipient_contract)
  select least(n, 1), 1, 1001, (select min(at) from extra where part = 'credited' and nonce = 0), 1000, 500, n, 11, '', 0, 1, ${PAYER}, c.id
  from generate_series(0, 5) n cross join (select min(id) as id from entity where type = 'CONTRACT') c;

select tain.ensure_balance_partitions(${JANUARY + 60n * DAY});
insert into account_balance (consensus_timestamp, account_id, balance)
  select t, id, (id * 31 + t / ${DAY}) % 1000 from unnest(array[${SNAPSHOTS.join(', ')}]::bigint[]) with ordinality s(t, n)
    cross join (select id from special union all select id from small union select 4999999) a where id = 2 or (id + n) % 3 = 0 on conflict do nothing;
insert into token_balance (consensus_timestamp, account_id, token_id, balance)
  select t, id, 900000 + k, (id * k + n) % 7 from unnest(array[${SNAPSHOTS.join(', ')}]::bigint[]) with ordinality s(t, n)
    cross join (select id from special union all select id from small where n < 40) a cross join generate_series(1, 3) k where (id + n + k) % 3 = 0 on conflict do nothing;
`;

/** Current time of the servers in milliseconds, after the last snapshot. */
export const CLOCK = Number((JANUARY + 45n * DAY) / 1_000_000n);
