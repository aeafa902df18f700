import { expect, test } from 'vitest';
import { SEED } from '../seeds.ts';
import { followNetwork } from './follow-network.ts';
import { HAS_S3 } from './s3-server.ts';

/** Longer than the suite's: the test waits two seconds for each of more than sixty blocks, and stores the last ones after faults. */
const TIMEOUT_MS = 240_000;

test.skipIf(!HAS_S3)(
  `an hour of a network is followed live through faults (seed ${SEED})`,
  async () => {
    const followed = await followNetwork({
      seed: SEED,
      seconds: 3600,
      blockSeconds: 60,
      // As in a real network: lag is measured in blocks.
      blockMilliseconds: 2_000,
      stores: 1,
      well: [6, 8],
      ill: [2, 4],
      kills: 0,
    });
    expect(followed.blocks).toBeGreaterThan(60);
    expect(followed.episodes.length).toBeGreaterThan(4);
    expect(followed.lags.length).toBeGreaterThan(12);
    // The median, because on a busy machine single blocks take longer than their interval of two seconds.
    expect(followed.lags.toSorted((a, b) => a - b)[followed.lags.length >> 1]).toBeLessThanOrEqual(1);
  },
  TIMEOUT_MS,
);
