import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientSources } from '../../src/api/openapi/client-source.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { parseExactJson, printExactJson } from '../../src/client/exact-json.ts';
import { OPERATIONS } from '../../src/client/operations.ts';
import { startTestApi } from '../api/api-fixture.ts';
import { HAS_BROWSER, launchBrowser } from '../browser.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

describe('generated sources', () => {
  const made = clientSources(ROUTES);

  test.each([
    ['types.ts', made.types],
    ['operations.ts', made.table],
  ])('%s is up to date (npm run docs)', (file, text) => {
    expect(readFileSync(path.join(root, 'src/client', file), 'utf8')).toBe(text);
  });

  test('every operation has a method, except four duplicates under another path', () => {
    const paths = new Set(OPERATIONS.map(([, , method, where]) => `${method} ${where}`));
    const without = ROUTES.map(({ method, path: where }) => `${method} ${where}`).filter(
      (one) => !paths.has(one),
    );
    expect(without.sort()).toEqual([
      'GET /api/v1/contracts/logs',
      'GET /api/v1/contracts/{transactionIdOrHash}/results/opcodes',
      'GET /api/v1/tokens/nfts/{id}/transactions',
      'GET /api/v1/tokens/nfts/{serialNumber}',
    ]);
    const methods = OPERATIONS.map(([group, method]) => `${group}.${method}`);
    expect(new Set(methods).size).toBe(methods.length);
  });
});

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

describe('the built client', () => {
  let dir = '';
  let built = '';
  beforeAll(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'tain-client-'));
    const dist = path.join(dir, 'node_modules/tain/dist');
    built = path.join(dist, 'client');
    await mkdir(built, { recursive: true });
    await run(process.execPath, [tsc(), '-p', path.join(root, 'tsconfig.client.json'), '--outDir', dist]);
    await copyFile(path.join(root, 'package.json'), path.join(dir, 'node_modules/tain/package.json'));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  function tsc(): string {
    return path.join(root, 'node_modules/typescript/bin/tsc');
  }

  test('is small, and its modules import only each other', async () => {
    const files = new Set(['./client.js']);
    let bytes = 0;
    for (const file of files) {
      const text = await readFile(path.join(built, file), 'utf8');
      bytes += text.length;
      for (const [, from = ''] of text.matchAll(/(?:from |import\()'([^']+)'/g)) files.add(from);
      expect(text).not.toMatch(/node:|\bBuffer\b|\bprocess\./);
    }
    expect([...files].filter((file) => !/^\.\/[\w-]+\.js$/.test(file))).toEqual([]);
    expect(files.size).toBeGreaterThan(8);
    expect(bytes).toBeLessThan(25_000);
  });

  test('has types that compile in a strict browser project and reject wrong use', async () => {
    await writeFile(
      path.join(dir, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          target: 'ES2022',
          lib: ['ES2022', 'DOM'],
          types: [],
          module: 'NodeNext',
          moduleResolution: 'NodeNext',
          noEmit: true,
        },
        files: ['good.ts'],
      }),
    );
    await writeFile(path.join(dir, 'package.json'), '{"type":"module"}');
    await writeFile(
      path.join(dir, 'good.ts'),
      `import { createClient, AnswerError, type Transaction } from 'tain/client';
const client = createClient({ url: 'http://127.0.0.1:5551' });
export async function names(): Promise<string[]> {
  const found: string[] = [];
  for await (const t of client.transactions.list({ timestamp: { gte: '1', lt: 2n }, order: 'desc' })) {
    const typed: Transaction = t;
    found.push(typed.transaction_id);
  }
  try {
    const hash: string = (await client.blocks.get(1)).hash;
    found.push(hash);
  } catch (error) {
    if (error instanceof AnswerError && error.status === 404) return [];
  }
  return found;
}
// @ts-expect-error no such order
client.transactions.list({ order: 'up' });
// @ts-expect-error no such operator for hashes of blocks
client.contracts.allResults({ 'block.hash': { gt: 'ab' } });
// @ts-expect-error no such parameter
client.blocks.list({ nothing: 1 });
// @ts-expect-error no such field
client.blocks.get(1).then((block) => block.nothing);
// @ts-expect-error a value is missing
client.tokens.nft('0.0.5');
`,
    );
    await run(process.execPath, [tsc(), '-p', dir]).catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
  });

  test.skipIf(!HAS_BROWSER)('works in a browser, from another origin', async () => {
    const api = await startTestApi({ settings: { users: [{ username: 'a', password: 'b', limit: 3 }] } });
    const server = http.createServer(async (request, response) => {
      const file = path.basename(request.url ?? '');
      if (file.endsWith('.js')) {
        response.setHeader('content-type', 'text/javascript').end(await readFile(path.join(built, file)));
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
});
