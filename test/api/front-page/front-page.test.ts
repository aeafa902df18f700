import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frontPage } from '../../../src/api/front-page/front-page.ts';
import { escapeHtml, grouped } from '../../../src/api/pages/html.ts';
import { ingestDemo } from '../../ingest/ingest-demo.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';

/** A page as it is for a client that reached the server by a name. */
async function pageAt(api: TestApi, path: string, host: string): Promise<IncomingMessage & { text: string }> {
  const asked = request(`${api.url}${path}`, { headers: { host, accept: '*/*' } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return Object.assign(answer, { text: Buffer.concat(await answer.toArray()).toString() });
}

test('no page that a cache may keep holds the name by which a client reached the server', async () => {
  const api = await startTestApi({ settings: { cache: true }, statusPort: 5552 });
  try {
    for (const path of ['/', '/search?q=0.0.98', '/account/0.0.98', '/api/v1/docs/']) {
      const { text } = await pageAt(api, path, 'evil.example:80');
      expect(text).toContain('<a href="/status">Status</a>');
      expect(text).not.toContain('evil');
    }
    const { statusCode, headers } = await pageAt(api, '/status', 'mine.example:80');
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([
      302,
      'http://mine.example:5552/',
      'no-store',
    ]);
  } finally {
    await api.close();
  }
});

describe('the front page', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ settings: { cache: true }, statusUrl: 'https://status.example.org/?a&b' });
  });
  afterAll(() => api?.close());

  const page = async () => {
    const response = await api.get('/');
    return { response, html: await response.text() };
  };

  test('says before the first block that there is none', async () => {
    const { response, html } = await page();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('There is no block yet');
    expect(html).toContain('<a href="https://status.example.org/?a&amp;b">Status</a>');
    expect(html).not.toContain('<table>');
  });

  test('shows the last block, who signed it, and where to go', async () => {
    await ingestDemo(api.database, { seed: 3, tps: 20, blocks: 4, signInner: false });
    const { blocks } = (await api.json('/api/v1/blocks?limit=1')) as {
      blocks: { number: number; hash: string; count: number; timestamp: { to: string } }[];
    };
    const [block] = blocks;
    // The page is kept until a block is announced, or seen by looking.
    let html = '';
    for (let tries = 0; tries < 50 && !html.includes(block?.hash ?? '-'); tries++) {
      ({ html } = await page());
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(html).toContain(block?.hash);
    expect(html).toContain(`<a href="/block/${block?.number}">${block?.number}</a>`);
    expect(html).toContain(block?.timestamp.to);
    expect(html).toContain(`<dt>Transactions</dt><dd>${block?.count}</dd>`);
    expect(html).toMatch(/<strong>(\d+) of \1 nodes<\/strong> signed the last block/);
    expect(html).toMatch(/<th scope="row">0<\/th><td><a href="\/account\/0\.0\.3">0\.0\.3<\/a>/);
    expect(html).toContain('100.00&nbsp;%');
    // What network it is, and how much there is of it.
    expect(html).toContain('<h1>A network of its own</h1>');
    const total = async (sql: string) =>
      (await api.database.pool.query<{ count: string }>(sql)).rows[0]?.count ?? '';
    for (const [name, sql] of [
      ['Transactions', 'select count(*) from transaction'],
      ['Blocks', 'select count(*) from record_file'],
      ['Accounts', "select count(*) from entity where type = 'ACCOUNT'"],
      ['Tokens', 'select count(*) from token'],
      ['Contracts', 'select count(*) from contract'],
      ['Topics', 'select count(*) from topic'],
    ] as const) {
      expect(html).toMatch(new RegExp(`<dt>${name}</dt><dd[^>]*>${grouped(await total(sql))}</dd>`));
    }
    expect(html).toMatch(/<dt>Per second<\/dt><dd id="rate">\d+\.\d<\/dd>/);
    for (const [, href] of html.matchAll(/href="(\/[^"]*)"/g)) {
      expect([href, (await api.get(href ?? '')).status]).toEqual([href, 200]);
    }
  });

  test('holds for a database that another program wrote', async () => {
    await api.database.pool.query('alter table tain.signature_evidence rename to elsewhere');
    try {
      const plain = await startOnSame();
      expect(plain).toContain('stored by another program');
    } finally {
      await api.database.pool.query('alter table tain.elsewhere rename to signature_evidence');
    }
  });

  /** The page as a fresh server would show it, without what is kept. */
  async function startOnSame(): Promise<string> {
    const response = await fetch(`${api.url}/`, { headers: { host: 'elsewhere' } });
    await response.text();
    await api.database.pool.query("select pg_notify('tain_block', '')");
    for (let tries = 0; tries < 50; tries++) {
      const { html } = await page();
      if (html.includes('another program')) return html;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return '';
  }
});

describe('parts of the front page', () => {
  test('the database does not answer: 503, but a page', () => {
    const answer = frontPage({ chainId: 296n, proof: null, statusUrl: null });
    expect(answer.status).toBe(503);
    expect(answer.body.toString()).toContain('The database does not answer.');
  });

  test('what nodes did about the block is shown, whatever it is called', () => {
    const { body } = frontPage({
      chainId: 295n,
      proof: {
        verified: true,
        block: {
          number: '7',
          hash: 'ab'.repeat(48),
          previousHash: '',
          consensusEnd: '99999999999999.000000001',
          transactions: '1',
          version: null,
          proof: 'record-signatures',
        },
        hasUnsigned: false,
        onFirstUse: false,
        signatures: [
          { node: '0', account: '0.0.3', outcome: 'verified', share: 0.99999 },
          { node: '1', account: '0.0.4', outcome: 'missing', share: null },
          { node: '2', account: '0.0.5', outcome: '<odd>', share: 0 },
        ],
      },
      statusUrl: 'http://[::1]:5552/',
    });
    const html = body.toString();
    expect(html).toContain('1 of 3 nodes');
    expect(html).toContain('99.99&nbsp;%');
    expect(html).toContain('no signature yet');
    expect(html).toContain('&lt;odd&gt;');
    // A time that no calendar holds is shown as it is.
    expect(html).toContain('<code>99999999999999.000000001</code>');
    expect(html).toContain('href="http://[::1]:5552/"');
  });

  test.each([
    ['record-signatures', false, 'Nodes signed the record file', true],
    ['threshold-signature', false, 'carries a valid signature of the network', false],
    ['chain', true, 'hash chain alone', false],
    ['state-proof', true, 'hash chain alone', false],
  ])(
    'how the last block was proven: %s, blocks that nobody signed: %s',
    (kind, hasUnsigned, words, lists) => {
      const block = {
        number: '7',
        hash: '',
        previousHash: '',
        consensusEnd: '1.000000001',
        transactions: '1',
        version: null,
        proof: kind,
      };
      const html = frontPage({
        chainId: 295n,
        proof: { verified: true, block, hasUnsigned, onFirstUse: hasUnsigned, signatures: [] },
        statusUrl: null,
      }).body.toString();
      expect(html).toContain(words);
      expect(html.includes('TAIN_TRUST=chain')).toBe(hasUnsigned);
      expect(html.includes('TAIN_LEDGER_ID')).toBe(hasUnsigned);
      expect(html.includes('no list of signatures is kept')).toBe(lists);
    },
  );

  test.each([
    [295n, undefined, 'Hedera mainnet'],
    [296n, undefined, 'Hedera testnet'],
    [298n, 'demo', 'Demo network'],
    [298n, 'other', 'A network of its own'],
    [298n, 'constructor', 'A network of its own'],
  ])('what network it is: chain %s, %s', (chainId, network, name) => {
    const { body } = frontPage({ chainId, network, proof: null, statusUrl: null });
    expect(body.toString()).toContain(`<h1>${name}</h1>`);
  });

  test('totals that are not counted say so', () => {
    const exact = { count: 5, kind: 'exact' } as const;
    const totals = {
      blocks: 4_000_000,
      transactions: { count: 12_345_678, kind: 'about' },
      accounts: { count: 10_000, kind: 'at least' },
      tokens: exact,
      contracts: exact,
      topics: exact,
    } as const;
    const proof = { block: null, verified: true, hasUnsigned: false, onFirstUse: false, signatures: [] };
    const html = frontPage({ chainId: 295n, proof, totals, rate: 1234.5, statusUrl: null }).body.toString();
    for (const text of ['4,000,000', 'about 12.3 million', '10,000+', '1,235']) {
      expect(html).toContain(`>${text}</dd>`);
    }
  });

  test('text cannot become markup', () => {
    expect(escapeHtml(`<a href="x" id='y'>&`)).toBe('&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;');
  });
});
