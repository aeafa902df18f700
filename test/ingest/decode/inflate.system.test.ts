import { gzipSync } from 'node:zlib';
import { sha384 } from '@tain/ledger/record-stream';
import { describe, expect, it } from 'vitest';
import { inflateHashed } from '../../../src/ingest/decode/inflate.ts';

const MEBI = 1024 * 1024;
const MAX_BYTES = 128 * MEBI;

describe('a file with a known hash', () => {
  const large = Buffer.alloc(100 * MEBI, 'zero');
  const bytes = gzipSync(large);

  it('is not decompressed into memory if it is large and its hash differs', async () => {
    let max = 0;
    const held = (): number => process.memoryUsage().arrayBuffers;
    const before = held();
    const watch = setInterval(() => {
      max = Math.max(max, held() - before);
    }, 1);
    try {
      await expect(
        inflateHashed('a.rcd.gz', bytes, MAX_BYTES, sha384(Buffer.from('other'))),
      ).rejects.toMatchObject({
        code: 'hash-mismatch',
      });
    } finally {
      clearInterval(watch);
    }
    expect(max).toBeGreaterThan(0);
    // Maximum memory: sixteen MiB of content, and chunks that were not collected yet.
    expect(max).toBeLessThan(64 * MEBI);
  });

  it('is returned with that hash, however large', async () => {
    expect((await inflateHashed('a.rcd.gz', bytes, MAX_BYTES, sha384(large))).equals(large)).toBe(true);
    await expect(inflateHashed('a.rcd.gz', bytes, 50 * MEBI, sha384(large))).rejects.toMatchObject({
      code: 'too-large',
    });
  });

  it('is returned without a check if it is small: the caller compares the hash', async () => {
    const small = gzipSync('text');
    expect((await inflateHashed('a.rcd.gz', small, MAX_BYTES, Buffer.alloc(48))).toString()).toBe('text');
    expect(await inflateHashed('a.rcd', small, MAX_BYTES, Buffer.alloc(48))).toEqual(small);
  });
});
