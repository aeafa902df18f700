import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, afterEach, test as anyTest, beforeAll, expect, vi } from 'vitest';
import { hangingStores } from '../../../src/app/streams/stream-stores.ts';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import type { ObjectListing } from '../../../src/ingest/store/object-store.ts';
import { MAX_CONNECTIONS, MAX_XML_BYTES } from '../../../src/ingest/store/s3-client.ts';
import { compareKeys } from '../../../src/ingest/store/s3-page.ts';
import { S3Store, type S3StoreOptions } from '../../../src/ingest/store/s3-store.ts';
import type { StoreRequest } from '../../../src/ingest/store/store-observer.ts';
import { FaultProxy } from '../../buckets/fault-proxy.ts';
import { CREDENTIALS, HAS_S3, type S3Server, startS3 } from '../../buckets/s3-server.ts';
import { makeFolder } from '../stream-writer.ts';

const test = anyTest.skipIf(!HAS_S3);

const SIGNAL = new AbortController().signal;
const NAMES = {
  bucket: 'THE_BUCKET',
  endpoint: 'THE_ENDPOINT',
  region: 'THE_REGION',
  credentials: 'THE_CREDENTIALS',
  requesterPays: 'THE_PAYER',
};
const KEYS = [
  'top.txt',
  // The test server lists a prefix only if an object is directly below it.
  'streams/readme',
  'streams/a/1.rcd',
  'streams/a/1.rcd_sig',
  'streams/a/2 with space+plus.rcd',
  'streams/a/é%20.rcd',
  'streams/a/sidecar/1_01.rcd',
  'streams/b/9.rcd',
];

let folder: Awaited<ReturnType<typeof makeFolder>>;
let server: S3Server;
let proxy: FaultProxy;
const opened: S3Store[] = [];
let seen: StoreRequest[] = [];

beforeAll(async () => {
  folder = await makeFolder();
  server = await startS3(folder.path, ['network', 'archive']);
  proxy = await FaultProxy.start({ port: server.port });
  const store = open();
  for (const key of KEYS) await store.put(key, Buffer.from(`bytes of ${key}`), SIGNAL);
});

afterEach(async () => {
  proxy.fault = () => null;
  proxy.hides = () => false;
  proxy.requests.length = 0;
  seen = [];
  for (const store of opened.splice(0)) await store.close();
});

afterAll(async () => {
  await proxy.close();
  await server.close();
  await folder.remove();
});

function open(options: Partial<S3StoreOptions> = {}): S3Store {
  const store = new S3Store({
    provider: 's3',
    endpoint: proxy.url,
    region: null,
    bucket: 'network',
    prefix: '',
    credentials: CREDENTIALS,
    requesterPays: false,
    settings: NAMES,
    observer: (request) => seen.push(request),
    ...options,
    limits: { listMs: 2_000, getMs: 2_000, backOffMs: 20, ...options.limits },
  });
  opened.push(store);
  return store;
}

async function all(
  store: S3Store,
  prefix: string,
  limit: number,
  after: string | null = null,
): Promise<string[]> {
  const found: string[] = [];
  for (let from: string | null = after, pages = 0; ; pages += 1) {
    if (pages > 50) throw new Error('the list has no end');
    const { keys, prefixes, next } = await store.list(prefix, from, limit, SIGNAL);
    expect(keys.length + prefixes.length).toBeLessThanOrEqual(limit);
    found.push(...[...keys, ...prefixes].sort(compareKeys));
    if (next === null) return found;
    from = next;
  }
}

/** Returns the error of a call. */
async function refusal(call: Promise<unknown>): Promise<StreamFileError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StreamFileError);
  return error as StreamFileError;
}

test.each([1, 2, 3, 1000])('lists the direct children of a prefix, %i at a time', async (limit) => {
  const store = open();
  expect(await all(store, '', limit)).toEqual(['streams/', 'top.txt']);
  expect(await all(store, 'streams/', limit)).toEqual(['streams/a/', 'streams/b/', 'streams/readme']);
  const inA = KEYS.slice(2, 6).concat('streams/a/sidecar/').sort(compareKeys);
  expect(await all(store, 'streams/a/', limit)).toEqual(inA);
  expect(await all(store, 'nowhere/', limit)).toEqual([]);
  for (const [i, after] of inA.entries()) {
    expect(await all(store, 'streams/a/', limit, after)).toEqual(inA.slice(i + 1));
  }
  expect(await all(store, 'streams/a/', limit, 'streams/a/1.rcd!')).toEqual(inA.slice(1));
  expect(await all(store, 'streams/', limit, 'streams/a/')).toEqual(['streams/b/', 'streams/readme']);
});

test('keys and lists are relative to the prefix of the store', async () => {
  const store = open({ prefix: '/streams/a' });
  expect(store.name).toBe(`s3://network/streams/a/ (${new URL(proxy.url).host})`);
  expect(await all(store, 'sidecar/', 10)).toEqual(['sidecar/1_01.rcd']);
  expect(await all(store, '', 10, '2')).toEqual(['2 with space+plus.rcd', 'sidecar/', 'é%20.rcd']);
  expect(Buffer.from(await store.get('é%20.rcd', 100, SIGNAL)).toString()).toBe(
    'bytes of streams/a/é%20.rcd',
  );
});

test('reads objects up to the maximum size', async () => {
  const store = open();
  const length = 'bytes of top.txt'.length;
  expect(Buffer.from(await store.get('top.txt', length, SIGNAL)).toString()).toBe('bytes of top.txt');
  expect(await refusal(store.get('top.txt', length - 1, SIGNAL))).toMatchObject({
    code: 'too-large',
    file: 'top.txt',
  });
  expect(await refusal(store.get('not/there', 10, SIGNAL))).toMatchObject({ code: 'missing' });
  for (const key of ['', '/top.txt', 'a/../top.txt', 'a//b', './top.txt', 'x'.repeat(1025)]) {
    expect(await refusal(store.get(key, 10, SIGNAL))).toMatchObject({ code: 'bad-name' });
  }
});

test('unsigned requests may read, and never use credentials of the machine', async () => {
  process.env.AWS_ACCESS_KEY_ID = 'FROM-THE-MACHINE';
  process.env.AWS_SECRET_ACCESS_KEY = 'FROM-THE-MACHINE';
  try {
    const store = open({ credentials: null });
    expect(await all(store, 'streams/b/', 10)).toEqual(['streams/b/9.rcd']);
    expect((await store.get('streams/b/9.rcd', 100, SIGNAL)).length).toBe(24);
  } finally {
    delete process.env.AWS_ACCESS_KEY_ID;
    delete process.env.AWS_SECRET_ACCESS_KEY;
  }
});

test('wrong credentials, and buckets that do not exist, get a sentence that names the setting and no credential', async () => {
  const secret = 'VERY-SECRET-KEY';
  const strict = await startS3(folder.path, [], 'strict');
  try {
    const endpoint = strict.url;
    expect((await open({ endpoint }).get('top.txt', 100, SIGNAL)).length).toBe(16);
    for (const accessKeyId of ['S3RVER', 'NOBODY-KNOWS-ME']) {
      const store = open({ endpoint, credentials: { accessKeyId, secretAccessKey: secret } });
      const error = await refusal(store.get('top.txt', 100, SIGNAL));
      expect(error.message).toMatch(
        /bucket network refuses these credentials \(403 \w+\): see THE_CREDENTIALS and THE_PAYER$/,
      );
      expect(JSON.stringify([error, error.stack, error.cause])).not.toMatch(/SECRET|NOBODY/);
    }
  } finally {
    await strict.close();
  }
  const error = await refusal(open({ bucket: 'nothing-here' }).list('', null, 10, SIGNAL));
  expect(error).toMatchObject({ code: 'unreadable' });
  expect(error.message).toMatch(/bucket nothing-here does not exist: see THE_BUCKET and THE_ENDPOINT$/);
  expect(() => open({ bucket: 'arn:aws:s3:::x' })).toThrow(
    /"arn:aws:s3:::x" is not a valid name of a bucket \(THE_BUCKET\)/,
  );
  // A permanent failure is not retried.
  expect(seen.filter(({ isRetry }) => isRetry)).toEqual([]);
});

test.each([
  ['5xx', { kind: 'status', status: 503, code: 'SlowDown' }],
  ['429', { kind: 'status', status: 429, code: 'TooManyRequests' }],
  ['a reset', { kind: 'reset' }],
  ['a cut body', { kind: 'cut', share: 0.5 }],
  ['no answer', { kind: 'slow', milliseconds: Number.POSITIVE_INFINITY }],
] as const)('%s is retried up to the maximum number of attempts', async (_, fault) => {
  // The timeout is short only for a response that never arrives.
  const limit = fault.kind === 'slow' ? 600 : 30_000;
  const store = open({ limits: { getMs: limit, listMs: limit } });
  // The requests of the set-up are dropped, which are recorded if this test runs alone.
  seen = [];
  proxy.requests.length = 0;
  let faults = 2;
  proxy.fault = () => (faults-- > 0 ? fault : null);
  expect((await store.get('top.txt', 100, SIGNAL)).length).toBe(16);
  expect(seen.map(({ kind, isRetry, failure }) => [kind, isRetry, failure === null])).toEqual([
    ['get', false, false],
    ['get', true, false],
    ['get', true, true],
  ]);
  faults = 2;
  expect(await all(store, 'streams/b/', 10)).toEqual(['streams/b/9.rcd']);
  expect(seen.at(-1)?.bytes).toBeGreaterThan(200);
  faults = 100;
  const code = fault.kind === 'slow' ? 'timeout' : 'unreadable';
  expect(await refusal(store.get('top.txt', 100, SIGNAL))).toMatchObject({ code });
  expect(await refusal(store.list('', null, 10, SIGNAL))).toMatchObject({ code });
  expect(proxy.requests.length).toBe(12);
});

const NEVER = { kind: 'slow', milliseconds: Number.POSITIVE_INFINITY } as const;

test('all objects are read while three of ten requests hang, and hanging requests hold no slot', async () => {
  const store = open({ limits: { getMs: 600_000, listMs: 600_000, headersMs: 1_500 } });
  const folders = Array.from({ length: 50 }, (_, number) => `hang/${number}/`);
  const keys = folders.map((each) => `${each}object`);
  await Promise.all(keys.map((key) => store.put(key, Buffer.from(key), SIGNAL)));
  // The requests of the set-up are dropped.
  seen = [];
  const lines: string[] = [];
  const observe = hangingStores({
    info: (_, message) => lines.push(message),
    warn: (fields, message) => lines.push(`${message} ${Object.keys(fields)}`),
  });
  // Each call hangs twice at most, because an attempt after a hanging one waits twice as long.
  const attempts = new Map<string, number>();
  proxy.fault = ({ kind, key }) => {
    const call = `${kind} ${key}`;
    const earlier = attempts.get(call) ?? 0;
    attempts.set(call, earlier + 1);
    const number = Number(key.split('/')[1]);
    return earlier < ([2, 1, 1][number % 10] ?? 0) ? NEVER : null;
  };
  const objects = keys.map((key) => store.get(key, 100, SIGNAL));
  const lists = folders.map((each) => store.list(each, null, 10, SIGNAL));
  expect((await Promise.all(objects)).map((bytes) => Buffer.from(bytes).toString())).toEqual(keys);
  expect((await Promise.all(lists)).map((listing) => listing.keys)).toEqual(keys.map((key) => [key]));
  const hung = seen.filter(({ failure }) => failure === 'hung');
  expect(seen.filter(({ failure }) => failure === null)).toHaveLength(100);
  // On a loaded machine a request may fail in another way, too. Each failed one is retried.
  const failed = seen.filter(({ failure }) => failure !== null);
  expect(seen.filter(({ isRetry }) => isRetry)).toHaveLength(failed.length);
  // Some more time out on a slow machine.
  expect(hung.length).toBeGreaterThanOrEqual(40);
  expect(seen.length).toBeLessThan(300);
  for (const request of seen) observe(request);
  expect(lines[0]).toBe('Requests to a store time out and are retried store,hung,of,waited');
  const [last] = seen.filter(({ failure }) => failure === null);
  for (let i = 0; last && i < 20; i += 1) observe(last);
  expect(lines.at(-1)).toBe('Requests to a store succeed again');
});

test('requests to a silent bucket fail after growing delays, within the limits of three requests', async () => {
  const store = open({ limits: { getMs: 800, listMs: 500, headersMs: 200 } });
  proxy.fault = () => NEVER;
  expect(await refusal(store.get('top.txt', 100, SIGNAL))).toMatchObject({ code: 'timeout' });
  // The delays are 200 + 400 + 800 + 800 + 800 ms; the limit may be reached before.
  expect(seen.map(({ failure }) => failure)).toEqual(['hung', 'hung', 'timeout', 'timeout', 'timeout']);
  seen = [];
  expect(await refusal(store.list('', null, 10, SIGNAL))).toMatchObject({ code: 'timeout' });
  expect(seen.map(({ failure }) => failure)).toEqual(['hung', 'hung', 'timeout', 'timeout']);
  const withLongTimeouts = open({ limits: { getMs: 600_000, headersMs: 300_000 } });
  const controller = new AbortController();
  const ended = withLongTimeouts.get('top.txt', 100, controller.signal).catch((error: unknown) => error);
  const before = proxy.requests.length;
  await vi.waitFor(() => expect(proxy.requests.length).toBe(before + 1), 60_000);
  controller.abort(new Error('enough'));
  expect(await ended).toMatchObject({ message: 'enough' });
});

test('a response that has begun is read to its end, however slow', async () => {
  const head = 2_000;
  let requests = 0;
  const bucket = createServer((_, reply) => {
    requests += 1;
    reply.writeHead(200, { 'content-length': '8' });
    reply.flushHeaders();
    let sent = 0;
    const timer = setInterval(() => {
      reply.write('x');
      if (++sent < 8) return;
      clearInterval(timer);
      reply.end();
    }, head / 5);
  });
  await new Promise<void>((done) => bucket.listen(0, '127.0.0.1', done));
  try {
    const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
    const store = open({ endpoint, limits: { getMs: 600_000, headersMs: head } });
    expect((await store.get('key', 100, SIGNAL)).length).toBe(8);
    const [{ seconds, failure } = { seconds: 0, failure: undefined }] = seen;
    expect([requests, seen.length, failure]).toEqual([1, 1, null]);
    expect(seconds * 1_000).toBeGreaterThan(head);
  } finally {
    bucket.closeAllConnections();
    bucket.close();
  }
});

test('403 and 404 are not repeated', async () => {
  const store = open();
  proxy.fault = () => ({ kind: 'status', status: 403, code: 'AccessDenied' });
  const error = await refusal(store.get('top.txt', 100, SIGNAL));
  expect(error.reason).toBe(
    'bucket network refuses these credentials (403 AccessDenied): see THE_CREDENTIALS and THE_PAYER',
  );
  proxy.fault = () => ({ kind: 'status', status: 301, code: 'PermanentRedirect' });
  expect((await refusal(store.get('top.txt', 100, SIGNAL))).reason).toBe(
    'bucket network is in another region or place (301 PermanentRedirect): see THE_REGION and THE_ENDPOINT',
  );
  expect(proxy.requests.length).toBe(2);
});

test('calls end on their signal', async () => {
  const store = open({ limits: { getMs: 60_000, listMs: 60_000 } });
  proxy.fault = () => ({ kind: 'slow', milliseconds: Number.POSITIVE_INFINITY });
  for (const call of [
    (signal: AbortSignal) => store.get('top.txt', 100, signal),
    (signal: AbortSignal) => store.list('', null, 10, signal),
    (signal: AbortSignal) => store.put('new.txt', Buffer.from('x'), signal),
  ]) {
    const controller = new AbortController();
    const ended = call(controller.signal).catch((error: unknown) => error);
    setTimeout(() => controller.abort(new Error('enough')), 100);
    expect(await ended).toMatchObject({ message: 'enough' });
  }
});

test('open connections are limited, and waiting requests end on their signal', async () => {
  // No request is repeated: the proxy would still count the connection of the first attempt.
  const store = open({ limits: { getMs: 60_000, headersMs: 60_000 } });
  // The proxy still counts connections that earlier tests have closed.
  await expect.poll(() => proxy.connections).toBe(0);
  let max = 0;
  // Later the proxy may still count a connection that the store has replaced.
  let isAnswered = false;
  proxy.fault = () => {
    if (!isAnswered) max = Math.max(max, proxy.connections);
    // The delay is long enough to open all connections on a slow machine.
    return { kind: 'slow', milliseconds: 1_000 };
  };
  const controller = new AbortController();
  const calls = Array.from({ length: 2 * MAX_CONNECTIONS }, async () => {
    await store.get('top.txt', 100, SIGNAL);
    isAnswered = true;
  });
  const late = store.get('top.txt', 100, controller.signal).catch((error: unknown) => error);
  controller.abort(new Error('enough'));
  expect(await late).toMatchObject({ message: 'enough' });
  await Promise.all(calls);
  expect(max).toBe(MAX_CONNECTIONS);
  expect(Math.max(...seen.map(({ waited }) => waited))).toBeGreaterThan(0.04);
});

test('a bucket that lists out of order is read in order, without gaps', async () => {
  const keys = Array.from({ length: 23 }, (_, i) => `order/${String(i).padStart(3, '0')}`);
  const store = open();
  await Promise.all(keys.map((key) => store.put(key, Buffer.from('x'), SIGNAL)));
  proxy.fault = ({ kind }) => (kind === 'list' ? { kind: 'shuffle' } : null);
  expect(await all(store, 'order/', 5)).toEqual(keys);
  expect(await all(store, 'order/', 5, 'order/010')).toEqual(keys.slice(11));
});

/** A bucket created by the test. */
async function withBucket<T>(
  answer: (
    url: URL,
    headers: IncomingHttpHeaders,
  ) => { readonly status?: number; readonly body: string | Buffer },
  run: (url: string) => Promise<T>,
): Promise<T> {
  const bucket: Server = createServer((request, reply) => {
    const { status = 200, body } = answer(new URL(request.url ?? '/', 'http://localhost'), request.headers);
    reply.writeHead(status, { 'content-type': 'application/xml' }).end(body);
  });
  await new Promise<void>((done) => bucket.listen(0, '127.0.0.1', done));
  try {
    return await run(`http://127.0.0.1:${(bucket.address() as AddressInfo).port}`);
  } finally {
    bucket.closeAllConnections();
    await new Promise((done) => bucket.close(done));
  }
}

function listXml(
  keys: readonly string[],
  prefixes: readonly string[] = [],
  token: string | null = null,
): string {
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>network</Name><IsTruncated>${token !== null}</IsTruncated>${
    token === null ? '' : `<NextContinuationToken>${token}</NextContinuationToken>`
  }${keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('')}${prefixes
    .map((prefix) => `<CommonPrefixes><Prefix>${prefix}</Prefix></CommonPrefixes>`)
    .join('')}</ListBucketResult>`;
}

const ENTITIES = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 12 },
  (_, i) => `<!ENTITY a${i} "${`&a${i === 0 ? '' : i - 1};`.repeat(10)}">`,
).join('')}]><ListBucketResult><Contents><Key>p/&a11;</Key></Contents></ListBucketResult>`;

test.each([
  ['keys outside of the prefix', listXml(['other/1']), /a key outside of the requested prefix/],
  ['keys of a deeper level', listXml(['p/a/b']), /a key of a deeper level/],
  ['prefixes of a deeper level', listXml([], ['p/a/b/']), /a key of a deeper level/],
  ['prefixes without a slash at their end', listXml([], ['p/a']), /a key of a deeper level/],
  ['very long keys', listXml([`p/${'x'.repeat(2000)}`]), /a key outside of the requested prefix/],
  ['the same page endlessly, in order', listXml(['p/1'], [], 'again'), null],
  [
    'the same page endlessly, out of order',
    listXml(['p/2', 'p/1'], [], 'again'),
    /the same page again and again/,
  ],
  ['empty pages endlessly', listXml([], [], 'again'), /lists nothing/],
  [
    'a page without a token',
    listXml(['p/1'], [], 'x').replace(/<Next.*Token>/, ''),
    /continues, but not where/,
  ],
  ['endless text', `<ListBucketResult>${'x'.repeat(MAX_XML_BYTES + 10)}`, /more than \d+ bytes/],
  ['bytes that are not XML', 'no XML at all <<<', /./],
  ['nested entities', ENTITIES, /gives no list/],
  ['a page of HTML', '<html><body>Sign in first</body></html>', /gives no list/],
  ['nothing', '', /gives no list/],
])('a bucket that lists %s is refused or ends', async (_, body, refused) => {
  await withBucket(
    () => ({ body }),
    async (url) => {
      const store = open({ endpoint: url, credentials: null });
      const began = performance.now();
      const listed = all(store, 'p/', 10);
      if (refused === null)
        await listed.catch((error: unknown) => expect(String(error)).toMatch(/again|no end/));
      else expect((await refusal(listed)).message).toMatch(refused);
      expect(performance.now() - began).toBeLessThan(20_000);
    },
  );
});

test('an object that exceeds its declared length, or has no end, is cut at the limit', async () => {
  let sent = 0;
  const bucket = createServer((_, reply) => {
    reply.writeHead(200);
    const more = (): void => {
      sent += 65_536;
      if (!reply.destroyed) reply.write(Buffer.alloc(65_536), more);
    };
    more();
  });
  await new Promise<void>((done) => bucket.listen(0, '127.0.0.1', done));
  try {
    const url = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
    const store = open({ endpoint: url, credentials: null, limits: { getMs: 20_000 } });
    expect(await refusal(store.get('key', 1_000_000, SIGNAL))).toMatchObject({ code: 'too-large' });
    expect(sent).toBeLessThan(20_000_000);
  } finally {
    bucket.closeAllConnections();
    bucket.close();
  }
});

test('a list of any bucket ends, is in order and has no duplicates', async () => {
  const key = fc.constantFrom('p/1', 'p/2', 'p/3', 'p/é', 'p/\u{1F600}', 'p/\uFFFD', 'p/', 'p/4+5', 'q/1');
  const page = fc.record({
    keys: fc.array(key, { maxLength: 5 }),
    prefixes: fc.array(fc.constantFrom('p/a/', 'p/b/', 'p/', 'p/1/'), { maxLength: 3 }),
    token: fc.option(fc.constantFrom('t1', 't2', 't3')),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(page, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 4 }),
      (pages, limit) => {
        let request = 0;
        return withBucket(
          () => {
            const { keys, prefixes, token } = pages[request++ % pages.length] ?? {
              keys: [],
              prefixes: [],
              token: null,
            };
            return { body: listXml(keys, prefixes, token) };
          },
          async (url) => {
            const store = open({ endpoint: url, credentials: null });
            let after: string | null = null;
            for (let i = 0; i < 20; i += 1) {
              const listing: ObjectListing | null = await store
                .list('p/', after, limit, SIGNAL)
                .catch((error: unknown) => {
                  expect(error).toBeInstanceOf(StreamFileError);
                  return null;
                });
              if (listing === null) return;
              const entries = [...listing.keys, ...listing.prefixes].sort(compareKeys);
              expect(new Set(entries).size).toBe(entries.length);
              expect(entries.length).toBeLessThanOrEqual(limit);
              for (const entry of entries) expect(after === null || compareKeys(entry, after) > 0).toBe(true);
              if (listing.next === null) return;
              expect(listing.next).toBe(entries.at(-1));
              after = listing.next;
            }
            throw new Error('the list has no end');
          },
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('at request level: requester pays, GCS projects, path style, region, and signed headers', async () => {
  const requests: { readonly url: URL; readonly headers: IncomingHttpHeaders }[] = [];
  await withBucket(
    (url, headers) => {
      requests.push({ url, headers });
      return { body: url.searchParams.has('list-type') ? listXml([]) : 'bytes' };
    },
    async (endpoint) => {
      const base = { endpoint, credentials: { accessKeyId: 'KEY', secretAccessKey: 'SECRET' } };
      const query = async (options: Partial<S3StoreOptions>) => {
        requests.length = 0;
        const store = open({ ...base, ...options });
        await store.list('p/', 'p/x', 7, SIGNAL);
        await store.get('p/key', 10, SIGNAL);
        for (const { headers } of requests) expect(JSON.stringify(headers)).not.toContain('SECRET');
        return requests.map(({ url, headers }) => ({
          path: url.pathname,
          query: Object.fromEntries(url.searchParams),
          payer: headers['x-amz-request-payer'],
          checksum: headers['x-amz-checksum-mode'],
          authorization: headers.authorization,
        }));
      };
      const [list, get] = await query({ requesterPays: true, region: 'eu-west-3' });
      expect(list).toMatchObject({ path: '/network/', payer: 'requester' });
      expect(list?.query).toMatchObject({
        'list-type': '2',
        delimiter: '/',
        prefix: 'p/',
        'start-after': 'p/x',
        'max-keys': '7',
        'encoding-type': 'url',
      });
      expect(get).toMatchObject({ path: '/network/p/key', payer: 'requester' });
      for (const request of [list, get]) {
        expect(request?.authorization).toMatch(
          /^AWS4-HMAC-SHA256 Credential=KEY\/\d{8}\/eu-west-3\/s3\/aws4_request, /,
        );
        expect(request?.authorization).toMatch(/SignedHeaders=[^,]*x-amz-request-payer/);
        expect(request?.checksum).toBeUndefined();
        expect(request?.query).not.toHaveProperty('userProject');
      }
      for (const request of await query({ provider: 'gcs', requesterPays: 'my-project' })) {
        expect(request.query.userProject).toBe('my-project');
        expect(request.payer).toBeUndefined();
        expect(request.checksum).toBeUndefined();
        expect(request.authorization).toMatch(/Credential=KEY\/\d{8}\/auto\/s3\/aws4_request/);
      }
      for (const request of await query({ credentials: null })) {
        expect(request.authorization).toBeUndefined();
        expect(request.payer).toBeUndefined();
      }
    },
  );
});
