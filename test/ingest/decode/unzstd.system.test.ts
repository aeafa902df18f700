import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inflateFile } from '../../../src/ingest/decode/inflate.ts';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import { MAX_WINDOW_BYTES } from '../../../src/ingest/decode/unzstd.ts';
import { FIXTURES } from '../../fixtures.ts';

const MAGIC = Buffer.from('28b52ffd', 'hex');
const RAW = 0;
const RLE = 1;
/** Returns the descriptor of a window of 1 KiB times 2 to a power. */
const window = (power: number) => Buffer.from([0, power << 3]);

/** Returns one block; `length` is the length of its content. */
function block(type: number, length: number, content: Uint8Array, last = false): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE((length << 3) | (type << 1) | (last ? 1 : 0), 0, 3);
  return Buffer.concat([header, content]);
}

const frame = (header: Buffer, ...blocks: readonly Buffer[]) => Buffer.concat([MAGIC, header, ...blocks]);
const hello = frame(window(0), block(RAW, 5, Buffer.from('hello'), true));
const skippable = Buffer.concat([Buffer.from('5a2a4d18', 'hex'), Buffer.from([3, 0, 0, 0, 9, 9, 9])]);

async function inflate(bytes: Uint8Array, max = 1024 * 1024): Promise<string> {
  return (await inflateFile('a.blk.zstd', bytes, max)).toString();
}

/** Returns the reason of a refusal. Every failure must name the file. */
async function refusal(bytes: Uint8Array, max?: number): Promise<string> {
  const error: unknown = await inflate(bytes, max).catch((thrown: unknown) => thrown);
  if (!(error instanceof StreamFileError)) throw error;
  expect(error.file).toBe('a.blk.zstd');
  return `${error.code}: ${error.reason}`;
}

describe('zstd', () => {
  it('is read: consecutive frames, repeated bytes, empty frames', async () => {
    expect(await inflate(hello)).toBe('hello');
    expect(await inflate(Buffer.concat([hello, skippable, hello]))).toBe('hellohello');
    const repeated = frame(window(0), block(RLE, 4, Buffer.from('x')), block(RAW, 1, Buffer.from('y'), true));
    expect(await inflate(repeated)).toBe('xxxxy');
  });

  it('returns the bytes of real files', async () => {
    const bytes = readFileSync(`${FIXTURES}/blocks/007.blk.zstd`);
    expect((await inflateFile('7.blk.zstd', bytes, 1024 * 1024)).length).toBe(5391);
    expect(await refusal(bytes, 5390)).toMatch(/^too-large/);
  });

  it('refuses a decompression bomb by its block headers, before any output', async () => {
    const repeats = Array.from({ length: 3000 }, () => block(RLE, 128 * 1024, Buffer.from('x')));
    const bomb = frame(window(10), ...repeats, block(RAW, 0, Buffer.alloc(0), true));
    const before = process.memoryUsage().rss;
    expect(await refusal(bomb, 128 * 1024 * 1024)).toMatch(/^too-large/);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  it('refuses a window that is too large, in both encodings', async () => {
    expect(await inflate(frame(window(13), block(RAW, 1, Buffer.from('x'), true)))).toBe('x');
    expect(await refusal(frame(window(14), block(RAW, 1, Buffer.from('x'), true)))).toMatch(/window/);
    const single = (size: bigint) => {
      const header = Buffer.alloc(9, 0xe0);
      header.writeBigUInt64LE(size, 1);
      return frame(header, block(RAW, 1, Buffer.from('x'), true));
    };
    expect(await inflate(single(1n))).toBe('x');
    for (const size of [BigInt(MAX_WINDOW_BYTES) + 1n, 2n ** 40n, 2n ** 64n - 1n]) {
      expect(await refusal(single(size))).toMatch(/window/);
    }
  });

  it('refuses millions of tiny blocks under a large window', async () => {
    const tiny = Array.from({ length: 5000 }, () => block(RLE, 1, Buffer.from('x')));
    const bytes = frame(window(13), ...tiny, block(RAW, 0, Buffer.alloc(0), true));
    expect(await refusal(bytes)).toMatch(/too small/);
  });

  it('refuses more than 100,000 frames', async () => {
    const one = frame(window(0), block(RAW, 0, Buffer.alloc(0), true));
    const frames = (count: number) => Buffer.concat(Array.from({ length: count }, () => one));
    expect(await inflate(frames(100_000))).toBe('');
    expect(await refusal(frames(100_001))).toMatch(/more than 100000 zstd frames/);
  });

  it('refuses more than 100,000 frames without content', async () => {
    const empty = Buffer.from('502a4d1800000000', 'hex');
    const frames = (count: number) => Buffer.concat([...Array.from({ length: count }, () => empty), hello]);
    expect(await inflate(frames(100_000))).toBe('hello');
    expect(await refusal(frames(100_001))).toMatch(/more than 100000 zstd frames to skip/);
  });

  it('joins parts of any size, of any number of blocks', async () => {
    // Between the same characters, because a part may be repeated bytes.
    const sizes = [1, 70_000, 3, 0, 128 * 1024, 65_536, 65_537, 2, 2];
    const parts = Array.from({ length: 3_000 }, (_, index) => {
      const length = sizes[(index * 7) % sizes.length] ?? 0;
      return { length: index < 60 ? length : index % 4, content: String.fromCharCode(97 + (index % 26)) };
    });
    const blocks = parts.map(({ length, content }, index) =>
      index % 2 === 0
        ? block(RLE, length, Buffer.from(content))
        : block(RAW, length, Buffer.from(content.repeat(length))),
    );
    const bytes = frame(window(7), ...blocks, block(RAW, 0, Buffer.alloc(0), true));
    const whole = parts.map(({ length, content }) => content.repeat(length)).join('');
    expect((await inflate(bytes, 16 * 1024 * 1024)) === whole).toBe(true);
    expect((await inflate(Buffer.concat([bytes, hello]), 16 * 1024 * 1024)) === `${whole}hello`).toBe(true);
    expect(await refusal(bytes, whole.length - 1)).toMatch(/^too-large/);
  });

  it('refuses truncated frames; a flipped bit is refused, or changes nothing', async () => {
    const bytes = readFileSync(`${FIXTURES}/blocks/008.blk.zstd`);
    const content = await inflate(bytes);
    for (let length = 0; length < bytes.length; length += 1) await refusal(bytes.subarray(0, length));
    for (let position = 0; position < bytes.length; position += 1) {
      const flipped = Buffer.from(bytes);
      flipped[position] = (flipped[position] ?? 0) ^ (1 << (position & 7));
      const result = await inflate(flipped).catch((error: unknown) => error);
      if (result instanceof StreamFileError) expect(result.file).toBe('a.blk.zstd');
      else expect(result === content).toBe(true);
    }
  });

  it('checks each frame by its checksum and its declared length', async () => {
    // XXH64 of "hello" is 26c7827d889f6da3, of which the lower half is stored, little-endian.
    const checksum = Buffer.from('a36d9f88', 'hex');
    const content = block(RAW, 5, Buffer.from('hello'), true);
    const summed = (sum: Buffer) => frame(Buffer.from([4, 0]), content, sum);
    expect(await inflate(Buffer.concat([summed(checksum), skippable, hello, summed(checksum)]))).toBe(
      'hellohellohello',
    );
    const other = Buffer.from('a36d9f89', 'hex');
    expect(await refusal(Buffer.concat([summed(checksum), summed(other)]))).toMatch(/the checksum/);
    expect(await refusal(summed(checksum.subarray(0, 3)))).toMatch(/ends early/);
    const sized = (size: number) => frame(Buffer.from([0x20, size]), content);
    expect(await inflate(sized(5))).toBe('hello');
    expect(await refusal(sized(6))).toMatch(/contains 5 bytes, not 6/);
    expect(await refusal(sized(4))).toMatch(/^malformed/);
    expect(await refusal(frame(Buffer.from([8, 0]), content))).toMatch(/reserved/);
  });

  it('refuses other bytes, dictionaries, and bytes after a frame', async () => {
    expect(await refusal(Buffer.from('plain text'))).toMatch(/magic/);
    expect(await refusal(Buffer.concat([hello, Buffer.from('xx')]))).toMatch(/ends early/);
    expect(await refusal(frame(Buffer.from([1, 0, 7]), block(RAW, 0, Buffer.alloc(0), true)))).toMatch(
      /dictionary/,
    );
    expect(await refusal(frame(window(0), block(3, 1, Buffer.from('x'), true)))).toMatch(/^malformed/);
  });
});
