import type { Readable } from 'node:stream';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { NEVER_ABORTED } from '../../../src/kernel/abort-signal.ts';
import { ByteAccount } from '../../../src/kernel/limits/byte-account.ts';
import { CSV_FILES, CsvFiles, type CsvRoute } from '../../../src/rest/http/csv-files.ts';
import type { ReceivedRequest } from '../../../src/rest/http/received-request.ts';
import { requestBy } from '../../../src/rest/http/request-context.ts';
import { type RouteRead, SeenBlocks } from '../../../src/rest/http/snapshot-reader.ts';
import { unavailable } from '../../../src/rest/query/problem.ts';
import type { ApiContext, CsvPage } from '../../../src/rest/route/route.ts';
import { DEFAULT_API_SETTINGS } from '../../../src/rest/route/settings.ts';
import { listHolders } from '../../../src/rest/tokens/list-holders.ts';

/** Lists as CSV whose pages are made by a function, without a database and a network. */

const PAGE_BYTES = 100_000;

interface Made {
  readonly files: CsvFiles;
  readonly bytes: ByteAccount;
  readonly errors: unknown[];
  /** Begins a file. */
  readonly begin: (client?: string) => Promise<Readable>;
}

function made(pageOf: (number: number) => CsvPage | Error, maxBytes = 1_000_000): Made {
  const bytes = new ByteAccount({ counts: 'bytes', max: maxBytes });
  const errors: unknown[] = [];
  const read: RouteRead = (_request, task) => task({} as ApiContext);
  const files = new CsvFiles({
    read,
    settings: DEFAULT_API_SETTINGS,
    bytes,
    registry: new Registry(),
    log: { error: (error: unknown) => errors.push(error) } as never,
  });
  let number = 0;
  const page = async (): Promise<CsvPage> => {
    const found = pageOf(number++);
    if (found instanceof Error) throw found;
    return found;
  };
  const route = {
    ...listHolders,
    csv: { file: 'x.csv', columns: ['a', 'b'], page: page as never },
  } satisfies CsvRoute;
  const request: ReceivedRequest = {
    url: '/api/v1/tokens/5/holders',
    path: '/api/v1/tokens/5/holders',
    pathTexts: { tokenId: '5' },
    client: 'ann',
    authorization: undefined,
    contentType: undefined,
    acceptEncoding: undefined,
    body: undefined,
    given: [],
    query: { shard: 0n, realm: 0n, defaultLimit: 25, maxLimit: 100, maxRepeated: 100 },
  };
  return {
    files,
    bytes,
    errors,
    async begin(client = 'ann') {
      const context = { ...requestBy(client, route.path), signal: NEVER_ABORTED };
      const { chunks } = await files.begin(route, { ...request, client }, context, new SeenBlocks());
      return chunks as Readable;
    },
  };
}

const NEXT = '/api/v1/tokens/5/holders?balance=lte:5';
const endless = (): CsvPage => ({ lines: 'x'.repeat(PAGE_BYTES), count: 100, next: NEXT });

/** Resolves after all that is ready has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('reads no page that its client has no room for, and holds at most one for it', async () => {
  let pages = 0;
  const { begin, bytes } = made(() => {
    pages++;
    return endless();
  });
  const body = await begin();
  await settled();
  expect(pages).toBe(1);
  body.once('readable', () => undefined);
  for (let turn = 0; turn < 20; turn++) await settled();
  expect(pages).toBe(1);
  expect(bytes.heldBy('ann')).toBe(PAGE_BYTES + 'a,b\r\n'.length);
  body.destroy();
  await settled();
  expect(bytes.held).toBe(0);
});

it('ends the file of a client that holds too many bytes', async () => {
  const { begin } = made(endless, PAGE_BYTES);
  const body = await begin();
  body.once('readable', () => undefined);
  const error = await new Promise((resolve) => body.once('error', resolve));
  expect(String(error)).toContain('Too many bytes');
});

it('reads a page again that the database could not serve, and breaks off after other errors', async () => {
  const failing = (error: Error) => (number: number) => (number === 1 ? error : endless());
  const again = made((number) =>
    number < 3 ? failing(unavailable())(number) : { ...endless(), next: null },
  );
  let text = '';
  for await (const chunk of await again.begin()) text += String(chunk);
  expect(text.length).toBe(3 * PAGE_BYTES + 'a,b\r\n'.length);

  const broken = made(failing(new TypeError('broken')));
  await expect(async () => {
    for await (const chunk of await broken.begin()) text += String(chunk);
  }).rejects.toThrow('broken');
  expect(broken.errors).toHaveLength(1);
});

it('cuts files when the server closes, and refuses new ones', async () => {
  const { begin, files } = made(endless);
  const body = await begin();
  files.close();
  let text = '';
  for await (const chunk of body) text += String(chunk);
  expect(text.slice(-100)).toContain(`Cut after 100 rows: ${NEXT},\r\n`);
  await expect(begin('bob')).rejects.toMatchObject({ status: 503 });
});

it('frees the place of a file whose first page failed, or whose body is destroyed before it is read', async () => {
  const { begin } = made((number) => (number < CSV_FILES.perClient ? unavailable() : endless()));
  for (let n = 0; n < CSV_FILES.perClient; n++) await expect(begin()).rejects.toMatchObject({ status: 503 });
  const bodies = await Promise.all(Array.from({ length: CSV_FILES.perClient }, () => begin()));
  await expect(begin()).rejects.toMatchObject({ status: 429 });
  for (const body of bodies) body.destroy();
  await settled();
  (await begin()).destroy();
});

it('has as many files as all clients may have', async () => {
  const { begin } = made(endless);
  const bodies: Readable[] = [];
  for (let n = 0; n < CSV_FILES.max; n++) bodies.push(await begin(`client ${n}`));
  await expect(begin('one more')).rejects.toMatchObject({
    status: 503,
    messages: [{ detail: 'Too many lists as CSV' }],
  });
  for (const body of bodies) body.destroy();
});
