import { describe, expect, it } from 'vitest';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import {
  type FollowedStream,
  type FollowOptions,
  follow,
  type PollEnd,
} from '../../../src/ingest/feed/follow.ts';
import type { StreamProblem } from '../../../src/ingest/verify/problems.ts';
import type { ProvenBlock } from '../../../src/ingest/verify/proven-block.ts';
import { SILENT_LOG } from '../stream-writer.ts';

const refusal = (code: 'no-consensus' | 'unreadable' | 'divergent') =>
  new StreamFileError(code, 'next.rcd', null, 'is not as it should be');
const END: PollEnd = { refusal: null, again: null };

/** Course of one poll: yields a number of blocks, and ends or throws. */
interface Poll {
  readonly gives?: number;
  readonly ends?: PollEnd;
  readonly throws?: Error;
  /** Whether an object is added to the source meanwhile. */
  readonly changes?: boolean;
}

/** A stream with scripted polls. After the last one, the signal is aborted. */
class Script implements FollowedStream {
  readonly restMs = 0;
  readonly pollIntervalMs = 100;
  reached = 0n;
  readonly waits: number[] = [];
  readonly source: FollowedStream['source'] & { changes: number };
  signal: AbortSignal | null = null;
  readonly #polls: Poll[];

  constructor(polls: readonly Poll[], controller = new AbortController()) {
    this.#polls = [...polls];
    this.source = {
      changes: 0,
      changed: async (milliseconds) => {
        this.waits.push(milliseconds);
        if (this.#polls.length === 0) controller.abort();
      },
    };
  }

  isFinal({ code }: StreamFileError): boolean {
    return code === 'divergent';
  }

  async *poll(): AsyncGenerator<ProvenBlock, PollEnd, void> {
    const { gives = 0, ends = END, throws, changes } = this.#polls.shift() ?? {};
    for (let given = 0; given < gives; given += 1) {
      this.reached += 1n;
      yield { number: this.reached } as ProvenBlock;
    }
    if (changes) this.source.changes += 1;
    if (throws) throw throws;
    return ends;
  }
}

async function run(polls: readonly Poll[], options: Partial<FollowOptions> = {}) {
  const controller = new AbortController();
  const script = new Script(polls, controller);
  const problems: (StreamProblem | null)[] = [];
  const numbers: bigint[] = [];
  let error: unknown = null;
  let ends = 0;
  try {
    const blocks = follow(() => script, {
      follow: true,
      graceMs: 0,
      signal: controller.signal,
      log: SILENT_LOG,
      onProblem: (problem) => problems.push(problem),
      onEnd: () => {
        ends += 1;
      },
      ...options,
    });
    for await (const { number } of blocks) numbers.push(number);
  } catch (thrown) {
    error = thrown;
  }
  return { numbers, waits: script.waits, problems: problems.map((each) => each?.code ?? null), error, ends };
}

const refused = (code: 'no-consensus' | 'unreadable', more: Poll = {}): Poll => ({
  ...more,
  ends: { refusal: refusal(code), again: null },
});

describe('a followed stream', () => {
  it('is polled at the interval', async () => {
    const { numbers, waits, problems, ends } = await run([{ gives: 2 }, {}, {}, { gives: 1 }]);
    expect(numbers).toEqual([1n, 2n, 3n]);
    expect(waits).toEqual([100, 100, 100, 100]);
    expect(problems).toEqual([]);
    expect(ends).toBe(4);
  });

  it('recovers from a failure of its source after a poll without one, from others with the next block', async () => {
    expect((await run([refused('unreadable'), {}])).problems).toEqual(['unreadable', null]);
    expect((await run([refused('no-consensus'), {}])).problems).toEqual(['no-consensus']);
  });

  it('is polled less often while it waits at one block, which is logged once', async () => {
    const waiting = Array.from({ length: 9 }, () => refused('no-consensus'));
    const { waits, problems, numbers } = await run([...waiting, { gives: 1 }, refused('no-consensus')]);
    expect(waits).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 100, 100]);
    expect(problems).toEqual(['no-consensus', null, 'no-consensus']);
    expect(numbers).toEqual([1n]);
  });

  it('is polled at least every two seconds while its source fails', async () => {
    const { waits } = await run(Array.from({ length: 7 }, () => ({ throws: refusal('unreadable') })));
    expect(waits).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000]);
  });

  it('is polled at the first interval again once a relevant change arrived', async () => {
    const stuck = refused('no-consensus');
    const { waits } = await run([
      stuck,
      stuck,
      { ...stuck, changes: true },
      stuck,
      refused('no-consensus', { gives: 1 }),
      stuck,
    ]);
    expect(waits).toEqual([100, 200, 400, 100, 100, 100]);
  });

  it('is polled again immediately if another poll may return more', async () => {
    const again: PollEnd = { refusal: null, again: 0 };
    const polls = [{ gives: 3, ends: again }, { ends: { refusal: refusal('no-consensus'), again: 1 } }, {}];
    for (const isFollowed of [true, false]) {
      const { numbers, waits, error, problems } = await run(polls, { follow: isFollowed });
      expect(numbers).toEqual([1n, 2n, 3n]);
      expect(waits).toEqual(isFollowed ? [100] : []);
      expect(problems).toEqual([]);
      expect(error).toBeNull();
    }
  });

  it('ends without following, or with the error of the next block', async () => {
    expect(await run([{ gives: 1 }], { follow: false })).toMatchObject({
      numbers: [1n],
      error: null,
      ends: 0,
    });
    const { error, problems } = await run([refused('no-consensus')], { follow: false });
    expect(error).toMatchObject({ code: 'no-consensus' });
    expect(problems).toEqual([]);
  });

  it('ends with a permanent error, also when it is followed', async () => {
    const divergent = refusal('divergent');
    for (const poll of [{ throws: divergent }, { ends: { refusal: divergent, again: null } }]) {
      expect((await run([poll])).error).toBe(divergent);
    }
  });

  it('ends with any other error, and stops when its consumer stops', async () => {
    const broken = new TypeError('broken');
    expect((await run([{ throws: broken }])).error).toBe(broken);
    const script = new Script([{ gives: 5 }]);
    let seen: AbortSignal | null = null;
    const open = (signal: AbortSignal) => {
      seen = signal;
      return script;
    };
    const options = { follow: true, signal: new AbortController().signal, log: SILENT_LOG };
    for await (const _ of follow(open, options)) break;
    expect(seen).toMatchObject({ aborted: true });
    expect(script.reached).toBe(1n);
  });
});
