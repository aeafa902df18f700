import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ByteAccount } from '../../src/kernel/limits/byte-account.ts';
import { LoopTurns } from '../../src/kernel/limits/loop-turns.ts';
import type { Connection } from '../../src/rpc/method/services.ts';
import { type PushedResult, Subscriptions } from '../../src/rpc/method/subscriptions.ts';

const START = { index: 0n, end: 0n };
const LOGS = { kind: 'logs', address: undefined, topics: undefined } as const;

/** Connection that takes some time for each message, in milliseconds. */
function slowConnection(client: string, ms: number) {
  const messages: string[] = [];
  const closed: number[] = [];
  const connection: Connection = {
    client,
    buffered: 0,
    isClosed: false,
    push: (texts) => {
      for (const text of texts) {
        for (const end = performance.now() + ms; performance.now() < end; );
        messages.push(text);
      }
    },
    close: (code) => void closed.push(code),
    onClose: () => undefined,
  };
  return { connection, messages, closed };
}

const logsOf = (block: bigint, count: number): PushedResult[] =>
  Array.from({ length: count }, (_, index) => ({ json: `"${block}-${index}"`, block }));

/** Subscribes clients to all logs. Resolves when their connections take messages. */
async function subscribed(bytes: ByteAccount, connections: readonly { connection: Connection }[]) {
  const subscriptions = new Subscriptions(bytes, new LoopTurns());
  for (const { connection } of connections) subscriptions.subscribe(connection, LOGS, START, setImmediate);
  await nextIteration();
  return subscriptions;
}

it('sends a block to many connections in turns, of which other clients have theirs', async () => {
  const own = Array.from({ length: 40 }, () => slowConnection('a', 0.1));
  const other = slowConnection('b', 0);
  const subscriptions = await subscribed(new ByteAccount(), [...own, other]);
  for (const group of subscriptions.groups('logs')) {
    group.send(logsOf(1n, 100));
    group.send(logsOf(2n, 1));
  }
  let iterations = 0;
  let others: number | undefined;
  while (own.some(({ messages }) => messages.length < 101)) {
    await nextIteration();
    iterations += 1;
    if (other.messages.length === 101) others ??= iterations;
  }
  // 400 ms of messages, at most 10 ms of one client and a step in an iteration.
  expect(iterations).toBeGreaterThan(20);
  expect(others).toBeLessThan(10);
  const suffixes = own.map(({ messages }) => messages.map((text) => text.split('"result":')[1]));
  const expected = [...logsOf(1n, 100), ...logsOf(2n, 1)].map(({ json }) => `${json}}}`);
  for (const one of suffixes) expect(one).toEqual(expected);
});

it('sends nothing to a subscription that has ended meanwhile, or of blocks before it', async () => {
  const [first, second] = [slowConnection('a', 0), slowConnection('a', 0)];
  const subscriptions = await subscribed(new ByteAccount(), [first]);
  const id = subscriptions.subscribe(second.connection, LOGS, { index: 1n, end: 0n }, setImmediate);
  for (const group of subscriptions.groups('logs')) group.send([...logsOf(1n, 1), ...logsOf(2n, 1)]);
  await expect.poll(() => second.messages.length).toBe(1);
  for (const group of subscriptions.groups('logs')) group.send(logsOf(3n, 1));
  subscriptions.unsubscribe(second.connection, id);
  await expect.poll(() => first.messages.length).toBe(3);
  expect(second.messages.length).toBe(1);
});

it('counts messages that wait for the response with the id of their subscription', async () => {
  const bytes = new ByteAccount({ counts: 'bytes', max: 10_000 });
  const { connection, messages, closed } = slowConnection('a', 0);
  const subscriptions = new Subscriptions(bytes, new LoopTurns());
  let answered = (): void => undefined;
  subscriptions.subscribe(connection, LOGS, START, (listener) => {
    answered = listener;
  });
  const before = bytes.held;
  const [group] = subscriptions.groups('logs');
  const json = '0'.repeat(4_000);
  group?.send([{ json, block: 1n }]);
  for (let iteration = 0; iteration < 10; iteration += 1) await nextIteration();
  expect([messages.length, bytes.held - before > json.length]).toEqual([0, true]);
  answered();
  expect([messages.length, bytes.held]).toEqual([1, before]);
  subscriptions.subscribe(connection, { ...LOGS, address: [] }, START, () => undefined);
  const [, waiting] = subscriptions.groups('logs');
  for (const block of [2n, 3n, 4n]) {
    waiting?.send([{ json, block }]);
    for (let iteration = 0; iteration < 10; iteration += 1) await nextIteration();
  }
  expect([messages.length, closed[0]]).toEqual([1, 1_013]);
});

it('counts results until they are sent, and closes the connections of a client with too many', async () => {
  const bytes = new ByteAccount({ counts: 'bytes', max: 10_000 });
  const [own, other] = [slowConnection('a', 0), slowConnection('b', 0)];
  const subscriptions = await subscribed(bytes, [own, other]);
  subscriptions.subscribe(own.connection, { kind: 'newHeads', details: false }, START, setImmediate);
  const before = bytes.held;
  const [heads] = subscriptions.groups('newHeads');
  const json = '0'.repeat(5_000);
  heads?.send([{ json, block: 1n }]);
  expect(bytes.held - before).toBe(json.length);
  heads?.send([{ json, block: 2n }]);
  expect([own.closed, other.closed]).toEqual([[1_013], []]);
  await expect.poll(() => own.messages.length).toBe(1);
  await expect.poll(() => bytes.held).toBe(before);
});
