import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/rest/query/problem.ts';
import { parseQueryString } from '../../../src/rest/query/query-string.ts';

const LIMITS = { maxRepeated: 8, caseSensitive: false };
const parse = (text: string) => parseQueryString(text, LIMITS).map(({ name, values }) => [name, ...values]);

describe('parseQueryString', () => {
  it.each([
    ['', []],
    ['a=1', [['a', '1']]],
    ['a', [['a', '']]],
    ['a=', [['a', '']]],
    [
      '&a=1&&b=2&',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'a=1&b=2&a=3',
      [
        ['a', '1', '3'],
        ['b', '2'],
      ],
    ],
    ['a[]=1&a[]=2', [['a', '1', '2']]],
    ['a[]=1&a=2', [['a', '1', '2']]],
    ['a[1]=x&a[0]=y', [['a', 'y', 'x']]],
    ['a%5B%5D=1', [['a', '1']]],
    ['timestamp=gte%3A1.2', [['timestamp', 'gte:1.2']]],
    ['name=a+b%20c%2Bd', [['name', 'a b c+d']]],
    [
      'a=%zz&b=%',
      [
        ['a', '%zz'],
        ['b', '%'],
      ],
    ],
    ['=1', []],
    ['a=b=c', [['a', 'b=c']]],
    ['a[b=1', [['a[b', '1']]],
    ['Limit=1&limit=2&LIMIT=3', [['limit', '1', '2', '3']]],
    ['x=1&X=2&x=3', [['x', '1', '3', '2']]],
    ['__proto__=1', [['__proto__', '1']]],
  ])('%s', (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  it('distinguishes spellings if names are case-sensitive', () => {
    const given = parseQueryString('a=1&A=2', { maxRepeated: 8, caseSensitive: true });
    expect(given.map(({ name }) => name)).toEqual(['a', 'A']);
  });

  it('marks keys in brackets that are not an index', () => {
    expect(parseQueryString('a[b]=1', LIMITS)[0]?.nested).toBe(true);
    expect(parseQueryString('a[0]=1', LIMITS)[0]?.nested).toBe(false);
  });

  it.each([
    ['a[b][c]=1', 'Input depth exceeded depth option of 1 and strictDepth is true'],
    [Array(9).fill('a=1').join('&'), 'Array limit exceeded. Only 8 elements allowed in an array.'],
    ['a[8]=1', 'Array limit exceeded. Only 8 elements allowed in an array.'],
    [Array(1001).fill('a=1').join('&'), 'Array limit exceeded. Only 8 elements allowed in an array.'],
    [
      Array.from({ length: 1001 }, (_, i) => `a${i}=1`).join('&'),
      'Parameter limit exceeded. Only 1000 parameters allowed.',
    ],
  ])('refuses %.40s', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  it('allows more values than the limit in several spellings (counted later)', () => {
    expect(parse(`${Array(8).fill('a=1').join('&')}&A=2`)[0]).toHaveLength(10);
  });

  it('throws only problems, for any text', () => {
    const alphabet = fc.constantFrom(
      'a',
      'B',
      '[',
      ']',
      '=',
      '&',
      '%',
      '+',
      '0',
      '5',
      ':',
      '\u00e9',
      '%5B',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 60 }), (parts) => {
        try {
          parseQueryString(parts.join(''), LIMITS);
        } catch (error) {
          expect(error).toBeInstanceOf(Problem);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('parses its own encoding', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.stringMatching(/^[a-z]{1,8}$/),
          fc.array(fc.string(), { minLength: 1, maxLength: 5 }),
        ),
        (parameters) => {
          const text = Object.entries(parameters)
            .flatMap(([name, values]) => values.map((value) => `${name}=${encodeURIComponent(value)}`))
            .join('&');
          expect(
            Object.fromEntries(parseQueryString(text, LIMITS).map(({ name, values }) => [name, values])),
          ).toEqual({
            ...parameters,
          });
        },
      ),
    );
  });

  it('reads a long hostile text quickly', () => {
    const begun = performance.now();
    const hostile = [
      'a['.repeat(50_000),
      '%'.repeat(100_000),
      `a=${'+'.repeat(100_000)}`,
      '&'.repeat(100_000),
    ];
    for (const text of hostile) {
      try {
        parse(text);
      } catch (error) {
        expect(error).toBeInstanceOf(Problem);
      }
    }
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});
