import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, type BrowserContext, HAS_BROWSER, launchBrowser, type Page } from '../../browser.ts';
import { TcpWay } from '../../tcp-way.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { transaction } from '../rows.ts';
import { storeBlock } from '../store-block.ts';

// Blocks and transactions arrive on the front page in a real browser, over a way that breaks.

const POLL = { timeout: 120_000, interval: 50 };

describe.skipIf(!HAS_BROWSER)('the front page in a real browser', () => {
  let api: TestApi;
  let way: TcpWay;
  let browser: Browser;
  let last = 0;
  beforeAll(async () => {
    api = await startTestApi({ clock: Date.now, settings: { cache: true } });
    way = await TcpWay.to({ host: '127.0.0.1', port: Number(new URL(api.url).port), user: '', database: '' });
    for (let count = 0; count < 3; count++) await store();
    browser = await launchBrowser();
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    way?.close();
    await api?.close();
  });

  async function store(): Promise<number> {
    last++;
    await storeBlock(api.database, last, {
      transaction: [transaction(BigInt(last) * 1_000_000_000n - 5n, 1000 + last)],
    });
    return last;
  }

  /** An open page, and everything that the browser had to say against it. */
  async function open(
    options?: Parameters<Browser['newContext']>[0],
    url = `http://127.0.0.1:${way.port}`,
  ): Promise<{ readonly page: Page; readonly context: BrowserContext; readonly problems: string[] }> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    await page.goto(url);
    return { page, context, problems };
  }
  const texts = (page: Page, list: string) => page.locator(`#latest-${list} tbody th`).allTextContents();
  const newest = (count: number) => Array.from({ length: count }, (_, index) => String(last - index));
  const stateOf = (page: Page) => page.locator('#live').textContent();
  const HEIGHT = 'document.documentElement.scrollHeight';

  test('blocks and transactions arrive, as many rows as before, without a move', async () => {
    const { page, context, problems } = await open({ viewport: { width: 1100, height: 900 } });
    try {
      await expect.poll(() => stateOf(page), POLL).toContain('Live');
      const height = await page.evaluate(HEIGHT);
      expect(await texts(page, 'blocks')).toEqual(newest(3));
      for (let count = 0; count < 9; count++) {
        await store();
        await expect.poll(() => texts(page, 'blocks'), POLL).toEqual(newest(Math.min(last, 8)));
      }
      await expect
        .poll(async () => (await texts(page, 'transactions'))[0], POLL)
        .toBe(`0.0.${1000 + last}-${last - 1}-999999994`);
      expect(await page.evaluate(HEIGHT)).toBe(height);
      // The figures above them, too.
      for (const [id, text] of [
        ['last-block', String(last)],
        ['transactions', String(last)],
        ['rate', '1.0'],
      ]) {
        await expect.poll(() => page.locator(`#${id}`).textContent(), POLL).toBe(text);
      }
      expect(await page.evaluate("document.querySelectorAll('tbody tr').length")).toBe(16);
      // Its policy allows what it does, and nothing else was tried.
      expect(problems).toEqual([]);
      const [link] = await texts(page, 'blocks');
      await page
        .getByRole('link', { name: link ?? '', exact: true })
        .first()
        .click();
      expect(new URL(page.url()).pathname).toBe(`/block/${last}`);
    } finally {
      await context.close();
    }
  }, 240_000);

  test('the browser resumes after its network was cut, and shows what came meanwhile', async () => {
    const { page, context } = await open();
    try {
      await expect.poll(() => stateOf(page), POLL).toContain('Live');
      way.state = 'cut';
      await expect.poll(() => stateOf(page), POLL).toContain('lost');
      for (let count = 0; count < 3; count++) await store();
      way.state = 'open';
      await expect.poll(() => texts(page, 'blocks'), POLL).toEqual(newest(8));
      await expect.poll(() => stateOf(page), POLL).toContain('Live');
      await store();
      await expect.poll(() => texts(page, 'blocks'), POLL).toEqual(newest(8));
    } finally {
      way.state = 'open';
      await context.close();
    }
  }, 240_000);

  test('an event source of a page goes on behind its last event, by the browser alone', async () => {
    const { page, context } = await open();
    try {
      await page.evaluate(`
        window.seen = [];
        window.breaks = 0;
        const source = new EventSource('/api/v1/transactions/stream?timestamp=gte:0');
        source.onmessage = ({ data }) => seen.push(JSON.parse(data).transaction_id);
        source.onerror = () => breaks++;`);
      const seen = () => page.evaluate('seen') as Promise<string[]>;
      await expect.poll(async () => (await seen()).length, POLL).toBe(last);
      for (let count = 0; count < 3; count++) {
        await context.setOffline(count === 1);
        if (count !== 1) way.state = 'cut';
        await store();
        // Chromium's own cut leaves open connections alone: events may come before it is over.
        if (count !== 1) await expect.poll(() => page.evaluate('breaks'), POLL).toBeGreaterThan(0);
        way.state = 'open';
        await context.setOffline(false);
        await store();
        await expect.poll(async () => (await seen()).length, POLL).toBe(last);
      }
      const all = Array.from({ length: last }, (_, index) => `0.0.${1001 + index}-${index}-999999994`);
      expect(await seen()).toEqual(all);
    } finally {
      way.state = 'open';
      await context.close();
    }
  }, 240_000);

  test.each([
    ['without a script', { javaScriptEnabled: false }, undefined],
    ['without streams', {}, { eventStreams: 0 }],
  ])(
    '%s the newest are those of when it was made',
    async (_name, options, settings) => {
      const server = await startTestApi({
        database: api.database,
        clock: Date.now,
        settings: settings ?? {},
      });
      const { page, context, problems } = await open(options, server.url);
      try {
        expect(await texts(page, 'blocks')).toEqual(newest(Math.min(last, 8)));
        expect(await stateOf(page)).toContain('when this page was made');
        expect(problems).toEqual([]);
        const html = await (await server.get('/')).text();
        expect(html.includes('<script>')).toBe(settings === undefined);
      } finally {
        await context.close();
        await server.close();
      }
    },
    240_000,
  );
});
