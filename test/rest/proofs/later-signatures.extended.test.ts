import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { stream } from '@tain/protos/block-stream';
import { readStateProof } from '@tain/verify/state-proof';
import { verifyBlock, verifyTransaction } from '@tain/verify/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DemoStream } from '../../../packages/network-simulator/src/stream/demo-stream.ts';
import { type RawStreams, rawStreams } from '../../../src/app/streams/raw-streams.ts';
import { readConfig } from '../../../src/config/config.ts';
import { possibleRoots, readBlockFile } from '../../../src/ingest/decode/block/block-file.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { MIN_POPULATION } from '../../demo/populations.ts';
import { ingestFolder } from '../../ingest/ingest-folder.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';

const log = { info: () => undefined, warn: () => undefined };

/** First block of the block stream. The nodes publish their ledger before it. */
const CUTOVER = 2;

/** Kinds of the blocks' proofs, from the cutover on; `state` is signed by the next block. */
const PROOFS: ReadonlyMap<number, 'direct' | 'mock' | 'wrong' | 'state'> = new Map([
  [2, 'direct'],
  [3, 'mock'],
  [4, 'mock'],
  [5, 'mock'],
  [6, 'direct'],
  [7, 'wrong'],
  [8, 'mock'],
  [9, 'state'],
  [10, 'direct'],
  [11, 'mock'],
  [12, 'mock'],
]);
/** Numbers of the last block with a signature, and of the last block. */
const SIGNED = 10;
const LAST = 12;

/** Opens a folder to which a demo network writes blocks that it signs. */
async function openNetwork(dir: string): Promise<DemoStream> {
  return DemoStream.open({
    dir,
    seed: 5,
    tps: 4,
    cutover: CUTOVER,
    signs: true,
    signInner: false,
    dataEverywhere: false,
    population: MIN_POPULATION,
    runCode: demoEngine,
  });
}

/** Replaces a block's own signature. */
function change(
  folder: string,
  number: number,
  make: (signature: Buffer, root: Uint8Array) => Uint8Array,
): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const found = names.find((name) => name.endsWith(`0${number}.blk.gz`));
  if (found === undefined) throw new Error(`no block ${number}`);
  const file = path.join(folder, found);
  const bytes = gunzipSync(readFileSync(file));
  const [root = Buffer.alloc(0)] = possibleRoots(readBlockFile(file, bytes));
  const { items = [] } = stream.Block.decode(bytes);
  const { blockProof } = stream.BlockItem.decode(items?.at(-1) ?? new Uint8Array());
  const own = Buffer.from(blockProof?.signedBlockProof?.blockSignature ?? []);
  const signedBlockProof = { blockSignature: make(own, root) };
  const proof = stream.BlockItem.encode({
    blockProof: { block: blockProof?.block ?? null, signedBlockProof },
  });
  writeFileSync(
    file,
    gzipSync(stream.Block.encode({ items: [...(items ?? []).slice(0, -1), proof.finish()] }).finish()),
  );
}

describe('proofs of blocks without a signature of their own', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tain-later-signatures-'));
  let api: TestApi;
  let raw: RawStreams;
  let ledgerId: string;

  const roots = new Map<number, string>();
  const ingest = async () => {
    await ingestFolder({
      database: api.database,
      folder,
      addressBook: path.join(folder, 'address_book.bin'),
      switchAfterMs: 0,
      // Unsigned blocks are stored, and proven when a signature arrives.
      trust: 'chain',
    });
    const { rows } = await api.database.pool.query<{ index: string; hash: string }>(
      'select index, hash from record_file',
    );
    for (const { index, hash } of rows) roots.set(Number(index), hash);
  };
  const kinds = async () => {
    const { rows } = await api.database.pool.query<{ index: string; kind: string }>(
      'select index, kind from record_file r join tain.block_proof p using (consensus_end) where version = 7 order by index',
    );
    return Object.fromEntries(rows.map(({ index, kind }) => [index, kind]));
  };
  const open = () => {
    const opened = rawStreams(readConfig({ TAIN_STREAMS: folder, TAIN_NETWORK: 'other' }), log);
    if (opened === null) throw new Error('no source');
    return opened;
  };
  const proofOf = (number: number) => api.json(`/api/v1/blocks/${number}/proof`);
  const siblingsOf = async (number: number) => {
    const { signature } = (await proofOf(number)) as { signature: { kind: string; state_proof?: string } };
    if (signature.state_proof === undefined) return signature.kind;
    const { paths } = readStateProof(Buffer.from(signature.state_proof, 'base64'));
    return paths.reduce((sum, { siblings }) => sum + siblings.length, 0);
  };
  const write = async (first: number, last: number) => {
    const network = await openNetwork(folder);
    for (let number = first; number <= last; number++) {
      await network.write();
      if (PROOFS.get(number) !== 'state') await network.commit();
    }
    await network.close();
    for (let number = first; number <= last; number++) {
      if (PROOFS.get(number) === 'mock')
        change(folder, number, (_, root) => createHash('sha384').update(root).digest());
      if (PROOFS.get(number) === 'wrong')
        change(folder, number, (signature) => {
          const wrong = Buffer.from(signature);
          wrong[1200] = (wrong[1200] ?? 0) ^ 1;
          return wrong;
        });
    }
  };

  beforeAll(async () => {
    await write(0, SIGNED);
    raw = open();
    api = await startTestApi({ prover: (request) => raw.prover(request) });
    await ingest();
    // Blocks after the last signature are verified by their own signatures.
    await write(SIGNED + 1, LAST);
    await ingest();
    // The kind of block 9 becomes that of its own proof, as if it had been stored without a later block.
    await api.database.pool.query(
      "update tain.block_proof set kind = 'state-proof' where consensus_end = (select consensus_end from record_file where index = 9)",
    );
    const { rows } = await api.database.pool.query<{ ledger_id: Buffer }>(
      'select ledger_id from tain.ledger_publication',
    );
    ledgerId = rows[0]?.ledger_id.toString('hex') ?? '';
  });
  afterAll(async () => {
    await api?.close();
    await raw?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('hold by the first later signature, however many have none or a wrong one', async () => {
    expect(await kinds()).toMatchObject({ 3: 'later-block', 7: 'later-block', 11: 'chain', 12: 'chain' });
    const shown: Record<string, unknown> = {};
    for (let number = CUTOVER; number <= SIGNED; number++) {
      const facts = await verifyBlock(await proofOf(number), { ledgerId, number });
      expect(facts).toMatchObject({ hash: `0x${roots.get(number)}` });
      shown[number] = await siblingsOf(number);
    }
    // Number of hashes in a path through k blocks to the next one: 5k + 4.
    expect(shown).toEqual({
      2: 'direct',
      3: 14,
      4: 9,
      5: 4,
      6: 'direct',
      7: 14,
      8: 9,
      9: 4,
      10: 'direct',
    });
    const { transactions } = (await api.json('/api/v1/transactions?limit=25&order=desc')) as {
      transactions: readonly { transaction_id: string; nonce: number; consensus_timestamp: string }[];
    };
    let proven = 0;
    for (const { transaction_id: id, nonce } of transactions) {
      const response = await api.get(`/api/v1/transactions/${id}/proof?nonce=${nonce}`);
      if (response.status === 409) continue;
      const { block } = await verifyTransaction(await response.json(), {
        ledgerId,
        transaction: { transactionId: id, nonce },
      });
      expect(block.hash).toBe(`0x${roots.get(Number(block.number))}`);
      proven += 1;
    }
    expect(proven).toBeGreaterThan(5);
  });

  it('are also available as protobuf', async () => {
    const response = await api.get('/api/v1/blocks/3/proof', { headers: { accept: 'application/protobuf' } });
    expect(response.status).toBe(200);
    expect(readStateProof(new Uint8Array(await response.arrayBuffer())).signature).toHaveLength(2920);
  });

  it('are available once a later signature is, not before', async () => {
    for (const number of [11, 12]) {
      const response = await api.get(`/api/v1/blocks/${number}/proof`);
      expect([
        response.status,
        response.headers.get('retry-after'),
        response.headers.get('cache-control'),
      ]).toEqual([409, '5', 'no-store']);
      expect(await response.text()).toContain('yet');
    }
    const network = await openNetwork(folder);
    await network.write();
    await network.close();
    await ingest();
    expect(await kinds()).toMatchObject({ 11: 'later-block', 12: 'later-block' });
    for (const number of [11, 12])
      expect(await verifyBlock(await proofOf(number), { ledgerId, number })).toMatchObject({
        evidence: { kind: 'state-proof' },
      });
    expect(await siblingsOf(11)).toBe(9);
    expect(await siblingsOf(12)).toBe(4);
  });

  it('are refused if a block in between is removed or replaced', async () => {
    const refusalOf = async (number: number) => {
      await raw.close();
      raw = open();
      const response = await api.get(`/api/v1/blocks/${number}/proof`);
      return [
        response.status,
        ((await response.json()) as { _status: { messages: { detail: string }[] } })._status.messages[0]
          ?.detail,
      ];
    };
    await api.database.pool.query(
      "update record_file set hash = translate(hash, '01', '10') where index = 5",
    );
    expect(await refusalOf(3)).toEqual([502, 'The raw block 5 differs from the verified one.']);
    await api.database.pool.query('update record_file set hash = $1 where index = 5', [roots.get(5)]);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    rmSync(path.join(folder, names.find((name) => name.endsWith('04.blk.gz')) ?? ''));
    expect(await refusalOf(3)).toEqual([410, 'The raw block 4 is no longer retained.']);
    expect((await api.get('/api/v1/blocks/5/proof')).status).toBe(200);
    expect(api.errors).toEqual([]);
  });
});
