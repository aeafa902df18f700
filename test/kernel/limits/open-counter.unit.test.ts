import { expect, test } from 'vitest';
import { LimitReached } from '../../../src/kernel/limits/limit.ts';
import { OpenCounter } from '../../../src/kernel/limits/open-counter.ts';

test('counts each client and all of them, and each end once', () => {
  const counter = new OpenCounter({ counts: 'things', max: 3, perClient: 2 });
  const [first] = [counter.add('a'), counter.add('a')];
  expect(() => counter.add('a')).toThrow(new LimitReached({ counts: 'things' }, true));
  counter.add('b');
  expect(() => counter.add('c')).toThrow(new LimitReached({ counts: 'things' }, false));
  first?.();
  first?.();
  expect(counter.open).toBe(2);
  counter.add('c');
  expect(() => counter.add('d')).toThrow('Too many things');
});
