import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../../test/effort.ts';
import { verifyHints } from '../../src/tss/hints.ts';
import { readHintsKey } from '../../src/tss/hints-key.ts';
import { readHintsSignature } from '../../src/tss/hints-signature.ts';
import { checkLedger } from '../../src/tss/ledger.ts';
import { PROFILES } from '../../src/tss/profiles.ts';
import { SignatureVerifier } from '../../src/tss/verify-signature.ts';
import { type HintsNetwork, hintsKeyOf, hintsNetwork, signHints } from './hints-prover.ts';
import { outcomeOf } from './outcome.ts';
import { testNetwork } from './test-network.ts';

const MESSAGE = Buffer.alloc(48, 0xa5);

const outcomeUnder = (profile: (typeof PROFILES)[number], network: HintsNetwork, signature: Uint8Array) =>
  outcomeOf(() =>
    verifyHints(profile, readHintsKey(hintsKeyOf(network)), readHintsSignature(signature), MESSAGE),
  );

/** Draws nodes with weights up to real stakes, in a sufficiently large domain, and some of them as signers. */
const networks = fc
  .record({
    weights: fc.array(fc.bigInt({ min: 0n, max: (5n * 10n ** 18n) / 40n }), { minLength: 1, maxLength: 20 }),
    spare: fc.nat(1),
    seed: fc.nat(),
  })
  .map(({ weights, spare, seed }) => ({
    weights,
    size: 2 ** (Math.ceil(Math.log2(weights.length + 1)) + spare),
    signing: weights.map((_, index) => index).filter((index) => (seed >> (index % 31)) & 1),
  }))
  .filter(({ signing }) => signing.length > 0);

describe.each(PROFILES)('hinTS under $name, by a test network', (profile) => {
  it('accepts signatures of more than half of the weight, and no less', () => {
    fc.assert(
      fc.property(networks, ({ weights, size, signing }) => {
        const network = hintsNetwork(size, weights);
        const total = weights.reduce((sum, weight) => sum + weight, 0n);
        const signed = signing.reduce((sum, index) => sum + (weights[index] ?? 0n), 0n);
        const signature = signHints(profile, network, signing, MESSAGE);
        expect(outcomeUnder(profile, network, signature)).toBe(2n * signed > total ? undefined : 'weight');
      }),
      { numRuns: tries(2) },
    );
  });

  it('accepts it under no other profile', () => {
    const network = hintsNetwork(8, [3n, 4n, 5n]);
    const signature = signHints(profile, network, [0, 2], MESSAGE);
    expect(PROFILES.map((other) => outcomeUnder(other, network, signature))).toEqual(
      PROFILES.map((other) => (other === profile ? undefined : 'signature')),
    );
  });

  it('accepts a complete threshold signature of that network', () => {
    const { publication, sign } = testNetwork(profile, [3n, 4n, 5n], 4);
    const verifier = new SignatureVerifier(checkLedger(publication, profile.name));
    expect(verifier.verify(MESSAGE, sign(MESSAGE))).toEqual({
      profile: profile.name,
      tail: 'schnorr',
      signedWeight: 12n,
      totalWeight: 12n,
    });
  });

  it(`${profile.hints.batchDst === null ? 'cannot refuse' : 'refuses'} a single member that claims the whole weight`, () => {
    // This weakness of older profiles is the reason why a profile is never chosen by trying.
    const network = hintsNetwork(8, [1n, 100n, 100n, 100n]);
    const forged = signHints(profile, network, [0], MESSAGE, 301n);
    expect(outcomeUnder(profile, network, forged)).toBe(
      profile.hints.batchDst === null ? undefined : 'signature',
    );
  });

  it('refuses the whole weight without signers, for which key and signature are infinity', () => {
    const network = hintsNetwork(8, [1n, 100n, 100n, 100n]);
    const forged = signHints(profile, network, [], MESSAGE, 301n);
    expect(outcomeUnder(profile, network, forged)).toBe('signature');
  });
});
