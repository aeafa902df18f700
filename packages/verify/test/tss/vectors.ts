import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FIXTURES } from '../../../../test/fixtures.ts';
import { sharedDir } from '../../../../test/shared.ts';
import type { LedgerPublication } from '../../src/tss/ledger-publication.ts';
import type { ProfileName } from '../../src/tss/profiles.ts';

/** A signature, and the ledger with which it is to be verified. */
export interface Vector {
  readonly name: string;
  readonly publication: LedgerPublication;
  /** Profile chosen by the operator; null: determined by the publication's WRAPS key. */
  readonly profile: ProfileName | null;
  readonly message: Buffer;
  readonly signature: Buffer;
}

export const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** Returns a development network of HAPI 0.73: real signatures with both tails. */
export function networkVectors(): { readonly publication: LedgerPublication; readonly blocks: Vector[] } {
  const { publication, blocks } = JSON.parse(readFileSync(path.join(FIXTURES, 'tss/hapi-0.73.json'), 'utf8'));
  const read = readPublication(publication);
  return {
    publication: read,
    blocks: blocks.map(
      ({ number, root, signature }: { number: number; root: string; signature: string }) => ({
        name: `block ${number}`,
        publication: read,
        profile: null,
        message: hex(root),
        signature: hex(signature),
      }),
    ),
  };
}

interface PublicationText {
  readonly ledgerId: string;
  readonly wrapsKey: string;
  readonly nodes: readonly { readonly nodeId: number; readonly weight: number; readonly key: string }[];
}

function readPublication({ ledgerId, wrapsKey, nodes }: PublicationText): LedgerPublication {
  return {
    ledgerId: hex(ledgerId),
    wrapsKey: hex(wrapsKey),
    nodes: nodes.map(({ nodeId, weight, key }) => ({
      nodeId: BigInt(nodeId),
      weight: BigInt(weight),
      key: hex(key),
    })),
  };
}

/** Names of the profiles in `../shared/streams/tss`. */
export const PROFILE_OF: Readonly<Record<string, ProfileName>> = { A: '3.6.0', B: '3.7.8', C: '3.15.1' };

interface SharedPublication {
  readonly ledgerId: string;
  /** Key; missing in the synthetic vectors. */
  readonly historyProofVerificationKey?: string;
  readonly nodeContributions: readonly { nodeId: number; weight: number; historyProofKey: string }[];
}

export function sharedPublication(text: SharedPublication): LedgerPublication {
  return {
    ledgerId: hex(text.ledgerId),
    wrapsKey: hex(text.historyProofVerificationKey ?? ''),
    nodes: text.nodeContributions.map(({ nodeId, weight, historyProofKey }) => ({
      nodeId: BigInt(nodeId),
      weight: BigInt(weight),
      key: hex(historyProofKey),
    })),
  };
}

/** Reads a file of `../shared/streams/tss`. Returns an empty list without the folder. */
export function sharedVectors<Value>(name: string, pick: (file: never) => Value[]): Value[] {
  if (sharedDir === null) return [];
  return pick(JSON.parse(readFileSync(path.join(sharedDir, 'streams/tss', `${name}.json`), 'utf8')) as never);
}

interface LibraryVector extends SharedPublication {
  readonly profile: string;
  readonly releases: string;
  readonly message: string;
  readonly signatureWithSchnorr: string;
  readonly signatureWithWraps: string;
  readonly intermediate: { readonly hintsKeyHash: string };
}

/** Test constants of the library, one for each profile and WRAPS key, with either tail. */
export const LIBRARY = sharedVectors('library-vectors', (file: { vectors: LibraryVector[] }) =>
  file.vectors.flatMap((vector) => {
    // Two profiles share the first WRAPS key, so only a setting distinguishes them.
    const profile = vector.profile === 'A' ? '3.6.0' : null;
    const tails = { Schnorr: vector.signatureWithSchnorr, WRAPS: vector.signatureWithWraps };
    return Object.entries(tails).map(([tail, signature]) => ({
      name: `${vector.releases}, ${tail}`,
      publication: sharedPublication(vector),
      profile: profile as ProfileName | null,
      expected: PROFILE_OF[vector.profile] as ProfileName,
      tail: tail.toLowerCase(),
      message: hex(vector.message),
      signature: hex(signature),
      hintsKeyHash: vector.intermediate.hintsKeyHash,
    }));
  }),
);

interface BlockChain {
  readonly chain: string;
  readonly ledgerIdPublication: SharedPublication;
  readonly blocks: readonly {
    readonly block: number;
    readonly rootHash: string;
    readonly signedHash: string;
    readonly signature: string;
    readonly expected: { readonly tail: { readonly kind: string } };
    readonly intermediate: { readonly totalWeight: number; readonly aggregateWeight: number };
  }[];
}

/** Signatures of real blocks. */
export const BLOCKS = sharedVectors('block-vectors', (file: { chains: BlockChain[] }) =>
  file.chains.flatMap(({ chain, ledgerIdPublication, blocks }) => {
    const publication = sharedPublication(ledgerIdPublication);
    return blocks.map(({ block, rootHash, signedHash, signature, expected, intermediate }) => ({
      name: `${chain}, block ${block}`,
      publication,
      profile: null,
      message: hex(signedHash),
      root: hex(rootHash),
      signature: hex(signature),
      evidence: {
        profile: '3.7.8' as const,
        tail: expected.tail.kind,
        signedWeight: BigInt(intermediate.aggregateWeight),
        totalWeight: BigInt(intermediate.totalWeight),
      },
    }));
  }),
);

interface SyntheticVector extends SharedPublication {
  readonly name: string;
  readonly profile: string;
  readonly message: string;
  readonly signature: string;
  readonly expected: { readonly valid: boolean };
}

/** Cases that no release of the library creates, from a prover with the secret of the setup. */
export const SYNTHETIC = sharedVectors('synthetic-vectors', (file: { vectors: SyntheticVector[] }) =>
  file.vectors.map((vector) => ({
    name: vector.name,
    publication: sharedPublication(vector),
    profile: PROFILE_OF[vector.profile] as ProfileName,
    other: PROFILE_OF[vector.profile === 'B' ? 'C' : 'B'] as ProfileName,
    message: hex(vector.message),
    signature: hex(vector.signature),
    valid: vector.expected.valid,
  })),
);
