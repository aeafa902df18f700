import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../../test/effort.ts';
import { sharedDir } from '../../../../test/shared.ts';
import { ORDER } from '../../src/tss/ed-on-bn254.ts';
import { checkLedger } from '../../src/tss/ledger.ts';
import type { LedgerPublication } from '../../src/tss/ledger-publication.ts';
import { PROFILES } from '../../src/tss/profiles.ts';
import { verifySchnorrTail } from '../../src/tss/schnorr-tail.ts';
import { flip, outcomeOf } from './outcome.ts';
import { endorse, publish, type Signer, signers } from './schnorr-signer.ts';
import { LIBRARY, networkVectors } from './vectors.ts';

const [OLDEST, MIDDLE, NEWEST] = PROFILES;
if (!OLDEST || !MIDDLE || !NEWEST) throw new Error('three profiles are known');

const { publication } = networkVectors();
const check = (changed: LedgerPublication, profile: Parameters<typeof checkLedger>[1] = null) =>
  outcomeOf(() => checkLedger(changed, profile).profile.name);
const withNodes = (change: (nodes: LedgerPublication['nodes']) => LedgerPublication['nodes']) => ({
  ...publication,
  nodes: change(publication.nodes),
});

describe('the profile of a ledger', () => {
  it('is that of its WRAPS key', () => {
    expect(check(publication)).toBe('3.7.8');
  });

  it('is the one set by the operator', () => {
    expect(check(publication, '3.6.0')).toBe('3.6.0');
  });

  it('is never one that the proofs of possession contradict', () => {
    expect(check(publication, '3.15.1')).toBe('key-proofs');
  });

  it.each([MIDDLE, NEWEST])(
    'with an unknown WRAPS key is the newest or none: keys proven under $name',
    (profile) => {
      const published = publish(profile, signers(1n, 2n), Buffer.from('a key of a later ceremony'));
      expect(check(published)).toBe(profile === NEWEST ? NEWEST.name : 'unknown-profile');
    },
  );

  it('names the unknown WRAPS key and the newest profile', () => {
    const changed = { ...publication, wrapsKey: Buffer.alloc(1768) };
    expect(() => checkLedger(changed, null)).toThrow(
      /SHA-256 [0-9a-f]{64} belongs to no known profile, and the newest one, 3\.15\.1, does not fit: .* node 0 /,
    );
  });

  it.skipIf(sharedDir === null).each(LIBRARY)('belongs to $name', (vector) => {
    expect(check(vector.publication, vector.profile)).toBe(vector.expected);
  });
});

describe('a publication', () => {
  const cases: readonly (readonly [string, LedgerPublication, string])[] = [
    ['of another id', { ...publication, ledgerId: Buffer.alloc(32, 7) }, 'publication'],
    ['of an id of 31 bytes', { ...publication, ledgerId: publication.ledgerId.subarray(1) }, 'publication'],
    ['without nodes', withNodes(() => []), 'publication'],
    ['of 129 nodes', withNodes(([node]) => (node ? new Array(129).fill(node) : [])), 'publication'],
    ['of nodes in another order', withNodes((nodes) => nodes.toReversed()), 'publication'],
    ['with a node left out', withNodes((nodes) => nodes.slice(1)), 'publication'],
    [
      'with another weight',
      withNodes(([first, ...others]) => (first ? [{ ...first, weight: 2n }, ...others] : [])),
      'publication',
    ],
    [
      'with another node id',
      withNodes(([first, ...others]) => (first ? [{ ...first, nodeId: 9n }, ...others] : [])),
      'publication',
    ],
    [
      'with another node’s proof of possession',
      withNodes(([first, second, ...others]) =>
        first && second
          ? [
              { ...first, key: Buffer.concat([first.key.subarray(0, 64), second.key.subarray(64)]) },
              second,
              ...others,
            ]
          : [],
      ),
      'key-proofs',
    ],
    [
      'with a key of 191 bytes',
      withNodes((nodes) => nodes.map((node) => ({ ...node, key: node.key.subarray(1) }))),
      'publication',
    ],
    [
      'without a key',
      withNodes((nodes) => nodes.map((node) => ({ ...node, key: Buffer.alloc(0) }))),
      'publication',
    ],
    ['of no weight', withNodes((nodes) => nodes.map((node) => ({ ...node, weight: 0n }))), 'publication'],
    [
      'of a weight of 64 bits',
      withNodes((nodes) => nodes.map((node) => ({ ...node, weight: 2n ** 62n }))),
      'publication',
    ],
    [
      'with a negative weight',
      withNodes((nodes) => nodes.map((node, index) => ({ ...node, weight: index === 0 ? -1n : 9n }))),
      'publication',
    ],
    ['of nodes without keys only', publish(NEWEST, [{ nodeId: 0n, weight: 1n, secret: null }]), 'key-proofs'],
  ];

  it.each(cases)('%s is refused', (_, changed, code) => {
    expect(check(changed)).toBe(code);
  });

  it('is refused with any bit of a node’s key flipped', () => {
    const flips = fc.record({ node: fc.nat(2), bit: fc.nat(192 * 8 - 1) });
    fc.assert(
      fc.property(flips, ({ node, bit }) => {
        const changed = withNodes((nodes) =>
          nodes.map((each, index) => (index === node ? { ...each, key: flip(each.key, bit) } : each)),
        );
        expect(['publication', 'key-proofs']).toContain(check(changed));
      }),
      { numRuns: tries(30) },
    );
  });

  it('may have a node without a key, which counts and cannot sign', () => {
    const nodes: Signer[] = [...signers(5n, 5n), { nodeId: 7n, weight: 4n, secret: null }];
    const published = publish(NEWEST, nodes);
    const ledger = checkLedger(published, null);
    expect(ledger.totalWeight).toBe(14n);
    const hintsKey = Buffer.from('any key');
    const endorsed = (signers: number[]) =>
      outcomeOf(() =>
        verifySchnorrTail(ledger, hintsKey, endorse(NEWEST, published, nodes, signers, hintsKey)),
      );
    expect(endorsed([0, 1])).toBeUndefined();
    expect(endorsed([0])).toBe('weight');
    expect(endorsed([0, 2])).toBe('encoding');
  });
});

describe('a Schnorr signature', () => {
  const nodes = signers(5n, 6n, 0n, 5n, 4n);
  const hintsKey = Buffer.from('the bytes of a hinTS key');

  it.each([
    { profile: MIDDLE, signers: [0, 3], outcome: 'half' },
    { profile: MIDDLE, signers: [0, 4], outcome: 'less' },
    { profile: MIDDLE, signers: [1, 4], outcome: 'half' },
    { profile: MIDDLE, signers: [], outcome: 'less' },
    { profile: MIDDLE, signers: [2], outcome: 'less' },
    { profile: NEWEST, signers: [0, 1], outcome: 'more' },
    { profile: NEWEST, signers: [0, 3], outcome: 'half' },
    { profile: NEWEST, signers: [0, 1, 2, 3, 4], outcome: 'more' },
  ])(
    'under $profile.name with signers $signers, $outcome than half or half',
    ({ profile, signers, outcome }) => {
      const published = publish(profile, nodes);
      const ledger = checkLedger(published, profile.name);
      const tail = endorse(profile, published, nodes, signers, hintsKey);
      const isEnough = outcome === 'more' || (outcome === 'half' && profile === MIDDLE);
      expect(outcomeOf(() => verifySchnorrTail(ledger, hintsKey, tail))).toBe(
        isEnough ? undefined : 'weight',
      );
    },
  );

  it('is refused if the keys of its nodes cancel out', () => {
    const [first, second] = signers(1n, 1n);
    if (!first?.secret || !second) throw new Error('two nodes');
    const opposite = { ...second, secret: -first.secret + ORDER };
    const published = publish(NEWEST, [first, opposite]);
    const tail = endorse(NEWEST, published, [first, opposite], [0, 1], hintsKey);
    expect(outcomeOf(() => verifySchnorrTail(checkLedger(published, null), hintsKey, tail))).toBe(
      'verification-key',
    );
  });

  it('is of one ledger, one hinTS key and one profile', () => {
    const published = publish(MIDDLE, nodes);
    const ledger = checkLedger(published, MIDDLE.name);
    const tail = endorse(MIDDLE, published, nodes, [0, 1, 3], hintsKey);
    const under = (profile: typeof MIDDLE, own: LedgerPublication, key: Uint8Array) =>
      outcomeOf(() => verifySchnorrTail(checkLedger(own, profile.name), key, tail));
    expect(outcomeOf(() => verifySchnorrTail(ledger, hintsKey, tail))).toBeUndefined();
    expect(under(MIDDLE, published, Buffer.from('another key'))).toBe('verification-key');
    // The same nodes with another weight of one node are another ledger.
    const heavier = nodes.map((node, index) => (index === 0 ? { ...node, weight: 6n } : node));
    expect(under(MIDDLE, publish(MIDDLE, heavier), hintsKey)).toBe('verification-key');
    expect(under(NEWEST, publish(NEWEST, nodes), hintsKey)).toBe('verification-key');
  });
});
