import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sdkTransactionId } from '../../packages/explorer/src/words/format.ts';
import { TRANSACTION_TYPES } from '../../packages/explorer/src/words/transaction-names.ts';
import { type Browser, HAS_BROWSER, launchBrowser, type Page } from '../browser.ts';
import { pick } from '../client/demo-api.ts';
import type { TestApi } from '../rest/api-fixture.ts';
import { startDemoExplorer } from './demo-explorer.ts';
import { DEMO_QUERIES } from './demo-queries.ts';
import { addAxe, clipped, settled, shapeOf, violations } from './page-checks.ts';
import { type PlainMirror, startPlainMirror } from './plain-mirror.ts';
import { TASKS } from './tasks.ts';
import { Visitor } from './visitor.ts';

const HAS_EXPLORER = existsSync(new URL('../../dist/explorer/', import.meta.url));
/** Folder for the screenshots of docs/explorer.md; undefined: none are made. */
const SHOTS = process.env.TAIN_SCREENSHOTS;
/** Pages with a screenshot: its name, its colour scheme, and the selected tab. */
const SCREENSHOTS: Readonly<Record<string, readonly [name: string, scheme: 'light' | 'dark', tab?: string]>> =
  {
    '/': ['home', 'light'],
    '/transactions': ['transactions', 'dark'],
    '/network': ['network', 'light'],
    '/transaction/{reverted}': ['revert', 'light'],
    '/transaction/{nested}': ['call-tree', 'dark', 'Contract'],
    '/transaction/{batch}': ['batch', 'light'],
    '/account/{nfts}': ['account', 'light'],
    '/token/{token}': ['token', 'dark'],
    '/topic/{topic}': ['topic', 'light'],
    '/schedule/{schedule}': ['schedule', 'dark'],
  };

/** All pages. `{name}` stands for the first text of an entry of `demo-queries.ts`. */
const PAGES = [
  '/',
  '/transactions',
  '/transactions?account.id={byKey}&result=fail',
  '/blocks',
  '/accounts',
  '/tokens',
  '/nfts',
  '/topics',
  '/contracts',
  '/schedules',
  '/nodes',
  '/network',
  '/transaction/{transfer}',
  '/transaction/{reverted}',
  '/transaction/{batch}',
  '/transaction/{nested}',
  '/block/13',
  '/account/{nfts}',
  '/account/{airdrop}',
  '/token/{token}',
  '/token/{collection}',
  '/topic/{topic}',
  '/schedule/{schedule}',
  '/contract/0.0.1296',
  '/search?q=Showcase',
] as const;
/** A picture with a script that sets `owned` if the picture is inlined in the page. */
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="globalThis.owned = true">
<script>globalThis.owned = true;</script><rect width="40" height="40"/></svg>`;
/** ABI of the demo network's contract `Counter`, in the compiler's format. */
const COUNTER_ABI = [
  {
    type: 'function',
    name: 'increment',
    inputs: [],
    outputs: [{ type: 'uint256' }],
    stateMutability: 'nonpayable',
  },
  { type: 'function', name: 'count', inputs: [], outputs: [{ type: 'uint256' }], stateMutability: 'view' },
  {
    type: 'event',
    name: 'Incremented',
    inputs: [
      { name: 'by', type: 'address', indexed: true },
      { name: 'count', type: 'uint256', indexed: false },
    ],
  },
];
const WIDTHS = [390, 768, 1280] as const;
/** Maximum time from the response to the paint of its 100 rows, as a multiple of that of their markup alone. */
const MAX_LIST_RATIO = 5;
/** Maximum number of repaints of a live list in a second. */
const MAX_REPAINTS = 4;
/** Sum of layout shifts while a page loads that web.dev still rates as good; above 0.25 it is poor. */
const MAX_SHIFT = 0.1;
/** Hides all rows of tables but the first ones. Axe does not examine hidden elements, and rows have the same components. */
const HIDE_ROWS = `for (const row of document.querySelectorAll('tbody tr:nth-child(n+7)')) row.hidden = true;`;
/** Counts the open event streams of a page in `streams`. */
const COUNT_STREAMS = `globalThis.streams = 0;
  globalThis.EventSource = class extends EventSource {
    constructor(url) { super(url); globalThis.streams++; }
    close() { if (this.readyState !== 2) globalThis.streams--; super.close(); }
  };`;

/** Returns a page that holds an event stream. */
async function holderOf(pages: readonly Page[]): Promise<Page> {
  for (const page of pages) if ((await page.evaluate('globalThis.streams')) === 1) return page;
  throw new Error('no page holds a stream');
}

/** Sums the layout shifts of a page in `moved`. */
const SHIFTS = `globalThis.moved = 0; new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) globalThis.moved += value;
}).observe({ type: 'layout-shift', buffered: true });`;

describe.skipIf(!HAS_BROWSER || !HAS_EXPLORER)('the explorer in a real browser', () => {
  let api: TestApi;
  let browser: Browser;
  /** Shared by all tests, because opening a page costs more than most tests. */
  let page: Page;
  /** Errors in the page's console. */
  const problems: string[] = [];
  const found = new Map<string, Promise<readonly string[]>>();
  const find = (name: keyof typeof DEMO_QUERIES): Promise<readonly string[]> => {
    const known = found.get(name) ?? pick(api, DEMO_QUERIES[name]);
    found.set(name, known);
    return known;
  };

  beforeAll(async () => {
    [api, browser] = await Promise.all([startDemoExplorer(), launchBrowser()]);
    page = await browser.newPage();
    // The demo explorer names the address of a JSON-RPC service, and has none.
    await page.route('http://127.0.0.1:7546/**', (route) =>
      route.fulfill({
        contentType: 'application/json',
        body: '{"jsonrpc":"2.0","id":1,"result":null}',
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      }),
    );
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`);
    });
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
  });

  /** Replaces each placeholder by its first text. */
  async function routeOf(pattern: string): Promise<string> {
    let route = pattern;
    for (const [all, name] of pattern.matchAll(/\{(\w+)\}/g)) {
      route = route.replace(all, (await find(name as keyof typeof DEMO_QUERIES))[0] ?? '');
    }
    return route;
  }

  /** Runs `use` on the page. An error in its console other than `allowed` fails the test. */
  async function open(use: (page: Page) => Promise<void>, allowed = /^$/): Promise<void> {
    await page.goto('about:blank');
    problems.length = 0;
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await use(page);
    expect(problems.filter((text) => !allowed.test(text))).toEqual([]);
  }

  test('shows a history with every type of transaction, each with a name', async () => {
    const { rows } = await api.database.pool.query<{ type: number }>('select distinct type from transaction');
    expect(rows.length).toBeGreaterThan(50);
    const named = new Set(TRANSACTION_TYPES.map(([type]) => type));
    const listed = await api.json('/api/v1/transactions?limit=100&order=asc');
    const names = (listed.transactions as readonly { readonly name: string }[]).map(({ name }) => name);
    expect(names.filter((name) => name !== 'UNKNOWN' && !named.has(name))).toEqual([]);
  });

  test('adds the network to a wallet', async () => {
    const page = await browser.newPage();
    try {
      await page.addInitScript({
        content: 'globalThis.ethereum = { request: async (call) => { globalThis.added = call; } };',
      });
      await page.goto(api.url);
      await page.getByRole('button', { name: 'Add to MetaMask' }).click();
      await page.getByText('The wallet has the network.').waitFor();
      const { chain_id: chainId } = await api.json('/api/v1/network/capabilities');
      expect(await page.evaluate('globalThis.added')).toEqual({
        method: 'wallet_addEthereumChain',
        params: [
          {
            chainId,
            chainName: expect.stringMatching(/^Hedera ./),
            nativeCurrency: { name: 'HBAR', symbol: 'HBAR', decimals: 18 },
            rpcUrls: ['http://127.0.0.1:7546'],
            blockExplorerUrls: [new URL(api.url).origin],
          },
        ],
      });
    } finally {
      await page.close();
    }
  });

  test.each(TASKS)('a user finds out %s', async (_, steps) => {
    await open(async (page) => {
      await steps(await Visitor.onHomePage(page, api.url), find);
    }, /status of 40[04]/);
  });

  test('shows the pictures of an account’s NFTs on request, and sends no request to their servers before', async () => {
    const [account = ''] = await find('nfts');
    const requested: string[] = [];
    await page.route('https://ipfs.io/**', async (route) => {
      requested.push(route.request().url());
      await route.fulfill({
        contentType: 'image/svg+xml',
        body: PICTURE,
        headers: { 'access-control-allow-origin': '*' },
      });
    });
    await open(async () => {
      await page.goto(`${api.url}/account/${account}?tab=NFTs`);
      await page.getByText('reveals your IP address to that server').first().waitFor();
      expect(requested).toEqual([]);
      await page.getByRole('link', { name: 'Load external content' }).click();
      await page.locator('img.thumbnail').first().waitFor();
      expect(requested.length).toBeGreaterThan(0);
      // An SVG is shown like any picture, and never inlined.
      const width = "document.querySelector('img.thumbnail').naturalWidth";
      await expect.poll(() => page.evaluate(width)).toBe(40);
      expect(
        await page.evaluate(
          "[document.querySelectorAll('main svg, object, embed, iframe').length, 'owned' in globalThis]",
        ),
      ).toEqual([0, false]);
      // The tab does not change, nor does its list.
      await page.getByRole('tab', { name: 'NFTs', exact: true }).waitFor();
      expect(await page.locator('tbody tr').count()).toBeGreaterThan(1);
    });
  });

  test('redirects from the spellings of former addresses', async () => {
    const [id = '', hash = ''] = await find('transfer');
    const [account = '', address = ''] = await find('byAddress');
    const [ethereumHash = '', signer = '', payer = '', target = ''] = await find('relayed');
    const [token = ''] = await find('token');
    const sdkId = sdkTransactionId(id);
    await open(async (page) => {
      for (const [route, title] of [
        [`/transaction/${sdkId}`, `Transaction ${sdkId}`],
        [`/transaction/${hash}`, `Transaction ${sdkId}`],
        [`/account/${address}`, `Account ${account}`],
        [`/account/${account}/`, `Account ${account}`],
        [`/search?q=${account}`, `Account ${account}`],
        // Addresses of EIP-3091.
        [`/address/${address}`, `Account ${account}`],
        [`/token/0x${Number(token.split('.')[2]).toString(16).padStart(40, '0')}`, / \(.*\)$/],
        [`/tx/${ethereumHash}`, /^Transaction /],
      ] as const) {
        await page.goto(api.url + route);
        await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      }
      const shown = () => page.locator('main').innerText();
      await expect.poll(shown).toContain(`${signer} sent an Ethereum transaction to ${target}`);
      await expect.poll(shown).toMatch(new RegExp(`Sender\\s+${signer}\\s+Submitted by\\s+${payer}\\s`));
      // A search requests entities that may not exist.
    }, /status of 404/);
  });

  test('joins a message whose first chunk is on the page before', async () => {
    const [topic = ''] = await find('topic');
    const messages = Array.from({ length: 60 }, (_, index) => ({
      chunk_info: null,
      consensus_timestamp: `${1_767_225_600 + index}.000000000`,
      message: Buffer.from(`message ${index + 1}`).toString('base64'),
      payer_account_id: '0.0.2',
      running_hash: '',
      running_hash_version: 3,
      sequence_number: index + 1,
      topic_id: topic,
    }));
    for (const [number, text] of [
      [1, 'begins here, '],
      [2, 'ends there'],
    ] as const) {
      const initial_transaction_id = { account_id: '0.0.2', transaction_valid_start: '1767225600.000000000' };
      const chunk_info = { initial_transaction_id, number, total: 2 };
      const message = Buffer.from(text).toString('base64');
      Object.assign(messages[28 + number] ?? {}, { chunk_info, message });
    }
    await open(async (page) => {
      await page.route(`**/api/v1/topics/${topic}/messages?**`, async (route) => {
        const { searchParams } = new URL(route.request().url());
        const [comparison, number] = (searchParams.get('sequencenumber') ?? '').split(':');
        const within = messages.filter(({ sequence_number: at }) =>
          comparison === 'lt' ? at < Number(number) : at >= Number(number),
        );
        const ordered = searchParams.get('order') === 'desc' ? within.reverse() : within;
        const limited = ordered.slice(0, Number(searchParams.get('limit')));
        const body = JSON.stringify({ messages: limited, links: { next: null } });
        await route.fulfill({ contentType: 'application/json', body });
      });
      await page.goto(`${api.url}/topic/${topic}?from=31`);
      await page.getByText('begins here, ends there (2 of 2 chunks)').waitFor();
      expect(await page.locator('tbody tr').count()).toBe(25);
    });
  });

  test('a button copies a value', async () => {
    const [account = ''] = await find('byKey');
    await open(async (page) => {
      await page.goto(`${api.url}/account/${account}?tab=Details`);
      await page.getByRole('button', { name: 'Copy the id', exact: true }).click();
      await page.getByText('Copied').waitFor();
      await page.keyboard.press('/');
      await page.keyboard.press('Control+V');
      await expect.poll(() => page.evaluate("document.querySelector('#q').value")).toBe(account);
    });
  });

  test('distinguishes empty, invalid and failed results', async () => {
    await open(async (page) => {
      await page.setViewportSize({ width: 390, height: 900 });
      await page.route('**/api/v1/topics/0.0.77', (route) =>
        route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
      );
      await page.route('**/api/v1/schedules?account.id=0.0.77&**', (route) => route.abort());
      for (const [route, text] of [
        ['/transactions?account.id=0.0.987654', 'No item matches these filters.'],
        [
          '/transactions?account.id=x',
          'The mirror does not accept this request. Invalid parameter: account.id',
        ],
        ['/account/0.0.987654', 'The mirror has no object with this name. Not found'],
        ['/topic/0.0.77', 'This could not be loaded. The mirror answered 503.'],
        ['/schedules?account.id=0.0.77', `This could not be loaded. ${api.url} does not answer.`],
        ['/search?q=zzzz', 'Nothing here is called zzzz.'],
        ['/nowhere', 'No page has this address'],
      ] as const) {
        await page.goto(api.url + route);
        await settled(page);
        await expect.poll(() => page.locator('main').innerText()).toContain(text);
        await addAxe(page);
        expect([route, await clipped(page), await violations(page, 'html')]).toEqual([route, [], []]);
      }
    }, /status of (?:40[04]|503)|ERR_FAILED/);
  });

  test('lists are filtered, paged and shared by their address', async () => {
    await open(async (page) => {
      const links = async () => {
        await settled(page);
        return page.evaluate(
          "[...document.querySelectorAll('tbody td:first-child a')].map(({ href }) => href)",
        ) as Promise<string[]>;
      };
      await page.goto(`${api.url}/transactions`);
      const first = await links();
      await page.getByRole('link', { name: 'Next page' }).click();
      await expect.poll(() => page.url()).toMatch(/\/transactions\?.*timestamp=lt:/);
      await expect.poll(links).not.toEqual(first);
      const second = await links();
      expect([second.length, second.filter((link) => first.includes(link))]).toEqual([25, []]);
      await page.goto(page.url());
      expect(await links()).toEqual(second);
      await page.getByRole('link', { name: 'First page' }).click();
      await expect.poll(() => page.url()).toBe(`${api.url}/transactions`);
      expect(await links()).toEqual(first);
      await page.locator('select[name=result]').selectOption('fail');
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect.poll(() => page.url()).toBe(`${api.url}/transactions?result=fail`);
      await settled(page);
      expect(await page.locator('tbody .chip.good').count()).toBe(0);
      expect(await page.locator('tbody .chip.bad').count()).toBeGreaterThan(0);
      await page.goto(`${api.url}/account/0.0.2`);
      const newest = await links();
      await page.getByRole('button', { name: 'Next' }).click();
      await expect.poll(links).not.toEqual(newest);
      await page.getByRole('button', { name: 'Previous' }).click();
      await expect.poll(links).toEqual(newest);
    });
  });

  test('lists are saved as CSV files, with their filters', async () => {
    const [topic] = await find('topic');
    const [token] = await find('token');
    const saved: readonly (readonly [path: string, list: string])[] = [
      ['/transactions?result=fail', '/api/v1/transactions?result=fail'],
      [`/topic/${topic}`, `/api/v1/topics/${topic}/messages?encoding=utf-8`],
      [`/token/${token}`, `/api/v1/tokens/${token}/holders?limit=100`],
    ];
    const page = await browser.newPage();
    try {
      // Saving a file stores its contents and its name here.
      await page.addInitScript({
        content:
          'URL.createObjectURL = (blob) => { globalThis.saved = blob; return "#saved"; }; HTMLAnchorElement.prototype.click = function () { globalThis.savedAs = this.download; };',
      });
      for (const [path, list] of saved) {
        await page.goto(api.url + path);
        await page.getByRole('button', { name: 'CSV', exact: true }).click();
        const expected = await (await api.get(list, { headers: { accept: 'text/csv' } })).text();
        expect(expected.split('\r\n').length).toBeGreaterThan(2);
        await expect
          .poll(() => page.evaluate('globalThis.saved?.text()'), { timeout: 60_000 })
          .toBe(expected);
        expect(await page.evaluate('globalThis.savedAs')).toBe(`${/\/(\w+)(?:\?|$)/.exec(list)?.[1]}.csv`);
      }
    } finally {
      await page.close();
    }
  });

  test('back returns to the kind, the page and the scroll position of a history', async () => {
    await open(async (page) => {
      const links = async () =>
        String(
          await page.evaluate(`[...document.querySelectorAll('tbody td:first-child a')].map((each) =>
            each.getAttribute('href')).join()`),
        );
      const isShown = async (before: string) => {
        await expect.poll(async () => [before, ''].includes(await links())).toBe(false);
        return links();
      };
      await page.goto(`${api.url}/account/0.0.2`);
      const all = await isShown('');
      await page.locator('select').selectOption('type=debit');
      const newest = await isShown(all);
      await page.getByRole('button', { name: 'Next' }).click();
      const shown = await isShown(newest);
      await page.evaluate("document.querySelectorAll('tbody tr')[20].scrollIntoView({ block: 'center' })");
      const top = Number(await page.evaluate('scrollY'));
      expect(top).toBeGreaterThan(0);
      await page.locator('tbody tr').nth(20).locator('a').first().click();
      await page.getByRole('heading', { level: 1, name: /^Transaction/ }).waitFor();
      await page.evaluate('history.back()');
      await expect.poll(links).toBe(shown);
      expect(await page.evaluate("document.querySelector('select').value")).toBe('type=debit');
      await expect.poll(() => page.evaluate('scrollY')).toBe(top);
    });
  });

  test('an account that is a contract leads to it, titles have names, and the header of a phone is low', async () => {
    const [, contract = ''] = await find('counter');
    const [token = ''] = await find('token');
    await open(async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${api.url}/account/${contract}`);
      await page.getByRole('link', { name: 'its page as a contract' }).click();
      await page.getByRole('heading', { level: 1, name: `Contract ${contract}` }).waitFor();
      expect(Number(await page.evaluate("document.querySelector('.top').offsetHeight"))).toBeLessThan(150);
      await page.goto(`${api.url}/token/${token}`);
      await settled(page);
      const heading = await page.locator('h1').innerText();
      expect(await page.evaluate('document.title')).toBe(`${heading} · Tain`);
    });
  });

  test('decodes calls and events by an ABI that the user adds, also after a reload', async () => {
    const [id = '', contract = ''] = await find('counter');
    const decoded = [
      ['/contract/{contract}', /increment\(\)/],
      ['/contract/{contract}?tab=Events', /Incremented\s+by 0\.0\.\d+\s+count \d+/],
      ['/transaction/{id}?tab=Contract', /increment\(\).*Incremented\s+by 0\.0\.\d+\s+count \d+/s],
    ] as const;
    await open(async (page) => {
      const visit = (route: string) =>
        page.goto(api.url + route.replace('{contract}', contract).replace('{id}', id));
      const shown = () => page.locator('#panel').innerText();
      const seen = async (route: string): Promise<string> => {
        await visit(route);
        await settled(page);
        return shown();
      };
      for (const [route, text] of decoded) expect(await seen(route)).not.toMatch(text);
      // An unknown event is shown with its topics and its data.
      expect(await seen('/contract/{contract}?tab=Events')).toMatch(
        /Unknown event\s+topic 0 0x[0-9a-f]{64}\s+topic 1 0x[0-9a-f]{64}\s+data 0x[0-9a-f]{64}/,
      );
      await page.goto(`${api.url}/contract/${contract}?tab=Read`);
      await page.locator('#abi').fill(JSON.stringify(COUNTER_ABI));
      await page.getByRole('button', { name: 'Use this ABI' }).click();
      await page.getByRole('button', { name: 'Call' }).click();
      await expect.poll(shown).toMatch(/count\(\)\s+Call\s+\d+/);
      await page.getByRole('tab', { name: 'Calls' }).click();
      await page.getByText('increment()').first().waitFor();
      // Decoded texts replace others after the page has settled.
      for (const [route, text] of decoded) {
        await visit(route);
        await expect.poll(shown).toMatch(text);
      }
      await page.evaluate('localStorage.clear()');
    });
  });

  test('a call tree shows sender, value, depth and constructors, and more than 100 calls by pages', async () => {
    const [id = '', at = '', count = ''] = await find('called');
    // Value 300,000,000 is forwarded at depth 2; action 150 creates a contract; delegate calls show no value.
    await api.database.pool.query(
      `insert into contract_action (call_depth, call_operation_type, call_type, caller, consensus_timestamp, gas, gas_used,
         index, recipient_account, input, result_data_type, value, payer_account_id)
       select 2, case when i = 150 then 5 when i = 160 then 3 else 1 end, case when i = 150 then 2 else 1 end, 1077, $1, 5000,
         2000 + i, 1000 + i, 1088, case when i = 150 then '\\x6080604052'::bytea end, 11, 300000000, payer_account_id
       from transaction, generate_series(1, 250) i where consensus_timestamp = $1`,
      [at],
    );
    await open(async (page) => {
      await page.goto(`${api.url}/transaction/${id}?tab=Contract`);
      const calls = page.locator('#panel .tree li:has(.chip)');
      await page.getByRole('button', { name: 'Show the next calls' }).waitFor();
      expect(await calls.count()).toBe(100);
      expect((await calls.last().innerText()).replace(/\s+/g, ' ')).toMatch(
        /^CALL 0\.0\.1077 → 0\.0\.1088 no input 3 ℏ depth 2, 2,\d{3} of 5,000 gas$/,
      );
      await page.getByRole('button', { name: 'Show the next calls' }).click();
      await expect.poll(() => calls.count()).toBe(200);
      await page.getByRole('button', { name: 'Show the next calls' }).click();
      await expect.poll(() => calls.count()).toBe(250 + Number(count));
      const text = await page.locator('#panel .tree').innerText();
      expect(text).toContain('CREATE 0.0.1077 → 0.0.1088 constructor 3 ℏ depth 2, 2,150 of 5,000 gas');
      expect(text).toContain('DELEGATECALL 0.0.1077 → 0.0.1088 no input depth 2, 2,160 of 5,000 gas');
      expect(await clipped(page)).toEqual([]);
    });
  });

  test('the documentation shows one operation at a time, with selects for enumerations', async () => {
    await open(async (page) => {
      await page.goto(`${api.url}/api/v1/docs/#listTransactions`);
      await page.locator('html[data-ready]').waitFor();
      const shown = () =>
        page.evaluate(
          "[...document.querySelectorAll('article')].filter((each) => each.offsetParent).map(({ id }) => id)",
        );
      expect(await shown()).toEqual(['listTransactions']);
      await page.locator('#listTransactions-query-result').selectOption('fail');
      await page.locator('#listTransactions button').first().click();
      await page.getByText(/GET \/api\/v1\/transactions\?.*result=fail.*: 200/).waitFor();
      await page.locator('.side a[href="#listBlocks"]').click();
      await expect.poll(shown).toEqual(['listBlocks']);
      await page.locator('.side a[href="#begin"]').click();
      await expect.poll(shown).toEqual([]);
      expect(await clipped(page)).toEqual([]);
    });
  });

  describe('with a mirror that has only the public interface', () => {
    let mirror: PlainMirror;
    beforeAll(async () => {
      mirror = await startPlainMirror({ api: api.url });
    });
    afterAll(() => mirror?.close());

    test.each([
      ['/', 'this mirror has no event streams'],
      ['/transaction/{transfer}', 'This mirror provides no proofs.'],
      ['/transaction/{nested}', 'called contract'],
      ['/block/13?tab=Details', 'This mirror provides no proofs.'],
      ['/account/{nfts}', 'The account holds'],
      ['/account/{nfts}?tab=Details', 'The mirror does not report its network.'],
      ['/token/{token}', 'Its treasury is'],
      ['/topic/{topic}', 'This mirror provides no proofs.'],
      ['/nfts', 'This mirror lists NFTs by their token or owner only'],
      ['/search?q=SHOW', 'Showcase Dollar (SHOW)'],
    ] as const)('%s works, and reports what is missing', async (pattern, text) => {
      const route = await routeOf(pattern);
      mirror.refused.clear();
      await open(async (page) => {
        await page.goto(`${mirror.explorer}/#${route}`);
        await expect.poll(() => page.locator('main').innerText()).toContain(text);
        await settled(page);
        expect(await page.getByText('Verify a proof').count()).toBe(0);
        const policy = "document.querySelector('meta[http-equiv=Content-Security-Policy]').content";
        expect(await page.evaluate(policy)).toContain(
          `; connect-src 'self' ${mirror.mirror}; img-src 'self' data:;`,
        );
        // The capabilities are the only request outside of the public interface, because they distinguish Tain from
        // other mirrors.
        const own = pattern === '/nfts' ? ['/api/v1/tokens/nfts'] : [];
        expect([...mirror.refused].sort()).toEqual(['/api/v1/network/capabilities', ...own]);
      }, /status of 404.*(?:\/capabilities|\/nfts|\/(?:contracts|topics|schedules|accounts)\/)/);
    });

    test('a list is not reported as missing before the mirror is known', async () => {
      await open(async (page) => {
        let release = (): void => undefined;
        const held = new Promise<void>((resolve) => {
          release = resolve;
        });
        await page.route('**/network/capabilities', async (route) => {
          await held;
          await route.continue();
        });
        mirror.refused.clear();
        await page.goto(`${mirror.explorer}/#/nfts`);
        await expect.poll(() => mirror.refused.has('/api/v1/tokens/nfts')).toBe(true);
        await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
        expect(await page.locator('main [role=alert]').count()).toBe(0);
        release();
        await page.getByText('This mirror lists NFTs by their token or owner only').waitFor();
      }, /status of 404/);
    });

    test('every page loads without an error', async () => {
      const routes = await Promise.all(PAGES.map(routeOf));
      const requested: string[] = [];
      page.on('request', (request) => requested.push(new URL(request.url()).pathname));
      await open(async (page) => {
        await page.goto(`${mirror.explorer}/`);
        for (const route of routes) {
          await page.evaluate(`location.hash = ${JSON.stringify(`#${route}`)};
            new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`);
          await settled(page);
          expect([route, await page.locator('main [role=alert]').allInnerTexts()]).toEqual([route, []]);
        }
        // The search needs the capabilities, too, which are requested once for the document.
        expect(requested.filter((path) => path.endsWith('/network/capabilities'))).toHaveLength(1);
      }, /status of 40[04]/);
    });
  });

  test('says that the mirror does not answer, until it does', async () => {
    const mirror = await startPlainMirror({ api: api.url, blocksPerSecond: 1 });
    try {
      await open(async (page) => {
        const notice = page.getByText(/does not answer\. What you see is as it was/);
        const lastBlock = () => page.locator('.tiles dd').first().innerText();
        await page.goto(`${mirror.explorer}/`);
        const before = await lastBlock();
        await expect.poll(lastBlock, { timeout: 30_000 }).not.toBe(before);
        expect(await notice.count()).toBe(0);
        mirror.setDown(true);
        await notice.waitFor();
        await page.evaluate("location.hash = '#/account/0.0.2'");
        await page.getByText('This could not be loaded.').waitFor();
        expect(await notice.count()).toBe(1);
        mirror.setDown(false);
        await expect.poll(() => notice.count(), { timeout: 60_000 }).toBe(0);
        await page.getByRole('heading', { level: 1, name: 'Account 0.0.2' }).waitFor();
      }, /ERR_|status of 404/);
    } finally {
      await mirror.close();
    }
  });

  test('a page whose script could not be loaded is reported on that page alone', async () => {
    let isBroken = true;
    await open(async (page) => {
      await page.goto(`${api.url}/blocks`);
      await page.locator('tbody tr').first().waitFor();
      await page.route('**/assets/*', (route) => (isBroken ? route.abort() : route.continue()));
      await page.getByRole('link', { name: 'Network', exact: true }).click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await page.getByRole('link', { name: 'Tokens', exact: true }).click();
      await page.locator('tbody tr').first().waitFor();
      expect(await page.locator('main [role=alert]').allInnerTexts()).toEqual([]);
      await page.getByRole('link', { name: 'Network', exact: true }).click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      isBroken = false;
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.locator('main [role=alert]').allInnerTexts()).toEqual([]);
    }, /ERR_FAILED/);
  });

  test('a page that fails by unexpected data leaves the frame and other pages as they are', async () => {
    const page = await browser.newPage();
    try {
      await page.route('**/api/v1/blocks/13', (route) =>
        route.fulfill({ contentType: 'application/json', body: '{"number":13}' }),
      );
      await page.goto(`${api.url}/block/13`);
      await page.getByRole('heading', { name: 'This page failed' }).waitFor();
      await page.getByRole('link', { name: 'Blocks', exact: true }).click();
      await page.locator('tbody tr').first().waitFor();
    } finally {
      await page.close();
    }
  });

  test('a tab holds one event stream, and none while it is hidden', async () => {
    const page = await browser.newPage();
    try {
      await page.addInitScript({ content: COUNT_STREAMS });
      const streams = () => page.evaluate('globalThis.streams');
      const show = (isShown: boolean) =>
        page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${!isShown}, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'))`);
      await page.goto(api.url);
      await expect.poll(streams).toBe(1);
      await show(false);
      expect(await streams()).toBe(0);
      await show(true);
      await expect.poll(streams).toBe(1);
      await page.getByRole('link', { name: 'Accounts', exact: true }).click();
      await expect.poll(streams).toBe(0);
    } finally {
      await page.close();
    }
  });

  test('ten tabs beside each other hold three event streams, and the others poll', async () => {
    const context = await browser.newContext();
    try {
      const pages = await Promise.all(Array.from({ length: 10 }, () => context.newPage()));
      const polls = new Set<Page>();
      for (const page of pages) {
        await page.addInitScript({ content: COUNT_STREAMS });
        page.on('request', (request) => {
          if (new URL(request.url()).pathname === '/api/v1/blocks') polls.add(page);
        });
        await page.goto(api.url);
        await page.locator('.home tbody tr').last().waitFor();
      }
      const streams = async () => {
        const counts = await Promise.all(pages.map((page) => page.evaluate('globalThis.streams')));
        return counts.reduce((sum: number, count) => sum + Number(count), 0);
      };
      await expect.poll(streams, { timeout: 30_000 }).toBe(3);
      polls.clear();
      await expect.poll(() => polls.size, { timeout: 30_000 }).toBeGreaterThanOrEqual(7);
      // A tab that is closed gives its stream to another one.
      const holder = await holderOf(pages);
      pages.splice(pages.indexOf(holder), 1);
      await holder.close();
      await expect.poll(streams, { timeout: 30_000 }).toBe(3);
    } finally {
      await context.close();
    }
  });

  test('300 blocks a second repaint the first page at most four times a second', async () => {
    const mirror = await startPlainMirror({ api: api.url, blocksPerSecond: 300 });
    try {
      await open(async (page) => {
        await page.goto(`${mirror.explorer}/`);
        await page.locator('.home tbody tr').last().waitFor();
        const repaints = async (): Promise<number> => Number(await page.evaluate('globalThis.repaints'));
        // Every change of the list counts, whatever its cause, also after the list was replaced.
        await page.evaluate(`globalThis.repaints = 0; new MutationObserver((records) => {
          const list = [...document.querySelectorAll('.home tbody')].at(-1);
          if (records.some(({ target }) => list?.contains(target))) globalThis.repaints++;
        }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });`);
        await expect.poll(repaints).toBeGreaterThan(1);
        const before = await repaints();
        const began = Date.now();
        await sleep(3000);
        const count = (await repaints()) - before;
        expect(count).toBeGreaterThan(0);
        expect(count).toBeLessThanOrEqual(Math.ceil((Date.now() - began) / 1000) * MAX_REPAINTS);
      }, /status of 404/);
    } finally {
      await mirror.close();
    }
  });

  test('a list of 100 rows is shown in at most five times the time of its markup alone', async () => {
    await open(async (page) => {
      await page.goto(`${api.url}/transactions?limit=100`);
      await page.locator('tbody tr').nth(99).waitFor();
      // Measures from the end of the response to the paint of its rows, with the page's scripts loaded, and the paint of
      // a copy of their markup. The minima of nine, because the machine is shared.
      const took: number[] = [];
      const markup: number[] = [];
      for (let second = 1; second <= 9; second += 1) {
        const query = `?limit=100&order=desc&timestamp=gt:${second}`;
        await page.evaluate(`globalThis.shown = new Promise((resolve) => {
          const observer = new MutationObserver(() => {
            const answer = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('${query}'));
            if (answer === undefined || document.querySelectorAll('tbody tr').length < 100) return;
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - answer.responseEnd)));
          });
          observer.observe(document.body, { childList: true, subtree: true });
        }); history.pushState(null, '', '/transactions${query}'); dispatchEvent(new Event('popstate'))`);
        took.push(Number(await page.evaluate('globalThis.shown')));
        markup.push(
          Number(
            await page.evaluate(`new Promise((resolve) => {
              const html = document.querySelector('table').outerHTML;
              const began = performance.now();
              const copy = document.createElement('div');
              copy.innerHTML = html;
              document.body.append(copy);
              requestAnimationFrame(() => setTimeout(() => {
                resolve(performance.now() - began);
                copy.remove();
              }));
            })`),
          ),
        );
      }
      expect(Math.min(...took) / Math.min(...markup)).toBeLessThanOrEqual(MAX_LIST_RATIO);
    });
  });

  test.each(['/', '/transactions', '/account/{nfts}'])(
    '%s keeps its layout while it loads',
    async (pattern) => {
      const [account = ''] = await find('nfts');
      const address = api.url + pattern.replace('{nfts}', account);
      const about = JSON.stringify(await api.json('/api/v1/network/capabilities'));
      const config = JSON.stringify({ mirror: '', status: api.url, rpc: `${api.url}/rpc`, routing: 'path' });
      const status = JSON.stringify({
        status: { indicator: 'none', description: 'All systems operational' },
      });
      for (const width of [WIDTHS[0], WIDTHS[2]]) {
        const page = await browser.newPage();
        try {
          await page.setViewportSize({ width, height: 900 });
          await page.addInitScript({ content: SHIFTS });
          // Delays the slowest data of a page: the mirror's capabilities and the state of the network.
          for (const [path, body, delayMs] of [
            ['/config.json', config, 0],
            ['/api/v1/network/capabilities', about, 300],
            ['/api/v2/status.json', status, 600],
          ] as const) {
            await page.route(`**${path}`, async (route) => {
              await sleep(delayMs);
              await route.fulfill({ body, contentType: 'application/json' });
            });
          }
          await page.goto(address);
          await page.getByText('All systems operational').waitFor();
          await settled(page);
          const moved = Number(await page.evaluate('globalThis.moved'));
          expect(moved, `at ${width} px`).toBeLessThan(MAX_SHIFT);
        } finally {
          await page.close();
        }
      }
    },
  );

  test('is used by keyboard: a slash searches, arrows move between rows and between tabs', async () => {
    const [account = ''] = await find('nfts');
    await open(async (page) => {
      const focused = async () => String(await page.evaluate('document.activeElement.textContent'));
      await page.goto(`${api.url}/blocks`);
      await page.locator('tbody tr').nth(2).waitFor();
      await page.keyboard.press('/');
      expect(await page.evaluate('document.activeElement.id')).toBe('q');
      const links = await page.locator('tbody a').allTextContents();
      await page.evaluate("document.querySelector('section.scroll').focus()");
      await page.keyboard.press('ArrowDown');
      expect(await focused()).toBe(links[0]);
      await page.keyboard.press('ArrowDown');
      expect(await focused()).toBe(links[1]);
      await page.keyboard.press('ArrowUp');
      expect(await focused()).toBe(links[0]);
      await page.goto(`${api.url}/account/${account}`);
      await page.getByRole('tab', { name: 'Transactions', exact: true }).click();
      await page.keyboard.press('ArrowRight');
      expect(await focused()).toBe('Details');
      await page.getByText('With checksum').waitFor();
      expect(page.url()).toBe(`${api.url}/account/${account}?tab=Details`);
    });
  });

  /** Shapes of page parts that axe-core has examined, by the first part of the page's address. */
  const examined = new Set<string>();

  test.each(PAGES)('%s fits every screen, in light and dark, without errors', async (pattern) => {
    const route = await routeOf(pattern);
    // A search requests entities that may not exist.
    const allowed = pattern.startsWith('/search') ? /status of 40[04]/ : /^$/;
    await open(async (page) => {
      await page.goto(api.url + route);
      await settled(page);
      await addAxe(page);
      const bad: string[] = [];
      const check = async (where: string, items: Promise<readonly string[]>): Promise<void> => {
        bad.push(...(await items).map((item) => `${where}: ${item}`));
      };
      const tabs = await page.getByRole('tab').allTextContents();
      for (const [index, tab] of (tabs.length === 0 ? [''] : tabs).entries()) {
        if (tab !== '') {
          // A click waits for two frames of the browser, which it did not draw within two minutes on a loaded machine.
          await page.getByRole('tab', { name: tab, exact: true }).press('Enter');
          await settled(page);
        }
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await check(`${tab} ${width}`, clipped(page));
        }
        await page.evaluate(HIDE_ROWS);
        // Names, roles and headings do not depend on colours or width, and a tab changes only its panel.
        const within = index === 0 ? 'html' : '#panel';
        const shape = `${pattern.split(/[/?]/)[1]} ${await shapeOf(page, within)}`;
        if (!examined.has(shape)) {
          examined.add(shape);
          await check(`${tab} light`, violations(page, within));
          await page.emulateMedia({ colorScheme: 'dark' });
          await check(`${tab} dark`, violations(page, within, ['color-contrast']));
        }
        const [name, colorScheme = 'light', shownTab = tabs[0] ?? ''] = SCREENSHOTS[pattern] ?? [];
        if (SHOTS !== undefined && name !== undefined && tab === shownTab) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: path.join(SHOTS, `${name}.jpg`), type: 'jpeg', quality: 55 });
        }
        await page.emulateMedia({ colorScheme: 'light' });
      }
      // The message lists all problems.
      if (bad.length > 0) throw new Error(bad.join('\n'));
    }, allowed);
  });
});
