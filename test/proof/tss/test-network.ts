import type { LedgerPublication } from '../../../src/proof/tss/ledger-publication.ts';
import type { TssProfile } from '../../../src/proof/tss/profiles.ts';
import { hintsKeyOf, hintsNetwork, signHints } from './hints-prover.ts';
import { endorse, publish, signers } from './schnorr-signer.ts';

/** A network of our own that publishes its ledger and signs root hashes, with Schnorr tails. */
export interface TestNetwork {
  readonly publication: LedgerPublication;
  /** The `block_signature` of a root hash by these nodes; default: all. */
  sign(root: Uint8Array, places?: readonly number[]): Buffer;
}

export function testNetwork(profile: TssProfile, weights: readonly bigint[], size: number): TestNetwork {
  const nodes = signers(...weights);
  const all = weights.map((_, index) => index);
  const network = hintsNetwork(size, weights);
  const publication = publish(profile, nodes);
  const hintsKey = hintsKeyOf(network);
  const tail = endorse(profile, publication, nodes, all, hintsKey);
  return {
    publication,
    sign: (root, places = all) => Buffer.concat([hintsKey, signHints(profile, network, places, root), tail]),
  };
}
