import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { noteStatements, workOf } from '../statement-work.ts';

/**
 * Requests about the network, topics, airdrops, NFT allowances and hooks read little more than they return, for frequent, rare
 * and missing values.
 */

let api: TestApi;

const ROWS = `
  insert into tain.first_block (index, consensus_start, is_genesis) values (0, 1, true);
  insert into topic_message (consensus_timestamp, message, running_hash, sequence_number, topic_id, payer_account_id)
  select 1600000000000000000 + i * 1000, ''::bytea, ''::bytea, i, 7, 3 from generate_series(1, 20000) i
  union all select 1600000000000000001 + i * 1000, ''::bytea, ''::bytea, i / 1000 + 1, 1000 + i % 1000, 3 from generate_series(0, 9999) i;
  insert into token_airdrop (sender_account_id, receiver_account_id, token_id, serial_number, amount, state, timestamp_range)
  select 1000, 5000 + i, 10 + i % 7, 0, 1, (case when i % 100 = 0 then 'PENDING' else 'CLAIMED' end)::airdrop_state, '[1,)'::int8range
    from generate_series(1, 20000) i
  union all select 100000 + i, 1000, 10 + i % 7, 0, 1, 'PENDING'::airdrop_state, '[1,)'::int8range from generate_series(1, 20000) i;
  insert into nft_allowance (owner, spender, token_id, approved_for_all, payer_account_id, timestamp_range)
  select 1000, 2000 + i / 10, 10 + i % 10, i % 50 = 0, 1000, '[1,)' from generate_series(0, 20000) i;
  insert into hook (hook_id, owner_id, created_timestamp, timestamp_range)
  select i, 1000, 1, '[1,)' from generate_series(1, 10000) i;
  insert into hook_storage_change (hook_id, owner_id, key, consensus_timestamp, value_read, value_written)
  select 1, 1000, decode(lpad(to_hex(case when i % 2 = 0 then 5 else i % 600 end), 64, '0'), 'hex'), i, '', '\\x01'
    from generate_series(1, 20000) i;
  insert into hook_storage (hook_id, owner_id, key, created_timestamp, modified_timestamp, value, deleted)
  select 1, 1000, decode(lpad(to_hex(i), 64, '0'), 'hex'), 1, 2, '\\x01', i % 100 <> 0 from generate_series(0, 20000) i;
  insert into entity (id, num, realm, shard, type, timestamp_range, balance, balance_timestamp)
  select i, i, 0, 0, 'ACCOUNT', '[1,)', 5, 6 from generate_series(1, 20000) i;
  insert into account_balance (account_id, balance, consensus_timestamp)
  select a, 5, 1700000000000000000 + s * 900000000000 from generate_series(0, 500) s, generate_series(1, 100) a;
  insert into address_book (start_consensus_timestamp, file_id, file_data)
  select i, 101 + i % 2, '' from generate_series(1, 100) i;
  insert into address_book_entry (consensus_timestamp, node_id, node_account_id)
  select i, n, n + 3 from generate_series(1, 100) i, generate_series(0, 30) n;
  insert into address_book_service_endpoint (consensus_timestamp, node_id, ip_address_v4, port)
  select i, n, '1.1.1.1', p from generate_series(1, 100) i, generate_series(0, 30) n, generate_series(1, 5) p;
  insert into node_stake (consensus_timestamp, node_id, epoch_day, reward_rate, stake, stake_rewarded, staking_period, max_stake, min_stake, stake_not_rewarded)
  select i, n, 1, 1, 1, 1, 1, 1, 1, 1 from generate_series(1, 300) i, generate_series(0, 30) n;
  insert into file_data (consensus_timestamp, entity_id, file_data, transaction_type)
  select i, 112, '\\x0a0c0801100c1a0608f2f19ac706120c0801100f1a0608d29a9cc706'::bytea, 19 from generate_series(10, 20000) i
  union all select 1, 111, ''::bytea, 17;
`;

beforeAll(async () => {
  api = await startTestApi();
  await api.database.pool.query(ROWS);
  await api.database.pool.query('vacuum analyze');
});
afterAll(() => api.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const ACCOUNT = 'accounts/1000';
/** Requests, and the maximum number of rows that each may read, which is a small multiple of the page. */
const requests: readonly (readonly [path: string, rows: number])[] = [
  ['network/exchangerate', 5],
  ['network/exchangerate?timestamp=0.5000', 5],
  // The newest version of one file is older than all of the other's.
  ['network/fees', 10],
  // Ten nodes with five endpoints each.
  ['network/nodes', 150],
  // 548 accounts.
  ['network/supply', 1200],
  ['network/supply?timestamp=1700400000', 1200],
  ['topics/7/messages', 100],
  ['topics/7/messages?order=desc&limit=100', 150],
  ['topics/7/messages?sequencenumber=gte:15000', 100],
  ['topics/7/messages?sequencenumber=lt:15000&order=desc', 100],
  ['topics/7/messages?sequencenumber=gte:1&sequencenumber=lte:3', 100],
  ['topics/7/messages?sequencenumber=gte:5&timestamp=gt:1600000000.010000000', 100],
  ['topics/1007/messages?sequencenumber=gte:5', 100],
  ['topics/9/messages', 5],
  ['topics/7/messages/15000', 5],
  [`${ACCOUNT}/airdrops/outstanding`, 100],
  [`${ACCOUNT}/airdrops/outstanding?token.id=12&order=desc`, 100],
  [`${ACCOUNT}/airdrops/outstanding?receiver.id=gte:15000&token.id=gt:11`, 100],
  [`${ACCOUNT}/airdrops/outstanding?receiver.id=5001`, 5],
  [`${ACCOUNT}/airdrops/pending?sender.id=gte:110000&token.id=gte:12&serialnumber=gt:0`, 100],
  [`${ACCOUNT}/airdrops/pending?token.id=12`, 100],
  [`${ACCOUNT}/airdrops/pending?token.id=99`, 5],
  ['accounts/9/airdrops/pending', 5],
  [`${ACCOUNT}/allowances/nfts`, 100],
  [`${ACCOUNT}/allowances/nfts?account.id=gte:3000&token.id=gt:12`, 100],
  [`${ACCOUNT}/allowances/nfts?account.id=lte:3000&token.id=10&order=desc`, 100],
  ['accounts/2005/allowances/nfts?owner=false', 10],
  [`${ACCOUNT}/hooks?hook.id=lt:8000`, 100],
  [`${ACCOUNT}/hooks/1/storage`, 100],
  [`${ACCOUNT}/hooks/1/storage?key=gt:0x1000&order=desc`, 100],
  // Slots are read one after another, including the hot one, each with a lookup of the slot and of its newest change.
  [`${ACCOUNT}/hooks/1/storage?timestamp=0.10000`, 150],
  [`${ACCOUNT}/hooks/1/storage?timestamp=0.10000&order=desc&limit=100`, 450],
  // The retention settings may be read first: seven families, and the first block.
  [`${ACCOUNT}/hooks/2/storage?timestamp=0.10000`, 10],
];

describe('rows read for', () => {
  it.each(requests)('%s', async (path, rows) => {
    const statements = noteStatements();
    const response = await api.get(`/api/v1/${path}`);
    expect(response.status, await response.text()).toBeLessThan(500);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      const work = await workOf(api.database, statement);
      const text = JSON.stringify(work);
      expect(work.read, text).toBeLessThanOrEqual(rows);
      expect(work.sorted, text).toBeLessThanOrEqual(150);
      // A table of a few pages may be scanned completely.
      expect(work.scanned, text).toBeLessThanOrEqual(150);
    }
  });
});
