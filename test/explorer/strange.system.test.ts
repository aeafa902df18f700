import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, HAS_BROWSER, launchBrowser, type Page } from '../browser.ts';
import { type StrangeMirror, startStrangeMirror } from './strange-mirror.ts';

const HAS_EXPLORER = existsSync(new URL('../../dist/explorer/', import.meta.url));
const ID = '0.0.5-1700000000-000000001';
const TRANSACTION = {
  name: 'CONTRACTCALL',
  transaction_id: ID,
  consensus_timestamp: '1700000001.000000000',
  valid_start_timestamp: '1700000000.000000001',
  parent_consensus_timestamp: null,
  result: 'SUCCESS',
  nonce: 0,
  scheduled: false,
  entity_id: '0.0.1001',
  node: null,
  max_fee: null,
  batch_key: null,
  charged_tx_fee: 5,
  memo_base64: '',
  transaction_hash: '',
  transfers: [],
  token_transfers: [],
  nft_transfers: [],
};
const TOPIC = { memo: '', custom_fees: {}, submit_key: null, admin_key: null, auto_renew_account: null };
const block = (number: number) => ({
  number,
  count: 1,
  timestamp: { from: '1700000000.000000000', to: '1700000001.000000000' },
});
const json = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
};

/** Answers of a mirror or a proxy that may be gone when the request is repeated. */
const FAILURES: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'status 429': (response) => json(response, 429, '{}'),
  'status 500 with HTML': (response) => response.writeHead(500).end('<h1>Error</h1>'),
  'status 503': (response) => json(response, 503, '{"_status":{"messages":[{"message":"Busy"}]}}'),
  'HTML instead of JSON': (response) => response.writeHead(200).end('<!doctype html><p>Sign in</p>'),
  'a body that breaks off': (response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"memo":"');
    setTimeout(() => response.destroy(), 50);
  },
  'half of the JSON': (response) => json(response, 200, '{"memo":"x"'),
};

describe.skipIf(!HAS_BROWSER || !HAS_EXPLORER)('the explorer with strange answers and addresses', () => {
  let mirror: StrangeMirror;
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    [mirror, browser] = await Promise.all([startStrangeMirror(), launchBrowser()]);
    page = await browser.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    await mirror?.close();
  });
  beforeEach(async () => {
    mirror.answers.clear();
    errors.length = 0;
    await page.goto('about:blank');
  });

  const open = (route: string) => page.goto(`${mirror.url}/#${route}`);
  const shown = () => page.locator('main').innerText();

  test.each(Object.keys(FAILURES))('a page goes on by itself after %s', async (name) => {
    const [path, list] = ['/api/v1/topics/0.0.5', '/api/v1/topics/0.0.5/messages'];
    for (const each of [path, list]) mirror.answers.set(each, FAILURES[name] ?? {});
    await open('/topic/0.0.5');
    await expect.poll(shown).toContain('This could not be loaded.');
    mirror.answers.set(path, TOPIC);
    await page.getByRole('heading', { level: 1, name: 'Topic 0.0.5' }).waitFor();
    await expect.poll(shown).toContain('This could not be loaded.');
    mirror.answers.set(list, { messages: [], links: { next: null } });
    await page.getByText('No messages.').waitFor();
    expect(errors).toEqual([]);
  });

  test('an overloaded mirror is requested less and less often', async () => {
    mirror.answers.set('/api/v1/blocks', FAILURES['status 503'] ?? {});
    await open('/');
    await expect.poll(shown).toContain('This could not be loaded. Busy');
    mirror.requested.length = 0;
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 10_000))');
    // Every 3 seconds these were three or four requests, besides those of other parts of the page.
    const list = mirror.requested.filter((path) => path === '/api/v1/blocks?limit=10&order=desc');
    expect(list.length).toBeLessThanOrEqual(2);
    expect(await page.locator('main [aria-busy=true]').count()).toBe(0);
  });

  test.each([
    // In a path of the API these would name other records.
    ['/block/..', 'No page has this address'],
    ['/account/.', 'No page has this address'],
    ['/account/%2e%2E', 'No page has this address'],
    ['/token/0.0.5/..', 'No page has this address'],
    ['/account/%', 'The mirror has no object with this name.'],
    ['/account/%2F..%2F..', 'The mirror has no object with this name.'],
    ['/account/0.0.99999999999999999999', 'The mirror has no object with this name.'],
    ['/transaction/0x123', 'The mirror has no object with this name.'],
    ['/id/0.0.-1', 'The mirror has no page for this id.'],
    ['/search?q=a?b', 'Nothing here is called a?b.'],
    [`/search?q=${'x'.repeat(99)}🙂🙂`, 'Nothing here is called x'],
    [`/search?q=${'%E2%80%AE'.repeat(3)}`, '[U+202E][U+202E][U+202E]'],
    [`/transaction/${ID}?nonce=7`, 'The answer has no such transaction.'],
  ])('%s shows "%s"', async (route, text) => {
    mirror.answers.set('/api/v1/blocks/', block(1));
    mirror.answers.set(`/api/v1/transactions/${ID}`, { transactions: [TRANSACTION] });
    await open(route);
    await expect.poll(shown).toContain(text);
    expect(errors).toEqual([]);
  });

  test('a next page outside of the API is refused, and the page before can be reached', async () => {
    const next = '.example.org/api/v1/network/nodes?limit=25';
    mirror.answers.set('/api/v1/network/nodes', { nodes: [], links: { next } });
    await open('/nodes');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(`${next} is no path of the API.`).waitFor();
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByText('There are no nodes.').waitFor();
    expect(await page.getByText('does not answer').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('capabilities of another shape are none', async () => {
    mirror.answers.set('/api/v1/network/capabilities', {});
    mirror.answers.set('/api/v1/topics/0.0.5', TOPIC);
    await open('/topic/0.0.5');
    await page.getByRole('heading', { level: 1, name: 'Topic 0.0.5' }).waitFor();
    expect(errors).toEqual([]);
  });

  test('a list whose items have another shape fails only until another filter', async () => {
    mirror.answers.set('/api/v1/blocks', { blocks: [null], links: { next: null } });
    await open('/blocks?order=asc');
    await page.getByRole('heading', { name: 'This page failed' }).waitFor();
    mirror.answers.set('/api/v1/blocks', { blocks: [block(7)], links: { next: null } });
    await page.evaluate("location.hash = '#/blocks?order=desc'");
    await page.getByRole('heading', { level: 1, name: 'Blocks' }).waitFor();
  });

  test.each(['below one another', 'beside each other'])(
    'thousands of transactions %s are a tree of some',
    async (how) => {
      const at = (nonce: number) => `${1_700_000_001 + nonce}.000000000`;
      const transactions = Array.from({ length: 10_000 }, (_, nonce) => ({
        ...TRANSACTION,
        nonce,
        consensus_timestamp: at(nonce),
        parent_consensus_timestamp: nonce === 0 ? null : at(how.startsWith('below') ? nonce - 1 : 0),
      }));
      mirror.answers.set(`/api/v1/transactions/${ID}`, { transactions });
      await open(`/transaction/${ID}?nonce=5000`);
      await page.getByText('300 of 10,000 transactions').waitFor();
      expect(await shown()).toMatch(/child 5000/i);
      expect(errors).toEqual([]);
    },
  );

  test('thousands of events are shown by and by', async () => {
    const logs = Array.from({ length: 20_000 }, (_, index) => ({
      address: '0x00000000000000000000000000000000000003e9',
      contract_id: '0.0.1001',
      data: '0x',
      index,
      topics: [],
    }));
    const result = {
      contract_id: '0.0.1001',
      created_contract_ids: [],
      error_message: null,
      from: null,
      function_parameters: '0x',
      gas_consumed: null,
      gas_limit: 15_000_000,
      amount: null,
      logs,
      state_changes: [],
    };
    mirror.answers.set(`/api/v1/transactions/${ID}`, { transactions: [TRANSACTION] });
    mirror.answers.set(`/api/v1/contracts/results/${ID}`, result);
    await open(`/transaction/${ID}?tab=Contract`);
    await page.getByText('The first 500 of 20,000 rows.').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('The first 1,000 of 20,000 rows.').waitFor();
    expect(await page.locator('[aria-label=Events] tbody tr').count()).toBe(1000);
    expect(errors).toEqual([]);
  });
});
