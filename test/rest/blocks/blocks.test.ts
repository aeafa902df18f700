import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tries } from '../../effort.ts';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';
import { block, insert } from '../rows.ts';

const COUNT = 40;
/** Block n ends at second 10 n + 5. */
const END = (number: number) => 10 * number + 5;

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  await insert(
    api.database,
    'record_file',
    Array.from({ length: COUNT }, (_, i) => block(i, END(i))),
  );
});
afterAll(() => api.close());

type Bound = readonly [op: string, value: number];

function holds([op, bound]: Bound, value: number): boolean {
  if (op === 'eq') return value === bound;
  if (op === 'ne') return value !== bound;
  if (op === 'gt') return value > bound;
  if (op === 'gte') return value >= bound;
  return op === 'lt' ? value < bound : value <= bound;
}

const number = fc.integer({ min: 0, max: COUNT + 2 });
const numbers = fc.array(fc.tuple(fc.constantFrom('eq', 'gt', 'gte', 'lt', 'lte'), number), { maxLength: 2 });
const times = fc.array(
  fc.tuple(fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte'), fc.integer({ min: 0, max: END(COUNT) })),
  { maxLength: 2 },
);

describe('GET /blocks', () => {
  it('returns each block of a search once, in order, in pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        numbers,
        times,
        fc.boolean(),
        fc.constantFrom('asc', 'desc'),
        fc.constantFrom(1, 3, 40, 100),
        async (byNumber, byTime, numbersFirst, order, limit) => {
          const parts = [
            byNumber.map(
              ([op, value]) => `block.number=${op}:${value % 2 ? value : `0x${value.toString(16)}`}`,
            ),
            byTime.map(([op, value]) => `timestamp=${op}:${value}`),
          ];
          const query = [
            ...(numbersFirst ? parts : parts.reverse()).flat(),
            `order=${order}`,
            `limit=${limit}`,
          ];
          const found = (await readPages(api, `/api/v1/blocks?${query.join('&')}`, 'blocks')).flat();
          const expected = Array.from({ length: COUNT }, (_, i) => i).filter(
            (i) =>
              byNumber.every((bound) => holds(bound, i)) && byTime.every((bound) => holds(bound, END(i))),
          );
          expect(found.map((item) => (item as { number: number }).number)).toEqual(
            order === 'asc' ? expected : expected.reverse(),
          );
        },
      ),
      { numRuns: tries(80) },
    );
  });

  it('refuses block.number=ne', async () => {
    const response = await api.get('/api/v1/blocks?block.number=ne:1');
    expect(await response.json()).toEqual({
      _status: { messages: [{ message: 'Invalid parameter: block.number' }] },
    });
  });
});

describe('GET /blocks/{hashOrNumber}', () => {
  it.each(['7', '0', '007', '7'.repeat(64), `0x${'7'.repeat(64)}`, '7'.repeat(96), `0x${'A'.repeat(96)}`])(
    'finds %s',
    async (reference) => {
      const { number: found } = await api.json(`/api/v1/blocks/${reference}`);
      expect([0, 7, 10]).toContain((found as number) % 16);
    },
  );

  it.each([
    ['41', 404],
    ['f0'.repeat(48), 404],
    ['-1', 400],
    ['0x7', 400],
    ['9223372036854775808', 400],
    ['9223372036854775807', 404],
    [`${'7'.repeat(95)}g`, 400],
  ])('%s: %i', async (reference, status) => {
    expect((await api.get(`/api/v1/blocks/${reference}`)).status).toBe(status);
  });
});
