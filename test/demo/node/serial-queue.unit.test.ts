import { SerialQueue } from '@tain/network-simulator/node/serial-queue';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it('runs one task at a time, those of a client in order, and a waiting client after at most one of each other', async () => {
  const client = fc.constantFrom('a', 'b', 'c');
  await fc.assert(
    fc.asyncProperty(fc.array(client, { minLength: 1, maxLength: 40 }), async (clients) => {
      const queue = new SerialQueue();
      const order: { readonly client: string; readonly index: number }[] = [];
      let running = 0;
      const tasks = clients.map((name, index) =>
        queue.run(async () => {
          running += 1;
          expect(running).toBe(1);
          await Promise.resolve();
          order.push({ client: name, index });
          running -= 1;
          if (index % 5 === 4) throw new Error('a failed task');
        }, name),
      );
      const outcomes = await Promise.allSettled(tasks);
      expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(clients.map((_, i) => i % 5 === 4));
      // The first task begins at once; the rest waits. A client with tasks left has a turn in each round.
      const left = clients.map((name, index) => ({ client: name, index }));
      const expected = left.splice(0, 1);
      const turns = [...new Set(left.map((task) => task.client))];
      for (let name = turns.shift(); name !== undefined; name = turns.shift()) {
        const own = name;
        expected.push(
          ...left.splice(
            left.findIndex((task) => task.client === own),
            1,
          ),
        );
        if (left.some((task) => task.client === own)) turns.push(own);
      }
      expect(order).toEqual(expected);
    }),
  );
});
