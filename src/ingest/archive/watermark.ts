import { Failure } from '../../kernel/failure.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { WritableStore } from '../store/object-store.ts';

/** Store of an archive's watermark, and its network. */
export interface WatermarkContext {
  readonly store: WritableStore;
  readonly network: string;
}

const KEY = 'tain-archive.json';
const MAX_BYTES = 4096;

/**
 * Returns the number of the last block up to which an archive has no gap; null when there is no watermark. Throws
 * `Failure` when it belongs to another network, or is not a watermark.
 */
export async function readMark(
  { store, network }: WatermarkContext,
  signal: AbortSignal,
): Promise<bigint | null> {
  let bytes: Uint8Array;
  try {
    bytes = await store.get(KEY, MAX_BYTES, signal);
  } catch (error) {
    if (error instanceof StreamFileError && error.code === 'missing') return null;
    throw error;
  }
  const mark = parse(bytes);
  if (mark === null) {
    throw new Failure(
      'usage',
      `${KEY} in the archive ${store.name} cannot be read: move it away to begin a new archive.`,
    );
  }
  if (mark.network !== network) {
    throw new Failure('usage', `The archive ${store.name} is of network ${mark.network}, not ${network}.`);
  }
  return mark.block;
}

/** Stores the watermark, once all files up to it are written. */
export async function writeMark(
  { store, network }: WatermarkContext,
  block: bigint,
  signal: AbortSignal,
): Promise<void> {
  const text = JSON.stringify({ network, block: block.toString() });
  await store.put(KEY, Buffer.from(`${text}\n`), signal);
}

function parse(bytes: Uint8Array): { readonly network: string; readonly block: bigint } | null {
  try {
    const { network, block } = JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>;
    if (typeof network !== 'string' || !/^[\w-]{1,64}$/.test(network)) return null;
    return typeof block === 'string' && /^\d{1,18}$/.test(block) ? { network, block: BigInt(block) } : null;
  } catch {
    return null;
  }
}
