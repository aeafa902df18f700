import type { LedgerPublication } from '@tain/verify/tss/ledger-publication';
import type { ProfileName } from '@tain/verify/tss/profiles';
import { TssRefusal } from '@tain/verify/tss/refusal';
import { afterEach, expect, it } from 'vitest';
import { networkVectors } from '../../../../packages/verify/test/tss/vectors.ts';
import { ThresholdPool, ThresholdPoolError } from '../../../../src/ingest/verify/tss/threshold-pool.ts';

const { publication, blocks } = networkVectors();
const [schnorr, wraps] = blocks;
if (!schnorr || !wraps) throw new Error('the fixture has a signature with either tail');
const ledger = { publication, needsSchnorr: false };
const ledgerId = Buffer.from(publication.ledgerId).toString('hex');

const pools: ThresholdPool[] = [];
function poolOf({ threads = 1, maxWaiting = 8, profile = '3.7.8' } = {}): ThresholdPool {
  const pool = new ThresholdPool({
    threads,
    maxWaiting,
    profiles: new Map([[ledgerId, profile as ProfileName]]),
  });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

/** Returns the outcome of a verification: the tail of the proof, the code of the refusal, or the pool's own error. */
async function outcomeOf(verification: Promise<{ readonly evidence: { readonly tail: string } }>) {
  try {
    return (await verification).evidence.tail;
  } catch (error) {
    if (error instanceof TssRefusal) return error.code;
    if (error instanceof ThresholdPoolError) return error.message;
    throw error;
  }
}

it('verifies in threads, concurrently and one after another', async () => {
  const pool = poolOf({ threads: 2 });
  const verify = ({ message, signature }: typeof schnorr) =>
    outcomeOf(pool.verifyThreshold(ledger, message, signature));
  const again = [schnorr, wraps, schnorr, wraps, schnorr];
  expect(await Promise.all(again.map(verify))).toEqual(
    again.map((each) => (each === wraps ? 'wraps' : 'schnorr')),
  );
});

it('accepts a proof of that root and no other', async () => {
  const pool = poolOf();
  const proof = await pool.verifyThreshold(ledger, schnorr.message, schnorr.signature);
  expect(Buffer.from(proof.root)).toEqual(schnorr.message);
  expect(proof.evidence).toEqual({ profile: '3.7.8', tail: 'schnorr', signedWeight: 2n, totalWeight: 3n });
  expect(await outcomeOf(pool.verifyThreshold(ledger, wraps.message, schnorr.signature))).toBe('signature');
});

it('reports the reason of a refusal, of the ledger and of the signature', async () => {
  const pool = poolOf();
  const under = (changed: Partial<LedgerPublication>, signature: Uint8Array = schnorr.signature) =>
    outcomeOf(
      pool.verifyThreshold(
        { ...ledger, publication: { ...publication, ...changed } },
        schnorr.message,
        signature,
      ),
    );
  expect(await under({ nodes: [] })).toBe('publication');
  expect(await under({ nodes: publication.nodes.toReversed() })).toBe('publication');
  expect(await under({ ledgerId: Buffer.alloc(32) })).toBe('publication');
  expect(await under({ ledgerId: Buffer.alloc(32), wrapsKey: Buffer.of(1) })).toBe('unknown-profile');
  expect(await under({}, Buffer.alloc(48))).toBe('mock');
  expect(await under({}, Buffer.alloc(5000))).toBe('length');
  expect(await under({})).toBe('schnorr');
});

it('accepts no WRAPS proof if the nodes’ own signature is required', async () => {
  const pool = poolOf();
  const own = { publication, needsSchnorr: true };
  expect(await outcomeOf(pool.verifyThreshold(own, schnorr.message, schnorr.signature))).toBe('schnorr');
  expect(await outcomeOf(pool.verifyThreshold(own, wraps.message, wraps.signature))).toBe('verification-key');
});

it('uses the profile that the operator set for the ledger', async () => {
  const pool = poolOf({ profile: '3.15.1' });
  expect(await outcomeOf(pool.verifyThreshold(ledger, schnorr.message, schnorr.signature))).toBe(
    'key-proofs',
  );
});

it('bounds its queue', async () => {
  const pool = poolOf({ maxWaiting: 2 });
  const outcomes = await Promise.all(
    [1, 2, 3, 4].map(() => outcomeOf(pool.verifyThreshold(ledger, schnorr.message, schnorr.signature))),
  );
  // One verification is running, and two wait.
  expect(outcomes).toEqual(['schnorr', 'schnorr', 'schnorr', 'Too many signatures wait to be verified.']);
});

it('ends running and queued tasks when it is closed', async () => {
  const pool = poolOf();
  const verifications = [1, 2].map(() =>
    outcomeOf(pool.verifyThreshold(ledger, schnorr.message, schnorr.signature)),
  );
  await pool.close();
  verifications.push(outcomeOf(pool.verifyThreshold(ledger, schnorr.message, schnorr.signature)));
  const stopped = 'The verification of signatures has been stopped.';
  expect(await Promise.all(verifications)).toEqual([stopped, stopped, stopped]);
});

it('replaces a thread that exited', async () => {
  // No setting can name such a profile, so the thread ends with an error.
  const pool = poolOf({ profile: 'none' });
  const other = { ...publication, ledgerId: Buffer.alloc(32) };
  const ended = outcomeOf(pool.verifyThreshold(ledger, schnorr.message, schnorr.signature));
  const next = outcomeOf(
    pool.verifyThreshold({ ...ledger, publication: other }, schnorr.message, schnorr.signature),
  );
  expect(await ended).toMatch(/^A thread that verifies signatures ended: /);
  expect(await next).toBe('publication');
});
