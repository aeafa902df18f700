import type { PreparedFile } from '../verify/prepared-file.ts';

/**
 * Maximum number of files fetched and verified while earlier ones are processed: enough to hide the latency of
 * requests.
 */
const MAX_FILES = 48;
/** No further file begins while the waiting ones hold more than this, decompressed, or are expected to. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Expected size before the first file is known; real ones have about 100 KB. */
const FIRST_GUESS_BYTES = 4 * 1024 * 1024;

interface Ahead {
  readonly prepared: Promise<PreparedFile>;
  /** Null while it is not known. */
  bytes: number | null;
}

/**
 * Prepares files before they are needed, so that listing, fetching, decompressing and RSA overlap with the work on
 * earlier files; yields them in order. @param next the next file's preparation, or null at the end
 */
export async function* readAhead(
  next: () => Promise<(() => Promise<PreparedFile>) | null>,
): AsyncGenerator<PreparedFile, void, void> {
  const queue: Ahead[] = [];
  let guess = FIRST_GUESS_BYTES;
  let ended = false;
  let failure: { readonly error: unknown } | null = null;
  /** Bytes of the files in progress, each expected to be as large as the largest of the last ones until it is known. */
  const expected = (): number => queue.reduce((sum, { bytes }) => sum + (bytes ?? guess), 0);
  const begin = (prepare: () => Promise<PreparedFile>): Ahead => {
    const ahead: Ahead = { prepared: prepare(), bytes: null };
    ahead.prepared.then(
      (prepared) => {
        ahead.bytes = sizeOf(prepared);
        guess = Math.max(ahead.bytes, guess * DECAY);
      },
      // The consumer that takes it from the queue gets the error; without one it no longer matters.
      () => {},
    );
    return ahead;
  };
  for (;;) {
    while (!ended && queue.length < MAX_FILES && (queue.length === 0 || expected() < MAX_BYTES)) {
      try {
        const prepare = await next();
        if (prepare) queue.push(begin(prepare));
        else ended = true;
      } catch (error) {
        // Earlier files are yielded first.
        failure = { error };
        ended = true;
      }
    }
    const first = queue.shift();
    if (first) {
      yield await first.prepared;
    } else {
      if (failure) throw failure.error;
      return;
    }
  }
}

/** Factor by which the size of a large file is forgotten with each later file. */
const DECAY = 0.9;

function sizeOf({ result }: PreparedFile): number {
  if ('refusal' in result) return 0;
  return result.content.sidecars.reduce((sum, { bytes }) => sum + bytes.length, result.content.bytes.length);
}
