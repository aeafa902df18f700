import { bytesToHex } from '@noble/hashes/utils.js';
import { KIND } from './block-root.ts';
import type { Fields } from './proof-json.ts';
import { type ProofBlock, readProofBlock } from './proven-block.ts';
import { type ProofFile, readProofFile } from './recorded-transaction.ts';
import type { ProofStep } from './refusal.ts';

/** A hash that a step computed. */
export interface NamedHash {
  /** Name of the hashed data. */
  readonly name: string;
  /** Hash in hex with `0x`. */
  readonly hash: string;
}

/** A successful step of a verification. */
export interface HeldStep {
  readonly step: ProofStep;
  /** Sentence for readers of the verification. */
  readonly detail: string;
  readonly hashes: readonly NamedHash[];
}

/** Called for each successful step of a verification, in order, before the next one begins. */
export type OnStep = (held: HeldStep) => void;

const named = (name: string, hash: Uint8Array): NamedHash => ({ name, hash: `0x${bytesToHex(hash)}` });

const KINDS: Readonly<Record<number, string>> = {
  [KIND.header]: 'Header',
  [KIND.input]: 'Transaction',
  [KIND.result]: 'Result',
  [KIND.output]: 'Output',
  [KIND.stateChanges]: 'State changes',
  [KIND.trace]: 'Trace',
};

const TREES: Readonly<Record<number, string>> = {
  5: 'Inputs',
  6: 'Outputs',
  7: 'State changes',
  8: 'Traces',
};

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/** Verifies a block's proof up to the block's root hash. Throws `ProofRefused`: `format`, `leaf` or `path`. */
export function followBlock(fields: Fields, onStep: OnStep | undefined): ProofBlock {
  const shown = readProofBlock(fields);
  if (onStep !== undefined) reportBlock(shown, onStep);
  return shown;
}

/** Verifies a record file's proof up to the hash that nodes sign. Throws `ProofRefused`: `format` or `leaf`. */
export function followFile(fields: Fields, onStep: OnStep | undefined): ProofFile {
  const shown = readProofFile(fields);
  if (onStep !== undefined) reportFile(shown, onStep);
  return shown;
}

/** Reports that items of a block were read, and that they are below its root. */
function reportBlock({ trees, header, form }: ProofBlock, onStep: OnStep): void {
  // Indexes are not named, because the hashes do not prove them: trees of different sizes can have the same path.
  const leaves = trees.flatMap(({ number, items, hashes }) =>
    [...items].map(([index, { kind }]) =>
      named(`${KINDS[kind] ?? `Item ${kind}`}, in tree ${number}`, hashes.get(index) ?? NONE),
    ),
  );
  onStep({
    step: 'leaf',
    detail: `${count(leaves.length, 'item')} of block ${header.number} can be read; each lies in the tree of its kind.`,
    hashes: leaves,
  });
  onStep({
    step: 'path',
    detail: `With their sibling hashes they lead to ${count(trees.length, 'tree')} of the ${form} below the root of the block.`,
    hashes: trees.map(({ number, siblings, root }) =>
      named(
        `${TREES[number]}: tree ${number}, by ${count(siblings, 'sibling hash', 'sibling hashes')}`,
        root,
      ),
    ),
  });
}

const NONE = new Uint8Array();

/** Reports that a transaction of a record file was read, and the hashes from it to the signed one. */
function reportFile({ signed, hash, item, path }: ProofFile, onStep: OnStep): void {
  onStep({
    step: 'leaf',
    detail:
      item === null
        ? 'The file can be read.'
        : 'The transaction and its record can be read: one item of a record file.',
    hashes: path === null ? [] : [named('Item', path.item)],
  });
  onStep({
    step: 'path',
    detail:
      path === null
        ? 'The proof contains the whole file.'
        : `The item and ${count(path.after, 'hash', 'hashes')} of later items lead to the running hash at the end of the file.`,
    hashes: path === null ? [] : [named('Running hash at the end', path.end)],
  });
  onStep({
    step: 'root',
    detail:
      signed === 'file'
        ? 'Nodes sign the hash of the file.'
        : 'Nodes sign the metadata hash of the file, which covers its running hashes.',
    hashes: [named(signed === 'file' ? 'File' : 'Metadata', hash)],
  });
}
