import http from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { AnswerError } from '../src/answer-error.ts';
import { linesOf, Silence } from '../src/lines.ts';
import { type StreamEvent, StreamedPages, type StreamProgress } from '../src/streams.ts';

// Client streams from servers that split data at odd offsets, disconnect, refuse or stop sending.

const bodyOf = (chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

async function collect<T>(items: AsyncIterable<T>, max = Number.POSITIVE_INFINITY): Promise<T[]> {
  const found: T[] = [];
  if (max === 0) return found;
  for await (const item of items) {
    found.push(item);
    if (found.length >= max) break;
  }
  return found;
}

const FOR_EVER = new Silence(0);

test('lines do not depend on the chunks of bytes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, ''))),
      fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, '')),
      fc.boolean(),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      async (lines, half, windows, sizes) => {
        const text = lines.map((line) => `${line}${windows ? '\r\n' : '\n'}`).join('') + half;
        const bytes = new TextEncoder().encode(text);
        const chunks: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; ) {
          const size = sizes.next().value;
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        expect(await collect(linesOf(bodyOf(chunks), FOR_EVER))).toEqual(lines);
      },
    ),
  );
});

test('a body that is not read to its end is cancelled', async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('line\n')),
    cancel: () => {
      isCancelled = true;
    },
  });
  expect(await collect(linesOf(body, FOR_EVER), 3)).toEqual(['line', 'line', 'line']);
  expect(isCancelled).toBe(true);
});

test('a line without an end is an error', async () => {
  const chunk = new Uint8Array(2 ** 22).fill(97);
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(chunk) });
  await expect(collect(linesOf(body, FOR_EVER))).rejects.toThrow(RangeError);
});

const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

type Answer = (response: http.ServerResponse, url: URL) => void;

/**
 * Starts a server that responds to each connection with the next of a list of responses, and records the requested
 * URLs.
 */
async function serve(answers: readonly Answer[]) {
  const requested: string[] = [];
  const server = http.createServer((request, response) => {
    requested.push(request.url ?? '');
    const url = new URL(request.url ?? '', 'http://x');
    const answer = answers[Math.min(requested.length, answers.length) - 1];
    answer?.(response, url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const list = new StreamedPages<number, never>(
    '/list',
    () => [],
    async () => undefined as never,
    async () => undefined as never,
    {
      path: '/list/stream?a=1',
      parse: JSON.parse,
      async open(path, init) {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
        if (!response.ok) throw new AnswerError(response.status, [], response.url, 0);
        return response;
      },
    },
  );
  return { requested, list };
}

const event = (id: string, data: unknown): string => `${JSON.stringify({ id, data })}\n`;
const begin = (response: http.ServerResponse): http.ServerResponse =>
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });

describe('a stream', () => {
  test('resumes after the last event across disconnects', async () => {
    const { requested, list } = await serve([
      (response) => begin(response).end(event('1', 1) + event('2', 2)),
      // Disconnects in the middle of an event, without ending the response.
      (response) => {
        begin(response).write(`\n\r\n${event('3', 3)}{"id":"4","da`, () => response.destroy());
      },
      (response) => response.destroy(),
      (response) => response.writeHead(503, { 'retry-after': '0' }).end(),
      (response) =>
        begin(response).end(`{"id":"5","end":{"reason":"shutdown"}}\n${event('6', 'never read')}`),
      (response) => begin(response).write(event('6', 6)),
    ]);
    const breaks: number[] = [];
    const events = await collect(
      list.stream({ cursor: '0', onBreak: (_error, milliseconds) => breaks.push(milliseconds) }),
      4,
    );
    expect(events).toEqual([
      { data: 1, cursor: '1' },
      { data: 2, cursor: '2' },
      { data: 3, cursor: '3' },
      { data: 6, cursor: '6' },
    ]);
    expect(requested.map((url) => new URL(url, 'http://x').searchParams.get('cursor'))).toEqual([
      '0',
      '2',
      '3',
      '3',
      '3',
      '5',
    ]);
    expect(requested.every((url) => url.startsWith('/list/stream?a=1&cursor='))).toBe(true);
    // The delay grows with each consecutive attempt.
    expect(breaks).toHaveLength(5);
    expect(Math.max(...breaks)).toBeLessThanOrEqual(1_000);
  });

  test('reports its progress, and resumes from there', async () => {
    const { requested, list } = await serve([
      (response) => begin(response).end('{"id":"9","progress":{"block":7,"timestamp":"7.000000001"}}\n'),
      (response) => begin(response).write(event('10', 10)),
    ]);
    const progress: StreamProgress[] = [];
    await collect(list.stream({ onProgress: (one) => progress.push(one) }), 1);
    expect(progress).toEqual([{ cursor: '9', block: 7, timestamp: '7.000000001' }]);
    expect(requested).toEqual(['/list/stream?a=1', '/list/stream?a=1&cursor=9']);
  });

  test('ends with the requested range', async () => {
    const { requested, list } = await serve([
      (response) => begin(response).end(`${event('1', 1)}{"id":"1","end":{"reason":"end of range"}}\n`),
    ]);
    expect(await collect(list.stream())).toEqual([{ data: 1, cursor: '1' }]);
    expect(requested).toHaveLength(1);
  });

  test.each([400, 404, 410])('fails immediately if it is refused with %d', async (status) => {
    const { requested, list } = await serve([(response) => response.writeHead(status).end()]);
    await expect(collect(list.stream())).rejects.toMatchObject({ name: 'AnswerError', status });
    expect(requested).toHaveLength(1);
  });

  test('fails if the response is not an event stream', async () => {
    const { list } = await serve([(response) => begin(response).end('<html>\n')]);
    await expect(collect(list.stream())).rejects.toThrow(SyntaxError);
  });

  test('is resumed when it is silent', async () => {
    const { requested, list } = await serve([
      (response) => begin(response).write(event('1', 1)),
      () => undefined,
      (response) => begin(response).write(event('2', 2)),
    ]);
    const events = await collect(list.stream({ silence: 100 }), 2);
    expect(events.map(({ data }) => data)).toEqual([1, 2]);
    expect(requested).toHaveLength(3);
  });

  test('ends by its signal with the reason, in any state', async () => {
    const { list } = await serve([
      (response) => begin(response).write(event('1', 1)),
      (response) => response.destroy(),
    ]);
    const reason = new Error('enough');
    await expect(collect(list.stream({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    const reading = new AbortController();
    const found: unknown[] = [];
    const first = (async () => {
      for await (const { data } of list.stream({ signal: reading.signal })) {
        found.push(data);
        setImmediate(() => reading.abort(reason));
      }
    })();
    await expect(first).rejects.toBe(reason);
    expect(found).toEqual([1]);
    const waiting = new AbortController();
    const second = collect(
      list.stream({ signal: waiting.signal, onBreak: () => setImmediate(() => waiting.abort(reason)) }),
    );
    await expect(second).rejects.toBe(reason);
    // Also where the listener itself gives up: the pause before the next attempt does not begin.
    const failing = await serve([(response) => response.writeHead(503, { 'retry-after': '100000' }).end()]);
    const given = new AbortController();
    const waits: number[] = [];
    const third = collect(
      failing.list.stream({
        signal: given.signal,
        onBreak: (_, milliseconds) => {
          waits.push(milliseconds);
          given.abort(reason);
        },
      }),
    );
    await expect(third).rejects.toBe(reason);
    // A server delays the next attempt by an hour at most.
    expect(waits[0]).toBeLessThan(3_630_001);
  });
});

describe('a subscription', () => {
  test('calls its listener one by one until it is ended', async () => {
    const { list } = await serve([
      (response) => begin(response).write([1, 2, 3, 4].map((n) => event(String(n), n)).join('')),
    ]);
    const seen: StreamEvent<number>[] = [];
    let running = 0;
    await new Promise<void>((resolve) => {
      const end = list.subscribe(async (one) => {
        running++;
        await new Promise((next) => setImmediate(next));
        expect(running).toBe(1);
        running--;
        seen.push(one);
        if (seen.length < 3) return;
        end();
        resolve();
      });
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen.map(({ cursor }) => cursor)).toEqual(['1', '2', '3']);
  });

  test('reports its end, and fatal errors', async () => {
    const complete = await serve([(response) => begin(response).end('{"end":{"reason":"end of range"}}\n')]);
    await new Promise<void>((onEnd) => complete.list.subscribe(() => undefined, { onEnd }));
    const refused = await serve([(response) => response.writeHead(410).end()]);
    const error = await new Promise((onError) => refused.list.subscribe(() => undefined, { onError }));
    expect(error).toMatchObject({ status: 410 });
    const thrown = await serve([(response) => begin(response).write(event('1', 1))]);
    const own = new Error('of the listener');
    const failing = await new Promise((onError) =>
      thrown.list.subscribe(() => Promise.reject(own), { onError }),
    );
    expect(failing).toBe(own);
  });
});
