import { copyFile, mkdir, mkdtemp, readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConsensusRatio } from '../../../src/ingest/verify/consensus-ratio.ts';
import { createTestDatabase } from '../../database.ts';
import { removeFolder } from '../../remove-folder.ts';
import { sharedDir } from '../../shared.ts';
import { ingestFolder } from '../ingest-folder.ts';

const ANY_SIGNATURE: ConsensusRatio = { numerator: 0n, denominator: 1n };

/** Folder, address book, blocks, transactions, and required share of signatures if it is not a third. */
const FOLDERS: readonly (readonly [string, string, number, number, ConsensusRatio?])[] = [
  ['recordstreams/v1', 'addressbook/fixtures/test-v1', 2, 84],
  ['recordstreams/v2', 'addressbook/fixtures/testnet', 2, 34],
  ['recordstreams/v2v5', 'addressbook/fixtures/testnet', 2, 2],
  ['recordstreams/v5', 'addressbook/fixtures/testnet', 2, 2],
  ['recordstreams/v5v6', 'addressbook/fixtures/test-v6-4n.bin', 2, 2],
  ['recordstreams/v6', 'addressbook/fixtures/test-v6-sidecar-4n.bin', 2, 3],
  ['mainnet/2019-09-13', 'addressbook/network/mainnet', 1, 1],
  ['mainnet/2022-01-01', 'mainnet/2022-01-01/address_book.bin', 1, 35],
  ['mainnet/2025-07-23', 'mainnet/2025-07-23/address_book.bin', 1, 47],
  ['hip679/provider-node-id', 'addressbook/fixtures/test-v6-sidecar-4n.bin', 2, 3, ANY_SIGNATURE],
  ['hip679/provider-auto', 'addressbook/fixtures/test-v6-sidecar-4n.bin', 2, 3, ANY_SIGNATURE],
  ['throughput-v2', 'addressbook/fixtures/testnet', 4, 20_003, ANY_SIGNATURE],
];

/** Real files, which are outside of the project. Skipped in a clone without them. */
describe.skipIf(sharedDir === null)('folders of real files', () => {
  for (const [folder, book, blocks, transactions, consensusRatio] of FOLDERS) {
    it(`imports ${folder}`, async () => {
      const test = await createTestDatabase();
      const warnings: string[] = [];
      try {
        const summary = await ingestFolder({
          database: test.database,
          folder: `${sharedDir}/streams/${folder}`,
          addressBook: `${sharedDir}/streams/${book}`,
          ...(consensusRatio && { consensusRatio }),
          onWarning: (_fields, message) => warnings.push(message),
        });
        expect(summary).toMatchObject({ blocks, transactions });
        const { rows } = await test.database.pool.query(
          `select (select count(*)::int from record_file) as blocks,
                  (select count(*)::int from transaction) as transactions,
                  (select count(*)::int from (
                     select prev_hash, lag(hash) over (order by consensus_end) as before from record_file
                   ) f where before <> prev_hash) as breaks`,
        );
        expect(rows).toEqual([{ blocks, transactions, breaks: 0 }]);
        expect(warnings.filter((message) => message.startsWith('In the stream'))).toEqual([]);
      } finally {
        await test.drop();
      }
    });
  }

  for (const [index, expected] of [
    [0, { transactions: 14 }],
    [1, { transactions: 12 }],
  ] as const) {
    it(`imports file ${index + 1} of eth-0.26.0 by itself`, async () => {
      const node = `${sharedDir}/streams/recordstreams/eth-0.26.0/record0.0.3`;
      const names = (await readdir(node)).filter((name) => name.endsWith('.rcd')).sort();
      const dir = await mkdtemp(path.join(os.tmpdir(), 'tain-eth-'));
      const test = await createTestDatabase();
      try {
        await mkdir(path.join(dir, 'record0.0.3'));
        for (const name of [names[index], `${names[index]}_sig`]) {
          await copyFile(path.join(node, name as string), path.join(dir, 'record0.0.3', name as string));
        }
        const summary = await ingestFolder({
          database: test.database,
          folder: dir,
          addressBook: `${sharedDir}/streams/addressbook/fixtures/test-v6-4n.bin`,
          consensusRatio: ANY_SIGNATURE,
        });
        expect(summary).toMatchObject(expected);
        const { rows } = await test.database.pool.query(
          `select e.type, r.transaction_result, r.transaction_index, encode(e.hash, 'hex') = encode(r.transaction_hash, 'hex') as same
           from ethereum_transaction e join contract_result r using (consensus_timestamp) order by 1`,
        );
        expect(rows.length).toBeGreaterThan(0);
        for (const row of rows) expect(row.same).toBe(true);
      } finally {
        await test.drop();
        await removeFolder(dir);
      }
    });
  }

  it('throughput-v2: every message has its row, in order and without gaps', async () => {
    const test = await createTestDatabase();
    try {
      await ingestFolder({
        database: test.database,
        folder: `${sharedDir}/streams/throughput-v2`,
        addressBook: `${sharedDir}/streams/addressbook/fixtures/testnet`,
        consensusRatio: ANY_SIGNATURE,
      });
      const { rows } = await test.database.pool.query(
        `select count(*)::int as messages, count(*) filter (where sequence_number <> expected)::int as gaps
         from (select sequence_number, min(sequence_number) over (partition by topic_id) - 1
                 + row_number() over (partition by topic_id order by consensus_timestamp) as expected
               from topic_message) m`,
      );
      expect(rows).toEqual([{ messages: 20_000, gaps: 0 }]);
    } finally {
      await test.drop();
    }
  });
});
