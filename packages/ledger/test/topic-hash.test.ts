import fc from 'fast-check';
import { expect, test } from 'vitest';
import { topicRunningHash as simulated } from '../../network-simulator/src/ledger/topic-hash.ts';
import { topicRunningHash } from '../src/topic-hash.ts';

/** Compares the running hash of a topic with the demo network's, which shares no code with it. */

const number = fc.nat({ max: 2 ** 31 });
const bytes = (options: { readonly minLength: number; readonly maxLength: number }) => fc.uint8Array(options);

test('is that of the demo network, also after a damaged row with a hash of another length', () => {
  const message = fc.record({
    payer: number,
    topic: number,
    at: fc.bigInt({ min: 0n, max: 4_000_000_000_000_000_000n }),
    sequenceNumber: number,
    hash: bytes({ minLength: 48, maxLength: 48 }),
  });
  const previous = fc.oneof(bytes({ minLength: 48, maxLength: 48 }), bytes({ minLength: 0, maxLength: 120 }));
  fc.assert(
    fc.property(previous, message, (before, own) => {
      const { payer, topic, sequenceNumber } = own;
      const packed = {
        ...own,
        payer: BigInt(payer),
        topic: BigInt(topic),
        sequenceNumber: BigInt(sequenceNumber),
      };
      expect(topicRunningHash(before, packed).toString('hex')).toBe(simulated(before, own).toString('hex'));
    }),
    { numRuns: 300 },
  );
});
