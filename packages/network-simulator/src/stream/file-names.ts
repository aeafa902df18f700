// Names of stream files: record files by their consensus time, blocks by their number.

/** Formats nanoseconds as `2022-07-13T08_46_08.041986003Z`, always with nine digits. */
export function streamInstant(nanos: bigint): string {
  const date = new Date(Number(nanos / 1_000_000_000n) * 1000).toISOString().slice(0, 19);
  return `${date.replaceAll(':', '_')}.${(nanos % 1_000_000_000n).toString().padStart(9, '0')}Z`;
}

/** Parses the time at the start of a file name, in nanoseconds; null without one. */
export function parseStreamInstant(name: string): bigint | null {
  const [, day, hour, minute, second, nanos] = /^([\d-]{10})T(\d\d)_(\d\d)_(\d\d)\.(\d{9})Z/.exec(name) ?? [];
  const milliseconds = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(milliseconds) ? null : BigInt(milliseconds) * 1_000_000n + BigInt(nanos ?? '0');
}

/** Returns the path of a block in a bucket: `0000/0000/0000/0000/007.blk.zstd`. */
export function blockPath(number: bigint): string {
  const digits = number.toString().padStart(19, '0');
  return `${digits.match(/.{1,4}/g)?.join('/')}.blk.zstd`;
}

/** Returns the number of the block in a path below the stream's folder; null for other files. */
export function parseBlockPath(path: string): bigint | null {
  const digits = /^([\d/]+)\.blk(?:\.gz|\.zstd)?$/.exec(path)?.[1]?.replaceAll('/', '');
  return digits ? BigInt(digits) : null;
}
