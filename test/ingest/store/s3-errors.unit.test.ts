import { lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import { NoResponse } from '../../../src/ingest/store/limit-time.ts';
import { s3Failure } from '../../../src/ingest/store/s3-errors.ts';
import { S3Store } from '../../../src/ingest/store/s3-store.ts';

/** Returns an error in the format of Node.js. */
const failed = (fields: object) => Object.assign(new Error('failed'), fields);
const request = { file: 'key', bucket: 'mine', server: 'store.example:9000', signed: true };

test.each([
  [
    failed({ code: 'ENOTFOUND', hostname: 'mine.store.example' }),
    'unreadable',
    'the name mine.store.example does not resolve (ENOTFOUND)',
  ],
  [
    failed({ code: 'EAI_AGAIN', hostname: 'mine.store.example' }),
    'unreadable',
    'no name server answers for mine.store.example (EAI_AGAIN)',
  ],
  [
    failed({ code: 'ECONNREFUSED', address: '127.0.0.1', port: 9 }),
    'unreadable',
    'nothing listens at 127.0.0.1:9 (ECONNREFUSED)',
  ],
  [
    new Error('wrapped', {
      cause: Object.assign(new AggregateError([failed({ address: '::1', port: 9 })]), {
        code: 'ECONNREFUSED',
      }),
    }),
    'unreadable',
    'nothing listens at [::1]:9 (ECONNREFUSED)',
  ],
  [
    failed({ code: 'EHOSTUNREACH', address: '10.1.2.3', port: 443 }),
    'unreadable',
    'there is no route to 10.1.2.3:443 (EHOSTUNREACH)',
  ],
  [failed({ name: 'TimeoutError' }), 'timeout', 'store.example:9000 does not answer (ETIMEDOUT)'],
  [new NoResponse('key', 2_000), 'timeout', 'store.example:9000 does not answer (ETIMEDOUT)'],
  [
    new StreamFileError('timeout', 'key', null, 'no answer within 5000 ms'),
    'timeout',
    'store.example:9000 does not answer (ETIMEDOUT)',
  ],
] as const)('%s: %s, %s', (thrown, code, words) => {
  const { error, isTransient } = s3Failure(thrown, { ...request, settings: { endpoint: 'THE_ENDPOINT' } });
  expect(isTransient).toBe(true);
  expect(error).toMatchObject({ code, kind: 'source', exitCode: 8 });
  expect(error.message).toBe(`key: bucket mine cannot be reached: ${words}: see THE_ENDPOINT`);
});

test('a server of the provider is identified by its error', () => {
  const unnamed = { ...request, server: null, settings: {} };
  expect(s3Failure(new NoResponse('key', 1), unnamed).error.reason).toBe(
    'bucket mine cannot be reached: its server does not answer (ETIMEDOUT)',
  );
  expect(s3Failure(failed({ code: 'ECONNRESET' }), unnamed).error.reason).toBe(
    'the connection to bucket mine failed (ECONNRESET)',
  );
});

test('errors of a store for a silent server, for none, and for an unknown name', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { readonly port: number };
  const resolves = await new Promise<string>((done) =>
    lookup('nowhere.invalid', (error) => done(error?.code ?? '')),
  );
  const reasonAt = async (host: string, headersMs = 50_000): Promise<string> => {
    const store = new S3Store({
      provider: 's3',
      endpoint: `http://${host}`,
      region: null,
      bucket: 'mine',
      prefix: '',
      credentials: null,
      requesterPays: false,
      limits: { listMs: 2 * headersMs, headersMs, backOffMs: 1 },
    });
    try {
      return await store.list('', null, 1, new AbortController().signal).then(String, ({ reason }) => reason);
    } finally {
      await store.close();
    }
  };
  try {
    expect(await reasonAt(`127.0.0.1:${port}`, 100)).toBe(
      `bucket mine cannot be reached: 127.0.0.1:${port} does not answer (ETIMEDOUT)`,
    );
  } finally {
    silent.close();
  }
  expect(await reasonAt('127.0.0.1:9')).toBe(
    'bucket mine cannot be reached: nothing listens at 127.0.0.1:9 (ECONNREFUSED)',
  );
  if (resolves === 'ENOTFOUND')
    expect(await reasonAt('nowhere.invalid')).toBe(
      'bucket mine cannot be reached: the name nowhere.invalid does not resolve (ENOTFOUND)',
    );
});
