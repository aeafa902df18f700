import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type IngestMode, modeOf } from '../../../src/ingest/load/mode.ts';

const NOW = 1_700_000_000_000;
const after = (seconds: number, before: IngestMode) =>
  modeOf(BigInt(NOW - seconds * 1_000) * 1_000_000n, NOW, before);

test('a mode is left later than it is entered', () => {
  expect(after(29, 'backfilling')).toBe('live');
  expect(after(31, 'backfilling')).toBe('near the head');
  expect(after(59, 'live')).toBe('live');
  expect(after(61, 'live')).toBe('near the head');
  expect(after(301, 'backfilling')).toBe('backfilling');
  expect(after(599, 'near the head')).toBe('near the head');
  expect(after(599, 'live')).toBe('near the head');
  expect(after(601, 'live')).toBe('backfilling');
});

test('a stream that stays around a bound does not go back and forth between two modes', () => {
  for (const bound of [30, 60, 300, 600]) {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: Math.ceil(bound * 0.75), max: Math.floor(bound * 1.3) }), {
          maxLength: 60,
        }),
        fc.constantFrom<IngestMode>('backfilling', 'near the head', 'live'),
        (seconds, begin) => {
          const modes = [begin];
          for (const each of seconds) {
            const next = after(each, modes.at(-1) ?? begin);
            if (next !== modes.at(-1)) modes.push(next);
          }
          // None twice: not back and forth.
          expect(new Set(modes).size).toBe(modes.length);
        },
      ),
    );
  }
});
