import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../api-fixture.ts';
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

describe('GET /blocks', () => {
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
