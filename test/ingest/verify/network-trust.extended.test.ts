import { sha384 } from '@tain/ledger/record-stream';
import type { LedgerPublication } from '@tain/verify/tss/ledger-publication';
import { PROFILES } from '@tain/verify/tss/profiles';
import { afterEach, describe, expect, it } from 'vitest';
import { testNetwork } from '../../../packages/verify/test/tss/test-network.ts';
import { seenSentence } from '../../../src/app/streams/stream-feed.ts';
import type { Block } from '../../../src/ingest/decode/decoded-block.ts';
import type { Item } from '../../../src/ingest/decode/item.ts';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import { ProofRefusal } from '../../../src/ingest/verify/block-proofs.ts';
import { NetworkTrust } from '../../../src/ingest/verify/network-trust.ts';
import { LedgerHistory } from '../../../src/ingest/verify/tss/ledger-history.ts';
import { ThresholdPool } from '../../../src/ingest/verify/tss/threshold-pool.ts';
import { SILENT_LOG } from '../stream-writer.ts';

const NEWEST = PROFILES.at(-1);
if (!NEWEST) throw new Error('some profiles are known');
const old = testNetwork(NEWEST, [1n, 2n, 3n], 4);
const renewed = testNetwork(NEWEST, [4n, 5n], 4);
const ROOT = Buffer.alloc(48, 7);

const pools: ThresholdPool[] = [];
function trustOf(pinned: Uint8Array | null = null): NetworkTrust {
  const pool = new ThresholdPool({ threads: 1, maxWaiting: 4, profiles: new Map() });
  pools.push(pool);
  return new NetworkTrust(new LedgerHistory({ pinned, given: null, allowsFirstUse: true }), pool, SILENT_LOG);
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

/** Returns a block of one transaction at this time, which publishes a ledger. */
function blockAt(consensusTimestamp: bigint, { ledgerId, wrapsKey, nodes }: LedgerPublication): Block {
  const nodeContributions = nodes.map(({ nodeId, weight, key }) => ({
    nodeId: Number(nodeId),
    weight: Number(weight),
    historyProofKey: key,
  }));
  const ledgerIdPublication = { ledgerId, historyProofVerificationKey: wrapsKey, nodeContributions };
  const item = { type: 77, successful: true, consensusTimestamp, body: { ledgerIdPublication } };
  return { items: [item as unknown as Item] } as unknown as Block;
}

type Outcome = 'signed' | 'wrong' | 'unverifiable' | 'not now';

async function outcomeAt(trust: NetworkTrust, start: bigint, signature: Uint8Array): Promise<Outcome> {
  try {
    await trust.verify(ROOT, signature, start, '7.blk');
    return 'signed';
  } catch (error) {
    if (error instanceof ProofRefusal) return error.isChecked ? 'wrong' : 'unverifiable';
    if (error instanceof StreamFileError && error.code === 'unreadable') return 'not now';
    throw error;
  }
}

it('a network that publishes a second ledger: it signs once the first has proven its block', async () => {
  const trust = trustOf();
  const [byOld, byRenewed] = [old.sign(ROOT), renewed.sign(ROOT)];
  expect(await outcomeAt(trust, 5n, byOld)).toBe('unverifiable');

  // The block of the first ledger is proven with that ledger.
  expect(trust.propose(blockAt(10n, old.publication))).toBe(true);
  expect(await outcomeAt(trust, 10n, byRenewed)).toBe('wrong');
  expect(await outcomeAt(trust, 10n, byOld)).toBe('signed');
  expect(trust.confirm({ kind: 'threshold-signature' })).toMatchObject([{ from: 10n, grounds: 'first-use' }]);
  expect(await outcomeAt(trust, 11n, byOld)).toBe('signed');

  // The block of the second ledger is proven with the first one.
  expect(trust.propose(blockAt(20n, renewed.publication))).toBe(true);
  expect(await outcomeAt(trust, 20n, byRenewed)).toBe('wrong');
  expect(await outcomeAt(trust, 21n, byRenewed)).toBe('wrong');
  expect(await outcomeAt(trust, 20n, byOld)).toBe('signed');
  trust.discard();
  expect(await outcomeAt(trust, 21n, byOld)).toBe('signed');
  trust.propose(blockAt(20n, renewed.publication));
  expect(trust.confirm({ kind: 'threshold-signature' })).toMatchObject([
    { from: 20n, grounds: 'threshold-signature' },
  ]);

  // From then on the second ledger signs, and the first signs only older blocks.
  expect(await outcomeAt(trust, 21n, byRenewed)).toBe('signed');
  expect(await outcomeAt(trust, 21n, byOld)).toBe('wrong');
  expect(await outcomeAt(trust, 15n, byOld)).toBe('signed');
  expect(await outcomeAt(trust, 15n, byRenewed)).toBe('wrong');
});

it('a ledger that was published without a WRAPS key is shown without the hash of one', async () => {
  const shown: string[] = [];
  const of = async (wrapsKey: Uint8Array) => {
    const pool = new ThresholdPool({ threads: 1, maxWaiting: 4, profiles: new Map() });
    pools.push(pool);
    const history = new LedgerHistory({ pinned: null, given: null, allowsFirstUse: true });
    const trust = new NetworkTrust(history, pool, SILENT_LOG, (seen) => shown.push(seenSentence(seen)));
    trust.propose(blockAt(10n, { ...old.publication, wrapsKey }));
    await outcomeAt(trust, 10n, old.sign(ROOT));
  };
  await of(new Uint8Array());
  await of(Buffer.from('key'));
  expect(shown).toEqual([
    expect.stringMatching(/ \(the newest\); it has no WRAPS key\.$/),
    expect.stringMatching(
      /; SHA-256 of the WRAPS key 2c70e12b7a0646f92279f427c7b38e7334d8e5389cff167a1dc30e73f826b683\.$/,
    ),
  ]);
});

describe('settings that accept blocks without proof', () => {
  const mock = sha384(ROOT);
  const cases: readonly (readonly [string, Partial<LedgerPublication>, Uint8Array, Outcome])[] = [
    ['a mock', {}, mock, 'unverifiable'],
    ['the mock of another root hash', {}, sha384(mock), 'wrong'],
    ['48 zero bytes', {}, Buffer.alloc(48), 'wrong'],
    ['a shortened mock', {}, mock.subarray(1), 'wrong'],
    ['no signature', {}, Buffer.alloc(0), 'unverifiable'],
    ['a shortened signature', {}, old.sign(ROOT).subarray(0, 2919), 'wrong'],
    ['a signature with an extra byte', {}, Buffer.concat([old.sign(ROOT), Buffer.of(0)]), 'wrong'],
    ['a publication without nodes', { nodes: [] }, old.sign(ROOT), 'unverifiable'],
    [
      'another ledger id than that of the nodes',
      { ledgerId: Buffer.alloc(32) },
      old.sign(ROOT),
      'unverifiable',
    ],
    [
      'keys without their proofs',
      {
        nodes: old.publication.nodes.map((node) => ({
          ...node,
          key: renewed.publication.nodes[0]?.key.subarray(1) ?? node.key,
        })),
      },
      old.sign(ROOT),
      'unverifiable',
    ],
    ['too little weight', {}, old.sign(ROOT, [0, 1]), 'wrong'],
    ['a signature of another root hash', {}, old.sign(Buffer.alloc(48, 8)), 'wrong'],
    ['the signature of another network', {}, renewed.sign(ROOT), 'wrong'],
    ['the network’s own signature', {}, old.sign(ROOT), 'signed'],
  ];

  it.each(cases)('%s', async (_, changed, signature, outcome) => {
    const trust = trustOf();
    trust.propose(blockAt(10n, { ...old.publication, ...changed }));
    expect(await outcomeAt(trust, 10n, signature)).toBe(outcome);
  });

  it('damage is never reported as an unknown ledger', async () => {
    const signature = old.sign(ROOT);
    const forms = [Buffer.alloc(48), mock.subarray(1), signature.subarray(1), signature.subarray(0, 1)];
    for (const form of forms) expect(await outcomeAt(trustOf(), 10n, form)).toBe('wrong');
    for (const form of [mock, signature, Buffer.alloc(0)]) {
      expect(await outcomeAt(trustOf(), 10n, form)).toBe('unverifiable');
    }
  });

  it('refuse a first ledger other than the expected one', async () => {
    const trust = trustOf(renewed.publication.ledgerId);
    trust.propose(blockAt(10n, old.publication));
    expect(await outcomeAt(trust, 10n, old.sign(ROOT))).toBe('wrong');
  });

  it('an aborted verification does not judge the signature', async () => {
    const trust = trustOf();
    trust.propose(blockAt(10n, old.publication));
    await Promise.all(pools.map((pool) => pool.close()));
    expect(await outcomeAt(trust, 10n, old.sign(ROOT))).toBe('not now');
  });
});
