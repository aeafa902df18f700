import { afterEach, expect, test } from 'vitest';
import type { ServerCapabilities } from '../../../src/rest/route/route.ts';
import { RETENTION_FAMILIES } from '../../../src/store/schema/kept-tables.ts';
import { buildBalanceIndex, WITHOUT_OWN_TABLES } from '../../ingest/balance-index.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { block, insert } from '../rows.ts';

const PATH = '/api/v1/network/capabilities';

let api: TestApi | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

const nothing = {
  version: 1,
  interface_version: '0.160.0-SNAPSHOT',
  chain_id: '0x12a',
  roles: ['api'],
  features: {
    contract_calls: { available: false },
    opcode_traces: { available: false },
    event_streams: { available: false },
    proofs: { available: false },
    grpc: { available: false },
    token_holders: { available: false },
    token_search: { available: true },
    memo_search: { available: true },
    token_transfers: { available: true },
    account_transfers: { available: true },
    csv: { available: true },
  },
  blocks: { first: null, last: null },
  kept: Object.fromEntries(RETENTION_FAMILIES.map((family) => [family, { from: null, complete: true }])),
  proof: { kinds: [] },
};

test('an empty server that runs alone', async () => {
  api = await startTestApi();
  expect(await api.json(PATH)).toEqual(nothing);
  expect((await api.get(`${PATH}?whatever=1`)).status).toBe(200);
  expect((await api.get(PATH, { method: 'POST' })).status).toBe(405);
});

test('follows the retained blocks and their proofs, also through the cache', async () => {
  api = await startTestApi({ settings: { cache: true } });
  await insert(api.database, 'record_file', [
    block(5, 1_700_000_005),
    block(6, 1_700_000_006),
    block(9, 1_700_000_009),
  ]);
  const blocks = {
    first: { number: 5, timestamp: '1700000004.999999999' },
    last: { number: 9, timestamp: '1700000008.999999999' },
  };
  expect(await api.json(PATH)).toEqual({ ...nothing, blocks });
  await api.database.pool.query(
    "select tain.report_signatures('{1700000010000000000}', '{0}', '{3}', '{verified}')",
  );
  const kinds = ['record_file_signatures'];
  expect(await api.json(PATH)).toEqual({ ...nothing, blocks, proof: { kinds } });
  await api.database.pool.query("insert into tain.block_proof (consensus_end, kind) values (1, 'chain')");
  expect((await api.json(PATH)).proof).toEqual({ kinds: [...kinds, 'hash_chain_alone'] });
});

test('follows the roles that run, and the features that they bring', async () => {
  let now: ServerCapabilities = { roles: ['api', 'ingest'], features: {} };
  api = await startTestApi({ settings: { cache: true }, capabilities: () => now });
  expect(await api.json(PATH)).toEqual({ ...nothing, roles: ['api', 'ingest'] });
  now = { roles: ['api', 'evm'], features: { contract_calls: true, opcode_traces: true } };
  expect(await api.json(PATH)).toMatchObject({
    roles: ['api', 'evm'],
    features: {
      contract_calls: { available: true },
      opcode_traces: { available: true },
      grpc: { available: false },
    },
  });
});

test('follows the indexes, which a database of the public mirror does not have', async () => {
  api = await startTestApi();
  await buildBalanceIndex(api.database.pool);
  expect(await api.json(PATH)).toMatchObject({ features: { token_holders: { available: true } } });
  await api.database.pool.query(
    `${WITHOUT_OWN_TABLES}; drop index tain__token_name_term, tain__transaction_nft_token, tain__transaction_nft_several_time, tain__entity_contract_memo`,
  );
  const other = await startTestApi({ database: api.database });
  expect(await other.json(PATH)).toMatchObject({
    features: {
      token_holders: { available: false },
      token_search: { available: false },
      memo_search: { available: false },
      token_transfers: { available: false },
      account_transfers: { available: false },
    },
  });
  await other.close();
});

test('features reported as missing answer 501', async () => {
  api = await startTestApi();
  const call = await api.get('/api/v1/contracts/call', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"data":"0x"}',
  });
  const trace = await api.get('/api/v1/contracts/results/0.0.5-1-1/opcodes');
  expect([call.status, trace.status]).toEqual([501, 501]);
});
