import { expect, test } from 'vitest';
import { SEED } from '../seeds.ts';
import { followNetwork } from './follow-network.ts';
import { HAS_S3 } from './s3-server.ts';

test.skipIf(!HAS_S3)(
  `a day of a network, two buckets, faults and kills: nothing is lost or doubled (seed ${SEED})`,
  async () => {
    const followed = await followNetwork({
      seed: SEED + 7,
      seconds: 86_400,
      blockSeconds: 1_080,
      blockMilliseconds: 400,
      stores: 2,
      well: [2, 4],
      ill: [2, 4],
      kills: 0.12,
    });
    expect(followed.blocks).toBeGreaterThan(80);
    expect(followed.episodes.length).toBeGreaterThan(9);
    expect(followed.kills).toBeGreaterThan(0);
  },
);
