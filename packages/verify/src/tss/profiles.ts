import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Differences between releases of the network's threshold library (hiero-cryptography), as data: they changed transcripts and
 * rules without changing any length. A new release is one entry of `PROFILES`, and one of `WRAPS_KEYS` when its key is known.
 */
export interface TssProfile {
  /** First release of the library with this profile. */
  readonly name: ProfileName;
  readonly hints: {
    readonly challengeDst: string;
    /** Whether the challenge also covers [τ]₂, the aggregate key and the claimed weight. */
    readonly challengeCoversClaim: boolean;
    /**
     * DST of the challenge whose powers merge the openings. Null: powers of the first challenge, which is known before
     * the values are fixed. The claimed weight is then not bound: one member of the key can claim all of it.
     */
    readonly batchDst: string | null;
  };
  /** Hash of a hinTS key into one field element: the DST of hash-to-field, or Poseidon. */
  readonly keyHash: { readonly kind: 'poseidon' } | { readonly kind: 'hash-to-field'; readonly dst: string };
  /** Share of the weight that the Schnorr signers must have. hinTS always requires more than half. */
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

/** Profiles, oldest first: an unknown WRAPS key gets the last one. */
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
 * WRAPS verification keys from releases of the library, by SHA-256, and the profile of the last release with each. The first
 * one also belongs to 3.6.0, which only a setting can select.
 */
const WRAPS_KEYS: ReadonlyMap<string, ProfileName> = new Map([
  ['00bd6cc621cbd09d95cbf1a265f181efdde09d1234213e1713f35e76317ab809', '3.7.8'],
  ['5a6d78fb8d0d1ef989db3ca9c6aff7e2bd336665af8f5ec904892522ec8f2b3d', '3.7.8'],
  ['f5bff1efb6c300a49cea32e122b1795ee42c08197d902f7e2020b6647843a88f', '3.15.1'],
]);

/** Returns whether a WRAPS key, by its SHA-256 in hex, came with a release of the network's library. */
export function isLibraryKey(digest: string): boolean {
  return WRAPS_KEYS.has(digest);
}

/** Returns whether signatures under a profile bind the claimed weight: since 3.15.1. */
export function bindsWeight(name: ProfileName): boolean {
  return findProfile(name)?.hints.batchDst !== null;
}

/** Returns the profile of that name, or undefined. */
export function findProfile(name: string): TssProfile | undefined {
  return PROFILES.find((profile) => profile.name === name);
}

/** A chosen profile with the reason of the choice. */
export interface ProfileChoice {
  readonly profile: TssProfile;
  /** `newest`: the key is unknown, so the nodes' proofs of possession have to confirm the choice. */
  readonly by: 'setting' | 'key' | 'newest';
}

/**
 * Chooses the profile of a ledger: the one that the operator set, else that of its WRAPS key, else the newest. Profiles
 * are never tried one after another, because under older ones a single member of the hinTS key can claim the whole
 * weight.
 */
export function chooseProfile(wrapsKey: Uint8Array, set: ProfileName | null): ProfileChoice {
  const known = set ?? WRAPS_KEYS.get(bytesToHex(sha256(wrapsKey)));
  const profile = known === undefined ? PROFILES.at(-1) : findProfile(known);
  if (profile === undefined) throw new RangeError(`no profile ${known}`);
  const by = set !== null ? 'setting' : known === undefined ? 'newest' : 'key';
  return { profile, by };
}
