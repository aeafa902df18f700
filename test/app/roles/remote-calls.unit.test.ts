import { expect, test } from 'vitest';
import type { FromProcess, ToProcess } from '../../../src/app/roles/api-processes/messages.ts';
import { CallsOfProcess, RemoteCalls } from '../../../src/app/roles/api-processes/remote-calls.ts';
import {
  type CallContract,
  checkedCall,
  type TraceOutcome,
  type TraceTransaction,
} from '../../../src/calls/contract-call.ts';

import type { AbortSignalLike } from '../../../src/kernel/abort-signal.ts';

// Both sides of calls and traces between processes, with messages that are delayed and copied as in real channels.

const DONE = { outcome: 'done', isRefused: false, isExecuted: true } as const;
const REFUSED = { outcome: 'unknown', entries: [], isRefused: false, isExecuted: true } as const;
const missing: CallContract = async () => REFUSED;

function connect(callContract: CallContract | undefined, traceTransaction: TraceTransaction | undefined) {
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

const call = (client: string, signal?: AbortSignal) =>
  [
    checkedCall({
      block: { kind: 'number', number: 7n },
      data: Buffer.from(`data of ${client}`).toString('hex'),
      estimate: false,
      from: undefined,
      gas: 50_000n,
      gasPrice: 0n,
      to: undefined,
      value: 0n,
      overrides: [],
    }),
    { client, signal, since: 9n },
  ] as const;
const traced = (signal?: AbortSignal) =>
  [
    {
      transaction: { hash: 'ab'.repeat(32) },
      options: { kind: 'opcodes', stack: true, memory: false, storage: false } as const,
    },
    { client: 'a', signal },
  ] as const;
const chunksOf = (made: TraceOutcome): AsyncIterable<Uint8Array> => {
  if (made.outcome !== 'done') throw new Error(made.outcome);
  return made.chunks;
};

test('each call gets its own answer, and passes its client on', async () => {
  const { remote } = connect(async ({ data, gas }, { client, since }) => {
    await new Promise((resolve) => setTimeout(resolve, client === 'a' ? 20 : 1));
    return { ...DONE, result: `${client} ${gas} ${since} ${Buffer.from(data, 'hex')}` };
  }, undefined);
  const answers = await Promise.all(['a', 'b', 'c'].map((client) => remote.callContract(...call(client))));
  expect(answers).toEqual(
    ['a', 'b', 'c'].map((client) => ({ ...DONE, result: `${client} 50000 9 data of ${client}` })),
  );
});

test('a call is aborted in its process when its client disconnects', async () => {
  let ended = false;
  const { remote } = connect(
    (_call, { signal }) =>
      new Promise((resolve) =>
        signal?.addEventListener('abort', () => {
          ended = true;
          resolve(REFUSED);
        }),
      ),
    undefined,
  );
  const controller = new AbortController();
  const answer = remote.callContract(...call('a', controller.signal));
  setTimeout(() => controller.abort(), 10);
  expect(await answer).toEqual(REFUSED);
  expect(ended).toBe(true);
});

test('calls of an exited process are ended', async () => {
  const ended: string[] = [];
  const { remote, executor } = connect(
    (_call, { signal, client }) =>
      new Promise((resolve) =>
        signal?.addEventListener('abort', () => {
          ended.push(client);
          resolve(REFUSED);
        }),
      ),
    undefined,
  );
  const answers = [remote.callContract(...call('a')), remote.callContract(...call('b'))];
  setTimeout(() => executor.close(), 20);
  await Promise.all(answers);
  expect(ended).toEqual(['a', 'b']);
});

/** Generates chunks on demand, and counts them. */
function chunks(count: number, failAt = Number.POSITIVE_INFINITY) {
  const state = { made: 0, stopped: false };
  const trace: TraceTransaction = async () => ({
    ...DONE,
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
  const { remote, sent } = connect(missing, async (request, caller) => {
    const answer = await trace(request, caller);
    controller.abort();
    // The abort has arrived at this side.
    await new Promise((resolve) => caller.signal?.addEventListener('abort', () => resolve(undefined)));
    return answer;
  });
  await remote.traceTransaction(...traced(controller.signal));
  await expect.poll(() => state.stopped).toBe(true);
  expect(sent).not.toContain('chunk');
});

test('a trace whose client disconnects while the answer is on its way ends', async () => {
  const { trace, state } = chunks(50);
  const controller = new AbortController();
  const { remote, sent } = connect(missing, async (request, caller) => {
    const answer = await trace(request, caller);
    // The abort crosses the answer.
    setImmediate(() => controller.abort());
    return answer;
  });
  const answer = await remote.traceTransaction(...traced(controller.signal));
  await expect.poll(() => controller.signal.aborted).toBe(true);
  await expect(
    (async () => {
      for await (const _ of chunksOf(answer));
    })(),
  ).rejects.toThrow();
  await expect.poll(() => state.stopped).toBe(true);
  expect(sent).toContain('aborted');
});

test('a call and a trace whose client has left before are aborted', async () => {
  const aborted: string[] = [];
  const wait = (kind: string, signal: AbortSignalLike | undefined) =>
    new Promise<typeof REFUSED>((resolve) =>
      signal?.addEventListener('abort', () => {
        aborted.push(kind);
        resolve(REFUSED);
      }),
    );
  const { remote } = connect(
    (_call, { signal }) => wait('call', signal),
    (_trace, { signal }) => wait('trace', signal),
  );
  await remote.callContract(...call('a', AbortSignal.abort()));
  await remote.traceTransaction(...traced(AbortSignal.abort()));
  expect(aborted).toEqual(['call', 'trace']);
});

test('a trace arrives in chunks, in order, no faster than they are read', async () => {
  const { trace, state } = chunks(50);
  const { remote } = connect(missing, trace);
  const answer = await remote.traceTransaction(...traced());
  let text = '';
  let taken = 0;
  for await (const chunk of chunksOf(answer)) {
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
  const answer = await broken.remote.traceTransaction(...traced());
  const read = async () => {
    for await (const _ of chunksOf(answer));
  };
  await expect(read()).rejects.toThrow('the trace broke off');

  const { trace, state } = chunks(1000);
  const left = connect(missing, trace);
  const other = await left.remote.traceTransaction(...traced());
  for await (const _ of chunksOf(other)) break;
  await expect.poll(() => state.stopped, { timeout: 120_000 }).toBe(true);
  expect(state.made).toBeLessThan(5);
  expect(left.sent.filter((kind) => kind === 'aborted')).toHaveLength(1);
});

test('a refusal is passed on unchanged', async () => {
  const { remote } = connect(missing, async () => REFUSED);
  expect(await remote.traceTransaction(...traced())).toEqual(REFUSED);
});
