import { expect, test } from 'vitest';
import { followNetwork } from './follow-network.ts';
import { HAS_S3 } from './s3-server.ts';

test.skipIf(!HAS_S3)(
  'a network is followed from two buckets that fail alternately: no file is lost or repeated',
  async () => {
    const followed = await followNetwork({
      seed: 11,
      seconds: 260,
      blockSeconds: 10,
      blockMilliseconds: 400,
      stores: 2,
      well: [2, 4],
      ill: [2, 4],
      kills: 0.08,
    });
    expect(followed.blocks).toBeGreaterThan(26);
    expect(followed.episodes.length).toBeGreaterThan(3);
  },
  240_000,
);
