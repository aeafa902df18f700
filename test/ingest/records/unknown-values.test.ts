import { longZeroAddress } from '@tain/ledger/evm-address';
import type { proto } from '@tain/protos/hapi';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AirdropGrowth, BlockFacts, Item } from '../../../src/ingest/decode/item.ts';
import { logBloom } from '../../../src/ingest/records/words.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { account, contract, long, makeItem, type SyntheticItem, storeBlocks, token } from './synthetic.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.database.pool.query(
    `truncate contract, contract_log, contract_result, contract_transaction, contract_transaction_hash, entity, record_file,
      token, token_airdrop, token_airdrop_history, transaction, transaction_hash`,
  );
});

/** Returns an item of a block. Its receipt has exactly the given fields. */
function blockItem(given: SyntheticItem, facts: Partial<BlockFacts> = {}): Item {
  const item = makeItem(given);
  const none = {
    congestionPricingMultiplier: 0n,
    delegationNonce: null,
    lacksAddress: false,
    airdropGrowth: [],
    conflicts: [],
  };
  const receipt = { ...given.record?.receipt, status: item.status };
  return { ...item, blockFacts: { ...none, ...facts }, record: { ...given.record, receipt } };
}

describe('a supply that a block omits', () => {
  const created = makeItem({
    at: 1,
    body: { tokenCreation: { name: 't', symbol: 't', initialSupply: long(100), treasury: account(1001) } },
    record: { receipt: { tokenID: token(2001) } },
  });
  const mint = (at: number, amount: number, newTotalSupply?: number) =>
    blockItem({
      at,
      body: { tokenMint: { token: token(2001), amount: long(amount) } },
      record: { receipt: newTotalSupply === undefined ? {} : { newTotalSupply: long(newTotalSupply) } },
    });
  const burn = (at: number, amount: number) =>
    blockItem({ at, body: { tokenBurn: { token: token(2001), amount: long(amount) } } });

  it.each([true, false])('is that of the row and the changes (blocks in one batch: %s)', async (together) => {
    const blocks = [[created], [mint(2, 7)], [mint(3, 5), burn(4, 5), mint(5, 1, 108)], [burn(6, 8)]];
    expect(await storeBlocks(test.database, blocks, { together })).toEqual([]);
    const { rows } = await test.database.pool.query<{ total_supply: string }>(
      'select total_supply from token',
    );
    expect(rows.map(({ total_supply }) => Number(total_supply))).toEqual([100]);
  });
});

describe('an amount of a pending airdrop that a block omits', () => {
  const id: proto.IPendingAirdropId = {
    senderId: account(1001),
    receiverId: account(1002),
    fungibleTokenType: token(2001),
  };
  const known = (at: number, amount: number) =>
    blockItem({
      at,
      body: { tokenAirdrop: {} },
      record: {
        newPendingAirdrops: [
          { pendingAirdropId: id, pendingAirdropValue: { amount: long(amount).toUnsigned() } },
        ],
      },
    });
  const grown = (at: number, growth: AirdropGrowth) =>
    blockItem(
      { at, body: { tokenAirdrop: {} }, record: { newPendingAirdrops: [{ pendingAirdropId: id }] } },
      { airdropGrowth: [growth] },
    );
  const cancel = (at: number) => blockItem({ at, body: { tokenCancelAirdrop: { pendingAirdrops: [id] } } });

  const stored = async (blocks: readonly (readonly Item[])[], together: boolean) => {
    const unknown: string[] = [];
    await storeBlocks(test.database, blocks, { together, onUnknown: (value) => unknown.push(value) });
    const { rows } = await test.database.pool.query<{ amount: string | null; state: string }>(
      `select amount, state
       from (select * from token_airdrop union all select * from token_airdrop_history) a
       order by timestamp_range`,
    );
    return [...rows.map(({ amount, state }) => `${state} ${amount}`), ...unknown];
  };

  it.each([true, false])('is that of the previous row plus the growth (one batch: %s)', async (together) => {
    expect(await stored([[known(1, 10)], [grown(2, { by: 5n, existed: true })]], together)).toEqual([
      'PENDING 10',
      'PENDING 15',
    ]);
  });

  it.each([true, false])('begins again once the earlier one has ended (one batch: %s)', async (together) => {
    const blocks = [[known(1, 10)], [cancel(2), grown(3, { by: 5n, existed: true })]];
    expect(await stored(blocks, together)).toEqual(['PENDING 10', 'CANCELLED 10', 'PENDING 5']);
  });

  it('is unknown without a row, and counted, if the state had it', async () => {
    expect(await stored([[grown(1, { by: 5n, existed: true })]], false)).toEqual([
      'PENDING null',
      'pending_airdrop',
    ]);
  });

  it('is the growth if the state did not have it', async () => {
    expect(await stored([[grown(1, { by: 5n, existed: false })]], false)).toEqual(['PENDING 5']);
  });
});

describe('the address of an account that becomes a contract', () => {
  const address = Buffer.alloc(20, 7);
  const hollow = makeItem({
    at: 1,
    body: { cryptoCreateAccount: { alias: address } },
    record: { receipt: { accountID: account(1005) }, evmAddress: address },
  });
  const create = (facts: Partial<BlockFacts>) =>
    blockItem(
      {
        at: 2,
        body: { contractCreateInstance: {} },
        record: {
          receipt: { contractID: contract(1005) },
          contractCreateResult: {
            contractID: contract(1005),
            logInfo: [{ contractID: contract(1005), topic: [Buffer.alloc(32, 1)] }],
          },
        },
      },
      facts,
    );
  const bloomOf = (from: Uint8Array) => Buffer.from(logBloom(from, [Buffer.alloc(32, 1)])).toString('hex');
  const stored = async (...blocks: Item[][]) => {
    const unknown: string[] = [];
    await storeBlocks(test.database, blocks, { onUnknown: (value) => unknown.push(value) });
    const { rows } = await test.database.pool.query<{ address: string; type: string; bloom: string }>(
      `select encode(evm_address, 'hex') as address, type, encode(l.bloom, 'hex') as bloom
       from entity e
       join contract_log l on l.contract_id = e.id
       where id = 1005`,
    );
    return [...rows.map(({ address, type, bloom }) => [address, type, bloom]), ...unknown];
  };

  it('is its former address', async () => {
    expect(await stored([hollow], [create({ lacksAddress: true })])).toEqual([
      [address.toString('hex'), 'CONTRACT', bloomOf(address)],
    ]);
  });

  it('is unknown without its row, and counted', async () => {
    expect(await stored([create({ lacksAddress: true })])).toEqual([
      [null, 'CONTRACT', bloomOf(longZeroAddress(1005n))],
      'contract_address',
    ]);
  });
});
