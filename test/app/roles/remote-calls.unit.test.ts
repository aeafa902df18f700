import { expect, test } from 'vitest';
import type { ContractCaller } from '../../../src/api/route/contract-caller.ts';
import type { TransactionTracer } from '../../../src/api/route/transaction-tracer.ts';
import type { FromProcess, ToProcess } from '../../../src/app/roles/api-processes/messages.ts';
import { CallsOfProcess, RemoteCalls } from '../../../src/app/roles/api-processes/remote-calls.ts';

// Both sides of calls and traces between processes, with messages that are delayed and copied as in real channels.

const ANSWER = { status: 200, body: '', isRefused: false, isExecuted: true };
const missing: ContractCaller = async () => ({ ...ANSWER, status: 501 });

function connect(callContract: ContractCaller | undefined, traceTransaction: TransactionTracer | undefined) {
  const sent: (FromProcess | ToProcess)['kind'][] = [];
  const later = (work: () => void): void => void setImmediate(work);
  const remote: RemoteCalls = new RemoteCalls((message) => {
    sent.push(message.kind);
    later(() => executor.receive(structuredClone(message)));
  });
  const executor: CallsOfProcess = new CallsOfProcess(
    (message) => {
      sent.push(message.kind);
      later(() => remote.receive(structuredClone(message)));
    },
    callContract,
    traceTransaction,
  );
  return { remote, executor, sent };
}

const call = (client: string, signal?: AbortSignal) => ({
  body: Buffer.from(`body of ${client}`),
  contentType: 'application/json',
  client,
  signal,
});
const traced = (signal?: AbortSignal) => ({
  transaction: { hash: 'ab'.repeat(32) },
  options: { kind: 'opcodes', stack: true, memory: false, storage: false } as const,
  acceptEncoding: 'gzip',
  client: 'a',
  signal,
});

test('each call gets its own answer, and passes its client on', async () => {
  const { remote } = connect(async ({ body, client, contentType }) => {
    await new Promise((resolve) => setTimeout(resolve, client === 'a' ? 20 : 1));
    return { ...ANSWER, body: `${client} ${contentType} ${Buffer.from(body)}` };
  }, undefined);
  const answers = await Promise.all(['a', 'b', 'c'].map((client) => remote.callContract(call(client))));
  expect(answers.map(({ body }) => body)).toEqual(
    ['a', 'b', 'c'].map((client) => `${client} application/json body of ${client}`),
  );
});

test('a call is aborted in its process when its client disconnects', async () => {
  let ended = false;
  const { remote } = connect(
    ({ signal }) =>
      new Promise((resolve) =>
        signal?.addEventListener('abort', () => {
          ended = true;
          resolve({ ...ANSWER, status: 499 });
        }),
      ),
    undefined,
  );
  const controller = new AbortController();
  const answer = remote.callContract(call('a', controller.signal));
  setTimeout(() => controller.abort(), 10);
  expect((await answer).status).toBe(499);
  expect(ended).toBe(true);
});

test('calls of an exited process are ended', async () => {
  const ended: string[] = [];
  const { remote, executor } = connect(
    ({ signal, client }) =>
      new Promise((resolve) =>
        signal?.addEventListener('abort', () => {
          ended.push(client);
          resolve(ANSWER);
        }),
      ),
    undefined,
  );
  const answers = [remote.callContract(call('a')), remote.callContract(call('b'))];
  setTimeout(() => executor.close(), 20);
  await Promise.all(answers);
  expect(ended).toEqual(['a', 'b']);
});

/** Generates chunks on demand, and counts them. */
function chunks(count: number, failAt = Number.POSITIVE_INFINITY) {
  const state = { made: 0, stopped: false };
  const trace: TransactionTracer = async () => ({
    ...ANSWER,
    chunks: (async function* () {
      try {
        for (let n = 0; n < count; n++) {
          if (n === failAt) throw new Error('it broke off');
          state.made++;
          yield Buffer.from(`${n},`);
        }
      } finally {
        state.stopped = true;
      }
    })(),
  });
  return { trace, state };
}

test('a trace is aborted when its client disconnects before its first chunk', async () => {
  const { trace, state } = chunks(50);
  const controller = new AbortController();
  const { remote, sent } = connect(missing, async (given) => {
    const answer = await trace(given);
    controller.abort();
    // The abort has arrived at this side.
    await new Promise((resolve) => given.signal?.addEventListener('abort', () => resolve(undefined)));
    return answer;
  });
  await remote.traceTransaction(traced(controller.signal));
  await expect.poll(() => state.stopped).toBe(true);
  expect(sent).not.toContain('chunk');
});

test('a trace arrives in chunks, in order, no faster than they are read', async () => {
  const { trace, state } = chunks(50);
  const { remote } = connect(missing, trace);
  const answer = await remote.traceTransaction(traced());
  let text = '';
  let taken = 0;
  for await (const chunk of answer.chunks ?? []) {
    text += Buffer.from(chunk).toString();
    taken++;
    // While one chunk is read, at most the next one may be in transit.
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(state.made - taken).toBeLessThanOrEqual(1);
  }
  expect(text).toBe(Array.from({ length: 50 }, (_, n) => `${n},`).join(''));
});

test('an interrupted trace ends with an error, and one whose reader stops is aborted', async () => {
  const broken = connect(missing, chunks(5, 2).trace);
  const answer = await broken.remote.traceTransaction(traced());
  const read = async () => {
    for await (const _ of answer.chunks ?? []);
  };
  await expect(read()).rejects.toThrow('the trace broke off');

  const { trace, state } = chunks(1000);
  const left = connect(missing, trace);
  const other = await left.remote.traceTransaction(traced());
  for await (const _ of other.chunks ?? []) break;
  await expect.poll(() => state.stopped, { timeout: 120_000 }).toBe(true);
  expect(state.made).toBeLessThan(5);
  expect(left.sent.filter((kind) => kind === 'aborted')).toHaveLength(1);
});

test('an answer without chunks is passed on unchanged', async () => {
  const { remote } = connect(missing, async () => ({ ...ANSWER, status: 404, body: '{}' }));
  expect(await remote.traceTransaction(traced())).toEqual({ ...ANSWER, status: 404, body: '{}' });
});
