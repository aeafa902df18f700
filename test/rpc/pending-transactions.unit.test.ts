import { expect, it } from 'vitest';
import { NEVER_ABORTED, RequestSignal } from '../../src/kernel/abort-signal.ts';
import { ByteAccount } from '../../src/kernel/limits/byte-account.ts';
import { PendingTransactions } from '../../src/rpc/method/pending-transactions.ts';
import type { OneSend } from '../../src/rpc/method/shared-sends.ts';

/** Returns sends that a test ends, in order of start. */
function sends() {
  const begun: { resolve: (hash: string) => void; reject: (error: Error) => void }[] = [];
  const send = () =>
    new Promise<string>((resolve, reject) => {
      begun.push({ resolve, reject });
    });
  return { begun, send };
}

/** Submission of a transaction that waits for a block. */
const SUBMISSION = { outcome: new Promise<null>(() => undefined) };

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Sends the transaction `0x1`; by default it passes its check at once. */
function sendOnce(
  pending: PendingTransactions,
  send: () => Promise<string>,
  more: Partial<OneSend<unknown>> = {},
) {
  const usual = {
    hash: '0x1',
    signal: NEVER_ABORTED,
    check: async () => undefined,
    join: () => undefined,
    isOfClient: (error: unknown) => String(error).includes('budget'),
  };
  return pending.sends.once({ ...usual, send, ...more });
}

it('repeats a send for the clients that joined it when its own client disconnects', async () => {
  const pending = new PendingTransactions(new ByteAccount());
  const { begun, send } = sends();
  const signal = new RequestSignal();
  const first = sendOnce(pending, send, { signal });
  const joined = [1, 2].map(() => sendOnce(pending, send));
  await settled();
  expect(begun.length).toBe(1);
  signal.abort();
  begun[0]?.reject(new Error('disconnected'));
  await expect(first).rejects.toThrow('disconnected');
  await settled();
  expect(begun.length).toBe(2);
  begun[1]?.resolve('0x1');
  expect(await Promise.all(joined)).toEqual(['0x1', '0x1']);
});

it('repeats a send for the others that joined it when its client has used up its share', async () => {
  const pending = new PendingTransactions(new ByteAccount());
  const { begun, send } = sends();
  const all = [1, 2, 3].map(() => sendOnce(pending, send));
  const ended = Promise.allSettled(all);
  await settled();
  begun[0]?.reject(new Error('budget'));
  await settled();
  expect(begun.length).toBe(2);
  begun[1]?.resolve('0x1');
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});

it('joins a send that ended while the same bytes were checked', async () => {
  const pending = new PendingTransactions(new ByteAccount());
  const { begun, send } = sends();
  let pass = () => {};
  const checked = new Promise<void>((resolve) => {
    pass = resolve;
  });
  const first = sendOnce(pending, send);
  const second = sendOnce(pending, send, { check: () => checked });
  await settled();
  begun[0]?.resolve('0x1');
  expect(await first).toBe('0x1');
  pass();
  expect(await second).toBe('0x1');
  expect(begun.length).toBe(1);
});

it('fails for all clients of a send, and runs the next one', async () => {
  const pending = new PendingTransactions(new ByteAccount());
  const { begun, send } = sends();
  const both = Promise.allSettled([1, 2].map(() => sendOnce(pending, send)));
  await settled();
  begun[0]?.reject(new Error('nonce too low'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = sendOnce(pending, send);
  await settled();
  begun[1]?.resolve('0x1');
  expect(await next).toBe('0x1');
  expect(begun.length).toBe(2);
});

it('submits one after another for a sender, the lowest nonce of those that wait first', async () => {
  const pending = new PendingTransactions(new ByteAccount());
  const order: string[] = [];
  const send = async (
    sender: string,
    nonce: bigint | undefined,
    check: Promise<unknown> = Promise.resolve(),
  ) => {
    const place = pending.queues.enter(sender, 'client', nonce);
    try {
      await check;
      await place.run(async () => {
        order.push(`${sender} ${nonce} begins`);
        await settled();
        order.push(`${sender} ${nonce} ends`);
        if (nonce === 6n) throw new Error('refused');
      });
    } finally {
      place.leave();
    }
  };
  // The checks of the first send end last.
  const sent = [
    send('a', 4n, settled()),
    send('a', undefined),
    send('a', 7n),
    send('a', 6n),
    send('a', 5n, Promise.reject(new Error('insufficient funds'))),
    send('a', 3n, settled()),
    send('b', 1n),
  ];
  const outcomes = await Promise.allSettled(sent);
  expect(outcomes.map((one) => (one.status === 'rejected' ? String(one.reason) : one.status))).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'Error: refused',
    'Error: insufficient funds',
    'fulfilled',
    'fulfilled',
  ]);
  expect(order.filter((line) => line.startsWith('a'))).toEqual(
    ['3', '4', '6', '7', 'undefined'].flatMap((nonce) => [`a ${nonce} begins`, `a ${nonce} ends`]),
  );
  expect(order.indexOf('b 1 begins')).toBeLessThan(order.indexOf('a 3 ends'));
  await send('a', 8n);
  expect(order.at(-1)).toBe('a 8 ends');
});

it('waits for no check of another client', async () => {
  const pending = new PendingTransactions(new ByteAccount());
  const old = [1n, 2n, 3n].map((nonce) => pending.queues.enter('a', 'another', nonce));
  const submitted: bigint[] = [];
  const submit = (nonce: bigint) => async () => {
    submitted.push(nonce);
  };
  await pending.queues.enter('a', 'owner', 9n).run(submit(9n));
  // Checked transactions of any client are in order.
  const [first, second] = [
    pending.queues.enter('a', 'another', 11n),
    pending.queues.enter('a', 'owner', 10n),
  ];
  const runs = [second.run(submit(10n)), first.run(submit(11n))];
  await runs[0];
  for (const place of old) place.leave();
  await Promise.all(runs);
  expect(submitted).toEqual([9n, 10n, 11n]);
});

/** Bytes that count for each transaction besides its own. */
const ENTRY = 1_024;

it('counts the bytes of pending transactions for their clients, and no longer finds those of the heaviest', () => {
  const bytes = new ByteAccount({ counts: 'bytes', max: 2 * ENTRY + 100 });
  const pending = new PendingTransactions(bytes);
  const add = (hash: string, length: number, client: string) =>
    pending.add(
      { hash, sender: 'a', nonce: BigInt(length), raw: new Uint8Array(length) },
      client,
      SUBMISSION,
    );
  const [first, , last] = [add('0x1', 30, 'owner'), add('0x2', 40, 'another'), add('0x3', 41, 'another')];
  const found = () => ['0x1', '0x2', '0x3'].filter((hash) => pending.find(hash) !== undefined);
  expect([found(), bytes.held]).toEqual([['0x1', '0x2'], 2 * ENTRY + 70]);
  // The same bytes of another client are found until the first one is visible.
  add('0x1', 30, 'another');
  first();
  last();
  expect([found(), bytes.heldBy('owner'), bytes.heldBy('another')]).toEqual([['0x2'], 0, ENTRY + 40]);
  // Its nonce is pending, although it cannot be found.
  expect(pending.noncesOf('a')(40n)).toBe(41n);
});

it('counts a transaction of an impersonated account like a signed one, also without data', () => {
  const bytes = new ByteAccount();
  const pending = new PendingTransactions(bytes);
  const amounts = { gas: 0n, value: 0n, gasPrice: 0n };
  const call = { hash: '0x1', sender: 'a', to: undefined, data: new Uint8Array(5), ...amounts };
  const end = pending.add(call, 'owner', SUBMISSION);
  expect(bytes.heldBy('owner')).toBe(ENTRY + 5);
  end();
  expect(bytes.held).toBe(0);
});

it('retains the hashes of the newest 1,000 transactions, also of those that are visible', () => {
  const pending = new PendingTransactions(new ByteAccount());
  for (let number = 0; number < 1_500; number++) {
    const one = { hash: `0x${number}`, sender: 'a', nonce: BigInt(number), raw: new Uint8Array(1) };
    pending.add(one, 'owner', SUBMISSION)();
  }
  expect([pending.accepted, pending.find('0x1499')]).toEqual([1_500, undefined]);
  expect(pending.acceptedAfter(1_498)).toEqual(['0x1498', '0x1499']);
  expect(pending.acceptedAfter(1_500)).toEqual([]);
  const oldest = pending.acceptedAfter(0);
  expect([oldest.length, oldest[0]]).toEqual([1_000, '0x500']);
});

it('queues a transaction for each nonce, and those of a snapshot again', () => {
  const bytes = new ByteAccount({ counts: 'bytes', max: 10_000 });
  const pending = new PendingTransactions(bytes);
  const one = (hash: string, nonce: bigint, length = 10) => ({
    ...{ hash, sender: 'a', nonce, raw: new Uint8Array(length) },
  });
  const queued = () => pending.list(true).map(({ hash }) => hash);
  pending.queue(one('0x5', 5n), 'owner');
  pending.queue(one('0x6', 6n), 'owner');
  // It replaces the one with its nonce.
  pending.queue(one('0x6b', 6n), 'another');
  expect([queued(), pending.list(false), pending.noncesOf('a')(5n)]).toEqual([['0x5', '0x6b'], [], 5n]);
  pending.keepAt(1n, 'owner');
  expect([pending.takeQueued('a', 4n), pending.takeQueued('b', 5n)]).toEqual([undefined, undefined]);
  expect(pending.takeQueued('a', 5n)).toMatchObject({ transaction: { hash: '0x5' }, client: 'owner' });
  pending.queue(one('0x7', 7n), 'owner');
  expect(pending.unqueue(({ hash }) => hash === '0x6b')).toBe(true);
  expect([pending.unqueue(({ hash }) => hash === '0x6b'), queued()]).toEqual([false, ['0x7']]);
  expect([pending.takeFrom(1n), queued()]).toEqual([[], ['0x5', '0x6b']]);
  // Memory is taken from the newest one of the client that holds the most.
  pending.queue(one('0x8', 8n, 10_000), 'another');
  expect([queued(), pending.takeQueued('a', 8n)]).toEqual([['0x5', '0x6b'], undefined]);
  for (const nonce of [5n, 6n]) pending.takeQueued('a', nonce);
  expect([queued(), bytes.held]).toEqual([[], 0]);
});
