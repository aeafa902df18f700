import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteAccount, type ByteHold, HELD_BYTES } from '../../../src/kernel/limits/byte-account.ts';
import { LimitReached } from '../../../src/kernel/limits/limit.ts';
import { tries } from '../../effort.ts';

function account(max: number) {
  const bytes = new ByteAccount({ ...HELD_BYTES, max });
  const ended: string[] = [];
  const open = (client: string, name = client): ByteHold => bytes.open(client, () => ended.push(name));
  return { bytes, ended, open };
}

it('lets one client hold all bytes, and ends its newest work when another needs some', () => {
  const { bytes, ended, open } = account(100);
  const [old, recent] = [open('a', 'old'), open('a', 'recent')];
  old.add(60);
  recent.add(40);
  expect(bytes.held).toBe(100);
  const other = open('b');
  other.add(30);
  expect(ended).toEqual(['recent']);
  expect([old.isEnded, recent.isEnded, other.isEnded]).toEqual([false, true, false]);
  expect([bytes.held, bytes.heldBy('a'), bytes.heldBy('b')]).toEqual([90, 60, 30]);
  expect(() => recent.add(1)).toThrow(LimitReached);
  expect(bytes.held).toBe(90);
});

it('ends work that needs more than there is, and reports it to the work', () => {
  const { bytes, ended, open } = account(100);
  const hold = open('a');
  expect(() => hold.add(101)).toThrow(LimitReached);
  expect(ended).toEqual(['a']);
  expect(bytes.held).toBe(0);
  const quiet = open('a', 'quiet');
  quiet.set(200);
  expect(quiet.isEnded).toBe(true);
});

it('never holds more than the limit, and takes nothing from a client with less than the heaviest', () => {
  const step = fc.record({
    client: fc.constantFrom('a', 'b', 'c'),
    hold: fc.nat(3),
    bytes: fc.nat(60),
    isReleased: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const bytes = new ByteAccount({ ...HELD_BYTES, max: 100 });
      const holds = new Map<string, ByteHold>();
      for (const { client, hold: number, bytes: size, isReleased } of steps) {
        const key = `${client} ${number}`;
        const before = new Map(['a', 'b', 'c'].map((name) => [name, bytes.heldBy(name)]));
        const alive = new Set([...holds].filter(([, one]) => !one.isEnded).map(([name]) => name));
        let hold = holds.get(key);
        if (hold === undefined || hold.isEnded) hold = bytes.open(client, () => undefined);
        holds.set(key, hold);
        const asked = (before.get(client) ?? 0) - hold.bytes + size;
        if (isReleased) {
          hold.release();
          holds.delete(key);
        } else hold.set(size);
        expect(bytes.held).toBeLessThanOrEqual(100);
        expect(bytes.held).toBe([...holds.values()].reduce((sum, one) => sum + one.bytes, 0));
        for (const [name, one] of holds) {
          const [owner = ''] = name.split(' ');
          if (!one.isEnded || !alive.has(name) || owner === client) continue;
          // A client that lost work held at least as much as the one that asked.
          expect(before.get(owner)).toBeGreaterThanOrEqual(Math.min(asked, 100 / 3));
        }
      }
    }),
    { numRuns: tries(200) },
  );
});
