import { describe, expect, it } from 'vitest';
import { sharedDir } from '../../../../test/shared.ts';
import { verifyHints } from '../../src/tss/hints.ts';
import { readHintsKey } from '../../src/tss/hints-key.ts';
import { readHintsSignature } from '../../src/tss/hints-signature.ts';
import { checkLedger } from '../../src/tss/ledger.ts';
import { PROFILES } from '../../src/tss/profiles.ts';
import { splitSignature } from '../../src/tss/signature.ts';
import { SignatureVerifier } from '../../src/tss/verify-signature.ts';
import { holdsWraps } from '../../src/tss/wraps.ts';
import { readWrapsKey } from '../../src/tss/wraps-key.ts';
import { readWrapsProof } from '../../src/tss/wraps-proof.ts';
import { outcomeOf, verifyVector } from './outcome.ts';
import { BLOCKS, hex, LIBRARY, networkVectors, SYNTHETIC, sharedVectors, type Vector } from './vectors.ts';

describe('a real network’s signatures, without reference material', () => {
  const { publication, blocks } = networkVectors();
  const verifier = new SignatureVerifier(checkLedger(publication, null));

  it.each(blocks)('$name was signed by two of three nodes', ({ message, signature }) => {
    expect(verifier.verify(message, signature)).toMatchObject({
      profile: '3.7.8',
      signedWeight: 2n,
      totalWeight: 3n,
    });
  });

  it('with a Schnorr signature before WRAPS, and a WRAPS proof after it', () => {
    const tails = blocks.map(({ message, signature }) => verifier.verify(message, signature).tail);
    expect(tails).toEqual(['schnorr', 'wraps']);
  });
});

describe.skipIf(sharedDir === null)('vectors of ../shared/streams/tss', () => {
  it('are all present', () => {
    expect([LIBRARY.length, BLOCKS.length, SYNTHETIC.length]).toEqual([8, 13, 14]);
  });

  it.each(LIBRARY)('library $name', (vector) => {
    const { expected, tail } = vector;
    const evidence = { profile: expected, tail, signedWeight: 1766n, totalWeight: 1766n };
    expect(verifyVector(vector)).toEqual(evidence);
  });

  // Both tails of a library's vector have the same hinTS signature.
  it.each([
    ...LIBRARY.filter(({ tail }) => tail === 'schnorr'),
    ...SYNTHETIC.filter(({ name }) => name.includes('identity-commitments')),
  ])(
    '$name: its hinTS signature holds under no other profile, whatever profile proves the keys',
    ({ message, signature, ...vector }) => {
      const own = 'expected' in vector ? vector.expected : vector.profile;
      const { hintsKey, hintsSignature } = splitSignature(signature);
      const others = PROFILES.filter(({ name }) => name !== own);
      const outcomes = others.map((profile) => [
        profile.name,
        outcomeOf(() =>
          verifyHints(profile, readHintsKey(hintsKey), readHintsSignature(hintsSignature), message),
        ),
      ]);
      expect(outcomes).toEqual(others.map(({ name }) => [name, 'signature']));
    },
  );

  // A verifier for each chain, which caches its proven keys.
  const verifiers = new Map(
    BLOCKS.map(({ publication }) => [publication, new SignatureVerifier(checkLedger(publication, null))]),
  );
  const verifyBlock = ({ publication, signature }: Vector, message: Buffer) =>
    outcomeOf(() => verifiers.get(publication)?.verify(message, signature));

  it.each(BLOCKS)('$name', (vector) => {
    expect(verifyBlock(vector, vector.message)).toEqual(vector.evidence);
  });

  it.each(BLOCKS.filter(({ root, message }) => !root.equals(message)))(
    '$name: the signature of a state proof is not one of the block itself',
    (vector) => {
      expect(verifyBlock(vector, vector.root)).toBe('signature');
    },
  );

  it.each(SYNTHETIC)('synthetic $name: valid $valid', (vector) => {
    const outcome = verifyVector(vector);
    if (vector.valid) expect(outcome).toMatchObject({ profile: vector.profile, tail: 'schnorr' });
    else expect(outcome).toBe('weight');
  });

  it.each(SYNTHETIC)('synthetic $name: refused under the other profile', (vector) => {
    expect(verifyVector({ ...vector, profile: vector.other })).toBe('key-proofs');
  });

  it('a WRAPS proof is valid only under its own key', () => {
    const [proof] = sharedVectors('library-vectors', (file: { wrapsOnly: { proof: string } }) => [
      readWrapsProof(hex(file.wrapsOnly.proof)),
    ]);
    const keys = LIBRARY.filter(({ tail }) => tail === 'wraps').map(
      ({ publication }) => publication.wrapsKey,
    );
    expect(proof && keys.map((key) => holdsWraps(readWrapsKey(key), proof))).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });
});
