import { Writer } from '@tain/protos/wire';
import { describe, expect, it } from 'vitest';
import { readBodyType } from '../src/body-type.ts';

/** Returns a body with fields of these numbers, in order. A field is a message or, marked `n`, a number. */
function body(...fields: readonly (number | readonly [number, 'n'])[]): Uint8Array {
  const writer = Writer.create();
  for (const field of fields) {
    if (typeof field === 'number') writer.uint32((field << 3) | 2).string('');
    else writer.uint32(field[0] << 3).uint32(1);
  }
  return writer.finish();
}

describe('the type of a transaction', () => {
  it.each<[string, Uint8Array, number]>([
    ['a known tag', body(1, 2, 6, 14), 14],
    ['the last of two known tags', body(14, 27), 27],
    ['a known tag before unknown ones', body(14, 250, 1003), 14],
    ['a known tag after unknown ones', body(250, 1003, 14), 14],
    ['the tag of CLPR', body(1, 91), 91],
    ['an unknown tag', body(1, 2, 250), 250],
    ['an unknown tag twice', body(250, 250), 250],
    ['an unknown tag next to an unknown number', body(250, [251, 'n']), 250],
    ['an unknown tag next to one that every body may have', body(250, 1003), 250],
    ['an unknown tag in the range of the fields of all bodies', body(1, 1003), 1003],
    ['two unknown tags', body(250, 251), 0],
    ['a number alone', body(1, [251, 'n']), 0],
    ['nothing', body(1, 2, 3, 6, 73, 1001), 0],
  ])('is that of %s', (_, bytes, type) => {
    expect(readBodyType(bytes)).toBe(type);
  });
});
