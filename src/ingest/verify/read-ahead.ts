import type { PreparedFile } from './prepared-file.ts';

/** Files fetched and checked while earlier ones are still being worked on. */
const MAX_FILES = 6;
/** No further file begins while the waiting ones hold more than this, decompressed. */
const MAX_BYTES = 64 * 1024 * 1024;

interface Ahead {
  readonly prepared: Promise<PreparedFile>;
  bytes: number;
}

/**
 * Prepares files before they are needed, so that reading, decompressing and RSA overlap with the work on
 * earlier files; yields them in order. @param next the next file's preparation, or null at the end
 */
export async function* readAhead(
  next: () => Promise<(() => Promise<PreparedFile>) | null>,
): AsyncGenerator<PreparedFile, void, void> {
  const queue: Ahead[] = [];
  let ended = false;
  let failure: { readonly error: unknown } | null = null;
  for (;;) {
    while (!ended && queue.length < MAX_FILES && bytesOf(queue) < MAX_BYTES) {
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

function begin(prepare: () => Promise<PreparedFile>): Ahead {
  const ahead: Ahead = { prepared: prepare(), bytes: 0 };
  ahead.prepared.then(
    ({ result }) => {
      if ('refusal' in result) return;
      ahead.bytes = result.content.bytes.length;
      for (const sidecar of result.content.sidecars) ahead.bytes += sidecar.bytes.length;
    },
    // Whoever takes it from the queue gets the error; if nobody does, it no longer matters.
    () => {},
  );
  return ahead;
}

function bytesOf(queue: readonly Ahead[]): number {
  return queue.reduce((sum, { bytes }) => sum + bytes, 0);
}
