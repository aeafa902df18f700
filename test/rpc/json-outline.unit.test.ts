import { describe, expect, it } from 'vitest';
import { outlineOf } from '../../src/rpc/values/json-outline.ts';

const outline = (json: string) => outlineOf(Buffer.from(json));

describe('outlineOf', () => {
  it.each([
    ['', 0, 0],
    ['1', 0, 0],
    ['[]', 1, 64],
    ['[1,2,3]', 1, 64 + 2 * 32],
    ['{"a":1,"b":[{}]}', 3, 3 * 64 + 2 * 120 + 32],
    // Marks within strings are text, also after an escaped quote.
    ['["[[{{,,::", "\\"[{,:", "\\\\"]', 1, 64 + 2 * 32],
    ['{"[":":"}', 1, 64 + 120],
    // A string without an end hides the rest.
    ['["[[[[', 1, 64],
    // Texts that are no JSON.
    ['[[[[', 4, 4 * 64],
    [']]][', 0, 64],
  ])('measures %s', (json, depth, bytes) => {
    expect(outline(json)).toEqual({ depth, bytes });
  });
});
