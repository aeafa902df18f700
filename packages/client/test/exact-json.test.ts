import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExactJson, printExactJson } from '../src/exact-json.ts';

describe('exact JSON', () => {
  test('equals the result of JSON.parse if numbers are safe', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        const safe = text.replaceAll(/-?\d{16,}/g, '1');
        expect(parseExactJson(safe)).toEqual(JSON.parse(safe));
      }),
    );
  });

  test('preserves every integer, and converts no text to one', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string(),
          fc.oneof(
            fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
            fc.string(),
            fc.double({ noInteger: true }),
          ),
        ),
        (values) => {
          const usable = Object.entries(values).filter(
            ([, value]) => typeof value !== 'number' || Number.isFinite(value),
          );
          const text = `{${usable
            .map(
              ([name, value]) =>
                `${JSON.stringify(name)}:${typeof value === 'bigint' ? value : JSON.stringify(value)}`,
            )
            .join(',')}}`;
          const parsed = parseExactJson(text) as Record<string, unknown>;
          for (const [name, value] of usable) {
            const got = Object.getOwnPropertyDescriptor(parsed, name)?.value as unknown;
            if (typeof value !== 'bigint') expect(got).toEqual(JSON.parse(JSON.stringify(value)));
            else expect(got).toBe(Number.isSafeInteger(Number(value)) ? Number(value) : value);
          }
        },
      ),
    );
  });

  test('output equals that of JSON.stringify, with every integer', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.bigInt(), (value, integer) => {
        expect(printExactJson(value)).toBe(JSON.stringify(value));
        expect(printExactJson({ integer, value: [value, `"${integer}"`] })).toBe(
          `{"integer":${integer},"value":[${JSON.stringify(value)},${JSON.stringify(`"${integer}"`)}]}`,
        );
      }),
    );
  });

  test('preserves texts full of quotes, backslashes and digits', () => {
    const value = {
      a: '\\"12345678901234567890',
      '12345678901234567890"': ['\\\\', '', '9'.repeat(30)],
      b: 1.5e300,
    };
    expect(parseExactJson(JSON.stringify(value))).toEqual(value);
    expect(parseExactJson('[9007199254740993,1e20,123456789012.5,-9223372036854775808]')).toEqual([
      9007199254740993n,
      1e20,
      123456789012.5,
      -9223372036854775808n,
    ]);
    expect(() => parseExactJson('["12345678901234567890]')).toThrow(SyntaxError);
  });

  test('parses megabytes quickly', () => {
    const text = JSON.stringify({ code: '\\'.repeat(500_000) + 'f'.repeat(3_000_000), big: 1 }).replace(
      '"big":1',
      '"big":12345678901234567890',
    );
    const begun = performance.now();
    expect((parseExactJson(text) as { big: unknown }).big).toBe(12345678901234567890n);
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});
