import { expect, test } from 'vitest';
import { assess } from '../../../src/status/health/assess.ts';
import { type IngestEvidence, NO_EVIDENCE } from '../../../src/status/health/evidence.ts';
import { StreamPace } from '../../../src/status/health/stream-pace.ts';
import { DEFAULT_HEALTH } from '../../../src/status/state/settings.ts';

const NOW = Date.UTC(2026, 10, 28);
const INGEST: IngestEvidence = {
  stream: 'record',
  seenAt: NOW,
  consensusEnd: NOW,
  version: null,
  caughtUp: true,
  problem: null,
  problemSince: null,
  problemCause: null,
  sourceAnsweredAt: null,
  advancedAt: NOW,
};

/**
 * Parts of a course: seconds, the age of the last block at their beginning and end in seconds, and whether the ingest
 * reaches the head.
 */
type Part = readonly [seconds: number, from: number, to: number, caughtUp?: boolean];

/** Returns the offset in seconds after reports every two seconds. */
function offsetAfter(...parts: readonly Part[]): number | null {
  const pace = new StreamPace(DEFAULT_HEALTH.lagDegradedMs);
  let steady = 0;
  for (const [seconds, from, to, caughtUp = true] of parts) {
    for (let at = 0; at < seconds; at += 2) {
      steady += 2_000;
      const age = from + ((to - from) * at) / seconds;
      // Blocks of two seconds arrive in steps.
      const end = Math.floor((NOW + steady - age * 1_000) / 2_000) * 2_000;
      pace.hear({ ...INGEST, consensusEnd: end, caughtUp }, NOW + steady, steady);
    }
  }
  const { offsetMs } = pace;
  return offsetMs === null ? null : Math.round(offsetMs / 1000);
}

test.each<[string, Part[], number | null]>([
  ['unknown at first', [[28, 900, 900]], null],
  ['0 where blocks are recent', [[120, 3, 3]], 0],
  ['0 below the lag of a degraded stream', [[120, 25, 25]], 0],
  ['the age of blocks that arrive at the pace of the network', [[60, 900, 900]], 900],
  ['negative for blocks from the future', [[60, -900, -900]], -900],
  ['0 for a network that has stopped', [[120, 0, 120]], 0],
  ['0 where the ingest catches up', [[120, 900, 600]], 0],
  ['unknown where it never reaches the head', [[120, 900, 900, false]], null],
  [
    '0 of a stopped network after recent blocks',
    [
      [60, 2, 2],
      [600, 2, 602],
    ],
    0,
  ],
  [
    'the same after the network stops',
    [
      [60, 900, 900],
      [600, 900, 1500],
    ],
    900,
  ],
  [
    'the age after a backfill',
    [
      [60, 5000, 900, false],
      [60, 900, 900],
    ],
    900,
  ],
  [
    '0 after a late source is no longer late',
    [
      [60, 900, 900],
      [60, 900, 3],
      [60, 3, 3],
    ],
    0,
  ],
])('the offset of the clock is %s', (_, parts, expected) => {
  expect(offsetAfter(...parts)).toBe(expected);
});

test.each<[string, Partial<IngestEvidence>, number | null, string | null, string]>([
  [
    'an old block without another',
    { consensusEnd: NOW - 900_000, advancedAt: NOW - 900_000 },
    null,
    'major_outage',
    'operational',
  ],
  [
    'an old block that has just arrived, before the pace is known',
    { consensusEnd: NOW - 900_000 },
    null,
    null,
    'operational',
  ],
  [
    'an old block that has just arrived, at another pace',
    { consensusEnd: NOW - 900_000 },
    0,
    'major_outage',
    'operational',
  ],
  [
    'an old block at the pace of the network',
    { consensusEnd: NOW - 900_000 },
    900_000,
    'operational',
    'degraded_performance',
  ],
  [
    'blocks that stopped two minutes ago, by a wrong clock',
    { consensusEnd: NOW - 1_020_000, advancedAt: NOW - 120_000 },
    900_000,
    'partial_outage',
    'degraded_performance',
  ],
  ['a block from the future', { consensusEnd: NOW + 900_000 }, -900_000, 'operational', 'operational'],
  [
    'a catching-up ingest by a wrong clock',
    { consensusEnd: NOW - 990_000, caughtUp: false },
    900_000,
    null,
    'degraded_performance',
  ],
])('%s', (_, rest, clockOffsetMs, stream, ingest) => {
  const past = { evenSince: 0, seesSince: 0, ingestSince: 0, clockOffsetMs };
  const { findings } = assess(
    { ...NO_EVIDENCE, ingest: { ...INGEST, ...rest } },
    DEFAULT_HEALTH,
    'Net',
    NOW,
    past,
  );
  const of = (key: string) => findings.find((finding) => finding.key === key)?.status;
  expect([of('stream'), of('ingest')]).toEqual([stream, ingest]);
});
