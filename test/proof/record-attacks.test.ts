import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { int32, int64, readFile, recordedHash, runningHash } from '@tain/verify/record-hashes';
import { verifyBlock, verifyTransaction } from '@tain/verify/verify';
import { beforeAll, describe, expect, it } from 'vitest';
import { base64, stepOf } from '../../packages/verify/test/own-block.ts';
import { MAINNET_FIXTURES } from '../fixtures.ts';
import { COMPACT, COMPLETE_FORGERIES, type FileProof, OF_ALL } from './forged-files.ts';
import { recordedProof } from './recorded-proofs.ts';

/** Returns the decompressed file of a proof. */
function rawFile(day: string): Buffer {
  const folder = path.join(MAINNET_FIXTURES, day);
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((each) =>
    /(?<!_\d\d)\.rcd(\.gz)?$/.test(each),
  );
  const bytes = readFileSync(path.join(folder, name ?? ''));
  return name?.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

describe.each([
  { day: '2019-09-13', version: 2, forgeries: [...OF_ALL, ...COMPLETE_FORGERIES] },
  { day: '2022-01-01', version: 5, forgeries: [...OF_ALL, ...COMPACT] },
  { day: '2025-07-23', version: 6, forgeries: [...OF_ALL, ...COMPACT] },
] as const)('a proof of a record file of version $version', ({ day, version, forgeries }) => {
  let proof: FileProof;
  let book: string;
  const verify = (forged: unknown, trust = {}) =>
    verifyTransaction(forged, { addressBooks: [book], ...trust });

  beforeAll(async () => {
    const made = await recordedProof(day);
    proof = made.proof as FileProof;
    ({ book } = made);
  });

  it.each(forgeries)('is refused with %s (%s)', async (_, step, forge) => {
    const forged = structuredClone(proof);
    forge(forged, forged.file as unknown as Record<string, unknown>);
    expect(await stepOf(verify(forged))).toBe(step);
  });

  it('is refused if the weight or the time of its book differs', async () => {
    const { transaction_id: transactionId } = await verify(proof);
    const signers = new Set(proof.signatures.map(({ node_id: node }) => node));
    const light = Object.fromEntries(
      Array.from({ length: 60 }, (_, node) => [node, signers.has(String(node)) ? 1 : 100]),
    );
    const trusting = (more: object) => stepOf(verify(proof, { addressBooks: [{ sha384: book, ...more }] }));
    expect(await trusting({ weights: light })).toBe('signature');
    expect(await trusting({ weights: {} })).toBe('signature');
    expect(await trusting({ to: '1000000000' })).toBe('ledger');
    expect(await trusting({ from: '1900000000.0' })).toBe('ledger');
    expect(await stepOf(verify(proof, { addressBooks: [] }))).toBe('ledger');
    expect(await stepOf(verify(proof, { transaction: { transactionId: `${transactionId}1` } }))).toBe(
      'question',
    );
  });

  it('proves a number only if nodes signed it', async () => {
    const numbered = structuredClone(proof);
    Object.assign(numbered.file, { number: '4711' });
    numbered.block.number = '4711';
    if (version === 6) expect(await stepOf(verify(numbered))).toBe('signature');
    else {
      expect(await verify(numbered)).toEqual(await verify(proof));
      expect(await stepOf(verifyBlock(numbered, { addressBooks: [book], number: 4711 }))).toBe('question');
    }
  });

  it.skipIf(version === 2)(
    'is refused as a whole file, because the signatures are of another hash',
    async () => {
      const bytes = rawFile(day);
      const whole = { ...proof, signed: 'file', file: { version, bytes: base64(bytes), index: 0 } };
      expect(await stepOf(verify(whole))).toBe('signature');
    },
  );

  it.skipIf(version === 2)('is refused with the hash at the start of its file before it', async () => {
    const { items } = readFile(rawFile(day));
    const [none, item, ...rest] = items;
    if (!none || !item) throw new Error('too few items');
    const file = structuredClone(proof.file) as unknown as Record<string, unknown>;
    const start = Buffer.from(String(file.start), 'base64');
    const own = {
      ...file,
      item: { transaction: base64(item.transaction), record: base64(item.record) },
      before: base64(runningHash(start, recordedHash(none))),
      after: rest.map((each) => base64(recordedHash(each))),
    };
    expect((await verify({ ...proof, file: own })).link).toBe('record');
    expect(await stepOf(verify({ ...proof, file: { ...own, before: base64(start) } }))).toBe('signature');
  });

  it.skipIf(version === 2)('is refused as a file of only the bytes that frame its items', async () => {
    const bytes = rawFile(day);
    const own = Buffer.from(String((proof.file as unknown as Record<string, unknown>).start), 'base64');
    const end = readFile(bytes).items.reduce<Uint8Array>(
      (hash, item) => runningHash(hash, recordedHash(item)),
      own,
    );
    // The signed hash is the hash of these bytes.
    const { hapi, number } = proof.file as {
      hapi: Record<'major' | 'minor' | 'patch', number>;
      number?: string;
    };
    const framed =
      version === 5
        ? Buffer.concat([bytes.subarray(0, 88), bytes.subarray(20, 40), end])
        : Buffer.concat([int32(6, hapi.major, hapi.minor, hapi.patch), own, end, int64(BigInt(number ?? 0))]);
    const whole = { ...proof, signed: 'file', file: { version, bytes: base64(framed), index: null } };
    expect(await stepOf(verifyBlock(whole, { addressBooks: [book] }))).toBe('leaf');
  });
});
