import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { QueryGate } from '../../src/api/query-gate.ts';
import { Problem } from '../../src/query/problem.ts';

/** Work that ends when told. */
function held(): { work: () => Promise<void>; end: () => void } {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
}

describe('QueryGate', () => {
  it('never runs more at once than there are connections', async () => {
    const gate = new QueryGate(3, 100);
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        gate.run(`kind ${i % 4}`, async () => {
          running++;
          most = Math.max(most, running);
          await sleep(1);
          running--;
        }),
      ),
    );
    expect(most).toBe(3);
    expect(gate).toMatchObject({ running: 0, waiting: 0 });
  });

  it('keeps connections free of a kind that takes all it gets', async () => {
    const gate = new QueryGate(6, 100);
    const slow = Array.from({ length: 20 }, held);
    const ended = slow.map(({ work }) => gate.run('slow', work));
    expect(gate.running).toBe(4);
    await gate.run('quick', async () => undefined);
    for (const { end } of slow) end();
    await Promise.all(ended);
  });

  it('gives turns to the kind that runs least', async () => {
    const gate = new QueryGate(1, 100);
    const first = held();
    const begun = gate.run('a', first.work);
    const order: string[] = [];
    const later = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) =>
      gate.run(name.slice(0, 1), async () => {
        order.push(name);
      }),
    );
    first.end();
    await Promise.all([begun, ...later]);
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('refuses with 503 when too many wait', async () => {
    const gate = new QueryGate(1, 2);
    const first = held();
    const runs = [gate.run('a', first.work), gate.run('a', async () => {}), gate.run('a', async () => {})];
    const refused = await gate.run('b', async () => {}).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Problem);
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    first.end();
    await Promise.all(runs);
  });

  it('goes on after failures', async () => {
    const gate = new QueryGate(1, 10);
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => gate.run('a', () => Promise.reject(new Error('no')))),
    );
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await gate.run('a', async () => 'yes')).toBe('yes');
  });
});
