import type { RecordProofJson } from '../../src/proof/proof-json.ts';
import type { ProofStep } from '../../src/proof/refusal.ts';
import { base64, flipped, message, type Writable } from './own-block.ts';

export type FileProof = Writable<RecordProofJson>;
type Forgery = readonly [
  what: string,
  step: ProofStep,
  forge: (proof: FileProof, file: Record<string, unknown>) => void,
];

const first = ({ signatures }: FileProof) => {
  const [one] = signatures;
  if (!one) throw new Error('nobody signed');
  return one;
};

/** Forgeries of all record files. */
export const OF_ALL: readonly Forgery[] = [
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

export const COMPACT: readonly Forgery[] = [
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

export const COMPLETE_FORGERIES: readonly Forgery[] = [
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
