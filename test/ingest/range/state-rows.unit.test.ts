import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnyRow, beforeOf, inOrder } from '../../../src/ingest/range/state-rows.ts';

/** Draws versions of one key in order. Some begin twice at one time, because the key is deleted and created again. */
const VERSIONS = fc
  .array(fc.record({ gap: fc.bigInt(1n, 4n), isMadeAgain: fc.boolean() }), { minLength: 1, maxLength: 12 })
  .map((steps): AnyRow[] => {
    const rows: AnyRow[] = [];
    let at = 0n;
    for (const [index, { gap, isMadeAgain }] of steps.entries()) {
      const to = index === steps.length - 1 ? null : at + gap;
      if (isMadeAgain) rows.push({ deleted: true, timestamp_range: { from: at, to: at + 1n } });
      rows.push({ deleted: false, timestamp_range: { from: at, to } });
      at += gap;
    }
    return rows;
  });

describe('the versions of a key', () => {
  it('have one order, for any order of reading', () => {
    fc.assert(
      fc.property(
        VERSIONS.chain((rows) =>
          fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
        ),
        ([rows, shuffled]) => {
          expect(inOrder([...shuffled])).toEqual(rows);
        },
      ),
    );
  });

  it('are in force from their start to the next one', () => {
    fc.assert(
      fc.property(
        VERSIONS.chain((rows) =>
          fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
        ),
        fc.bigInt(0n, 40n),
        ([rows, shuffled], after) => {
          const begun = rows.filter((row) => (row.timestamp_range as { from: bigint }).from <= after);
          const found = beforeOf('hook', shuffled, { after } as Parameters<typeof beforeOf>[2]);
          expect(found).toEqual(begun.at(-1));
        },
      ),
    );
  });
});
