import { expect, it } from 'vitest';
import { envelopeOf, ethereumBody, ValidStarts } from '../../../src/rpc/nodes/envelope.ts';

/** Returns a length-delimited field as hex digits: tag, length, content. The content is shorter than 128 bytes. */
const field = (tag: string, content: string): string =>
  tag + (content.length / 2).toString(16).padStart(2, '0') + content;

it('makes the bytes of a transaction as HAPI defines them', () => {
  const bodies: string[] = [];
  const envelope = envelopeOf(ethereumBody(Buffer.from('02c0', 'hex')), {
    operator: {
      account: { shard: 0n, realm: 0n, num: 2n },
      sign: (body) => {
        bodies.push(Buffer.from(body).toString('hex'));
        return { pubKeyPrefix: Buffer.of(0xaa), ed25519: Buffer.of(0xbb) };
      },
    },
    node: { shard: 0n, realm: 0n, num: 3n },
    validStart: 1_700_000_000_000_000_001n,
    maxFee: 300n,
  });
  const id = field('0a', '0880e2cfaa061001') + field('12', '080010001802');
  const body = [
    field('0a', id),
    field('12', '080010001803'),
    // 300 tinybars, 120 seconds; field 50: the Ethereum transaction.
    '18ac02',
    field('22', '0878'),
    field('9203', field('0a', '02c0')),
  ].join('');
  const pair = field('0a', 'aa') + field('1a', 'bb');
  const signed = field('0a', body) + field('12', field('0a', pair));
  expect(bodies).toEqual([body]);
  expect(Buffer.from(envelope.bytes).toString('hex')).toBe(field('2a', signed));
  expect(envelope.id).toBe('0.0.2-1700000000-000000001');
});

it('never uses a start of validity twice', () => {
  const starts = new ValidStarts(5_000);
  const given = Array.from({ length: 1_000 }, () => starts.next());
  expect(given.every((one, i) => i === 0 || one > (given[i - 1] ?? one))).toBe(true);
  expect(Math.abs(Number((given[0] ?? 0n) / 1_000_000n) - (Date.now() - 5_000))).toBeLessThan(1_000);
});
