import type { stream } from '@tain/protos/block-stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { publicationBytes } from '../../src/ingest/prove/publication-bytes.ts';
import type { ProofStep } from '../../src/proof/refusal.ts';
import { PROFILES } from '../../src/proof/tss/profiles.ts';
import { verifyTransaction } from '../../src/proof/verify.ts';
import { leafOf } from '../ingest/block-writer.ts';
import {
  type BlockProof,
  base64,
  draft,
  flipped,
  laterPaths,
  message,
  OwnNetwork,
  ROOT,
  stateProof,
  unsignedProof,
} from './own-block.ts';
import { HINTS_KEY_FIELDS, HINTS_SIGNATURE_FIELDS, SCHNORR_FIELDS } from './tss/layout.ts';
import { publish, signers } from './tss/schnorr-signer.ts';
import { testNetwork } from './tss/test-network.ts';
import { networkVectors } from './tss/vectors.ts';

type Bytes = (signature: Buffer) => Buffer;
type Paths = (paths: stream.IMerklePath[]) => stream.IMerklePath[];

const field = (name: string) => {
  const all = [...HINTS_KEY_FIELDS, ...HINTS_SIGNATURE_FIELDS, ...SCHNORR_FIELDS];
  const found = all.find((each) => each.name === name);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
/** The field at this place of the signature, counted from its start, with other bytes. */
const put =
  (offset: number, bytes: Uint8Array): Bytes =>
  (signature) =>
    Buffer.concat([signature.subarray(0, offset), bytes, signature.subarray(offset + bytes.length)]);
const INFINITY = Buffer.concat([Buffer.of(0x40), Buffer.alloc(95)]);
const G1 = HINTS_SIGNATURE_FIELDS.filter(({ kind }) => kind === 'bls-g1');
const G2 = HINTS_SIGNATURE_FIELDS.filter(({ kind }) => kind === 'bls-g2');
const SCALARS = HINTS_SIGNATURE_FIELDS.filter(({ kind }) => kind === 'bls-fr');
const offsetOf = ([first]: readonly { readonly offset: number }[]) => first?.offset ?? 0;
const places = field('places').offset;

/** All of them are refused at the step `signature`. */
const SIGNATURES: readonly (readonly [string, Bytes])[] = [
  ['nothing', () => Buffer.alloc(0)],
  ['a mock', () => Buffer.alloc(48, 7)],
  ['one byte less', (signature) => signature.subarray(0, -1)],
  ['one byte more', (signature) => Buffer.concat([signature, Buffer.of(0)])],
  ['the length of another tail, cut', (signature) => signature.subarray(0, 2728)],
  ['an aggregate key that is no point of the curve', put(offsetOf(G1), Buffer.alloc(96, 1))],
  ['an aggregate key at infinity', put(offsetOf(G1), INFINITY)],
  [
    'an infinity with a coordinate',
    put(offsetOf(G1), Buffer.concat([Buffer.of(0x40), Buffer.alloc(94), Buffer.of(1)])),
  ],
  ['an aggregate signature at infinity', put(offsetOf(G2), Buffer.concat([INFINITY, Buffer.alloc(96)]))],
  ['an aggregate signature off its curve', put(offsetOf(G2), Buffer.alloc(192, 1))],
  ['a scalar above the order', put(offsetOf(SCALARS), Buffer.alloc(32, 0xff))],
  ['more weight than signed', put(offsetOf(SCALARS), Buffer.concat([Buffer.of(4), Buffer.alloc(31)]))],
  ['no weight', put(offsetOf(SCALARS), Buffer.alloc(32))],
  ['a key of nobody', put(places, Buffer.alloc(128))],
  ['a key of a node less', put(places + 3, Buffer.of(0))],
  ['a key of a node that there is not', put(places + 4, Buffer.of(1))],
  ['a signer that is neither in nor out', put(places, Buffer.of(2))],
  ['an endorsement that is none', put(field('y').offset, Buffer.alloc(32))],
];

const HASH = leafOf(Buffer.from('hash'));
const many = (count: number) => Array.from({ length: count }, () => ({ hash: HASH }));
const at =
  (place: number, more: stream.IMerklePath): Paths =>
  (paths) =>
    paths.with(place, { ...paths[place], ...more });

/** Ways that lead nowhere: refused at the step `root`. */
const WAYS: readonly (readonly [string, Paths])[] = [
  ['of another block', at(1, { hash: HASH })],
  ['from a sibling of it', (paths) => at(1, { hash: paths[1]?.siblings?.[0]?.hash ?? null })(paths)],
  [
    'with the block as an item',
    (paths) => at(1, { hash: null, blockItemLeaf: paths[1]?.hash ?? null })(paths),
  ],
  ['with hashes of 47 bytes', at(1, { siblings: [{ hash: HASH.subarray(1) }] })],
  ['without a left sibling', at(1, { siblings: [{ isLeft: true }] })],
  ['with two roots', at(0, { nextPathIndex: ROOT })],
  ['without a root', at(2, { nextPathIndex: 2 })],
  ['in a circle', (paths) => [...at(2, { nextPathIndex: 3 })(paths), { nextPathIndex: 2 }]],
  ['to nowhere', at(1, { nextPathIndex: 9 })],
  ['to a leaf', at(1, { nextPathIndex: 0 })],
  ['with a join that waits', (paths) => [...paths, { nextPathIndex: ROOT }]],
  ['with a leaf left over', (paths) => [...paths, { hash: HASH, nextPathIndex: ROOT }]],
  ['with three at a join', (paths) => [...paths, { hash: HASH, nextPathIndex: 2 }]],
  ['of 4,097 nodes', at(1, { siblings: many(4097) })],
  [
    'of 4,098 paths',
    (paths) => [...paths, ...Array.from({ length: 4095 }, () => ({ hash: HASH, nextPathIndex: 2 }))],
  ],
  ['of nothing', () => []],
];

/** Ways to another root than the one that is signed: the signature does not hold. */
const OTHER_ROOTS: readonly (readonly [string, Paths])[] = [
  [
    'with a sibling on the other side',
    (paths) => {
      const siblings = paths[1]?.siblings ?? [];
      return at(1, { siblings: siblings.with(0, { ...siblings[0], isLeft: true }) })(paths);
    },
  ],
  ['with a sibling left out', (paths) => at(1, { siblings: paths[1]?.siblings?.slice(1) ?? [] })(paths)],
  [
    'with an only child',
    (paths) => at(1, { siblings: [...(paths[1]?.siblings ?? []), { hash: Buffer.alloc(0) }] })(paths),
  ],
  ['with both sides exchanged', (paths) => [1, 0, 2].flatMap((place) => paths[place] ?? [])],
  ['with another time', at(0, { timestampLeaf: Buffer.from([8, 1]) })],
];

describe('a signature of a block is refused', () => {
  let network: OwnNetwork;
  let root: Buffer;
  let proof: BlockProof;
  const stepOf = async (forged: unknown, trust = {}): Promise<ProofStep | 'none'> =>
    verifyTransaction(forged, { ledgerId: network.ledgerId, ...trust }).then(
      () => 'none' as const,
      (error: { name: string; step: ProofStep }) => {
        if (error.name !== 'ProofRefused') throw error;
        return error.step;
      },
    );
  const signedWith = (signature: BlockProof['signature']) => ({ ...proof, signature });
  const direct = (bytes: Uint8Array) => signedWith({ kind: 'direct', block_signature: base64(bytes) });

  beforeAll(async () => {
    network = await OwnNetwork.open();
    root = unsignedProof(draft()).root;
    proof = network.proof();
    expect(await stepOf(proof)).toBe('none');
  });

  it.each(SIGNATURES)('with %s, direct and of a later block', async (_, change) => {
    expect(await stepOf(direct(change(Buffer.from(network.signer.sign(root)))))).toBe('signature');
    const later = laterPaths(root);
    const signature = change(Buffer.from(network.signer.sign(later.root)));
    expect(await stepOf(signedWith({ kind: 'later', state_proof: stateProof(later.paths, signature) }))).toBe(
      'signature',
    );
  });

  it.each(WAYS)('by a way %s', async (_, change) => {
    const later = laterPaths(root);
    const forged = stateProof(change(later.paths), network.signer.sign(later.root));
    expect(await stepOf(signedWith({ kind: 'later', state_proof: forged }))).toBe('root');
  });

  it.each(OTHER_ROOTS)('by a way %s', async (_, change) => {
    const later = laterPaths(root);
    const forged = stateProof(change(later.paths), network.signer.sign(later.root));
    expect(await stepOf(signedWith({ kind: 'later', state_proof: forged }))).toBe('signature');
  });

  it('where it is of another root, and a later one as its own', async () => {
    const later = laterPaths(root);
    expect(await stepOf(direct(network.signer.sign(later.root)))).toBe('signature');
    const own = stateProof(later.paths, network.signer.sign(root));
    expect(await stepOf(signedWith({ kind: 'later', state_proof: own }))).toBe('signature');
    expect(await stepOf(signedWith({ kind: 'mock' } as never))).toBe('format');
  });

  it('of half of the weight, under rules of today', async () => {
    const [profile] = PROFILES.slice(-1);
    if (!profile) throw new Error('no profile');
    const half = testNetwork(profile, [1n, 1n, 1n, 1n], 8);
    const ledger = { publication: base64(publicationBytes(half.publication)) };
    const trust = { ledgerId: half.publication.ledgerId };
    const by = (...nodes: number[]) => ({ ...direct(half.sign(root, nodes)), ledger });
    expect(await stepOf(by(0, 1, 3), trust)).toBe('none');
    expect(await stepOf(by(0, 1), trust)).toBe('signature');
    expect(await stepOf(by(2), trust)).toBe('signature');
    expect(await stepOf(by(0, 1, 3), { ledgerId: network.ledgerId })).toBe('ledger');
  });

  it('under rules of before 3.15.1, unless the caller says so', async () => {
    const [, old, newest] = PROFILES;
    const { wrapsKey } = networkVectors().publication;
    if (!old || !newest) throw new Error('no profile');
    const signing = testNetwork(old, [1n, 1n], 4);
    const publication = { ...signing.publication, wrapsKey };
    const forged = {
      ...direct(signing.sign(root)),
      ledger: { publication: base64(publicationBytes(publication)) },
    };
    const { ledgerId } = publication;
    expect(await stepOf(forged, { ledgerId, allowOlderProfiles: true })).toBe('none');
    expect(await stepOf(forged, { ledgerId })).toBe('ledger');
    // Who leaves the key of old rules out is judged by the newest, which its nodes' keys do not fit.
    const unsaid = { publication: base64(publicationBytes(signing.publication)) };
    expect(await stepOf({ ...forged, ledger: unsaid }, { ledgerId, allowOlderProfiles: true })).toBe(
      'ledger',
    );
  });

  it('of a ledger that is moved to old rules by a key of its server', async () => {
    const { wrapsKey } = networkVectors().publication;
    const moved = Buffer.concat([network.publication, message([2, wrapsKey])]);
    const forged = { ...proof, ledger: { publication: base64(moved) } };
    expect(await stepOf(forged, { allowOlderProfiles: true })).toBe('ledger');
    expect(await stepOf(forged)).toBe('ledger');
  });

  it('of another ledger, or of one whose nodes are not those of its id', async () => {
    const another = publish(PROFILES.at(-1) ?? (null as never), signers(1n, 1n, 1n));
    const own = Buffer.from(another.ledgerId);
    const named = { ...another, ledgerId: Buffer.from(network.ledgerId, 'hex') };
    const ofNodes = (publication: typeof another) => ({
      ...proof,
      ledger: { publication: base64(publicationBytes(publication)) },
    });
    expect(await stepOf(ofNodes(another))).toBe('ledger');
    expect(await stepOf(ofNodes(named))).toBe('ledger');
    expect(await stepOf(ofNodes(another), { ledgerId: own })).toBe('signature');
    expect(await stepOf(ofNodes({ ...another, nodes: [] }), { ledgerId: own })).toBe('ledger');
    expect(await stepOf(ofNodes({ ...another, nodes: another.nodes.slice(1) }), { ledgerId: own })).toBe(
      'ledger',
    );
    const [first, ...rest] = another.nodes;
    if (!first) throw new Error('no node');
    const heavier = { ...first, weight: 5n };
    expect(await stepOf(ofNodes({ ...another, nodes: [heavier, ...rest] }), { ledgerId: own })).toBe(
      'ledger',
    );
    const unproven = { ...first, key: Buffer.from(flipped(base64(first.key), 8 * 130), 'base64') };
    expect(await stepOf(ofNodes({ ...another, nodes: [unproven, ...rest] }), { ledgerId: own })).toBe(
      'ledger',
    );
    expect(await stepOf(ofNodes({ ...another, ledgerId: Buffer.alloc(0) }), { ledgerId: '' })).toBe('ledger');
    expect(await stepOf({ ...proof, ledger: { publication: base64(Buffer.of(10, 200)) } })).toBe('format');
  });

  it('with a WRAPS proof under a key of its server', async () => {
    const wraps = Buffer.concat([
      Buffer.from(network.signer.sign(root)).subarray(0, 2728),
      Buffer.alloc(704),
    ]);
    const key = Buffer.alloc(1768, 3);
    const publication = base64(Buffer.concat([network.publication, message([2, key])]));
    const forged = { ...direct(wraps), ledger: { publication } };
    expect(await stepOf(forged)).toBe('ledger');
    expect(await stepOf(direct(wraps))).toBe('ledger');
    // The key covers nothing of a Schnorr tail.
    expect(await stepOf({ ...proof, ledger: { publication } })).toBe('none');
  });
});
