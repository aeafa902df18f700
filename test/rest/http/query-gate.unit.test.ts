import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RequestSignal } from '../../../src/kernel/abort-signal.ts';
import { JoinedClients } from '../../../src/kernel/limits/joined-clients.ts';
import { Overload, QueryGate } from '../../../src/rest/http/query-gate.ts';
import { type RequestContext, requestBy } from '../../../src/rest/http/request-context.ts';

/** Returns a task that ends on demand. */
function held(): { work: () => Promise<void>; end: () => void } {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}

/** Returns a request, and the function that aborts it. */
function abortable(client: string, route: string): { request: RequestContext; abort: () => void } {
  const signal = new RequestSignal();
  return { request: { ...requestBy(client, route), signal }, abort: () => signal.abort() };
}

const isAbort = ({ messages }: Overload): boolean => messages[0]?.detail === 'No client waits for the answer';

const requestArbitrary = fc.record({
  kind: fc.nat(4),
  client: fc.nat(4),
  joins: fc.array(fc.nat(4), { maxLength: 3 }),
  fails: fc.boolean(),
  away: fc.boolean(),
});

describe('QueryGate', () => {
  it('never runs more queries concurrently than there are connections', async () => {
    const gate = new QueryGate(3, 100);
    let running = 0;
    let max = 0;
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        gate.run(requestBy('ann', `kind ${i % 4}`), async () => {
          running++;
          max = Math.max(max, running);
          await sleep(1);
          running--;
        }),
      ),
    );
    expect(max).toBe(3);
    expect(gate).toMatchObject({ running: 0, waiting: 0 });
  });

  it('reserves connections against a kind that uses all of them', async () => {
    const gate = new QueryGate(6, 100);
    const slow = Array.from({ length: 20 }, held);
    const ended = slow.map(({ work }) => gate.run(requestBy('ann', 'slow'), work));
    expect(gate.running).toBe(4);
    await gate.run(requestBy('ann', 'quick'), async () => undefined);
    for (const { end } of slow) end();
    await Promise.all(ended);
  });

  it('prefers the kind with the fewest running queries', async () => {
    const gate = new QueryGate(1, 100);
    const first = held();
    const begun = gate.run(requestBy('ann', 'a'), first.work);
    const order: string[] = [];
    const later = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) =>
      gate.run(requestBy('ann', name.slice(0, 1)), async () => {
        order.push(name);
      }),
    );
    first.end();
    await Promise.all([begun, ...later]);
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('refuses with 503 when too many wait', async () => {
    const gate = new QueryGate(1, 4);
    const first = held();
    const runs = [first.work, async () => {}, async () => {}].map((work) =>
      gate.run(requestBy('ann', 'a'), work),
    );
    const refused = await gate.run(requestBy('ann', 'a'), async () => {}).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Overload);
    const detail = 'Too many requests are waiting for the database';
    const messages = [{ message: 'Service unavailable', detail }];
    expect(refused).toMatchObject({ status: 503, messages, headers: { 'retry-after': '1' } });
    expect(gate.refused).toBe(1);
    first.end();
    await Promise.all(runs);
  });

  it('continues after failures', async () => {
    const gate = new QueryGate(1, 10);
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => gate.run(requestBy('ann', 'a'), () => Promise.reject(new Error('no')))),
    );
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await gate.run(requestBy('ann', 'a'), async () => 'yes')).toBe('yes');
  });

  it('serves clients of one kind round robin', async () => {
    const gate = new QueryGate(1, 100);
    const first = held();
    const begun = gate.run(requestBy('ann', 'a'), first.work);
    const order: string[] = [];
    const later = ['ann1', 'ann2', 'ann3', 'bob1', 'bob2'].map((name) =>
      gate.run(requestBy(name.slice(0, 3), 'a'), async () => {
        order.push(name);
      }),
    );
    first.end();
    await Promise.all([begun, ...later]);
    expect(order).toEqual(['ann1', 'bob1', 'ann2', 'bob2', 'ann3']);
  });

  it('serves other clients and kinds immediately while one client floods two kinds', async () => {
    const gate = new QueryGate(10, 500);
    const slow = held();
    const flood = Array.from({ length: 2000 }, (_, i) =>
      gate.run(requestBy('ann', `slow ${i % 2}`), slow.work),
    );
    const ends = Promise.allSettled(flood);
    expect(gate.running).toBe(7);
    expect(gate.waiting).toBe(250);
    for (let i = 0; i < 20; i++) {
      await gate.run(requestBy('ann', 'quick'), async () => undefined);
      await gate.run(requestBy('bob', 'quick'), async () => undefined);
    }
    // A slow route leaves a slot for another client, too.
    const other = held();
    const entered = gate.run(requestBy('bob', 'slow 0'), other.work);
    expect(gate.waiting).toBe(251);
    slow.end();
    const results = await ends;
    other.end();
    await entered;
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2000 - 7 - 250);
    expect(gate).toMatchObject({ running: 0, waiting: 0, refused: refused.length });
  });

  it('displaces the newest request of the client with the most for a new client', async () => {
    const gate = new QueryGate(1, 8);
    const first = held();
    const begun = gate.run(requestBy('eve', 'x'), first.work);
    const order: string[] = [];
    const join = (kind: string, client: string, name: string) =>
      gate
        .run(requestBy(client, kind), async () => {
          order.push(name);
        })
        .catch(() => {
          order.push(`${name} refused`);
        });
    const all = [
      ...[1, 2, 3].map((n) => join('a', 'ann', `ann a${n}`)),
      join('b', 'ann', 'ann b1'),
      // One client uses half of the queue, so the newest request of its largest kind is refused.
      join('c', 'ann', 'ann c1'),
      ...[1, 2, 3, 4].map((n) => join(`k${n}`, 'bob', `bob ${n}`)),
      // The queue is full.
      join('d', 'cyd', 'cyd 1'),
    ];
    await sleep(0);
    expect(order).toEqual(['ann a3 refused', 'ann a2 refused']);
    first.end();
    await Promise.all([begun, ...all]);
    expect(order.slice(2).sort()).toEqual([
      'ann a1',
      'ann b1',
      'ann c1',
      'bob 1',
      'bob 2',
      'bob 3',
      'bob 4',
      'cyd 1',
    ]);
    expect(gate).toMatchObject({ running: 0, waiting: 0 });
  });

  it('refuses a new request if no client has more', async () => {
    const gate = new QueryGate(1, 4);
    const first = held();
    const begun = gate.run(requestBy('eve', 'x'), first.work);
    const all = ['ann', 'bob', 'cyd', 'dan'].map((client) =>
      gate.run(requestBy(client, client), async () => 'ran'),
    );
    await expect(gate.run(requestBy('fay', 'x'), async () => 'ran')).rejects.toBeInstanceOf(Overload);
    first.end();
    await begun;
    expect(await Promise.all(all)).toEqual(['ran', 'ran', 'ran', 'ran']);
  });

  it('drops queries of disconnected clients', async () => {
    const gate = new QueryGate(1, 10);
    const first = held();
    const begun = gate.run(requestBy('ann', 'a'), first.work);
    const { request, abort } = abortable('ann', 'a');
    let ran = false;
    const waiting = gate.run(request, async () => {
      ran = true;
    });
    expect(gate.isWaiting(request)).toBe(true);
    abort();
    await expect(waiting).rejects.toBeInstanceOf(Overload);
    first.end();
    await begun;
    expect([ran, gate.isWaiting(request), gate.running, gate.waiting]).toEqual([false, false, 0, 0]);
  });

  it('settles every request in random histories', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(requestArbitrary, {
          maxLength: 120,
        }),
        async (size, capacity, requests) => {
          const gate = new QueryGate(size, capacity);
          let running = 0;
          const results = await Promise.allSettled(
            requests.map(async ({ kind, client, joins, fails, away }, index) => {
              if (index % 7 === 6) await sleep(0);
              const { request, abort } = abortable(`client ${client}`, `kind ${kind}`);
              const joined = new JoinedClients(request.client);
              const run = gate.run({ ...request, joined }, async () => {
                running++;
                expect(running).toBeLessThanOrEqual(size);
                await Promise.resolve();
                running--;
                if (fails) throw new Error('failed');
              });
              for (const other of joins) joined.join(`client ${other}`);
              if (away) abort();
              await run;
            }),
          );
          expect(gate.waiting).toBe(0);
          expect(gate.running).toBe(0);
          const refused = results.filter(
            (it) => it.status === 'rejected' && it.reason instanceof Overload && !isAbort(it.reason),
          );
          expect(gate.refused).toBe(refused.length);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('admits a statement that further clients joined at the turn of the first of them', async () => {
    const gate = new QueryGate(1, 10);
    const first = held();
    const begun = gate.run(requestBy('eve', 'x'), first.work);
    const order: string[] = [];
    const run = (request: RequestContext, name: string) =>
      gate.run(request, async () => void order.push(name)).catch(() => void order.push(`${name} refused`));
    const joined = new JoinedClients('ann');
    const shared = { ...requestBy('ann', 'a'), joined };
    const all = ['ann 1', 'ann 2'].map((name) => run(requestBy('ann', 'a'), name));
    all.push(run(requestBy('bob', 'a'), 'bob 1'), run(shared, 'shared'));
    joined.join('cyd');
    expect(gate.waiting).toBe(5);
    expect(gate.isWaiting(shared)).toBe(true);
    // Client ann has half of the queue, so the shared statement loses its place there.
    all.push(...[3, 4, 5].map((n) => run(requestBy('ann', `r${n}`), `ann ${n}`)));
    first.end();
    await Promise.all([begun, ...all]);
    expect(order.indexOf('shared')).toBeLessThan(order.indexOf('ann 2'));
    expect(order.filter((name) => name.endsWith('refused'))).toEqual([]);
    expect(gate).toMatchObject({ running: 0, waiting: 0, refused: 0 });
  });

  it('passes the slots of an aborted request on immediately', async () => {
    const gate = new QueryGate(1, 100);
    const first = held();
    const begun = gate.run(requestBy('ann', 'a'), first.work);
    const abandoned = ['a', 'b'].map((route) => abortable('bob', route));
    const left = abandoned.map(({ request }) => gate.run(request, async () => expect.unreachable()));
    const stays = gate.run(requestBy('bob', 'a'), async () => 'done');
    expect(gate.waiting).toBe(3);
    const ended = Promise.allSettled(left);
    for (const { abort } of abandoned) abort();
    expect(gate).toMatchObject({ waiting: 1, running: 1, refused: 0 });
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(abandoned.map(({ request }) => gate.isWaiting(request))).toEqual([false, false]);
    first.end();
    await begun;
    expect(await stays).toBe('done');
    expect(gate).toMatchObject({ waiting: 0, running: 0 });
  });
});
