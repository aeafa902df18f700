import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { responseCodeName } from '../../../src/kernel/response-code.ts';
import { ingestDemo } from '../../ingest/ingest-demo.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { insert } from '../rows.ts';

// Pages about one thing, of a demo network and of what strangers write; the search; paths that are none.

/** What a browser asks for when somebody follows a link. */
/** A client without a preference for HTML: browsers get the explorer. */
const ANY = { headers: { accept: '*/*' } };
const BROWSER = { headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' } };
const MOST_BYTES = 50_000;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ settings: { cache: true }, statusUrl: 'https://status.example.org/' });
  await ingestDemo(api.database, { seed: 5, tps: 40, blocks: 6, signInner: false });
});
afterAll(() => api?.close());

/** A page as a browser gets it; redirects are followed. */
async function open(where: string): Promise<{ status: number; html: string; url: string; headers: Headers }> {
  const response = await api.get(where, ANY);
  const html = await response.text();
  return { status: response.status, html, url: new URL(response.url).pathname, headers: response.headers };
}

/** The first value of a statement. */
async function value(sql: string): Promise<string> {
  const { rows } = await api.database.pool.query<{ value: string }>(sql);
  return String(rows[0]?.value);
}

/** Where each kind of page is tried, and what it must say. */
const KINDS: readonly (readonly [name: string, path: () => Promise<string>, says: readonly RegExp[]])[] = [
  [
    'account',
    async () =>
      `/account/0.0.${await value('select account_id as value from token_account where balance > 0 order by 1 limit 1')}`,
    [/<dt>Balance<\/dt><dd>[\d,.]+ ℏ<\/dd>/, /<h2 id="tokens">Tokens/, /<h2 id="transactions">Transactions/],
  ],
  [
    'account that is a contract',
    async () =>
      `/account/0.0.${await value("select id as value from entity where type = 'CONTRACT' order by 1 limit 1")}`,
    [/its page as a contract/],
  ],
  [
    'transfer of tokens',
    async () => `/transaction/${await transactionWith('token_transfer')}`,
    [
      /✓<\/span> SUCCESS/,
      /<h2 id="transfers-of-tokens">/,
      /<dt>Block<\/dt><dd><a href="\/block\/\d+">/,
      /<dt>Fee<\/dt><dd>[\d.,]+ ℏ, at most/,
    ],
  ],
  [
    'contract call',
    async () => `/transaction/${await transactionWith('contract_log', 't.type = 7')}`,
    [/What the contract did/, /<dt>Gas used<\/dt><dd>[\d,]+ of [\d,]+/, /<h2 id="logs">/],
  ],
  [
    'failed transaction',
    async () => `/transaction/${await transactionWith('transaction', 'x.result not in (22, 104, 220)')}`,
    [/class="bad"><span aria-hidden="true">✕<\/span> [A-Z_]+/],
  ],
  [
    'block',
    async () => '/block/3',
    [/<h1>Block 3<\/h1>/, /href="\/block\/2"/, /href="\/block\/4"/, /<dt>Hash<\/dt>/],
  ],
  [
    'fungible token',
    async () =>
      `/token/0.0.${await value("select token_id as value from token where type = 'FUNGIBLE_COMMON' order by 1 limit 1")}`,
    [/fungible, \d+ decimals/, /<h2 id="who-holds-it">/, /<dt>Treasury<\/dt><dd><a href="\/account\//],
  ],
  [
    'token of NFTs',
    async () =>
      `/token/0.0.${await value('select token_id as value from nft where not deleted order by 1 limit 1')}`,
    [/<dt>Type<\/dt><dd>NFTs/, /<h2 id="nfts">/],
  ],
  [
    'topic',
    async () => `/topic/0.0.${await value('select topic_id as value from topic_message order by 1 limit 1')}`,
    [/<h2 id="newest-messages">/],
  ],
  [
    'contract',
    async () =>
      `/contract/0.0.${await value('select r.contract_id as value from contract_result r join contract c on c.id = r.contract_id order by 1 limit 1')}`,
    [/<dt>Code<\/dt><dd>[\d,]+ bytes/, /<h2 id="results">/, /<dt>EVM address<\/dt>/],
  ],
];

async function transactionWith(table: string, condition = 'true'): Promise<string> {
  return value(`select '0.0.' || t.payer_account_id || '-' || t.valid_start_ns / 1000000000 || '-' || lpad((t.valid_start_ns % 1000000000)::text, 9, '0') as value
    from transaction t join ${table} x on x.consensus_timestamp = t.consensus_timestamp where t.nonce = 0 and ${condition} order by t.consensus_timestamp limit 1`);
}

test.each(KINDS)(
  '%s: names, amounts and links, its JSON beside it, in a small answer',
  async (_, where, says) => {
    const { status, html, headers } = await open(await where());
    expect(status).toBe(200);
    expect(Buffer.byteLength(html)).toBeLessThan(MOST_BYTES);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    for (const text of says) expect(html).toMatch(text);
    expect(html).not.toMatch(/undefined|NaN|\[object/);
    // What stands beside it is the interface's own answer.
    const source = /<section class="json".*?<a href="([^"]+)"/s.exec(html)?.[1] ?? '';
    const shown = /<pre[^>]*>(.*?)<\/pre>/s.exec(html)?.[1] ?? '';
    const answer = await (await api.get(unescaped(source))).text();
    const text = unescaped(shown);
    const isCut = text.endsWith('\n…');
    const plain = (isCut ? text.slice(0, -2) : text).replaceAll(/\s/g, '');
    expect(answer.replaceAll(/\s/g, '').slice(0, isCut ? plain.length : undefined)).toBe(plain);
  },
);

test.each(KINDS)('%s: every link leads somewhere', async (_, where) => {
  const { html } = await open(await where());
  const links = [
    ...new Set([...html.matchAll(/href="(\/[^"#]*)"/g)].map(([, href]) => unescaped(href ?? ''))),
  ];
  expect(links.length).toBeGreaterThan(4);
  const next = /href="(\/block\/\d+)">the next one/.exec(html)?.[1];
  for (const link of links) {
    const { status } = await api.get(link, ANY);
    // The block after the last one is not there yet.
    expect([link, status === 404 && link === next ? 200 : status]).toEqual([link, 200]);
  }
});

test('results of contracts are named as in the database', async () => {
  const { rows } = await api.database.pool.query<{ id: string; outcomes: number[] }>(
    'select contract_id as id, array_agg(transaction_result order by consensus_timestamp desc) as outcomes from contract_result where transaction_nonce = 0 group by 1',
  );
  const seen = new Set<string>();
  for (const { id, outcomes } of rows.filter(({ id }) => id !== '0')) {
    const { html } = await open(`/contract/0.0.${id}`);
    const section = html.slice(html.indexOf('<h2 id="results">'), html.indexOf('>More results<'));
    const shown = [...section.matchAll(/<td><span class="(good|bad)">.*?<\/span> ([A-Z_]+)<\/span>/g)];
    const expected = outcomes
      .slice(0, 10)
      .map((code) => [code === 22 ? 'good' : 'bad', responseCodeName(code)]);
    expect([id, shown.map(([, mark, name]) => [mark, name])]).toEqual([id, expected]);
    for (const [, name] of expected) seen.add(name ?? '');
  }
  expect([...seen]).toEqual(expect.arrayContaining(['SUCCESS', 'INVALID_PAYER_SIGNATURE']));
});

test('a transaction stands before children that precede it', async () => {
  const id =
    await value(`select '0.0.' || t.payer_account_id || '-' || t.valid_start_ns / 1000000000 || '-' || lpad((t.valid_start_ns % 1000000000)::text, 9, '0') as value
    from transaction t join transaction c using (payer_account_id, valid_start_ns)
    where t.nonce = 0 and not t.scheduled and t.type = 14 and c.nonce = 1 and c.consensus_timestamp < t.consensus_timestamp limit 1`);
  const { transactions } = (await api.json(`/api/v1/transactions/${id}`)) as {
    transactions: { nonce: number; name: string; consensus_timestamp: string }[];
  };
  expect(transactions[0]?.nonce).toBe(1);
  const { html } = await open(`/transaction/${id}`);
  const types = [...html.matchAll(/<dt>Type<\/dt><dd>([A-Z]+)</g)].map(([, name]) => name);
  expect(types.slice(0, 2)).toEqual(['CRYPTOTRANSFER', transactions[0]?.name]);
  expect(html).toContain(`>Child 1: ${transactions[0]?.name}</h2>`);
  expect(types).toHaveLength(transactions.length);
});

test('an Ethereum transaction has the hash that wallets show', async () => {
  const hash = await value("select encode(hash, 'hex') as value from ethereum_transaction limit 1");
  const { html } = await open(`/transaction/0x${hash}`);
  expect(html).toMatch(new RegExp(`<dt>Ethereum hash</dt><dd><code class="hash"><bdi>0x${hash}</bdi>`));
  const { html: other } = await open(
    `/transaction/${await transactionWith('token_transfer', 't.type = 14')}`,
  );
  expect(other).not.toContain('Ethereum hash');
});

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

describe('the search', () => {
  const token = () => value('select token_id as value from token order by 1 limit 1');
  const address = () =>
    value(
      "select encode(evm_address, 'hex') as value from entity where type = 'ACCOUNT' and length(evm_address) = 20 and deleted is not true order by id limit 1",
    );
  const CASES: readonly (readonly [string, () => Promise<string>, RegExp])[] = [
    ['an account', async () => '0.0.2', /^\/account\/0\.0\.2$/],
    ['the number of an account', async () => '98', /^\/account\/0\.0\.98$/],
    ['an EVM address', async () => `0x${await address()}`, /^\/account\/0\.0\.\d+$/],
    ['an EVM address without 0x', address, /^\/account\/0\.0\.\d+$/],
    ['a token', async () => `0.0.${await token()}`, /^\/token\/0\.0\.\d+$/],
    [
      'a long-zero address of a token',
      async () =>
        BigInt(await token())
          .toString(16)
          .padStart(40, '0'),
      /^\/token\/0\.0\.\d+$/,
    ],
    [
      'a topic',
      async () => `0.0.${await value('select id as value from topic limit 1')}`,
      /^\/topic\/0\.0\.\d+$/,
    ],
    [
      'a contract',
      async () => `0.0.${await value("select id as value from entity where type = 'CONTRACT' limit 1")}`,
      /^\/contract\/0\.0\.\d+$/,
    ],
    [
      'a schedule, which has no page',
      async () => `0.0.${await value('select schedule_id as value from schedule limit 1')}`,
      /^\/api\/v1\/schedules\/0\.0\.\d+$/,
    ],
    [
      'the id of a transaction',
      () => transactionWith('token_transfer'),
      /^\/transaction\/0\.0\.\d+-\d+-\d{9}$/,
    ],
    [
      'the same as SDKs write it',
      async () => (await transactionWith('token_transfer')).replace(/-(\d+)-(\d+)$/, '@$1.$2'),
      /^\/transaction\/0\.0\.\d+-\d+-\d{9}$/,
    ],
    [
      'the hash of a transaction',
      () =>
        value(
          "select encode(transaction_hash, 'hex') as value from transaction where length(transaction_hash) = 48 limit 1",
        ),
      /^\/transaction\//,
    ],
    [
      'the same in base64',
      () =>
        value(
          "select encode(transaction_hash, 'base64') as value from transaction where length(transaction_hash) = 48 limit 1",
        ),
      /^\/transaction\//,
    ],
    [
      'the hash of an Ethereum transaction',
      async () => `0x${await value("select encode(hash, 'hex') as value from ethereum_transaction limit 1")}`,
      /^\/transaction\//,
    ],
    [
      'a consensus time',
      () =>
        value(
          "select (consensus_timestamp / 1000000000)::text || '.' || lpad((consensus_timestamp % 1000000000)::text, 9, '0') as value from transaction where nonce = 0 limit 1",
        ),
      /^\/transaction\//,
    ],
    ['the number of a block', async () => '5', /^\/(block\/5|search)$/],
    [
      'the hash of a block',
      () => value('select hash as value from record_file where index = 4'),
      /^\/block\/4$/,
    ],
    [
      '32 bytes of it',
      async () => `0x${(await value('select hash as value from record_file where index = 4')).slice(0, 64)}`,
      /^\/block\/4$/,
    ],
  ];
  test.each(CASES)('finds %s', async (_, text, expected) => {
    const { status, url } = await open(`/search?q=${encodeURIComponent(` ${await text()} `)}`);
    expect([status, url]).toEqual([200, expect.stringMatching(expected)]);
  });

  test('lists tokens by a part of their name', async () => {
    const name = await value('select name as value from token where length(name) > 3 limit 1');
    const { status, html } = await open(`/search?q=${encodeURIComponent(name.slice(0, 4))}`);
    expect(status).toBe(200);
    expect(html).toMatch(/<h2 id="tokens">Tokens.*<a href="\/token\/0\.0\.\d+">/s);
  });

  test.each([
    '0.0.999999999',
    '9999999999',
    `0x${'ab'.repeat(20)}`,
    'ab'.repeat(32),
    'ab'.repeat(48),
    '1.000000001',
    '"><script>alert(1)</script>',
    '',
    '%00',
    '\u202e',
    'x'.repeat(3000),
    "'; drop table entity",
  ])('says that there is nothing by %s', async (text) => {
    const { status, html, url } = await open(`/search?q=${encodeURIComponent(text)}`);
    expect([status, url]).toEqual([404, '/search']);
    expect(html).toContain('What can be found');
    expect(html).not.toContain('<script');
    expect(html).not.toContain('\u202e');
  });
});

test.each([
  ['/account/0.0.987654', 404, 'There is no such thing here'],
  ['/account/x', 400, 'Invalid parameter: idOrAliasOrEvmAddress'],
  ['/block/99999', 404, 'Not found'],
  ['/block/-1', 400, 'Invalid parameter: hashOrNumber'],
  ['/token/%3Cscript%3E', 400, 'Invalid parameter: tokenid'],
  ['/topic/0.0.2', 404, 'Topic not found'],
  ['/contract/0.0.2', 404, 'no such thing'],
  ['/transaction/nonsense', 400, 'Invalid Transaction id'],
  ['/transaction/0.0.2-1-1', 404, 'Not found'],
])('%s is a page that says what is wrong', async (where, status, text) => {
  const { html, ...answer } = await open(where);
  expect(answer.status).toBe(status);
  expect(html).toContain(text);
  expect(html).not.toContain('<script');
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

describe('a path that is none', () => {
  const JSON_404 = '{"_status":{"messages":[{"message":"Not found"}]}}';
  test.each([undefined, '*/*', 'application/json', 'application/json, text/plain, */*'])(
    'is the same JSON as ever to a program (%s)',
    async (accept) => {
      const response = await api.get('/nowhere?x', accept === undefined ? {} : { headers: { accept } });
      expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
        404,
        'application/json; charset=utf-8',
        JSON_404,
      ]);
      expect(response.headers.get('vary')).toBe(null);
    },
  );

  test('is the explorer to a browser, which no cache gives to a program', async () => {
    for (const where of ['/nowhere', '/%3Cscript%3Ealert(1)', '/account', '/account/0.0.2/x']) {
      const { status, headers } = await api.get(where, BROWSER);
      expect([where, status, headers.get('vary')?.includes('accept'), headers.get('cache-control')]).toEqual([
        where,
        404,
        true,
        'no-store',
      ]);
    }
  });

  test('what the interface has but does not find stays JSON, and so does a method that is none', async () => {
    expect(await (await api.get('/api/v1/accounts/0.0.987654', BROWSER)).text()).toBe(JSON_404);
    const posted = await api.get('/nowhere', { method: 'POST', ...BROWSER });
    expect([posted.status, await posted.text()]).toEqual([404, JSON_404]);
  });
});

test('the icon is there under both names', async () => {
  for (const where of ['/favicon.svg', '/favicon.ico']) {
    const response = await api.get(where);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ]);
  }
});

describe('what strangers write', () => {
  const EVIL =
    '</pre></script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&\u202egnp\u0000\u200b';
  // PostgreSQL's text holds no zero.
  const STORED = EVIL.replace('\u0000', '\u0001');
  const LONG = '<&"\'\u202e'.repeat(20_000);
  const AT = 1_000_000_000n;
  beforeAll(async () => {
    const entity = {
      timestamp_range: '[1,)',
      created_timestamp: 1,
      deleted: false,
      balance: '5000000000000000001',
    };
    await insert(api.database, 'entity', [
      { ...entity, id: 70_001, num: 70_001, shard: 0, realm: 0, type: 'ACCOUNT', memo: LONG },
      { ...entity, id: 70_002, num: 70_002, shard: 0, realm: 0, type: 'TOKEN', memo: STORED },
      { ...entity, id: 70_003, num: 70_003, shard: 0, realm: 0, type: 'TOPIC', memo: LONG },
      { ...entity, id: 70_004, num: 70_004, shard: 0, realm: 0, type: 'CONTRACT', memo: STORED },
    ]);
    await insert(api.database, 'token', [
      {
        token_id: 70_002,
        created_timestamp: 1,
        timestamp_range: '[1,)',
        decimals: 3,
        name: STORED,
        symbol: STORED,
        metadata: Buffer.from(LONG),
        initial_supply: 1,
        total_supply: '9223372036854775807',
        max_supply: 0,
        supply_type: 'INFINITE',
        type: 'FUNGIBLE_COMMON',
        treasury_account_id: 70_001,
        pause_status: 'NOT_APPLICABLE',
        freeze_default: false,
        freeze_status: 0,
        kyc_status: 0,
      },
    ]);
    await insert(api.database, 'token_account', [
      {
        account_id: 70_001,
        token_id: 70_002,
        balance: 7,
        associated: true,
        created_timestamp: 1,
        timestamp_range: '[1,)',
      },
    ]);
    await insert(api.database, 'custom_fee', [
      { entity_id: 70_002, timestamp_range: '[1,)' },
      { entity_id: 70_003, timestamp_range: '[1,)' },
    ]);
    await insert(api.database, 'topic', [{ id: 70_003, created_timestamp: 1, timestamp_range: '[1,)' }]);
    for (let number = 1; number <= 10; number++) {
      await insert(api.database, 'topic_message', [
        {
          topic_id: 70_003,
          sequence_number: number,
          consensus_timestamp: AT + BigInt(number),
          message: number % 2 === 0 ? Buffer.from(LONG) : Buffer.from(EVIL),
          payer_account_id: 70_001,
          running_hash: Buffer.alloc(48),
          running_hash_version: 3,
          valid_start_timestamp: 1,
        },
      ]);
    }
    await insert(api.database, 'contract', [{ id: 70_004, runtime_bytecode: Buffer.alloc(100_000, 0xfe) }]);
    for (let number = 0n; number < 30n; number++) {
      await insert(api.database, 'transaction', [
        {
          consensus_timestamp: AT + number,
          type: 14,
          result: 22,
          payer_account_id: 70_001,
          valid_start_ns: AT,
          nonce: Number(number),
          entity_id: 70_002,
          memo: number === 0n ? Buffer.from(LONG) : Buffer.from(EVIL),
          transaction_hash: Buffer.alloc(48, 1),
        },
      ]);
    }
  });

  test.each([
    ['/account/0.0.70001', '<bdi>&lt;&amp;&quot;&#39;\\u202e&lt;'],
    ['/token/0.0.70002', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['/topic/0.0.70003', '\\u202egnp\\u0000\\u200b'],
    ['/contract/0.0.70004', '100,000 bytes'],
    ['/transaction/0.0.70001-1-0', '\\u202egnp\\u0000\\u200b'],
  ])('%s shows it as text, all of it in a small page', async (where, text) => {
    const { status, html } = await open(where);
    expect(status).toBe(200);
    expect(Buffer.byteLength(html)).toBeLessThan(MOST_BYTES);
    expect(html).toContain(text);
    const markup = html.slice(html.indexOf('<body>'));
    expect(markup).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
    expect(markup.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(markup.match(/<\/pre>/g)).toHaveLength(1);
  });

  test('no digit of a great number is lost', async () => {
    const { html } = await open('/account/0.0.70001');
    expect(html).toContain('<dt>Balance</dt><dd>50,000,000,000.00000001 ℏ</dd>');
    expect(html).toMatch(/"balance": 5000000000000000001/);
    expect((await open('/token/0.0.70002')).html).toContain(
      '<dt>Supply</dt><dd>9,223,372,036,854,775.807</dd>',
    );
  });
});
