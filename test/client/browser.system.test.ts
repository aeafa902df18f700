import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { HAS_BROWSER, launchBrowser } from '../browser.ts';
import { startTestApi } from '../rest/api-fixture.ts';

/** The built client, whose modules import only each other. */
const BUILT = fileURLToPath(new URL('../../packages/client/dist', import.meta.url));

test.skipIf(!HAS_BROWSER)('the client works in a browser, from another origin', async () => {
  const api = await startTestApi({ settings: { users: [{ username: 'a', password: 'b', limit: 3 }] } });
  const server = http.createServer(async (request, response) => {
    const file = path.basename(request.url ?? '');
    if (file.endsWith('.js')) {
      response.setHeader('content-type', 'text/javascript').end(await readFile(path.join(BUILT, file)));
    } else response.setHeader('content-type', 'text/html').end('<!doctype html><title>x</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchBrowser();
  try {
    await api.database.pool.query(
      `insert into record_file (name, load_start, load_end, hash, prev_hash, consensus_start, consensus_end, count, digest_algorithm, version, file_hash, index, sidecar_count)
         select i || '.rcd', 0, 0, lpad(i::text, 96, '0'), repeat('0', 96), i * 10, i * 10 + 9, 1, 0, 6, repeat('1', 96), i, 0 from generate_series(1, 7) i`,
    );
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const found = await page.evaluate(`(async () => {
        const { createClient, AnswerError } = await import('/client.js');
        const client = createClient({ url: ${JSON.stringify(api.url)}, user: { username: 'a', password: 'b' } });
        const numbers = [];
        for await (const block of client.blocks.list({ limit: 100, order: 'asc' })) numbers.push(block.number);
        const error = await client.blocks.get(99).catch((one) => one);
        return [numbers, error instanceof AnswerError, error.status];
      })()`);
    expect(found).toEqual([[1, 2, 3, 4, 5, 6, 7], true, 404]);
  } finally {
    await browser.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await api.close();
  }
});
