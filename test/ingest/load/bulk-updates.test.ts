import type { proto } from '@tain/protos/hapi';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../database.ts';
import { differences, dumpTables } from '../dump-tables.ts';
import { account, amount, long, makeItem, storeBlocks, token } from '../records/synthetic.ts';

const NFTS = 2001;
const COINS = 2002;

/**
 * Changes of sets of rows take several statements. Later ones in the same database transaction read and replace their
 * rows.
 */
it('updates of sets of rows are visible to later ones of the same batch', async () => {
  const nft = (serial: number, from: number, to: number): proto.INftTransfer => ({
    serialNumber: long(serial),
    ...(from && { senderAccountID: account(from) }),
    ...(to && { receiverAccountID: account(to) }),
  });
  const create = (at: number, num: number, tokenType: number) =>
    makeItem({
      at,
      body: { tokenCreation: { name: 'N', symbol: 'S', treasury: account(1001), tokenType } },
      record: { receipt: { tokenID: token(num) } },
    });
  const associate = (at: number, holder: number, num: number) =>
    makeItem({ at, body: { tokenAssociate: { account: account(holder), tokens: [token(num)] } } });
  const blocks = [
    [
      create(0, NFTS, 1),
      create(1, COINS, 0),
      associate(2, 1002, NFTS),
      associate(3, 1002, COINS),
      makeItem({
        at: 4,
        body: { tokenMint: { token: token(NFTS), metadata: [Buffer.from('a'), Buffer.from('b')] } },
        record: {
          receipt: { newTotalSupply: long(2), serialNumbers: [long(1), long(2)] },
          tokenTransferLists: [{ token: token(NFTS), nftTransfers: [nft(1, 0, 1001), nft(2, 0, 1001)] }],
        },
      }),
      makeItem({
        at: 5,
        body: { tokenMint: { token: token(COINS), amount: long(50) } },
        record: {
          receipt: { newTotalSupply: long(50) },
          tokenTransferLists: [{ token: token(COINS), transfers: [amount(1002, 50)] }],
        },
      }),
    ],
    [
      makeItem({
        at: 6,
        body: { tokenUpdate: { token: token(NFTS), treasury: account(1002) } },
        record: { tokenTransferLists: [{ token: token(NFTS), nftTransfers: [nft(-1, 1001, 1002)] }] },
      }),
      // New versions of the rows whose balances were moved by the change of the treasury.
      makeItem({ at: 7, body: { tokenFreeze: { token: token(NFTS), account: account(1002) } } }),
      makeItem({ at: 8, body: { tokenFreeze: { token: token(NFTS), account: account(1001) } } }),
      makeItem({ at: 9, body: { tokenDeletion: { token: token(COINS) } } }),
      makeItem({
        at: 10,
        body: { tokenDissociate: { account: account(1002), tokens: [token(COINS)] } },
        record: { tokenTransferLists: [{ token: token(COINS), transfers: [amount(1002, -50)] }] },
      }),
      // A new version of the token whose supply was lowered by the dissociation.
      makeItem({ at: 11, body: { tokenPause: { token: token(COINS) } } }),
    ],
  ];
  const dumps: Record<string, string[]>[] = [];
  for (const together of [true, false]) {
    const { database, drop } = await createTestDatabase();
    try {
      await storeBlocks(database, together ? blocks : blocks.flat().map((item) => [item]), { together });
      const select = async (sql: string) => (await database.pool.query(sql)).rows;
      expect(
        await select(
          `select account_id::int as id, balance::int as held, freeze_status as frozen from token_account
           where token_id = ${NFTS} order by 1`,
        ),
      ).toEqual([
        { id: 1001, held: 0, frozen: 1 },
        { id: 1002, held: 2, frozen: 1 },
      ]);
      expect(await select(`select total_supply::int as supply from token where token_id = ${COINS}`)).toEqual(
        [{ supply: 0 }],
      );
      const { token_account: holders = [], token: tokens = [], nft: nfts = [] } = await dumpTables(database);
      dumps.push({ holders, tokens, nfts });
    } finally {
      await drop();
    }
  }
  expect(differences(dumps[0] ?? {}, dumps[1] ?? {})).toEqual([]);
});
