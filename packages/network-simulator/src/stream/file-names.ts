// Names of stream files: record files by their instant, blocks by their number.

/** `2022-07-13T08_46_08.041986003Z` of nanoseconds, always with nine digits. */
export function streamInstant(nanos: bigint): string {
  const date = new Date(Number(nanos / 1_000_000_000n) * 1000).toISOString().slice(0, 19);
  return `${date.replaceAll(':', '_')}.${(nanos % 1_000_000_000n).toString().padStart(9, '0')}Z`;
}

/** Returns the nanoseconds of the instant at the start of one of our names; null without one. */
export function parseStreamInstant(name: string): bigint | null {
  const [, day, hour, minute, second, nanos] = /^([\d-]{10})T(\d\d)_(\d\d)_(\d\d)\.(\d{9})Z/.exec(name) ?? [];
  const milliseconds = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(milliseconds) ? null : BigInt(milliseconds) * 1_000_000n + BigInt(nanos ?? '0');
}

/** Path of a block in a bucket: `0000/0000/0000/0000/007.blk.zstd`. */
export function blockPath(number: bigint): string {
  const digits = number.toString().padStart(19, '0');
  return `${digits.match(/.{1,4}/g)?.join('/')}.blk.zstd`;
}

/** The number of the block in a path below the stream's folder; null when it is no block. */
export function parseBlockPath(path: string): bigint | null {
  const digits = /^([\d/]+)\.blk(?:\.gz|\.zstd)?$/.exec(path)?.[1]?.replaceAll('/', '');
  return digits ? BigInt(digits) : null;
}
