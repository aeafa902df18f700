/** Characters of a line that is taken for one: no event is as long. */
const LONGEST = 2 ** 24;

/**
 * The lines of a body as they come, decoded, without their ends (`\n` or `\r\n`); what stands behind the last end is
 * left out, since a body that breaks off ends in the middle of a line. Throws `RangeError` for a line that does not end.
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
      if (rest.length > LONGEST) throw new RangeError('a line of a stream without an end');
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
    }
  } finally {
    // Whoever stops reading does not want the rest.
    await reader.cancel().catch(() => undefined);
  }
}

/** How long nothing may come. */
export class Silence {
  readonly #milliseconds: number;

  /** `milliseconds` without anything mean that the connection is dead; 0: it may be silent for ever. */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** What comes, if it comes in time. Throws `SilenceError` otherwise. */
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

/** A stream was silent for longer than a living one is. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';

  constructor() {
    super('the stream is silent');
  }
}
