import type { RecordProofJson } from '@tain/verify/proof-json';
import type { ProofStep } from '@tain/verify/refusal';
import { base64, flipped, message, type Writable } from '../../packages/verify/test/own-block.ts';

export type FileProof = Writable<RecordProofJson>;
type Forgery = readonly [
  what: string,
  step: ProofStep,
  forge: (proof: FileProof, file: Record<string, unknown>) => void,
];

const first = ({ signatures }: FileProof) => {
  const [one] = signatures;
  if (!one) throw new Error('no node signed');
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
    'a node that is not in the book',
    'signature',
    (proof) => {
      first(proof).node_id = '4711';
    },
  ],
  [
    'a node id in another notation',
    'format',
    (proof) => {
      first(proof).node_id = `0${first(proof).node_id}`;
    },
  ],
  [
    'a changed signature',
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
  ['no signatures', 'signature', ({ signatures }) => void signatures.splice(0)],
  [
    'more signatures than the maximum number of nodes',
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
    'an unknown kind of signed content',
    'format',
    (proof) => {
      (proof as { signed: string }).signed = 'block';
    },
  ],
  [
    'the kind of a block proof',
    'format',
    (proof) => {
      (proof as { kind: string }).kind = 'block';
    },
  ],
];

export const COMPACT: readonly Forgery[] = [
  [
    'a claim that the file was signed',
    'format',
    (proof) => {
      proof.signed = 'file';
    },
  ],
  [
    'a changed hash at the start of the file',
    'signature',
    (_, file) => {
      file.start = flipped(String(file.start), 7);
    },
  ],
  [
    'a changed hash before the item',
    'signature',
    (_, file) => {
      file.before = flipped(String(file.before), 7);
    },
  ],
  ['a missing hash after the item', 'signature', (_, file) => void (file.after as string[]).pop()],
  [
    'hashes after the item in another order',
    'signature',
    (_, file) => void (file.after as string[]).reverse(),
  ],
  ['an empty hash after the item', 'format', (_, file) => void (file.after as string[]).push('')],
  [
    'another encoding of the transaction',
    'signature',
    (_, file) => {
      const item = file.item as Record<string, string>;
      item.transaction = base64(
        Buffer.concat([Buffer.from(item.transaction ?? '', 'base64'), message([100, 1])]),
      );
    },
  ],
  [
    'another encoding of the record',
    'signature',
    (_, file) => {
      const item = file.item as Record<string, string>;
      item.record = base64(Buffer.concat([Buffer.from(item.record ?? '', 'base64'), message([100, 1])]));
    },
  ],
  [
    'a truncated record',
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
    'a version number beyond 32 bits',
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
    'a layout without this hash',
    'format',
    (_, file) => {
      file.version = 2;
    },
  ],
];

export const COMPLETE_FORGERIES: readonly Forgery[] = [
  [
    'a changed byte',
    'signature',
    (_, file) => {
      file.bytes = flipped(String(file.bytes), 8 * 20);
    },
  ],
  [
    'a truncated file',
    'leaf',
    (_, file) => {
      file.bytes = base64(Buffer.from(String(file.bytes), 'base64').subarray(0, -1));
    },
  ],
  [
    'another version',
    'format',
    (_, file) => {
      file.version = 5;
    },
  ],
  [
    'the index of a missing transaction',
    'leaf',
    (_, file) => {
      file.index = 1000;
    },
  ],
  [
    'a claim that the metadata was signed',
    'format',
    (proof) => {
      proof.signed = 'metadata';
    },
  ],
];
