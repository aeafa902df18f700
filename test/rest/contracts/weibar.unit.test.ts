import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { price, quantity, toWeibars, value } from '../../../src/rest/contracts/result-details.json.ts';
import { bytes } from './contract-rows.ts';

const text = (buffer: Buffer) => `\\x${buffer.toString('hex')}`;

describe('weibars', () => {
  it('writes quantities with one leading zero dropped', () => {
    expect(quantity(null)).toBe('0x');
    expect(quantity('\\x')).toBe('0x');
    expect(quantity('\\x00')).toBe('0x0');
    expect(quantity('\\x0a')).toBe('0xa');
    expect(quantity('\\x0127')).toBe('0x127');
    expect(quantity('\\x000127')).toBe('0x00127');
    expect(quantity('\\xad78')).toBe('0xad78');
  });

  it('rounds prices in tinybars down', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1n << 256n }), (weibars) => {
        expect(price(text(bytes(weibars)), true)).toBe(`0x${(weibars / 10_000_000_000n).toString(16)}`);
        expect(BigInt(price(text(bytes(weibars)), false))).toBe(weibars);
      }),
    );
    expect(price(null, true)).toBe('0x');
    expect(price('\\x', false)).toBe('0x');
  });

  it('reads values as signed for tinybars and as unsigned for weibars', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1n << 128n }), (weibars) => {
        const stored = text(Buffer.concat([Buffer.alloc(1), bytes(weibars)]));
        expect(value(stored, true)).toBe((weibars / 10_000_000_000n).toString());
        expect(value(stored, false)).toBe(weibars.toString());
      }),
    );
    expect(value('\\xff', true)).toBe('0');
    expect(value('\\x80000000000000000000', true)).toBe((-(1n << 79n) / 10_000_000_000n).toString());
    expect(value('\\x80', false)).toBe('128');
    expect(value(null, true)).toBe('null');
    expect(value('\\x', false)).toBe('null');
    expect(toWeibars('-3')).toBe('-30000000000');
  });
});
