import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { EventStream, type StreamHost } from '../../../src/rest/streams/event-stream.ts';
import type { StreamFilter } from '../../../src/rest/streams/stream-filter.ts';
import { StreamPage } from '../../../src/rest/streams/stream-page.ts';

/** A client that takes nothing of what is written. */
class Unread extends EventEmitter {
  readonly did: string[] = [];
  readonly socket = { on: () => undefined, off: () => undefined, setTimeout: () => undefined };
  write(): boolean {
    this.did.push('written');
    return false;
  }
  end(): void {
    this.did.push('last frame');
  }
  destroy(): void {
    this.did.push('destroyed');
  }
}

test.each([
  ['slow reader', 'destroyed'],
  ['shutdown', 'last frame'],
] as const)('a stream that ends as %s while a page is unread is closed with: %s', async (reason, outcome) => {
  const page = new StreamPage([{ position: { time: 5n }, json: '{}' }], { time: 9n }, undefined);
  const filter = { read: async () => page } as unknown as StreamFilter;
  const ended: string[] = [];
  const held: number[] = [];
  const host: StreamHost = {
    tip: () => ({ number: 1n, index: 1n, consensusEnd: 9n, end: 9n }) as never,
    previousEnd: () => 0n,
    awaitBlock: () => undefined,
    heartbeatMs: 1_000,
    stallTimeoutMs: 1_000,
    // The account takes the memory of the page.
    holds: (stream, _page, bytes) => {
      held.push(bytes);
      stream.end(reason);
    },
    released: () => undefined,
    sent: () => undefined,
    ended: (_stream, why) => void ended.push(why),
    failed: (error) => {
      throw error;
    },
  };
  const response = new Unread();
  const opened = {
    filter,
    format: 'sse',
    client: '192.0.2.1',
    position: { time: 1n },
    to: undefined,
    lastNumber: undefined,
    limit: undefined,
  } as const;
  await new EventStream(opened, response as unknown as ServerResponse, host).run();
  expect(held).toEqual([page.frames('sse').length]);
  expect([response.did.at(-1), ended]).toEqual([outcome, [reason]]);
});
