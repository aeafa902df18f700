import { describe, expect, it } from 'vitest';
import { BoundedCache, dropOldest } from '../../../src/kernel/limits/bounded-cache.ts';

describe('BoundedCache', () => {
  /** Size of a value: its number. */
  const cacheOf = (max: number, entries: Readonly<Record<string, number>>) => {
    const cache = new BoundedCache<number>(max, (_, value) => value);
    for (const [key, value] of Object.entries(entries)) cache.set(key, value);
    return cache;
  };
  const known = (cache: BoundedCache<number>, keys: string) =>
    [...keys].filter((key) => cache.get(key) !== undefined).join('');

  it('removes the least recently used entries beyond its size', () => {
    const cache = cacheOf(10, { a: 2, b: 2, c: 2, d: 2, e: 2 });
    expect(cache.get('a')).toBe(2);
    cache.set('f', 1);
    cache.set('g', 2);
    expect(cache.size).toBe(9);
    expect(known(cache, 'abcdefg')).toBe('adefg');
  });

  it('counts a replaced, a deleted and a refused entry once or not at all', () => {
    const cache = cacheOf(8, { a: 1, b: 2, c: 3 });
    expect(known(cache, 'abc')).toBe('ab');
    cache.set('a', 2);
    cache.delete('b');
    cache.delete('b');
    expect(cache.size).toBe(2);
  });

  it('removes the values that a function chooses, or all', () => {
    const cache = cacheOf(100, { a: 1, b: 2, c: 3, d: 4 });
    cache.deleteWhere((value) => value % 2 === 0);
    expect([known(cache, 'abcd'), cache.size]).toEqual(['ac', 4]);
    cache.clear();
    expect([known(cache, 'abcd'), cache.size]).toEqual(['', 0]);
  });
});

describe('dropOldest', () => {
  it('removes the first entry of a map or set with more than the maximum', () => {
    const [map, set] = [
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
      new Set('ab'),
    ];
    for (const max of [2, 1]) {
      dropOldest(map, max);
      dropOldest(set, max);
      expect([[...map.keys()].join(''), [...set].join('')]).toEqual(max === 2 ? ['ab', 'ab'] : ['b', 'b']);
    }
  });
});
