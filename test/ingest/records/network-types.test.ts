import type { proto } from '@tain/protos/hapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { long, makeItem, storeBlocks } from './synthetic.ts';

describe('transactions of nodes that prove blocks and history', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());

  it('stores only its transaction, with its bytes if configured', async () => {
    const bodies: readonly (readonly [number, proto.ITransactionBody])[] = [
      [67, { hintsKeyPublication: { partyId: 1, numParties: 4, hintsKey: Buffer.from([1]) } }],
      [68, { hintsPartialSignature: { constructionId: long(1), partialSignature: Buffer.from([2]) } }],
      [69, { historyProofSignature: { constructionId: long(1) } }],
      [70, { historyProofKeyPublication: { proofKey: Buffer.from([3]) } }],
      [71, { historyProofVote: { constructionId: long(1) } }],
    ];
    await storeBlocks(test.database, [bodies.map(([, body], i) => makeItem({ at: i + 1, payer: 3, body }))]);
    const { rows } = await test.database.pool.query(
      `select type, result, payer_account_id::int as payer, entity_id, nonce, scheduled, memo, transaction_bytes,
         nft_transfer, inner_transactions from transaction order by consensus_timestamp`,
    );
    expect(rows).toEqual(
      bodies.map(([type]) => ({
        type,
        result: 22,
        payer: 3,
        entity_id: null,
        nonce: 0,
        scheduled: false,
        memo: Buffer.alloc(0),
        transaction_bytes: null,
        nft_transfer: null,
        inner_transactions: null,
      })),
    );
    const { rows: others } = await test.database.pool.query(
      'select (select count(*) from entity)::int as entities, (select count(*) from transaction_hash)::int as hashes',
    );
    expect(others).toEqual([{ entities: 0, hashes: bodies.length }]);
  });

  it('are stored under the number of their type if the protobuf does not define it', async () => {
    const item = makeItem({ at: 1, body: { cryptoTransfer: {} } });
    await storeBlocks(test.database, [
      [{ ...item, type: 250, body: { ...item.body, cryptoTransfer: null } }],
    ]);
    const { rows } = await test.database.pool.query('select type, entity_id from transaction');
    expect(rows.map(({ type, entity_id }) => [type, entity_id])).toEqual([[250, null]]);
  });
});
