import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type StateProof, signedRootOf } from '@tain/verify/state-proof';
import { verifyBlock, verifyTransaction } from '@tain/verify/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BlockFolder } from '../../../packages/network-simulator/src/stream/block-folder.ts';
import { DemoStream } from '../../../packages/network-simulator/src/stream/demo-stream.ts';
import { rawStreams } from '../../../src/app/streams/raw-streams.ts';
import { readConfig } from '../../../src/config/config.ts';
import { possibleRoots, readBlockFile } from '../../../src/ingest/decode/block/block-file.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { ingestFolder } from '../../ingest/ingest-folder.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';

/**
 * A network whose blocks first have eight leaves below their root hashes (HAPI 0.77) and later sixteen (0.78). Each group of
 * blocks has one signature, to which state proofs lead: over eight leaves, over both, over sixteen.
 */
const SIXTEEN_FROM = 4;
const GROUPS = [
  [0, 1],
  [2, 3, 4],
  [5, 6, 7],
];
const folder = mkdtempSync(path.join(tmpdir(), 'tain-root-shapes-'));
const log = { info: () => undefined, warn: () => undefined };
let api: TestApi;
let trust: { readonly addressBooks: readonly string[]; readonly ledgerId: string };

beforeAll(async () => {
  const options = { dir: folder, seed: 3, tps: 5, cutover: 0, signs: true, dataEverywhere: false };
  const written = await DemoStream.open({
    ...options,
    sixteenLeavesFrom: SIXTEEN_FROM,
    runCode: demoEngine,
    population: { accounts: 30, tokens: 2, topics: 2, contracts: 1 },
  });
  for (const group of GROUPS) {
    for (const _ of group) await written.write();
    await written.commit();
  }
  await written.close();
  const raw = rawStreams(readConfig({ TAIN_STREAMS: folder, TAIN_NETWORK: 'other' }), log);
  if (raw === null) throw new Error('no source');
  api = await startTestApi({ prover: (request) => raw.prover(request) });
  const addressBook = path.join(folder, 'address_book.bin');
  await ingestFolder({ database: api.database, folder, addressBook, acceptsMocks: false, switchAfterMs: 0 });
  const addressBooks = [createHash('sha384').update(readFileSync(addressBook)).digest('hex')];
  const { rows } = await api.database.pool.query<{ ledger_id: Buffer }>(
    'select ledger_id from tain.ledger_publication',
  );
  trust = { addressBooks, ledgerId: rows[0]?.ledger_id.toString('hex') ?? '' };
});

afterAll(async () => {
  await api?.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Formats the second path of a state proof as letters: `e` an empty right sibling, `r` another right one, `l` a left
 * one.
 */
const climbOf = ({ paths }: StateProof) =>
  paths[1]?.siblings.map(({ isLeft, hash }) => (isLeft ? 'l' : hash.length > 0 ? 'r' : 'e')).join('');

it('state proofs have the shape of each block that they climb, and lead to the root that was signed', async () => {
  const climbs: (string | null | undefined)[] = [];
  for (const group of GROUPS) {
    const blocks = await Promise.all(
      group.map(async (number) => readBlockFile('', await new BlockFolder(folder).read(BigInt(number)))),
    );
    const roots = blocks.map((block) => possibleRoots(block)[0] ?? Buffer.alloc(0));
    for (const [index, { proofs }] of blocks.entries()) {
      const [proof] = proofs;
      climbs.push(proof.kind === 'state' ? climbOf(proof) : null);
      if (proof.kind !== 'state') continue;
      const signed = signedRootOf(proof, roots[index] ?? Buffer.alloc(0));
      expect(Buffer.from(signed.root)).toEqual(roots.at(-1));
      expect(signed.time).toBe(blocks.at(-1)?.header.timestamp);
    }
  }
  expect(climbs).toEqual(['rrre', null, 'rrrelrrrr', 'rrrr', null, 'rrrrlrrrr', 'rrrr', null]);
});

it('the ingest refuses a block without a signature that covers it', async () => {
  const { rows } = await api.database.pool.query<{ number: number; kind: string }>(
    'select index::int as number, kind::text from record_file join tain.block_proof using (consensus_end) order by 1',
  );
  expect(rows.map(({ number }) => number)).toEqual(GROUPS.flat());
  for (const { kind } of rows) expect(['state-proof', 'later-block', 'threshold-signature']).toContain(kind);
});

it('every block, and a transaction of each, is proven to a client, and no other root is', {
  timeout: 120_000,
}, async () => {
  for (const number of GROUPS.flat()) {
    const { hash, timestamp } = await api.json(`/api/v1/blocks/${number}`);
    const proof = await api.json(`/api/v1/blocks/${number}/proof`);
    const facts = await verifyBlock(proof, { ...trust, number });
    expect(facts.hash).toBe(hash);
    expect((proof.subtrees as readonly string[]).length).toBe(number < SIXTEEN_FROM ? 8 : 16);
    const { from } = timestamp as { from: string };
    const { transactions } = await api.json(`/api/v1/transactions?timestamp=gte:${from}&order=asc&limit=1`);
    const [first] = transactions as readonly { transaction_id: string; nonce: number }[];
    const transactionId = first?.transaction_id ?? '';
    const nonce = first?.nonce ?? 0;
    const ofTransaction = await api.json(`/api/v1/transactions/${transactionId}/proof?nonce=${nonce}`);
    const transaction = { transactionId, nonce };
    const proven = await verifyTransaction(ofTransaction, { ...trust, transaction });
    expect([proven.block.number, proven.block.hash]).toEqual([String(number), hash]);
    const subtrees = [...(proof.subtrees as readonly string[])];
    const other = number < SIXTEEN_FROM ? [...subtrees, ...subtrees] : subtrees.slice(0, 8);
    await expect(verifyBlock({ ...proof, subtrees: other }, { ...trust, number })).rejects.toMatchObject({
      name: 'ProofRefused',
    });
  }
});
