import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MODES, type ModeName, modeAfter } from '../../../src/ingest/modes.ts';

const after = (seconds: number, before: ModeName) => modeAfter(MODES[before], seconds * 1_000).name;

test.each<[before: ModeName, seconds: number, next: ModeName]>([
  ['backfilling', 29, 'live'],
  ['backfilling', 31, 'near the head'],
  ['backfilling', 299, 'near the head'],
  ['backfilling', 301, 'backfilling'],
  ['near the head', 29, 'live'],
  ['near the head', 31, 'near the head'],
  ['near the head', 599, 'near the head'],
  ['near the head', 601, 'backfilling'],
  ['live', 59, 'live'],
  ['live', 61, 'near the head'],
  ['live', 599, 'near the head'],
  ['live', 601, 'backfilling'],
])('%s, a block %d s behind the clock: %s', (before, seconds, next) => {
  expect(after(seconds, before)).toBe(next);
});

test('a stream near a bound does not alternate between two modes', () => {
  for (const bound of [30, 60, 300, 600]) {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: Math.ceil(bound * 0.75), max: Math.floor(bound * 1.3) }), {
          maxLength: 60,
        }),
        fc.constantFrom<ModeName>('backfilling', 'near the head', 'live'),
        (seconds, begin) => {
          const modes = [begin];
          for (const each of seconds) {
            const next = after(each, modes.at(-1) ?? begin);
            if (next !== modes.at(-1)) modes.push(next);
          }
          // No mode occurs twice, so modes do not alternate.
          expect(new Set(modes).size).toBe(modes.length);
        },
      ),
    );
  }
});
