import type { LedgerPublication } from '../../src/tss/ledger-publication.ts';
import type { TssProfile } from '../../src/tss/profiles.ts';
import { hintsKeyOf, hintsNetwork, signHints } from './hints-prover.ts';
import { endorse, publish, type Signer, signers } from './schnorr-signer.ts';
import { proveWraps, type WrapsSetup } from './wraps-prover.ts';

/** A test network that publishes its ledger and signs root hashes. */
export interface TestNetwork {
  readonly nodes: readonly Signer[];
  readonly publication: LedgerPublication;
  /** Returns the `block_signature` of a root hash by these nodes; default: all. */
  sign(root: Uint8Array, signers?: readonly number[]): Buffer;
}

/**
 * Creates a network with nodes of these weights. `wraps`: it proves its hinTS key by a WRAPS proof instead of a Schnorr
 * tail. `nodes`: nodes of another network, so that both have the same ledger id.
 */
export function testNetwork(
  profile: TssProfile,
  weights: readonly bigint[],
  size: number,
  {
    wraps,
    nodes = signers(...weights),
  }: { readonly wraps?: WrapsSetup; readonly nodes?: readonly Signer[] } = {},
): TestNetwork {
  const all = weights.map((_, index) => index);
  const network = hintsNetwork(size, weights);
  const publication = publish(profile, nodes, wraps?.key);
  const hintsKey = hintsKeyOf(network);
  const tail = wraps
    ? proveWraps(wraps, profile, publication.ledgerId, hintsKey)
    : endorse(profile, publication, nodes, all, hintsKey);
  return {
    nodes,
    publication,
    sign: (root, signers = all) =>
      Buffer.concat([hintsKey, signHints(profile, network, signers, root), tail]),
  };
}
