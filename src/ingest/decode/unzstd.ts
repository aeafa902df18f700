import { MalformedError } from '@tain/ledger/wire-reader';
import { Decompress } from 'fzstd';
import xxhash, { type XXHashAPI } from 'xxhash-wasm';
import { JoinedBytes } from '../../kernel/joined-bytes.ts';
import { inSlices, type Steps } from '../../kernel/limits/in-slices.ts';

const MAGIC = 0xfd2fb528;
/** First of 16 magic numbers of frames without data. */
const SKIPPABLE_MAGIC = 0x184d2a50;
/** Window that RFC 8878 requires decoders to support; streams are written with 2 MiB. */
export const MAX_WINDOW_BYTES = 8 * 1024 * 1024;
/**
 * Maximum bytes of window moves, about two seconds: the window moves once for each block, so 4 bytes of input can cost
 * a window.
 */
const MAX_WINDOW_MOVE_BYTES = 16 * 1024 ** 3;
const MAX_FRAME_BLOCK = 128 * 1024;
/** Cost of a block besides its content, and of a step, in bytes that are written. */
const BLOCK_COST = 1024;
const STEP_COST = 1024 * 1024;
/** Maximum number of frames with content; a stream file is written as one. 64 MB of empty ones took 8 s. */
const MAX_FRAMES = 100_000;

/** Thrown when the content is larger than allowed. */
export class TooLargeError extends Error {}

/** XXH64 functions, loaded with the first file. */
let hashes: Promise<XXHashAPI> | null = null;

/**
 * Returns the content of a zstd file. Its size is limited before anything is allocated, by the headers of frames and
 * blocks, and again while it is decompressed. A frame must have the length and the checksum that it names (RFC 8878,
 * 3.1.1). The event loop serves other work in between, because 64 MB of the smallest blocks take seconds. Throws
 * `TooLargeError`, `MalformedError`, or the decoder's error.
 *
 * Uses `fzstd`, because `node:zlib` reads zstd only since Node.js 22.15, native packages download code when they are
 * installed, and `zstddec` (WebAssembly) ignores the library's error codes. `fzstd` limits neither memory nor time, so
 * the headers are checked here. It verifies no checksum either: without the check here, damage after a block's footer
 * would pass when no signature covers it.
 */
export async function unzstd(bytes: Buffer, maxBytes: number): Promise<Buffer> {
  hashes ??= xxhash();
  return inSlices(unzstdSteps(bytes, maxBytes, await hashes));
}

function* unzstdSteps(bytes: Buffer, maxBytes: number, { create64 }: XXHashAPI): Steps<Buffer> {
  const frames = yield* readFrames(bytes, maxBytes);
  const output = new JoinedBytes();
  for (const { start, cuts, content, checksum } of frames) {
    const before = output.length;
    const hash = checksum === null ? null : create64();
    const decoder = new Decompress((chunk) => {
      output.add(chunk);
      if (output.length > maxBytes) throw new TooLargeError();
      hash?.update(chunk);
    });
    let from = start;
    for (const cut of cuts) {
      decoder.push(bytes.subarray(from, cut), cut === cuts.at(-1));
      from = cut;
      yield;
    }
    const made = output.length - before;
    if (content !== null && made !== content) {
      throw new MalformedError(`a zstd frame contains ${made} bytes, not ${content} as declared`);
    }
    if (hash && Number(hash.digest() & 0xffff_ffffn) !== checksum) {
      throw new MalformedError('the checksum of a zstd frame is not that of its content');
    }
  }
  return output.bytes();
}

/** A frame with content: its position, and the length and checksum that it states; null: not stated. */
interface Frame {
  readonly start: number;
  /** Ends of its parts, which cost a step each; the last one is that of the frame. */
  readonly cuts: readonly number[];
  /** Length in bytes. */
  readonly content: number | null;
  /** The lower half of the content's XXH64. */
  readonly checksum: number | null;
}

/** Finds the frames, which must follow each other, complete, to the end. */
function* readFrames(bytes: Buffer, maxBytes: number): Steps<readonly Frame[]> {
  const work = { moved: 0, blocks: 0, atLeast: 0 };
  const frames: Frame[] = [];
  let position = 0;
  let skipped = 0;
  if (bytes.length === 0) throw new MalformedError('holds no zstd frame');
  while (position < bytes.length) {
    if (isSkippable(bytes, position)) {
      position = skippedTo(bytes, position);
      skipped += 1;
      if (skipped > MAX_FRAMES) throw new MalformedError(`has more than ${MAX_FRAMES} zstd frames to skip`);
      continue;
    }
    const frame = yield* readFrame(bytes, position, work);
    frames.push(frame);
    position = frame.cuts.at(-1) ?? bytes.length;
    yield;
    if (frames.length > MAX_FRAMES) throw new MalformedError(`has more than ${MAX_FRAMES} zstd frames`);
    if (work.moved > MAX_WINDOW_MOVE_BYTES)
      throw new MalformedError(`has ${work.blocks} zstd blocks, which are too small`);
    if (work.atLeast > maxBytes) throw new TooLargeError();
  }
  return frames;
}

function isSkippable(bytes: Buffer, start: number): boolean {
  return (uint(bytes, start, 4) & ~0xf) >>> 0 === SKIPPABLE_MAGIC;
}

function skippedTo(bytes: Buffer, start: number): number {
  const end = start + 8 + uint(bytes, start + 4, 4);
  if (end > bytes.length) throw new MalformedError('a zstd frame ends early');
  return end;
}

interface Work {
  /** Bytes of window moves, number of blocks, content of blocks that state their length. */
  moved: number;
  blocks: number;
  atLeast: number;
}

/** Finds the end of a frame, and adds up its cost. */
function* readFrame(bytes: Buffer, start: number, work: Work): Steps<Frame> {
  if (uint(bytes, start, 4) !== MAGIC) throw new MalformedError('a zstd frame has another magic number');
  const { window, length, content, hasChecksum } = readFrameHeader(bytes, start + 4);
  let position = start + 4 + length;
  const cuts: number[] = [];
  let cost = 0;
  for (let last = false; !last; ) {
    const header = uint(bytes, position, 3);
    last = (header & 1) === 1;
    const type = (header >> 1) & 3;
    const size = header >>> 3;
    if (size > MAX_FRAME_BLOCK) throw new MalformedError(`a zstd block has ${size} bytes`);
    position += 3 + (type === 1 ? 1 : size);
    if (position > bytes.length) throw new MalformedError('a zstd block ends early');
    work.blocks += 1;
    work.moved += window;
    if (type < 2) work.atLeast += size;
    cost += BLOCK_COST + (type < 2 ? size : MAX_FRAME_BLOCK) + window / 8;
    if (cost < STEP_COST || last) continue;
    cost = 0;
    cuts.push(position);
    yield;
  }
  const checksum = hasChecksum ? uint(bytes, position, 4) : null;
  cuts.push(position + (hasChecksum ? 4 : 0));
  return { start, cuts, content, checksum };
}

/** Reads a header (RFC 8878, 3.1.1.1). */
function readFrameHeader(bytes: Buffer, start: number) {
  const descriptor = uint(bytes, start, 1);
  const isSingle = (descriptor & 0x20) !== 0;
  const hasChecksum = (descriptor & 4) !== 0;
  if ((descriptor & 3) !== 0) throw new MalformedError('a zstd frame needs a dictionary');
  if ((descriptor & 8) !== 0) throw new MalformedError('a zstd frame has a reserved bit');
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 ? (isSingle ? 1 : 0) : 1 << sizeFlag;
  const windowBytes = isSingle ? 0 : 1;
  const content = sizeBytes === 0 ? null : contentSize(bytes, start + 1 + windowBytes, sizeBytes);
  const window = isSingle ? (content ?? 0) : windowSize(uint(bytes, start + 1, 1));
  if (window > MAX_WINDOW_BYTES) throw new MalformedError(`a zstd window has ${window} bytes`);
  return { window, length: 1 + windowBytes + sizeBytes, content, hasChecksum };
}

/** Returns the content size, which is the window of a single-segment frame. */
function contentSize(bytes: Buffer, start: number, sizeBytes: number): number {
  const low = uint(bytes, start, Math.min(sizeBytes, 4));
  const high = sizeBytes === 8 ? uint(bytes, start + 4, 4) : 0;
  return high * 2 ** 32 + low + (sizeBytes === 2 ? 256 : 0);
}

function windowSize(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function uint(bytes: Buffer, start: number, length: number): number {
  if (start + length > bytes.length) throw new MalformedError('a zstd frame ends early');
  return bytes.readUIntLE(start, length);
}
