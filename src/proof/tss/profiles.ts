import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * What differs between releases of the network's threshold library (hiero-cryptography), as data: they changed
 * transcripts and rules without changing any length. A new one is one entry of `PROFILES`, and one of
 * `WRAPS_KEYS` when its key is known.
 */
export interface TssProfile {
  /** The first release of the library that has it. */
  readonly name: ProfileName;
  readonly hints: {
    readonly challengeDst: string;
    /** Whether the challenge also covers [τ]₂, the aggregate key and the weight that is claimed. */
    readonly challengeCoversClaim: boolean;
    /**
     * DST of the challenge whose powers merge the openings; null: powers of the first challenge, which is known before the
     * values are. The weight that is claimed is then not bound: one member of the key can claim all of it.
     */
    readonly batchDst: string | null;
  };
  /** How a hinTS key is hashed into one field element; the DST of hash-to-field, or Poseidon. */
  readonly keyHash: { readonly kind: 'poseidon' } | { readonly kind: 'hash-to-field'; readonly dst: string };
  /** Which share of the weight the Schnorr signers must have. hinTS always asks for more than half. */
  readonly schnorrWeight: 'half' | 'more-than-half';
  /** DST of the challenge in a node key's proof of possession. */
  readonly keyProofDst: string;
}

export type ProfileName = '3.6.0' | '3.7.8' | '3.15.1';

const V3_7_8: TssProfile = {
  name: '3.7.8',
  hints: {
    challengeDst: 'HINTS_SIG_BLS12381:FIAT_SHAMIR',
    challengeCoversClaim: true,
    batchDst: null,
  },
  keyHash: { kind: 'poseidon' },
  schnorrWeight: 'half',
  keyProofDst: '',
};

/** Oldest first: an unknown WRAPS key is judged by the last one. */
export const PROFILES: readonly TssProfile[] = [
  {
    ...V3_7_8,
    name: '3.6.0',
    hints: { ...V3_7_8.hints, challengeDst: '', challengeCoversClaim: false },
  },
  V3_7_8,
  {
    name: '3.15.1',
    hints: {
      challengeDst: 'HINTS_SIG_BLS12381:FIAT_SHAMIR_HINTS',
      challengeCoversClaim: true,
      batchDst: 'HINTS_SIG_BLS12381:FIAT_SHAMIR_KZG_BATCH',
    },
    keyHash: { kind: 'hash-to-field', dst: 'HieroTSSWrapsHintsVkHash' },
    schnorrWeight: 'more-than-half',
    keyProofDst: 'HieroTSSWrapsSchnorrKeyPoK',
  },
];

/**
 * WRAPS verification keys that the library brought with it, by SHA-256, and the profile of the last release that did.
 * The first one also belongs to 3.6.0: only a setting can say so.
 */
const WRAPS_KEYS: ReadonlyMap<string, ProfileName> = new Map([
  ['00bd6cc621cbd09d95cbf1a265f181efdde09d1234213e1713f35e76317ab809', '3.7.8'],
  ['5a6d78fb8d0d1ef989db3ca9c6aff7e2bd336665af8f5ec904892522ec8f2b3d', '3.7.8'],
  ['f5bff1efb6c300a49cea32e122b1795ee42c08197d902f7e2020b6647843a88f', '3.15.1'],
]);

/** Whether a WRAPS key, by its SHA-256 in hex, came with a release of the network's library. */
export function isLibraryKey(digest: string): boolean {
  return WRAPS_KEYS.has(digest);
}

/** Whether signatures under a profile bind the weight that they claim: since 3.15.1. */
export function bindsWeight(name: ProfileName): boolean {
  return findProfile(name)?.hints.batchDst !== null;
}

/** The profile of that name; undefined when there is none. */
export function findProfile(name: string): TssProfile | undefined {
  return PROFILES.find((profile) => profile.name === name);
}

/** What the choice of a profile rests on. */
export interface ProfileChoice {
  readonly profile: TssProfile;
  /** `newest`: the key is unknown, so the nodes' proofs of possession have to confirm the choice. */
  readonly by: 'setting' | 'key' | 'newest';
}

/**
 * The profile of a ledger: the one that the operator set, else that of its WRAPS key, else the newest. Never decided by
 * what verifies: under older ones a single member of the hinTS key can claim the whole weight.
 */
export function chooseProfile(wrapsKey: Uint8Array, set: ProfileName | null): ProfileChoice {
  const known = set ?? WRAPS_KEYS.get(bytesToHex(sha256(wrapsKey)));
  const profile = known === undefined ? PROFILES.at(-1) : findProfile(known);
  if (profile === undefined) throw new RangeError(`no profile ${known}`);
  const by = set !== null ? 'setting' : known === undefined ? 'newest' : 'key';
  return { profile, by };
}
