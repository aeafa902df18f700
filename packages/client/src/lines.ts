/** Maximum length of a line in characters, longer than any event. */
const MAX_LINE_LENGTH = 2 ** 24;

/**
 * Yields the lines of a body as they arrive, decoded, without their ends (`
 * ` or `\r
 * `). Text after the last end is dropped, because an interrupted body ends in the middle of a line. Throws
 * `RangeError` for a line that is too long.
 */
export async function* linesOf(
  body: ReadableStream<Uint8Array>,
  silence: Silence,
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await silence.within(reader.read());
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE_LENGTH) throw new RangeError('a line of a stream without an end');
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
    }
  } finally {
    // The reader stopped, so the rest of the body is cancelled.
    await reader.cancel().catch(() => undefined);
  }
}

/** Limits the time between two chunks of a stream. */
export class Silence {
  readonly #milliseconds: number;

  /** `milliseconds` of silence mean that the connection is dead; 0: no limit. */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Resolves to the awaited value if it arrives in time. Throws `SilenceError` otherwise. */
  async within<T>(coming: Promise<T>): Promise<T> {
    if (this.#milliseconds === 0) return coming;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new SilenceError()), this.#milliseconds);
    });
    try {
      return await Promise.race([coming, late]);
    } finally {
      clearTimeout(timer);
      coming.catch(() => undefined);
    }
  }
}

/** Error of a stream that sent nothing within its time limit. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';

  constructor() {
    super('the stream is silent');
  }
}
