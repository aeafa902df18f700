import { Failure } from '../../kernel/failure.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import type { WritableStore } from '../store/object-store.ts';

/** Where the watermark of an archive is, and of which network. */
export interface WatermarkContext {
  readonly store: WritableStore;
  readonly network: string;
}

const KEY = 'tain-archive.json';
const MAX_BYTES = 4096;

/**
 * Number of the last block up to which an archive has no gap; null where there is none. Throws `Failure` when it is
 * another network's, or what is there is no watermark.
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

/** Keeps how far an archive is, once all files up to there are written. */
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
