import { type OnStep, verifyTransaction } from '@tain/verify/verify';
import { verifyMessages } from '@tain/verify/verify-messages';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { flipped, OwnNetwork } from '../../packages/verify/test/own-block.ts';
import { tries } from '../effort.ts';
import { recordedProof } from './recorded-proofs.ts';

/** Location of a field in a proof. */
type Path = readonly (string | number)[];
type Verify = (proof: unknown, onStep: OnStep) => Promise<unknown>;

/** Returns all visible output: facts, and the steps that lead to them. */
async function outputOf(verify: Verify, proof: unknown): Promise<unknown> {
  const steps: unknown[] = [];
  const facts = await verify(proof, (step) => steps.push(step));
  return { facts, steps };
}

/** Returns the paths of all texts and numbers. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string' || typeof value === 'number') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    pathsOf(each, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

/** Fields with text for users; all other fields have base64. */
const TEXTS = [
  'kind',
  'signed',
  'number',
  'hash',
  'link',
  'topic_id',
  'sequence_number',
  'payer',
  'consensus_timestamp',
  'node_id',
];

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Returns another form of the same base64, if it has unused bits; otherwise the same text. */
function otherForm(text: string): string {
  return text.replace(/.(?==+$)/, (last) => DIGITS[DIGITS.indexOf(last) ^ 1] ?? last);
}

function flippedValue(value: unknown, name: string | number | undefined, bit: number): unknown {
  // One is added or subtracted, too, because a wrong count must not be accepted.
  if (typeof value === 'number')
    return bit % 3 === 0 ? value ^ (1 << (bit % 31)) : value + (bit % 3 === 1 ? 1 : -1);
  const text = String(value);
  if (!TEXTS.includes(String(name))) return bit % 4 === 0 ? otherForm(text) : flipped(text, bit);
  const bytes = Buffer.from(text);
  const at = (bit >> 3) % bytes.length;
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit % 7));
  return bytes.toString('latin1');
}

/** Returns the proof with one bit of the field flipped, a number changed by one, or bytes in another form. */
function withFlip<T>(proof: T, path: Path, bit: number): T {
  const copy = structuredClone(proof);
  const [last, ...before] = path.toReversed();
  const holder = before
    .toReversed()
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], copy);
  const fields = holder as Record<string | number, unknown>;
  if (last !== undefined) fields[last] = flippedValue(fields[last], last, bit);
  return copy;
}

/** Checks that each flip is refused, or proves the same facts. Returns the number of refusals. */
async function flipAll(proof: object, verify: Verify, count: number): Promise<number> {
  const facts = await outputOf(verify, proof);
  const paths = pathsOf(proof);
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(paths.length - 1), fc.nat(1 << 20), async (field, bit) => {
      const proven = await outputOf(verify, withFlip(proof, paths[field] ?? [], bit)).catch(
        (error: { name: string }) => {
          expect(error.name, String(error)).toBe('ProofRefused');
          return null;
        },
      );
      if (proven === null) refused += 1;
      else expect(proven).toEqual(facts);
    }),
    { numRuns: tries(count) },
  );
  return refused;
}

describe('one bit of a proof flipped proves nothing else', () => {
  let network: OwnNetwork;
  beforeAll(async () => {
    network = await OwnNetwork.open();
  });

  it.each(['direct', 'later'] as const)('transaction of a block with a %s signature', async (signed) => {
    const { ledgerId } = network;
    const proof = network.proof(signed);
    const { transaction_id: transactionId } = await verifyTransaction(proof, { ledgerId });
    const request = { ledgerId, transaction: { transactionId } };
    expect(
      await flipAll(proof, (each, onStep) => verifyTransaction(each, { ...request, onStep }), 40),
    ).toBeGreaterThan(15);
  });

  it('number of leaves of a tree, or an encoding: no result changes', async () => {
    const { ledgerId } = network;
    const proof = network.proof();
    const verify: Verify = (each, onStep) => verifyTransaction(each, { ledgerId, onStep });
    const shown = await outputOf(verify, proof);
    let same = 0;
    for (const path of pathsOf(proof)) {
      const value = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], proof);
      // One more and one less, or another form of the same bytes. Other flips are drawn above.
      for (const bit of typeof value === 'number' ? [1, 2] : [4]) {
        const seen = await outputOf(verify, withFlip(proof, path, bit)).catch(() => null);
        if (seen !== null) expect([path, seen]).toEqual([path, shown]);
        if (seen !== null) same += 1;
      }
    }
    expect(same).toBeGreaterThan(0);
  });

  it('topic message', async () => {
    const { ledgerId } = network;
    const request = { topic: '0.0.1001', from: 7, to: 7 };
    expect(
      await flipAll(
        network.proof(),
        (each, onStep) => verifyMessages(each, { ledgerId, asked: request, onStep }),
        40,
      ),
    ).toBeGreaterThan(15);
  });

  it.each(['2019-09-13', '2022-01-01', '2025-07-23'] as const)('record file of %s', async (day) => {
    const { proof, book } = await recordedProof(day);
    const trust = { addressBooks: [book], ledgerId: network.ledgerId };
    const { transaction_id: transactionId } = await verifyTransaction(proof, trust);
    const verify: Verify = (each, onStep) =>
      verifyTransaction(each, { ...trust, transaction: { transactionId }, onStep });
    expect(await flipAll(proof, verify, 40)).toBeGreaterThan(10);
  });
});
