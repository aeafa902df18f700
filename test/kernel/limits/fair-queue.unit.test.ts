import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairQueue } from '../../../src/kernel/limits/fair-queue.ts';

test('clients are served round robin, however many items each has', () => {
  const queue = new FairQueue<string>(10);
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(item.charAt(0), item);
  const order: string[] = [];
  for (let next = queue.first(); next !== undefined; next = queue.first()) {
    queue.remove(next.client, next.item, true);
    order.push(next.item);
  }
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('the client with the least weight comes first, and of equals the next one round robin', () => {
  const queue = new FairQueue<string>(10);
  for (const item of ['a1', 'b1', 'c1']) queue.add(item.charAt(0), item);
  expect(queue.lightest((client) => (client === 'b' ? 0 : 1))?.item).toBe('b1');
  expect(queue.lightest(() => 1)?.item).toBe('a1');
});

test('a client may be skipped', () => {
  const queue = new FairQueue<string>(10);
  for (const item of ['a1', 'b1']) queue.add(item.charAt(0), item);
  expect(queue.first((client) => client !== 'a')?.item).toBe('b1');
  expect(queue.first(() => false)).toBeUndefined();
});

test('a full queue displaces the newest item of the client with the most, never for one with as many', () => {
  const client = fc.constantFrom('a', 'b', 'c', 'd');
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), client }),
    fc.record({ kind: fc.constant('next' as const) }),
    fc.record({ kind: fc.constant('remove' as const), at: fc.nat(20) }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 200 }), (max, steps) => {
      const queue = new FairQueue<number>(max);
      let model: { client: string; item: number }[] = [];
      const sizeOf = (of: string) => model.filter((entry) => entry.client === of).length;
      steps.forEach((each, item) => {
        if (each.kind === 'add') {
          const own = sizeOf(each.client);
          const heaviest = Math.max(0, ...model.map((entry) => sizeOf(entry.client)));
          const isFull = model.length >= max;
          const displaced = queue.add(each.client, item)?.item;
          if (displaced === item) expect(isFull && heaviest <= own + 1).toBe(true);
          else {
            if (displaced !== undefined) {
              const lost = model.find((entry) => entry.item === displaced);
              expect(isFull).toBe(true);
              expect(sizeOf(lost?.client ?? '')).toBe(heaviest);
              expect(model.findLast((entry) => entry.client === lost?.client)?.item).toBe(displaced);
            } else expect(isFull).toBe(false);
            model = model.filter((entry) => entry.item !== displaced).concat({ client: each.client, item });
          }
        } else if (each.kind === 'next') {
          const next = queue.first();
          expect(next === undefined).toBe(model.length === 0);
          if (next === undefined) return;
          expect(model.find((entry) => entry.client === next.client)?.item).toBe(next.item);
          expect(queue.remove(next.client, next.item, true)).toBe(true);
          model = model.filter((entry) => entry.item !== next.item);
        } else {
          const entry = model[each.at];
          if (entry === undefined) return;
          expect(queue.remove(entry.client, entry.item)).toBe(true);
          expect(queue.remove(entry.client, entry.item)).toBe(false);
          model = model.filter((other) => other !== entry);
        }
        expect(queue.size).toBe(model.length);
        expect(queue.size).toBeLessThanOrEqual(max);
        expect(queue.sizeOf('a')).toBe(sizeOf('a'));
        expect(queue.hasOthers('a')).toBe(model.some((entry) => entry.client !== 'a'));
      });
    }),
  );
});
