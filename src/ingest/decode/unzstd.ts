import { Decompress } from 'fzstd';
import { MalformedError } from './byte-reader.ts';

const MAGIC = 0xfd2fb528;
/** 16 magic numbers of frames that hold no data. */
const SKIPPABLE_MAGIC = 0x184d2a50;
/** What RFC 8878 asks decoders to support; streams are written with 2 MiB. */
export const MAX_WINDOW_BYTES = 8 * 1024 * 1024;
/** A decoder's window moves once for each block: 4 bytes of input can cost a window. Two seconds' worth. */
const MAX_WINDOW_MOVES = 16 * 1024 ** 3;
const MAX_FRAME_BLOCK = 128 * 1024;

/** Thrown where content is larger than allowed. */
export class TooLargeError extends Error {}

/**
 * The content of a zstd file. Bounded before anything is allocated, by the headers of frames and blocks, and
 * again while it is decompressed. Throws `TooLargeError`, `MalformedError`, or what the decoder throws.
 */
export function unzstd(bytes: Buffer, maxBytes: number): Buffer {
  checkFrames(bytes, maxBytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const decoder = new Decompress((chunk) => {
    length += chunk.length;
    if (length > maxBytes) throw new TooLargeError();
    if (chunk.length > 0) chunks.push(chunk);
  });
  decoder.push(bytes, true);
  return Buffer.concat(chunks, length);
}

/** Frames follow each other, whole, to the end. */
function checkFrames(bytes: Buffer, maxBytes: number): void {
  const work = { moved: 0, blocks: 0, atLeast: 0 };
  let position = 0;
  if (bytes.length === 0) throw new MalformedError('holds no zstd frame');
  while (position < bytes.length) {
    position = checkFrame(bytes, position, work);
    if (work.moved > MAX_WINDOW_MOVES)
      throw new MalformedError(`has ${work.blocks} zstd blocks, too small ones`);
    if (work.atLeast > maxBytes) throw new TooLargeError();
  }
}

interface Work {
  /** Bytes of window moved, number of blocks, content of blocks that say how much they hold. */
  moved: number;
  blocks: number;
  atLeast: number;
}

/** Adds up the cost of a frame and returns where it ends. */
function checkFrame(bytes: Buffer, start: number, work: Work): number {
  const magic = uint(bytes, start, 4);
  if ((magic & ~0xf) >>> 0 === SKIPPABLE_MAGIC) {
    const end = start + 8 + uint(bytes, start + 4, 4);
    if (end > bytes.length) throw new MalformedError('a zstd frame ends early');
    return end;
  }
  if (magic !== MAGIC) throw new MalformedError('a zstd frame has another magic number');
  const { window, length, hasChecksum } = readFrameHeader(bytes, start + 4);
  let position = start + 4 + length;
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
  }
  position += hasChecksum ? 4 : 0;
  if (position > bytes.length) throw new MalformedError('a zstd frame ends early');
  return position;
}

/** RFC 8878, 3.1.1.1. */
function readFrameHeader(bytes: Buffer, start: number) {
  const descriptor = uint(bytes, start, 1);
  const isSingle = (descriptor & 0x20) !== 0;
  const hasChecksum = (descriptor & 4) !== 0;
  if ((descriptor & 3) !== 0) throw new MalformedError('a zstd frame needs a dictionary');
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 ? (isSingle ? 1 : 0) : 1 << sizeFlag;
  const windowBytes = isSingle ? 0 : 1;
  const window = isSingle ? contentSize(bytes, start + 1, sizeBytes) : windowSize(uint(bytes, start + 1, 1));
  if (window > MAX_WINDOW_BYTES) throw new MalformedError(`a zstd window has ${window} bytes`);
  return { window, length: 1 + windowBytes + sizeBytes, hasChecksum };
}

/** The window of a frame that is a single segment is its content. */
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
