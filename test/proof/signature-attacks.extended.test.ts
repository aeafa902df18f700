import type { ProofStep } from '@tain/verify/refusal';
import { PROFILES } from '@tain/verify/tss/profiles';
import { verifyTransaction } from '@tain/verify/verify';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type BlockProof,
  base64,
  draft,
  flipped,
  laterPaths,
  message,
  OwnNetwork,
  stateProof,
  unsignedProof,
} from '../../packages/verify/test/own-block.ts';
import { publish, signers } from '../../packages/verify/test/tss/schnorr-signer.ts';
import { testNetwork } from '../../packages/verify/test/tss/test-network.ts';
import { networkVectors } from '../../packages/verify/test/tss/vectors.ts';
import { publicationBytes } from '../../src/ingest/decode/ledger-publication.ts';
import { OTHER_ROOTS, SIGNATURES, WRONG_PATHS } from './forged-signatures.ts';

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

  it.each(WRONG_PATHS)('by a path %s', async (_, change) => {
    const later = laterPaths(root);
    const forged = stateProof(change(later.paths), network.signer.sign(later.root));
    expect(await stepOf(signedWith({ kind: 'later', state_proof: forged }))).toBe('root');
  });

  it.each(OTHER_ROOTS)('by a path %s', async (_, change) => {
    const later = laterPaths(root);
    const forged = stateProof(change(later.paths), network.signer.sign(later.root));
    expect(await stepOf(signedWith({ kind: 'later', state_proof: forged }))).toBe('signature');
  });

  it("if it signs another root, or if a later signature is sent as the block's own", async () => {
    const later = laterPaths(root);
    expect(await stepOf(direct(network.signer.sign(later.root)))).toBe('signature');
    const own = stateProof(later.paths, network.signer.sign(root));
    expect(await stepOf(signedWith({ kind: 'later', state_proof: own }))).toBe('signature');
    expect(await stepOf(signedWith({ kind: 'mock' } as never))).toBe('format');
  });

  it('with half of the weight, under the newest rules', async () => {
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

  it('under rules of before 3.15.1, unless the caller allows them', async () => {
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
    // Without the key of the old rules the newest rules apply, which do not match the nodes' keys.
    const ledgerWithoutKey = { publication: base64(publicationBytes(signing.publication)) };
    expect(
      await stepOf({ ...forged, ledger: ledgerWithoutKey }, { ledgerId, allowOlderProfiles: true }),
    ).toBe('ledger');
  });

  it('if a key of the server moves its ledger to old rules', async () => {
    const { wrapsKey } = networkVectors().publication;
    const moved = Buffer.concat([network.publication, message([2, wrapsKey])]);
    const forged = { ...proof, ledger: { publication: base64(moved) } };
    expect(await stepOf(forged, { allowOlderProfiles: true })).toBe('ledger');
    expect(await stepOf(forged)).toBe('ledger');
  });

  it('by another ledger, or by one whose nodes do not match its id', async () => {
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
    // The key is irrelevant for a Schnorr tail.
    expect(await stepOf({ ...proof, ledger: { publication } })).toBe('none');
  });
});
