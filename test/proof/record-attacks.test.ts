import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RecordProofJson } from '../../src/proof/proof-json.ts';
import { int32, int64, itemsOf, recordedHash, runningHash } from '../../src/proof/record-hashes.ts';
import type { ProofStep } from '../../src/proof/refusal.ts';
import { verifyBlock, verifyTransaction } from '../../src/proof/verify.ts';
import { MAINNET_FIXTURES } from '../fixtures.ts';
import { base64, flipped, message, stepOf, type Writable } from './own-block.ts';
import { recordedProof } from './recorded-proofs.ts';

type Proof = Writable<RecordProofJson>;
type Forgery = readonly [
  what: string,
  step: ProofStep,
  forge: (proof: Proof, file: Record<string, unknown>) => void,
];

const first = ({ signatures }: Proof) => {
  const [one] = signatures;
  if (!one) throw new Error('nobody signed');
  return one;
};

/** Of every record file. */
const OF_ALL: readonly Forgery[] = [
  ['a node that signs twice', 'signature', (proof) => void proof.signatures.push({ ...first(proof) })],
  [
    'the signature of another node',
    'signature',
    ({ signatures }) => {
      const [one, other] = signatures;
      if (one && other) [one.signature, other.signature] = [other.signature, one.signature];
    },
  ],
  [
    'a node that the book has not',
    'signature',
    (proof) => {
      first(proof).node_id = '4711';
    },
  ],
  [
    'a node named in another way',
    'format',
    (proof) => {
      first(proof).node_id = `0${first(proof).node_id}`;
    },
  ],
  [
    'a signature changed',
    'signature',
    (proof) => {
      first(proof).signature = flipped(first(proof).signature, 500);
    },
  ],
  [
    'an empty signature',
    'signature',
    (proof) => {
      first(proof).signature = '';
    },
  ],
  ['less than a third of the nodes', 'signature', ({ signatures }) => void signatures.splice(3)],
  ['nobody who signed', 'signature', ({ signatures }) => void signatures.splice(0)],
  [
    'more signatures than nodes can be',
    'format',
    (proof) => {
      proof.signatures = Array.from({ length: 1025 }, () => first(proof));
    },
  ],
  [
    'another address book',
    'ledger',
    (proof) => {
      proof.address_book = flipped(proof.address_book, 5000);
    },
  ],
  [
    'nothing that is signed',
    'format',
    (proof) => {
      (proof as { signed: string }).signed = 'block';
    },
  ],
  [
    'what a block has',
    'format',
    (proof) => {
      (proof as { kind: string }).kind = 'block';
    },
  ],
];

const COMPACT: readonly Forgery[] = [
  [
    'signatures of the file that are none',
    'format',
    (proof) => {
      proof.signed = 'file';
    },
  ],
  [
    'a hash at its start changed',
    'signature',
    (_, file) => {
      file.start = flipped(String(file.start), 7);
    },
  ],
  [
    'a hash before it changed',
    'signature',
    (_, file) => {
      file.before = flipped(String(file.before), 7);
    },
  ],
  ['an item after it left out', 'signature', (_, file) => void (file.after as string[]).pop()],
  ['items after it in another order', 'signature', (_, file) => void (file.after as string[]).reverse()],
  ['an item after it that is no hash', 'format', (_, file) => void (file.after as string[]).push('')],
  [
    'a transaction written in another way',
    'signature',
    (_, file) => {
      const item = file.item as Record<string, string>;
      item.transaction = base64(
        Buffer.concat([Buffer.from(item.transaction ?? '', 'base64'), message([100, 1])]),
      );
    },
  ],
  [
    'a record written in another way',
    'signature',
    (_, file) => {
      const item = file.item as Record<string, string>;
      item.record = base64(Buffer.concat([Buffer.from(item.record ?? '', 'base64'), message([100, 1])]));
    },
  ],
  [
    'a record cut',
    'leaf',
    (_, file) => {
      const item = file.item as Record<string, string>;
      item.record = base64(Buffer.from(item.record ?? '', 'base64').subarray(0, -1));
    },
  ],
  [
    'another HAPI version',
    'signature',
    (_, file) => {
      file.hapi = { ...(file.hapi as object), patch: 77 };
    },
  ],
  [
    'a part of a version that is cut to 32 bits',
    'format',
    (_, file) => {
      file.hapi = { ...(file.hapi as object), patch: 2 ** 32 };
    },
  ],
  [
    'the layout of the other version',
    'signature',
    (_, file) => {
      file.version = file.version === 5 ? 6 : 5;
      Object.assign(file, { number: '1', object_version: 5 });
    },
  ],
  [
    'a layout that has no such hash',
    'format',
    (_, file) => {
      file.version = 2;
    },
  ],
];

const WHOLE: readonly Forgery[] = [
  [
    'a byte of it changed',
    'signature',
    (_, file) => {
      file.bytes = flipped(String(file.bytes), 8 * 20);
    },
  ],
  [
    'its end cut',
    'leaf',
    (_, file) => {
      file.bytes = base64(Buffer.from(String(file.bytes), 'base64').subarray(0, -1));
    },
  ],
  [
    'another version than its own',
    'format',
    (_, file) => {
      file.version = 5;
    },
  ],
  [
    'a transaction that it has not',
    'leaf',
    (_, file) => {
      file.index = 1000;
    },
  ],
  [
    'what frames items',
    'format',
    (proof) => {
      proof.signed = 'metadata';
    },
  ],
];

/** The file that a proof is of, decompressed. */
function rawFile(day: string): Buffer {
  const folder = path.join(MAINNET_FIXTURES, day);
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((each) =>
    /(?<!_\d\d)\.rcd(\.gz)?$/.test(each),
  );
  const bytes = readFileSync(path.join(folder, name ?? ''));
  return name?.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

describe.each([
  { day: '2019-09-13', version: 2, forgeries: [...OF_ALL, ...WHOLE] },
  { day: '2022-01-01', version: 5, forgeries: [...OF_ALL, ...COMPACT] },
  { day: '2025-07-23', version: 6, forgeries: [...OF_ALL, ...COMPACT] },
] as const)('a proof of a record file of version $version', ({ day, version, forgeries }) => {
  let proof: Proof;
  let book: string;
  const verify = (forged: unknown, trust = {}) =>
    verifyTransaction(forged, { addressBooks: [book], ...trust });

  beforeAll(async () => {
    const made = await recordedProof(day);
    proof = made.proof as Proof;
    ({ book } = made);
  });

  it.each(forgeries)('is refused with %s (%s)', async (_, step, forge) => {
    const forged = structuredClone(proof);
    forge(forged, forged.file as unknown as Record<string, unknown>);
    expect(await stepOf(verify(forged))).toBe(step);
  });

  it('is refused where the weight or the time of its book is another', async () => {
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

  it('proves a number only where nodes signed it', async () => {
    const numbered = structuredClone(proof);
    Object.assign(numbered.file, { number: '4711' });
    numbered.block.number = '4711';
    if (version === 6) expect(await stepOf(verify(numbered))).toBe('signature');
    else {
      expect(await verify(numbered)).toEqual(await verify(proof));
      expect(await stepOf(verifyBlock(numbered, { addressBooks: [book], number: 4711 }))).toBe('question');
    }
  });

  it.skipIf(version === 2)('is refused as a whole file, whose hash those signatures are not of', async () => {
    const bytes = rawFile(day);
    const whole = { ...proof, signed: 'file', file: { version, bytes: base64(bytes), index: 0 } };
    expect(await stepOf(verify(whole))).toBe('signature');
  });

  it.skipIf(version === 2)('is refused with the hash at the start of its file before it', async () => {
    const { items } = itemsOf(rawFile(day));
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

  it.skipIf(version === 2)('is refused as a file of what frames its items alone', async () => {
    const bytes = rawFile(day);
    const own = Buffer.from(String((proof.file as unknown as Record<string, unknown>).start), 'base64');
    const end = itemsOf(bytes).items.reduce<Uint8Array>(
      (hash, item) => runningHash(hash, recordedHash(item)),
      own,
    );
    // The hash that is signed is that of these bytes.
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
