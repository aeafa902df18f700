import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteAccount } from '../../src/kernel/limits/byte-account.ts';
import { readBody } from '../../src/net/read-body.ts';

function requestOf(parts: readonly Buffer[]): IncomingMessage {
  return Object.assign(Readable.from(parts), { headers: {} }) as unknown as IncomingMessage;
}

it('reads bodies up to a maximum, whatever their parts', async () => {
  const partsOf = fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(partsOf, fc.integer({ min: 0, max: 500 }), async (parts, max) => {
      const bytes = new ByteAccount();
      const whole = Buffer.concat(parts);
      const hold = bytes.open('a', () => undefined);
      const read = await readBody(requestOf(parts.map((part) => Buffer.from(part))), max, hold);
      expect(read).toEqual(whole.length <= max ? whole : undefined);
      if (whole.length > max) expect(bytes.held).toBe(0);
      hold.release();
      expect(bytes.held).toBe(0);
    }),
  );
});

it('counts each part with 256 bytes besides its own, and forgets all when that is too much', async () => {
  const bytes = new ByteAccount({ counts: 'bytes', max: 25_700 });
  const part = Buffer.from('x');
  const hold = bytes.open('a', () => undefined);
  const body = await readBody(requestOf(Array.from({ length: 100 }, () => part)), 1_000, hold);
  expect([body?.length, bytes.held]).toEqual([100, 25_700]);
  hold.release();
  const tooMuch = bytes.open('a', () => undefined);
  expect(await readBody(requestOf(Array.from({ length: 101 }, () => part)), 1_000, tooMuch)).toBeUndefined();
  expect([tooMuch.isEnded, bytes.held]).toEqual([true, 0]);
});
