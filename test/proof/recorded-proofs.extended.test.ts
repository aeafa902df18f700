import { timeText } from '@tain/verify/message-fields';
import { verifyTransaction } from '@tain/verify/verify';
import { expect, it } from 'vitest';
import { recordedProofs } from './recorded-proofs.ts';

it.each([
  { day: '2019-09-13', signed: 'file', isNumbered: false },
  { day: '2022-01-01', signed: 'metadata', isNumbered: false },
  { day: '2025-07-23', signed: 'metadata', isNumbered: true },
] as const)(
  'each transaction of a record file of mainnet of $day is proven',
  async ({ day, signed, isNumbered }) => {
    const proofs = await recordedProofs(day);
    expect(proofs.length).toBeGreaterThan(0);
    for (const { proof, book, at } of proofs) {
      const { result, link, block } = await verifyTransaction(proof, { addressBooks: [book] });
      expect([link, result?.consensus_timestamp]).toEqual(['record', timeText(at)]);
      expect(block.evidence).toMatchObject({ signed });
      expect(block.number !== null).toBe(isNumbered);
    }
  },
);
