import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { proto } from '@tain/protos/hapi';
import type { RecordProofJson } from '@tain/verify/proof-json';
import { readRecord } from '@tain/verify/transaction-result';
import { verifyBlock, verifyTransaction } from '@tain/verify/verify';
import { describe, expect, it } from 'vitest';
import { readBlockFile } from '../../src/ingest/decode/block/block-file.ts';
import { makeProof } from '../../src/ingest/prove/make-proof.ts';
import type { RawStream } from '../../src/ingest/prove/raw-stream.ts';
import { readWrappedFile } from '../../src/ingest/prove/wrapped-file.ts';
import { FIXTURES, MAINNET_FIXTURES } from '../fixtures.ts';
import { sharedDir } from '../shared.ts';
import { NO_THRESHOLD } from './record-grounds.ts';

const never = new AbortController().signal;
const samples = path.join(sharedDir ?? '', 'streams/wrapped-record-blocks/samples');

/** Wrapped record blocks of mainnet. The later ones are outside of the project, and skipped without it. */
const BLOCKS = [
  { file: `${FIXTURES}/blocks/mainnet-2019-wrapped.blk.gz`, day: '2019-09-13', version: 2 },
  ...(sharedDir === null
    ? []
    : [
        { file: path.join(samples, 'v5-block.blk.gz'), day: '2022-01-01', version: 5 },
        { file: path.join(samples, 'v6-block.blk.gz'), day: '2025-07-23', version: 6 },
      ]),
];

describe.each(BLOCKS)('a record file of $day inside a block', ({ file, day, version }) => {
  const bytes = readFileSync(file);
  const name = path.basename(file);
  const block = readBlockFile(name, gunzipSync(bytes));
  const { raw } = readWrappedFile(block);
  const folder = path.join(MAINNET_FIXTURES, day);
  const book = readFileSync(path.join(folder, 'address_book.bin'));
  const addressBooks = [createHash('sha384').update(book).digest('hex')];
  const original = (readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((each) =>
    /(?<!_\d\d)\.rcd(\.gz)?$/.test(each),
  ) ?? '') as string;
  const number = block.header.number;
  const blocks = {
    name: 'one block',
    changes: 0,
    first: async () => number,
    open: async (requested: bigint) => (requested === number ? { key: name, name, bytes } : null),
    changed: async () => undefined,
    close: async () => undefined,
  };
  const streams: readonly RawStream[] = [{ blocks, records: null }];
  const request = {
    number,
    hash: raw.hash.toString('hex'),
    name: path.basename(original),
    version,
    start: 0n,
    isSigned: false,
  };
  const firstRecord = () => {
    const [item] = raw.items;
    if (!item) throw new Error('no transaction');
    return item.record;
  };
  const make = (subject: Parameters<typeof makeProof>[1], of = request, bytesOfBook: Uint8Array = book) =>
    makeProof(of, subject, { streams, ...NO_THRESHOLD, book: { fileId: 102n, bytes: bytesOfBook } }, never);

  it('proves its transactions by its signed parts', async () => {
    const whole = await make({ kind: 'block' });
    if (whole.kind !== 'proven') throw new Error(whole.detail);
    const facts = await verifyBlock(JSON.parse(JSON.stringify(whole.proof)), { addressBooks });
    const [hash, signedHash] = [raw.hash, raw.fileHash].map((each) => `0x${each.toString('hex')}`);
    expect(facts).toMatchObject({
      number: null,
      hash,
      evidence: { signed: 'file', signed_hash: signedHash },
    });
    const times = raw.items.map(({ record }) => readRecord(record).at);
    for (const at of [times[0], times.at(-1)]) {
      const made = await make({ kind: 'transaction', at: at ?? 0n });
      if (made.kind !== 'proven') throw new Error(made.detail);
      const proof = JSON.parse(JSON.stringify(made.proof)) as RecordProofJson;
      const proven = await verifyTransaction(proof, { addressBooks });
      const [seconds, nanos] = (proven.result?.consensus_timestamp ?? '').split('.');
      expect([proven.link, BigInt(`${seconds}${nanos}`)]).toEqual(['record', at]);
      const few = { ...proof, signatures: proof.signatures.slice(0, 2) };
      await expect(verifyTransaction(few, { addressBooks })).rejects.toMatchObject({ step: 'signature' });
      const as = { ...proof, signed: 'metadata' };
      await expect(verifyTransaction(as, { addressBooks })).rejects.toMatchObject({ step: 'format' });
    }
  }, 120_000);

  it('proves nothing with a book whose nodes have other keys', async () => {
    const { nodeAddress } = proto.NodeAddressBook.decode(book);
    const others = (nodeAddress ?? []).map((node) => ({
      ...node,
      RSA_PubKey: (node.RSA_PubKey ?? '').replace(/010001$/, '010003'),
    }));
    const other = proto.NodeAddressBook.encode({ nodeAddress: others }).finish();
    for (const at of [{ kind: 'block' }, { kind: 'transaction', at: readRecord(firstRecord()).at }] as const)
      expect(await make(at, request, other)).toEqual({
        kind: 'unsigned',
        detail: 'No node of the address book signed the file.',
      });
  });

  it('proves nothing of another one', async () => {
    expect(await make({ kind: 'transaction', at: 1n })).toMatchObject({ kind: 'unknown' });
    const other = { ...request, hash: request.hash.replace(/^../, (byte) => (byte === '00' ? '01' : '00')) };
    expect(await make({ kind: 'block' }, other)).toMatchObject({ kind: 'differs' });
    expect(await make({ kind: 'block' }, { ...request, number: number + 1n })).toMatchObject({
      kind: 'gone',
    });
  });
});
