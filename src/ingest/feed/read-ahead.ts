import type { PreparedFile } from '../verify/prepared-file.ts';

/**
 * Maximum number of files fetched and verified while earlier ones are processed: enough to hide the latency of
 * requests.
 */
const MAX_FILES = 48;
/** Maximum decompressed bytes, known or expected, of the waiting files. Beyond it no further file is prepared. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Expected size before the first file is known; real ones have about 100 KB. */
const FIRST_GUESS_BYTES = 4 * 1024 * 1024;

interface Ahead {
  readonly prepared: Promise<PreparedFile>;
  /** Decompressed size; null while it is not known. */
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
  /** Returns the bytes of the files in progress. An unknown size counts as the largest of the last ones. */
  const expected = (): number => queue.reduce((sum, { bytes }) => sum + (bytes ?? guess), 0);
  const begin = (prepare: () => Promise<PreparedFile>): Ahead => {
    const ahead: Ahead = { prepared: prepare(), bytes: null };
    ahead.prepared.then(
      (prepared) => {
        ahead.bytes = sizeOf(prepared);
        guess = Math.max(ahead.bytes, guess * DECAY);
      },
      // The consumer that takes the file from the queue gets the error. Without a consumer the error does not matter.
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
        // The error is thrown after the earlier files were yielded.
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

/** Factor by which the expected size decays with each smaller file. */
const DECAY = 0.9;

function sizeOf({ result }: PreparedFile): number {
  if ('refusal' in result) return 0;
  return result.content.sidecars.reduce((sum, { bytes }) => sum + bytes.length, result.content.bytes.length);
}
