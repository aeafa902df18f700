import { once } from 'node:events';
import http from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { CSV_FILES } from '../../../src/rest/http/csv-files.ts';
import { DEFAULT_API_SETTINGS } from '../../../src/rest/route/settings.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { block, insert, transaction } from '../rows.ts';
import { entity, holding, insertToken } from '../tokens/token-rows.ts';
import { recordsOf } from './csv-reader.ts';

/** Lists as CSV over real HTTP: exact files, forms, bounds, clients that leave. */

const CSV = { headers: { accept: 'text/csv' } };
const SECOND = 1_000_000_000n;
const HEAD =
  'consensus_timestamp,transaction_id,name,result,memo,account,amount,token_id,serial_number,charged_tx_fee,staking_reward\r\n';
/** Messages of topic 9, enough for several pages and more than the buffers of a connection hold. */
const MESSAGES = 300;
const POLL = { timeout: 60_000, interval: 20 };

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ settings: { trustProxy: true, cache: true } });
  const { database } = api;
  const memo = (text: string) => ({ memo: Buffer.from(text) });
  await insert(database, 'transaction', [
    transaction(SECOND, 7, { charged_tx_fee: 300, ...memo('a "b", c') }),
    transaction(2n * SECOND + 5n, 8, { result: 10, ...memo('=1+1') }),
    transaction(3n * SECOND, 7, {
      nft_transfer: JSON.stringify([
        { is_approval: false, receiver_account_id: 8, sender_account_id: 7, serial_number: 3, token_id: 22 },
        {
          is_approval: false,
          receiver_account_id: 7,
          sender_account_id: null,
          serial_number: 4,
          token_id: 22,
        },
      ]),
    }),
  ]);
  const transfer = (time: bigint, account: number, amount: bigint) => ({
    entity_id: account,
    consensus_timestamp: time,
    amount,
    payer_account_id: 7,
    is_approval: false,
  });
  await insert(database, 'crypto_transfer', [
    transfer(SECOND, 3, 100n),
    transfer(SECOND, 7, -105n),
    transfer(SECOND, 8, 5n),
    transfer(SECOND, 800, -250_000_000_000_000_000n),
  ]);
  await insert(database, 'staking_reward_transfer', [
    { account_id: 7, amount: 12_345_678_901, consensus_timestamp: SECOND, payer_account_id: 7 },
    { account_id: 7, amount: 1, consensus_timestamp: 2n * SECOND + 5n, payer_account_id: 7 },
  ]);
  const tokenTransfer = (token: number, account: number, amount: bigint) => ({
    token_id: token,
    account_id: account,
    consensus_timestamp: SECOND,
    amount,
    payer_account_id: 7,
    is_approval: false,
  });
  await insert(database, 'token_transfer', [
    tokenTransfer(21, 7, -9_007_199_254_740_993n),
    tokenTransfer(23, 7, 5n),
  ]);
  await insertToken(database, 21);
  await insert(database, 'token_account', [holding(7, 21, 1234), holding(8, 21, 5)]);
  await database.pool.query(
    `insert into topic_message (consensus_timestamp, message, running_hash, running_hash_version, sequence_number, payer_account_id, topic_id, valid_start_timestamp)
     select n * 1000000000::bigint, case n when 1 then '\\x2b' else convert_to(repeat(chr(97 + n % 26), 4000), 'UTF8') end,
            '\\x00', 3, n, 7, 9, n * 1000000000::bigint
     from generate_series(1, $1::int) n`,
    [MESSAGES],
  );
  await insert(database, 'record_file', [block(0, 1), block(1, 1000)]);
  await insert(database, 'entity', [entity(7, 'ACCOUNT')]);
});
afterAll(() => api?.close());

const EXACT: Readonly<Record<string, string>> = {
  '/transactions?order=asc': `${HEAD}${[
    '1970-01-01T00:00:01.000000000Z,0.0.7-0-999999999,CRYPTOTRANSFER,SUCCESS,"a ""b"", c"',
  ]
    .flatMap((own) => [
      `${own},0.0.3,0.00000100,,,,`,
      `${own},0.0.7,-0.00000105,,,0.00000300,123.45678901`,
      `${own},0.0.8,0.00000005,,,,`,
      `${own},0.0.800,-2500000000.00000000,,,,`,
      `${own},0.0.7,-90071992547409.93,0.0.21,,,`,
      `${own},0.0.7,5,0.0.23,,,`,
    ])
    .concat([
      "1970-01-01T00:00:02.000000005Z,0.0.8-2-000000004,CRYPTOTRANSFER,INSUFFICIENT_PAYER_BALANCE,'=1+1,,,,,,",
      '1970-01-01T00:00:03.000000000Z,0.0.7-2-999999999,CRYPTOTRANSFER,SUCCESS,,0.0.7,-1,0.0.22,3,,',
      '1970-01-01T00:00:03.000000000Z,0.0.7-2-999999999,CRYPTOTRANSFER,SUCCESS,,0.0.8,1,0.0.22,3,,',
      '1970-01-01T00:00:03.000000000Z,0.0.7-2-999999999,CRYPTOTRANSFER,SUCCESS,,0.0.7,1,0.0.22,4,,',
    ])
    .join('\r\n')}\r\n`,
  '/transactions?account.id=8&timestamp=1': `${HEAD}1970-01-01T00:00:01.000000000Z,0.0.7-0-999999999,CRYPTOTRANSFER,SUCCESS,"a ""b"", c",0.0.8,0.00000005,,,,\r\n`,
  '/transactions?timestamp=5': HEAD,
  '/accounts/7/rewards?limit=1': `account_id,amount,timestamp\r\n0.0.7,0.00000001,1970-01-01T00:00:02.000000005Z\r\n0.0.7,123.45678901,1970-01-01T00:00:01.000000000Z\r\n`,
  '/tokens/21/holders?limit=1': 'account,balance,decimals\r\n0.0.7,12.34,2\r\n0.0.8,0.05,2\r\n',
  '/topics/9/messages?sequencenumber=1': `chunk_info,consensus_timestamp,message,payer_account_id,running_hash,running_hash_version,sequence_number,topic_id\r\n,1970-01-01T00:00:01.000000000Z,Kw==,0.0.7,AA==,3,1,0.0.9\r\n`,
  '/topics/9/messages?sequencenumber=1&encoding=utf-8': `chunk_info,consensus_timestamp,message,payer_account_id,running_hash,running_hash_version,sequence_number,topic_id\r\n,1970-01-01T00:00:01.000000000Z,'+,0.0.7,AA==,3,1,0.0.9\r\n`,
};

test.each(Object.entries(EXACT))('%s', async (path, expected) => {
  const response = await api.get(`/api/v1${path}`, CSV);
  expect(await response.text()).toBe(expected);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'cache-control': 'no-store',
    'tain-block': '1',
  });
  expect(response.headers.get('vary')).toContain('accept');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="\w+\.csv"$/);
});

describe('the form', () => {
  const path = '/api/v1/tokens/21/holders';
  const FORMS: readonly (readonly [accept: string, form: 'csv' | 'json'])[] = [
    ['text/csv', 'csv'],
    ['TEXT/CSV; charset=utf-8', 'csv'],
    ['text/csv, application/json;q=0.9', 'csv'],
    ['text/csv;q=0.5, */*;q=0.1', 'csv'],
    ['text/csv, */*', 'csv'],
    ['*/*', 'json'],
    ['', 'json'],
    ['text/*', 'json'],
    ['application/json, text/csv;q=0.5', 'json'],
    ['text/csv;q=0', 'json'],
    ['text/csv;q=0.2, application/*', 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
    ['text/csvx', 'json'],
  ];

  it.each(FORMS)('Accept: %s requests %s', async (accept, form) => {
    const response = await api.get(path, { headers: { accept } });
    expect(response.headers.get('content-type')).toContain(form === 'csv' ? 'text/csv' : 'application/json');
    expect(response.headers.get('vary')).toContain('accept');
    await response.text();
  });

  it('is not mixed up by the cache', async () => {
    const forms = await Promise.all(
      [{}, CSV, {}, CSV].map(async (init) => (await api.get(path, init)).text()),
    );
    expect(forms.map((text) => text[0])).toEqual(['{', 'a', '{', 'a']);
  });

  it('is JSON for a list without CSV, and for errors', async () => {
    expect((await api.get('/api/v1/blocks', CSV)).headers.get('vary') ?? '').not.toContain('accept,');
    const wrong = await api.get('/api/v1/transactions?limit=x', CSV);
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toEqual({ _status: { messages: [{ message: 'Invalid parameter: limit' }] } });
    expect((await api.get('/api/v1/accounts/999/rewards', CSV)).status).toBe(404);
  });

  it('is compressed, and has no body for HEAD', async () => {
    const { headers, body } = await raw('/api/v1/topics/9/messages', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(recordsOf(gunzipSync(body).toString())).toHaveLength(MESSAGES);
    const head = await api.get('/api/v1/topics/9/messages', { method: 'HEAD', ...CSV });
    expect([head.status, await head.text()]).toEqual([200, '']);
    await expect.poll(files, POLL).toBe(0);
  });
});

/** Sends a request without decoding its answer. */
async function raw(path: string, headers: Record<string, string>) {
  const request = http.get(api.url + path, { headers: { accept: 'text/csv', ...headers } });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { headers: response.headers, body: Buffer.concat(chunks) };
}

/** Number of files that are being sent. */
async function files(): Promise<number> {
  const text = await (await api.get('/metrics')).text();
  return Number(/^tain_api_csv_files (.*)$/m.exec(text)?.[1]);
}

describe('a file', () => {
  it('has all pages, whatever their size', async () => {
    for (const query of ['', '?limit=1', '?limit=33&order=desc']) {
      const records = recordsOf(await (await api.get(`/api/v1/topics/9/messages${query}`, CSV)).text());
      const numbers = records.map(({ sequence_number }) => Number(sequence_number));
      const all = Array.from({ length: MESSAGES }, (_, index) => index + 1);
      expect(numbers).toEqual(query.includes('desc') ? all.toReversed() : all);
    }
  });

  const BOUNDS = { ...DEFAULT_API_SETTINGS.csvBounds };
  it.each([
    [{ ...BOUNDS, rows: 250 }, '', 200],
    [{ ...BOUNDS, rows: 250 }, '?limit=70&timestamp=gte:3', 210],
    [{ ...BOUNDS, bytes: 700_000 }, '', 200],
    [{ ...BOUNDS, milliseconds: 0 }, '?limit=5', 5],
    [{ ...BOUNDS, rows: MESSAGES }, '', undefined],
    [{ ...BOUNDS, rows: 3 }, '?limit=50', 50],
  ])('with bounds %j and %s has %s rows and names the rest', async (csvBounds, query, rows) => {
    const bounded = await startTestApi({ database: api.database, settings: { csvBounds } });
    try {
      const path = `/api/v1/topics/9/messages${query}`;
      let records = recordsOf(await (await bounded.get(path, CSV)).text());
      const met: string[] = [];
      for (;;) {
        const last = records.at(-1);
        const [, count, next] = /^Cut after (\d+) rows: (.*)$/.exec(last?.chunk_info ?? '') ?? [];
        if (met.length === 0) expect(count).toBe(rows === undefined ? undefined : String(rows));
        const shown = next === undefined ? records : records.slice(0, -1);
        met.push(...shown.map(({ sequence_number }) => sequence_number ?? ''));
        if (next === undefined) break;
        expect(shown).toHaveLength(Number(count));
        records = recordsOf(await (await bounded.get(next, CSV)).text());
      }
      const first = query.includes('timestamp') ? 3 : 1;
      expect(met).toEqual(Array.from({ length: MESSAGES + 1 - first }, (_, index) => String(index + first)));
    } finally {
      await bounded.close();
    }
  });

  it('ends when its client leaves', async () => {
    const locker = await api.database.pool.connect();
    try {
      const path = `${api.url}/api/v1/topics/9/messages?limit=1`;
      const request = http.get(path, { headers: { accept: 'text/csv' } });
      await once(request, 'response');
      // The next page cannot be read.
      await locker.query('begin; lock table topic_message in access exclusive mode');
      expect(await files()).toBe(1);
      request.destroy();
      await expect.poll(files, POLL).toBe(0);
    } finally {
      await locker.query('rollback');
      locker.release();
    }
    expect(api.errors).toEqual([]);
  });

  it('counts for its client, and leaves others theirs', async () => {
    const locker = await api.database.pool.connect();
    const from = (client: string) => ({ headers: { ...CSV.headers, 'x-forwarded-for': client } });
    const path = '/api/v1/topics/9/messages?limit=50';
    try {
      await locker.query('begin; lock table topic_message in access exclusive mode');
      const begun = Array.from({ length: CSV_FILES.perClient }, () => api.get(path, from('10.0.0.1')));
      await expect.poll(files, POLL).toBe(CSV_FILES.perClient);
      const refused = await api.get(path, from('10.0.0.1'));
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
      expect(await refused.json()).toEqual({
        _status: {
          messages: [
            {
              message: 'Too many requests',
              detail: `More than ${CSV_FILES.perClient} lists as CSV of one client`,
            },
          ],
        },
      });
      const other = api.get(path, from('10.0.0.2'));
      await expect.poll(files, POLL).toBe(CSV_FILES.perClient + 1);
      await locker.query('rollback');
      const texts = await Promise.all([...begun, other].map(async (each) => (await each).text()));
      for (const text of texts) expect(recordsOf(text)).toHaveLength(MESSAGES);
    } finally {
      await locker.query('rollback').catch(() => undefined);
      locker.release();
    }
    await expect.poll(files, POLL).toBe(0);
  });
});
